/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compares every backend and variant with plain C, bit for bit, like checkasm: images and parameters are random, from a
 * printed seed. It prints the command that repeats a case that differs:
 *
 *   parity --seed SEED --only CASE --filter NAME --backend NAME
 */
#include "tests/support/cases.h"

#include <string.h>

#define REFERENCE "cpu:plain"
#define MAX_PRINTED 3

static gint64   seed = -1;
static int      n_cases = 300;
static int      only_case = -1;
static char    *only_backend;
static char    *only_filter;
static gboolean small;

static const GOptionEntry options[] = {
  { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Begin with this seed", "SEED" },
  { "cases", 0, 0, G_OPTION_ARG_INT, &n_cases, "Cases per filter (300)", "N" },
  { "only", 0, 0, G_OPTION_ARG_INT, &only_case, "Run only this case", "CASE" },
  { "backend", 0, 0, G_OPTION_ARG_STRING, &only_backend, "Test only this backend, “cuda” or “cpu:v3”", "NAME" },
  { "filter", 0, 0, G_OPTION_ARG_STRING, &only_filter, "Test only this filter", "NAME" },
  { "small", 0, 0, G_OPTION_ARG_NONE, &small, "Only small images, for sanitizers", NULL },
  { NULL }
};

/* A backend under test, with its session of the current case. */
typedef struct
{
  const char *name;
  CeSession  *session;
  int         n_compared;
  int         n_different;
  int         n_refused;        /* renders refused for lack of memory that the test itself limits */
  int         n_left;           /* cases that continued on the CPU */
} Subject;

static void
complain (Subject *subject, const CeFilter *filter, const TestCase *one, const CeParams *params,
          int number, const char *step, const char *text)
{
  g_autofree char *values = ce_params_to_text (params, filter, NULL);

  if (++subject->n_different > MAX_PRINTED)
    return;

  test_note ("%s, %s, case %d (%s), %s\n  %s\n  %s and %s: %s", subject->name, filter->name, number, step, one->text,
             values, REFERENCE, subject->name, text);
}

/* Returns whether an image was rightly refused, because the test limits device memory. */
static gboolean
is_held_back (const GError *error)
{
  return ce_testing ()->cuda_memory && g_error_matches (error, CE_ERROR, CE_ERROR_NO_MEMORY)
         && g_str_has_prefix (error->message, "The GPU has not enough free memory: ");
}

static void
compare_results (Subject *reference, Subject *subject, const CeFilter *filter, const TestCase *one,
                 const CeParams *params, int number, const char *step)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *diff = NULL, *found = NULL, *expected = NULL;

  subject->n_compared++;
  if (! ce_session_render (subject->session, params, NULL, NULL, &error))
    {
      if (is_held_back (error))
        subject->n_refused++;
      else
        complain (subject, filter, one, params, number, step, error->message);
      return;
    }

  diff = test_image_diff (ce_session_get_result (reference->session), ce_session_get_result (subject->session));
  expected = ce_found_to_text (&ce_session_get_status (reference->session)->found);
  found = ce_found_to_text (&ce_session_get_status (subject->session)->found);
  if (! diff && ! g_str_equal (found, expected))
    diff = g_strdup_printf ("%s and %s", expected, found);
  if (diff)
    complain (subject, filter, one, params, number, step, diff);
}

static void
compare_histograms (Subject *reference, Subject *subject, const CeFilter *filter, const TestCase *one,
                    const CeParams *params, int number, CeHistogram what, const CeView *mask)
{
  static guint64     expected[CE_HISTOGRAM_BINS], bins[CE_HISTOGRAM_BINS];
  const char        *step = what == CE_HISTOGRAM_THINNED ? "thinned histogram" : "histogram";
  g_autoptr (GError) error = NULL;

  memset (bins, 0xa5, sizeof bins);
  subject->n_compared++;
  if (! ce_session_histogram (reference->session, params, what, mask, expected, NULL, NULL, &error)
      || ! ce_session_histogram (subject->session, params, what, mask, bins, NULL, NULL, &error))
    {
      if (is_held_back (error))
        subject->n_refused++;
      else
        complain (subject, filter, one, params, number, step, error->message);
      return;
    }

  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    if (bins[i] != expected[i])
      {
        g_autofree char *text = g_strdup_printf ("bin %d: %" G_GUINT64_FORMAT " and %" G_GUINT64_FORMAT, i, expected[i], bins[i]);

        complain (subject, filter, one, params, number, step, text);
        return;
      }
}

