/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests what sharpening makes of the blur of its source: the radius that is found is the stated one to the bit, a picture
 * without one stays as it is, and the picture of where it is sharp, on each backend. What is found stays known until the
 * source changes.
 */
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

#define WIDTH 288
#define HEIGHT 288
#define SIDE 96

/* A blur that is none to take back, pixels. */
#define SHARP 0.6

/* Blurs the rows, or the columns, of a plane by a Gaussian. */
static void
blur (double *plane, double sigma, gboolean down)
{
  int                n = down ? HEIGHT : WIDTH, step = down ? WIDTH : 1, between = down ? 1 : WIDTH;
  g_autofree double *line = g_new (double, n);

  for (int k = 0; k < (down ? WIDTH : HEIGHT); k++)
    {
      double *first = plane + k * between;

      for (int i = 0; i < n; i++)
        {
          double sum = 0, weights = 0;

          for (int j = -12; j <= 12; j++)
            {
              double weight = exp (-j * j / (2 * sigma * sigma));

              sum += weight * first[CLAMP (i + j, 0, n - 1) * step];
              weights += weight;
            }
          line[i] = sum / weights;
        }
      for (int i = 0; i < n; i++)
        first[i * step] = line[i];
    }
}

/* Makes a picture of rectangles in each square, which are blurred by 0.45 pixels in the first @n_sharp squares and by @sigma
 * in the others, with noise of so many levels. */
static void
draw (CeView *image, int channels, CeType type, double sigma, int n_sharp, double noise)
{
  g_autofree double *sharp = g_new (double, WIDTH * HEIGHT), *soft = NULL;
  TestRandom         random = { 7 };

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
      int x = i % WIDTH % 48, y = i / WIDTH % 48;

      sharp[i] = x > 11 && x < 36 && y > 11 && y < 36 ? 190 : 70;
    }
  soft = g_memdup2 (sharp, WIDTH * HEIGHT * sizeof *sharp);
  blur (sharp, 0.45, FALSE);
  blur (sharp, 0.45, TRUE);
  blur (soft, sigma, FALSE);
  blur (soft, sigma, TRUE);
  test_image_init (image, WIDTH, HEIGHT, channels, type);
  for (int y = 0; y < HEIGHT; y++)
    for (int x = 0; x < WIDTH; x++)
      {
        double *plane = y / SIDE * (WIDTH / SIDE) + x / SIDE < n_sharp ? sharp : soft;
        double  level = plane[y * WIDTH + x] + noise * test_random_double (&random, -1.7, 1.7);

        for (int k = 0; k < channels; k++)
          test_image_put (image, x, y, k, channels % 2 == 0 && k == channels - 1 ? 128 + x % 100 : floor (level + 0.5));
      }
}

static CeParams
params_of (const char *text)
{
  const CeFilter *filter = ce_filter_get (CE_FILTER_SHARPEN);
  CeParams        params;

  ce_params_init (&params, filter);
  if (! ce_params_parse (&params, filter, text, NULL))
    g_error ("%s", text);
  ce_params_quantize (&params, filter);

  return params;
}

#define FOUND "method=deconvolve iterations=3 amount=1 radius-from=found"

/* Checks that a result with a found radius is that of the text which says so, and that the other radius has no effect. */
static void
is_stated (const char *backend, int channels, CeType type)
{
  CeView                image;
  CeParams              params = params_of (FOUND " radius=4"), stated;
  g_autoptr (CeSession) session = NULL;
  g_autoptr (CeSession) other = NULL;
  g_autofree char      *text = NULL, *name = NULL, *diff = NULL, *note = NULL;
  const CeFound        *found;

  draw (&image, channels, type, 1.2, 0, 0);
  session = test_session_new ("sharpen", backend, &image, TRUE, NULL);
  other = test_session_new ("sharpen", "cpu:plain", &image, FALSE, NULL);
  ce_session_render (session, &params, NULL, NULL, NULL);
  found = &ce_session_get_status (session)->found;
  text = ce_params_to_text (&params, ce_filter_get (CE_FILTER_SHARPEN), found);
  name = ce_filter_describe (ce_filter_get (CE_FILTER_SHARPEN), &params, found);
  note = ce_found_note (found);
  stated = params_of (text);
  test_ok (stated.radius_from == CE_RADIUS_GIVEN && stated.sigma == found->blur && found->radius == found->blur
             && found->blur > 0.8 && found->blur < 1.6 && found->edges >= 100 && ! found->is_left && ! note,
           "%s, %d channels of %s: a blur of 1.2 pixels is told as %g by %g edges; %s", backend, channels,
           test_type_names[type], found->blur, found->edges, name);
  ce_session_render (other, &stated, NULL, NULL, NULL);
  diff = test_image_diff (ce_session_get_result (session), ce_session_get_result (other));
  test_ok (! diff && ! strstr (text, "found"), "and has the result of this radius, where it is stated");
  test_image_clear (&image);
}

