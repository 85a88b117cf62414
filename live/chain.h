/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Why Canny kept or dropped an edge, and which thresholds would change that.
 * Knows no toolkit.
 */
#ifndef CE_CHAIN_H
#define CE_CHAIN_H

#include "engine/session.h"

G_BEGIN_DECLS

/**
 * CeChainQuestion:
 * @source: the picture
 * @edges: (nullable): Canny's result for @params, to find edges that are shown; %NULL: another stage is
 * @params: with explicit thresholds
 * @x, @y: a pixel
 * @reach: how far from it an edge may be, in pixels
 *
 * Which edge is meant.
 */
typedef struct
{
  const CeView *source;
  const CeView *edges;
  CeParams      params;
  int           x;
  int           y;
  int           reach;
} CeChainQuestion;

/**
 * CeChain:
 * @found: whether there is an edge within reach; if not, nothing else counts
 * @kept: whether it is in the result
 * @possible: whether a threshold within its range changes that
 * @x, @y: the edge's pixel that is meant
 * @n_pixels: how many pixels hang together there
 * @strongest: the largest threshold, in tenths, that one of them is above
 * @low, @high: the thresholds now, the smaller one first
 * @new_low, @new_high: those that drop it if it is kept, and keep it if not
 *
 * A chain of pixels that are kept or dropped together.
 */
typedef struct
{
  gboolean found;
  gboolean kept;
  gboolean possible;
  int      x;
  int      y;
  gint64   n_pixels;
  double   strongest;
  double   low;
  double   high;
  double   new_low;
  double   new_high;
} CeChain;

gboolean ce_chain_find (const CeFilter *canny, const CeChainQuestion *question, CeProgressFunc progress,
                        gpointer data, CeChain *chain);

G_END_DECLS

#endif
