/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares the results of two places for large pictures, new ones each time, byte by byte, because only large pictures
 * show a mistake that occurs once in 10^9 pixels.
 *
 *   large [--seconds SECONDS] [--seed SEED] [--side COLUMNS] [--first PLACE] [--second PLACE] [--filter FILTER]
 *         [PHOTO.ppm…]
 *
 * It compares CUDA with the CPU or, without a GPU, the best instruction set with the one before. Each picture has the next
 * seed, so that a seed alone reproduces a picture.
 */
#include "pictures.h"

#include "tests/support/cases.h"

#include "engine/filters.h"
#include "engine/threads.h"

#include <string.h>

static double  seconds = 300;
static gint64  seed = -1;
static int     side;
static char   *place_names[2];
static char   *only;
static char  **photo_names;

static const GOptionEntry options[] = {
  { "seconds", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, "Stop after SECONDS (300)", "SECONDS" },
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Begin with this seed", "SEED" },
  { "side", 0, 0, G_OPTION_ARG_INT, &side, "Small pictures, of about COLUMNS by COLUMNS", "COLUMNS" },
  { "first", 0, 0, G_OPTION_ARG_STRING, &place_names[0], "Compare this place", "PLACE" },
  { "second", 0, 0, G_OPTION_ARG_STRING, &place_names[1], "with this one", "PLACE" },
  { "filter", 0, 0, G_OPTION_ARG_STRING, &only, "Compare this filter alone", "FILTER" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &photo_names, NULL, NULL },
  { NULL }
};

/* The number of parameter sets of the list for a picture and a filter; as many random ones follow. */
#define SETS 6

static const char *const lists[CE_N_FILTERS][14] = {
  [CE_FILTER_SOBEL] = {
    "", "norm=l1 gain=1.7", "component=direction", "component=horizontal operator=scharr", "component=vertical gain=0.3",
    "operator=prewitt", "operator=scharr norm=l1", "style=black-on-white channel=luma-601"
  },
  [CE_FILTER_LAPLACIAN] = {
    "", "sigma=1.4", "sigma=0 threshold=20", "sigma=2 response=zero-crossings threshold=2", "sigma=1 response=signed gain=2.3",
    "sigma=0.6 response=zero-crossings threshold=0", "sigma=3 threshold=1", "sigma=8 threshold=0.5", "sigma=1.7 threshold=3"
  },
  [CE_FILTER_CANNY] = {
    "", "sigma=1.4 norm=l1", "sigma=0.5 low=20 high=50", "sigma=1", "sigma=2 low=10 high=30", "sigma=6 low=2 high=6",
    "sigma=0 low=60 high=160", "operator=scharr", "operator=prewitt sigma=0", "thresholds=otsu",
    "thresholds=percentile share=85",
    "stage=thinned", "stage=classes low=5 high=12 sigma=3", "stage=direction width=5"
  },
  [CE_FILTER_SHARPEN] = {
    "", "channels=rgb radius=1.4 amount=1.3", "method=kernel channels=rgb amount=0.7", "method=kernel amount=2",
    "method=adaptive amount=1", "edge-mask=40 halo-light=30 halo-dark=60 threshold=2 threshold-kind=soft",
    "method=deconvolve radius=1.5 iterations=6", "radius=0.5 amount=1 threshold=1 channels=rgb", "radius=6 amount=0.8 detail=3",
    "stage=mask edge-mask=60", "method=adaptive channels=rgb halo-light=50"
  },
  [CE_FILTER_LINE_ART] = {
    "", "tone=60", "sigma=2 coherence=10 flow=5", "sigma=0.5 coherence=0 flow=0.5", "smooth=2 strength=60", "stage=flow flow=8",
    "stage=difference sigma=3 style=white-on-black", "stage=smoothed smooth=1.3", "softness=0 threshold=128 tone=100 style=lines",
    "sigma=4 coherence=20 flow=10 smooth=1"
  }
};

typedef struct
{
  CePlace place;
  char   *name;
} Side;

static GArray *photos;         /* of Photo */
static Side    sides[2];
static gint64  end;             /* of all, monotonic time */
static gint64  n_pixels;
static guint64 n_different;
static int     n_renders;
static int     n_refused;
static int     n_failed;

