/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the distance of paths from known shapes: discs, squares and a wave, drawn with 8 x 8 samples per pixel and
 * blurred by 0.7 pixels, without noise and with noise of 8 levels. On other pictures it compares paths with Canny's pixels.
 */
#include "tests/support/drawing.h"

#include "engine/session-private.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double mean, largest;
  guint  n;
} Error;

/* Measures the distance of a path from a shape, with a point at every half pixel, but not within @margin pixels of the
 * image's border, where the repeated pixels beyond it turn edges. */
static Error
error_of (const CeLines *lines, const CePath *path, InsideFunc inside, const Shape *shape, double margin)
{
  Error error = { 0, 0, 0 };
  CeVec from = path->from;

  for (guint i = 0; i < path->n; i++)
    {
      const CeBezier *curve = &lines->curves[path->first + i];
      int              n = 2 + (int) (2 * ce_vec_distance (from, curve->to));

      for (int k = 0; k < n; k++)
        {
          CeVec  at = drawing_point (from, curve, (k + 0.5) / n);
          double d = fabs (inside (shape, at.x, at.y));

          if (MIN (MIN (at.x, lines->width - at.x), MIN (at.y, lines->height - at.y)) < margin)
            continue;
          error.mean += d;
          error.largest = MAX (error.largest, d);
          error.n++;
        }
      from = curve->to;
    }
  error.mean /= error.n;

  return error;
}