/* Checks that a picture whose blur cannot be taken back has a note and stays as it is to the bit. */
static void
stays (const char *backend, CeView *image, const char *expected)
{
  CeParams              params = params_of (FOUND), other = params_of (FOUND " stage=sharpness");
  g_autoptr (CeSession) session = test_session_new ("sharpen", backend, image, TRUE, NULL);
  g_autofree char      *note = NULL, *other_note = NULL, *text = NULL, *name = NULL;
  const CeView         *result;
  const CeFound        *found = &ce_session_get_status (session)->found;
  gboolean              same = TRUE;

  ce_session_render (session, &params, NULL, NULL, NULL);
  result = ce_session_get_result (session);
  for (int y = 0; y < image->height; y++)
    same &= memcmp (ce_view_row (image, y), ce_view_row (result, y), test_image_row (image)) == 0;
  note = ce_found_note (found);
  text = ce_params_to_text (&params, ce_filter_get (CE_FILTER_SHARPEN), found);
  name = ce_filter_describe (ce_filter_get (CE_FILTER_SHARPEN), &params, found);
  test_ok (same && found->is_left && strstr (text, "radius=1 radius-from=found")
             && g_str_equal (name, "Unchanged · CUDA Sharpen"), "%s: a picture stays as it is, by %g edges of %g pixels", backend,
           found->edges, found->sharpness);
  test_ok (note && g_str_has_prefix (note, expected) && test_is_sentence (note), "and it is said why: %s", note);
  ce_session_render (session, &other, NULL, NULL, NULL);
  other_note = ce_found_note (found);
  test_ok (! other_note && found->focus > 1 && ! found->is_left, "a picture of its sharpness has no note");
  test_image_clear (image);
}

static void
stay (const char *backend)
{
  CeView image;

  draw (&image, 3, CE_U8, SHARP, 0, 0);
  stays (backend, &image, "Sharp already: nothing to take back.");
  test_image_init (&image, 60, 40, 4, CE_F32);
  test_image_fill (&image, TEST_RAMP, TEST_ALPHA_SOME, &(TestRandom) { 3 });
  ((float *) image.data)[5] = NAN;
  stays (backend, &image, "Cannot tell the radius: too few clear edges (");
  draw (&image, 1, CE_U16, 2.4, 1, 0);
  stays (backend, &image, "Cannot tell the radius: only parts of it are in focus.");
  draw (&image, 2, CE_U8, 1, 0, 8);
  stays (backend, &image, "Cannot tell the radius: its noise of ");
}

/* Returns the level of a square whose edges are so wide. */
static double
level_of (double width)
{
  return width > 0 ? 255 - 85 * log2 (CLAMP (width, 0.5, 4) / 0.5) : 0;
}

/* Checks the picture of where it is sharp: sharp squares are white, soft ones gray, those without edges black; alpha stays.
 * A part has the pixels of the whole. */
static void
shows (const char *backend, int channels, CeType type)
{
  CeView                image, part;
  CeArea                area = { 81, 83, 150, 170 };
  CeParams              params = params_of ("stage=sharpness");
  CeFound               found;
  g_autoptr (CeSession) session = NULL;
  g_autofree char      *diff = NULL;
  CeView                inside;
  gboolean              alpha = TRUE;
  int                   colors = channels < 3 ? 1 : 3, n[3] = { 0 };

  draw (&image, channels, type, 1.5, 3, 0);
  for (int y = 2 * SIDE; y < 3 * SIDE; y++)
    for (int x = SIDE; x < 2 * SIDE; x++)
      for (int k = 0; k < colors; k++)
        test_image_put (&image, x, y, k, 90);
  test_image_init (&part, area.width, area.height, channels, type);
  session = test_session_new ("sharpen", backend, &image, TRUE, NULL);
  ce_session_render (session, &params, NULL, NULL, NULL);
  for (int i = 0; i < WIDTH * HEIGHT; i++)
    {
      gconstpointer row = ce_view_row (ce_session_get_result (session), i / WIDTH);
      gsize         at = (gsize) (i % WIDTH * channels);
      double        level = type == CE_U8 ? ((const guint8 *) row)[at] : type == CE_U16 ? ((const guint16 *) row)[at] / 257.0
                                                                                       : ((const float *) row)[at] * 255.0;

      n[0] += level > 250 && i / WIDTH < SIDE && i % WIDTH < 3 * SIDE;
      n[1] += level > 90 && level < 200;
      n[2] += level == 0;
      alpha &= colors == channels
               || memcmp ((const guint8 *) row + (at + (gsize) colors) * ce_type_size (type),
                          ce_view_pixel (&image, i % WIDTH, i / WIDTH) + (gsize) colors * ce_type_size (type),
                          ce_type_size (type)) == 0;
    }
  test_ok (n[0] == 3 * SIDE * SIDE && n[1] == 5 * SIDE * SIDE && n[2] == SIDE * SIDE && alpha,
           "%s, %d channels of %s: %d pixels are white, %d gray, %d black", backend, channels, test_type_names[type], n[0],
           n[1], n[2]);
  ce_session_find_focus (session, &found, NULL, NULL, NULL);
  test_ok (level_of (found.sharpness) > 250, "the sharpest squares have edges of %g pixels", found.sharpness);
  inside = ce_view_part (ce_session_get_result (session), &area);
  ce_session_render_part (session, &params, NULL, &area, CE_PART_RESULT, &part, NULL, NULL, NULL);
  diff = test_image_diff (&inside, &part);
  test_ok (! diff, "a part has the pixels of the whole");
  test_image_clear (&part);
  test_image_clear (&image);
}

