/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows on demand, and what all rings have in common.
 */
#include "ring.h"

static gsize
room_before (const CeRing *ring)
{
  return ((gsize) ring->reach_x * ring->step + CE_ROW_MARGIN + 15) & ~(gsize) 15;
}

/**
 * ce_ring_need:
 * @ring: a ring
 * @reach_x, @reach_y: columns and rows beyond the tile that its reader wants
 * @depth: rows its reader wants at the same time
 *
 * Says what the reader of the ring needs, before ce_chain_alloc().
 */
void
ce_ring_need (CeRing *ring, int reach_x, int reach_y, int depth)
{
  ring->reach_x = MAX (ring->reach_x, reach_x);
  ring->reach_y = MAX (ring->reach_y, reach_y);
  ring->depth = MAX (ring->depth, depth);
}

/**
 * ce_chain_alloc:
 * @chain: rings whose last ones know what is needed of them
 * @tile_width: of the widest tile
 *
 * Hands the needs on from readers to inputs and allocates the rings.
 */
void
ce_chain_alloc (CeChain *chain, int tile_width)
{
  for (int i = chain->n_stages - 1; i >= 0; i--)
    {
      CeRing *ring = &chain->rings[i];
      gsize    width = room_before (ring) + ((gsize) tile_width + ring->reach_x) * ring->step + CE_ROW_SLACK;

      for (int k = 0; k < 2 && ring->inputs[k]; k++)
        ce_ring_need (ring->inputs[k], ring->reach_x + ring->take_x, ring->reach_y + ring->take_y,
                       2 * ring->take_y + 1);

      /* An odd number of cache lines, so that the rows of a ring do not fall
       * into the same sets of the cache. */
      ring->pitch = ((width + 15) / 16 | 1) * 16;
      ring->rows_kept = g_aligned_alloc0 (ring->pitch * ring->depth, sizeof (float), 64);
    }
}

void
ce_chain_clear (CeChain *chain)
{
  for (int i = 0; i < chain->n_stages; i++)
    g_clear_pointer (&chain->rings[i].rows_kept, g_aligned_free);
}

/**
 * ce_chain_begin:
 * @chain: a chain
 * @tile: the next tile to run down
 */
void
ce_chain_begin (CeChain *chain, const CeTile *tile)
{
  for (int i = 0; i < chain->n_stages; i++)
    {
      CeRing *ring = &chain->rings[i];

      ring->tile = *tile;
      ring->next = MAX (0, tile->y0 - ring->reach_y);
    }
}

/* Copies the outermost columns of the image to what lies beyond it. */
static void
extend (CeRing *ring, float *row, int x0, int x1)
{
  int    step = ring->step;
  int    left = x0 - (ring->tile.x0 - ring->reach_x);
  int    right = ring->tile.x1 + ring->reach_x - x1;
  float *first = row + (gssize) (x0 - ring->tile.x0) * step;
  float *end = row + (gssize) (x1 - ring->tile.x0) * step;

  for (int i = 0; i < left * step; i++)
    first[-1 - i] = first[step - 1 - i % step];
  for (int i = 0; i < right * step; i++)
    end[i] = end[i % step - step];
}

/**
 * ce_ring_row:
 * @ring: a ring
 * @y: a row of the image or beyond; not before the oldest one in the ring
 *
 * Returns: the row, at the tile's first column; beyond the image the nearest
 *   row inside. It stays for the depth the reader asked for
 */
const float *
ce_ring_row (CeRing *ring, int y)
{
  const CeView *view = &ring->source->view;
  int           x0 = MAX (0, ring->tile.x0 - ring->reach_x);
  int           x1 = MIN (view->width, ring->tile.x1 + ring->reach_x);

  y = CLAMP (y, 0, view->height - 1);
  for (; ring->next <= y; ring->next++)
    {
      float *row = ring->rows_kept + room_before (ring) + ring->pitch * (gsize) (ring->next % ring->depth);

      ring->compute (ring, ring->next, x0, x1, row + (gssize) (x0 - ring->tile.x0) * ring->step);
      extend (ring, row, x0, x1);
    }

  return ring->rows_kept + room_before (ring) + ring->pitch * (gsize) (y % ring->depth);
}
