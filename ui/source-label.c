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

/* Adds the line of ce_dialog_show_hiding() to a box, or moves it there. */
void
ce_dialog_place_hiding (CeDialog *self, GtkBox *box, int position)
{
  GtkWidget *line = self->hiding.line;

  if (line)
    gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (g_object_ref (line))), line);
  else
    {
      line = g_object_ref_sink (g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "no-show-all", TRUE, NULL));
      ce_style_add (line, CE_STYLE_SMALL);
    }
  gtk_box_pack_start (box, line, FALSE, FALSE, 0);
  gtk_box_reorder_child (box, line, position);
  g_object_unref (line);
  self->hiding.line = line;
}

/* Shows which effect OK changes or leaves above the new pixels, or which layer is filtered, if an earlier result lies above
 * it, because the user may see that one alone. */
void
ce_dialog_show_hiding (CeDialog *self)
{
  const CeDialogSource *source = self->source;
  g_autofree char      *layer = gimp_item_get_name (GIMP_ITEM (source->drawable));
  g_autofree char      *result = source->find_hiding (source->data);
  /* TRANSLATORS: two layers, "Filters “photo.jpg”, not “σ 2 · CUDA Sharpen” above it" */
  gboolean              edits = source->edited && self->params.output == CE_OUTPUT_EFFECT;
  gboolean              stays = source->edited && self->params.output == CE_OUTPUT_REPLACE;
  /* TRANSLATORS: an effect and its layer, "OK changes the effect “CUDA Canny” of “photo.jpg”" */
  g_autofree char      *effect = edits ? g_strdup_printf (_("OK changes the effect “%s” of “%s”"), source->edited, layer)
                                 : stays ? g_strdup_printf (_("The effect “%s” stays above the new pixels"), source->edited)
                                 : NULL;
  g_autofree char      *text = g_strdup_printf (result ? _("Filters “%s”, not “%s” above it") : "", layer, result);
  const char           *shown = effect ? effect : text;

  if (g_str_equal (shown, gtk_label_get_text (GTK_LABEL (self->hiding.line))))
    return;
  gtk_label_set_text (GTK_LABEL (self->hiding.line), shown);
  gtk_widget_set_visible (self->hiding.line, *shown != 0);
  ce_trace ("hiding: %s", shown);
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
