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

enum { BYTES, DX, DY };

static const LadderSlot vector_slots[] = {
  { "source", 1, LADDER_BITS, FALSE },
  { "dx", 1, LADDER_BITS, FALSE },
  { "dy", 1, LADDER_BITS, FALSE },
};

static void
state_vectors (LadderImages *images, guint slot)
{
  gsize               n = ladder_images_bytes (images, slot);
  g_autofree guint8  *other = g_malloc (n);

  plain_sobel_shifted (images->host[BYTES], slot == DX ? images->host[slot] : (gpointer) other,
                       slot == DX ? (gpointer) other : images->host[slot], images->width, images->height, images->stride,
                       0, images->height);
}

static void
launch_vectors (LadderRun *run)
{
  LadderImages *s = run->images;
  int           b = run->block, pixels = run->rung->value;
  gpointer      args[] = { &s->device[BYTES], &s->device[DX], &s->device[DY], &s->width, &s->height, &s->stride };

  ladder_launch (run, 0, (s->width + pixels * b - 1) / (pixels * b), (s->height + b - 1) / b, b, b, 0, args);
}

static void
add_vectors (GArray *rungs)
{
  LadderRung scalar = { "004-sobel-scalar", { "sobel_scalar" }, launch_vectors, BIT (BYTES), BIT (DX) | BIT (DY), 0, TRUE, 1,
                        all_blocks, 14, 1, 2, ladder_square, NULL };
  LadderRung vectors = { "004-sobel-vector16", { "sobel_vector16" }, launch_vectors, BIT (BYTES), BIT (DX) | BIT (DY), 0,
                         TRUE, 16, all_blocks, 14, 1, 2, ladder_square, NULL };

  g_array_append_val (rungs, scalar);
  g_array_append_val (rungs, vectors);
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
