/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A list that does not change: to add or to drop an edge makes another one, so
 * that one thread may read it while another goes on.
 */
#include "erased.h"

#include <string.h>

#include "engine/filters.h"
#include "engine/plan.h"
#include "engine/samples.h"

/* How far an edge moves when it is found in another way, pixels. */
#define DRIFT 2

/* The pixels of one edge, and how it was found. */
typedef struct
{
  CeParams params;
  gsize    n_points;
  CePoint  points[];
} Edge;

struct _CeErased
{
  GPtrArray *edges;          /* of Edge, counted */
};

static void
unref_edge (gpointer edge)
{
  g_atomic_rc_box_release (edge);
}

static CeErased *
copy_but (CeErased *erased, int index)
{
  CeErased *copy = g_atomic_rc_box_new0 (CeErased);

  copy->edges = g_ptr_array_new_with_free_func (unref_edge);
  for (guint i = 0; erased && i < erased->edges->len; i++)
    if ((int) i != index)
      g_ptr_array_add (copy->edges, g_atomic_rc_box_acquire (erased->edges->pdata[i]));

  return copy;
}

/**
 * ce_erased_add:
 * @erased: (nullable): edges
 * @points: the pixels of one more
 * @n_points: how many
 * @params: that it was found with
 *
 * Returns: (transfer full): all of them
 */
CeErased *
ce_erased_add (CeErased *erased, const CePoint *points, gsize n_points, const CeParams *params)
{
  CeErased *more = copy_but (erased, -1);
  Edge     *edge = g_atomic_rc_box_alloc0 (sizeof *edge + n_points * sizeof *points);

  edge->params = *params;
  edge->n_points = n_points;
  memcpy (edge->points, points, n_points * sizeof *points);
  g_ptr_array_add (more->edges, edge);

  return more;
}

/**
 * ce_erased_drop:
 * @erased: edges
 * @index: one of them
 *
 * Returns: (transfer full): the others
 */
CeErased *
ce_erased_drop (CeErased *erased, guint index)
{
  return copy_but (erased, (int) index);
}

/**
 * ce_erased_ref:
 * @erased: (nullable): edges
 *
 * Returns: (transfer full) (nullable): the same
 */
CeErased *
ce_erased_ref (CeErased *erased)
{
  return erased ? g_atomic_rc_box_acquire (erased) : NULL;
}

static void
clear (gpointer data)
{
  g_ptr_array_unref (((CeErased *) data)->edges);
}

/**
 * ce_erased_unref:
 * @erased: (nullable): edges
 */
void
ce_erased_unref (CeErased *erased)
{
  if (erased)
    g_atomic_rc_box_release_full (erased, clear);
}

/**
 * ce_erased_count:
 * @erased: (nullable): edges
 *
 * Returns: how many
 */
guint
ce_erased_count (CeErased *erased)
{
  return erased ? erased->edges->len : 0;
}

/**
 * ce_erased_find:
 * @erased: (nullable): edges
 * @x, @y: a pixel
 *
 * Returns: the last of them that has this pixel, or one as near as edges drift; -1: none has
 */
int
ce_erased_find (CeErased *erased, int x, int y)
{
  for (int i = (int) ce_erased_count (erased) - 1; i >= 0; i--)
    {
      const Edge *edge = erased->edges->pdata[i];

      for (gsize j = 0; j < edge->n_points; j++)
        if (ABS (edge->points[j].x - x) <= DRIFT && ABS (edge->points[j].y - y) <= DRIFT)
          return i;
    }

  return -1;
}

/* What is no edge, from one column to another of a row. */
static void
fill (const CeView *result, int y, int from, int to, gboolean bright)
{
  for (int x = from; x < to; x++)
    ce_put_level (ce_view_row (result, y), result->type, (gsize) x, bright ? 255 : 0, TRUE);
}

static void
erase (const Edge *edge, const CeView *result, const CeArea *part, int reach, gboolean bright)
{
  for (gsize i = 0; i < edge->n_points; i++)
    {
      int x = edge->points[i].x - part->x, y = edge->points[i].y - part->y;
      int from = MAX (x - reach, 0), to = MIN (x + reach + 1, part->width);

      for (int row = MAX (y - reach, 0); row < MIN (y + reach + 1, part->height) && from < to; row++)
        fill (result, row, from, to, bright);
    }
}

/**
 * ce_erased_apply:
 * @erased: (nullable): edges
 * @result: (inout): edges one pixel wide, or a part of them
 * @part: where that is in the image
 * @params: that they were found with
 *
 * Erases them: just the pixels they had, or some around them where a blur or a
 * gradient that they were not found with may have moved them.
 */
void
ce_erased_apply (CeErased *erased, const CeView *result, const CeArea *part, const CeParams *params)
{
  for (guint i = 0; i < ce_erased_count (erased); i++)
    {
      const Edge *edge = erased->edges->pdata[i];
      gboolean    same = ce_params_first_step (&edge->params, params, CE_FILTER_CANNY) >= CE_STEP_THRESHOLDS;

      erase (edge, result, part, same ? 0 : DRIFT, params->style == CE_STYLE_BLACK_ON_WHITE);
    }
}

/* Columns of the disc of one edge pixel, by row. */
static void
draw_disc (const CeView *result, int x, int y, const CeDisc *disc, gboolean bright)
{
  for (int j = MAX (disc->lo, -y); j <= MIN (disc->hi, result->height - 1 - y); j++)
    {
      int reach = disc->reach[j - disc->lo];

      fill (result, y + j, MAX (x + disc->lo + disc->hi - reach, 0), MIN (x + reach + 1, result->width), bright);
    }
}

/**
 * ce_erased_widen:
 * @result: (inout): edges one pixel wide
 * @params: how wide lines are, and what edges look like
 *
 * Makes lines of them, as the engine does.
 */
void
ce_erased_widen (const CeView *result, const CeParams *params)
{
  gboolean           dark = params->style == CE_STYLE_BLACK_ON_WHITE;
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  CeDisc             disc;

  ce_disc_init (&disc, params->width);
  for (int y = 0; y < result->height; y++)
    for (int x = 0; x < result->width; x++)
      if ((ce_level_of (ce_view_row (result, y), result->type, (gsize) x) > 127.5f) != dark)
        g_array_append_vals (points, &(CePoint) { x, y }, 1);

  for (guint i = 0; i < points->len; i++)
    draw_disc (result, g_array_index (points, CePoint, i).x, g_array_index (points, CePoint, i).y, &disc, ! dark);
}
