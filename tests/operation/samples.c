/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the conversion of GEGL's samples: halves, tables of curves, colors of 16 bits.
 */
#include <gegl.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pixels/pixels.h"
#include "pixels/convert.h"
#include "tests/support/support.h"

/* Checks half floats worked out by hand: ties to even, the smallest ones, too large ones, and all of them there and back. */
static void
halves (void)
{
  static const struct { float value; guint16 half; } known[] = {
    { 1, 0x3c00 }, { -2, 0xc000 }, { 0x1p-24f, 0x0001 }, { 0x1p-25f, 0x0000 }, { 0x3p-25f, 0x0002 }, { 0x1p-14f, 0x0400 },
    { 1 + 0x1p-11f, 0x3c00 }, { 1 + 0x3p-11f, 0x3c02 }, { 65504, 0x7bff }, { 65520, 0x7c00 }
  };
  const Babl *type = babl_type ("half");
  int         n_wrong = 0;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      guint16 half;

      ce_samples_from_float (type, &known[i].value, &half, 1);
      test_ok (half == known[i].half, "%g is half 0x%04x: 0x%04x", known[i].value, known[i].half, half);
    }
  for (int i = 0; i < 0x7c00; i++)
    {
      guint16 in = (guint16) i, out;
      float   value;

      ce_samples_to_float (type, &in, &value, 1);
      ce_samples_from_float (type, &value, &out, 1);
      n_wrong += out != in;
      n_wrong += value != (i < 0x400 ? ldexpf ((float) i, -24) : ldexpf ((float) (i % 0x400 + 0x400), i / 0x400 - 25));
    }
  test_ok (n_wrong == 0, "%d of all finite halves are other numbers", n_wrong);
}

/* Checks that a large image uses a table for each channel and a small one does not; opacity has no curve. */
static void
tables (void)
{
  const GeglRectangle all = { 0, 0, 1100, 128 };
  GeglBuffer         *buffer = gegl_buffer_new (&all, babl_format ("RGBA u16"));
  g_autofree guint8  *room = NULL;
  CePixels            pixels;
  CeView              one, many;
  int                 n_wrong = 0;

  for (int x = 0; x < all.width; x++)
    {
      guint16 pixel[] = { (guint16) (x * 59), (guint16) (x * 31), (guint16) (x * 17), (guint16) (65535 - x * 3) };

      gegl_buffer_set (buffer, GEGL_RECTANGLE (x, 0, 1, 1), 0, babl_format ("RGBA u16"), pixel, GEGL_AUTO_ROWSTRIDE);
    }
  ce_pixels_init (&pixels, babl_format ("RGBA u16"), FALSE);
  room = g_malloc (ce_pixels_scratch_size (&pixels, all.width));
  test_image_init (&one, all.width, 1, 4, CE_F32);
  test_image_init (&many, all.width, all.height, 4, CE_F32);
  ce_pixels_read (&pixels, buffer, GEGL_RECTANGLE (0, 0, all.width, 1), &one, room, FALSE);
  ce_pixels_read (&pixels, buffer, &all, &many, room, FALSE);
  for (int x = 0; x < all.width; x++)
    {
      n_wrong += memcmp ((float *) one.data + 4 * x, (float *) many.data + 4 * x, 4 * sizeof (float)) != 0;
      n_wrong += ((float *) many.data)[4 * x + 3] != (float) (65535 - x * 3) / 65535.0f;
    }
  test_ok (n_wrong == 0, "%d of 1100 pixels are others from tables", n_wrong);
  test_image_clear (&one);
  test_image_clear (&many);
  g_object_unref (buffer);
}

/* Checks the color of lines in a format of 16 bits. */
static void
color_of_words (void)
{
  GeglColor *color = gegl_color_new (NULL);
  guint16    pixel[4];
  CePixels   pixels;

  gegl_color_set_pixel (color, babl_format ("R'G'B'A float"), (const float[]) { 0.25f, 0.5f, 1, 1 });
  ce_pixels_init (&pixels, babl_format ("R'G'B'A u16"), FALSE);
  ce_pixels_get_color (&pixels, color, CE_U16, pixel);
  test_ok (abs (pixel[0] - 16384) <= 1 && abs (pixel[1] - 32768) <= 1 && pixel[2] == 65535,
           "a color as words: %d, %d, %d", pixel[0], pixel[1], pixel[2]);
  g_object_unref (color);
}

int
main (int argc, char **argv)
{
  gegl_init (NULL, NULL);
  halves ();
  tables ();
  color_of_words ();
  gegl_exit ();

  return test_done ();
}
