/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the catalogue, and parameters as text.
 */
#include "tests/support/support.h"

#include <string.h>

static void
refused_texts (void)
{
  static const struct { const char *filter; const char *text; } rows[] = {
    { "canny", "low=-1" }, { "canny", "high=1500.5" }, { "canny", "sigma=51" }, { "canny", "sigma=nan" },
    { "canny", "sigma=inf" }, { "canny", "sigma" }, { "canny", "sigma=" }, { "canny", "sigma=1.4x" },
    { "canny", "sigma=1,4" }, { "canny", "stage=bogus" }, { "canny", "stage=" }, { "canny", "gain=1" },
    { "canny", "share=100.01" }, { "sobel", "gain=0" }, { "sobel", "sigma=1" }, { "sharpen", "amount=11" },
    { "sharpen", "style=lines" }, { "laplacian", "threshold=2041" }, { "laplacian", "=5" },
    { "canny", "erased=1" }, { "canny", "erased=1,2,3" }, { "canny", "erased=1,2 3" }, { "canny", "erased=1 2" },
    { "canny", "erased=--1,2" }, { "canny", "erased=1.5,2" }, { "canny", "erased=a,b" }, { "canny", "erased=1,,2" },
    { "canny", "drawn=1,2 3" }, { "canny", "drawn=1" }, { "sobel", "drawn=1,2" }, { "sobel", "erased=1,2" },
    { "laplacian", "Sigma=1" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CeFilter    *filter = ce_filter_find (rows[i].filter);
      g_autoptr (GError) error = NULL;
      g_autofree char   *what = g_strdup_printf ("%s refuses “%s”", rows[i].filter, rows[i].text);
      CeParams           params, before;

      ce_params_init (&params, filter);
      before = params;
      if (ce_params_parse (&params, filter, rows[i].text, &error))
        test_ok (FALSE, "%s", what);
      else if (memcmp (&before, &params, sizeof params) != 0)
        test_ok (FALSE, "%s and leaves the parameters alone", what);
      else
        test_error (error, CE_ERROR_INVALID, what);
    }
}

/* Writes and reads every parameter at both ends, at its default and between. */
static void
round_trips (void)
{
  for (int id = 0; id < CE_N_FILTERS; id++)
    {
      const CeFilter *filter = ce_filter_get (id);
      gboolean        ok = TRUE;

      for (const CeParam *param = filter->params; param->name; param++)
        for (int i = 0; i < 4; i++)
          {
            g_autoptr (GError) error = NULL;
            g_autofree char   *text = NULL;
            CeParams           params, parsed;
            int                n = 0;

            while (param->choices && param->choices[n].nick)
              n++;
            ce_params_init (&params, filter);
            ce_params_init (&parsed, filter);
            if (param->kind == CE_PARAM_TEXT)
              ce_params_put_text (&params, param, i == 0 ? "" : i == 1 ? "0,0" : "1999999,3 12,34", NULL);
            else if (param->kind == CE_PARAM_CHOICE)
              ce_params_put (&params, param, i % n);
            else if (param->kind == CE_PARAM_INT)
              ce_params_put (&params, param, i == 0 ? param->min : i == 1 ? param->max : param->def + i);
            else
              ce_params_put (&params, param, i == 0 ? param->min : i == 1 ? param->max : i == 2 ? param->def
                                                                              : param->min + (param->max - param->min) / 7);
            text = ce_params_to_text (&params, filter, NULL);
            ok &= ce_params_parse (&parsed, filter, text, &error) && memcmp (&params, &parsed, sizeof params) == 0;
          }

      test_ok (ok, "parameters of %s survive as text", filter->name);
    }
}

static void
catalogue (void)
{
  for (int id = 0; id < CE_N_FILTERS; id++)
    {
      const CeFilter    *filter = ce_filter_get (id);
      g_autoptr (GError) error = NULL;
      g_autofree char   *name = NULL;
      CeParams           params;
      gboolean           ok = filter->id == (CeFilterId) id && ce_filter_find (filter->name) == filter
                              && ce_filter_find (filter->procedure) == filter;

      ce_params_init (&params, filter);
      ce_params_quantize (&params, filter);
      name = ce_filter_describe (filter, &params, NULL);
      for (const CeParam *param = filter->params; param->name; param++)
        for (guint i = 0; i < G_N_ELEMENTS (param->applies); i++)
          ok &= ! param->applies[i].param || ce_filter_find_param (filter, param->applies[i].param);

      test_ok (ok && ce_params_check (&params, filter, &error) && g_str_has_suffix (name, filter->title),
               "the row of %s is sound; a layer is called “%s”", filter->name, name);
    }

  test_ok (ce_filter_find ("nothing") == NULL, "an unknown filter is not found");
}

static void
describe (void)
{
  static const struct { const char *filter; const char *text; const char *expected; } rows[] = {
    { "canny", "", "σ 1.4, 40–80 · CUDA Canny" },
    { "canny", "low=100 high=20 sigma=0", "σ 0, 20–100 · CUDA Canny" },
    { "sharpen", "method=kernel", "×0.5, 3×3 kernel · CUDA Sharpen" },
    { "sharpen", "method=deconvolve radius=1.2", "σ 1.2, ×0.5, 20 iterations, Deconvolution · CUDA Sharpen" },
    { "sharpen", "method=deconvolve stage=sharpness", "Sharpness · CUDA Sharpen" },
    { "sharpen", "method=adaptive edge-mask=40 stage=mask", "×0.5, Contrast-adaptive, Mask · CUDA Sharpen" }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CeFilter  *filter = ce_filter_find (rows[i].filter);
      g_autofree char *name = NULL;
      CeParams         params;

      ce_params_init (&params, filter);
      ce_params_parse (&params, filter, rows[i].text, NULL);
      ce_params_quantize (&params, filter);
      name = ce_filter_describe (filter, &params, NULL);
      test_ok (g_str_equal (name, rows[i].expected), "a layer of %s (%s) is called “%s”", rows[i].filter,
               rows[i].text, name);
    }
}

/* Checks what was found as text, also of another version, and in the name of a path. */
static void
found (void)
{
  const CeFilter  *canny = ce_filter_find ("canny");
  g_autofree char *text = NULL, *name = NULL;
  CeParams         params, other;
  CeFound          first, second;

  ce_params_init (&params, canny);
  ce_params_init (&other, canny);
  ce_params_parse (&params, canny, "low=11.25 high=22.5 line-width=3", NULL);
  ce_found_init (&first, &params, NULL);
  first.wider_lines = 7.1;
  text = ce_found_to_text (&first);
  ce_found_init (&second, &other, text);
  test_ok (memcmp (&first, &second, sizeof first) == 0, "what was found survives as text: %s", text);

  ce_found_init (&second, &params, "lower=1;high=30;2");
  test_ok (second.low == 11.25 && second.high == 30 && second.line_width == 3, "other words of it change nothing");

  ce_params_init (&params, ce_filter_get_lines ());
  name = ce_filter_describe (ce_filter_get_lines (), &params, &first);
  test_ok (g_str_equal (name, "σ 1.4, 11.25–22.5, 0.25 px · CUDA Lines"), "a path has what was found: %s", name);
}

/* Checks that one changed parameter leads to its own step, and several to the first of their steps. */
static void
steps (void)
{
  static const struct { const char *filter; const char *text; CeStep expected; } rows[] = {
    { "canny", "", CE_STEP_NONE },
    { "canny", "backend=cpu output=replace", CE_STEP_NONE },
    { "canny", "style=black-on-white", CE_STEP_OUTPUT },
    { "canny", "erased=1,2 3,4", CE_STEP_OUTPUT },
    { "canny", "drawn=1,2 3,4", CE_STEP_OUTPUT },
    { "canny", "low=41", CE_STEP_THRESHOLDS },
    { "canny", "high=81 style=lines", CE_STEP_THRESHOLDS },
    { "canny", "low=41 norm=l1", CE_STEP_GRADIENT },
    { "canny", "sigma=1.41 high=90", CE_STEP_BLUR },
    { "canny", "channel=luma-601 sigma=2", CE_STEP_LEVELS },
    { "laplacian", "threshold=6", CE_STEP_THRESHOLDS },
    { "sharpen", "amount=1", CE_STEP_OUTPUT },
    { "sobel", "operator=prewitt gain=2", CE_STEP_GRADIENT }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CeFilter *filter = ce_filter_find (rows[i].filter);
      CeParams        before, after;

      ce_params_init (&before, filter);
      after = before;
      ce_params_parse (&after, filter, rows[i].text, NULL);
      test_ok (ce_params_first_step (&before, &after, filter->id) == rows[i].expected
               && ce_params_first_step (&after, &before, filter->id) == rows[i].expected,
               "%s with “%s” is done again from step %d on", rows[i].filter, rows[i].text, rows[i].expected);
    }
}

/* Checks that parameters survive a file: the engine computes with doubles, and files keep floats. */
static void
settled (void)
{
  static const struct { double given, expected; } rows[] = {
    { 1.37, 1.37 }, { 1.3700000047683716, 1.37 }, { 5.214472948190403, 5.214473 }, { 0.01, 0.01 },
    { 0.009999999776482582, 0.01 }, { 1500, 1500 }, { 0, 0 }, { -0.25, -0.25 }, { 123456.0, 123456.0 }, { 0.1f, 0.1 } };
  const CeFilter *filter = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 11 };
  gboolean        stable = TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      CeParams params;

      ce_params_init (&params, filter);
      params.sigma = rows[i].given;
      ce_params_quantize (&params, filter);
      test_ok (params.sigma == rows[i].expected, "%.17g is taken as %.17g", rows[i].given, params.sigma);
    }

  for (int i = 0; i < 20000; i++)
    {
      CeParams once, again;

      ce_params_init (&once, filter);
      once.sigma = test_random_double (&random, 0, 50);
      once.low = test_random_double (&random, 0, 1500);
      ce_params_quantize (&once, filter);
      again = once;
      again.sigma = (float) again.sigma;
      again.low = (float) again.low;
      ce_params_quantize (&again, filter);
      stable = stable && once.sigma == again.sigma && once.low == again.low;
    }
  test_ok (stable, "what a file keeps as floats is what was saved");
}

