/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders on tests/fake-cuda. The driver ends the process if a kernel reads memory that was not written or waited
 * for, leaves the device's memory, or has a launch that CUDA does not allow. The test also checks the longest wait for
 * Cancel, in the driver's simulated time. Each case is a process of its own.
 *
 *   order [CASES [SEED]]
 */
#include "tests/support/cases.h"

#include "engine/memory.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CASES 150
#define HANGS_S 120
#define MOST_PRINTED 3

/* The most simulated milliseconds between two polls of Cancel. */
#define MOST_MS 100.0

typedef struct
{
  int        width;
  int        height;
  int        channels;
  CeType     type;
  gint64     memory;
  gint64     taps;
  int        calls;             /* polls of Cancel before a render is cancelled; 0: none is */
  CeFilterId filter;
  CeParams   params[3];
} Case;

/* Exit status of a case. */
enum { RIGHT, REFUSED, FAILED };

static const double *now_ms;    /* of the driver */

/* The polls of a render, and the longest time between two. */
typedef struct
{
  int    n;
  double last_ms;
  double most_ms;
} Questions;

static gboolean
count (double share, gpointer data)
{
  Questions *questions = data;

  questions->n++;
  questions->most_ms = MAX (questions->most_ms, *now_ms - questions->last_ms);
  questions->last_ms = *now_ms;

  return TRUE;
}

static gboolean
few (double share, gpointer data)
{
  return --*(int *) data > 0;
}

/* Returns the status of a render; a named GPU without memory may refuse it. */
static int
judge (gboolean done, const GError *error)
{
  if (done || g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    return RIGHT;
  if (g_error_matches (error, CE_ERROR, CE_ERROR_NO_MEMORY) && test_is_sentence (error->message))
    return REFUSED;

  g_printerr ("%s\n", error->message);
  return FAILED;
}

static int
render (CeSession *session, const CeParams *params, int calls)
{
  g_autoptr (GError) error = NULL;
  Questions          questions = { 0, *now_ms, 0 };
  gboolean           done = calls ? ce_session_render (session, params, few, &calls, &error)
                                  : ce_session_render (session, params, count, &questions, &error);

  questions.most_ms = MAX (questions.most_ms, *now_ms - questions.last_ms);
  if (done && ! calls && ! ce_testing ()->cuda_taps && questions.most_ms > MOST_MS)
    {
      g_printerr ("%.0f ms pass between two of %d questions\n", questions.most_ms, questions.n);
      return FAILED;
    }

  return judge (done, error);
}

/* Renders a rectangle in the middle. */
static int
render_part (CeSession *session, const Case *one, const CeParams *params)
{
  g_autoptr (GError) error = NULL;
  CeArea             area = { one->width / 3, one->height / 3, (one->width + 2) / 3, (one->height + 2) / 3 };
  CeView             view, format;
  gboolean           done;

  ce_filter_result_format (ce_filter_get (one->filter), ce_session_get_source (session), &format);
  test_image_init (&view, area.width, area.height, format.channels, format.type);
  done = ce_session_render_part (session, params, NULL, &area, CE_PART_RESULT, &view, NULL, NULL, &error);
  test_image_clear (&view);

  return judge (done, error);
}

static int
use (const Case *one)
{
  const CeFilter       *filter = ce_filter_get (one->filter);
  CePlace               place = test_place ("cuda");
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;
  int                   result;

  ce_testing ()->cuda_memory = one->memory;
  ce_testing ()->cuda_taps = one->taps;
  session = ce_session_new (filter, &place, one->width, one->height, one->channels, one->type, &error);
  if (! session || ! ce_session_open (session, &error))
    return judge (FALSE, error);

  for (int y = 0, n; y < one->height; y += n)
    {
      n = MIN (one->height - y, MAX (one->height / 7, 1));
      ce_session_put_rows (session, y, n, NULL, 0);
    }
  result = one->calls ? render (session, &one->params[0], one->calls) : RIGHT;
  for (guint i = 0; i < G_N_ELEMENTS (one->params) && result == RIGHT; i++)
    {
      result = render (session, &one->params[i], 0);
      if (result == RIGHT && i == 1)
        result = render_part (session, one, &one->params[i]);
    }

  return result;
}

/* Runs a case in a process of its own. Returns its exit status, perhaps the driver's. */
static int
in_process (const Case *one)
{
  int   status = -1;
  pid_t child = fork ();

  if (child == 0)
    {
      int result;

      alarm (test_patience (HANGS_S));
      now_ms = dlsym (dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL), "fake_now_ms");
      result = use (one);
      ce_release (TRUE);
      exit (result);            /* the driver then checks that nothing is left */
    }
  if (child < 0 || waitpid (child, &status, 0) != child || ! WIFEXITED (status))
    return FAILED;

  return WEXITSTATUS (status);
}

