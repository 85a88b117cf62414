/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 001: convolutions up to adaptive tiling.
 */
#include "plain.h"
#include "rungs.h"

#define BIT LADDER_BIT
#define SIDE 32

enum { SOURCE, CONV3, CONV5, ALONG_X, EDGE, BETWEEN, FINE };

static const LadderSlot slots[] = {
  { "source", 4, LADDER_BITS, TRUE },
  { "Laplacian", 4, LADDER_BITS, TRUE },
  { "Gaussian", 4, LADDER_BITS, TRUE },
  { "Gaussian along x", 4, LADDER_BITS, TRUE },
  { "edges", 4, LADDER_BITS, TRUE },
  { "Gaussian of the chain", 4, LADDER_BITS, TRUE },
  { "Laplacian of the chain", 4, LADDER_BITS, TRUE },
};

static const int blocks[] = { SIDE, 0 };

/* Weights in global memory, for the two first rungs. */
static BenchPointer filters[2];

static void
prepare (void)
{
  if (filters[0])
    return;
  for (int i = 0; i < 2; i++)
    {
      const float *filter = i == 0 ? plain_conv3_filter : plain_conv5_filter;
      gsize        bytes = (i == 0 ? 9 : 25) * sizeof (float);

      filters[i] = ladder_gpu_alloc (bytes);
      ladder_gpu_send (filters[i], filter, bytes);
    }
  ladder_gpu_constant ("conv_filter_3", plain_conv3_filter, 9 * sizeof (float));
  ladder_gpu_constant ("conv_filter_5", plain_conv5_filter, 25 * sizeof (float));
  ladder_gpu_constant ("conv_side", plain_conv5_side, 5 * sizeof (float));
}

static void
state (LadderImages *s, guint slot)
{
  float *out = s->host[slot];

  if (slot == CONV3 || slot == CONV5)
    plain_conv (s->host[SOURCE], out, s->width, s->height, slot == CONV3 ? 1 : 2, 0, s->height);
  else if (slot == EDGE)
    plain_conv_edge (s->host[SOURCE], out, s->width, s->height);
  else if (slot == BETWEEN)
    plain_conv (s->host[SOURCE], out, s->width, s->height, 2, 0, s->height);
  else if (slot == FINE)
    plain_conv (s->host[BETWEEN], out, s->width, s->height, 1, 0, s->height);
  else
    for (int y = 0; y < s->height; y++)
      for (int x = 0; x < s->width; x++)
        {
          const float *row = (float *) s->host[SOURCE] + (gsize) y * s->width;
          float        sum = 0;

          for (int i = 0; i < 5; i++)
            sum += plain_conv5_side[i] * row[CLAMP (x + i - 2, 0, s->width - 1)];
          out[(gsize) y * s->width + x] = sum;
        }
}

static int
radius (const LadderRung *rung)
{
  return rung->writes & BIT (CONV3) ? 1 : 2;
}

static void
conv (LadderRun *run, int which, int from, int to, BenchPointer *filter)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[from], &s->device[to], &s->width, &s->height, filter };

  ladder_launch_pixels (run, which, args);
}

static void
launch_conv (LadderRun *run)
{
  int k = radius (run->rung);

  conv (run, 0, SOURCE, k == 1 ? CONV3 : CONV5, &filters[k - 1]);
}

static void
launch_separable (LadderRun *run)
{
  conv (run, 0, SOURCE, ALONG_X, NULL);
  conv (run, 1, ALONG_X, CONV5, NULL);
}

/* Equations 6 to 8 of the document, rounded down: its ceiling does not fit. */
static int
adaptive (int k, gsize sample, gsize shared)
{
  int pixels = (int) (shared / sample), apron = k * (SIDE + 2 * k);

  return (pixels - 2 * apron) / (k * SIDE + SIDE * SIDE + k * SIDE);
}

static gsize
sample_of (const LadderRung *rung)
{
  return g_strrstr (rung->name, "short") ? sizeof (short) : sizeof (float);
}

