/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain.h"

#include <math.h>
#include <string.h>

#include "engine/filters.h"
#include "engine/samples.h"

/* Side of what is followed at a time, pixels. */
#define TILE 256

/* Thresholds are proposed in steps of a tenth of a level. */
#define STEPS 10

typedef struct
{
  CeArea   area;
  float    strengths[TILE * TILE];   /* where thinning keeps a pixel that was not visited; else 0 */
} Tile;

/* Of what was touched, so many rows are searched at a time. */
#define ROWS 64

/* An image of more pixels is not searched as a whole. */
#define MOST_PIXELS 60000000

typedef struct
{
  CeSession     *session;
  CeParams       params;             /* with explicit thresholds */
  CeArea         reach;
  CePoint        middle;             /* of it */
  CeProgressFunc progress;
  gpointer       data;
  gboolean       failed;
  float          low;                /* what members are above */
  GHashTable    *tiles;              /* by number */
  GArray        *open;               /* of CePoint, to be visited */
  GArray        *points;             /* (nullable) of CePoint, the members */
  gint64         n_members;
  float          strongest;          /* of them */
} Search;

static void
get_strengths (Search *search, const CeArea *area, float *strengths)
{
  CeView view = { .data = (gpointer) strengths, .stride = area->width * sizeof *strengths, .width = area->width,
                  .height = area->height, .channels = 1, .type = CE_F32 };

  search->failed = search->failed
                   || (search->progress && ! search->progress (0, search->data))
                   || ! ce_session_render_part (search->session, &search->params, area, CE_PART_STRENGTH, &view,
                                                search->progress, search->data, NULL);
  if (search->failed)
    memset (strengths, 0, view.stride * view.height);
}

static Tile *
get_tile (Search *search, int x, int y)
{
  const CeView *source = ce_session_get_source (search->session);
  int           column = x / TILE, row = y / TILE;
  gpointer      key = GINT_TO_POINTER (row * (source->width / TILE + 1) + column);
  Tile         *tile = g_hash_table_lookup (search->tiles, key);

  if (! tile)
    {
      tile = g_new0 (Tile, 1);
      tile->area = (CeArea) { column * TILE, row * TILE, MIN (TILE, source->width - column * TILE),
                              MIN (TILE, source->height - row * TILE) };
      get_strengths (search, &tile->area, tile->strengths);
      g_hash_table_insert (search->tiles, key, tile);
    }

  return tile;
}

static void
visit (Search *search, int x, int y)
{
  const CeView *source = ce_session_get_source (search->session);
  CePoint       pixel = { x, y };
  Tile         *tile;
  float        *strength;

  if (x < 0 || y < 0 || x >= source->width || y >= source->height)
    return;

  tile = get_tile (search, x, y);
  strength = &tile->strengths[(y - tile->area.y) * tile->area.width + x - tile->area.x];
  if (*strength <= search->low)
    return;

  search->strongest = MAX (search->strongest, *strength);
  *strength = 0;
  search->n_members++;
  if (search->points)
    g_array_append_val (search->points, pixel);
  g_array_append_val (search->open, pixel);
}

/* All that hangs together with a pixel, above search->low. */
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

/* The largest threshold in steps that a strength is above, as the filter
 * compares them. */
static int
steps_below (float strength)
{
  int steps = (int) ceil (strength * STEPS);

  while (steps > 0 && (float) ((double) steps / STEPS) >= strength)
    steps--;

  return steps;
}

/* Whether the result has an edge, or the line made of one, at a pixel within reach. */
static gboolean
is_shown (Search *search, int i)
{
  const CeView *result = ce_session_get_result (search->session);
  gconstpointer row = ce_view_row (result, search->reach.y + i / search->reach.width);
  float         level = ce_level_of (row, result->type, (gsize) (search->reach.x + i % search->reach.width));

  return (level > 127.5f) != (search->params.style == CE_STYLE_BLACK_ON_WHITE);
}

static int
get_distance (Search *search, int i)
{
  int dx = search->reach.x + i % search->reach.width - search->middle.x;
  int dy = search->reach.y + i / search->reach.width - search->middle.y;

  return dx * dx + dy * dy;
}

/* The nearest pixel that is stronger than search->low. */
static gboolean
find_nearest (Search *search, const float *strengths, int reach, gboolean shown, CeEdge *edge)
{
  int nearest = reach * reach + 1;

  for (int i = 0; i < search->reach.width * search->reach.height; i++)
    if (strengths[i] > search->low && get_distance (search, i) < nearest && (! shown || is_shown (search, i)))
      {
        nearest = get_distance (search, i);
        edge->x = search->reach.x + i % search->reach.width;
        edge->y = search->reach.y + i / search->reach.width;
      }

  return nearest <= reach * reach;
}

/* The nearest edge that is shown; else the nearest that low lets through; else
 * the strongest below low, to which search->low is then lowered. */
