/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the transfer of pixels to a device and back: sharpening with an amount of 0 returns the source. Rows arrive in
 * different groups, renders are cancelled and repeated, the image fits the device or the CPU computes it, memory is new or
 * reused, and idle memory is released at any time. On tests/fake-cuda this needs no GPU, and a missing wait ends
 * the test.
 *
 *   transfers [BACKEND [SEED]]
 */
#include "tests/support/support.h"

#include "engine/memory.h"

#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

#define CASES 40
#define CASES_CUDA 40

typedef struct
{
  const char *backend;
  TestRandom *random;
  CeView      image;
  CeParams    params;
  CeSession  *session;
} Case;

/* Draws pixels whose values encode their position. */
static void
draw (const CeView *view, TestRandom *random)
{
  guint8 salt = (guint8) test_random_int (random, 0, 255);

  for (int y = 0; y < view->height; y++)
    {
      guint8 *row = ce_view_row (view, y);

      for (int i = 0; i < view->width * view->channels; i++)
        row[i] = (guint8) (i * 7 + y * 13 + (y >> 8) + salt);
    }
}

static void
make_opaque (const CeView *view, int from, int to)
{
  for (int y = from; ce_view_has_alpha (view) && y < to; y++)
    for (int x = 0; x < view->width; x++)
      ((guint8 *) ce_view_row (view, y))[(x + 1) * view->channels - 1] = 255;
}

static void
feed (Case *one)
{
  int most = test_random_chance (one->random, 0.5) ? one->image.height : 200;

  for (int y = 0; y < one->image.height;)
    {
      int n_rows = test_random_int (one->random, 1, most);

      n_rows = MIN (n_rows, one->image.height - y);
      ce_session_put_rows (one->session, y, n_rows, ce_view_row (&one->image, y), one->image.stride);
      y += n_rows;
    }
}

static gboolean
stop (double share, gpointer data)
{
  return --*(int *) data > 0;
}

/* Returns (nullable) the mistake of a render. */
static char *
render (Case *one)
{
  g_autoptr (GError) error = NULL;
  int                calls = test_random_int (one->random, 1, 8);
  char              *diff;

  if (test_random_chance (one->random, 0.3))
    {
      if (! ce_session_render (one->session, &one->params, stop, &calls, &error)
          && ! g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
        return g_strdup (error->message);
      g_clear_error (&error);
    }

  if (! ce_session_render (one->session, &one->params, NULL, NULL, &error))
    return g_strdup (error->message);

  diff = test_image_diff (&one->image, ce_session_get_result (one->session));

  return diff;
}

static char *
run (Case *one)
{
  g_autoptr (GError) error = NULL;
  char              *diff = NULL;
  CePlace            place = test_place (one->backend);
  gboolean           meanwhile = test_random_chance (one->random, 0.5);

  one->session = ce_session_new (ce_filter_find ("sharpen"), &place, one->image.width, one->image.height,
                                 one->image.channels, one->image.type, &error);
  if (! one->session || (! meanwhile && ! ce_session_open (one->session, &error)))
    return g_strdup (error->message);

  feed (one);
  if (test_random_chance (one->random, 0.2))
    ce_release (TRUE);
  for (int i = test_random_int (one->random, 0, 3); i > 0 && ! diff; i--)
    diff = render (one);
  ce_session_free (one->session);

  return diff;
}

/* Runs a case; sizes repeat, so that memory is reused. */
static int
run_case (const char *backend, TestRandom *random)
{
  static const int sizes[][2] = { { 1024, 1100 }, { 700, 9000 }, { 6000, 3000 }, { 37, 23 }, { 1, 5000 } };
  const int       *size = sizes[test_random_int (random, 0, 4)];
  Case             one = { .backend = backend, .random = random };
  gint64           memory = 0;
  g_autofree char *diff = NULL;

  test_image_init (&one.image, size[0], size[1], test_random_int (random, 1, 4), CE_U8);
  draw (&one.image, random);
  make_opaque (&one.image, 0, test_random_chance (random, 0.5) ? size[1] : test_random_int (random, 0, size[1]));
  ce_params_init (&one.params, ce_filter_find ("sharpen"));
  one.params.method = CE_METHOD_KERNEL;
  one.params.amount = 0;
  if (g_str_has_prefix (backend, "cuda") && test_random_chance (random, 0.4))
    {
      one.backend = "auto:cuda";
      memory = (gint64) one.image.stride * test_random_int (random, 30, size[1] * 2 + 60) + 100000;
    }
  ce_testing ()->cuda_memory = memory;

  diff = run (&one);
  if (test_random_chance (random, 0.2))
    ce_release (TRUE);
  ce_testing ()->cuda_memory = 0;
  if (diff)
    test_note ("%s, %dx%d, %d channels, memory %" G_GINT64_FORMAT ": %s", backend, size[0], size[1], one.image.channels,
               memory, diff);
  test_image_clear (&one.image);

  return diff != NULL;
}

/* Makes memory or a launch fail once in a render, and checks that the next try succeeds. */
static void
fail (const char *backend, const char *what)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *diff = NULL;
  CePlace            place = test_place (backend);
  TestRandom         random = { 9 };
  Case               one = { .backend = backend, .random = &random };

  test_image_init (&one.image, 3000, 2000, 3, CE_U8);
  draw (&one.image, &random);
  ce_params_init (&one.params, ce_filter_find ("sharpen"));
  one.params.method = CE_METHOD_KERNEL;
  one.params.amount = 0;
  one.session = ce_session_new (ce_filter_find ("sharpen"), &place, 3000, 2000, 3, CE_U8, &error);
  ce_session_open (one.session, NULL);
  ce_testing ()->cuda_fail = g_str_equal (what, "launch") ? CE_FAULT_LAUNCH : CE_FAULT_MEMORY;
  feed (&one);
  test_ok (! ce_session_render (one.session, &one.params, NULL, NULL, &error), "a failing %s fails the render on %s", what,
           backend);
  ce_testing ()->cuda_fail = 0;
  diff = render (&one);
  test_ok (! diff, "and the next one works%s%s", diff ? ": " : "", diff ? diff : "");
  ce_session_free (one.session);
  test_image_clear (&one.image);
}

