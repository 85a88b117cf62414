/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests "Keep Edges Like This" and "Draw This Edge Only" on edges that are not in the result: so many others come as is said,
 * and what is drawn is what was shown, and nothing else.
 */
#include "tests/support/support.h"

#include <string.h>

#include "live/erased.h"
#include "live/explain.h"

#define WIDTH 331
#define HEIGHT 283
#define N (WIDTH * HEIGHT)

/* Renders, and returns (transfer full) which pixels are edges. */
static guint8 *
edges_of (CeSession *session, const CeParams *params)
{
  guint8       *edges = g_new0 (guint8, N);
  const CeView *result;

  ce_session_render (session, params, NULL, NULL, NULL);
  result = ce_session_get_result (session);
  for (int i = 0; i < N; i++)
    {
      gconstpointer row = ce_view_row (result, i / WIDTH);
      gboolean      light = result->type == CE_U8 ? ((const guint8 *) row)[i % WIDTH] > 0
                                                  : ((const float *) row)[i % WIDTH] > 0;

      edges[i] = light != (params->style == CE_STYLE_BLACK_ON_WHITE);
    }

  return edges;
}

/* Takes the edge of pixel @i out of @edges. Returns whether it has pixels of @old, and others, as bits 1 and 2. */
static int
take (guint8 *edges, const guint8 *old, int i)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (int));
  int                has = 0;

  edges[i] = 0;
  g_array_append_val (open, i);
  while (open->len)
    {
      int at = g_array_index (open, int, open->len - 1);

      g_array_set_size (open, open->len - 1);
      has |= old[at] ? 1 : 2;
      for (int y = MAX (at / WIDTH - 1, 0); y <= MIN (at / WIDTH + 1, HEIGHT - 1); y++)
        for (int x = MAX (at % WIDTH - 1, 0); x <= MIN (at % WIDTH + 1, WIDTH - 1); x++)
          if (edges[y * WIDTH + x])
            {
              edges[y * WIDTH + x] = 0;
              g_array_append_vals (open, &(int) { y * WIDTH + x }, 1);
            }
    }

  return has;
}

/* Returns whether as many edges come, and become longer, beside the one that was asked about. */
static gboolean
is_price (CeSession *session, const CeParams *params, const CeEdge *edge)
{
  CeParams           used = *params;
  g_autofree guint8 *old = NULL, *new = NULL;
  int                n_new = 0, n_longer = 0;

  used.low = edge->low;
  used.high = edge->high;
  old = edges_of (session, &used);
  used.low = edge->new_low;
  used.high = edge->new_high;
  new = edges_of (session, &used);
  take (new, old, edge->y * WIDTH + edge->x);
  for (int i = 0; i < N; i++)
    if (new[i])
      {
        int has = take (new, old, i);

        n_new += has == 2;
        n_longer += has == 3;
      }
  if (edge->n_others != n_new || edge->n_longer != n_longer)
    test_note ("at %d, %d: %d others and %d longer, not %d and %d", edge->x, edge->y, (int) edge->n_others,
               (int) edge->n_longer, n_new, n_longer);

  return edge->n_others == n_new && edge->n_longer == n_longer;
}

/* Returns whether @edges are those of @old and all pixels of the edge, if @drawn, and nothing else. */
static gboolean
has_both (const guint8 *edges, const guint8 *old, const CeEdge *edge, gboolean drawn)
{
  g_autofree guint8 *both = g_memdup2 (old, N);

  for (gint64 i = 0; i < edge->n_pixels && drawn; i++)
    both[edge->points[i].y * WIDTH + edge->points[i].x] = 1;

  return memcmp (edges, both, N) == 0;
}