typedef struct
{
  const CeView *from;
  const CeView *to;
} Copy;

/* A CeTask. */
static void
copy_rows (int task, gpointer data)
{
  const Copy *copy = data;

  for (int y = task * ROWS_OF_A_TASK; y < MIN ((task + 1) * ROWS_OF_A_TASK, copy->from->height); y++)
    memcpy (ce_view_row (copy->to, y), ce_view_row (copy->from, y), test_image_row (copy->from));
}

static CeSession *
open_session (const CeFilter *filter, const Side *at, const CeView *view, gboolean keeps, GError **error)
{
  g_autoptr (CeSession) session = ce_session_new (filter, &at->place, view->width, view->height, view->channels, view->type,
                                                  error);
  Copy                  copy = { view, NULL };

  if (session && keeps)
    ce_session_keep_stages (session);
  if (! session || ! ce_session_open (session, error))
    return NULL;

  copy.to = ce_session_get_source (session);
  rows_in_threads (view->height, copy_rows, &copy);
  ce_session_put_rows (session, 0, view->height, NULL, 0);

  return g_steal_pointer (&session);
}

typedef struct
{
  const CeView *a;
  const CeView *b;
  GMutex        lock;
  guint64       n;              /* samples that differ */
  GString      *where;
} Comparison;

static void
count_in_row (Comparison *comparison, int y)
{
  const guint8 *a = ce_view_row (comparison->a, y), *b = ce_view_row (comparison->b, y);
  gsize         size = ce_type_size (comparison->a->type);

  g_mutex_lock (&comparison->lock);
  for (gsize i = 0; i < test_image_row (comparison->a); i += size)
    if (memcmp (a + i, b + i, size) != 0 && ++comparison->n <= 5)
      g_string_append_printf (comparison->where, " (%d, %d)", (int) (i / size) / comparison->a->channels, y);
  g_mutex_unlock (&comparison->lock);
}

/* A CeTask. */
static void
compare_rows (int task, gpointer data)
{
  Comparison *comparison = data;

  for (int y = task * ROWS_OF_A_TASK; y < MIN ((task + 1) * ROWS_OF_A_TASK, comparison->a->height); y++)
    if (memcmp (ce_view_row (comparison->a, y), ce_view_row (comparison->b, y), test_image_row (comparison->a)) != 0)
      count_in_row (comparison, y);
}

static void
compare (CeSession *const sessions[2], const Picture *picture, const char *what)
{
  Comparison         comparison = { .a = ce_session_get_result (sessions[0]), .b = ce_session_get_result (sessions[1]) };
  g_autoptr (GString) where = g_string_new (NULL);

  comparison.where = where;
  g_mutex_init (&comparison.lock);
  rows_in_threads (comparison.a->height, compare_rows, &comparison);
  g_mutex_clear (&comparison.lock);
  n_renders++;
  n_pixels += (gint64) picture->view.width * picture->view.height;
  n_different += comparison.n;
  if (comparison.n)
    {
      g_autofree char *text = picture_text (picture);

      test_note ("%s: %s: %" G_GUINT64_FORMAT " samples differ,%s", text, what, comparison.n, where->str);
    }
}

/* Returns whether a place continues; a lack of memory is reported and counted. */
static gboolean
goes_on (const Side *at, const Picture *picture, const char *what, const GError *error)
{
  g_autofree char *text = picture_text (picture);
  gboolean         refused = g_error_matches (error, CE_ERROR, CE_ERROR_NO_MEMORY);

  test_note ("%s %s: %s: %s: %s", at->name, refused ? "has no memory" : "fails", text, what, error->message);
  n_refused += refused;
  n_failed += ! refused;

  return FALSE;
}

static gboolean
render (CeSession *session, const Side *at, const Picture *picture, const CeParams *params, const char *what)
{
  g_autoptr (GError) error = NULL;

  if (! ce_session_render (session, params, NULL, NULL, &error))
    return goes_on (at, picture, what, error);
  if (! ce_session_get_status (session)->fallback)
    return TRUE;

  g_set_error_literal (&error, CE_ERROR, CE_ERROR_NO_MEMORY, ce_session_get_status (session)->fallback);

  return goes_on (at, picture, what, error);
}

