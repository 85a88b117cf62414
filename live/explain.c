/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain.h"

#include <math.h>

#include "engine/cuda-edges.h"
#include "levels.h"
#include "erased.h"

/* The side of a tile that is searched at a time, pixels. */
#define TILE 256

/* Thresholds are proposed in steps of a tenth of a level. */
#define STEPS 10

/* The most pixels of an image that is searched as a whole. */
#define MOST_PIXELS 60000000

typedef struct
{
  CeSession     *session;
  CeParams       params;             /* of the result */
  CeFound        found;              /* by its render: the thresholds */
  CeArea         image;              /* the session's image, in the coordinates of the whole one, which all pixels have */
  CeProgressFunc progress;
  gpointer       data;
  gboolean       failed;
  float          low;                /* members have a strength above this */
  GHashTable    *tiles;              /* by number: strengths where thinning keeps a pixel that was not visited; else 0 */
  GArray        *open;               /* of CePoint, to be visited */
  GArray        *points;             /* (nullable) of CePoint, the members */
  gint64         n_members;
  float          strongest;          /* strength of the strongest member */
  CePoint        at;                 /* that member */
} Search;

static float *
new_tile (Search *search, int x, int y)
{
  float *tile = g_new0 (float, TILE * TILE);
  CeArea area = { x, y, MIN (TILE, search->image.width - x), MIN (TILE, search->image.height - y) };
  CeView view = { (gpointer) tile, TILE * sizeof *tile, area.width, area.height, 1, CE_F32 };

  search->failed = search->failed
                   || (search->progress && ! search->progress (0, search->data))
                   || ! ce_session_render_part (search->session, &search->params, &search->found, &area, CE_PART_STRENGTH,
                                                &view, search->progress, search->data, NULL);

  return tile;
}

/* Returns (nullable) the strength of a pixel, NULL beyond the image. */
static float *
strength_of (Search *search, int x, int y)
{
  const CeArea *image = &search->image;
  int           left = x - image->x, top = y - image->y;
  gpointer      key = GINT_TO_POINTER (top / TILE * (image->width / TILE + 1) + left / TILE);
  float        *tile;

  if (left < 0 || top < 0 || left >= image->width || top >= image->height)
    return NULL;

  tile = g_hash_table_lookup (search->tiles, key);
  if (! tile)
    g_hash_table_insert (search->tiles, key, tile = new_tile (search, left - left % TILE, top - top % TILE));

  return &tile[top % TILE * TILE + left % TILE];
}

static void
visit (Search *search, int x, int y)
{
  CePoint pixel = { x, y };
  float  *strength = strength_of (search, x, y);

  if (! strength || *strength <= search->low)
    return;

  if (*strength > search->strongest)
    {
      search->strongest = *strength;
      search->at = pixel;
    }
  *strength = 0;
  search->n_members++;
  if (search->points)
    g_array_append_val (search->points, pixel);
  g_array_append_val (search->open, pixel);
}

/* Visits all pixels above search->low that are connected with the open ones. */
static void
follow (Search *search, int x, int y)
{
  visit (search, x, y);

  while (search->open->len && ! search->failed)
    {
      CePoint pixel = g_array_index (search->open, CePoint, search->open->len - 1);

      g_array_set_size (search->open, search->open->len - 1);
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          visit (search, pixel.x + dx, pixel.y + dy);
    }
}

/* Returns the largest threshold, in steps, that a strength is above by the filter's comparison. */
static int
steps_below (float strength)
{
  int steps = (int) ceil (strength * STEPS);

  while (steps > 0 && (float) ((double) steps / STEPS) >= strength)
    steps--;

  return steps;
}

/* Returns whether the result has an edge, or the line of one, at a pixel of the image. */
static gboolean
is_shown (Search *search, int x, int y)
{
  const CeView *result = ce_session_get_result (search->session);
  float         level = ce_level_seen (ce_view_row (result, y - search->image.y), result->type,
                                       (gsize) (x - search->image.x));

  return (level > 127.5f) != (search->params.style == CE_STYLE_BLACK_ON_WHITE);
}

