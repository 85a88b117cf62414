/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws edges by hand. docs/arithmetic.md defines which pixels a point draws. The host follows them in tiles of strengths,
 * which any backend renders to the same bits, as far as an edge goes: neither parts nor tiles cut it.
 */
#include "hand-drawn.h"

#include "flood.h"
#include "memory.h"
#include "samples.h"

/* The side of a tile, pixels. */
#define TILE 512

struct _CeHandDrawn
{
  CeSession  *session;
  gboolean  (*run) (CeSession *session, CeCall *call, GError **error);      /* renders a part, as the call does */
  CeParams    params;           /* of the call, without points */
  CeFound     found;
  CeProgress  progress;         /* asks for Cancel */
  GHashTable *tiles;            /* of CeView, by number: strengths where thinning keeps a pixel, negative if drawn; else 0 */
  CeView     *last;             /* (nullable): the tile that was looked at last, and its number */
  int         number;
  float       level;            /* the strength from which on pixels are drawn */
  GError     *error;            /* (nullable): a tile could not be rendered */
};

/* A pixel that a point names. */
typedef struct
{
  CePoint pixel;
  float   level;
} Seed;

static int
n_columns (const CeHandDrawn *self)
{
  return (self->session->source.view.width + TILE - 1) / TILE;
}

/* Returns the rectangle of tile @number, in the source. */
static CeArea
get_tile_area (const CeHandDrawn *self, int number)
{
  const CeView *source = &self->session->source.view;
  int           x = number % n_columns (self) * TILE, y = number / n_columns (self) * TILE;

  return (CeArea) { x, y, MIN (TILE, source->width - x), MIN (TILE, source->height - y) };
}

static void
free_tile (gpointer tile)
{
  ce_memory_put (tile);
  g_free (tile);
}

/* Returns (nullable) a new tile; NULL if it could not be rendered. */
static CeView *
render_tile (CeHandDrawn *self, int number)
{
  CeArea  area = get_tile_area (self, number);
  CeView *tile = g_new0 (CeView, 1);
  CeCall  call = { .params = &self->params, .known = &self->found, .found = self->found, .progress = self->progress,
                   .kind = CE_PART_STRENGTH, .area = &area, .view = tile, .counted = CE_HISTOGRAM_THINNED };

  tile->channels = 1;
  tile->type = CE_F32;
  if (ce_memory_take (tile, area.width, area.height, &self->error)
      && self->run (self->session, &call, &self->error))
    {
      g_hash_table_insert (self->tiles, GINT_TO_POINTER (number), tile);
      return tile;
    }

  free_tile (tile);
  return NULL;
}

/* Returns (nullable) the strength of a pixel; NULL outside the source, and after a failure. */
static float *
strength_of (CeHandDrawn *self, int x, int y)
{
  const CeView *source = &self->session->source.view;
  int           number = y / TILE * n_columns (self) + x / TILE;

  if (x < 0 || y < 0 || x >= source->width || y >= source->height || self->error)
    return NULL;

  if (! self->last || number != self->number)
    {
      self->last = g_hash_table_lookup (self->tiles, GINT_TO_POINTER (number));
      self->number = number;
    }
  if (! self->last)
    self->last = render_tile (self, number);

  return self->last ? (float *) ce_view_row (self->last, y % TILE) + x % TILE : NULL;
}

/* A CePixelFunc: thinning keeps the pixel. */
static gboolean
is_kept (gpointer self, int x, int y)
{
  const float *strength = strength_of (self, x, y);

  return strength && *strength != 0;
}

/* A CePixelFunc: draws a pixel that is strong enough. */
static gboolean
take (gpointer data, int x, int y)
{
  CeHandDrawn *self = data;
  float       *strength = strength_of (self, x, y);

  if (! strength || *strength <= 0 || *strength < self->level)
    return FALSE;

  *strength = -*strength;

  return TRUE;
}

/* A GCompareFunc. */
static gint
compare_levels (gconstpointer a, gconstpointer b)
{
  const Seed *first = a, *second = b;

  return (first->level > second->level) - (first->level < second->level);
}

/* Draws what the points name. The lowest level is first: an edge that was drawn is not reached from outside then, and a
 * pixel that was drawn has all of its edge. */
static gboolean
draw (CeHandDrawn *self, GArray *points, const CeProgress *progress, GError **error)
{
  g_autoptr (GArray) seeds = g_array_new (FALSE, FALSE, sizeof (Seed));
  CePoint            origin = self->session->status.origin;
  gboolean           done = TRUE;

  for (guint i = 0; i < points->len && ! self->error; i++)
    {
      CePoint point = g_array_index (points, CePoint, i);
      Seed    seed = { .pixel = { point.x - origin.x, point.y - origin.y } };

      if (! ce_flood_find (&seed.pixel, is_kept, self) || self->error)
        continue;
      seed.level = *strength_of (self, seed.pixel.x, seed.pixel.y);
      g_array_append_val (seeds, seed);
    }
  g_array_sort (seeds, compare_levels);
  for (guint i = 0; i < seeds->len && done; i++)
    {
      self->level = g_array_index (seeds, Seed, i).level;
      done = ce_flood (g_array_index (seeds, Seed, i).pixel, take, self, progress, error);
    }
  if (done && self->error)
    g_propagate_error (error, g_steal_pointer (&self->error));
  else if (done)
    return TRUE;

  return FALSE;
}

/* Finds the pixels that the points of @call draw; NULL with the errors of ce_session_render(). */
CeHandDrawn *
ce_hand_drawn_find (CeSession *session, const CeCall *call, const CeProgress *progress, GError **error)
{
  g_autoptr (GArray)      points = ce_params_parse_erased (call->plan.params.drawn, NULL, error);
  g_autoptr (CeHandDrawn) self = g_new0 (CeHandDrawn, 1);

  self->session = session;
  self->run = call->run;
  self->params = *call->params;
  self->params.drawn = self->params.erased = NULL;
  self->found = call->plan.found;
  self->progress = ce_progress_section (progress, 0, 0);
  self->tiles = g_hash_table_new_full (NULL, NULL, NULL, free_tile);

  return points && draw (self, points, &self->progress, error) ? g_steal_pointer (&self) : NULL;
}

/* Draws a tile's pixels, whose first one is at @x, @y of @edges. */
static void
put_tile (const CeView *tile, int x, int y, const CeView *edges, gboolean dark)
{
  for (int j = MAX (0, -y); j < MIN (tile->height, edges->height - y); j++)
    for (int i = MAX (0, -x); i < MIN (tile->width, edges->width - x); i++)
      if (((const float *) ce_view_row (tile, j))[i] < 0)
        ce_put_level (ce_view_row (edges, y + j), edges->type, (gsize) (x + i), dark ? 0 : 255, TRUE);
}

/* Draws them into Canny's @edges, the rectangle @area of the source, which are one pixel wide, @dark on white or light on
 * black. */
void
ce_hand_drawn_put (const CeHandDrawn *self, const CeArea *area, const CeView *edges, gboolean dark)
{
  GHashTableIter iter;
  gpointer       number = NULL, tile = NULL;

  g_hash_table_iter_init (&iter, self->tiles);
  while (g_hash_table_iter_next (&iter, &number, &tile))
    {
      CeArea place = get_tile_area (self, GPOINTER_TO_INT (number));

      put_tile (tile, place.x - area->x, place.y - area->y, edges, dark);
    }
}

/* Frees it; NULL is nothing. */
void
ce_hand_drawn_free (CeHandDrawn *self)
{
  if (! self)
    return;

  g_hash_table_unref (self->tiles);
  g_clear_error (&self->error);
  g_free (self);
}