/* Compares a part of a subject's result with the same rectangle of @expected. */
static void
compare_part (Subject *subject, const CeFilter *filter, const TestCase *one, const CeParams *params, int number,
              const CeArea *area, CePart what, const CeView *expected)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *diff = NULL;
  CeView             inside = ce_view_part (expected, area);
  CeView             part;

  test_image_init (&part, area->width, area->height, expected->channels, expected->type);
  subject->n_compared++;
  if (ce_session_render_part (subject->session, params, NULL, area, what, &part, NULL, NULL, &error))
    diff = test_image_diff (&inside, &part);
  else if (is_held_back (error))
    subject->n_refused++;
  else
    diff = g_strdup (error->message);
  if (diff)
    complain (subject, filter, one, params, number, what == CE_PART_STRENGTH ? "strength" : "part", diff);
  test_image_clear (&part);
}

/* Compares parts after a render. Canny's edges need the whole image. Its strength is compared with the specification's, of
 * the whole image, because there is no other result. */
static void
compare_parts (GArray *subjects, const CeFilter *filter, const TestCase *one, const CeParams *params, int number,
               TestRandom *random)
{
  Subject *reference = &g_array_index (subjects, Subject, 0);
  CeArea   area = test_random_area (&one->image, random);
  CeArea   all = { 0, 0, one->image.width, one->image.height };
  CeView   strength;

  if (filter->id != CE_FILTER_CANNY || params->stage != CE_STAGE_EDGES)
    for (guint i = 0; i < subjects->len; i++)
      compare_part (&g_array_index (subjects, Subject, i), filter, one, params, number, &area, CE_PART_RESULT,
                    ce_session_get_result (reference->session));
  if (filter->id != CE_FILTER_CANNY)
    return;

  test_image_init (&strength, all.width, all.height, 1, CE_F32);
  ce_session_render_part (reference->session, params, NULL, &all, CE_PART_STRENGTH, &strength, NULL, NULL, NULL);
  for (guint i = 0; i < subjects->len; i++)
    compare_part (&g_array_index (subjects, Subject, i), filter, one, params, number, &area, CE_PART_STRENGTH, &strength);
  test_image_clear (&strength);
}

/* Opens the sessions of one case, and reports those that cannot open. */
static void
open_sessions (GArray *subjects, const CeFilter *filter, const TestCase *one, gboolean keeps)
{
  for (guint i = 0; i < subjects->len; i++)
    {
      Subject           *subject = &g_array_index (subjects, Subject, i);
      g_autoptr (GError) error = NULL;

      subject->session = test_session_new (filter->name, subject->name, &one->image, keeps, &error);
      if (! subject->session)
        g_error ("%s: %s", subject->name, error->message);
    }
}

static void
close_sessions (GArray *subjects)
{
  for (guint i = 0; i < subjects->len; i++)
    {
      Subject *subject = &g_array_index (subjects, Subject, i);

      subject->n_left += ce_session_get_status (subject->session)->fallback != NULL;
      g_clear_pointer (&subject->session, ce_session_free);
    }
}

static void
render_and_compare (GArray *subjects, const CeFilter *filter, const TestCase *one, const CeParams *params,
                    int number, const char *step)
{
  Subject           *reference = &g_array_index (subjects, Subject, 0);
  g_autoptr (GError) error = NULL;

  if (! ce_session_render (reference->session, params, NULL, NULL, &error))
    {
      complain (reference, filter, one, params, number, step, error->message);
      return;
    }

  for (guint i = 1; i < subjects->len; i++)
    compare_results (reference, &g_array_index (subjects, Subject, i), filter, one, params, number, step);
}