/* Draws an edge that is not kept. Returns whether it is drawn, said to be, erased by a drag, and brought back. */
static gboolean
draws_it (CeSession *session, const CeParams *params, const CeEdge *edge)
{
  CeParams           used = *params;
  g_autofree char   *drawn = ce_erased_add (NULL, &edge->weakest, 1), *erased = NULL, *none = NULL;
  g_autofree guint8 *old = edges_of (session, params), *with_it = NULL, *without = NULL;
  CeTouch            touch = { .area = { edge->x - 1, edge->y - 1, 3, 3 } };
  CeEdge             again = { .points = NULL }, gone = { .points = NULL };
  gboolean           ok, touched, said;

  used.drawn = g_intern_string (drawn);
  with_it = edges_of (session, &used);
  ok = has_both (with_it, old, edge, TRUE);

  said = ce_explain_edge (session, edge->x, edge->y, 3, NULL, NULL, &again) && again.drawn == 0 && again.erased == -1
         && ! again.kept && again.n_pixels == edge->n_pixels && ! again.counts;
  none = ce_erased_restore (drawn, again.points, (gsize) again.n_pixels);
  said = said && ! *none;
  g_free (again.points);

  {
    g_autoptr (GArray) points = ce_find_touched_edges (session, &touch, NULL, NULL);

    touched = points->len >= 1;
    erased = ce_erased_add (NULL, (CePoint *) (gpointer) points->data, points->len);
  }
  used.erased = g_intern_string (erased);
  without = edges_of (session, &used);
  for (gint64 i = 0; i < edge->n_pixels; i++)
    touched = touched && ! without[edge->points[i].y * WIDTH + edge->points[i].x];
  touched = touched && ce_explain_edge (session, edge->x, edge->y, 3, NULL, NULL, &gone) && gone.erased >= 0
            && gone.drawn == 0;
  g_free (gone.points);
  if (! ok || ! said || ! touched)
    test_note ("at %d, %d: drawn %d, said %d, touched %d", edge->x, edge->y, ok, said, touched);

  return ok && said && touched;
}

static void
random_clicks (CeType type, int channels, const char *text)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 11 };
  CePlace         cpu = { .choice = CE_BACKEND_CPU };
  CeView          image;
  CeSession      *session;
  CeParams        params;
  int             n_lowered = 0, n_weak = 0, n_wrong = 0, n_not_drawn = 0;

  test_image_init (&image, WIDTH, HEIGHT, channels, type);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  session = ce_session_new (canny, &cpu, WIDTH, HEIGHT, channels, type, NULL);
  ce_session_put_rows (session, 0, HEIGHT, image.data, image.stride);
  ce_params_init (&params, canny);
  ce_params_parse (&params, canny, text, NULL);
  for (int i = 0; i < 60; i++)
    {
      int    x = test_random_int (&random, 0, WIDTH - 1), y = test_random_int (&random, 0, HEIGHT - 1);
      CeEdge edge;

      ce_session_render (session, &params, NULL, NULL, NULL);
      if (ce_explain_edge (session, x, y, 6, NULL, NULL, &edge) && edge.found && ! edge.kept)
        {
          ce_count_other_edges (session, NULL, NULL, &edge);
          n_lowered += edge.new_low < edge.low;
          n_weak += edge.new_low == edge.low;
          n_wrong += ! is_price (session, &params, &edge);
          n_not_drawn += ! draws_it (session, &params, &edge);
        }
      g_free (edge.points);
    }
  test_ok (n_wrong == 0, "%s: keeping brings as many as is said, %d times not", text, n_wrong);
  test_ok (n_not_drawn == 0 && n_lowered > 5 && n_weak > 1, "%s: what is shown is drawn, and no more, %d of %d are not", text,
           n_not_drawn, n_lowered + n_weak);

  ce_session_free (session);
  test_image_clear (&image);
}

int
main (void)
{
  random_clicks (CE_U8, 1, "sigma=0 low=60 high=200");
  random_clicks (CE_U8, 3, "sigma=1.4 low=40 high=120 norm=l1");
  random_clicks (CE_U8, 3, "sigma=1.4 low=50 high=150 channel=strongest style=black-on-white");
  random_clicks (CE_F32, 3, "sigma=2 low=30 high=90");
  random_clicks (CE_U8, 1, "of=dark-lines line-width=3 low=1 high=40");

  return test_done ();
}
