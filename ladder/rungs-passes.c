/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 003: six stages of Canny with bytes between them, and passes of hysteresis over tiles.
 */
#include "plain.h"
#include "rungs-blurs.h"

#define LOW 51
#define HIGH 102
#define PASSES 5

#define BYTE(name) { name, 1, LADDER_BITS, FALSE }
#define FIVE(name) BYTE (name), BYTE (name), BYTE (name), BYTE (name), BYTE (name)
#define FOUR(name) BYTE (name), BYTE (name), BYTE (name), BYTE (name)

static const LadderSlot slots[N_SLOTS] = {
  { "source", 3, LADDER_BITS, FALSE }, BYTE ("gray"), BYTE ("gray by floats"), { "gray as RGB", 3, LADDER_BITS, FALSE },
  FIVE ("blurred at once"), FIVE ("blurred along y"), FIVE ("blurred"), BYTE ("magnitude"),
  { "sector", 1, LADDER_SECTORS, FALSE }, BYTE ("magnitude as printed"), { "sector as printed", 1, LADDER_SECTORS, FALSE },
  BYTE ("thinned"), BYTE ("classes"), FOUR ("one pass"), FOUR ("five passes"), BYTE ("copy"), BYTE ("copy"),
};

/* Tiles of hysteresis in shared memory with blocks of 16 and 32, and in global memory. */
static const int tiles[4] = { 14, 30, 16, 32 };
static const int blocks[] = { 32, 16, 0 }, only_16[] = { 16, 0 }, only_32[] = { 32, 0 };

static void
state_sobel (LadderImages *s, guint slot)
{
  gboolean            printed = slot >= MAGNITUDE_PRINTED;
  PlainSlips          slips = { printed, printed, FALSE };
  g_autofree guint8  *other = g_malloc0 ((gsize) s->width * s->height);
  guint8             *mine = s->host[slot];
  gboolean            is_sector = slot == SECTOR || slot == SECTOR_PRINTED;

  plain_sobel_bytes (s->host[SMOOTH + 1], is_sector ? other : mine, is_sector ? mine : other, s->width, s->height, &slips, 0,
                     s->height);
}

static void
state (LadderImages *s, guint slot)
{
  gsize   n = (gsize) s->width * s->height;
  guint8 *out = s->host[slot];

  if (slot == GREY)
    plain_grey_601 (s->host[RGB], out, n);
  else if (slot == GREY_FLOAT)
    plain_grey_601_float (s->host[RGB], out, n);
  else if (slot == BACK)
    plain_ungrey (s->host[GREY], out, n);
  else if (slot < MAGNITUDE)
    ladder_state_blur (s, slot);
  else if (slot <= SECTOR_PRINTED)
    state_sobel (s, slot);
  else if (slot == THIN)
    plain_thin_bytes (s->host[MAGNITUDE], s->host[SECTOR], out, s->width, s->height, NULL, 0, s->height);
  else if (slot == CLASSES)
    plain_threshold (s->host[THIN], out, n, LOW, HIGH);
  else if (slot < COPY)
    plain_hysteresis (s->host[CLASSES], out, s->width, s->height, tiles[(slot - ONE_PASS) % 4],
                      slot < FIVE_PASSES ? 1 : PASSES);
}

static void
pixels (LadderRun *run, int which, int from, int to)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[from], &s->device[to], &s->width, &s->height };

  ladder_launch_pixels (run, which, args);
}

static void
launch_grey (LadderRun *run)
{
  pixels (run, 0, run->rung->writes == BIT (BACK) ? GREY : RGB,
          run->rung->writes == BIT (BACK) ? BACK : run->rung->writes == BIT (GREY) ? GREY : GREY_FLOAT);
}

/* Launches blocks whose outermost threads only load. */
static void
ringed (LadderRun *run, int which, int ring, gpointer *args)
{
  int b = run->block, own = b - 2 * ring;

  ladder_launch (run, which, (run->images->width + own - 1) / own, (run->images->height + own - 1) / own, b, b, 0, args);
}

