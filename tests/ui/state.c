/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the file of the dialogs' sizes and panes: written values are read again, and a pipe, a device or another program's
 * file in its place is neither waited for nor overwritten. And the file names of recipes, their numbers, and values that
 * follow a choice.
 */
#include "tests/support/support.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "live/preset.h"
#include "live/recipes.h"
#include "live/state.h"

#define WIDTH 640
#define HEIGHT 480

static const CeState looks = { .width = 900, .height = 700, .controls = 310, .show = 1, .split = 0.25, .zoom = 2, .x = 12,
                               .y = 34, .canvas = TRUE, .advanced = TRUE, .size = WIDTH, .viewed = TRUE, .gpu = (char *) "NVIDIA \t 1" };

static void
save (const char *file)
{
  ce_state_write (&looks, file, "canny", WIDTH, HEIGHT);
}

static gboolean
has_bytes (const char *file, const char *bytes)
{
  g_autofree char *now = NULL;

  return g_file_get_contents (file, &now, NULL, NULL) && g_str_equal (now, bytes);
}

/* Returns whether all values are defaults. */
static gboolean
is_plain (const char *file, const char *group)
{
  CeState  state;
  gboolean is;

  ce_state_read (&state, file, group, WIDTH, HEIGHT);
  is = state.width == 1240 && state.height == 860 && state.size == 0 && state.show == 0 && state.split == 0.5
       && state.zoom == 0 && state.x == WIDTH / 2 && ! state.canvas && ! state.gpu;
  g_free (state.gpu);

  return is;
}

static gboolean
is_saved (const char *file, int width)
{
  CeState  state;
  gboolean is;

  ce_state_read (&state, file, "canny", width, HEIGHT);
  is = state.width == 900 && state.height == 700 && state.controls == 310 && state.size == WIDTH
       && state.show == 1 && state.split == 0.25 && state.canvas && state.advanced && ! state.unfolded
       && g_strcmp0 (state.gpu, looks.gpu) == 0
       && state.viewed == (width == WIDTH)
       && (width == WIDTH ? state.zoom == 2 && state.x == 12 && state.y == 34 : state.zoom == 0 && state.x == width / 2.0);
  g_free (state.gpu);

  return is;
}

