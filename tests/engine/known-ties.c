/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers for ties, comparisons whose sides are equal. Photos have such a pixel once in some hundred millions, so
 * here are small pictures with a tie in the middle.
 */
#include "known.h"
#include "tests/support/tie.h"

#include "engine/samples.h"

#include <math.h>

/* Pictures whose gradient in the middle is exactly at 22.5 degrees (FLAT) or at 67.5, neither horizontal nor vertical. So
 * the middle is compared with its neighbors on the diagonal, and is stronger. It is weaker than one of those beside it, or
 * above and below. find-ties found these numbers. */
enum { FLAT, STEEP };

static const struct
{
  CeType  type;
  int     channels;
  double  sigma;
  int     at;
  guint64 number;
} turns[] = {
  { CE_U8, 1, 1.4, FLAT, 792807041 },
  { CE_U8, 1, 1.4, STEEP, 416799880 },
  { CE_U8, 1, 1.4, FLAT, 40772317405 },
  { CE_U8, 1, 1.4, STEEP, 40828911604 },
  { CE_U8, 3, 1.4, FLAT, 44700796 },
  { CE_U8, 3, 1.4, STEEP, 155216637 },
  { CE_U8, 3, 1.4, FLAT, 40332849031 },
  { CE_U8, 3, 1.4, STEEP, 40081436509 },
  { CE_U8, 1, 0.5, FLAT, 484443541 },
  { CE_U8, 1, 0.5, STEEP, 1542395982 },
  { CE_U8, 1, 0.7, FLAT, 1276221183 },
  { CE_U8, 1, 0.7, STEEP, 638269538 },
  { CE_U8, 1, 1, FLAT, 9385750948 },
  { CE_U8, 1, 1, STEEP, 1089385692 },
  { CE_U8, 1, 2, FLAT, 1723449336 },
  { CE_U8, 1, 2, STEEP, 1555998388 },
  { CE_U8, 3, 2, FLAT, 5077242 },
  { CE_U8, 3, 2, STEEP, 915380142 },
  { CE_U8, 1, 3, FLAT, 143120736 },
  { CE_U8, 1, 3, STEEP, 499371118 },
  { CE_U8, 1, 4, FLAT, 66502763 },
  { CE_U8, 1, 4, STEEP, 53249692 },
  { CE_U16, 1, 0, FLAT, 28913446483 },
  { CE_U16, 1, 0, STEEP, 67184933188 },
  { CE_U16, 1, 1.4, FLAT, 1306691855 },
  { CE_U16, 1, 1.4, STEEP, 5811584102 },
  { CE_U16, 3, 0.8, FLAT, 2284127728 },
  { CE_U16, 3, 0.8, STEEP, 7939290932 },
};

static void
directions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (turns); i++)
    {
      g_autofree char *what = g_strdup_printf ("%s degrees, sigma %g, %s %s", turns[i].at == FLAT ? "22.5" : "67.5",
                                               turns[i].sigma, turns[i].channels == 1 ? "gray" : "RGB",
                                               test_type_names[turns[i].type]);
      TieAnswers          answers = { 0 };
      TiePicture       picture;
      TieLevels        levels;
      float            dx, dy;

      tie_picture (&picture, turns[i].type, turns[i].channels, turns[i].sigma, turns[i].number);
      tie_blur (&picture, turns[i].sigma, 1, &levels);
      tie_gradient (&levels, 0, 0, &dx, &dy);
      test_ok (turns[i].at == FLAT ? tie_is_flat (dx, dy) : tie_is_steep (dx, dy), "%s: %.9g, %.9g", what, dx, dy);
      tie_expect (&answers, TIE_WHITE, "sigma=%g low=1 high=1 stage=classes", turns[i].sigma);
      tie_expect (&answers, TIE_NOT_BLACK, "sigma=%g stage=thinned", turns[i].sigma);
      tie_known (what, "canny", &picture, &answers);
    }
}