static int
clipped (const LadderRun *run, int most, int n)
{
  int wanted = run->rung->value ? run->rung->value : most;

  return MAX (1, MIN (wanted, (n + SIDE - 1) / SIDE));
}

static int
tiles_of (const LadderRun *run, int k)
{
  return clipped (run, adaptive (k, sample_of (run->rung), (gsize) ladder_gpu ()->shared), run->images->width);
}

static gsize
shared_of (const LadderRun *run, int k)
{
  return (gsize) (SIDE + 2 * k) * (tiles_of (run, k) * SIDE + 2 * k) * sample_of (run->rung);
}

/* The document's chain begins with the larger filter. */
static gsize
tiles_shared (const LadderRun *run)
{
  return shared_of (run, g_strrstr (run->rung->name, "chain") ? 2 : radius (run->rung));
}

static void
convolve_tiles (LadderRun *run, int which, int from, int to, int k)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[from], &s->device[to], &s->width, &s->height, &run->value };

  run->value = tiles_of (run, k);
  ladder_launch (run, which, (s->width + run->value * SIDE - 1) / (run->value * SIDE), (s->height + SIDE - 1) / SIDE,
                 SIDE, SIDE, shared_of (run, k), args);
}

static void
launch_tiles (LadderRun *run)
{
  int k = radius (run->rung);

  convolve_tiles (run, 0, SOURCE, k == 1 ? CONV3 : CONV5, k);
}

static void
launch_tiled_chain (LadderRun *run)
{
  convolve_tiles (run, 0, SOURCE, BETWEEN, 2);
  convolve_tiles (run, 1, BETWEEN, FINE, 1);
  conv (run, 2, FINE, EDGE, NULL);
}

/* Returns the tiles of lines of one dimension, with an odd number of samples between them. */
static int
line_tiles (const LadderRun *run, int n)
{
  return clipped (run, (ladder_gpu ()->shared / (SIDE * (int) sizeof (float)) - 5) / SIDE, n);
}

static gsize
lines_shared (const LadderRun *run)
{
  return (gsize) SIDE * (line_tiles (run, MAX (run->images->width, run->images->height)) * SIDE + 5) * sizeof (float);
}

static void
launch_lines (LadderRun *run)
{
  LadderImages *s = run->images;

  for (int i = 0; i < 2; i++)
    {
      int      along = i == 0 ? s->width : s->height, across = i == 0 ? s->height : s->width;
      int      columns, rows;
      gpointer args[] = { &s->device[i == 0 ? SOURCE : ALONG_X], &s->device[i == 0 ? ALONG_X : CONV5], &s->width, &s->height,
                          &run->value };

      run->value = line_tiles (run, along);
      columns = (along + run->value * SIDE - 1) / (run->value * SIDE);
      rows = (across + SIDE - 1) / SIDE;
      ladder_launch (run, i, i == 0 ? columns : rows, i == 0 ? rows : columns, SIDE, SIDE,
                     (gsize) SIDE * (run->value * SIDE + 5) * sizeof (float), args);
    }
}

/* The document's whole way to edges. */
static void
launch_chain (LadderRun *run)
{
  conv (run, 0, SOURCE, BETWEEN, &filters[1]);
  conv (run, 1, BETWEEN, FINE, &filters[0]);
  conv (run, 2, FINE, EDGE, NULL);
}

static void
add_tiles (GArray *rungs, int k)
{
  static const int counts[] = { 1, 2, 4, 8, 16, 21, 0 };
  double           operations = 2.0 * (2 * k + 1) * (2 * k + 1);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (counts); i++)
    {
      int         n = counts[i / 2];
      const char *type = i % 2 ? "short" : "float";
      char       *count = n ? g_strdup_printf ("%d", n) : g_strdup ("adaptive");
      /* Names last as long as the program. */
      LadderRung  rung = { g_strdup_printf ("001-conv%d-tiles-%s-%s", 2 * k + 1, type, count),
                           { g_strdup_printf ("conv_tiles_%s_%d.", type, 2 * k + 1) }, launch_tiles, BIT (SOURCE),
                           BIT (k == 1 ? CONV3 : CONV5), 0, FALSE, n, blocks, operations, 4, 4, ladder_square,
                           tiles_shared };

      g_array_append_val (rungs, rung);
      g_free (count);
    }
}