static void
launch_sobel (LadderRun *run)
{
  LadderImages *s = run->images;
  gboolean      printed = run->rung->writes == (BIT (MAGNITUDE_PRINTED) | BIT (SECTOR_PRINTED));
  gpointer      args[] = { &s->device[SMOOTH + 1], &s->device[printed ? MAGNITUDE_PRINTED : MAGNITUDE],
                           &s->device[printed ? SECTOR_PRINTED : SECTOR], &s->width, &s->height };

  ringed (run, 0, run->rung->interior ? 0 : 1, args);
}

static void
thin (LadderRun *run, int which)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[MAGNITUDE], &s->device[SECTOR], &s->device[THIN], &s->width, &s->height };

  ladder_launch_pixels (run, which, args);
}

static void
launch_thin (LadderRun *run)
{
  thin (run, 0);
}

static void
threshold (LadderRun *run, int which)
{
  LadderImages *s = run->images;
  int           low = LOW, high = HIGH;
  gpointer      args[] = { &s->device[THIN], &s->device[CLASSES], &s->width, &s->height, &low, &high };

  ladder_launch_pixels (run, which, args);
}

static void
launch_threshold (LadderRun *run)
{
  threshold (run, 0);
}

static void
pass (LadderRun *run, int which, int from, int to, int last)
{
  LadderImages *s = run->images;
  BenchPointer  none = 0;
  gpointer      args[] = { &s->device[from], &s->device[to], &s->width, &s->height, &last, &none };

  ringed (run, which, g_str_has_prefix (run->rung->kernels[which], "hysteresis_shared") ? 1 : 0, args);
}

/* The passes of a rung whose value is the slot that is written. */
static void
launch_passes (LadderRun *run)
{
  int slot = run->rung->value;

  if (slot < FIVE_PASSES)
    {
      pass (run, 0, CLASSES, slot, 1);
      return;
    }
  for (int i = 0; i < PASSES; i++)
    pass (run, 0, i == 0 ? CLASSES : i % 2 ? COPY : OTHER_COPY, i == PASSES - 1 ? slot : i % 2 ? OTHER_COPY : COPY,
          i == PASSES - 1);
}

static void
launch_chain (LadderRun *run)
{
  LadderImages *s = run->images;
  gpointer      args[] = { &s->device[SMOOTH + 1], &s->device[MAGNITUDE], &s->device[SECTOR], &s->width, &s->height };

  pixels (run, 0, RGB, GREY);
  ladder_blur_along (run, 1, GREY, ALONG_Y + 1, 2, 64, TRUE);
  ladder_blur_along (run, 2, ALONG_Y + 1, SMOOTH + 1, 2, 64, FALSE);
  ringed (run, 3, 1, args);
  thin (run, 4);
  threshold (run, 5);
  for (int i = 0; i < PASSES; i++)
    pass (run, 6, i == 0 ? CLASSES : i % 2 ? COPY : OTHER_COPY,
          i == PASSES - 1 ? run->rung->value : i % 2 ? OTHER_COPY : COPY, i == PASSES - 1);
}

static void
add_passes (GArray *rungs)
{
  static const char *const kernels[] = { "hysteresis_shared", "hysteresis_global" };

  for (int i = 3; i >= 0; i--)
    for (int five = 0; five < 2; five++)
      {
        int        slot = (five ? FIVE_PASSES : ONE_PASS) + i, n = five ? PASSES : 1;
        LadderRung rung = { g_strdup_printf ("003-%s%s", i < 2 ? "hysteresis-shared" : "hysteresis-global",
                                             five ? "-5-passes" : ""), { kernels[i / 2] }, launch_passes, BIT (CLASSES),
                            BIT (slot), 0, FALSE, slot, i % 2 ? only_32 : only_16, 2.0 * n, n, n, ladder_square, NULL,
                            BIT (COPY) | BIT (OTHER_COPY), FALSE };

        g_array_append_val (rungs, rung);
      }
}

#define GRADIENT (BIT (MAGNITUDE) | BIT (SECTOR))
#define PRINTED (BIT (MAGNITUDE_PRINTED) | BIT (SECTOR_PRINTED))
#define STAGES (BIT (GREY) | BIT (ALONG_Y + 1) | BIT (SMOOTH + 1) | GRADIENT | BIT (THIN) | BIT (CLASSES) | BIT (COPY) \
                | BIT (OTHER_COPY))