/* Thinning, no blur. In columns the magnitude at x is 4 |p[x + 1] - p[x - 1]|, of which the left neighbor's has to be less,
 * the right one's may be the same; in rows alike. On a diagonal it goes with D (u) = f[u + 2] + 2 f[u + 1] - 2 f[u - 1] -
 * f[u - 2], both neighbors, at u - 2 and u + 2, have to be less; the middle is at u = 4. */
static void
neighbors (void)
{
  static const struct
  {
    const char *what;
    TieLayout      layout;
    guint8      profile[9];
    TieMiddle      middle;
  } pictures[] = {
    { "as strong as the left one", TIE_COLUMNS, { 0, 0, 10, 10, 10 }, TIE_BLACK },
    { "as strong as the right one", TIE_COLUMNS, { 0, 0, 0, 10, 10 }, TIE_WHITE },
    { "stronger than both beside it", TIE_COLUMNS, { 0, 0, 10, 20, 20 }, TIE_WHITE },
    { "as strong as both beside it", TIE_COLUMNS, { 0, 10, 20, 30, 40 }, TIE_BLACK },
    { "as strong as the upper one", TIE_ROWS, { 0, 0, 10, 10, 10 }, TIE_BLACK },
    { "as strong as the lower one", TIE_ROWS, { 0, 0, 0, 10, 10 }, TIE_WHITE },
    { "stronger than those above and below", TIE_ROWS, { 0, 0, 10, 20, 20 }, TIE_WHITE },
    { "as strong as those above and below", TIE_ROWS, { 0, 10, 20, 30, 40 }, TIE_BLACK },
    /* D (2), D (4), D (6): 80, 80, 40; 40, 80, 80; 50, 300, 50; 40, 40, 40 */
    { "as strong as the one up and left", TIE_FALLING, { 0, 10, 20, 30, 40, 50, 60, 60, 60 }, TIE_BLACK },
    { "as strong as the one down and right", TIE_FALLING, { 0, 0, 0, 10, 20, 30, 40, 50, 60 }, TIE_BLACK },
    { "stronger than both down the diagonal", TIE_FALLING, { 0, 0, 0, 0, 50, 100, 100, 100, 100 }, TIE_WHITE },
    { "as strong as the one up and right", TIE_RISING, { 0, 10, 20, 30, 40, 50, 60, 60, 60 }, TIE_BLACK },
    { "as strong as the one down and left", TIE_RISING, { 0, 0, 0, 10, 20, 30, 40, 50, 60 }, TIE_BLACK },
    { "stronger than both up the diagonal", TIE_RISING, { 0, 0, 0, 0, 50, 100, 100, 100, 100 }, TIE_WHITE }
  };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    {
      TieMiddle     middle = pictures[i].middle, thinned = middle == TIE_WHITE ? TIE_NOT_BLACK : TIE_BLACK;
      TieAnswers    answers = { 0 };
      TiePicture picture;

      tie_draw (&picture, 5, pictures[i].layout, pictures[i].profile);
      tie_expect (&answers, middle, "sigma=0 low=1 high=1 stage=classes");
      tie_expect (&answers, middle, "sigma=0 low=1 high=1 stage=classes norm=l1");
      tie_expect (&answers, middle, "sigma=0 low=0 high=0 stage=classes");
      tie_expect (&answers, thinned, "sigma=0 stage=thinned");
      tie_expect (&answers, thinned, "sigma=0 stage=thinned norm=l1");
      tie_known (pictures[i].what, "canny", &picture, &answers);
    }
}

/* Each pixel of a pair has the same levels around it, turned round, so all magnitudes are equal, and none is more than its
 * left or upper neighbor's. */
