/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line above the preview: the layer that the dialog works on.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "style.h"

/* Returns (transfer full) the names of image and layer, size and precision, and the number of further layers. */
static char *
describe (const CeDialogSource *source)
{
  g_autoptr (GEnumClass) precisions = g_type_class_ref (GIMP_TYPE_PRECISION);
  const GEnumValue      *precision = g_enum_get_value (precisions, gimp_image_get_precision (source->image));
  g_autofree char       *image = gimp_image_get_name (source->image);
  g_autofree char       *layer = gimp_item_get_name (GIMP_ITEM (source->drawable));
  gboolean               gray = gimp_drawable_is_gray (source->drawable);
  GString               *text = g_string_new (NULL);

  /* TRANSLATORS: a layer and its image, its size, "8-bit non-linear integer", "RGB" */
  g_string_printf (text, _("“%s” in %s: %d × %d pixels, %s %s"), layer, image, gimp_drawable_get_width (source->drawable),
                   gimp_drawable_get_height (source->drawable), gimp_enum_value_get_desc (precisions, precision),
                   gray ? _("grayscale") : _("RGB"));
  if (source->n_drawables > 1)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _("the first of %d layers that will be filtered"), source->n_drawables);
    }

  return g_string_free (text, FALSE);
}

/* Returns the line. */
GtkWidget *
ce_dialog_source_label_new (CeDialog *self)
{
  g_autofree char *text = describe (self->source);
  GtkWidget       *label = g_object_new (GTK_TYPE_LABEL, "label", text, "tooltip-text", text, "xalign", 0.0, "ellipsize",
                                         PANGO_ELLIPSIZE_MIDDLE, NULL);

  ce_style_add (label, CE_STYLE_SMALL);

  return label;
}
