/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "explain.h"

#include <math.h>

#include "erased.h"
#include "follow.h"

/* Thresholds are proposed in steps of a tenth of a level. */
#define STEPS 10

/* The share of a pixel's strength down to which a faint edge goes on, as Canny's thresholds do. */
#define HALF 0.5f

/* The most pixels of an image that is searched as a whole. */
#define MOST_PIXELS 60000000

/* Returns the largest threshold, in steps, that a strength is above by the filter's comparison. */
static int
steps_below (float strength)
{
  int steps = (int) ceil (strength * STEPS);

  while (steps > 0 && (float) ((double) steps / STEPS) >= strength)
    steps--;

  return steps;
}

/* Finds the nearest edge in the result, else the nearest one above the low threshold, else the strongest one below it, to
 * which search->low is then lowered. */
static gboolean
find_edge (CeFollow *search, const CePoint *middle, int reach, CeEdge *edge)
{
  CePoint  pixel = { 0, 0 };
  float    strongest;
  gboolean found = (search->params.stage == CE_STAGE_EDGES
                    && ce_follow_find (search, middle, reach, reach * reach, TRUE, &strongest, &pixel))
                   || ce_follow_find (search, middle, reach, reach * reach, FALSE, &strongest, &pixel);

  if (! found)
    {
      edge->new_low = (double) steps_below (strongest) / STEPS;
      search->low = (float) edge->new_low;
      found = ce_follow_find (search, middle, reach, reach * reach, FALSE, &strongest, &pixel);
    }
  edge->x = pixel.x;
  edge->y = pixel.y;

  return found;
}

static void
propose (CeFollow *search, CeEdge *edge)
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

/* Returns the index of the point that erases an edge, or -1; a visible edge is not erased. */
static int
find_erased (CeFollow *search, const CeEdge *edge)
{
  const CeParams *params = &search->params;

  if (params->stage == CE_STAGE_EDGES && params->width == 1 && ce_follow_is_shown (search, edge->x, edge->y))
    return -1;

  return ce_erased_find (params->erased, edge->points, (gsize) edge->n_pixels);
}

/* An edge that is drawn by hand. */
typedef struct
{
  GArray *members;              /* (nullable): its pixels; NULL: there is none */
  int     index;                /* of its point */
  int     distance;             /* of its nearest pixel, squared */
  CePoint pixel;                /* that pixel */
} Drawn;

/* Takes the members, if one of them is nearer than the last edge. */
static void
take_nearer (Drawn *drawn, GArray *members, int index, const CePoint *middle)
{
  gboolean nearer = FALSE;

  for (guint i = 0; i < members->len; i++)
    {
      CePoint pixel = g_array_index (members, CePoint, i);
      int     x = pixel.x - middle->x, y = pixel.y - middle->y;

      if (ABS (x) >= G_MAXINT16 || ABS (y) >= G_MAXINT16 / 2 || x * x + y * y >= drawn->distance)
        continue;
      nearer = TRUE;
      drawn->index = index;
      drawn->distance = x * x + y * y;
      drawn->pixel = pixel;
    }
  if (! nearer)
    return;

  g_clear_pointer (&drawn->members, g_array_unref);
  drawn->members = g_array_ref (members);
}

/* Finds the nearest edge within @reach that is drawn by hand. */
static Drawn
find_drawn (CeFollow *search, const CePoint *middle, int reach)
{
  g_autoptr (GArray) points = ce_params_parse_erased (search->params.drawn, NULL, NULL);
  Drawn              drawn = { .distance = reach * reach + 1 };

  for (guint i = 0; points && i < points->len && ! search->failed; i++)
    {
      g_autoptr (GArray) members = ce_follow_drawn (search, g_array_index (points, CePoint, i));

      take_nearer (&drawn, members, (int) i, middle);
      ce_follow_leave (search, members);
    }

  return drawn;
}

/* Takes @drawn in the place of @edge, if that is not kept, or farther. */
static void
prefer_drawn (CeFollow *search, Drawn *drawn, const CePoint *middle, CeEdge *edge)
{
  int x = edge->x - middle->x, y = edge->y - middle->y;

  if (! drawn->members || (edge->found && edge->kept && x * x + y * y <= drawn->distance))
    return;

  edge->found = TRUE;
  edge->kept = edge->possible = FALSE;
  edge->x = drawn->pixel.x;
  edge->y = drawn->pixel.y;
  edge->n_pixels = drawn->members->len;
  edge->drawn = drawn->index;
  g_free (edge->points);
  edge->points = (CePoint *) (gpointer) g_array_free (g_steal_pointer (&drawn->members), FALSE);
}