static void
stripes (void)
{
  for (int rows = 0; rows < 2; rows++)
    {
      guint8     profile[15];
      TieAnswers    answers = { 0 };
      TiePicture picture;

      for (int x = 0; x < 15; x++)
        profile[x] = x % 4 < 2 ? 200 : 50;
      tie_draw (&picture, 15, rows ? TIE_ROWS : TIE_COLUMNS, profile);
      tie_expect (&answers, TIE_BLACK, "sigma=1.4 low=1 high=1 stage=classes");
      tie_expect (&answers, TIE_BLACK, "sigma=0.5 low=1 high=1 stage=classes norm=l1");
      tie_expect (&answers, TIE_BLACK, "sigma=1.4 stage=thinned");
      tie_known (rows ? "blurred stripes, lying" : "blurred stripes, standing", "canny", &picture, &answers);
    }
}

static const double sigmas[] = { 0, 0.5, 1.4, 3, 4 };

/* The slope of an edge in columns has no share along y, so its squared magnitude is the square of dx, and dx itself the
 * threshold that it is not above. From the second render on a session that keeps stages compares what thinning left. */
static void
try_thresholds (double sigma, const char *norm)
{
  g_autofree char *what = g_strdup_printf ("as strong as a threshold, sigma %g, %s", sigma, norm);
  guint8           profile[TIE_MOST];
  TieAnswers          answers = { 0 };
  TiePicture       picture;
  TieLevels        levels;
  double           at, less;
  float            dx, dy;

  for (int x = 0; x < tie_side (sigma); x++)
    profile[x] = x < tie_side (sigma) / 2 ? 10 : x == tie_side (sigma) / 2 ? 60 : 110;
  tie_draw (&picture, tie_side (sigma), TIE_COLUMNS, profile);
  tie_blur (&picture, sigma, 1, &levels);
  tie_gradient (&levels, 0, 0, &dx, &dy);
  at = dx;
  less = nextafterf (dx, 0);

#define CLASSES(middle, low, high) \
  tie_expect (&answers, middle, "sigma=%g norm=%s stage=classes low=%.9g high=%.9g", sigma, norm, low, high)
  CLASSES (TIE_BLACK, at, at);
  CLASSES (TIE_GRAY, less, at);
  CLASSES (TIE_WHITE, less, less);
  CLASSES (TIE_BLACK, at, 1500.0);
  CLASSES (TIE_GRAY, 1.0, at);
  CLASSES (TIE_WHITE, 1.0, less);
  CLASSES (TIE_BLACK, at, at);
#undef CLASSES
  test_ok (dy == 0, "%s: no slope along y", what);
  tie_known (what, "canny", &picture, &answers);
}

static void
thresholds (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sigmas); i++)
    {
      try_thresholds (sigmas[i], "l2");
      try_thresholds (sigmas[i], "l1");
    }
}

/* A spot's response, and its difference from the one beside it, is the threshold. */
static void
try_response (double sigma, gboolean is_dark)
{
  static const guint8 spots[2][2] = { { 50, 250 }, { 250, 50 } };
  g_autofree char    *what = g_strdup_printf ("as strong as the threshold, %s spot, sigma %g", is_dark ? "dark" : "light", sigma);
  TieAnswers             edges = { 0 }, crossings = { 0 };
  TiePicture          picture;
  TieLevels           levels;
  float               response, step;

  tie_draw (&picture, tie_side (sigma), TIE_SPOT, spots[is_dark]);
  tie_blur (&picture, sigma, 2, &levels);
  response = tie_laplacian (&levels, 0, 0);
  tie_expect (&edges, TIE_BLACK, "sigma=%g threshold=%.9g", sigma, ce_abs (response));
  tie_expect (&edges, TIE_WHITE, "sigma=%g threshold=%.9g", sigma, nextafterf (ce_abs (response), 0));
  tie_known (what, "laplacian", &picture, &edges);
  if ((response < 0) == (tie_laplacian (&levels, 1, 0) < 0))
    return;

  step = MAX (ce_abs (response - tie_laplacian (&levels, 1, 0)), ce_abs (response - tie_laplacian (&levels, 0, 1)));
  tie_expect (&crossings, TIE_BLACK, "sigma=%g response=zero-crossings threshold=%.9g", sigma, step);
  tie_expect (&crossings, TIE_WHITE, "sigma=%g response=zero-crossings threshold=%.9g", sigma, nextafterf (step, 0));
  tie_known (what, "laplacian", &picture, &crossings);
}