/* The level of a square is the nearest one that a library's logarithm gives. */
static void
levels (void)
{
  for (double sigma = 0.4; sigma < 3; sigma += 0.65)
    {
      CeView                image;
      CeParams              params = params_of ("stage=sharpness");
      CeFound               found;
      g_autoptr (CeSession) session = NULL;
      double                level;

      draw (&image, 1, CE_F32, sigma, 0, 0);
      session = test_session_new ("sharpen", "cpu", &image, FALSE, NULL);
      ce_session_render (session, &params, NULL, NULL, NULL);
      ce_session_find_focus (session, &found, NULL, NULL, NULL);
      level = ((const float *) ce_view_row (ce_session_get_result (session), 50))[50] * 255.0;
      test_ok (fabs (level - level_of (found.sharpness)) < 0.002, "edges of %.4g pixels have the level %.4f", found.sharpness,
               level);
      test_image_clear (&image);
    }
}

/* Counts calls, and cancels at the last one that is left. */
typedef struct { int n, left; } Calls;

static gboolean
count (double share, gpointer data)
{
  Calls *calls = data;

  calls->n++;

  return --calls->left != 0;
}

/* Checks that what is found is known until rows of the source are written again, and that a cancelled search leaves the last
 * result, and nothing that is known. */
static void
known (const char *backend)
{
  CeView                image, sharp;
  CeParams              params = params_of (FOUND);
  CeFound               found, again;
  Calls                 first = { 0, 0 }, second = { 0, 0 }, cancelled = { 0, 1 };
  g_autoptr (GError)    error = NULL;
  g_autoptr (CeSession) session = NULL;
  g_autofree char      *diff = NULL;
  gboolean              done;

  draw (&image, 3, CE_U8, 1.2, 0, 0);
  draw (&sharp, 3, CE_U8, SHARP, 0, 0);
  session = test_session_new ("sharpen", backend, &image, TRUE, NULL);
  test_ok (! ce_session_find_focus (session, &found, count, &cancelled, &error), "%s: a search is cancelled", backend);
  test_ok (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED), "with its own error");
  done = ce_session_find_focus (session, &found, count, &first, NULL)
         && ce_session_find_focus (session, &again, count, &second, NULL);
  test_ok (done && found.focus == 1 && again.blur == found.blur && first.n > 0 && second.n == 0,
           "%s: the second search is none: %d reports, %d", backend, first.n, second.n);
  ce_session_render (session, &params, NULL, NULL, NULL);

  for (int y = 0; y < HEIGHT; y++)
    memcpy (ce_view_row (ce_session_get_source (session), y), ce_view_row (&sharp, y), test_image_row (&sharp));
  ce_session_put_rows (session, 10, 20, NULL, 0);
  cancelled = (Calls) { 0, 1 };
  test_ok (! ce_session_render (session, &params, count, &cancelled, NULL)
             && ce_session_get_status (session)->found.radius == found.blur,
           "%s: a render that is cancelled in its search leaves the last one", backend);
  ce_session_render (session, &params, NULL, NULL, NULL);
  diff = test_image_diff (ce_session_get_result (session), &sharp);
  test_ok (! diff && ce_session_get_status (session)->found.focus == 2, "%s: a source that has changed is searched again",
           backend);
  test_image_clear (&image);
  test_image_clear (&sharp);
}

int
main (int argc, char **argv)
{
  g_auto (GStrv) backends = test_backends (argc > 1 ? argv[1] : NULL);

  for (char **backend = backends; *backend; backend++)
    {
      for (int channels = 1; channels <= 4; channels++)
        for (CeType type = CE_U8; type <= CE_F32; type++)
          {
            is_stated (*backend, channels, type);
            shows (*backend, channels, type);
          }
      stay (*backend);
      known (*backend);
    }
  levels ();

  return test_done ();
}
