/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "Keep edges like this", "Drop edges like this": that the thresholds which are
 * proposed do it, and that the next tenth of a level does not.
 */
#include "tests/support.h"

#include "live/chain.h"

#define STEP 0.1

static CeSession *
open_session (const CeView *image)
{
  CePlace    cpu = ce_place (CE_BACKEND_CPU);
  CeSession *session = ce_session_new (ce_filter_get (CE_FILTER_CANNY), &cpu, image->width, image->height,
                                       image->channels, image->type, NULL);

  ce_session_put_rows (session, 0, image->height, image->data, image->stride);

  return session;
}

static gboolean
is_edge (CeSession *session, const CeParams *params, double low, double high, int x, int y)
{
  CeParams      used = *params;
  const CeView *result;

  used.low = low;
  used.high = high;
  ce_session_render (session, &used, NULL, NULL, NULL);
  result = ce_session_get_result (session);

  return result->type == CE_U8 ? ((guint8 *) ce_view_row (result, y))[x] > 0 : ((float *) ce_view_row (result, y))[x] > 0;
}

/* A vertical step whose magnitude is 48 in the upper half and 100 in the
 * lower, 4 times the difference, and one of 52 from its middle to the right:
 * 520 and 299 pixels that hang together, over several tiles. */
static void
step_image (CeView *image)
{
  test_image_init (image, 600, 520, 1, CE_U8);
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      ((guint8 *) ce_view_row (image, y))[x] = x < 300 ? 50 : y < 260 ? 62 : 75;
}

static void
is_chain (const CeChain *chain, gboolean kept, gint64 n, double low, double high, const char *what)
{
  test_ok (chain->found && chain->possible && chain->kept == kept && chain->n_pixels == n
           && chain->new_low == low && chain->new_high == high,
           "%s: %s, %d pixels, low %g, high %g", what, chain->kept ? "kept" : "dropped", (int) chain->n_pixels,
           chain->new_low, chain->new_high);
}

static void
known_step (void)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  CeView          image;
  CeChainQuestion question = { .source = &image, .x = 301, .y = 20, .reach = 3 };
  CeChain         chain;

  step_image (&image);
  ce_params_init (&question.params, canny);
  question.params.sigma = 0;

  ce_chain_find (canny, &question, NULL, NULL, &chain);
  is_chain (&chain, TRUE, 819, 40, 100, "a faint part of a chain that is strong elsewhere");
  test_ok (chain.x == 299 && chain.y == 20 && chain.strongest == 99.9, "the pixel %d, %d, strongest above %g", chain.x,
           chain.y, chain.strongest);

  question.params.high = 20;         /* the other way round */
  question.params.low = 120;
  question.params.sigma = 0;
  ce_chain_find (canny, &question, NULL, NULL, &chain);
  is_chain (&chain, FALSE, 819, 20, 99.9, "too weak for the high threshold");

  question.params.low = 60;
  question.params.high = 80;
  ce_chain_find (canny, &question, NULL, NULL, &chain);
  test_ok (chain.found && ! chain.kept && chain.new_low == 47.9 && chain.new_high == 80,
           "below low, and strong elsewhere: low %g, high %g", chain.new_low, chain.new_high);

  question.params.high = 120;
  ce_chain_find (canny, &question, NULL, NULL, &chain);
  test_ok (chain.found && ! chain.kept && chain.new_low == 47.9 && chain.new_high == 99.9,
           "below low, and nowhere strong enough: low %g, high %g", chain.new_low, chain.new_high);

  question.x = 100;
  ce_chain_find (canny, &question, NULL, NULL, &chain);
  test_ok (! chain.found, "where nothing changes there is no edge");
  test_image_clear (&image);
}

static gboolean
stop (double share, gpointer data)
{
  return FALSE;
}

static void
cancelled (void)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  CeView          image;
  CeChainQuestion question = { .source = &image, .x = 300, .y = 20, .reach = 3 };
  CeChain         chain;

  step_image (&image);
  ce_params_init (&question.params, canny);
  test_ok (! ce_chain_find (canny, &question, stop, NULL, &chain), "cancelled");
  test_image_clear (&image);
}

/* Whether the proposal does what it says at the pixel, and only just. */
static gboolean
does_it (CeSession *session, const CeParams *params, const CeChain *chain)
{
  gboolean before = is_edge (session, params, chain->low, chain->high, chain->x, chain->y);
  gboolean after = is_edge (session, params, chain->new_low, chain->new_high, chain->x, chain->y);
  gboolean nearly = chain->new_low < chain->low
                    ? is_edge (session, params, chain->new_low + STEP, chain->new_high, chain->x, chain->y)
                    : is_edge (session, params, chain->new_low, chain->new_high + (chain->kept ? -STEP : STEP), chain->x,
                               chain->y);

  /* A chain may hold together without the pixel that was just lowered to; then
   * the next tenth may keep it too, but only if low decides. */
  return before == chain->kept && after == ! chain->kept && (nearly == chain->kept || chain->new_low < chain->low);
}

static void
random_clicks (CeType type, int channels, TestAlpha alpha, double sigma, CeNorm norm)
{
  const CeFilter *canny = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 5 };
  CeView          image;
  CeSession      *session;
  CeParams        params;
  int             n_kept = 0, n_dropped = 0, n_wrong = 0;

  test_image_init (&image, 331, 283, channels, type);
  test_image_fill (&image, TEST_NATURAL, alpha, &random);
  session = open_session (&image);
  ce_params_init (&params, canny);
  params.sigma = sigma;
  params.norm = norm;
  params.low = 20.5;

  for (int i = 0; i < 40; i++)
    {
      CeChainQuestion question = { .source = &image, .params = params, .reach = 6 };
      CeChain         chain;

      question.x = test_random_int (&random, 0, image.width - 1);
      question.y = test_random_int (&random, 0, image.height - 1);
      if (i % 2)
        {
          is_edge (session, &params, params.low, params.high, 0, 0);
          question.edges = ce_session_get_result (session);
        }
      if (! ce_chain_find (canny, &question, NULL, NULL, &chain) || ! chain.found || ! chain.possible)
        continue;

      n_kept += chain.kept;
      n_dropped += ! chain.kept;
      if (! does_it (session, &params, &chain))
        {
          n_wrong++;
          test_note ("at %d, %d: %s, low %g to %g, high %g to %g", chain.x, chain.y, chain.kept ? "kept" : "dropped",
                     chain.low, chain.new_low, chain.high, chain.new_high);
        }
    }
  test_ok (n_wrong == 0 && n_kept + n_dropped > 5, "%d channels, type %d, sigma %g, norm %d: %d kept and %d dropped edges "
           "change sides as proposed", channels, type, sigma, norm, n_kept, n_dropped);

  ce_session_free (session);
  test_image_clear (&image);
}

int
main (void)
{
  known_step ();
  cancelled ();
  random_clicks (CE_U8, 1, TEST_ALPHA_OPAQUE, 0, CE_NORM_L2);
  random_clicks (CE_U8, 3, TEST_ALPHA_OPAQUE, 1.4, CE_NORM_L1);
  random_clicks (CE_F32, 3, TEST_ALPHA_OPAQUE, 2, CE_NORM_L2);
  random_clicks (CE_U8, 4, TEST_ALPHA_SHAPES, 1, CE_NORM_L2);

  return test_done ();
}