static void
add_lines (GArray *rungs)
{
  static const int counts[] = { 1, 2, 4, 8, 16, 21, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (counts); i++)
    {
      char      *count = counts[i] ? g_strdup_printf ("%d", counts[i]) : g_strdup ("adaptive");
      LadderRung rung = { g_strdup_printf ("001-conv5-separable-tiles-%s", count), { "conv_line_tiles_x.", "conv_line_tiles_y." },
                          launch_lines, BIT (SOURCE), BIT (CONV5) | BIT (ALONG_X), 0, FALSE, counts[i], blocks, 20, 8, 8,
                          ladder_square, lines_shared };

      g_array_append_val (rungs, rung);
      g_free (count);
    }
}

static void
add (GArray *rungs)
{
  static const int     eight_or_all[] = { 8, 0 };
  static const struct { const char *name, *kernel; } table[] = {
    { "naive", "conv_naive" }, { "shared", "conv_shared" }, { "shared-constant", "conv_shared_constant" },
  };
  LadderRung separable = { "001-conv5-separable", { "conv_along_x.", "conv_along_y." }, launch_separable, BIT (SOURCE),
                           BIT (ALONG_X) | BIT (CONV5), 0, FALSE, 0, blocks, 20, 8, 8, ladder_square, NULL };

  for (int k = 1; k <= 2; k++)
    {
      int m = 2 * k + 1;

      for (guint i = 0; i < G_N_ELEMENTS (table); i++)
        {
          LadderRung rung = { g_strdup_printf ("001-conv%d-%s", m, table[i].name), { g_strdup_printf ("%s_%d.", table[i].kernel, m) },
                              launch_conv, BIT (SOURCE), BIT (k == 1 ? CONV3 : CONV5), 0, FALSE, 0, blocks, 2.0 * m * m,
                              4, 4, ladder_square, NULL };

          g_array_append_val (rungs, rung);
        }
      if (k == 2)
        g_array_append_val (rungs, separable);
      add_tiles (rungs, k);
    }
  add_lines (rungs);
  for (guint i = 0; i < G_N_ELEMENTS (table); i++)
    {
      LadderRung rung = { g_strdup_printf ("001-chain-%s", table[i].name),
                          { g_strdup_printf ("%s_5.", table[i].kernel), g_strdup_printf ("%s_3.", table[i].kernel),
                            "conv_threshold." }, launch_chain, BIT (SOURCE), BIT (BETWEEN) | BIT (FINE) | BIT (EDGE), 0,
                          FALSE, 0, blocks, 70, 12, 12, ladder_square, NULL };

      g_array_append_val (rungs, rung);
    }
  for (guint i = 0; i < G_N_ELEMENTS (eight_or_all); i++)
    {
      LadderRung rung = { eight_or_all[i] ? "001-chain-tiles-8" : "001-chain-tiles-adaptive",
                          { "conv_tiles_float_5.", "conv_tiles_float_3.", "conv_threshold." }, launch_tiled_chain,
                          BIT (SOURCE), BIT (BETWEEN) | BIT (FINE) | BIT (EDGE), 0, FALSE, eight_or_all[i], blocks, 70,
                          12, 12, ladder_square, tiles_shared };

      g_array_append_val (rungs, rung);
    }
}

static const LadderOurs ours[] = {
  { "laplacian of Gaussian 1.4, 8-bit", "laplacian", "sigma=1.4 threshold=5", 1, CE_U8, 39 },
  { "laplacian of Gaussian 1.4, float", "laplacian", "sigma=1.4 threshold=5", 1, CE_F32, 39 },
  { NULL }
};

const LadderDocument ladder_convolution = {
  "001", slots, G_N_ELEMENTS (slots), FALSE, BENCH_NOISE, "", state, add, prepare, ours
};
