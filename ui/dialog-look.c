/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What GIMP says of how the preview looks.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "screen-colors.h"

/* Thin lines would fade with the zoom. */
static CeReduce
get_reduce (CeDialog *self, const CeParams *params)
{
  gboolean lines = (self->filter->id == CE_FILTER_CANNY && params->stage >= CE_STAGE_THINNED)
                   || (self->filter->id == CE_FILTER_LAPLACIAN && params->response != CE_RESPONSE_SIGNED);

  if (! lines)
    return CE_REDUCE_MEAN;

  return params->style == CE_STYLE_BLACK_ON_WHITE && ce_filter_has_style (self->filter, params) ? CE_REDUCE_DARKEST
                                                                                               : CE_REDUCE_BRIGHTEST;
}

/**
 * ce_dialog_show_over:
 * @self: a dialog
 * @params: what is asked for
 *
 * Tells the preview what of the result lies over the picture.
 */
void
ce_dialog_show_over (CeDialog *self, const CeParams *params)
{
  gboolean styled = ce_filter_has_style (self->filter, params);
  gboolean layer = params->output == CE_OUTPUT_NEW_LAYER;
  double   opacity = layer ? params->opacity / 100 : 1;
  CeOver   over = CE_OVER_ALL;

  if (self->filter->id == CE_FILTER_SHARPEN)
    over = CE_OVER_NOT;
  else if (styled)
    over = params->style == CE_STYLE_LINES ? CE_OVER_LINES
           : params->style == CE_STYLE_BLACK_ON_WHITE ? CE_OVER_DARK : CE_OVER_LIGHT;
  ce_preview_set_over (self->preview, over,
                       layer && over == CE_OVER_LINES ? over : opacity < 1 ? CE_OVER_ALL : CE_OVER_NOT, opacity);
}

/**
 * ce_dialog_get_look:
 * @self: a dialog
 * @params: what is asked for
 *
 * Asks GIMP for the color only where it is seen: GIMP may be busy.
 *
 * Returns: what the result shall look like
 */
CeLook
ce_dialog_get_look (CeDialog *self, const CeParams *params)
{
  gboolean replace = params->output != CE_OUTPUT_NEW_LAYER;
  gboolean layer = GIMP_IS_LAYER (self->source->drawable);
  CeLook   look = { 0 };
  const CeView *mask = ce_selection_get_mask (self->selection);

  /* In place of a channel's values lines are what they are: coverage. */
  look.coverage = params->style == CE_STYLE_LINES && ce_filter_has_style (self->filter, params) && ! (replace && ! layer);
  if (look.coverage)
    ce_screen_colors_of_lines (self->source->drawable, look.color);
  look.reduce = get_reduce (self, params);
  if (mask)
    look.mask = *mask;
  if (params->output == CE_OUTPUT_EFFECT)
    look.cut = ce_selection_get_cut (self->selection);
  look.keep_alpha = replace && layer && gimp_layer_get_lock_alpha (GIMP_LAYER (self->source->drawable));
  look.replace = replace && (mask || look.keep_alpha);

  return look;
}

/**
 * ce_dialog_explain_cut:
 * @self: a dialog
 *
 * Returns: (nullable): what of the picture a saved file will show otherwise
 */
const char *
ce_dialog_explain_cut (CeDialog *self)
{
  return self->look.cut.width ? _("GIMP computes this effect from the selected rectangle alone, its border too; once the "
                                  "file is loaded again, from the whole layer.") : NULL;
}

/**
 * ce_dialog_set_placeholder:
 * @self: a dialog
 *
 * Shows something until the first rows are there. Of more than 8 bits GIMP 3.0
 * hands over thumbnails that it cannot read itself.
 */
void
ce_dialog_set_placeholder (CeDialog *self)
{
  GimpDrawable         *drawable = self->source->drawable;
  g_autoptr (GdkPixbuf) thumbnail = NULL;

  if (babl_format_get_type (gimp_drawable_get_format (drawable), 0) != babl_type ("u8"))
    return;

  thumbnail = gimp_drawable_get_thumbnail (drawable, 512, 512, GIMP_PIXBUF_KEEP_ALPHA);
  ce_preview_set_placeholder (self->preview, thumbnail);
}
