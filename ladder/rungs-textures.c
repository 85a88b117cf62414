/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 002: Canny from textures, its hysteresis on the processor.
 */
#include "plain.h"
#include "rungs.h"

#define BIT LADDER_BIT

enum { SOURCE, ALONG_X, SMOOTH, WHOLE, MAGNITUDE, DIRECTION, THIN, EDGES, FAST };

static const LadderSlot slots[] = {
  { "source", 1, LADDER_BITS, FALSE },
  { "Gaussian along x", 4, LADDER_BITS, TRUE },
  { "Gaussian of two passes", 1, LADDER_BITS, FALSE },
  { "Gaussian at once", 1, LADDER_BITS, FALSE },
  { "magnitude", 4, LADDER_BITS, TRUE },
  { "direction", 4, LADDER_OCTANTS, TRUE },
  { "thinned", 4, LADDER_BITS, TRUE },
  { "edges", 1, LADDER_BITS, FALSE },
  { "magnitude of a quick root", 4, LADDER_ROOTS, TRUE },
};

static const int blocks[] = { 32, 24, 16, 8, 0 }, no_blocks[] = { 1, 0 };

static void
prepare (void)
{
  ladder_gpu_constant ("gauss_whole", plain_gauss_whole_filter, sizeof plain_gauss_whole_filter);
}

static void
state (LadderImages *s, guint slot)
{
  gsize             n = (gsize) s->width * s->height;
  g_autofree float *other = NULL;

  switch (slot)
    {
    case ALONG_X:
      plain_gauss_x (s->host[SOURCE], s->host[slot], s->width, s->height);
      break;
    case SMOOTH:
      plain_gauss_y (s->host[ALONG_X], s->host[slot], s->width, s->height);
      break;
    case WHOLE:
      plain_gauss_whole (s->host[SOURCE], s->host[slot], s->width, s->height, 0, s->height);
      break;
    case MAGNITUDE:
    case FAST:
    case DIRECTION:
      other = g_new (float, n);
      plain_gradient (s->host[SMOOTH], slot != DIRECTION ? s->host[slot] : (gpointer) other,
                      slot != DIRECTION ? (gpointer) other : s->host[slot], s->width, s->height, 0, s->height);
      break;
    case THIN:
      plain_thin_float (s->host[MAGNITUDE], s->host[DIRECTION], s->host[slot], s->width, s->height, 0, s->height);
      break;
    default:
      plain_hysteresis_queue (s->host[THIN], s->host[slot], s->width, s->height, 40, 80);
    }
}

/* Launches a kernel from slot to slot; @from is read through its texture or not. */
static void
launch_pair (LadderRun *run, int which, gpointer from, int to)
{
  LadderImages *s = run->images;
  gpointer      args[] = { from, &s->device[to], &s->width, &s->height };

  ladder_launch_pixels (run, which, args);
}

static void
launch_gauss (LadderRun *run)
{
  LadderImages *s = run->images;
  int           from = run->rung->reads == BIT (SOURCE) ? SOURCE : ALONG_X;
  int           to = run->rung->writes == BIT (ALONG_X) ? ALONG_X : run->rung->writes == BIT (WHOLE) ? WHOLE : SMOOTH;

  launch_pair (run, 0, run->rung->textured ? &s->textures[from] : &s->device[from], to);
}

static void
gradient (LadderRun *run, int which)
{
  LadderImages *s = run->images;
  int           to = run->rung->writes & BIT (FAST) ? FAST : MAGNITUDE;
  gpointer      args[] = { &s->textures[SMOOTH], &s->device[to], &s->device[DIRECTION], &s->width, &s->height };

  ladder_launch_pixels (run, which, args);
}

static void
launch_gradient (LadderRun *run)
{
  gradient (run, 0);
}

static void
thin (LadderRun *run, int which)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->textures[MAGNITUDE], &s->device[DIRECTION], &s->device[THIN], &s->width, &s->height };

  ladder_launch_pixels (run, which, args);
}

static void
launch_thin (LadderRun *run)
{
  thin (run, 0);
}

static void
launch_to_array (LadderRun *run)
{
  ladder_images_bind (run->images, run->rung->reads == BIT (SOURCE) ? SOURCE : MAGNITUDE);
}

/* All that the document does on the GPU. */
static void
launch_kernels (LadderRun *run)
{
  LadderImages *s = run->images;

  ladder_images_bind (s, SOURCE);
  launch_pair (run, 0, &s->textures[SOURCE], ALONG_X);
  launch_pair (run, 1, &s->device[ALONG_X], SMOOTH);
  ladder_images_bind (s, SMOOTH);
  gradient (run, 2);
  ladder_images_bind (s, MAGNITUDE);
  thin (run, 3);
}

static void
download (LadderImages *s, int slot)
{
  if (! s->host[slot])
    s->host[slot] = g_malloc (ladder_images_bytes (s, (guint) slot));
  ladder_gpu_fetch (s->host[slot], s->device[slot], ladder_images_bytes (s, (guint) slot));
}

/* Downloads the document's output, or edges, as one would download ours. */
static void
launch_download (LadderRun *run)
{
  download (run->images, run->rung->reads == BIT (EDGES) ? EDGES : THIN);
}

static void
launch_queue (LadderRun *run)
{
  LadderImages *s = run->images;

  if (! s->host[EDGES])
    s->host[EDGES] = g_malloc (ladder_images_bytes (s, EDGES));
  plain_hysteresis_queue (s->host[THIN], s->host[EDGES], s->width, s->height, 40, 80);
}

static void
launch_chain (LadderRun *run)
{
  launch_kernels (run);
  download (run->images, THIN);
  launch_queue (run);
}

