/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "follow.h"

#include <math.h>

#include "levels.h"

/* The side of a tile that is searched at a time, pixels. */
#define TILE 256

static float *
new_tile (CeFollow *self, int x, int y)
{
  float *tile = g_new0 (float, TILE * TILE);
  CeArea area = { x, y, MIN (TILE, self->image.width - x), MIN (TILE, self->image.height - y) };
  CeView view = { (gpointer) tile, TILE * sizeof *tile, area.width, area.height, 1, CE_F32 };

  self->failed = self->failed
                 || (self->progress && ! self->progress (0, self->data))
                 || ! ce_session_render_part (self->session, &self->params, &self->found, &area, CE_PART_STRENGTH, &view,
                                              self->progress, self->data, NULL);

  return tile;
}

/* Returns (nullable) the strength of a pixel, NULL beyond the image. */
float *
ce_follow_strength (CeFollow *self, int x, int y)
{
  const CeArea *image = &self->image;
  int           left = x - image->x, top = y - image->y;
  int           number = top / TILE * (image->width / TILE + 1) + left / TILE;

  if (left < 0 || top < 0 || left >= image->width || top >= image->height)
    return NULL;

  if (! self->last || number != self->number)
    {
      self->number = number;
      self->last = g_hash_table_lookup (self->tiles, GINT_TO_POINTER (number));
    }
  if (! self->last)
    {
      self->last = new_tile (self, left - left % TILE, top - top % TILE);
      g_hash_table_insert (self->tiles, GINT_TO_POINTER (number), self->last);
    }

  return &self->last[top % TILE * TILE + left % TILE];
}

static void
visit (CeFollow *self, int x, int y)
{
  CePoint pixel = { x, y };
  float  *strength = ce_follow_strength (self, x, y);

  if (! strength || *strength <= self->low)
    return;

  if (*strength > self->strongest)
    {
      self->strongest = *strength;
      self->at = pixel;
    }
  if (*strength < self->weakest)
    {
      self->weakest = *strength;
      self->end = pixel;
    }
  *strength = -*strength;
  self->n_members++;
  if (self->points)
    g_array_append_val (self->points, pixel);
  g_array_append_val (self->open, pixel);
}

/* Visits a pixel above self->low, and all such pixels that are connected with it. */
void
ce_follow (CeFollow *self, int x, int y)
{
  self->n_members = 0;
  self->strongest = 0;
  self->weakest = G_MAXFLOAT;
  visit (self, x, y);

  while (self->open->len && ! self->failed)
    {
      CePoint pixel = g_array_index (self->open, CePoint, self->open->len - 1);

      g_array_set_size (self->open, self->open->len - 1);
      for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
          visit (self, pixel.x + dx, pixel.y + dy);
    }
}

/* Makes visited pixels such that were not visited. */
void
ce_follow_leave (CeFollow *self, GArray *members)
{
  for (guint i = 0; i < members->len; i++)
    {
      const CePoint *pixel = &g_array_index (members, CePoint, i);
      float         *strength = ce_follow_strength (self, pixel->x, pixel->y);

      *strength = fabsf (*strength);
    }
}

/* Returns (transfer full) the pixels that a point draws, by the rule of the engine; they are visited then. */
GArray *
ce_follow_drawn (CeFollow *self, CePoint point)
{
  float low = self->low, strongest;

  self->points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  self->low = 0;
  if (ce_follow_find (self, &point, CE_ERASE_REACH, 2 * CE_ERASE_REACH * CE_ERASE_REACH, FALSE, &strongest, &point))
    {
      self->low = nextafterf (*ce_follow_strength (self, point.x, point.y), 0);
      ce_follow (self, point.x, point.y);
    }
  self->low = low;

  return g_steal_pointer (&self->points);
}

/* Returns whether the result has an edge, or the line of one, at a pixel of the image. */
gboolean
ce_follow_is_shown (CeFollow *self, int x, int y)
{
  const CeView *result = ce_session_get_result (self->session);
  float         level = ce_level_seen (ce_view_row (result, y - self->image.y), result->type,
                                       (gsize) (x - self->image.x));

  return (level > 127.5f) != (self->params.style == CE_STYLE_BLACK_ON_WHITE);
}

/* Finds the nearest pixel that is stronger than self->low, at most @reach columns and rows off, at a squared distance of at
 * most @most; @strongest gets the largest strength there. */
gboolean
ce_follow_find (CeFollow *self, const CePoint *middle, int reach, int most, gboolean shown, float *strongest, CePoint *found)
{
  CePoint around = *middle;
  int     nearest = most + 1;

  *strongest = 0;
  for (int y = around.y - reach; y <= around.y + reach; y++)
    for (int x = around.x - reach; x <= around.x + reach; x++)
      {
        int          distance = (x - around.x) * (x - around.x) + (y - around.y) * (y - around.y);
        const float *strength = distance <= most ? ce_follow_strength (self, x, y) : NULL;

        if (! strength)
          continue;
        *strongest = MAX (*strongest, *strength);
        if (*strength <= self->low || distance >= nearest || (shown && ! ce_follow_is_shown (self, x, y)))
          continue;
        nearest = distance;
        *found = (CePoint) { x, y };
      }

  return nearest <= most;
}

CeFollow
ce_follow_begin (CeSession *session, CeProgressFunc progress, gpointer data)
{
  CeFollow      self = { .session = session, .params = ce_session_get_status (session)->params,
                         .found = ce_session_get_status (session)->found, .progress = progress, .data = data };
  CePoint       origin = ce_session_get_status (session)->origin;
  const CeView *source = ce_session_get_source (session);

  self.image = (CeArea) { origin.x, origin.y, source->width, source->height };
  self.low = (float) MIN (self.found.low, self.found.high);
  self.tiles = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self.open = g_array_new (FALSE, FALSE, sizeof (CePoint));

  return self;
}

/* Frees it; FALSE if it was cancelled or failed. */
gboolean
ce_follow_end (CeFollow *self)
{
  g_array_unref (self->open);
  g_hash_table_unref (self->tiles);

  return ! self->failed;
}
