/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Erases edges. docs/arithmetic.md defines which edge a point names. The host does this after a render, so that all
 * backends give the same bits.
 */
#include "erase.h"

#include <string.h>

#include "error.h"
#include "memory.h"
#include "plan.h"
#include "samples.h"
#include "text.h"
#include "threads.h"

/* Rows of one task. */
#define BAND 64

/* Edges one pixel wide, dark on white or light on black. */
typedef struct
{
  const CeView *view;
  gboolean      dark;
} Edges;

/* Edges that are widened, from a copy of them. */
typedef struct
{
  Edges         from;
  const CeView *to;
  CeDisc        disc;
} Lines;

static gboolean
parse_number (const char **text, int *number)
{
  char  *end;
  gint64 value;

  if (! g_ascii_isdigit (**text))
    return FALSE;

  value = g_ascii_strtoll (*text, &end, 10);
  *number = (int) MIN (value, G_MAXINT / 2);
  *text = end;

  return TRUE;
}

/* Returns (transfer full) the points of a (nullable) text, “10,20 300,40”, as an array of CePoint; NULL with
 * CE_ERROR_INVALID for another text or more than CE_MAX_ERASED points. */
GArray *
ce_erase_parse (const char *text, GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  const char        *rest = text ? text : "";

  for (rest += strspn (rest, " "); *rest; rest += strspn (rest, " "))
    {
      CePoint point;

      if (! parse_number (&rest, &point.x) || *rest++ != ',' || ! parse_number (&rest, &point.y) || (*rest && *rest != ' '))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("Erased edges are told as points of pixels, “10,20 300,40”."));
          return NULL;
        }
      g_array_append_val (points, point);
    }

  if (points->len > CE_MAX_ERASED)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("At most %d edges can be erased."), CE_MAX_ERASED);
      return NULL;
    }

  return g_steal_pointer (&points);
}

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

/* Moves @point onto the nearest edge pixel within reach, the first by rows of equally near ones. */
static gboolean
find_edge (const Edges *edges, CePoint *point)
{
  CePoint middle = *point;
  int     nearest = G_MAXINT;

  for (int j = -CE_ERASE_REACH; j <= CE_ERASE_REACH; j++)
    for (int i = -CE_ERASE_REACH; i <= CE_ERASE_REACH; i++)
      if (i * i + j * j < nearest && is_edge (edges, middle.x + i, middle.y + j))
        {
          nearest = i * i + j * j;
          *point = (CePoint) { middle.x + i, middle.y + j };
        }

  return nearest < G_MAXINT;
}

/* A stack of pixels. It may grow as large as an edge, so its memory may be refused. */
typedef struct
{
  CePoint *points;
  gsize    n;
  gsize    n_allocated;
} Stack;

static gboolean
push (Stack *stack, int x, int y, GError **error)
{
  if (stack->n == stack->n_allocated)
    {
      gsize    n = MAX (2 * stack->n_allocated, 1024);
      CePoint *points = g_try_renew (CePoint, stack->points, n);

      if (! points)
        {
          g_autofree char *size = g_format_size (n * sizeof *points);

          g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory for %s of pixels."), size);
          return FALSE;
        }
      stack->points = points;
      stack->n_allocated = n;
    }
  stack->points[stack->n++] = (CePoint) { x, y };

  return TRUE;
}

/* Clears the component of edge pixels that @seed is in, unless it is cleared already. */
static gboolean
clear_component (const Edges *edges, CePoint seed, Stack *stack, GError **error)
{
  if (! is_edge (edges, seed.x, seed.y))
    return TRUE;

  clear_edge (edges, seed.x, seed.y);
  if (! push (stack, seed.x, seed.y, error))
    return FALSE;

  while (stack->n > 0)
    {
      CePoint pixel = stack->points[--stack->n];

      for (int y = pixel.y - 1; y <= pixel.y + 1; y++)
        for (int x = pixel.x - 1; x <= pixel.x + 1; x++)
          if (is_edge (edges, x, y))
            {
              clear_edge (edges, x, y);
              if (! push (stack, x, y, error))
                return FALSE;
            }
    }

  return TRUE;
}

/* Clears the edges that @points name. All points are looked up before the first edge is cleared, so that their order does
 * not matter. */
static gboolean
clear_edges (const Edges *edges, GArray *points, CePoint origin, GError **error)
{
  Stack    stack = { NULL, 0, 0 };
  guint    n = 0;
  gboolean done = TRUE;

  for (guint i = 0; i < points->len; i++)
    {
      CePoint point = g_array_index (points, CePoint, i);

      point.x -= origin.x;
      point.y -= origin.y;
      if (find_edge (edges, &point))
        g_array_index (points, CePoint, n++) = point;
    }
  for (guint i = 0; i < n && done; i++)
    done = clear_component (edges, g_array_index (points, CePoint, i), &stack, error);
  g_free (stack.points);

  return done;
}

/* Draws the discs of the edges in the columns @first to @last of row @y into the rows @begin to @end - 1. */
static void
draw_run (const Lines *lines, int first, int last, int y, int begin, int end)
{
  const CeDisc *disc = &lines->disc;
  const CeView *to = lines->to;

  for (int j = MAX (disc->lo, begin - y); j <= MIN (disc->hi, end - 1 - y); j++)
    {
      int reach = disc->reach[j - disc->lo];
      int before = reach - disc->lo - disc->hi;

      for (int x = MAX (first - before, 0); x < MIN (last + reach + 1, to->width); x++)
        ce_put_level (ce_view_row (to, y + j), to->type, (gsize) x, lines->from.dark ? 0 : 255, TRUE);
    }
}

/* A CeTask: draws the lines of BAND rows. */
static void
draw_lines (int task, gpointer data)
{
  const Lines *lines = data;
  int          begin = task * BAND, end = MIN (begin + BAND, lines->to->height);

  for (int y = begin - lines->disc.hi; y < end - lines->disc.lo; y++)
    for (int x = 0, first; x < lines->to->width; x++)
      if (is_edge (&lines->from, x, y))
        {
          first = x;
          while (is_edge (&lines->from, x + 1, y))
            x++;
          draw_run (lines, first, x, y, begin, end);
        }
}

static gboolean
widen (const Edges *edges, int width, GError **error)
{
  const CeView *view = edges->view;
  CeView        copy = *view;
  Lines         lines = { { &copy, edges->dark }, view, { 0 } };
  gboolean      done;

  if (! ce_memory_take (&copy, view->width, view->height, error))
    return FALSE;

  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_row (&copy, y), ce_view_row (view, y), (gsize) view->width * ce_type_size (view->type));
  ce_disc_init (&lines.disc, width);
  done = ce_threads_run ((view->height + BAND - 1) / BAND, draw_lines, &lines, NULL, error);
  ce_memory_put (&copy);

  return done;
}

/* Erases the edges that the points of @erased name from Canny's @edges, which are one pixel wide, @dark on white or light
 * on black, and begin at @origin. The remaining edges become lines @width pixels wide. FALSE with CE_ERROR_INVALID or
 * CE_ERROR_NO_MEMORY. */
gboolean
ce_erase (const CeView *edges, gboolean dark, const char *erased, CePoint origin, int width, GError **error)
{
  Edges              all = { edges, dark };
  g_autoptr (GArray) points = ce_erase_parse (erased, error);

  return points && clear_edges (&all, points, origin, error) && (width == 1 || widen (&all, width, error));
}
