/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tint.h"

#include <stdlib.h>
#include <string.h>

/* Pixels that are converted at a time. */
#define PIECE 256

/* Colors that tables are tried with. */
#define N_TRIED 2048

struct _CeTint
{
  gboolean       is_gray;          /* the image */
  guint8         gray[256][3];     /* its grays on the screen */
  CeTintTables  *tables;           /* (nullable) */
  CeTintFunc     convert;
  gpointer       data;
  GDestroyNotify destroy;
};

/**
 * ce_tint_new:
 * @gray: whether the image is gray
 * @convert: converts its colors to the screen's
 * @data: for @convert
 * @destroy: (nullable): frees @data
 *
 * Returns: (transfer full): a tint
 */
CeTint *
ce_tint_new (gboolean gray, CeTintFunc convert, gpointer data, GDestroyNotify destroy)
{
  CeTint *tint = g_atomic_rc_box_new0 (CeTint);
  guint8  levels[256 * 3];
  int     n_channels = gray ? 1 : 3;

  tint->is_gray = gray;
  tint->convert = convert;
  tint->data = data;
  tint->destroy = destroy;
  for (int i = 0; i < 256 * n_channels; i++)
    levels[i] = (guint8) (i / n_channels);
  convert (levels, tint->gray[0], 256, data);

  return tint;
}

/**
 * ce_tint_ref:
 * @tint: (nullable): a tint
 *
 * Returns: (transfer full) (nullable): the same
 */
CeTint *
ce_tint_ref (CeTint *tint)
{
  return tint ? g_atomic_rc_box_acquire (tint) : NULL;
}

static void
clear (gpointer data)
{
  CeTint *tint = data;

  g_free (tint->tables);
  if (tint->destroy)
    tint->destroy (tint->data);
}

/**
 * ce_tint_unref:
 * @tint: (nullable): a tint
 */
void
ce_tint_unref (CeTint *tint)
{
  if (tint)
    g_atomic_rc_box_release_full (tint, clear);
}

/* Light is added up, four lanes at a time of which three count. */
typedef float Light __attribute__ ((vector_size (16)));

static inline Light
light_of (const CeTintTables *tables, int channel, guint8 level)
{
  Light light;

  memcpy (&light, tables->light[channel][level], sizeof light);

  return light;
}

static void
look_up (const CeTintTables *tables, const guint8 *in, guint8 *out, int n)
{
  const float last = CE_TINT_STEPS - 1;

  for (int i = 0; i < n; i++)
    {
      Light light = light_of (tables, 0, in[3 * i]) + light_of (tables, 1, in[3 * i + 1])
                    + light_of (tables, 2, in[3 * i + 2]);

      light = light * last + 0.5f;
      for (int c = 0; c < 3; c++)
        out[3 * i + c] = tables->level[c][(int) CLAMP (light[c], 0, last)];
    }
}

/**
 * ce_tint_take_tables:
 * @tint: a tint that nobody uses yet, of an image that is not gray
 * @tables: (transfer full): what might do the same
 *
 * Uses the tables if they give the same colors, one level more or less.
 *
 * Returns: whether they do
 */
gboolean
ce_tint_take_tables (CeTint *tint, CeTintTables *tables)
{
  GRand *random = g_rand_new_with_seed (1);
  guint8 tried[3 * N_TRIED], exact[3 * N_TRIED], fast[3 * N_TRIED];
  int    worst = 0;

  for (int i = 0; i < 3 * N_TRIED; i++)
    tried[i] = (guint8) g_rand_int (random);
  g_rand_free (random);

  tint->convert (tried, exact, N_TRIED, tint->data);
  look_up (tables, tried, fast, N_TRIED);
  for (int i = 0; i < 3 * N_TRIED; i++)
    worst = MAX (worst, abs (exact[i] - fast[i]));

  if (worst <= 1)
    tint->tables = tables;
  else
    g_free (tables);

  return worst <= 1;
}

static void
convert (const CeTint *tint, const guint8 *in, guint8 *out, int n, gboolean gray)
{
  if (gray || tint->is_gray)
    for (int i = 0; i < n; i++)
      memcpy (out + 3 * i, tint->gray[in[3 * i]], 3);
  else if (tint->tables)
    look_up (tint->tables, in, out, n);
  else
    tint->convert (in, out, n, tint->data);
}

/**
 * ce_tint_color:
 * @tint: a tint
 * @color: (inout): red, green, blue
 *
 * Converts one color.
 */
void
ce_tint_color (const CeTint *tint, guint8 *color)
{
  guint8 in[3];

  memcpy (in, color, sizeof in);
  convert (tint, in, color, 1, FALSE);
}

/* Colors were multiplied by opacity, if they are not straight. */
static void
unpack (const guint32 *pixels, guint8 *colors, int n, gboolean straight)
{
  for (int i = 0; i < n; i++)
    {
      guint32 pixel = pixels[i], opacity = pixel >> 24;

      for (int c = 0; c < 3; c++)
        {
          guint32 level = (pixel >> (16 - 8 * c)) & 255;

          if (! straight && opacity > 0 && opacity < 255)
            level = MIN ((level * 255 + opacity / 2) / opacity, 255);
          colors[3 * i + c] = (guint8) level;
        }
    }
}

static void
pack (const guint8 *colors, guint32 *pixels, int n, gboolean straight)
{
  for (int i = 0; i < n; i++)
    {
      guint32 opacity = pixels[i] >> 24, pixel = opacity;

      for (int c = 0; c < 3; c++)
        pixel = pixel << 8 | (straight || opacity == 255 ? colors[3 * i + c] : (colors[3 * i + c] * opacity + 127) / 255);
      pixels[i] = pixel;
    }
}

/**
 * ce_tint_row:
 * @tint: a tint
 * @pixels: (inout): as of ce_raster_paint()
 * @n: how many
 * @gray: whether all of them are gray
 * @straight: whether their colors are not multiplied by opacity
 *
 * Converts pixels to the colors of the screen.
 */
void
ce_tint_row (const CeTint *tint, guint32 *pixels, int n, gboolean gray, gboolean straight)
{
  guint8 in[3 * PIECE], out[3 * PIECE];

  for (int done = 0; done < n; done += PIECE)
    {
      int n_now = MIN (PIECE, n - done);

      unpack (pixels + done, in, n_now, straight);
      convert (tint, in, out, n_now, gray);
      pack (out, pixels + done, n_now, straight);
    }
}
