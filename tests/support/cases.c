/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cases.h"

#include <math.h>

/* Chooses a size, mostly small and odd, sometimes thin, and now and then large enough to cross the strips, tiles and ranges
 * of the faster backends. */
static void
choose_size (CasesScale scale, TestRandom *random, int *width, int *height)
{
  double kind = test_random_double (random, 0, 1);

  *width = test_random_int (random, 1, 67);
  *height = test_random_int (random, 1, 41);

  if (kind < 0.04)
    *width = *height = 1;
  else if (kind < 0.10)
    *width = 1;
  else if (kind < 0.16)
    *height = 1;
  else if (scale == CASES_SMALL)
    {
      *width = (*width + 1) / 2;
      *height = (*height + 1) / 2;
    }
  else if (kind < 0.18)
    {
      *width = test_random_int (random, 4090, 4400);
      *height = test_random_int (random, 1, 12);
    }
  else if (kind < 0.20)
    {
      *width = test_random_int (random, 1, 12);
      *height = test_random_int (random, 2000, 2300);
    }
  else if (kind < 0.25)
    {
      *width = test_random_int (random, 100, 310);
      *height = test_random_int (random, 100, 310);
    }
  else if (kind < 0.28)
    {
      *width = test_random_int (random, 480, 800);      /* strips with no edge of the image */
      *height = test_random_int (random, 40, 160);
    }
}

void
test_case_init (TestCase *one, CasesScale scale, TestRandom *random)
{
  static const char *const contents[] = { "natural", "noise", "few levels", "shapes", "sparse", "ramp", "flat" };
  static const char *const alphas[] = { "opaque", "some transparent", "transparent shapes", "noise in alpha", "all transparent" };
  TestContent content = test_random_int (random, 0, TEST_N_CONTENTS - 1);
  TestAlpha   alpha = test_random_int (random, 0, TEST_N_ALPHAS - 1);
  double      special = 0;
  int         faint = 0;
  int         width, height;
  int         channels = test_random_int (random, 1, 4);
  CeType      type = test_random_int (random, CE_U8, CE_F32);

  choose_size (scale, random, &width, &height);
  test_image_init (&one->image, width, height, channels, type);
  test_image_fill (&one->image, content, alpha, random);

  if (type == CE_F32 && test_random_chance (random, 0.3))
    {
      special = exp (test_random_double (random, log (0.001), log (0.5)));
      test_image_special (&one->image, special, random);
    }

  if (type == CE_F32 && test_random_chance (random, 0.1))
    {
      faint = test_random_int (random, 36, 54);
      test_image_fade (&one->image, faint);
    }

  one->text = g_strdup_printf ("%d x %d, %d channels, %s, %s%s%s, special values %.3g %%, times 2^-%d", width, height, channels,
                               test_type_names[type], contents[content],
                               ce_view_has_alpha (&one->image) ? ", " : "",
                               ce_view_has_alpha (&one->image) ? alphas[alpha] : "", special * 100, faint);
}

void
test_case_clear (TestCase *one)
{
  test_image_clear (&one->image);
  g_clear_pointer (&one->text, g_free);
}

/* Chooses an extreme, the default, a whole number (because ties happen there), or a number of any order of magnitude. */
static double
choose_number (const CeParam *param, TestRandom *random)
{
  double kind = test_random_double (random, 0, 1);
  double low = MAX (param->min, param->max / 5000);
  double value = exp (test_random_double (random, log (low), log (param->max)));

  if (kind < 0.10)
    return param->min;
  if (kind < 0.13)
    return param->max;
  if (kind < 0.20)
    return param->def;
  if (kind < 0.45)
    return CLAMP (round (value), param->min, param->max);

  /* These weights are so small that squares of the levels they leave are not normal numbers. */
  if (kind >= 0.95 && g_str_equal (param->name, "sigma") && param->min == 0)
    return test_random_double (random, 0.04, 0.4);

  return MAX (value, param->min);
}

/* Returns the most of a parameter. Steps of deconvolution are few, because the specification is slow, and the fifth step is
 * like the third. */
static int
most (const CeParam *param, TestRandom *random)
{
  return ! g_str_equal (param->name, "iterations") ? (int) param->max : test_random_chance (random, 0.9) ? 3 : 8;
}

/* Sets a few points where small pictures may have edges. */
static void
change_erased (CeParams *params, const CeParam *param, TestRandom *random)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int                 n = test_random_int (random, 0, 4);

  for (int i = 0; i < n; i++)
    g_string_append_printf (text, "%s%d,%d", i ? " " : "", test_random_int (random, 0, 60), test_random_int (random, 0, 60));
  ce_params_put_text (params, param, text->str, NULL);
}

/* Changes each parameter with probability @change. */
void
test_case_params (CeParams *params, const CeFilter *filter, double change, TestRandom *random)
{
  for (const CeParam *param = filter->params; param->name; param++)
    {
      int n = 0;

      if (! test_random_chance (random, change))
        continue;

      if (param->kind == CE_PARAM_TEXT)
        {
          change_erased (params, param, random);
          continue;
        }
      if (param->kind == CE_PARAM_INT)
        {
          ce_params_put (params, param, test_random_int (random, (int) param->min, most (param, random)));
          continue;
        }
      if (param->kind == CE_PARAM_DOUBLE)
        {
          ce_params_put (params, param, choose_number (param, random));
          continue;
        }

      while (param->choices[n].nick)
        n++;
      ce_params_put (params, param, test_random_int (random, 0, n - 1));
    }
}

/* Copies one parameter from other parameters. */
void
test_params_copy (CeParams *params, const CeParams *from, const CeParam *param)
{
  if (param->kind == CE_PARAM_TEXT)
    ce_params_put_text (params, param, ce_params_get_text (from, param), NULL);
  else
    ce_params_put (params, param, ce_params_get (from, param));
}

/* Returns a random rectangle of the image. */
CeArea
test_random_area (const CeView *image, TestRandom *random)
{
  CeArea area = { test_random_int (random, 0, image->width - 1), test_random_int (random, 0, image->height - 1), 0, 0 };

  area.width = test_random_int (random, 1, image->width - area.x);
  area.height = test_random_int (random, 1, image->height - area.y);

  return area;
}

gboolean
test_give_up (double share, gpointer calls)
{
  return --*(int *) calls > 0;
}
