/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "source-label.h"

#include <glib/gi18n.h>

#include "style.h"

static const char *
describe_samples (GimpDrawable *drawable)
{
  static const struct { const char *type, *text; } rows[] = {
    { "u8", N_("8-bit") },         { "u16", N_("16-bit") },         { "u32", N_("32-bit") },
    { "half", N_("16-bit float") }, { "float", N_("32-bit float") }, { "double", N_("64-bit float") },
  };
  const Babl *type = babl_format_get_type (gimp_drawable_get_format (drawable), 0);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (type == babl_type (rows[i].type))
      return _(rows[i].text);

  return "";
}

/* (transfer full): which image and layer that is, how large and deep, and how many layers more. */
static char *
describe (const CeDialogSource *source)
{
  g_autofree char *image = gimp_image_get_name (source->image);
  g_autofree char *layer = gimp_item_get_name (GIMP_ITEM (source->drawable));
  gboolean         gray = gimp_drawable_is_gray (source->drawable);
  GString         *text = g_string_new (NULL);

  /* TRANSLATORS: a layer and its image, its size, "8-bit", "RGB" */
  g_string_printf (text, _("“%s” in %s: %d × %d pixels, %s %s"), layer, image, gimp_drawable_get_width (source->drawable),
                   gimp_drawable_get_height (source->drawable), describe_samples (source->drawable),
                   gray ? _("grayscale") : _("RGB"));
  if (source->n_drawables > 1)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _("the first of %d layers that will be filtered"), source->n_drawables);
    }

  return g_string_free (text, FALSE);
}

/* A line that says so. */
GtkWidget *
ce_source_label_new (const CeDialogSource *source)
{
  g_autofree char *text = describe (source);
  GtkWidget       *label = g_object_new (GTK_TYPE_LABEL, "label", text, "tooltip-text", text, "xalign", 0.0, "ellipsize",
                                         PANGO_ELLIPSIZE_MIDDLE, NULL);

  ce_style_make_small (GTK_LABEL (label));

  return label;
}