/* Checks that thresholds that are not stated are those of edges, or those of middles of lines. */
static void
thresholds_by_of (const CeFilter *filter)
{
  static const struct { const char *text; double low, high; } rows[] = {
    { "", 40, 80 }, { "of=dark-lines", 10, 20 }, { "of=light-lines", 10, 20 }, { "of=dark-lines low=40 high=80", 10, 20 },
    { "low=10 of=edges", 10, 80 },
    { "of=light-lines low=3", 3, 20 }, { "of=light-lines low=40 high=60", 40, 60 }, { "of=dark-lines high=90", 40, 90 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      CeParams params;

      ce_params_init (&params, filter);
      test_ok (ce_params_parse (&params, filter, rows[i].text, NULL), "“%s” is read", rows[i].text);
      ce_params_quantize (&params, filter);
      test_ok (params.low == rows[i].low && params.high == rows[i].high, "“%s” has the thresholds %g and %g", rows[i].text,
               params.low, params.high);
    }
}

/* Checks that a default follows its choice, that a stated value does not, and that numbers out of range stay refused. */
static void
defaults_by_choice (void)
{
  static const struct { const char *text; double radius; } rows[] = {
    { "", 3 }, { "method=unsharp", 3 }, { "method=kernel", 3 }, { "method=adaptive", 3 }, { "method=deconvolve", 1 },
    { "radius=-1 method=deconvolve", 1 }, { "radius=3 method=deconvolve", 3 }, { "method=deconvolve radius=0", 0 },
    { "radius=1", 1 } };
  const CeFilter  *filter = ce_filter_get (CE_FILTER_SHARPEN);
  const CeParam   *radius = ce_filter_find_param (filter, "radius");
  g_autofree char *usual = ce_param_default_to_text (filter, radius);
  CeSource         source = { { .width = 9, .height = 9, .channels = 1, .type = CE_U8 }, TRUE, FALSE };
  CeParams         params;

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      CePlan plan;

      ce_params_init (&params, filter);
      test_ok (ce_params_parse (&params, filter, rows[i].text, NULL)
               && ce_plan_init (&plan, filter->id, &params, NULL, &source, NULL) && plan.params.sigma == rows[i].radius, "“%s” computes with radius %g", rows[i].text, rows[i].radius);
      ce_params_quantize (&params, filter);
      test_ok (params.sigma == rows[i].radius, "“%s” states radius %g", rows[i].text, params.sigma);
    }

  thresholds_by_of (ce_filter_get (CE_FILTER_CANNY));
  thresholds_by_of (ce_filter_get_lines ());
  ce_params_init (&params, filter);
  test_ok (! ce_params_parse (&params, filter, "radius=-0.5", NULL) && ! ce_params_parse (&params, filter, "radius=-2", NULL)
           && ! ce_params_parse (&params, filter, "amount=-1", NULL), "other negative numbers are refused");
  test_ok (g_str_equal (usual, "3; deconvolve: 1"), "the defaults are told as “%s”", usual);
}

/* A GLogFunc that counts warnings. */
static void
count_warning (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  *(int *) data += strstr (message, "CE_TESTING has no") != NULL;
}

/* Checks that unknown words of CE_TESTING give a warning, and are not silently 0. */
static void
testing_words (void)
{
  int n_warnings = 0;

  g_setenv ("CE_TESTING", "threads=abc keep-memory=12x cuda-fail=lunch threads threads=-1 cuda-memory=5000 nonsense", TRUE);
  g_log_set_default_handler (count_warning, &n_warnings);
  test_ok (ce_testing ()->threads == 0 && ce_testing ()->cuda_memory == 5000, "what can be understood of CE_TESTING counts");
  test_ok (n_warnings == 6, "and the other %d words are said", n_warnings);
  g_log_set_default_handler (g_log_default_handler, NULL);
}

int
main (int argc, char **argv)
{
  testing_words ();
  refused_texts ();
  round_trips ();
  catalogue ();
  describe ();
  found ();
  steps ();
  settled ();
  defaults_by_choice ();

  return test_done ();
}