#define KERNELS { "gauss_x", "gauss_y", "gradient", "thin_texture" }
#define ALL (BIT (SOURCE) | BIT (SMOOTH) | BIT (MAGNITUDE))
#define BETWEEN (BIT (ALONG_X) | BIT (SMOOTH) | BIT (MAGNITUDE) | BIT (DIRECTION))

static const LadderRung table[] = {
  { "002-to-array-u8", { NULL }, launch_to_array, BIT (SOURCE), 0, 0, FALSE, 0, no_blocks, 0, 1, 1, NULL, NULL, 0, FALSE },
  { "002-gauss-constant", { "gauss_constant" }, launch_gauss, BIT (SOURCE), BIT (WHOLE), BIT (SOURCE), FALSE, 0, blocks,
    51, 1, 1, ladder_square, NULL, 0, FALSE },
  { "002-gauss-constant-unrolled", { "gauss_constant_unrolled" }, launch_gauss, BIT (SOURCE), BIT (WHOLE), BIT (SOURCE), FALSE, 0,
    blocks, 51, 1, 1, ladder_square, NULL, 0, FALSE },
  { "002-gauss-whole", { "gauss_whole" }, launch_gauss, BIT (SOURCE), BIT (WHOLE), BIT (SOURCE), FALSE, 0, blocks,
    51, 1, 1, ladder_square, NULL, 0, FALSE },
  { "002-gauss-x-shared", { "gauss_x_shared" }, launch_gauss, BIT (SOURCE), BIT (ALONG_X), 0, FALSE, 0, blocks,
    9, 1, 4, ladder_square, NULL, 0, FALSE },
  { "002-gauss-x", { "gauss_x" }, launch_gauss, BIT (SOURCE), BIT (ALONG_X), BIT (SOURCE), FALSE, 0, blocks,
    9, 1, 4, ladder_square, NULL, 0, FALSE },
  { "002-gauss-y-one-each", { "gauss_y_one_each" }, launch_gauss, BIT (ALONG_X), BIT (SMOOTH), 0, FALSE, 0, blocks,
    9, 4, 1, ladder_square, NULL, 0, FALSE },
  { "002-gauss-y", { "gauss_y" }, launch_gauss, BIT (ALONG_X), BIT (SMOOTH), 0, FALSE, 0, blocks,
    9, 4, 1, ladder_square, NULL, 0, FALSE },
  { "002-gradient-atan2", { "gradient_atan2" }, launch_gradient, BIT (SMOOTH), BIT (MAGNITUDE) | BIT (DIRECTION),
    BIT (SMOOTH), FALSE, 0, blocks, 40, 1, 8, ladder_square, NULL, 0, FALSE },
  { "002-gradient-listed", { "gradient_listed" }, launch_gradient, BIT (SMOOTH), BIT (MAGNITUDE) | BIT (DIRECTION),
    BIT (SMOOTH), FALSE, 0, blocks, 36, 1, 8, ladder_square, NULL, 0, FALSE },
  { "002-gradient-fast", { "gradient_fast" }, launch_gradient, BIT (SMOOTH), BIT (FAST) | BIT (DIRECTION),
    BIT (SMOOTH), FALSE, 0, blocks, 36, 1, 8, ladder_square, NULL, 0, FALSE },
  { "002-gradient", { "gradient" }, launch_gradient, BIT (SMOOTH), BIT (MAGNITUDE) | BIT (DIRECTION),
    BIT (SMOOTH), FALSE, 0, blocks, 36, 1, 8, ladder_square, NULL, 0, FALSE },
  { "002-to-array-float", { NULL }, launch_to_array, BIT (MAGNITUDE), 0, 0, FALSE, 0, no_blocks, 0, 4, 4, NULL, NULL, 0, FALSE },
  { "002-thin", { "thin_texture" }, launch_thin, BIT (MAGNITUDE) | BIT (DIRECTION), BIT (THIN), BIT (MAGNITUDE), FALSE, 0,
    blocks, 6, 8, 4, ladder_square, NULL, 0, FALSE },
  { "002-chain-kernels", KERNELS, launch_kernels, BIT (SOURCE), BIT (THIN), ALL, FALSE, 0, blocks, 60, 24, 24,
    ladder_square, NULL, BETWEEN, FALSE },
  { "002-download", { NULL }, launch_download, BIT (THIN), 0, 0, FALSE, 0, no_blocks, 0, 4, 4, NULL, NULL, 0, TRUE },
  { "002-download-edges", { NULL }, launch_download, BIT (EDGES), 0, 0, FALSE, 0, no_blocks, 0, 1, 1, NULL, NULL, 0, TRUE },
  { "002-hysteresis-cpu", { NULL }, launch_queue, BIT (THIN), 0, 0, FALSE, 0, no_blocks, 2, 4, 1, NULL, NULL, 0, TRUE },
  { "002-chain-whole", KERNELS, launch_chain, BIT (SOURCE), 0, ALL, FALSE, 0, blocks, 62, 28, 25, ladder_square, NULL,
    BETWEEN | BIT (THIN), TRUE },
};

static void
add (GArray *rungs)
{
  g_array_append_vals (rungs, table, G_N_ELEMENTS (table));
}

static const LadderOurs ours[] = {
  { "Canny, as here", "canny", "sigma=1.4 low=40 high=80", 1, CE_U8, 59 },
  { "Canny up to thinning", "canny", "sigma=1.4 low=40 high=80 stage=thinned", 1, CE_U8, 56 },
  { "Gaussian 1.4", "canny", "sigma=1.4 low=40 high=80 stage=blurred", 1, CE_U8, 32 },
  { NULL }
};

const LadderDocument ladder_textures = {
  "002", slots, G_N_ELEMENTS (slots), FALSE, BENCH_NATURAL, "", state, add, prepare, ours
};
