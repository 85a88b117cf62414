/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 000 and 004: Sobel from tiles of floats, and in vectors of bytes.
 */
#include "plain.h"
#include "rungs.h"

#define BIT LADDER_BIT

static const int all_blocks[] = { 32, 24, 16, 8, 0 };

enum { SOURCE, SOBEL, SHARP };

static const LadderSlot sobel_slots[] = {
  { "source", 4, LADDER_BITS, TRUE },
  { "Sobel", 4, LADDER_BITS, TRUE },
  { "sharpened", 4, LADDER_BITS, TRUE },
};

static void
state_sobel (LadderImages *images, guint slot)
{
  (slot == SOBEL ? plain_sobel : plain_sharpen) (images->host[SOURCE], images->host[slot], images->width, images->height);
}

static void
launch_sobel (LadderRun *run)
{
  int      slot = run->rung->writes == BIT (SOBEL) ? SOBEL : SHARP;
  gpointer args[] = { &run->images->device[SOURCE], &run->images->device[slot], &run->images->width, &run->images->height };

  ladder_launch_pixels (run, 0, args);
}

static void
add_sobel (GArray *rungs)
{
  static const struct { const char *name, *kernel; int slot; gboolean interior; } table[] = {
    { "000-sobel-global", "sobel_global", SOBEL, TRUE },
    { "000-sobel-naive-shared", "sobel_naive_shared", SOBEL, FALSE },
    { "000-sobel-apron", "sobel_apron", SOBEL, FALSE },
    { "000-sobel-apron-1d", "sobel_apron_1d", SOBEL, FALSE },
    { "000-sharpen-global", "sharpen_global", SHARP, TRUE },
    { "000-sharpen-apron-1d", "sharpen_apron_1d", SHARP, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      LadderRung rung = { table[i].name, { table[i].kernel }, launch_sobel, BIT (SOURCE), BIT (table[i].slot), 0,
                          table[i].interior, 0, all_blocks, table[i].slot == SOBEL ? 40 : 18, 4, 4, ladder_square, NULL };

      g_array_append_val (rungs, rung);
    }
}

static const LadderOurs sobel_ours[] = {
  { "sobel, float", "sobel", "", 1, CE_F32, 20 },
  { "sobel, 8-bit", "sobel", "", 1, CE_U8, 20 },
  { "sharpen, float", "sharpen", "method=kernel amount=1", 1, CE_F32, 10 },
  { "sharpen, 8-bit", "sharpen", "method=kernel amount=1", 1, CE_U8, 10 },
  { NULL }
};

const LadderDocument ladder_sobel = {
  "000", sobel_slots, G_N_ELEMENTS (sobel_slots), FALSE, BENCH_NATURAL, "512x512", state_sobel, add_sobel, NULL, sobel_ours
};

/* Luma and its derivatives; planes, the derivatives of each, and the longest of their gradients. */
enum { RGB, LUMA, DX, DY, RED, GREEN, BLUE, EACH, LONGEST = EACH + 6 };

#define BYTE(name) { name, 1, LADDER_BITS, FALSE }

static const LadderSlot vector_slots[] = {
  { "source", 3, LADDER_BITS, FALSE }, BYTE ("luma"), BYTE ("dx"), BYTE ("dy"), BYTE ("red"), BYTE ("green"), BYTE ("blue"),
  BYTE ("dx of red"), BYTE ("dy of red"), BYTE ("dx of green"), BYTE ("dy of green"), BYTE ("dx of blue"),
  BYTE ("dy of blue"), BYTE ("the longest gradient"),
};

static void
state_vectors (LadderImages *s, guint slot)
{
  gsize              n = ladder_images_bytes (s, slot);
  const guint8      *rgb = s->host[RGB];
  guint8            *out = s->host[slot];
  gboolean           of_luma = slot == DX || slot == DY, is_dx = of_luma ? slot == DX : (slot - EACH) % 2 == 0;
  const gint8       *each[6];
  g_autofree guint8 *other = g_malloc (n);

  for (int i = 0; i < 6; i++)
    each[i] = s->host[EACH + i];
  if (slot == LUMA)
    plain_grey_709 (rgb, out, n);
  else if (slot >= RED && slot <= BLUE)
    for (gsize i = 0; i < n; i++)
      out[i] = rgb[3 * i + slot - RED];
  else if (slot == LONGEST)
    plain_channels (each, out, n);
  else
    plain_sobel_shifted (s->host[of_luma ? LUMA : RED + (slot - EACH) / 2], (gint8 *) (is_dx ? out : other),
                         (gint8 *) (is_dx ? other : out), s->width, s->height, s->stride, 0, s->height);
}

/* Launches both derivatives of a plane, with @pixels pixels to a thread. */
static void
derive (LadderRun *run, int from, int dx, int pixels)
{
  LadderImages *s = run->images;
  int           b = run->block;
  gpointer      args[] = { &s->device[from], &s->device[dx], &s->device[dx + 1], &s->width, &s->height, &s->stride };

  ladder_launch (run, 0, (s->width + pixels * b - 1) / (pixels * b), (s->height + b - 1) / b, b, b, 0, args);
}

static void
launch_vectors (LadderRun *run)
{
  derive (run, LUMA, DX, run->rung->value);
}

static void
launch_planes (LadderRun *run)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[RGB], &s->device[LUMA], &s->device[RED], &s->device[GREEN], &s->device[BLUE],
                           &s->width, &s->height, &s->stride };

  ladder_launch_pixels (run, 0, args);
}