static gboolean
check (const Case *one, int *n_refused)
{
  int result = in_process (one);

  *n_refused += result == REFUSED;
  if (result == RIGHT || result == REFUSED)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (one->params); i++)
    {
      g_autofree char *text = ce_params_to_text (&one->params[i], ce_filter_get (one->filter), NULL);

      if (i == 0 || memcmp (&one->params[i], &one->params[0], sizeof one->params[0]) != 0)
        test_note ("%s, %d x %d, %d channels, %s, memory %" G_GINT64_FORMAT ", taps %" G_GINT64_FORMAT
                   ", calls %d: %s", ce_filter_get (one->filter)->name, one->width, one->height, one->channels,
                   test_type_names[one->type], one->memory, one->taps, one->calls, text);
    }
  return FALSE;
}

/* Chooses a size of device memory between that of the source alone and that of all buffers. */
static gint64
choose_memory (const Case *one, TestRandom *random)
{
  double size = (double) one->width * one->height * one->channels * (double) ce_type_size (one->type);

  return test_random_chance (random, 0.5) ? 0 : (gint64) (size * test_random_double (random, 0.5, 6) + 60000);
}

static void
any_filter (CeFilterId id, int n_cases, guint64 seed)
{
  const CeFilter *filter = ce_filter_get (id);
  TestRandom      random = { seed + id };
  int             n_wrong = 0, n_refused = 0;

  for (int i = 0; i < n_cases && n_wrong < MOST_PRINTED; i++)
    {
      Case one = { test_random_int (&random, 1, 900), test_random_int (&random, 1, 1500), test_random_int (&random, 1, 4),
                   test_random_int (&random, CE_U8, CE_F32), .filter = id };

      one.memory = choose_memory (&one, &random);
      one.taps = test_random_chance (&random, 0.3) ? 0 : test_random_int (&random, 20000, 4000000);
      one.calls = test_random_chance (&random, 0.3) ? test_random_int (&random, 1, 12) : 0;
      for (guint k = 0; k < G_N_ELEMENTS (one.params); k++)
        {
          if (k == 0)
            ce_params_init (&one.params[0], filter);
          else
            one.params[k] = one.params[k - 1];
          test_case_params (&one.params[k], filter, k == 0 ? 0.5 : 0.15, &random);
        }
      n_wrong += ! check (&one, &n_refused);
    }
  test_ok (n_wrong == 0 && n_refused < n_cases / 2, "%s: %d of %d cases are not in order, %d are refused for lack of memory",
           filter->name, n_wrong, n_cases, n_refused);
}

/* Renders images higher than CUDA's grids, with every method of sharpening and Canny's wide Gaussian. */
static void
high (void)
{
  static const char *const params[][2] = {
    { "canny", "sigma=5" }, { "canny", "sigma=1.4 width=5" }, { "canny", "stage=thinned" }, { "sobel", "" },
    { "laplacian", "sigma=4" }, { "laplacian", "response=zero-crossings sigma=2" }, { "sharpen", "method=unsharp radius=9" },
    { "sharpen", "method=kernel channels=luminance" }, { "sharpen", "method=adaptive" },
    { "sharpen", "method=deconvolve radius=2 iterations=3" }, { "sharpen", "method=unsharp edge-mask=50 halo-light=50" }
  };
  static const int heights[] = { 262141, 270000, 524288, CE_MAX_SIDE };
  int              n_wrong = 0, n_refused = 0;

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    for (guint k = 0; k < G_N_ELEMENTS (heights); k++)
      {
        const CeFilter    *filter = ce_filter_find (params[i][0]);
        g_autoptr (GError) error = NULL;
        Case               one = { k < 3 ? 5 : 2, heights[k], 3, CE_U8, .filter = filter->id };

        ce_params_init (&one.params[0], filter);
        if (! ce_params_parse (&one.params[0], filter, params[i][1], &error))
          g_error ("%s", error->message);
        one.params[1] = one.params[2] = one.params[0];
        n_wrong += ! check (&one, &n_refused);
      }
  test_ok (n_wrong == 0 && n_refused == 0, "%d of %u images with up to %d rows are not in order", n_wrong,
           (guint) (G_N_ELEMENTS (params) * G_N_ELEMENTS (heights)), CE_MAX_SIDE);
}

