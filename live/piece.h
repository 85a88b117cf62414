/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A piece of a picture whose pixels Canny's thresholds are tried on. Knows no
 * toolkit.
 */
#ifndef CE_PIECE_H
#define CE_PIECE_H

#include "cut.h"

G_BEGIN_DECLS

/* Thresholds are tried in steps of a tenth of a level, up to the largest
 * that the parameters allow. */
#define CE_PIECE_STEPS 10
#define CE_PIECE_MAX_STEPS (1500 * CE_PIECE_STEPS)

/**
 * CePieceClass:
 * @CE_PIECE_DROPPED: not above the low threshold, or not the largest across the edge
 * @CE_PIECE_WEAK: above the low threshold
 * @CE_PIECE_STRONG: above the high threshold
 */
typedef enum { CE_PIECE_DROPPED, CE_PIECE_WEAK, CE_PIECE_STRONG } CePieceClass;

/**
 * CePiece:
 * @area: what part of the picture
 * @classes: (nullable): #CePieceClass of each of its pixels, after ce_piece_classify()
 *
 * The rest is its own.
 */
typedef struct
{
  CeArea     area;
  guint8    *classes;
  CeCut      cut;
  CeParams   params;
} CePiece;

gboolean ce_piece_open           (CePiece *piece, const CeFilter *canny, const CeView *source, const CeParams *params,
                                  const CeArea *area);
void     ce_piece_close          (CePiece *piece);
gboolean ce_piece_classify       (CePiece *piece, double low, double high);
gboolean ce_piece_is_any_above   (CePiece *piece, const gboolean *wanted, int steps);
int      ce_piece_find_strongest (CePiece *piece, const gboolean *wanted, int at_least);

G_END_DECLS

#endif