/* Compares histograms of all pixels or of diagonal stripes. */
static void
count_and_compare (GArray *subjects, const CeFilter *filter, const TestCase *one, const CeParams *params,
                   int number, TestRandom *random)
{
  CeHistogram what = test_random_int (random, 0, CE_N_HISTOGRAMS - 1);
  gboolean    selects = test_random_chance (random, 0.5);
  CeView      mask;

  test_image_init (&mask, one->image.width, one->image.height, 1, CE_U8);
  for (int y = 0; y < mask.height; y++)
    for (int x = 0; x < mask.width; x++)
      ((guint8 *) ce_view_row (&mask, y))[x] = (guint8) (3 * x + y);
  for (guint i = 1; i < subjects->len; i++)
    compare_histograms (&g_array_index (subjects, Subject, 0), &g_array_index (subjects, Subject, i), filter, one,
                        params, number, what, selects ? &mask : NULL);
  test_image_clear (&mask);
}

static void
cancel_part (CeSession *session, const CeParams *params, const CeArea *area, CePart what, int calls)
{
  const CeView *result = ce_session_get_result (session);
  gboolean      strength = what == CE_PART_STRENGTH;
  CeView        part;

  test_image_init (&part, area->width, area->height, strength ? 1 : result->channels, strength ? CE_F32 : result->type);
  ce_session_render_part (session, params, NULL, area, what, &part, test_give_up, &calls, NULL);
  test_image_clear (&part);
}

static void
cancel_histogram (CeSession *session, const CeParams *params, CeHistogram what, int calls)
{
  static guint64 bins[CE_HISTOGRAM_BINS];

  ce_session_histogram (session, params, what, NULL, bins, test_give_up, &calls, NULL);
}

/* Makes each subject render a result, a part or a histogram, and cancels it after the same number of reports. */
static void
cancel_all (GArray *subjects, const CeFilter *filter, const TestCase *one, const CeParams *params, TestRandom *random)
{
  gboolean    canny = filter->id == CE_FILTER_CANNY;
  int         kind = test_random_int (random, 0, 4);
  int         calls = test_random_int (random, 1, 8);
  CeArea      area = test_random_area (&one->image, random);
  CePart      part = canny && test_random_chance (random, 0.5) ? CE_PART_STRENGTH : CE_PART_RESULT;
  CeHistogram counted = test_random_int (random, 0, CE_N_HISTOGRAMS - 1);

  for (guint i = 1; i < subjects->len; i++)
    {
      CeSession *session = g_array_index (subjects, Subject, i).session;
      int        left = calls;

      if (kind < 2)
        ce_session_render (session, params, test_give_up, &left, NULL);
      else if (kind == 2)
        cancel_part (session, params, &area, part, calls);
      else
        cancel_histogram (session, params, counted, calls);
    }
}

/* Moves a slider and moves it back: cancels renders of other parameters, then repeats the earlier render. */
static void
move_and_return (GArray *subjects, const CeFilter *filter, const TestCase *one, const CeParams *params, int number,
                 TestRandom *random)
{
  CeParams other = *params;

  test_case_params (&other, filter, 0.3, random);
  cancel_all (subjects, filter, one, &other, random);
  if (test_random_chance (random, 0.3))
    count_and_compare (subjects, filter, one, params, number, random);
  render_and_compare (subjects, filter, one, params, number, "back from what was cancelled");
}

/* Changes some parameters, at random or like a user who tries thresholds. */
static void
change (CeParams *params, const CeFilter *filter, TestRandom *random)
{
  CeStep   from = (CeStep) test_random_int (random, CE_STEP_LEVELS, CE_STEP_OUTPUT);
  CeParams other = *params;

  test_case_params (&other, filter, 0.3, random);
  for (const CeParam *param = filter->params; param->name; param++)
    if (param->step >= from)
      test_params_copy (params, &other, param);
}

