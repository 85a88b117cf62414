/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 003's blurs: all taps at once from global, constant and shared memory, and along one axis after the other.
 */
#include "plain.h"
#include "rungs-blurs.h"

static const int blocks[] = { 32, 16, 0 }, only_32[] = { 32, 0 }, long_blocks[] = { 64, 128, 256, 0 };

static BenchPointer filters[5];
static int          first_of_filter[5], first_of_side[5];

/* The weights of every sigma, in global and in constant memory. */
void
ladder_prepare_blurs (void)
{
  float filter[2165], sides[95];
  int   n = 0, m = 0;

  if (filters[0])
    return;
  for (int i = 0; i < 5; i++)
    {
      int taps = plain_blur_taps (i + 1);

      plain_blur_filter (i + 1, filter + n);
      plain_blur_side (i + 1, sides + m);
      filters[i] = ladder_gpu_alloc ((gsize) taps * taps * sizeof (float));
      ladder_gpu_send (filters[i], filter + n, (gsize) taps * taps * sizeof (float));
      first_of_filter[i] = n;
      first_of_side[i] = m;
      n += taps * taps;
      m += taps;
    }
  ladder_gpu_constant ("blur_filter", filter, sizeof filter);
  ladder_gpu_constant ("blur_side", sides, sizeof sides);
}

void
ladder_state_blur (LadderImages *s, guint slot)
{
  float weights[31 * 31];
  int   sigma = (int) (slot - WHOLE) % 5 + 1, taps = plain_blur_taps (sigma);

  if (slot < ALONG_Y)
    {
      plain_blur_filter (sigma, weights);
      plain_blur_whole (s->host[GREY], s->host[slot], s->width, s->height, weights, taps, 0, s->height);
      return;
    }
  plain_blur_side (sigma, weights);
  if (slot < SMOOTH)
    plain_blur_along_y (s->host[GREY], s->host[slot], s->width, s->height, weights, taps, 0, s->height);
  else
    plain_blur_along_x (s->host[slot - 5], s->host[slot], s->width, s->height, weights, taps, 0, s->height);
}

static void
launch_whole (LadderRun *run)
{
  LadderImages *s = run->images;
  int           sigma = run->rung->value, taps = plain_blur_taps (sigma), b = run->block;
  gboolean      is_tile = g_str_has_prefix (run->rung->kernels[0], "blur_tile");
  int           own = is_tile ? b - taps + 1 : b;
  gpointer      args[] = { &s->device[GREY], &s->device[WHOLE + sigma - 1], &s->width, &s->height, &taps,
                           &first_of_filter[sigma - 1] };
  gpointer      with_filter[] = { args[0], args[1], args[2], args[3], &filters[sigma - 1], &taps };

  ladder_launch (run, 0, (s->width + own - 1) / own, (s->height + own - 1) / own, b, b, 0,
                 g_str_has_prefix (run->rung->kernels[0], "blur_global") ? with_filter : args);
}

/* One axis, by blocks of @along x 1024/@along threads. */
void
ladder_blur_along (LadderRun *run, int which, int from, int to, int sigma, int along, gboolean along_y)
{
  LadderImages *s = run->images;
  int           taps = plain_blur_taps (sigma), own = along - taps + 1, lines = 1024 / along;
  gpointer      args[] = { &s->device[from], &s->device[to], &s->width, &s->height, &taps, &first_of_side[sigma - 1] };

  if (along_y)
    ladder_launch (run, which, (s->width + lines - 1) / lines, (s->height + own - 1) / own, lines, along, 0, args);
  else
    ladder_launch (run, which, (s->width + own - 1) / own, (s->height + lines - 1) / lines, along, lines, 0, args);
}

static void
launch_separable (LadderRun *run)
{
  int i = run->rung->value - 1;

  ladder_blur_along (run, 0, GREY, ALONG_Y + i, i + 1, run->block, TRUE);
  ladder_blur_along (run, 1, ALONG_Y + i, SMOOTH + i, i + 1, run->block, FALSE);
}

static int
always_1024 (int block)
{
  return 1024;
}

void
ladder_add_blurs (GArray *rungs)
{
  static const char *const names[] = { "global", "constant", "tile" };

  for (int sigma = 1; sigma <= 5; sigma++)
    {
      int taps = plain_blur_taps (sigma);

      for (int i = 0; i < 3; i++)
        {
          LadderRung rung = { g_strdup_printf ("003-blur-%s-%d", names[i], sigma), { g_strdup_printf ("blur_%s", names[i]) },
                              launch_whole, BIT (GREY), BIT (WHOLE + sigma - 1), 0, FALSE, sigma,
                              i == 2 && taps > 16 ? only_32 : blocks, 2.0 * taps * taps, 1, 1, ladder_square };

          g_array_append_val (rungs, rung);
        }
    }
  for (int sigma = 1; sigma <= 5; sigma++)
    {
      LadderRung rung = { g_strdup_printf ("003-blur-separable-%d", sigma), { "blur_along_y", "blur_along_x" },
                          launch_separable, BIT (GREY), BIT (ALONG_Y + sigma - 1) | BIT (SMOOTH + sigma - 1), 0, FALSE,
                          sigma, long_blocks, 4.0 * plain_blur_taps (sigma), 2, 2, always_1024 };

      g_array_append_val (rungs, rung);
    }
}