static void
responses (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (sigmas); i++)
    {
      try_response (sigmas[i], FALSE);
      try_response (sigmas[i], TRUE);
    }
}

/* A response of 0 is not negative. In columns the response is p[x - 1] + p[x + 1] - 2 p[x]; the comments below have those of
 * the middle and its right neighbor. */
static void
no_response (void)
{
  static const struct
  {
    const char *what;
    guint8      profile[5];
    TieMiddle      middle;
  } pictures[] = {
    { "0, then 10", { 0, 10, 20, 30, 50 }, TIE_BLACK },
    { "0, then -10", { 0, 10, 20, 30, 30 }, TIE_WHITE },
    { "10, then 0", { 0, 10, 20, 40, 60 }, TIE_BLACK },
    { "-10, then 0", { 0, 0, 20, 30, 40 }, TIE_WHITE }
  };

  for (guint i = 0; i < G_N_ELEMENTS (pictures); i++)
    for (int rows = 0; rows < 2; rows++)
      {
        TieAnswers    answers = { 0 };
        TiePicture picture;

        tie_draw (&picture, 5, rows ? TIE_ROWS : TIE_COLUMNS, pictures[i].profile);
        tie_expect (&answers, pictures[i].middle, "sigma=0 response=zero-crossings threshold=1");
        tie_known (pictures[i].what, "laplacian", &picture, &answers);
      }
}

/* The threshold is exactly a spot's difference from its surroundings, so nothing changes. With a transparent pixel all
 * levels are divided by the blurred alpha, which is not exactly 1. */
static gboolean
detail_holds (double radius, gboolean is_dark, const TieFormat *format)
{
  static const guint8 spots[2][2] = { { 50, 150 }, { 150, 50 } };
  static const guint8 opaque[2] = { 1, 1 };
  TieAnswers             answers = { 0 };
  TiePicture          picture, alpha;
  TieLevels           levels, weight;
  float               blurred, detail;

  tie_draw (&picture, tie_side (radius), TIE_SPOT, spots[is_dark]);
  tie_draw (&alpha, tie_side (radius), TIE_SPOT, opaque);
  tie_blur (&picture, radius, 1, &levels);
  tie_blur (&alpha, radius, 1, &weight);
  blurred = format->is_transparent ? levels.v[2][2] / weight.v[2][2] : levels.v[2][2];
  detail = ce_abs ((float) spots[is_dark][1] - blurred);
  for (int rgb = 0; rgb < 2; rgb++)
    {
      const char *channels = rgb ? "rgb" : "luminance";

      tie_expect (&answers, TIE_UNCHANGED, "radius=%g amount=1 channels=%s threshold=%.9g", radius, channels, detail);
      tie_expect (&answers, TIE_CHANGED, "radius=%g amount=1 channels=%s threshold=%.9g", radius, channels, nextafterf (detail, 0));
      tie_expect (&answers, TIE_UNCHANGED, "radius=%g amount=1 channels=%s threshold=%.9g halo-dark=50", radius, channels, detail);
      tie_expect (&answers, TIE_CHANGED, "radius=%g amount=1 channels=%s threshold=%.9g halo-dark=50", radius, channels,
              nextafterf (detail, 0));
    }

  return tie_format_holds ("sharpen", &picture, format, &answers);
}

static void
details (void)
{
  static const double radii[] = { 0.3, 0.5, 1.4, 3, 3.7, 5, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (radii); i++)
    {
      gboolean ok = TRUE;

      for (guint k = 0; k < 2 * TIE_N_FORMATS; k++)
        ok &= detail_holds (radii[i], k % 2, &tie_formats[k / 2]);
      test_ok (ok, "sharpen: a detail is the threshold, radius %g", radii[i]);
    }
}

void
known_ties (void)
{
  directions ();
  neighbors ();
  stripes ();
  thresholds ();
  responses ();
  no_response ();
  details ();
}
