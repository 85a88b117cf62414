/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cut.h"

#include <math.h>

/**
 * ce_cut_margin:
 * @params: of a filter
 *
 * Returns: how many pixels around it a pixel of the result is computed from,
 *   hysteresis apart: the Gaussian's radius, and what the largest
 *   neighborhoods of the other steps need
 */
int
ce_cut_margin (const CeParams *params)
{
  return (int) ceil (3 * params->sigma) + 3;
}

/**
 * ce_cut_open:
 * @cut: (out): a cut
 * @filter: what it will render
 * @source: the picture
 * @area: what part of it
 * @margin: pixels around that are read as well
 *
 * Returns: whether memory sufficed; either way to be closed
 */
gboolean
ce_cut_open (CeCut *cut, const CeFilter *filter, const CeView *source, const CeArea *area, int margin)
{
  gsize pixel = source->channels * ce_type_size (source->type);
  int   right = MIN (area->x + area->width + margin, source->width);
  CePlace cpu = ce_place (CE_BACKEND_CPU);
  int   bottom = MIN (area->y + area->height + margin, source->height);

  cut->left = MAX (area->x - margin, 0);
  cut->top = MAX (area->y - margin, 0);
  cut->session = ce_session_new (filter, &cpu, right - cut->left, bottom - cut->top, source->channels, source->type,
                                 NULL);
  if (cut->session)
    ce_session_keep_stages (cut->session);
  if (cut->session)
    ce_session_put_rows (cut->session, 0, bottom - cut->top,
                         (guint8 *) ce_view_row (source, cut->top) + cut->left * pixel, source->stride);

  return cut->session != NULL;
}

/**
 * ce_cut_close:
 * @cut: a cut, or zeros
 */
void
ce_cut_close (CeCut *cut)
{
  g_clear_pointer (&cut->session, ce_session_free);
}

/**
 * ce_area_has:
 * @area: a part of a picture
 * @part: another
 *
 * Returns: whether all of @part is in @area
 */
gboolean
ce_area_has (const CeArea *area, const CeArea *part)
{
  return part->x >= area->x && part->x + part->width <= area->x + area->width
         && part->y >= area->y && part->y + part->height <= area->y + area->height;
}