/* Runs a case: renders with new parameters, then with some of them changed in the same session, because kept stages must not
 * go stale, with histograms and cancelled renders between. */
static void
run_case (GArray *subjects, const CeFilter *filter, int number)
{
  TestRandom random = { (guint64) seed * 1000003 + (guint64) filter->id * 7919 + (guint64) number };
  TestCase   one;
  CeParams   params;
  gboolean   keeps;
  int        n_changes;

  test_random (&random);
  test_case_init (&one, small ? CASES_SMALL : CASES_NORMAL, &random);
  ce_params_init (&params, filter);
  test_case_params (&params, filter, test_random_chance (&random, 0.2) ? 0.3 : 1, &random);

  keeps = test_random_chance (&random, 0.5);
  open_sessions (subjects, filter, &one, keeps);
  n_changes = test_random_int (&random, 0, 3) * (keeps ? 3 : 1);

  render_and_compare (subjects, filter, &one, &params, number, "first render");
  for (int i = 0; i < n_changes; i++)
    {
      if (test_random_chance (&random, 0.2))
        count_and_compare (subjects, filter, &one, &params, number, &random);
      if (test_random_chance (&random, 0.5))
        move_and_return (subjects, filter, &one, &params, number, &random);
      change (&params, filter, &random);
      if (test_random_chance (&random, 0.1))
        cancel_all (subjects, filter, &one, &params, &random);
      render_and_compare (subjects, filter, &one, &params, number, "changed parameters");
      if (test_random_chance (&random, 0.3))
        compare_parts (subjects, filter, &one, &params, number, &random);
    }
  if (test_random_chance (&random, 0.5))
    count_and_compare (subjects, filter, &one, &params, number, &random);

  close_sessions (subjects);
  test_case_clear (&one);
}

static void
run_filter (char **backends, const CeFilter *filter)
{
  g_autoptr (GArray) subjects = g_array_new (FALSE, TRUE, sizeof (Subject));

  for (char **name = backends; *name; name++)
    {
      Subject subject = { .name = *name };

      g_array_append_val (subjects, subject);
    }

  if (only_case >= 0)
    run_case (subjects, filter, only_case);
  else
    for (int number = 0; number < n_cases; number++)
      run_case (subjects, filter, number);

  for (guint i = 0; i < subjects->len; i++)
    {
      Subject *subject = &g_array_index (subjects, Subject, i);

      if (i == 0)
        test_ok (subject->n_different == 0, "%s renders every case of %s", subject->name, filter->name);
      else
        {
          if (subject->n_left)
            test_note ("%s went on with the CPU in %d cases", subject->name, subject->n_left);
          if (subject->n_refused)
            test_note ("%s refused %d of %d renders for lack of memory", subject->name, subject->n_refused,
                       subject->n_compared);
          test_ok (subject->n_different == 0 && subject->n_refused * 10 <= subject->n_compared,
                   "%s equals %s: %s, %d of %d renders differ", subject->name, REFERENCE, filter->name,
                   subject->n_different, subject->n_compared);
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError)         error = NULL;
  g_auto (GStrv)             backends = NULL;

  g_option_context_add_main_entries (context, options, NULL);
  if (! g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }

  if (seed < 0)
    seed = g_get_real_time () % 1000000007;
  test_note ("seed %" G_GINT64_FORMAT ", %d cases per filter", seed, n_cases);

  backends = test_backends (only_backend);
  if (! backends[0] || ! backends[1])
    test_skip ("nothing to compare with " REFERENCE " on this machine", "parity");
  for (int id = 0; id < CE_N_FILTERS; id++)
    if (! only_filter || g_str_equal (only_filter, ce_filter_get (id)->name))
      run_filter (backends, ce_filter_get (id));

  return test_done ();
}
