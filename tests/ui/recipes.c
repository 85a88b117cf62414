/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests recipes: what is read, what is found again, and what grows with a picture.
 */
#include "tests/support/support.h"

#include <string.h>

#include "live/recipes.h"

static GPtrArray *
read_recipes_of (const char *text, CeFilterId filter)
{
  GPtrArray           *recipes = ce_recipes_new ();
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  g_key_file_load_from_data (keys, text, strlen (text), G_KEY_FILE_NONE, NULL);
  ce_recipes_read (recipes, ce_filter_get (filter), keys, FALSE);

  return recipes;
}

static GPtrArray *
read_recipes (const char *text)
{
  return read_recipes_of (text, CE_FILTER_CANNY);
}

static void
find_recipes (void)
{
  const CeFilter       *filter = ce_filter_get (CE_FILTER_CANNY);
  const char           *common = "[One]\nfilter=canny\nparameters=low=1\n[Two]\nfilter=sobel\nparameters=gain=2\n"
                                 "[Three]\nfilter=canny\nparameters=nonsense=1\n";
  const char           *old = "[canny: Mine/yours]\nfilter=canny\nparameters=low=2\n[sobel: Other]\nfilter=sobel\nparameters=gain=2\n";
  g_autoptr (GPtrArray) recipes = read_recipes (common);
  g_autoptr (GKeyFile)  keys = g_key_file_new ();
  const CeRecipe       *mine;
  CeParams              params, set;

  ce_params_init (&params, filter);
  test_ok (recipes->len == 1, "only what the filter understands is a recipe");
  test_ok (ce_recipes_find (recipes, filter, &params) == -1, "the defaults are none");
  params.low = 1;
  params.output = CE_OUTPUT_REPLACE;
  test_ok (ce_recipes_find (recipes, filter, &params) == 0, "found by its values, whatever the output");

  ce_params_init (&set, filter);
  set.output = CE_OUTPUT_EFFECT;
  set.blend = CE_BLEND_SCREEN;
  set.erased = set.drawn = g_intern_string ("1,2");
  ce_recipes_apply (filter, &params, &set);
  test_ok (set.low == 1 && set.output == CE_OUTPUT_EFFECT && set.blend == CE_BLEND_SCREEN && set.erased && set.drawn,
           "it sets the picture, not where it goes nor what is erased");

  g_key_file_load_from_data (keys, old, strlen (old), G_KEY_FILE_NONE, NULL);
  ce_recipes_read (recipes, filter, keys, TRUE);
  mine = recipes->pdata[recipes->len - 1];
  test_ok (recipes->len == 2 && g_str_equal (mine->name, "Mine/yours") && mine->own && mine->params.low == 2,
           "those of an old file, by their names");
  ce_recipes_add (recipes, "Mine", &params);
  test_ok (ce_recipes_find (recipes, filter, &params) == 2, "an own one with the values of one that came along is found");
}

/* Checks what a recipe has beside its values, each of its own. */
static void
told_recipes (void)
{
  static const char     common[] = "[canny: Pixels]\nfilter=canny\nparameters=low=1\nformer=Cut\nhint=Take curves.\n"
                                   "[Pixels]\nfilter=sobel\nparameters=gain=2\n[Curves]\nfilter=canny\nparameters=low=2\noutput=path\n";
  g_autoptr (GPtrArray) recipes = read_recipes (common), others = read_recipes_of (common, CE_FILTER_SOBEL);
  const CeRecipe       *pixels = recipes->pdata[0], *curves = recipes->pdata[1], *other = others->pdata[0];

  test_ok (g_str_equal (pixels->name, "Pixels") && g_str_equal (other->name, "Pixels") && other->params.gain == 2,
           "two filters have recipes of one name");
  test_ok (g_str_equal (pixels->former, "Cut") && g_str_equal (pixels->hint, "Take curves.") && ! pixels->output,
           "an older name and a hint");
  test_ok (g_str_equal (curves->output, "path") && ! curves->former && ! curves->hint, "an output");
}

