/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Erases edges. docs/arithmetic.md defines which edge a point names. The host does this after a render, so that all
 * backends give the same bits.
 */
#include "erase.h"

#include "filters.h"
#include "flood.h"
#include "memory.h"
#include "plan.h"
#include "samples.h"
#include "threads.h"

/* Rows of one task. */
#define BAND 64

/* Edges one pixel wide, dark on white or light on black. */
typedef struct
{
  const CeView *view;
  gboolean      dark;
} Edges;

/* Edges that are widened, as one bit per pixel. */
typedef struct
{
  Edges   edges;
  CeDisc  disc;
  guint8 *bits;
  gsize   stride;
} Lines;

static gboolean
is_edge (const Edges *edges, int x, int y)
{
  const CeView *view = edges->view;

  return x >= 0 && y >= 0 && x < view->width && y < view->height
         && (ce_level_of (ce_view_row (view, y), view->type, (gsize) x) > 127.5f) != edges->dark;
}

static void
clear_edge (const Edges *edges, int x, int y)
{
  ce_put_level (ce_view_row (edges->view, y), edges->view->type, (gsize) x, edges->dark ? 255 : 0, TRUE);
}

/* A CePixelFunc. */
static gboolean
has_edge (gpointer data, int x, int y)
{
  return is_edge (data, x, y);
}

/* A CePixelFunc: clears an edge pixel. */
static gboolean
take_edge (gpointer data, int x, int y)
{
  if (! is_edge (data, x, y))
    return FALSE;

  clear_edge (data, x, y);

  return TRUE;
}

/* Clears the edges that @points name. All points are looked up before the first edge is cleared, so that their order does
 * not matter. */
static gboolean
clear_edges (Edges *edges, GArray *points, CePoint origin, const CeProgress *progress, GError **error)
{
  guint    n = 0;
  gboolean done = TRUE;

  for (guint i = 0; i < points->len; i++)
    {
      CePoint point = g_array_index (points, CePoint, i);

      point.x -= origin.x;
      point.y -= origin.y;
      if (ce_flood_find (&point, has_edge, edges))
        g_array_index (points, CePoint, n++) = point;
    }
  for (guint i = 0; i < n && done; i++)
    done = ce_flood (g_array_index (points, CePoint, i), take_edge, edges, progress, error);

  return done;
}

/* A CeTask: sets the bits of BAND rows. */
static void
note_edges (int task, gpointer data)
{
  Lines        *lines = data;
  const CeView *view = lines->edges.view;

  for (int y = task * BAND; y < MIN ((task + 1) * BAND, view->height); y++)
    {
      guint8 *bits = lines->bits + (gsize) y * lines->stride;

      for (int x = 0; x < view->width; x++)
        if (is_edge (&lines->edges, x, y))
          bits[x / 8] |= (guint8) (1 << x % 8);
    }
}

static gboolean
has_bit (const guint8 *bits, int x)
{
  return bits[x / 8] >> x % 8 & 1;
}

/* Draws row @j of the disc of each edge in @bits into row @y; the row's last column is @reach columns to the right of the
 * edge. */
static void
draw_row (const Lines *lines, int y, const guint8 *bits, int reach)
{
  const CeView *view = lines->edges.view;
  int           before = reach - lines->disc.lo - lines->disc.hi;

  for (int x = 0; x < view->width; x++)
    {
      int begin = x, end;

      if (x % 8 == 0 && ! bits[x / 8])
        {
          x += 7;
          continue;
        }
      if (! has_bit (bits, x))
        continue;
      while (x + 1 < view->width && has_bit (bits, x + 1))
        x++;

      end = MIN (x + reach + 1, view->width);
      for (int i = MAX (begin - before, 0); i < end; i++)
        ce_put_level (ce_view_row (view, y), view->type, (gsize) i, lines->edges.dark ? 0 : 255, TRUE);
    }
}

/* A CeTask: draws the lines of BAND rows. */
static void
draw_lines (int task, gpointer data)
{
  const Lines  *lines = data;
  const CeDisc *disc = &lines->disc;
  int           height = lines->edges.view->height;

  for (int y = task * BAND; y < MIN ((task + 1) * BAND, height); y++)
    for (int j = disc->lo; j <= disc->hi; j++)
      if (y - j >= 0 && y - j < height)
        draw_row (lines, y, lines->bits + (gsize) (y - j) * lines->stride, disc->reach[j - disc->lo]);
}

static gboolean
widen (const Edges *edges, int width, const CeProgress *progress, GError **error)
{
  const CeView    *view = edges->view;
  Lines            lines = { .edges = *edges, .stride = ((gsize) view->width + 7) / 8 };
  gsize            size = lines.stride * (gsize) view->height;
  int              n_tasks = (view->height + BAND - 1) / BAND;
  gboolean         done;

  ce_disc_init (&lines.disc, width);
  lines.bits = ce_memory_alloc (size, error);
  if (! lines.bits)
    return FALSE;

  done = ce_threads_run (n_tasks, note_edges, &lines, progress, error)
         && ce_threads_run (n_tasks, draw_lines, &lines, progress, error);
  ce_memory_free (lines.bits, size);

  return done;
}

/* Erases the edges that the points of the (nullable) @erased name from Canny's @edges, which are one pixel wide, @dark on
 * white or light on black, and begin at @origin. The remaining edges become lines @width pixels wide. FALSE with
 * CE_ERROR_INVALID, CE_ERROR_NO_MEMORY or CE_ERROR_CANCELLED. */
gboolean
ce_erase (const CeView *edges, gboolean dark, const char *erased, CePoint origin, int width, const CeProgress *progress,
          GError **error)
{
  Edges              all = { edges, dark };
  g_autoptr (GArray) points = ce_params_parse_erased (erased, NULL, error);

  return points && clear_edges (&all, points, origin, progress, error)
         && (width == 1 || widen (&all, width, progress, error));
}