/* Returns the number of contexts of the driver for tests, or -1 with another driver. */
static int
count_contexts (void)
{
  void *driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  int  *count = driver ? dlsym (driver, "fake_contexts") : NULL;

  return count ? g_atomic_int_get (count) : -1;
}

/* Checks that a release keeps the memory of a session, frees unused memory, and that the device starts again. */
static void
release (const char *backend)
{
  TestRandom       random = { 5 };
  Case             one = { .backend = backend, .random = &random };
  CePlace          place = test_place (backend);
  g_autofree char *before = NULL, *again = NULL;
  int              kept, idle;

  test_image_init (&one.image, 6000, 3000, 3, CE_U8);
  draw (&one.image, &random);
  ce_params_init (&one.params, ce_filter_find ("sharpen"));
  one.params.method = CE_METHOD_KERNEL;
  one.params.amount = 0;
  one.session = ce_session_new (ce_filter_find ("sharpen"), &place, 6000, 3000, 3, CE_U8, NULL);
  feed (&one);
  before = render (&one);
  ce_release (TRUE);
  kept = count_contexts ();
  again = render (&one);
  ce_session_free (one.session);
  ce_release (TRUE);
  idle = count_contexts ();
  test_ok (! before && ! again && kept != 0, "a session keeps its context: %d", kept);
  test_ok (idle <= 0, "none is left without one: %d", idle);
  g_free (before);
  before = run (&one);
  test_ok (! before, "and %s starts again", backend);
  test_image_clear (&one.image);
}

/* Renders two parts so large that their memory is pinned. The memory returns to the system before the session ends. With
 * MALLOC_PERTURB_ a session that still used it would wait for ever. */
static void
parts (const char *backend)
{
  static const CeArea   areas[] = { { 64, 64, 1000, 1000 }, { 64, 64, 1300, 1100 } };
  const CeFilter       *filter = ce_filter_find ("sharpen");
  TestRandom            random = { 6 };
  int                   n_right = 0;
  g_autoptr (CeSession) session = NULL;
  CeParams              params;
  CeView                image;

  test_image_init (&image, 2000, 1500, 3, CE_U8);
  draw (&image, &random);
  ce_params_init (&params, filter);
  params.method = CE_METHOD_KERNEL;
  params.amount = 0;
  session = test_session_new ("sharpen", backend, &image, FALSE, NULL);
  for (guint i = 0; session && i < G_N_ELEMENTS (areas); i++)
    {
      CeView           inside = ce_view_part (&image, &areas[i]), part;
      g_autofree char *diff = NULL;

      test_image_init (&part, areas[i].width, areas[i].height, 3, CE_U8);
      if (ce_session_render_part (session, &params, NULL, &areas[i], CE_PART_RESULT, &part, NULL, NULL, NULL))
        n_right += (diff = test_image_diff (&inside, &part)) == NULL;
      test_image_clear (&part);
    }
  alarm (test_patience (60));
  g_clear_pointer (&session, ce_session_free);
  alarm (0);
  test_ok (n_right == 2, "two parts of different sizes on %s, and their session ends: %d are right", backend, n_right);
  test_image_clear (&image);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);
  guint64        seed = argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : (guint64) g_get_real_time () % 1000000;

  test_note ("seed %" G_GUINT64_FORMAT, seed);
  for (char **backend = backends; *backend; backend++)
    {
      gboolean   is_cuda = g_str_has_prefix (*backend, "cuda");
      int        n_cases = is_cuda ? CASES_CUDA : CASES;
      TestRandom random = { seed };
      int        n_wrong = 0;

      if (g_str_equal (*backend, "cpu:plain"))
        continue;

      for (int i = 0; i < n_cases; i++)
        n_wrong += run_case (*backend, &random);
      test_ok (n_wrong == 0, "%d of %d pictures are not what was sent through %s", n_wrong, n_cases, *backend);
      if (is_cuda)
        {
          fail (*backend, "launch");
          fail (*backend, "memory");
          release (*backend);
          parts (*backend);
        }
    }

  return test_done ();
}
