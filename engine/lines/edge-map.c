/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Edge pixels as bits, and their numbers in raster order.
 */
#include "trace.h"

#include "engine/samples.h"
#include "engine/text.h"

#include <string.h>

/* The most edge pixels that paths are made of. */
#define MOST_PIXELS 10000000

/* Pixels whose bits a thread finds at once: about 0.2 ms. */
#define TASK (1 << 19)

/* A bit of each of eight bytes, and the factor that brings them together in the last one: bits of 24 MP in 6 ms, not 21. */
#define EVERY_EIGHTH G_GUINT64_CONSTANT (0x0101010101010101)
#define GATHER G_GUINT64_CONSTANT (0x0102040810204080)

const CePoint ce_link_steps[8] = { { 0, -1 }, { -1, 0 }, { 1, 0 }, { 0, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };

/* Returns whether one of 64 bytes is not 0, as most are not. */
static gboolean
has_edges (const guint8 *bytes)
{
  guint64 eights[8], all = 0;

  memcpy (eights, bytes, sizeof eights);
  for (int i = 0; i < 8; i++)
    all |= eights[i];

  return all != 0;
}

/* Returns the bits of up to 64 pixels from column @x on whose level is above 127.5. */
static guint64
word_of (const CeView *view, int x, int y)
{
  const void *row = ce_view_row (view, y);
  int         n = MIN (view->width - x, 64);
  guint64     word = 0;
  int         i = 0;

  if (view->type == CE_U8 && n == 64 && ! has_edges ((const guint8 *) row + x))
    return 0;
  for (; view->type == CE_U8 && i + 8 <= n; i += 8)
    {
      guint64 eight;

      memcpy (&eight, (const guint8 *) row + x + i, sizeof eight);
      word |= ((GUINT64_FROM_LE (eight) >> 7 & EVERY_EIGHTH) * GATHER >> 56) << i;
    }
  for (; i < n; i++)
    word |= (guint64) (ce_level_of (row, view->type, (gsize) (x + i)) > 127.5f) << i;

  return word;
}

static gboolean
refuse (guint64 n, GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_INVALID,
               _("The edges have %.1f million pixels, and lines are made of at most %d million: higher thresholds leave fewer."),
               (double) n / 1e6, MOST_PIXELS / 1000000);

  return FALSE;
}

typedef struct
{
  CeTeam        team;
  CeEdgeMap    *edges;
  const CeView *view, *selection;
  int           n_rows;         /* of a task */
  guint        *found;          /* edge pixels of each task */
} Map;

/* A CeTask: finds the edge pixels of some rows, and numbers them from 0. */
static void
find_pixels (int task, gpointer data)
{
  Map       *map = data;
  CeEdgeMap *edges = map->edges;
  gsize      words = edges->words;
  int        y = task * map->n_rows, end = MIN (y + map->n_rows, edges->height);
  CeSteps    steps = { .team = &map->team, .done = words * (gsize) (end - y) };
  guint      n = 0;

  for (; y < end; y++)
    for (gsize i = 0; i < words; i++)
      {
        guint64 word = word_of (map->view, (int) i * 64, y);

        if (word && map->selection)
          word &= word_of (map->selection, (int) i * 64, y);
        edges->bits[(gsize) y * words + i] = word;
        edges->before[(gsize) y * words + i] = n;
        n += ce_edge_map_count (word);
      }
  map->found[task] = n;
  ce_team_end (&map->team, &steps, NULL);
}

/* Sets the bits of the pixels of @view, of one channel, that are edges, and are in the (nullable) @selection. */
gboolean
ce_edge_map_init (CeEdgeMap *edges, const CeView *view, const CeView *selection, const CeProgress *progress,
                  GError **error)
{
  gsize   words = ((gsize) view->width + 63) / 64, all = words * (gsize) view->height;
  int     n_rows = MAX (TASK / view->width, 1), n_tasks = (view->height + n_rows - 1) / n_rows;
  guint64 n = 0;
  g_autofree guint *found = ce_trace_alloc ((gsize) n_tasks, sizeof *found, error);
  Map     map = { { .progress = progress, .all = all, .caller = g_thread_self () }, edges, view, selection, n_rows, found };

  *edges = (CeEdgeMap) { .width = view->width, .height = view->height, .words = words };
  edges->bits = found ? ce_trace_take (all, sizeof *edges->bits, error) : NULL;
  edges->before = edges->bits ? ce_trace_take (all, sizeof *edges->before, error) : NULL;
  if (! edges->before || ! ce_team_run (&map.team, n_tasks, find_pixels, &map, error))
    return FALSE;

  for (int i = 0; i < n_tasks; n += found[i++])
    for (gsize word = (gsize) (i * n_rows) * words; word < MIN ((gsize) ((i + 1) * n_rows) * words, all); word++)
      edges->before[word] += (guint) n;
  edges->n = (guint) n;

  return n <= MOST_PIXELS || refuse (n, error);
}

void
ce_edge_map_clear (CeEdgeMap *edges)
{
  g_clear_pointer (&edges->bits, g_free);
  g_clear_pointer (&edges->before, g_free);
}