/* Finds the nearest pixel within reach that is stronger than search->low; @strongest gets the largest strength within
 * reach. */
static gboolean
find_nearest (Search *search, const CePoint *middle, int reach, gboolean shown, float *strongest, CeEdge *edge)
{
  int nearest = reach * reach + 1;

  *strongest = 0;
  for (int y = middle->y - reach; y <= middle->y + reach; y++)
    for (int x = middle->x - reach; x <= middle->x + reach; x++)
      {
        int          distance = (x - middle->x) * (x - middle->x) + (y - middle->y) * (y - middle->y);
        const float *strength = distance <= reach * reach ? strength_of (search, x, y) : NULL;

        if (! strength)
          continue;
        *strongest = MAX (*strongest, *strength);
        if (*strength <= search->low || distance >= nearest || (shown && ! is_shown (search, x, y)))
          continue;
        nearest = distance;
        edge->x = x;
        edge->y = y;
      }

  return nearest <= reach * reach;
}

/* Finds the nearest edge in the result, else the nearest one above the low threshold, else the strongest one below it, to
 * which search->low is then lowered. */
static gboolean
find_edge (Search *search, const CePoint *middle, int reach, CeEdge *edge)
{
  float strongest;

  if ((search->params.stage == CE_STAGE_EDGES && find_nearest (search, middle, reach, TRUE, &strongest, edge))
      || find_nearest (search, middle, reach, FALSE, &strongest, edge))
    return TRUE;

  edge->new_low = (double) steps_below (strongest) / STEPS;
  search->low = (float) edge->new_low;

  return find_nearest (search, middle, reach, FALSE, &strongest, edge);
}

static void
propose (Search *search, CeEdge *edge)
{
  int strongest = steps_below (search->strongest);

  edge->kept = search->strongest > (float) edge->high;
  edge->n_pixels = search->n_members;
  edge->strongest = (double) strongest / STEPS;
  edge->possible = TRUE;

  if (edge->kept && edge->new_low < edge->low)
    edge->kept = FALSE;              /* until the low threshold is lowered */
  else if (edge->kept)
    {
      edge->new_high = (double) (strongest + 1) / STEPS;
      edge->possible = edge->new_high <= ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max;
    }
  else
    edge->new_high = edge->strongest;
}

/* Counts the other chains that the proposal drops or keeps. */
static void
count_others (Search *search, CeEdge *edge)
{
  const CeArea *image = &search->image;

  edge->n_others = -1;
  if (! edge->possible || edge->new_low != edge->low || (gint64) image->width * image->height > MOST_PIXELS)
    return;

  edge->n_others = 0;
  for (int y = image->y; y < image->y + image->height && ! search->failed; y++)
    for (int x = image->x; x < image->x + image->width && ! search->failed; x++)
      {
        search->strongest = 0;
        follow (search, x, y);
        if (search->strongest > 0)
          edge->n_others += (search->strongest > (float) edge->high) != (search->strongest > (float) edge->new_high);
      }
}

/* Returns the squared distance of a pixel from a straight line. */
static double
distance_from (const CePoint *a, const CePoint *b, int x, int y)
{
  double dx = b->x - a->x, dy = b->y - a->y, length = dx * dx + dy * dy;
  double along = length > 0 ? CLAMP (((x - a->x) * dx + (y - a->y) * dy) / length, 0, 1) : 0;
  double off_x = a->x + along * dx - x, off_y = a->y + along * dy - y;

  return off_x * off_x + off_y * off_y;
}

static gboolean
is_touched (const CeTouch *touch, int x, int y)
{
  for (gsize i = 0; i < touch->n_path; i++)
    if (distance_from (&touch->path[i], &touch->path[MIN (i + 1, touch->n_path - 1)], x, y) <= touch->radius * touch->radius)
      return TRUE;

  return touch->radius <= 0;
}

