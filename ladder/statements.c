/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the statements of 000, 001 and 004, and the processor's rungs: compares them with answers worked out by hand, with
 * each other, and with our own filters where both define the same.
 */
#include "plain.h"
#include "serial.h"
#include "tests/bench/pictures.h"

#include "engine/arithmetic.h"

#include <math.h>
#include <string.h>

#define W 67
#define H 41

static void
fill (float *image, gsize n, float value)
{
  for (gsize i = 0; i < n; i++)
    image[i] = value;
}

/* One pixel of 100 in the middle, a step of 10 to 60, and a corner. */
static void
test_sobel_000 (void)
{
  float in[25] = { 0 }, out[25], step[9] = { 10, 60, 60, 10, 60, 60, 10, 60, 60 };

  in[12] = 100;
  plain_sobel (in, out, 5, 5);
  test_ok (out[12] == 0 && out[7] == 200 && out[11] == 200 && out[6] == sqrtf (20000) && out[0] == 0,
           "000: Sobel of one bright pixel");
  plain_sharpen (in, out, 5, 5);
  test_ok (out[12] == 900 && out[6] == -100 && out[13] == -100 && out[10] == 0, "000: one bright pixel sharpened");
  plain_sobel (step, out, 3, 3);
  /* In the middle 50 four times; at the upper left, with 0 outside, 180 and 150 against nothing. */
  test_ok (out[4] == 200 && out[0] == sqrtf (180 * 180 + 80 * 80), "000: Sobel of a step, and in a corner, outside 0");
}

/* The interior, against our own filter in plain C. */
static void
test_ours_000 (const char *filter, const char *params, void (*statement) (const float *, float *, int, int))
{
  g_autofree float  *in = g_new (float, W * H), *out = g_new (float, W * H);
  g_autoptr (GError) error = NULL;
  CeView             image, result;
  int                n_other = 0;

  test_image_init (&image, W, H, 1, CE_U8);
  bench_picture_draw (&image, BENCH_NATURAL);
  for (int i = 0; i < W * H; i++)
    in[i] = image.data[(gsize) (i / W) * image.stride + i % W];
  statement (in, out, W, H);
  if (! test_render (filter, "cpu:plain", params, &image, &result, &error))
    g_error ("%s", error->message);
  for (int y = 1; y < H - 1; y++)
    for (int x = 1; x < W - 1; x++)
      n_other += ce_level_to_u8 (out[y * W + x]) != ((guint8 *) ce_view_row (&result, y))[x];
  test_ok (n_other == 0, "000: inside, the statement is our %s %s (%d pixels differ)", filter, params, n_other);
  test_image_clear (&image);
  test_image_clear (&result);
}

static void
test_conv_001 (void)
{
  g_autofree float *in = g_new (float, W * H), *out = g_new (float, W * H), *edge = g_new (float, W * H);
  gboolean          ok = TRUE;
  float             sum = 0;

  fill (in, W * H, 7);
  plain_conv (in, out, W, H, 2, 0, H);
  plain_conv (in, edge, W, H, 1, 0, H);
  for (int i = 0; i < W * H; i++)
    ok = ok && out[i] == 7 * 289 && edge[i] == 0;
  test_ok (ok, "001: of a constant the Gaussian's sum is 289 times it, the Laplacian's 0, at the border too");

  for (int i = 0; i < 25; i++)
    {
      ok = ok && plain_conv5_filter[i] == plain_conv5_side[i / 5] * plain_conv5_side[i % 5];
      sum += plain_conv5_filter[i];
    }
  test_ok (ok && sum == 289, "001: the Gaussian is the product of its side with itself, and sums to 289");

  fill (in, W * H, 0);
  in[20 * W + 30] = 10;
  plain_conv (in, out, W, H, 2, 0, H);
  test_ok (out[20 * W + 30] == 250 && out[18 * W + 28] == 40 && out[21 * W + 30] == 200 && out[20 * W + 33] == 0,
           "001: of one pixel the Gaussian gives its weights");
  /* The Laplacian of these sums in the middle: 4 * 200 - 4 * 250 is -200, not beyond 1445; of 100 it is -2000. */
  plain_conv_edge (in, edge, W, H);
  ok = edge[20 * W + 30] == 0;
  in[20 * W + 30] = 100;
  plain_conv_edge (in, edge, W, H);
  test_ok (ok && edge[20 * W + 30] == 255 && edge[0] == 0, "001: a pixel of 100 is an edge, one of 10 is none");
}

