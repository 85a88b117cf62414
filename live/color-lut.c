/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A curve for each channel, a table of 33 x 33 x 33 colors, and a curve for each channel again. The table is even in the
 * image's light and has unclipped light of the screen, because then interpolation is exact for profiles of curves and a
 * matrix. A table of levels would be up to 20 levels off for colors just outside the screen's gamut (Adobe RGB on sRGB, 7 %
 * of random colors by more than one level).
 */
#include "color-lut.h"

#include <math.h>

/* Nodes along one side of the table. */
#define SIDE 33

/* Entries of the last curve, even in the square root of light: 16 for a level. */
#define STEPS 4096

/* Red, green, blue, and an unused lane. */
typedef float Light __attribute__ ((vector_size (16)));

struct _CeLut
{
  float  place[3][256];             /* position in the table of each level of a channel, 0 to SIDE - 1 */
  Light *nodes;                     /* red, green and blue of the image, the last one side by side */
  guint8 level[3][STEPS];           /* of the screen, for each step of its light */
};

static Light
light_of (const float *color)
{
  Light light = { 0 };

  for (int c = 0; c < 3; c++)
    light[c] = isfinite (color[c]) ? color[c] : 0;

  return light;
}

/* Computes the curve of one of the image's channels, from the screen's channel that it changes most. */
static void
fill_place (CeLut *lut, int channel, CeLutFunc to_light, gpointer data)
{
  float in[256 * 3] = { 0 }, out[256 * 3];
  int   most = 0;

  for (int i = 0; i < 256; i++)
    in[3 * i + channel] = (float) i / 255;
  to_light (in, out, 256, data);
  for (int c = 1; c < 3; c++)
    if (fabsf (out[3 * 255 + c] - out[c]) > fabsf (out[3 * 255 + most] - out[most]))
      most = c;

  for (int i = 0; i < 256; i++)
    {
      float place = (out[3 * i + most] - out[most]) / (out[3 * 255 + most] - out[most]) * (SIDE - 1);

      lut->place[channel][i] = isfinite (place) ? CLAMP (place, 0, SIDE - 1) : 0;
    }
}

/* Returns the value of a channel, 0 to 1, whose position is a node. */
static float
value_at (const float *place, int node)
{
  int   i = 1;
  float share;

  while (i < 255 && place[i] < (float) node)
    i++;
  share = ((float) node - place[i - 1]) / (place[i] - place[i - 1]);

  return ((float) i - 1 + (isfinite (share) ? CLAMP (share, 0, 1) : 0)) / 255;
}

static void
fill_nodes (CeLut *lut, CeLutFunc to_light, gpointer data)
{
  g_autofree float *colors = g_new (float, SIDE * SIDE * SIDE * 3);

  for (int i = 0; i < SIDE * SIDE * SIDE; i++)
    {
      colors[3 * i] = value_at (lut->place[0], i / (SIDE * SIDE));
      colors[3 * i + 1] = value_at (lut->place[1], i / SIDE % SIDE);
      colors[3 * i + 2] = value_at (lut->place[2], i % SIDE);
    }
  to_light (colors, colors, SIDE * SIDE * SIDE, data);
  for (int i = 0; i < SIDE * SIDE * SIDE; i++)
    lut->nodes[i] = light_of (colors + 3 * i);
}

static void
fill_level (CeLut *lut, CeLutFunc to_level, gpointer data)
{
  g_autofree float *colors = g_new (float, STEPS * 3);

  for (int i = 0; i < STEPS * 3; i++)
    colors[i] = (float) ((i / 3) * (i / 3)) / ((float) (STEPS - 1) * (STEPS - 1));
  to_level (colors, colors, STEPS, data);
  for (int i = 0; i < STEPS * 3; i++)
    lut->level[i % 3][i / 3] = colors[i] > 0 ? (guint8) (MIN (colors[i], 1) * 255 + 0.5f) : 0;
}

/* Returns (transfer full) a table. @to_light converts the image's colors to light of the screen, which may be unclipped;
 * @to_level converts that light to the screen's levels, each channel for itself. Both also work in place. */
CeLut *
ce_lut_new (CeLutFunc to_light, CeLutFunc to_level, gpointer data)
{
  CeLut *lut = g_atomic_rc_box_new0 (CeLut);

  lut->nodes = g_aligned_alloc (SIDE * SIDE * SIDE, sizeof *lut->nodes, sizeof *lut->nodes);
  for (int channel = 0; channel < 3; channel++)
    fill_place (lut, channel, to_light, data);
  fill_nodes (lut, to_light, data);
  fill_level (lut, to_level, data);

  return lut;
}

/* Returns (transfer full) (nullable) a new reference of @lut. */
CeLut *
ce_lut_ref (CeLut *lut)
{
  return lut ? g_atomic_rc_box_acquire (lut) : NULL;
}

static void
clear (gpointer lut)
{
  g_aligned_free (((CeLut *) lut)->nodes);
}

/* Releases a (nullable) table. */
void
ce_lut_unref (CeLut *lut)
{
  if (lut)
    g_atomic_rc_box_release_full (lut, clear);
}

/* Interpolates between the eight nodes around a color. */
static guint32
look_up (const CeLut *lut, guint32 pixel)
{
  float        place[3], share[3];
  int          node = 0;
  const Light *at;
  Light        back, front, light;

  for (int c = 0; c < 3; c++)
    {
      int whole;

      place[c] = lut->place[c][pixel >> (16 - 8 * c) & 255];
      whole = MIN ((int) place[c], SIDE - 2);
      share[c] = place[c] - (float) whole;
      node = node * SIDE + whole;
    }

  at = lut->nodes + node;
#define ACROSS(i) (at[i] + share[2] * (at[(i) + 1] - at[i]))
  back = ACROSS (0) + share[1] * (ACROSS (SIDE) - ACROSS (0));
  front = ACROSS (SIDE * SIDE) + share[1] * (ACROSS (SIDE * SIDE + SIDE) - ACROSS (SIDE * SIDE));
#undef ACROSS
  light = back + share[0] * (front - back);

  pixel >>= 24;
  for (int c = 0; c < 3; c++)
    pixel = pixel << 8 | lut->level[c][(int) (sqrtf (CLAMP (light[c], 0, 1)) * (STEPS - 1) + 0.5f)];

  return pixel;
}

/* Converts pixels to the colors of the screen. Their bytes are opacity, red, green and blue from the highest down; colors
 * are not multiplied by opacity. */
void
ce_lut_row (const CeLut *lut, guint32 *pixels, int n)
{
  guint32 before = 0, after = look_up (lut, 0);

  for (int i = 0; i < n; i++)
    {
      if (pixels[i] != before)
        {
          before = pixels[i];
          after = look_up (lut, before);
        }
      pixels[i] = after;
    }
}