#define CHAIN(i) { "grey_int", "blur_along_y_64.", "blur_along_x_64.", "sobel_shared", "thin_bytes", "threshold", \
                   "hysteresis_shared" }, launch_chain, BIT (RGB), BIT (FIVE_PASSES + i), 0, FALSE, FIVE_PASSES + i

static const LadderRung first[] = {
  { "003-grey-float", { "grey_float" }, launch_grey, BIT (RGB), BIT (GREY_FLOAT), 0, FALSE, 0, blocks, 5, 3, 1, ladder_square },
  { "003-grey-int", { "grey_int" }, launch_grey, BIT (RGB), BIT (GREY), 0, FALSE, 0, blocks, 6, 3, 1, ladder_square },
  { "003-ungrey", { "ungrey" }, launch_grey, BIT (GREY), BIT (BACK), 0, FALSE, 0, blocks, 0, 1, 3, ladder_square },
}, then[] = {
  { "003-sobel-printed", { "sobel_printed" }, launch_sobel, BIT (SMOOTH + 1), PRINTED, 0, TRUE, 0, blocks, 40, 1, 2,
    ladder_square },
  { "003-sobel-naive", { "sobel_naive" }, launch_sobel, BIT (SMOOTH + 1), GRADIENT, 0, TRUE, 0, blocks, 40, 1, 2,
    ladder_square },
  { "003-sobel-separable", { "sobel_separable" }, launch_sobel, BIT (SMOOTH + 1), GRADIENT, 0, FALSE, 0, blocks, 36, 1, 2,
    ladder_square },
  { "003-sobel-shared", { "sobel_shared" }, launch_sobel, BIT (SMOOTH + 1), GRADIENT, 0, FALSE, 0, blocks, 40, 1, 2,
    ladder_square },
  { "003-thin", { "thin_bytes" }, launch_thin, GRADIENT, BIT (THIN), 0, FALSE, 0, blocks, 2, 2, 1, ladder_square },
  { "003-threshold", { "threshold" }, launch_threshold, BIT (THIN), BIT (CLASSES), 0, FALSE, 0, blocks, 2, 1, 1,
    ladder_square },
}, last[] = {
  { "003-chain", CHAIN (1), only_32, 120, 15, 13, ladder_square, NULL, STAGES, FALSE },
  { "003-chain", CHAIN (0), only_16, 120, 15, 13, ladder_square, NULL, STAGES, FALSE },
};

static void
add (GArray *rungs)
{
  g_array_append_vals (rungs, first, G_N_ELEMENTS (first));
  ladder_add_blurs (rungs);
  g_array_append_vals (rungs, then, G_N_ELEMENTS (then));
  add_passes (rungs);
  g_array_append_vals (rungs, last, G_N_ELEMENTS (last));
}

static const LadderOurs ours[] = {
  { "Canny, as here", "canny", "sigma=2 low=51 high=102 channel=luma-601", 3, CE_U8, 80 },
  { "Gaussian 1", "canny", "sigma=1 stage=blurred", 1, CE_U8, 22 },
  { "Gaussian 2", "canny", "sigma=2 stage=blurred", 1, CE_U8, 40 },
  { "Gaussian 3", "canny", "sigma=3 stage=blurred", 1, CE_U8, 58 },
  { "Gaussian 4", "canny", "sigma=4 stage=blurred", 1, CE_U8, 76 },
  { "Gaussian 5", "canny", "sigma=5 stage=blurred", 1, CE_U8, 94 },
  { "sobel, 8-bit", "sobel", "", 1, CE_U8, 20 },
  { NULL }
};

const LadderDocument ladder_passes = {
  "003", slots, N_SLOTS, FALSE, BENCH_NATURAL, "4444x3136,7680x4320,14694x8266,14091x9394,500x333,1000x667,2500x1667,5000x3334,10000x6667",
  state, add, ladder_prepare_blurs, ours
};