static void
test_shifted_004 (void)
{
  guint8 in[9] = { 0, 0, 255, 0, 0, 255, 0, 0, 255 }, down[9] = { 7, 7, 7, 0, 0, 0, 0, 0, 0 };
  gint8  dx[9] = { 0 }, dy[9] = { 0 };
  gint8  each[6][2] = { { 3, 0 }, { 4, 0 }, { -6, 0 }, { 8, 0 }, { 1, 127 }, { 0, 0 } };
  guint8 out[3];
  int    n_other = 0;

  plain_sobel_shifted (in, dx, dy, 3, 3, 3, 0, 3);
  test_ok (dx[4] == 127 && dy[4] == 0 && dx[0] == 0, "004: 1020 becomes 127");
  plain_sobel_shifted (down, dx, dy, 3, 3, 3, 0, 3);
  test_ok (dx[4] == 0 && dy[4] == 3, "004: 28 becomes 3, upwards counts");
  for (int i = -1020; i <= 1020; i++)
    n_other += ce_level_to_u8 (128 + 0.125f * (float) i) != 128 + (i >> 3);
  test_ok (n_other == 892, "004: ours, to the nearest, differs for %d of 2041 derivatives", n_other);
  plain_combine ((const gint8[]) { 3, -128, 0 }, (const gint8[]) { -4, -128, 0 }, out, 3);
  test_ok (out[0] == 5 && out[1] == 181 && out[2] == 0, "004: combined");
  /* Lengths 5, 10 and 1; then 0, 0 and 127. */
  plain_channels ((const gint8 *[]) { each[0], each[1], each[2], each[3], each[4], each[5] }, out, 2);
  test_ok (out[0] == 10 && out[1] == 127, "004: of three channels the longest gradient");
}

/* Compares rungs on threads and in vectors with the statement in one piece. */
static void
test_serial (void)
{
  CeView        image;
  SerialImages *one, *many;

  test_image_init (&image, W, H, 1, CE_U8);
  bench_picture_draw (&image, BENCH_NATURAL);
  for (guint i = 0; i < serial_n_rungs; i++)
    {
      const SerialRung *rung = &serial_rungs[i];
      gsize             n = W * H;

      if (! serial_can_run (rung))
        {
          test_skip ("this processor has not got the instructions", "%s", rung->name);
          continue;
        }
      one = serial_images_new (image.data, W, H);
      many = serial_images_new (image.data, W, H);
      serial_run (rung, many, 3);
      if (g_str_has_prefix (rung->name, "004-serial-vectors"))
        plain_sobel_shifted (one->bytes, (gint8 *) one->out, (gint8 *) one->more, W, H, W, 0, H);
      else if (g_str_equal (rung->name, "003-serial-sobel"))
        plain_sobel_bytes (one->bytes, one->out, one->more, W, H, NULL, 0, H);
      else if (g_str_equal (rung->name, "002-serial-gradient"))
        memcpy (one->numbers, one->magnitude, n * sizeof (float));
      else
        serial_run (rung, one, 1);
      test_ok (memcmp (one->out, many->out, n) == 0 && memcmp (one->numbers, many->numbers, n * sizeof (float)) == 0
               && memcmp (one->more, many->more, n) == 0, "%s", rung->name);
      serial_images_free (one);
      serial_images_free (many);
    }
  test_image_clear (&image);
}

int
main (void)
{
  test_sobel_000 ();
  test_ours_000 ("sobel", "", plain_sobel);
  test_ours_000 ("sharpen", "method=kernel amount=1", plain_sharpen);
  test_conv_001 ();
  test_shifted_004 ();
  test_serial ();

  return test_done ();
}