/* Follows an edge below the low threshold as far as it is HALF as strong as its pixel that was found: a threshold just below
 * that pixel keeps a dot. */
static void
follow_faint (CeFollow *search, float strength, CeEdge *edge)
{
  ce_follow_leave (search, search->points);
  g_array_set_size (search->points, 0);
  search->low = nextafterf (HALF * strength, 0);
  ce_follow (search, edge->x, edge->y);
  edge->n_pixels = search->n_members;
  edge->weakest = search->end;
}

/* Follows an edge from the pixel that was found on, and finds the thresholds that change it. */
static void
follow_edge (CeFollow *search, CeEdge *edge)
{
  float strength = *ce_follow_strength (search, edge->x, edge->y);

  search->points = g_array_new (FALSE, FALSE, sizeof (CePoint));
  ce_follow (search, edge->x, edge->y);
  propose (search, edge);
  edge->weakest = search->end;
  edge->color = ce_find_edge_color (ce_session_get_source (search->session), &search->params, search->at.x - search->image.x,
                                    search->at.y - search->image.y);
  if (edge->new_low < edge->low)
    follow_faint (search, strength, edge);
  edge->points = (CePoint *) (gpointer) g_array_free (g_steal_pointer (&search->points), FALSE);
}

/* Finds the edge within @reach of a pixel, its connected pixels, and the thresholds that drop or keep it: a high threshold
 * that none of its pixels is above drops a kept edge; one that its strongest pixel is above keeps a dropped edge, or a low
 * one if it is below low. An edge that is drawn by hand is one of its own. Blocks. FALSE if it was cancelled or failed; the
 * caller clears @edge in any case. */
gboolean
ce_explain_edge (CeSession *session, int x, int y, int reach, CeProgressFunc progress, gpointer data, CeEdge *edge)
{
  CeFollow search = ce_follow_begin (session, progress, data);
  CePoint  middle = { x, y };
  Drawn    drawn;

  /* A click on a wide line means the edge in its middle. */
  if (search.params.stage == CE_STAGE_EDGES)
    reach += search.params.width / 2;
  *edge = (CeEdge) { .erased = -1, .drawn = -1, .n_others = -1, .n_longer = -1 };
  edge->new_low = edge->low = MIN (search.found.low, search.found.high);
  edge->new_high = edge->high = MAX (search.found.low, search.found.high);
  drawn = find_drawn (&search, &middle, reach);
  edge->found = ce_follow_strength (&search, x, y) && find_edge (&search, &middle, reach, edge);
  if (edge->found)
    follow_edge (&search, edge);
  prefer_drawn (&search, &drawn, &middle, edge);
  g_clear_pointer (&drawn.members, g_array_unref);
  if (edge->found)
    edge->erased = find_erased (&search, edge);
  edge->counts = edge->found && edge->possible && edge->erased < 0
                 && (gint64) search.image.width * search.image.height <= MOST_PIXELS;

  return ce_follow_end (&search);
}

/* Counts the other edges that the proposal for an explained edge drops or brings, and those that it makes longer: an edge
 * that was kept and has a pixel that is not above the low threshold of now. Blocks. FALSE if it was cancelled or failed. */
gboolean
ce_count_other_edges (CeSession *session, CeProgressFunc progress, gpointer data, CeEdge *edge)
{
  CeFollow      search = ce_follow_begin (session, progress, data);
  const CeArea *image = &search.image;

  edge->n_others = edge->n_longer = 0;
  search.low = (float) edge->new_low;
  ce_follow (&search, edge->x, edge->y);
  for (int y = image->y; y < image->y + image->height && ! search.failed; y++)
    for (int x = image->x; x < image->x + image->width && ! search.failed; x++)
      {
        gboolean before, after;

        ce_follow (&search, x, y);
        before = search.strongest > (float) edge->high;
        after = search.strongest > (float) edge->new_high;
        edge->n_others += before != after;
        edge->n_longer += before && after && search.weakest <= (float) edge->low;
      }

  return ce_follow_end (&search);
}

/* Frees a (nullable) allocated edge. */
void
ce_edge_free (CeEdge *edge)
{
  if (edge)
    g_free (edge->points);
  g_free (edge);
}