static Search
begin (CeSession *session, CeProgressFunc progress, gpointer data)
{
  Search        search = { .session = session, .params = ce_session_get_status (session)->params,
                           .found = ce_session_get_status (session)->found, .progress = progress, .data = data };
  CePoint       origin = ce_session_get_status (session)->origin;
  const CeView *source = ce_session_get_source (session);

  search.image = (CeArea) { origin.x, origin.y, source->width, source->height };
  search.low = (float) MIN (search.found.low, search.found.high);
  search.tiles = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  search.open = g_array_new (FALSE, FALSE, sizeof (CePoint));

  return search;
}

static gboolean
end (Search *search)
{
  g_array_unref (search->open);
  g_hash_table_unref (search->tiles);

  return ! search->failed;
}

/* Returns the index of the point that erases an edge, or -1; a visible edge is not erased. */
static int
find_erased (Search *search, const CeEdge *edge)
{
  const CeParams *params = &search->params;

  if (params->stage == CE_STAGE_EDGES && params->width == 1 && is_shown (search, edge->x, edge->y))
    return -1;

  return ce_erased_find (params->erased, edge->points, (gsize) edge->n_pixels);
}

/* Finds the edge within @reach of a pixel, its connected pixels, and the thresholds that drop or keep it: a high threshold
 * that none of its pixels is above drops a kept edge; one that its strongest pixel is above keeps a dropped edge, or a low
 * one if it is below low. Then counts the other chains of the image that change with it. Blocks. FALSE if it was cancelled
 * or failed; the caller clears @edge in any case. */
gboolean
ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge)
{
  Search search = begin (session, progress, data);

  /* A click on a wide line means the edge in its middle. */
  if (search.params.stage == CE_STAGE_EDGES)
    reach += search.params.width / 2;
  *edge = (CeEdge) { .erased = -1 };
  edge->new_low = edge->low = MIN (search.found.low, search.found.high);
  edge->new_high = edge->high = MAX (search.found.low, search.found.high);
  edge->found = strength_of (&search, x, y) && find_edge (&search, &(CePoint) { x, y }, reach, edge);
  if (edge->found)
    {
      search.points = g_array_new (FALSE, FALSE, sizeof (CePoint));
      follow (&search, edge->x, edge->y);
      propose (&search, edge);
      edge->color = ce_find_edge_color (ce_session_get_source (session), &search.params, search.at.x - search.image.x,
                                        search.at.y - search.image.y);
      edge->points = (CePoint *) (gpointer) g_array_free (g_steal_pointer (&search.points), FALSE);
      edge->erased = find_erased (&search, edge);
      count_others (&search, edge);
    }

  return end (&search);
}

/* Returns (transfer full) (nullable) (element-type CePoint) a pixel of each touched edge of the result; NULL if the result
 * is another stage than the edges, or if it was cancelled or failed. Blocks. */
GArray *
ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data)
{
  Search             search = begin (session, progress, data);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  int                right = MIN (touch->area.x + touch->area.width, search.image.x + search.image.width);
  int                bottom = MIN (touch->area.y + touch->area.height, search.image.y + search.image.height);

  search.failed = search.params.stage != CE_STAGE_EDGES;
  for (int y = MAX (touch->area.y, search.image.y); y < bottom && ! search.failed; y++)
    for (int x = MAX (touch->area.x, search.image.x); x < right; x++)
      {
        CePoint pixel = { x, y };

        if (! is_shown (&search, x, y) || ! is_touched (touch, x, y))
          continue;
        search.n_members = 0;
        follow (&search, x, y);
        if (search.n_members > 0)
          g_array_append_val (points, pixel);
      }

  return end (&search) ? g_steal_pointer (&points) : NULL;
}

/* Frees a (nullable) allocated edge. */
void
ce_edge_free (CeEdge *edge)
{
  if (edge)
    g_free (edge->points);
  g_free (edge);
}
