/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests that hysteresis is exact for chains of any length: compares each backend's stage "edges" with a union-find over its
 * own stage "classes", on the worst pictures.
 */
#include "tests/support/support.h"

#include <math.h>
#include <string.h>

/* Draws a band, half a turn's pitch wide, that winds from the middle outwards. Its outline is one closed chain of weak
 * edges (64 across) with one strong spot at the outer end. */
static void
spiral (CeView *image)
{
  const double pitch = 12;
  double       cx = image->width / 2.0, cy = image->height / 2.0;
  int          seed = -1;

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      {
        double dx = (x - cx) * (cy - 6) / (cx - 6), dy = y - cy;
        double radius = sqrt (dx * dx + dy * dy);
        double turn = radius / pitch - atan2 (dy, dx) / (2 * G_PI);
        double inside = (0.25 - fabs (turn - floor (turn) - 0.5)) * pitch;

        inside = CLAMP (MIN (inside, cy - 6 - radius) + 0.5, 0, 1);
        image->data[(gsize) y * image->stride + x] = (guint8) (100.5 + 16 * inside);
      }

  for (int x = 0; x < image->width; x++)
    if (image->data[(gsize) (image->height / 2) * image->stride + x] != 100)
      seed = x;
  for (int y = -1; y <= 1; y++)
    memset (&image->data[(gsize) (image->height / 2 + y) * image->stride + seed - 1], 255, 3);
}

/* Draws a band that goes to and fro down the whole image, or @turned across it. Its outline is one closed chain, weak
 * except one spot. */
static void
serpentine (CeView *image, gboolean turned)
{
  int length = turned ? image->height : image->width;
  int depth = turned ? image->width : image->height;

  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      {
        int      along = turned ? y : x;
        int      across = (turned ? x : y) - 6;
        int      lane = across / 12;
        gboolean joint = lane % 2 ? along < 12 : along >= length - 12;
        gboolean inside = along >= 6 && along < length - 6 && across >= 0 && lane < (depth - 12) / 12;

        image->data[(gsize) y * image->stride + x] = inside && (across % 12 < 6 || joint) ? 116 : 100;
      }
  if (turned)
    image->data[(gsize) (length / 2) * image->stride + 6] = 255;
  else
    image->data[(gsize) 6 * image->stride + length / 2] = 255;
}

static void
noise (CeView *image)
{
  TestRandom random = { 4711 };

  for (gsize i = 0; i < image->stride * (gsize) image->height; i++)
    image->data[i] = (guint8) test_random_int (&random, 0, 255);
}

static void
pattern (CeView *image, int kind)
{
  for (int y = 0; y < image->height; y++)
    for (int x = 0; x < image->width; x++)
      {
        int on = kind == 0 ? 0 : kind == 1 ? ((x >> 2) ^ (y >> 2)) & 1 : kind == 2 ? ((x + y) >> 2) & 1 : (x >> 2) & 1;

        image->data[(gsize) y * image->stride + x] = on ? 116 : 100;
      }
  if (kind != 0)
    image->data[(gsize) (image->height / 2) * image->stride + image->width / 2] = 255;
}

/* Draws long straight lines, weak (magnitude 80), with gaps of one pixel (48) and strong spots (160). A flood of whole words
 * of pixels must not jump over a gap. */
static void
broken_lines (CeView *image, gboolean turned)
{
  TestRandom random = { 815 };
  int        length = turned ? image->height : image->width;
  int        depth = turned ? image->width : image->height;

  for (int lane = 0; lane * 6 < depth; lane++)
    for (int along = 0; along < length; along++)
      {
        double kind = test_random_double (&random, 0, 1);
        int    level = lane % 2 == 0 ? 100 : kind < 0.02 ? 104 : kind < 0.025 ? 160 : 120;

        for (int across = lane * 6; across < MIN (depth, lane * 6 + 6); across++)
          {
            int x = turned ? across : along;
            int y = turned ? along : across;

            image->data[(gsize) y * image->stride + x] = (guint8) level;
          }
      }
}

static int
find (int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];

  return i;
}

static void
unite (int *parent, const guint8 *classes, int i, int n)
{
  if (classes[i] && classes[n])
    parent[find (parent, i)] = find (parent, n);
}