static void
choose_params (CeParams *params, const CeFilter *filter, gboolean listed, TestRandom *random)
{
  const char *const *list = lists[filter->id];
  int                n = 0;

  ce_params_init (params, filter);
  while (n < (int) G_N_ELEMENTS (lists[0]) && list[n])
    n++;
  if (! listed)
    test_case_params (params, filter, 0.5, random);
  else if (! ce_params_parse (params, filter, list[test_random_int (random, 0, n - 1)], NULL))
    g_error ("a set of %s is not understood", filter->name);
}

/* Renders at both places with some parameter sets, now and then in new sessions. */
static void
run_filter (const Picture *picture, const CeFilter *filter, TestRandom *random)
{
  CeSession *sessions[2] = { NULL };

  for (int set = 0; set < 2 * SETS && (g_get_monotonic_time () < end || n_renders + n_refused + n_failed == 0); set++)
    {
      gboolean         keeps = test_random_chance (random, 0.5), ok = TRUE;
      g_autofree char *values = NULL, *what = NULL;
      CeParams         params;

      choose_params (&params, filter, set % 2 == 0, random);
      values = ce_params_to_text (&params, filter, NULL);
      what = g_strconcat (filter->name, " ", values, NULL);
      if (set > 0 && test_random_chance (random, 0.2))
        for (int i = 0; i < 2; i++)
          g_clear_pointer (&sessions[i], ce_session_free);

      for (int i = 0; i < 2 && ok; i++)
        {
          g_autoptr (GError) error = NULL;

          if (! sessions[i])
            sessions[i] = open_session (filter, &sides[i], &picture->view, keeps, &error);
          ok = sessions[i] ? render (sessions[i], &sides[i], picture, &params, what)
                           : goes_on (&sides[i], picture, what, error);
        }
      if (ok)
        compare (sessions, picture, what);
    }

  for (int i = 0; i < 2; i++)
    g_clear_pointer (&sessions[i], ce_session_free);
}

static void
run_picture (guint64 number)
{
  TestRandom random = { number };
  Picture    picture = { .seed = number };

  picture_draw (&picture, photos, side, &random);
  for (int i = 0, first = test_random_int (&random, 0, CE_N_FILTERS - 1); i < CE_N_FILTERS; i++)
    {
      const CeFilter *filter = ce_filter_get ((CeFilterId) ((first + i) % CE_N_FILTERS));

      if (! only || g_str_equal (only, filter->name))
        run_filter (&picture, filter, &random);
    }
  test_image_clear (&picture.view);
}

/* Chooses the last two places of the list, or CUDA and the best instruction set. */
static gboolean
choose_places (void)
{
  g_auto (GStrv) names = test_backends (NULL);
  guint          n = g_strv_length (names);

  if (n < 2 && ! (place_names[0] && place_names[1]))
    return FALSE;

  for (int i = 0; i < 2; i++)
    {
      sides[i].name = g_strdup (place_names[i] ? place_names[i] : names[n - 2 + (guint) i]);
      sides[i].place = test_place (sides[i].name);
    }

  return TRUE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if (! choose_places ())
    {
      test_skip ("there is only one place to compute at", "large pictures");
      return test_done ();
    }

  photos = g_array_new (FALSE, FALSE, sizeof (Photo));
  for (char **name = photo_names; name && *name; name++)
    {
      Photo photo = photo_load (*name);

      g_array_append_val (photos, photo);
    }
  if (seed < 0)
    seed = g_get_real_time () % 1000000007;
  test_note ("%s with %s, %u photos, seed %" G_GINT64_FORMAT, sides[0].name, sides[1].name, photos->len, seed);

  end = g_get_monotonic_time () + (gint64) (seconds * G_TIME_SPAN_SECOND);
  for (guint64 number = (guint64) seed; g_get_monotonic_time () < end; number++)
    run_picture (number);

  test_ok (n_renders > 0 && ! n_different && ! n_failed,
           "%s equals %s: %.3f gigapixels in %d renders, %" G_GUINT64_FORMAT " samples differ, %d refused for lack of memory, "
           "%d failed", sides[0].name, sides[1].name, (double) n_pixels / 1e9, n_renders, n_different, n_refused, n_failed);

  return test_done ();
}
