/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the edges that a drag goes over.
 */
#include "explain.h"

#include "follow.h"

/* Returns the squared distance of a pixel from a straight line. */
static double
distance_from (const CePoint *a, const CePoint *b, int x, int y)
{
  double dx = b->x - a->x, dy = b->y - a->y, length = dx * dx + dy * dy;
  double along = length > 0 ? CLAMP (((x - a->x) * dx + (y - a->y) * dy) / length, 0, 1) : 0;
  double off_x = a->x + along * dx - x, off_y = a->y + along * dy - y;

  return off_x * off_x + off_y * off_y;
}

/* Returns whether a pixel of the touched rectangle is touched, and in the result. */
static gboolean
is_touched (CeFollow *search, const CeTouch *touch, int x, int y)
{
  if (! ce_follow_is_shown (search, x, y))
    return FALSE;

  for (gsize i = 0; i < touch->n_path; i++)
    if (distance_from (&touch->path[i], &touch->path[MIN (i + 1, touch->n_path - 1)], x, y) <= touch->radius * touch->radius)
      return TRUE;

  return touch->radius <= 0;
}

/* Adds a touched pixel of each edge that is drawn by hand; such an edge stays visited. */
static void
add_drawn (CeFollow *search, const CeTouch *touch, const CeArea *area, GArray *touched)
{
  g_autoptr (GArray) points = ce_params_parse_erased (search->params.drawn, NULL, NULL);

  for (guint i = 0; points && i < points->len && ! search->failed; i++)
    {
      g_autoptr (GArray) members = ce_follow_drawn (search, g_array_index (points, CePoint, i));
      gboolean           found = FALSE;

      for (guint j = 0; j < members->len && ! found; j++)
        {
          CePoint pixel = g_array_index (members, CePoint, j);

          found = pixel.x >= area->x && pixel.x < area->x + area->width && pixel.y >= area->y
                  && pixel.y < area->y + area->height && is_touched (search, touch, pixel.x, pixel.y);
          if (found)
            g_array_append_val (touched, pixel);
        }
      if (! found)
        ce_follow_leave (search, members);
    }
}

/* Returns the part of the touched rectangle that is in the image. */
static CeArea
cut (const CeArea *area, const CeArea *image)
{
  int x = MAX (area->x, image->x), y = MAX (area->y, image->y);

  return (CeArea) { x, y, MIN (area->x + area->width, image->x + image->width) - x,
                    MIN (area->y + area->height, image->y + image->height) - y };
}

/* Returns (transfer full) (nullable) (element-type CePoint) a pixel of each touched edge of the result; NULL if the result
 * is another stage than the edges, or if it was cancelled or failed. Blocks. */
GArray *
ce_find_touched_edges (CeSession *session, const CeTouch *touch, CeProgressFunc progress, gpointer data)
{
  CeFollow           search = ce_follow_begin (session, progress, data);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  CeArea             area = cut (&touch->area, &search.image);

  search.failed = search.params.stage != CE_STAGE_EDGES;
  add_drawn (&search, touch, &area, points);
  for (int y = area.y; y < area.y + area.height && ! search.failed; y++)
    for (int x = area.x; x < area.x + area.width; x++)
      {
        CePoint pixel = { x, y };

        if (! is_touched (&search, touch, x, y))
          continue;
        ce_follow (&search, x, y);
        if (search.n_members > 0)
          g_array_append_val (points, pixel);
      }

  return ce_follow_end (&search) ? g_steal_pointer (&points) : NULL;
}