/* Checks that the second of two renders gets the memory that the first one keeps, if there is not enough for both. */
static void
in_turn (void)
{
  static const char *const params[] = { "sigma=5", "sigma=1 thresholds=otsu", "sigma=5" };
  const CeFilter          *filter = ce_filter_find ("canny");
  Case                     one = { 640, 480, 1, CE_U8, .memory = 3500000, .filter = filter->id };
  int                      n_refused = 0;
  gboolean                 done;

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      ce_params_init (&one.params[i], filter);
      if (! ce_params_parse (&one.params[i], filter, params[i], NULL))
        g_error ("there are no such parameters: %s", params[i]);
    }
  done = check (&one, &n_refused);
  one.memory = 3000000;
  done &= check (&one, &n_refused);
  test_ok (done && n_refused == 1, "what another render keeps makes room, and only what is too large for itself is refused: %d",
           n_refused);
}

/* Checks that deconvolution of large images needs at most four times the memory of a source in color, and eight times that
 * of a gray one. */
static void
in_bands (void)
{
  static const char *const params[] = { "", "edge-mask=20", "radius=5 iterations=10 channels=rgb" };
  int                      n_wrong = 0, n_refused = 0;

  for (guint i = 0; i < 2 * G_N_ELEMENTS (params); i++)
    {
      const CeFilter *filter = ce_filter_find ("sharpen");
      Case            one = { 3000, 4000, i % 2 ? 3 : 1, CE_U8, .filter = filter->id };

      one.memory = 3000 * 4000 * (i % 2 ? 12 : 8);
      ce_params_init (&one.params[0], filter);
      one.params[0].method = CE_METHOD_DECONVOLVE;
      if (! ce_params_parse (&one.params[0], filter, params[i / 2], NULL))
        g_error ("there are no such parameters: %s", params[i / 2]);
      one.params[1] = one.params[2] = one.params[0];
      n_wrong += ! check (&one, &n_refused);
    }
  test_ok (n_wrong == 0 && n_refused == 0, "deconvolution of 12 megapixels: %d are not in order, %d are refused for lack of "
           "memory", n_wrong, n_refused);
}

/* Checks that large images poll Cancel in time, also in deconvolution's many steps, in the first render and later. */
static void
large (void)
{
  static const char *const params[][2] = {
    { "sharpen", "method=deconvolve radius=5 iterations=100" }, { "sharpen", "method=deconvolve edge-mask=20 iterations=3" },
    { "sharpen", "method=unsharp radius=5 channels=rgb" }, { "canny", "sigma=10" }, { "canny", "thresholds=otsu" }
  };
  int n_wrong = 0, n_refused = 0;

  for (guint i = 0; i < G_N_ELEMENTS (params); i++)
    {
      const CeFilter *filter = ce_filter_find (params[i][0]);
      Case            one = { 6000, 4000, i == 3 ? 4 : 3, CE_U8, .filter = filter->id };

      ce_params_init (&one.params[0], filter);
      if (! ce_params_parse (&one.params[0], filter, params[i][1], NULL))
        g_error ("there are no such parameters: %s", params[i][1]);
      ce_params_quantize (&one.params[0], filter);
      one.params[1] = one.params[2] = one.params[0];
      one.params[1].iterations--;
      one.params[2].sigma += 0.1;
      n_wrong += ! check (&one, &n_refused);
    }
  test_ok (n_wrong == 0 && n_refused == 0, "%d of %u images of 24 megapixels keep a Cancel waiting for over %.0f ms, %d are "
           "refused", n_wrong, (guint) G_N_ELEMENTS (params), MOST_MS, n_refused);
}

int
main (int argc, char **argv)
{
  int     n_cases = argc > 1 ? atoi (argv[1]) : CASES;
  guint64 seed = argc > 2 ? g_ascii_strtoull (argv[2], NULL, 10) : (guint64) g_get_real_time () % 1000000;
  void   *driver = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

  if (! driver || ! dlsym (driver, "fake_now_ms"))
    {
      test_skip ("this is not the driver for tests", "everything is in order");
      return test_done ();
    }

  dlclose (driver);
  test_note ("seed %" G_GUINT64_FORMAT, seed);
  for (int id = 0; id < CE_N_FILTERS; id++)
    any_filter (id, n_cases, seed);
  high ();
  in_turn ();
  in_bands ();
  large ();

  return test_done ();
}
