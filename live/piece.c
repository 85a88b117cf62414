/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Everything is asked of the engine: a pixel is weak if it is above the low
 * threshold and strong if it is above the high one, so a few renders with
 * other thresholds tell how strong it is, exactly as the result will see it.
 */
#include "piece.h"

#include <string.h>

/**
 * ce_piece_open:
 * @piece: (out): a piece
 * @canny: the filter
 * @source: the picture
 * @params: of @canny
 * @area: what part of it
 *
 * Returns: whether memory sufficed; either way to be closed
 */
gboolean
ce_piece_open (CePiece *piece, const CeFilter *canny, const CeView *source, const CeParams *params,
               const CeArea *area)
{
  memset (piece, 0, sizeof *piece);
  piece->area = *area;
  piece->params = *params;
  piece->params.stage = CE_STAGE_CLASSES;
  piece->params.style = CE_STYLE_WHITE_ON_BLACK;
  piece->params.thresholds = CE_THRESHOLDS_MANUAL;
  piece->classes = g_malloc0 ((gsize) area->width * area->height);
  if (! ce_cut_open (&piece->cut, canny, source, area, ce_cut_margin (params)))
    return FALSE;


  return TRUE;
}

/**
 * ce_piece_close:
 * @piece: a piece
 */
void
ce_piece_close (CePiece *piece)
{
  ce_cut_close (&piece->cut);
  g_clear_pointer (&piece->classes, g_free);
}

static CePieceClass
get_class (const CeView *result, int x, int y)
{
  gpointer row = ce_view_row (result, y);
  double   level = result->type == CE_U8 ? ((guint8 *) row)[x] : ((float *) row)[x] * 255.0;

  return level > 200 ? CE_PIECE_STRONG : level > 50 ? CE_PIECE_WEAK : CE_PIECE_DROPPED;
}

/**
 * ce_piece_classify:
 * @piece: an open piece
 * @low, @high: thresholds
 *
 * Fills in its classes.
 *
 * Returns: whether memory sufficed
 */
gboolean
ce_piece_classify (CePiece *piece, double low, double high)
{
  const CeArea *area = &piece->area;
  const CeView *result;

  piece->params.low = low;
  piece->params.high = high;
  if (! piece->cut.session || ! ce_session_render (piece->cut.session, &piece->params, NULL, NULL, NULL))
    return FALSE;

  result = ce_session_get_result (piece->cut.session);
  for (int y = 0; y < area->height; y++)
    for (int x = 0; x < area->width; x++)
      piece->classes[y * area->width + x] = (guint8) get_class (result, area->x + x - piece->cut.left,
                                                                area->y + y - piece->cut.top);

  return TRUE;
}

/**
 * ce_piece_is_any_above:
 * @piece: an open piece
 * @wanted: (nullable): which of its pixels count; %NULL: all
 * @steps: a threshold
 *
 * Returns: whether one of them, after thinning, is above it
 */
gboolean
ce_piece_is_any_above (CePiece *piece, const gboolean *wanted, int steps)
{
  if (! ce_piece_classify (piece, 0, (double) steps / CE_PIECE_STEPS))
    return FALSE;

  for (int i = 0; i < piece->area.width * piece->area.height; i++)
    if (piece->classes[i] == CE_PIECE_STRONG && (! wanted || wanted[i]))
      return TRUE;

  return FALSE;
}

/**
 * ce_piece_find_strongest:
 * @piece: an open piece
 * @wanted: (nullable): which of its pixels count; %NULL: all
 * @at_least: a threshold, in steps
 *
 * Returns: the largest threshold, in steps, that one of them is above, but not
 *   less than @at_least
 */
int
ce_piece_find_strongest (CePiece *piece, const gboolean *wanted, int at_least)
{
  int below = at_least + 1, above = CE_PIECE_MAX_STEPS + 1;

  if (below > CE_PIECE_MAX_STEPS || ! ce_piece_is_any_above (piece, wanted, below))
    return at_least;

  while (above - below > 1)
    {
      int middle = (below + above) / 2;

      if (ce_piece_is_any_above (piece, wanted, middle))
        below = middle;
      else
        above = middle;
    }

  return below;
}
