/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Derives the look of the preview from the parameters and GIMP's state.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

/* Returns the stage that OK makes; 0 if the filter has none. */
int
ce_dialog_get_stage (CeDialog *self)
{
  const CeParam *stage = ce_filter_find_param (self->filter, "stage");

  return stage ? (int) ce_params_get (&self->params, stage) : 0;
}

/* Returns the stage that the preview shows. */
int
ce_dialog_get_viewed (CeDialog *self)
{
  return self->viewed_stage >= 0 ? self->viewed_stage : ce_dialog_get_stage (self);
}

/* Makes the preview show the stage that OK makes, from the next request on. */
void
ce_dialog_leave_stage (CeDialog *self)
{
  self->viewed_stage = -1;
}

/* Returns the parameters of the preview: those of OK, or with another stage. */
CeParams
ce_dialog_get_shown (CeDialog *self)
{
  CeParams shown = self->params;

  if (self->viewed_stage >= 0)
    ce_params_put (&shown, ce_filter_find_param (self->filter, "stage"), self->viewed_stage);

  return shown;
}

/* Returns (nullable) (transfer full) a sentence about the shown stage, if OK makes another one. */
char *
ce_dialog_explain_viewed (CeDialog *self)
{
  const CeChoice *stages;

  if (self->viewed_stage < 0)
    return NULL;

  stages = ce_filter_find_param (self->filter, "stage")->choices;

  return g_strdup_printf (_("This is “%s”, to look at; OK makes “%s”."), _(stages[self->viewed_stage].label),
                          _(stages[ce_dialog_get_stage (self)].label));
}

/* Returns whether the preview shows lines, not a stage. */
gboolean
ce_dialog_shows_lines (CeDialog *self, const CeParams *params)
{
  return (ce_filter_get_kind (self->filter, params) & CE_RESULT_PATHS)
         && ce_dialog_get_viewed (self) == ce_dialog_get_stage (self);
}

/* Requests edges one pixel wide and their lines, if the preview shows lines. */
void
ce_dialog_ask_lines (CeDialog *self, CeRequest *request)
{
  request->traced = ce_dialog_shows_lines (self, &request->params);
  if (! request->traced)
    return;

  request->params.stage = CE_STAGE_EDGES;
  request->params.style = CE_STYLE_WHITE_ON_BLACK;
  request->params.width = 1;
}

/* Returns how the preview is reduced, so that thin lines do not fade with the zoom. */
static CeReduce
get_reduce (CeDialog *self, const CeParams *params)
{
  gboolean lines = (self->filter->id == CE_FILTER_CANNY && params->stage >= CE_STAGE_THINNED)
                   || (self->filter->id == CE_FILTER_LAPLACIAN && params->response != CE_RESPONSE_SIGNED);
  gboolean styled = (ce_filter_get_kind (self->filter, params) & CE_RESULT_STYLED) != 0;

  if (! lines)
    return CE_REDUCE_MEAN;

  return params->style == CE_STYLE_BLACK_ON_WHITE && styled ? CE_REDUCE_DARKEST : CE_REDUCE_BRIGHTEST;
}

/* Sets the part of the result that lies over the picture: in an overlay, and as the new layer. */
static void
set_overlay (CeDialog *self, const CeParams *params, CeLook *look)
{
  gboolean layer = params->output == CE_OUTPUT_NEW_LAYER;

  look->opacity = layer ? params->opacity / 100 : 1;
  look->overlay = CE_OVERLAY_ALL;
  if (self->filter->id == CE_FILTER_SHARPEN)
    look->overlay = CE_OVERLAY_NONE;
  else if (ce_filter_get_kind (self->filter, params) & CE_RESULT_STYLED)
    look->overlay = params->style == CE_STYLE_LINES ? CE_OVERLAY_LINES
                    : params->style == CE_STYLE_BLACK_ON_WHITE ? CE_OVERLAY_DARK : CE_OVERLAY_LIGHT;
  look->as_layer = layer && look->overlay == CE_OVERLAY_LINES ? CE_OVERLAY_LINES
               : look->opacity < 1 || (layer && ce_selection_get_mask (self->selection)) ? CE_OVERLAY_ALL : CE_OVERLAY_NONE;
}

/* Sets the look of edges before their lines are ready, and below 100 %: lines over the picture. */
static void
set_lines_look (CeLook *look)
{
  look->coverage = TRUE;
  look->color[0] = CE_LINES_RED;
  look->color[1] = CE_LINES_GREEN;
  look->color[2] = CE_LINES_BLUE;
  look->overlay = look->as_layer = CE_OVERLAY_LINES;
  look->opacity = 1;
  look->replace = look->keep_alpha = FALSE;
}

/* Returns the look of the result. It requests the color from GIMP only if it is visible, because GIMP may be busy. */
CeLook
ce_dialog_get_look (CeDialog *self, const CeParams *params)
{
  gboolean replace = params->output != CE_OUTPUT_NEW_LAYER;
  gboolean layer = GIMP_IS_LAYER (self->source->drawable);
  CeLook   look = { 0 };
  const CeView *mask = ce_selection_get_mask (self->selection);

  /* Lines that replace a channel's values are coverage. */
  look.coverage = (ce_filter_get_kind (self->filter, params) & CE_RESULT_COVERAGE) && ! (replace && ! layer);
  if (look.coverage)
    ce_dialog_get_foreground (self->source->drawable, look.color);
  look.reduce = get_reduce (self, params);
  if (mask)
    look.mask = *mask;
  if (params->output == CE_OUTPUT_EFFECT)
    look.cut = ce_selection_get_cut (self->selection);
  look.keep_alpha = replace && layer && gimp_layer_get_lock_alpha (GIMP_LAYER (self->source->drawable));
  look.replace = replace && (mask || look.keep_alpha);
  set_overlay (self, params, &look);
  if (ce_dialog_shows_lines (self, params))
    set_lines_look (&look);

  return look;
}

/* Returns (nullable) a sentence about the difference between the preview and a saved file. */
const char *
ce_dialog_explain_cut (CeDialog *self)
{
  gboolean cut = self->params.output == CE_OUTPUT_EFFECT && ce_selection_get_cut (self->selection).width > 0;

  return cut ? _("GIMP computes this effect from the selected rectangle alone, its border too; once the file is loaded "
                 "again, from the whole layer.") : NULL;
}

/* Returns (nullable) a sentence that the preview does not show the blend mode, but GIMP's canvas does. */
const char *
ce_dialog_explain_blend (CeDialog *self)
{
  if (self->params.blend == CE_BLEND_NORMAL || self->params.output == CE_OUTPUT_REPLACE
      || (self->source->show && self->state.canvas))
    return NULL;

  return _("Here the result is not blended; “On canvas” shows it as GIMP will.");
}
