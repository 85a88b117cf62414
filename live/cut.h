/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A part of a picture as a session of its own, on the CPU: where a few
 * thousand pixels are asked for, not a hundred million. Knows no toolkit.
 */
#ifndef CE_CUT_H
#define CE_CUT_H

#include "engine/session.h"

G_BEGIN_DECLS


/**
 * CeCut:
 * @session: (nullable): with all its rows, %NULL if memory did not suffice
 * @left, @top: where its first pixel is in the picture
 */
typedef struct
{
  CeSession *session;
  int        left;
  int        top;
} CeCut;

int      ce_cut_margin   (const CeParams *params);
gboolean ce_cut_open     (CeCut *cut, const CeFilter *filter, const CeView *source, const CeArea *area, int margin);
void     ce_cut_close    (CeCut *cut);
gboolean ce_area_has     (const CeArea *area, const CeArea *part);

G_END_DECLS

#endif
