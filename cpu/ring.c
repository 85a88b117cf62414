/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Rows on demand: the members and the memory of all rings.
 */
#include "filter.h"

#include "workspace.h"

#include <string.h>

static gsize
space_before (const CeRing *ring)
{
  return ((gsize) ring->reach_x * ring->step + CE_ROW_MARGIN + 15) & ~(gsize) 15;
}

/* Adds the needs of a reader: columns and rows beyond the tile, and rows at the same time. */
static void
need (CeRing *ring, int reach_x, int reach_y, int depth)
{
  /* In whole vectors, so that rows begin on a cache line, because half of all unaligned loads touch two. */
  ring->reach_x = MAX (ring->reach_x, (reach_x + 15) & ~15);
  ring->reach_y = MAX (ring->reach_y, reach_y);
  ring->depth = MAX (ring->depth, depth);
}

/* Adds the needs of the filter, before ce_rings_alloc(): columns and rows beyond the tile, and rows at the same time. */
void
ce_ring_need (CeRing *ring, int reach_x, int reach_y, int depth)
{
  need (ring, reach_x, reach_y, depth);
  ring->is_read = TRUE;
}

/* Returns how many rows below row y of @input are computed for row y of @ring; -1 if @ring does not depend on @input. */
static int
rows_ahead (const CeRing *ring, const CeRing *input)
{
  int most = -1;

  if (ring == input)
    return 0;

  for (int k = 0; k < 3 && ring->inputs[k]; k++)
    {
      int ahead = rows_ahead (ring->inputs[k], input);

      if (ahead >= 0)
        most = MAX (most, ahead + ring->take_y + ring->at_once - 1);
    }

  return most;
}

/* Makes @input keep @behind rows above, and all that are computed for @ring, because one reader reads both. */
static void
keep_beside (CeRing *input, const CeRing *ring, int behind)
{
  int ahead = rows_ahead (ring, input);

  if (ring != input && ahead >= 0)
    need (input, 0, 0, behind + ahead + 1);
}

/* Adds the needs of a filter that reads a ring and another one that depends on it. */
static void
need_for_filter (CeRings *rings)
{
  for (int i = 0; i < rings->n; i++)
    for (int k = 0; k < rings->n; k++)
      {
        CeRing *input = &rings->ring[i], *ring = &rings->ring[k];

        if (input->is_read && ring->is_read)
          keep_beside (input, ring, input->reach_y + ring->reach_y);
      }
}

/* Passes the needs of readers on to their inputs, and allocates the rings for tiles of up to @tile_width columns. */
void
ce_rings_alloc (CeRings *rings, int tile_width)
{
  need_for_filter (rings);
  for (int i = rings->n - 1; i >= 0; i--)
    {
      CeRing *ring = &rings->ring[i];
      float  *memory;
      gsize   width = space_before (ring) + ((gsize) tile_width + ring->reach_x) * ring->step + CE_ROW_SLACK;

      for (int k = 0; k < 3 && ring->inputs[k]; k++)
        {
          need (ring->inputs[k], ring->reach_x + ring->take_x, ring->reach_y + ring->take_y,
                2 * ring->take_y + ring->at_once);
          for (int other = 0; other < 3 && ring->inputs[other]; other++)
            keep_beside (ring->inputs[k], ring->inputs[other], 0);
        }

      /* Several rows may be computed before they are needed. */
      ring->depth += ring->at_once - 1;

      /* An odd number of cache lines keeps the rows of a ring out of one set of the cache. */
      ring->pitch = ((width + 15) / 16 | 1) * 16;
      memory = ce_workspace_alloc (ring->pitch * ring->depth * sizeof (float));
      ring->first = memory ? memory + space_before (ring) : NULL;
    }
}

/* Begins @tile. */
void
ce_rings_begin (CeRings *rings, const CeTile *tile)
{
  for (int i = 0; i < rings->n; i++)
    {
      CeRing *ring = &rings->ring[i];

      ring->tile = *tile;
      ring->next = MAX (0, tile->y0 - ring->reach_y);
    }
}

/* Writes @pixel, of @step floats, @n times. One float has a loop of its own, which compilers make a loop of vectors. */
static void
repeat (const float *pixel, int step, float *out, int n)
{
  float level = pixel[0];

  for (int i = 0; i < n && step == 1; i++)
    out[i] = level;
  for (int i = 0; i < n && step > 1; i++)
    memcpy (out + i * step, pixel, (gsize) step * sizeof (float));
}

/* Copies the outermost columns of the image to the columns beyond it. */
static void
extend (CeRing *ring, float *row, int x0, int x1)
{
  int    step = ring->step;
  int    left = x0 - (ring->tile.x0 - ring->reach_x);
  int    right = ring->tile.x1 + ring->reach_x - x1;
  float *first = row + (gssize) (x0 - ring->tile.x0) * step;
  float *end = row + (gssize) (x1 - ring->tile.x0) * step;

  repeat (first, step, first - (gssize) left * step, left);
  repeat (end - step, step, end, right);
}

static float *
slot (const CeRing *ring, int y)
{
  return ring->first + ring->pitch * (gsize) (y % ring->depth);
}

static void
compute_up_to (CeRing *ring, int y)
{
  int x0 = MAX (0, ring->tile.x0 - ring->reach_x);
  int x1 = MIN (ring->render->source->view.width, ring->tile.x1 + ring->reach_x);
  int before = (x0 - ring->tile.x0) * ring->step;

  /* The last of several rows may lie below the image; they are never read. */
  for (; ring->next <= y; ring->next += ring->at_once)
    {
      float *out[CE_RING_AT_ONCE];

      for (int i = 0; i < ring->at_once; i++)
        out[i] = slot (ring, ring->next + i) + before;
      ring->compute (ring, ring->next, x0, x1, out);
      for (int i = 0; i < ring->at_once; i++)
        extend (ring, out[i] - before, x0, x1);
    }
}

/* Finds @n_rows rows from row @y on, at most as many as the reader needs, each at the tile's first column. The nearest row
 * inside replaces rows beyond the image. The rows stay valid until later rows are requested. */
void
ce_ring_rows (CeRing *ring, int y, int n_rows, const float **rows)
{
  int bottom = ring->render->source->view.height - 1;
  int index;

  compute_up_to (ring, MIN (y + n_rows - 1, bottom));

  index = CLAMP (y, 0, bottom) % ring->depth;
  for (int i = 0; i < n_rows; i++)
    {
      rows[i] = ring->first + ring->pitch * (gsize) index;
      if (y + i >= 0 && y + i < bottom && ++index == ring->depth)
        index = 0;
    }
}

/* Returns one row, as ce_ring_rows() does. */
const float *
ce_ring_row (CeRing *ring, int y)
{
  const float *row;

  ce_ring_rows (ring, y, 1, &row);

  return row;
}