/* Checks that a recipe's lines keep their width in proportion to the picture, and that thresholds of a gradient, which a
 * larger Gaussian makes flatter, fall with it. */
static void
scaled_recipes (void)
{
  static const char common[] = "[Lines]\nfilter=canny\nparameters=sigma=1.4 width=2 low=20 high=60\nsize=1500\n"
                               "scaled=sigma;width;stage;none;/low;/high;/none\n"
                               "[Map]\nfilter=canny\nparameters=sigma=1\n";
  static const struct { int size, width; double sigma, low, high; } rows[] = {
    { 400, 2, 1.4, 20, 60 }, { 1500, 2, 1.4, 20, 60 }, { 6000, 8, 5.6, 5, 15 }, { 20000, 27, 18.67, 1.5, 4.5 },
    { 300000, 32, 50, 0.1, 0.3 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) recipes = read_recipes (common);
      const CeParams       *lines = &((const CeRecipe *) recipes->pdata[0])->params;

      ce_recipes_fit (recipes, ce_filter_get (CE_FILTER_CANNY), rows[i].size);
      test_ok (lines->width == rows[i].width && lines->sigma == rows[i].sigma && lines->stage == CE_STAGE_EDGES
               && lines->low == rows[i].low && lines->high == rows[i].high
               && ((const CeRecipe *) recipes->pdata[1])->params.sigma == 1, "%d pixels: lines of %d, sigma %g, %g, %g",
               rows[i].size, lines->width, lines->sigma, lines->low, lines->high);
    }
}

/* Checks that the steps between pixels of a Laplacian fall with the third power of its Gaussian, but not to 0, which would
 * take noise: 8 * 0.2 is about 1.5. */
static void
steep_recipes (void)
{
  static const char common[] = "[Ink]\nfilter=laplacian\nparameters=sigma=2 threshold=1.5\nsize=3000\n"
                               "scaled=sigma;/threshold;/threshold;/threshold\n";
  static const struct { int size; double sigma, threshold; } rows[] = {
    { 3000, 2, 1.5 }, { 6000, 4, 0.2 }, { 30000, 20, 0.1 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GPtrArray) recipes = read_recipes_of (common, CE_FILTER_LAPLACIAN);
      const CeParams       *ink = &((const CeRecipe *) recipes->pdata[0])->params;

      ce_recipes_fit (recipes, ce_filter_get (CE_FILTER_LAPLACIAN), rows[i].size);
      test_ok (ink->sigma == rows[i].sigma && ink->threshold == rows[i].threshold, "%d pixels: sigma %g, threshold %g",
               rows[i].size, ink->sigma, ink->threshold);
    }
}

/* Checks that the defaults of line art are a recipe, whose sizes at 24 megapixels are the largest that they may have. */
static void
first_sight (void)
{
  static const char     common[] = "[Pen and ink]\nfilter=line-art\nparameters=\nsize=1500\nscaled=sigma;coherence;flow;smooth\n";
  const CeFilter       *filter = ce_filter_get (CE_FILTER_LINE_ART);
  g_autoptr (GPtrArray) recipes = read_recipes_of (common, CE_FILTER_LINE_ART);
  const CeParams       *fitted = &((const CeRecipe *) recipes->pdata[0])->params;
  CeParams              defaults;

  ce_params_init (&defaults, filter);
  ce_recipes_fit (recipes, filter, 1224);
  test_ok (ce_recipes_find (recipes, filter, &defaults) == 0, "the defaults of line art are a recipe");
  ce_recipes_fit (recipes, filter, 6000);
  test_ok (fitted->sigma == 4 && fitted->coherence == 20 && fitted->flow == 10 && fitted->smooth == 0,
           "24 megapixels have lines of %g, smooth over %g, that follow %g", fitted->sigma, fitted->coherence, fitted->flow);
}

int
main (void)
{
  find_recipes ();
  told_recipes ();
  scaled_recipes ();
  steep_recipes ();
  first_sight ();

  return test_done ();
}