static void
launch_channels_apart (LadderRun *run)
{
  LadderImages *s = run->images;
  BenchPointer *each = &s->device[EACH];
  gpointer      args[] = { &each[0], &each[1], &each[2], &each[3], &each[4], &each[5], &s->device[LONGEST],
                           &s->width, &s->height, &s->stride };

  for (int c = 0; c < 3; c++)
    derive (run, RED + c, EACH + 2 * c, 16);
  ladder_launch_pixels (run, 1, args);
}

static void
launch_channels_at_once (LadderRun *run)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[RED], &s->device[GREEN], &s->device[BLUE], &s->device[LONGEST],
                           &s->width, &s->height, &s->stride };

  ladder_launch_pixels (run, 0, args);
}

#define PLANES (BIT (RED) | BIT (GREEN) | BIT (BLUE))
#define DERIVATIVES (BIT (LONGEST) - BIT (EACH))

static const LadderRung vector_rungs[] = {
  { "004-planes", { "planes" }, launch_planes, BIT (RGB), BIT (LUMA) | PLANES, 0, FALSE, 0, all_blocks, 5, 3, 4,
    ladder_square },
  { "004-sobel-scalar", { "sobel_scalar" }, launch_vectors, BIT (LUMA), BIT (DX) | BIT (DY), 0, TRUE, 1, all_blocks, 14, 1, 2,
    ladder_square },
  { "004-sobel-vector16", { "sobel_vector16" }, launch_vectors, BIT (LUMA), BIT (DX) | BIT (DY), 0, TRUE, 16, all_blocks, 14,
    1, 2, ladder_square },
  { "004-channels-apart", { "sobel_vector16", "combine" }, launch_channels_apart, PLANES, DERIVATIVES | BIT (LONGEST), 0,
    TRUE, 0, all_blocks, 56, 9, 7, ladder_square },
  { "004-channels-at-once", { "sobel_channels" }, launch_channels_at_once, PLANES, BIT (LONGEST), 0, TRUE, 0, all_blocks, 56,
    3, 1, ladder_square },
};

static void
add_vectors (GArray *rungs)
{
  g_array_append_vals (rungs, vector_rungs, G_N_ELEMENTS (vector_rungs));
}

static const LadderOurs vector_ours[] = {
  { "sobel, 8-bit", "sobel", "", 1, CE_U8, 20 },
  { "horizontal derivative", "sobel", "component=horizontal", 1, CE_U8, 10 },
  { NULL }
};

const LadderDocument ladder_vectors = {
  "004", vector_slots, G_N_ELEMENTS (vector_slots), TRUE, BENCH_NATURAL, "512x512", state_vectors, add_vectors, NULL,
  vector_ours
};
