/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements of hysteresis: exact by a queue (002) and by depth (003), and by a fixed number of passes over tiles (003).
 */
#include "plain.h"

#include <string.h>

/* Marks every pixel of @out that is PLAIN_WEAK and hangs on the one at @first, which is marked. */
static void
follow (guint8 *out, int width, int height, gsize first, GArray *open, gboolean by_depth)
{
  guint head = 0;

  g_array_set_size (open, 0);
  g_array_append_val (open, first);
  while (head < open->len)
    {
      gsize at = g_array_index (open, gsize, by_depth ? open->len - 1 : head);
      int   x = (int) (at % width), y = (int) (at / width);

      if (by_depth)
        g_array_set_size (open, open->len - 1);
      else
        head++;
      for (int v = MAX (y - 1, 0); v <= MIN (y + 1, height - 1); v++)
        for (int u = MAX (x - 1, 0); u <= MIN (x + 1, width - 1); u++)
          {
            gsize next = (gsize) v * width + u;

            if (out[next] == PLAIN_WEAK)
              {
                out[next] = PLAIN_EDGE;
                g_array_append_val (open, next);
              }
          }
    }
}

static void
follow_all (guint8 *out, int width, int height, gboolean by_depth)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (gsize));

  for (gsize i = 0; i < (gsize) width * height; i++)
    if (out[i] == PLAIN_NEW)
      {
        out[i] = PLAIN_EDGE;
        follow (out, width, height, i, open, by_depth);
      }
  for (gsize i = 0; i < (gsize) width * height; i++)
    out[i] = out[i] == PLAIN_EDGE ? 255 : 0;
}

/* Strong from @high on, weak from @low on; 255 or 0. */
void
plain_hysteresis_queue (const float *thinned, guint8 *out, int width, int height, float low, float high)
{
  for (gsize i = 0; i < (gsize) width * height; i++)
    out[i] = thinned[i] >= high ? PLAIN_NEW : thinned[i] >= low ? PLAIN_WEAK : PLAIN_NONE;
  follow_all (out, width, height, FALSE);
}

void
plain_hysteresis_depth (const guint8 *classes, guint8 *out, int width, int height)
{
  memcpy (out, classes, (gsize) width * height);
  follow_all (out, width, height, TRUE);
}

typedef struct
{
  const guint8 *from;   /* the copy that is read */
  guint8       *to;     /* and the one that is written */
  int           width, height;
  GArray       *open;
} Round;

static gboolean
is_strong (guint8 value)
{
  return value == PLAIN_NEW || value == PLAIN_EDGE;
}

/* Floods the weak pixels of one tile from its strong ones and from those of the ring around it. */
static gboolean
flood_tile (Round *round, int x0, int y0, int x1, int y1)
{
  gboolean changed = FALSE;

  g_array_set_size (round->open, 0);
  for (int y = MAX (y0 - 1, 0); y < MIN (y1 + 1, round->height); y++)
    for (int x = MAX (x0 - 1, 0); x < MIN (x1 + 1, round->width); x++)
      {
        gsize at = (gsize) y * round->width + x;

        if (is_strong (round->from[at]))
          g_array_append_val (round->open, at);
      }
  while (round->open->len > 0)
    {
      gsize at = g_array_index (round->open, gsize, round->open->len - 1);
      int   x = (int) (at % round->width), y = (int) (at / round->width);

      g_array_set_size (round->open, round->open->len - 1);
      for (int v = MAX (y - 1, y0); v <= MIN (y + 1, y1 - 1); v++)
        for (int u = MAX (x - 1, x0); u <= MIN (x + 1, x1 - 1); u++)
          {
            gsize next = (gsize) v * round->width + u;

            if (round->to[next] == PLAIN_WEAK)
              {
                round->to[next] = PLAIN_EDGE;
                g_array_append_val (round->open, next);
                changed = TRUE;
              }
          }
    }

  return changed;
}

static gboolean
flood_tiles (Round *round, int tile)
{
  gboolean changed = FALSE;

  for (int y = 0; y < round->height; y += tile)
    for (int x = 0; x < round->width; x += tile)
      changed |= flood_tile (round, x, y, MIN (x + tile, round->width), MIN (y + tile, round->height));

  return changed;
}

/**
 * plain_hysteresis:
 * @classes: PLAIN_NEW where strong, PLAIN_WEAK, or 0
 * @out: 255 or 0
 * @tile: pixels along each side of a tile
 * @n_passes: passes over all tiles; -1: until nothing changes
 *
 * The strong pixels, and the weak ones that so many passes reach: each floods every tile from what the pass before left in
 * it and in the ring around it, reading one copy and writing another. Of a chain they follow what crosses one border less
 * than there are passes, and one more where the chain's first step crosses one.
 *
 * Returns: the passes that changed something
 */
int
plain_hysteresis (const guint8 *classes, guint8 *out, int width, int height, int tile, int n_passes)
{
  gsize              n = (gsize) width * height;
  g_autofree guint8 *copy = g_memdup2 (classes, n);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (gsize));
  Round              round = { copy, out, width, height, open };
  int                n_done = 0;

  memcpy (out, classes, n);
  while (n_done != n_passes && flood_tiles (&round, tile))
    {
      memcpy (copy, out, n);
      n_done++;
    }
  for (gsize i = 0; i < n; i++)
    out[i] = is_strong (out[i]) ? 255 : 0;

  return n_done;
}
