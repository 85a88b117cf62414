/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Unsharp masking of 8-bit samples of which none is transparent: from bytes to
 * bytes with one kind of row kept on the way, those that are blurred along x.
 */
#include "filter.h"
#include "room.h"

#include <math.h>

#define AT_ONCE CE_UNSHARP_ROWS

/* Beyond this the contract's operations take less time: about one sample in a hundred
 * would be done again. */
#define MOST_DOUBT 256

typedef struct
{
  int      radius;
  int      step;
  int      depth;               /* rows kept */
  gsize    pitch;
  float   *blurred;             /* along x */
  guint16 *words;               /* of one row */
  guint8  *spare;               /* what lies below the tile */
  int      next;                /* first row not yet blurred */
  CeUnsharp u;
} Workspace;

/* Before and behind a row: a vector, and what makes it begin on a cache line. */
#define ROOM 64

/* Words that a row takes, so that rows begin on cache lines. */
static gsize
words_pitch (int width, int step, int radius)
{
  return (((gsize) width + 2 * radius) * step + 2 * ROOM + 31) / 32 * 32;
}

/* Fills in a row, and @radius columns beyond both ends, of the image or the nearest
 * inside; @memory has words_pitch() words on a cache line. Returns the row at
 * column @x0. */
static const guint16 *
words_row (const CeRows *rows, const CeSource *source, int y, int x0, int x1, int radius, guint16 *memory)
{
  const CeView *view = &source->view;
  int           step = view->channels;
  int           left = MAX (0, x0 - radius);
  int           right = MIN (view->width, x1 + radius);
  guint16      *row = memory + ((gsize) radius * step + 31) / 32 * 32;
  guint16      *first = row + (gssize) (left - x0) * step;
  guint16      *end = row + (gssize) (right - x0) * step;

  rows->bytes->words ((const guint8 *) ce_view_row (view, y) + (gsize) left * step,
                      (const guint8 *) ce_view_row (view, MIN (y + 1, view->height - 1)) + (gsize) left * step,
                      first, (right - left) * step);
  for (int i = 0; i < (left - (x0 - radius)) * step; i++)
    first[-1 - i] = first[step - 1 - i % step];
  for (int i = 0; i < (x1 + radius - right) * step; i++)
    end[i] = end[i % step - step];

  return row;
}

/* The most that rounding changes a result up to @most. */
static double
half_ulp (double most)
{
  int exponent;

  frexp (1.003 * most, &exponent);

  return ldexp (1, exponent - 1 - 24);
}

/* See unsharp.h. */
static int
find_doubt (int r, double a)
{
  double u = ldexp (1, -24);
  double whole = a * (half_ulp (510) / 2 + 255 * u + r * half_ulp (255))
                 + a * half_ulp (255) + half_ulp (255 * a) + half_ulp (255 * (1 + a));
  double shorter = a * (half_ulp (510) / 2 + 255 * u) + (1 + a) * 255 * u + (r + 2) * half_ulp (255 * (1 + a));
  int    power = 1;

  while (power < 1.003 * CE_UNSHARP_SCALE * (whole + shorter) + 0.5)
    power *= 2;

  return power;
}

static void
init_unsharp (CeUnsharp *u, const CeRender *render)
{
  int doubt;

  u->weights = render->plan->weights;
  u->radius = render->plan->radius;
  u->threshold = (float) render->plan->params.threshold;
  u->amount = (float) render->plan->params.amount;
  for (int i = 0; i <= u->radius; i++)
    u->scaled[i] = u->weights[i] * -u->amount * CE_UNSHARP_SCALE;
  u->first = (1.0f + u->amount) * CE_UNSHARP_SCALE;

  doubt = find_doubt (u->radius, u->amount);
  u->doubt = u->threshold > 0 || doubt > MOST_DOUBT ? 0 : doubt;
}

static void
init (gpointer data, const CeRender *render, int tile_width)
{
  Workspace *w = data;

  init_unsharp (&w->u, render);
  w->radius = render->plan->radius;
  w->step = render->source->view.channels;
  w->depth = 2 * w->radius + AT_ONCE;
  w->pitch = ((gsize) tile_width * w->step + 63) / 64 * 64 + 16;
  w->blurred = ce_room_new (w->pitch * w->depth * sizeof (float));
  w->words = ce_room_new (words_pitch (tile_width, w->step, w->radius) * sizeof (guint16));
  w->spare = ce_room_new ((gsize) tile_width * w->step);
}

static void
blur_up_to (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  for (; w->next <= y; w->next++)
    {
      const guint16 *words = words_row (render->rows, render->source, w->next, tile->x0, tile->x1, w->radius, w->words);

      render->rows->bytes->gaussian (words, render->plan->weights, w->radius, w->step,
                                     w->blurred + (gsize) (w->next % w->depth) * w->pitch,
                                     (tile->x1 - tile->x0) * w->step);
    }
}

/* Asks for what the inner loop leaves out of the rows that will be blurred next: it
 * goes from line to line as if the tile began with one, and blurring reaches
 * beyond both ends. */
static void
prefetch_ends (const Workspace *w, const guint8 *row, int n)
{
  int beyond = w->radius * w->step;

  for (int i = 64; i < beyond; i += 64)
    __builtin_prefetch (row - i, 0, 3);
  __builtin_prefetch (row - beyond, 0, 3);
  for (int i = 0; i < beyond; i += 64)
    __builtin_prefetch (row + n + i, 0, 3);
  __builtin_prefetch (row + n + beyond - 1, 0, 3);
}

static void
sharpen_rows (Workspace *w, const CeRender *render, const CeTile *tile, int y)
{
  const CeView *view = &render->source->view;
  CeUnsharp    *u = &w->u;
  int           bottom = view->height - 1;
  gsize         left = (gsize) tile->x0 * w->step;

  blur_up_to (w, render, tile, MIN (y + AT_ONCE - 1 + w->radius, bottom));
  for (int i = 0; i < 2 * w->radius + AT_ONCE; i++)
    u->rows[i] = w->blurred + (gsize) (CLAMP (y - w->radius + i, 0, bottom) % w->depth) * w->pitch;
  for (int i = 0; i < AT_ONCE; i++)
    {
      u->c[i] = (const guint8 *) ce_view_row (view, MIN (y + i, bottom)) + left;
      u->ahead[i] = (const guint8 *) ce_view_row (view, MIN (y + w->radius + AT_ONCE + i, bottom)) + left;
      prefetch_ends (w, u->ahead[i], (tile->x1 - tile->x0) * w->step);
      u->out[i] = y + i < tile->y1 ? (guint8 *) ce_view_row (render->result, y + i) + left : w->spare;
    }

  render->rows->bytes->unsharp (u, (tile->x1 - tile->x0) * w->step);
}

/* Alpha stays 255 by itself: blurred it is off by less than a hundredth (a
 * rounding of 2^-17 for each tap and some for weights), at ten times the amount
 * still by less than what changes a byte. */
static void
run (gpointer data, const CeRender *render, const CeTile *tile)
{
  Workspace *w = data;

  w->next = MAX (0, tile->y0 - w->radius);
  for (int y = tile->y0; y < tile->y1; y += AT_ONCE)
    sharpen_rows (w, render, tile, y);
}

const CeTiled ce_cpu_unsharp = { sizeof (Workspace), init, run };