static void
discs (void)
{
  const Shape shapes[] = { { 200.31, 199.72, 140.37, 0 }, { 60.4, 59.1, 40.7, 0 }, { 30.2, 29.6, 20.3, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (int noise = 0; noise <= 8; noise += 8)
      {
        const Shape        *shape = &shapes[i];
        CeView              view;
        g_autoptr (CeLines) lines = NULL;
        Error               error;
        double              length;

        drawing_draw (&view, (int) (2 * shape->x), drawing_disc, shape, noise, 1 + i);
        lines = drawing_find (&view, "sigma=1 low=25 high=60", 0.25);
        error = error_of (lines, &lines->paths[0], drawing_disc, shape, 0);
        length = lines->length / (2 * G_PI * shape->size);
        test_note ("%u curves, mean %.3f px, largest %.3f px, length %.4f", lines->n_curves, error.mean, error.largest,
                   length);
        test_ok (lines->n_paths == 1 && lines->paths[0].is_closed, "a disc of %.1f px, noise %d, is one closed path",
                 shape->size, noise);
        test_ok (lines->n_curves <= 14, "of at most 14 curves");
        test_ok (error.mean <= (noise ? 0.08 : 0.06) && error.largest <= (noise ? 0.25 : 0.15), "on the circle");
        test_ok (fabs (length - 1) <= 0.005, "and as long");
        test_image_clear (&view);
      }
}

/* Squares at several angles, the last three blurred by 1.5 pixels in all: four lines, whose ends are the corners. */
static void
squares (void)
{
  for (int i = 0; i < 9; i++)
    {
      Shape               shape = { 80.3, 79.6, 45.2, i < 6 ? 0.25 * (i / 2) : 0.25 * (i - 6) };
      int                 noise = i < 6 && i % 2 ? 8 : 0;
      CeView              view;
      g_autoptr (CeLines) lines = NULL;
      double              worst = 0;
      guint               n_lines = 0;

      drawing_draw (&view, 160, drawing_square, &shape, noise, 7);
      if (i >= 6)
        drawing_blur (&view, sqrt (1.5 * 1.5 - 0.7 * 0.7));
      lines = drawing_find (&view, "sigma=1 low=25 high=60", 0.25);
      for (guint k = 0; k < lines->n_curves; k++)
        {
          CeVec  at = lines->curves[k].to;
          double u = cos (shape.angle) * (at.x - shape.x) + sin (shape.angle) * (at.y - shape.y);
          double v = cos (shape.angle) * (at.y - shape.y) - sin (shape.angle) * (at.x - shape.x);

          n_lines += lines->curves[k].is_line;
          worst = MAX (worst, hypot (fabs (u) - shape.size, fabs (v) - shape.size));
        }
      test_note ("corners within %.3f px", worst);
      test_ok (lines->n_paths == 1 && lines->paths[0].is_closed && lines->n_curves == 4 && n_lines == 4 && worst <= 0.5,
               "a square at %.2f, noise %d, blurred by %.1f px, has four lines and corners", shape.angle, noise,
               i < 6 ? 0.7 : 1.5);
      test_image_clear (&view);
    }
}

/* An edge along a sine, from one side of the image to the other. */
static void
waves (void)
{
  for (int noise = 0; noise <= 8; noise += 8)
    {
      Shape               shape = { 0, 150, 0, 0 };
      CeView              view;
      g_autoptr (CeLines) lines = NULL;
      Error               error;
      const CePath       *path;

      drawing_draw (&view, 300, drawing_wave, &shape, noise, 11);
      lines = drawing_find (&view, "sigma=1 low=25 high=60", 0.25);
      path = &lines->paths[0];
      error = error_of (lines, path, drawing_wave, &shape, 5);
      test_note ("%u curves, mean %.3f px, largest %.3f px", lines->n_curves, error.mean, error.largest);
      test_ok (lines->n_paths == 1 && ! path->is_closed, "a wave with noise %d is one open path", noise);
      test_ok (error.mean <= (noise ? 0.08 : 0.05) && error.largest <= 0.25, "on the wave");
      test_ok (MIN (path->from.x, lines->curves[path->n - 1].to.x) < 1
               && MAX (path->from.x, lines->curves[path->n - 1].to.x) > 299, "from side to side");
      test_image_clear (&view);
    }
}

/* Returns the distance of a pixel's center from a path, up to 0.0005 pixels too large: those of 32 points per pixel. */
static double
distance_of (const CeLines *lines, const CePath *path, CePixel pixel)
{
  CeVec  from = path->from, center = { pixel.x + 0.5, pixel.y + 0.5 };
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < path->n; i++)
    {
      const CeBezier *curve = &lines->curves[path->first + i];
      int              n = 2 + (int) (32 * ce_vec_distance (from, curve->to));

      for (int k = 0; k <= n; k++)
        least = MIN (least, ce_vec_distance (center, drawing_point (from, curve, (double) k / n)));
      from = curve->to;
    }

  return least;
}

/* Follows the paths of @view's edges once more, and measures the pixels of those that stayed against them. */
static void
follow (const CeLines *lines, const CeView *edges, double *worst, guint *n_far, double *length)
{
  CeProgress         silent = { NULL };
  CeEdgeMap          map;
  CeChains           chains;
  CeWay              way = { NULL };
  guint              path = 0;
  CeOffsets          offsets = { NULL };
  CeJoins            joins = { 0 };
  g_autofree guint8 *done = NULL;

  ce_edge_map_init (&map, edges, NULL, &silent, NULL);
  ce_chains_init (&chains, &map, &silent, NULL);
  ce_chains_join (&joins, &chains, &map, &offsets, &silent, NULL);
  done = g_new0 (guint8, chains.n);
  for (guint chain = 0; chain < chains.n; chain++)
    if (! done[chain] && ce_way_mark (&chains, &joins, done, chain) > 0
        && ce_way_follow (&way, &chains, &joins, chain, NULL) && way.n >= 8)
      {
        for (guint i = 0; i < way.n; i++)
          {
            double d = distance_of (lines, &lines->paths[path], way.pixels[i]);

            *worst = MAX (*worst, d);
            *n_far += d > 1.001;
            *length += i > 0 ? hypot (way.pixels[i].x - way.pixels[i - 1].x, way.pixels[i].y - way.pixels[i - 1].y) : 0;
          }
        path++;
      }
  test_ok (path == lines->n_paths, "every path that is long enough stays");
  g_free (way.pixels);
  ce_joins_clear (&joins);
  ce_chains_clear (&chains);
  ce_edge_map_clear (&map);
}

static void
photos (void)
{
  for (guint64 seed = 1; seed <= 3; seed++)
    {
      CeView              view, edges;
      g_autoptr (CeLines) lines = NULL;
      double              worst = 0, length = 0;
      guint               n_far = 0;

      test_image_init (&view, 500, 400, 3, CE_U8);
      test_image_natural (&view, seed);
      test_render ("canny", "cpu", "sigma=1.4 low=40 high=80", &view, &edges, NULL);
      lines = drawing_find (&view, "sigma=1.4 low=40 high=80", 0.5);
      follow (lines, &edges, &worst, &n_far, &length);
      test_note ("%u pixels, %u paths, %u curves, worst %.2f px, %u beyond 1 px, length %.0f of %.0f px", lines->n_pixels,
                 lines->n_paths, lines->n_curves, worst, n_far, lines->length, length);
      test_ok (n_far == 0, "pixels of paths are within a pixel of their curves");
      test_ok (lines->length <= length, "paths are not longer than chains of pixels");
      test_image_clear (&view);
      test_image_clear (&edges);
    }
}

/* Tests the manual's page for measuring: the Gaussian moves a bent edge towards the middle of its bend, by its variance
 * divided by twice the radius. The picture's own blur counts, too. */
static void
bends (void)
{
  for (int sigma = 2; sigma <= 4; sigma += 2)
    for (int radius = 20; radius <= 80; radius *= 2)
      {
        const Shape         shape = { 100.4, 99.7, radius, 0 };
        g_autofree char    *text = g_strdup_printf ("sigma=%d low=5 high=15 operator=scharr", sigma);
        double              expected = (sigma * sigma + 0.7 * 0.7) / (2 * radius), measured;
        CeView              view;
        g_autoptr (CeLines) lines = NULL;

        drawing_draw (&view, 200, drawing_disc, &shape, 0, 1);
        lines = drawing_find (&view, text, 0.05);
        measured = error_of (lines, &lines->paths[0], drawing_disc, &shape, 0).mean;
        test_ok (lines->n_paths == 1 && fabs (measured - expected) < 0.05,
                 "a disc of radius %d at sigma %d is %.3f pixels too small, about %.3f", radius, sigma, measured, expected);
        test_image_clear (&view);
      }
}

int
main (void)
{
  discs ();
  squares ();
  waves ();
  photos ();
  bends ();

  return test_done ();
}