static gboolean
find_edge (Search *search, int reach, CeEdge *edge)
{
  int                n = search->reach.width * search->reach.height;
  g_autofree float  *strengths = g_new (float, n);
  float              strongest = 0;

  get_strengths (search, &search->reach, strengths);
  if ((search->params.stage == CE_STAGE_EDGES && find_nearest (search, strengths, reach, TRUE, edge))
      || find_nearest (search, strengths, reach, FALSE, edge))
    return TRUE;

  for (int i = 0; i < n; i++)
    if (get_distance (search, i) <= reach * reach)
      strongest = MAX (strongest, strengths[i]);
  edge->new_low = (double) steps_below (strongest) / STEPS;
  search->low = (float) edge->new_low;

  return find_nearest (search, strengths, reach, FALSE, edge);
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
    edge->kept = FALSE;              /* as soon as low lets it through */
  else if (edge->kept)
    {
      edge->new_high = (double) (strongest + 1) / STEPS;
      edge->possible = edge->new_high <= ce_filter_find_param (ce_filter_get (CE_FILTER_CANNY), "high")->max;
    }
  else
    edge->new_high = edge->strongest;
}

/* Chains that the proposal takes or brings beside the one that was followed. */
static void
count_others (Search *search, CeEdge *edge)
{
  const CeView *source = ce_session_get_source (search->session);

  edge->n_others = -1;
  if (! edge->possible || edge->new_low != edge->low || (gint64) source->width * source->height > MOST_PIXELS)
    return;

  edge->n_others = 0;
  for (int y = 0; y < source->height && ! search->failed; y++)
    for (int x = 0; x < source->width && ! search->failed; x++)
      {
        search->strongest = 0;
        follow (search, x, y);
        if (search->strongest > 0)
          edge->n_others += (search->strongest > (float) edge->high) != (search->strongest > (float) edge->new_high);
      }
}

/* How far a pixel is from a straight line, squared. */
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

/* The edges that are shown in some rows of what was touched, each once. */
static void
search_rows (Search *search, const CeTouch *touch, GArray *points)
{
  int               n = search->reach.width * search->reach.height;
  g_autofree float *strengths = g_new (float, n);

  get_strengths (search, &search->reach, strengths);
  for (int i = 0; i < n && ! search->failed; i++)
    {
      CePoint pixel = { search->reach.x + i % search->reach.width, search->reach.y + i / search->reach.width };

      if (strengths[i] <= search->low || ! is_shown (search, i) || ! is_touched (touch, pixel.x, pixel.y))
        continue;
      search->n_members = 0;
      follow (search, pixel.x, pixel.y);
      if (search->n_members > 0)
        g_array_append_val (points, pixel);
    }
}

static CeArea
get_reach (const CeView *source, int x, int y, int reach)
{
  int left = MAX (x - reach, 0), top = MAX (y - reach, 0);

  return (CeArea) { left, top, MIN (x + reach + 1, source->width) - left, MIN (y + reach + 1, source->height) - top };
}

static Search
begin (CeSession *session, CeProgressFunc progress, gpointer data)
{
  Search search = { .session = session, .params = *ce_session_get_params (session), .progress = progress, .data = data };

  search.params.thresholds = CE_THRESHOLDS_MANUAL;
  search.low = (float) MIN (search.params.low, search.params.high);
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

/* Finds the edge within @reach of a pixel, the pixels that hang together with it, and the thresholds that drop or keep it: a
 * kept edge is dropped by a high threshold that none of its pixels is above, a dropped one is kept by one that its
 * strongest is above, or by a low one if it is below low. Then counts the other chains of the image that change sides with
 * it. Blocks. FALSE if it was cancelled, or failed; @edge has to be cleared all the same. */
gboolean
ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge)
{
  Search search = begin (session, progress, data);

  /* Who clicks a wide line means the edge in its middle. */
  if (search.params.stage == CE_STAGE_EDGES)
    reach += search.params.width / 2;
  search.middle = (CePoint) { x, y };
  search.reach = get_reach (ce_session_get_source (session), x, y, reach);
  *edge = (CeEdge) { .erased = -1 };
  edge->new_low = edge->low = MIN (search.params.low, search.params.high);
  edge->new_high = edge->high = MAX (search.params.low, search.params.high);
  edge->found = find_edge (&search, reach, edge);
  if (edge->found)
    {
      search.points = g_array_new (FALSE, FALSE, sizeof (CePoint));
      follow (&search, edge->x, edge->y);
      propose (&search, edge);
      edge->points = (CePoint *) (gpointer) g_array_free (g_steal_pointer (&search.points), FALSE);
      count_others (&search, edge);
    }

  return end (&search);
}

/* (transfer full) (nullable) (element-type CePoint): a pixel of each edge of the result that was touched, of a session that
 * was rendered with the edges as its stage; NULL if it was cancelled, or failed. Blocks. */
GArray *
ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data)
{
  const CeView      *source = ce_session_get_source (session);
  Search             search = begin (session, progress, data);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  int                left = CLAMP (touch->area.x, 0, source->width - 1), right = touch->area.x + touch->area.width;
  int                bottom = MIN (touch->area.y + touch->area.height, source->height);

  for (int y = MAX (touch->area.y, 0); y < bottom && right > left && ! search.failed; y += ROWS)
    {
      search.reach = (CeArea) { left, y, MIN (right, source->width) - left, MIN (ROWS, bottom - y) };
      search_rows (&search, touch, points);
    }

  return end (&search) ? g_steal_pointer (&points) : NULL;
}

/* Frees an edge that was allocated, or NULL. */
void
ce_edge_free (CeEdge *edge)
{
  if (edge)
    g_free (edge->points);
  g_free (edge);
}