/* Keeps the pixels of @classes that are strong or connected with a strong one. Returns the number of kept weak pixels. */
static int
connect (guint8 *classes, int width, int height)
{
  int               n = width * height;
  int               n_kept = 0;
  g_autofree int   *parent = g_new (int, n);
  g_autofree char  *strong = g_malloc0 (n);

  for (int i = 0; i < n; i++)
    parent[i] = i;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        int i = y * width + x;

        if (x > 0)
          unite (parent, classes, i, i - 1);
        for (int dx = -1; dx <= 1; dx++)
          if (y > 0 && x + dx >= 0 && x + dx < width)
            unite (parent, classes, i, i - width + dx);
      }
  for (int i = 0; i < n; i++)
    if (classes[i] == 255)
      strong[find (parent, i)] = 1;
  for (int i = 0; i < n; i++)
    {
      gboolean kept = classes[i] && strong[find (parent, i)];

      n_kept += kept && classes[i] == 128;
      classes[i] = kept ? 255 : 0;
    }

  return n_kept;
}

/* Compares the stage "edges" with connect(). At least @least weak pixels are kept, or the picture is no worst case. */
static void
check (const char *backend, const char *what, const CeView *image, const char *params, int least)
{
  g_autoptr (GError) error = NULL;
  g_autofree char   *with_stage = g_strconcat (params, " stage=classes", NULL);
  g_autofree char   *diff = NULL;
  CeView             classes;
  CeView             edges;
  int                n_kept;

  if (! test_render ("canny", backend, with_stage, image, &classes, &error))
    {
      test_ok (FALSE, "%s: %s", backend, error->message);
      return;
    }
  if (! test_render ("canny", backend, params, image, &edges, &error))
    {
      test_image_clear (&classes);
      test_ok (FALSE, "%s: %s", backend, error->message);
      return;
    }

  n_kept = connect (classes.data, image->width, image->height);
  diff = test_image_diff (&classes, &edges);
  if (diff)
    test_note ("expected and found: %s", diff);
  test_ok (! diff && n_kept >= least, "%s: %s, %d x %d, %s: %d weak pixels kept", backend, what, image->width,
           image->height, params, n_kept);
  test_image_clear (&classes);
  test_image_clear (&edges);
}

static void
check_size (const char *backend, int width, int height)
{
  const char *weak = "sigma=0 low=40 high=130";
  int         area = width * height;
  CeView      image;

  test_image_init (&image, width, height, 1, CE_U8);

  if (width < 2 * height && height < 2 * width)
    {
      spiral (&image);
      check (backend, "spiral", &image, "sigma=0 low=40 high=100", area / 12);
    }
  serpentine (&image, FALSE);
  check (backend, "to and fro", &image, weak, area / 14);
  serpentine (&image, TRUE);
  check (backend, "up and down", &image, weak, area / 14);
  broken_lines (&image, FALSE);
  check (backend, "broken lines", &image, "sigma=0 low=50 high=140", area > 10000 ? area / 100 : 0);
  broken_lines (&image, TRUE);
  check (backend, "broken columns", &image, "sigma=0 low=50 high=140", area > 10000 ? area / 100 : 0);
  noise (&image);
  check (backend, "noise", &image, "sigma=0 low=100 high=800", area / 100);
  check (backend, "noise", &image, "sigma=0 low=300 high=700 norm=l1", area / 100);
  check (backend, "noise", &image, "sigma=0 low=0 high=1020", 0);
  pattern (&image, 0);
  check (backend, "flat", &image, "sigma=0 low=0 high=0", 0);
  pattern (&image, 1);
  check (backend, "checker", &image, weak, 0);
  pattern (&image, 2);
  check (backend, "diagonal stripes", &image, weak, 0);
  pattern (&image, 3);
  check (backend, "stripes", &image, weak, 0);

  test_image_clear (&image);
}

int
main (int argc, char **argv)
{
  static const int sizes[][2] = { { 61, 47 }, { 64, 64 }, { 517, 389 }, { 1030, 260 }, { 129, 1500 }, { 4200, 130 } };
  g_auto (GStrv)   backends = test_backends (argc > 1 ? argv[1] : NULL);

  for (char **backend = backends; *backend; backend++)
    for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
      check_size (*backend, sizes[i][0], sizes[i][1]);

  return test_done ();
}