static void
not_understood (const char *file)
{
  static const struct { const char *what, *bytes; } cases[] = {
    { "a stray line", "[canny]\nwidth=1\nhello\n" },
    { "a missing bracket", "[canny\nwidth=1\n" },
    { "a key before any group", "width=1\n" },
    { "bytes that are no text", "[canny]\nwidth=\xff\xfe\n\xff\xfe\xff\n" },
    { "another kind of file", "{\\rtf1 dialogs}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_file_set_contents (file, cases[i].bytes, -1, NULL);
      test_ok (is_plain (file, "canny"), "%s: the dialog is as at first", cases[i].what);
      save (file);
      test_ok (has_bytes (file, cases[i].bytes), "%s: the file is as it was", cases[i].what);
    }
  g_remove (file);
}

/* Checks pipes, folders and devices in place of the file, which never end or cannot be written. */
static void
no_files (const char *file)
{
  struct stat info;

  mkfifo (file, 0600);
  save (file);
  test_ok (is_plain (file, "canny") && stat (file, &info) == 0 && S_ISFIFO (info.st_mode), "a pipe stays one, and nobody waits");
  g_remove (file);

  g_mkdir (file, 0700);
  save (file);
  test_ok (is_plain (file, "canny") && g_file_test (file, G_FILE_TEST_IS_DIR), "a folder stays one");
  g_rmdir (file);

  test_ok (symlink ("/dev/zero", file) == 0, "a link to a device");
  save (file);
  test_ok (is_plain (file, "canny") && g_file_test (file, G_FILE_TEST_IS_SYMLINK), "is neither read nor written");
  g_remove (file);
}

static void
understood (const char *folder, const char *file)
{
  g_autofree char *there = g_build_filename (folder, "there.ini", NULL), *now = NULL;
  struct stat      info;

  test_ok (is_plain (file, "canny"), "without a file a dialog is as at first");
  save (file);
  test_ok (is_saved (file, WIDTH) && stat (file, &info) == 0 && (info.st_mode & 0777) == 0600,
           "what was written is read again, by its owner alone");
  test_ok (is_saved (file, 800) && ! is_plain (file, "sobel"), "an image of another size has its own view, another filter the GPU");
  g_remove (file);

  g_file_set_contents (there, "# mine\n[sobel]\nwidth=801\nunheard-of=1\n", -1, NULL);
  test_ok (symlink ("there.ini", file) == 0, "a link to a file");
  save (file);
  g_file_get_contents (there, &now, NULL, NULL);
  test_ok (is_saved (file, WIDTH) && g_file_test (file, G_FILE_TEST_IS_SYMLINK) && strstr (now, "# mine\n[sobel]\nwidth=801\n")
           && strstr (now, "unheard-of=1"), "leads to it and stays, and so does what others wrote there");
  g_remove (file);
  g_remove (there);
}

static void
out_of_range (const char *file)
{
  CeState state;

  g_file_set_contents (file, "[canny]\nwidth=-5\nheight=0\ncontrols=x\nshow=-9\nsplit=nan\n"
                             "image-width=640\nimage-height=480\nzoom=-inf\nx=nan\ny=1e300\n", -1, NULL);
  ce_state_read (&state, file, "canny", WIDTH, HEIGHT);
  test_ok (state.width == 1240 && state.height == 860 && state.controls == 0 && state.show == 0 && state.split == 0.5
           && state.zoom == 0 && state.x == WIDTH / 2 && state.y == HEIGHT, "what is out of range is as at first, or at its end");
  g_remove (file);
}

/* Checks that a view is of one filter, and stays if another filter is looked at, or if nobody has chosen one. */
static void
views (const char *file)
{
  CeState sharpen = looks, state;

  sharpen.zoom = 1;
  sharpen.x = 5;
  save (file);
  ce_state_write (&sharpen, file, "sharpen", WIDTH, HEIGHT);
  ce_state_read (&state, file, "sharpen", WIDTH, HEIGHT);
  test_ok (state.viewed && state.zoom == 1 && state.x == 5 && is_saved (file, WIDTH), "each filter has its own view");
  g_free (state.gpu);

  sharpen.viewed = FALSE;
  sharpen.zoom = 3;
  ce_state_write (&sharpen, file, "sharpen", WIDTH, HEIGHT);
  ce_state_read (&state, file, "sharpen", WIDTH, HEIGHT);
  test_ok (state.viewed && state.zoom == 1, "which stays if nobody has chosen another one: %g", state.zoom);
  g_free (state.gpu);

  ce_state_write (&sharpen, file, "sobel", WIDTH, HEIGHT);
  ce_state_read (&state, file, "sobel", WIDTH, HEIGHT);
  test_ok (! state.viewed && state.zoom == 0 && state.size == WIDTH, "and is none then, at first");
  g_free (state.gpu);
  g_remove (file);
}

/* Checks the file names of recipes, which earlier versions wrote as well, and that numbers keep all their digits. */
static void
recipes (void)
{
  static const struct { const char *name, *base; } names[] = {
    { "Größe", "Größe.settings" }, { "线", "线.settings" }, { "fine lines (1)", "fine lines (1).settings" },
    { "a/b", "a%2Fb.settings" }, { "50 %", "50 %25.settings" }, { "..", "...settings" }, { "a\tb:c", "a%09b%3Ac.settings" },
  };
  static const struct { const char *text; double sigma, low; } presets[] = {
    { "(sigma 1.2345678)\n(low 40.12345)\n", 1.2345678, 40.12345 }, { "(sigma 0.1)\n(low 1e2)\n", 0.1, 100 },
    { "(sigma 12.345679)\n(low 1234.5678)\n", 12.345679, 1234.5678 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *base = ce_preset_get_base (names[i].name);

      test_ok (g_str_equal (base, names[i].base), "the recipe “%s” is the file “%s”, not “%s”", names[i].name, names[i].base, base);
    }
  for (guint i = 0; i < G_N_ELEMENTS (presets); i++)
    {
      CeParams params;
      gboolean done = ce_preset_parse (presets[i].text, ce_filter_get (CE_FILTER_CANNY), &params, NULL);

      test_ok (done && (float) params.sigma == (float) presets[i].sigma && (float) params.low == (float) presets[i].low,
               "%.8g and %.8g of a recipe keep their digits", presets[i].sigma, presets[i].low);
    }
  test_ok (! ce_preset_parse ("(sigma -1.5)\n", ce_filter_get (CE_FILTER_CANNY), &(CeParams) { 0 }, NULL),
           "a negative number of a recipe keeps its sign, so it is refused");
}

/* Checks that a file of more than a million bytes is read as no recipe. */
static void
long_recipe (const char *file)
{
  g_autofree char *text = g_strnfill (1000001, ' ');

  for (int n = 1000000; n <= 1000001; n++)
    {
      g_autoptr (GError) error = NULL;

      g_file_set_contents (file, text, n, NULL);
      test_ok (ce_preset_is_short (file, &error) == (n == 1000000) && (error != NULL) == (n == 1000001),
               "a recipe of %d bytes: %s", n, error ? error->message : "read");
    }
  g_remove (file);
}

/* Checks which values change with a choice: those that have the default of the choice before. */
static void
followed_choices (void)
{
  static const struct { const char *before, *after; double radius; gboolean follows; } rows[] = {
    { "radius=3", "method=deconvolve", 1, TRUE }, { "radius=2", "method=deconvolve", 2, FALSE },
    { "radius=3", "method=deconvolve radius=5", 5, FALSE }, { "method=deconvolve radius=1", "method=adaptive", 3, TRUE },
    { "radius=3", "amount=1", 3, FALSE }, { "radius=3", "method=kernel", 3, FALSE } };
  const CeFilter *filter = ce_filter_get (CE_FILTER_SHARPEN);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      CeParams before, after;

      ce_params_init (&before, filter);
      ce_params_parse (&before, filter, rows[i].before, NULL);
      after = before;
      ce_params_parse (&after, filter, rows[i].after, NULL);
      test_ok (ce_defaults_follow (&after, &before, filter) == rows[i].follows && after.sigma == rows[i].radius,
               "from “%s” to “%s” the radius becomes %g", rows[i].before, rows[i].after, after.sigma);
    }
}

/* Checks that a radius that is to be found stays so until it is changed. */
static void
stated_radius (void)
{
  const CeFilter *filter = ce_filter_get (CE_FILTER_SHARPEN);

  for (int i = 0; i < 2; i++)
    {
      const char *change = i ? "radius=2" : "amount=2";
      CeParams    before, after;

      ce_params_init (&before, filter);
      ce_params_parse (&before, filter, "method=deconvolve radius=1 radius-from=found", NULL);
      after = before;
      ce_params_parse (&after, filter, change, NULL);
      test_ok (ce_defaults_follow (&after, &before, filter) == i && after.sigma == 1 + i
               && after.radius_from == (i ? CE_RADIUS_GIVEN : CE_RADIUS_FOUND), "“%s”: the radius is %s", change,
               i ? "a stated one" : "to be found still");
    }
}

/* Checks the first sight of large pictures: the defaults, fitted. Those of up to 1500 pixels are the defaults. */
static void
fitted_defaults (void)
{
  static const struct {
    const char *filter; int size; double sigma, low, high, threshold, gain; int width;
  } rows[] = {
    { "canny", 0, 1.4, 40, 80, 0, 0, 1 },    { "canny", 1, 1.4, 40, 80, 0, 0, 1 },   { "canny", 1500, 1.4, 40, 80, 0, 0, 1 },
    { "canny", 6000, 5.6, 10, 20, 0, 0, 4 }, { "canny", 5640, 5.26, 10.6, 21.3, 0, 0, 4 },
    { "canny", 300000, 50, 0.2, 0.4, 0, 0, 32 }, { "laplacian", 1500, 1.4, 0, 0, 5, 1, 0 },
    { "laplacian", 6000, 5.6, 0, 0, 0.3, 1, 0 }, { "laplacian", 300000, 50, 0, 0, 0.1, 1, 0 },
    { "sobel", 1500, 0, 0, 0, 0, 1, 0 }, { "sobel", 6000, 0, 0, 0, 0, 2, 0 }, { "lines", 6000, 5.6, 10, 20, 0, 0, 0 },
    { "sharpen", 6000, -1, 0, 0, 0, 0, 0 }, { "line-art", 6000, -1, 0, 0, 0, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const CeFilter *filter = ce_filter_find (rows[i].filter);
      CeParams        params, defaults;
      gboolean        same, right;

      ce_params_init (&defaults, filter);
      ce_defaults_fit (&params, filter, rows[i].size);
      same = ce_recipes_same (filter, &defaults, &params);
      right = rows[i].sigma < 0 ? same
              : (rows[i].sigma == 0 || params.sigma == rows[i].sigma)
                && (rows[i].low == 0 || (params.low == rows[i].low && params.high == rows[i].high))
                && (rows[i].threshold == 0 || params.threshold == rows[i].threshold)
                && (rows[i].gain == 0 || params.gain == rows[i].gain)
                && (rows[i].width == 0 || params.width == rows[i].width);
      test_ok (right && same == (rows[i].size <= 1500 || rows[i].sigma < 0),
               "%s of %d pixels: sigma %g, low %g, high %g, threshold %g, gain %g, width %d", rows[i].filter, rows[i].size,
               params.sigma, params.low, params.high, params.threshold, params.gain, params.width);
    }
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("cuda-edges-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "dialogs.ini", NULL);

  alarm (test_patience (60));                   /* because a wait for a pipe never ends */
  not_understood (file);
  no_files (file);
  understood (folder, file);
  out_of_range (file);
  views (file);
  recipes ();
  long_recipe (file);
  g_rmdir (folder);
  followed_choices ();
  stated_radius ();
  fitted_defaults ();

  return test_done ();
}
