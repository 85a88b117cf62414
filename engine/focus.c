/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The radius of a picture's blur, from the widths of its lone steps: of all of them, and of the sharpest squares. The
 * arithmetic stands in docs/arithmetic.md, “Width of edges”.
 */
#include "focus.h"

#include "image.h"
#include "lone-steps.h"
#include "memory.h"

#include <stdlib.h>

/* What was fitted to photos. */
#define MOST_PIXELS (1 << 22)   /* of a picture all of whose pixels are looked at */
#define LEAST_OF_SQUARE 10      /* steps of a square that has a width */
#define SHARE_OF_ALL 2          /* percent of all steps that are narrower than their estimate */
#define SHARE_OF_SQUARE 30      /* the same of the steps of a square */
#define SHARE_OF_SQUARES 15     /* and of the widths of squares */
#define APART 1.2               /* how many times the estimate of all steps that of the sharpest squares may be */
#define ALIKE 1.5               /* and the other way round: where all edges are alike, the narrowest of all are not narrow */
#define FACTOR 0.9              /* of the smaller estimate */
#define LEAST_RADIUS 0.6        /* pixels, below which there is nothing to take back */
#define MOST_NOISE 3            /* levels of luma, 4 of R, G and B */

/* A share of widths, pixels, and the blur that it tells. */
typedef struct { double width, blur; } Told;

static const Told of_all[] = { { 0, 0 }, { 0.234, 0.4 }, { 0.609, 0.7 }, { 0.828, 1 }, { 1.141, 1.5 }, { 1.414, 2 },
                               { 1.609, 2.5 } };
static const Told of_square[] = { { 0, 0 }, { 0.391, 0.4 }, { 0.742, 0.7 }, { 0.984, 1 }, { 1.391, 1.5 }, { 1.703, 2 },
                                  { 1.961, 2.5 } };

typedef struct
{
  CeFocus      *focus;
  const CeView *view;
  GAsyncQueue  *idle;           /* memory of squares that no thread uses */
  float        *known;          /* widths of squares, in order */
  gboolean      keeps_steps;
  GMutex        lock;
  guint32       counts[CE_N_WIDTHS];        /* under the lock, and so are these */
  guint         room;           /* for steps */
  gsize         lacks;          /* memory for steps that was refused, bytes */
} Search;

/* Returns the width that @percent of @n counts are below, pixels. */
static double
share_of (const guint32 *counts, guint n, guint percent)
{
  guint below = 0, rank = (guint) ((guint64) n * percent / 100);

  for (int i = 1; i < CE_N_WIDTHS; i++)
    {
      below += counts[i];
      if (below > rank)
        return (double) i / CE_WIDTHS_PER_PIXEL;
    }

  return 0;
}

/* Returns the blur of a @width, from the straight lines through the @n points @told. */
static double
blur_of (double width, const Told *told, guint n)
{
  guint i = 1;

  while (i + 1 < n && width > told[i].width)
    i++;

  told += i;

  return told[-1].blur + (width - told[-1].width) * (told->blur - told[-1].blur) / (told->width - told[-1].width);
}

/* Returns the number of all @counts. */
static guint
sum_of (const guint32 *counts)
{
  guint n = 0;

  for (int k = 1; k < CE_N_WIDTHS; k++)
    n += counts[k];

  return n;
}

/* Adds the steps of a square to those of the picture; the caller has the lock. */
static void
add_steps (Search *search, const CeSquare *square)
{
  CeFocus *focus = search->focus;

  if (focus->n_steps + square->n_steps > search->room && ! search->lacks)
    {
      guint    room = 2 * (focus->n_steps + square->n_steps);
      CePoint *more = g_try_renew (CePoint, focus->steps, room);

      search->lacks = more ? 0 : room * sizeof *more;
      focus->steps = more ? more : focus->steps;
      search->room = more ? room : search->room;
    }
  for (guint i = 0; i < square->n_steps && ! search->lacks; i++)
    focus->steps[focus->n_steps++] = (CePoint) { square->area.x + square->steps[i] % CE_SQUARE_SIDE,
                                                 square->area.y + square->steps[i] / CE_SQUARE_SIDE };
}

/* A CeTask: counts the steps of a square, writes its width, and adds its counts to those of the picture. */
static void
search_square (int task, gpointer data)
{
  Search       *search = data;
  CeFocus      *focus = search->focus;
  const CeView *view = search->view;
  int           x = task % focus->columns * focus->side, y = task / focus->columns * focus->side;
  CeSquare     *square = g_async_queue_pop (search->idle);
  guint         n;

  square->area = (CeArea) { x, y, MIN (CE_SQUARE_SIDE, view->width - x), MIN (CE_SQUARE_SIDE, view->height - y) };
  ce_square_count_steps (square, view);
  n = sum_of (square->counts);
  if (n >= LEAST_OF_SQUARE)
    focus->widths[task]
      = (float) blur_of (share_of (square->counts, n, SHARE_OF_SQUARE), of_square, G_N_ELEMENTS (of_square));

  g_mutex_lock (&search->lock);
  for (int k = 1; k < CE_N_WIDTHS; k++)
    search->counts[k] += square->counts[k];
  if (search->keeps_steps)
    add_steps (search, square);
  g_mutex_unlock (&search->lock);
  g_async_queue_push (search->idle, square);
}

static int
compare_widths (gconstpointer a, gconstpointer b)
{
  float first = *(const float *) a, second = *(const float *) b;

  return (first > second) - (first < second);
}

/* Returns the width of the sharpest squares, pixels; 0 if fewer than two have one. */
static double
find_sharpness (const Search *search)
{
  const CeFocus *focus = search->focus;
  gsize          m = 0;

  for (int i = 0; i < focus->columns * focus->rows; i++)
    if (focus->widths[i] > 0)
      search->known[m++] = focus->widths[i];
  qsort (search->known, m, sizeof (float), compare_widths);

  return m < 2 ? 0 : search->known[m * SHARE_OF_SQUARES / 100];
}

/* Answers from the counts of all steps and the widths of squares. */
static void
answer (Search *search)
{
  CeFocus *focus = search->focus;
  double   all;

  focus->n_edges = sum_of (search->counts);
  focus->sharpness = find_sharpness (search);
  all = blur_of (share_of (search->counts, focus->n_edges, SHARE_OF_ALL), of_all, G_N_ELEMENTS (of_all));
  if (focus->n_edges < CE_FOCUS_LEAST || focus->sharpness == 0)
    focus->answer = CE_FOCUS_FEW;
  else if (ce_noise_estimate (search->view) > MOST_NOISE)
    focus->answer = CE_FOCUS_NOISE;
  else if (focus->sharpness > APART * all || all > ALIKE * focus->sharpness)
    focus->answer = CE_FOCUS_MIXED;
  else
    {
      focus->radius = FACTOR * MIN (all, focus->sharpness);
      focus->answer = focus->radius < LEAST_RADIUS ? CE_FOCUS_SHARP : CE_FOCUS_FOUND;
    }
}

/* Runs the search with the @memory of @n squares, and that of widths behind it. FALSE with CE_ERROR_CANCELLED. */
static gboolean
run (Search *search, gpointer memory, int n, const CeProgress *progress, GError **error)
{
  CeSquare *squares = memory;
  gboolean done;

  search->known = (float *) (squares + n);
  search->idle = g_async_queue_new ();
  g_mutex_init (&search->lock);
  for (int i = 0; i < n; i++)
    g_async_queue_push (search->idle, squares + i);

  done = ce_threads_run (search->focus->columns * search->focus->rows, search_square, search, progress, error);
  if (done && search->lacks > 0)
    done = ce_memory_refuse (search->lacks, error);
  if (done)
    answer (search);
  g_mutex_clear (&search->lock);
  g_async_queue_unref (search->idle);

  return done;
}

/* Gives @focus its squares, and their widths memory. FALSE with CE_ERROR_NO_MEMORY. */
static gboolean
divide (CeFocus *focus, const CeView *source, GError **error)
{
  gint64 n_pixels = (gint64) source->width * source->height;
  gsize  size;

  *focus = (CeFocus) { .answer = CE_FOCUS_FEW, .side = CE_SQUARE_SIDE };
  for (gint64 z = 1; z * z * MOST_PIXELS < n_pixels; z++)
    focus->side += CE_SQUARE_SIDE;
  focus->columns = (source->width + focus->side - 1) / focus->side;
  focus->rows = (source->height + focus->side - 1) / focus->side;
  size = (gsize) focus->columns * (gsize) focus->rows * sizeof (float);
  focus->widths = g_try_malloc0 (size);

  return focus->widths || ce_memory_refuse (size, error);
}

/* Finds the radius of the blur of @source, the widths of its squares and, if it @keeps_steps, where its lone edges are; free
 * them with ce_focus_clear(). The (nullable) @progress is that of ce_threads_run(). FALSE with CE_ERROR_CANCELLED or
 * CE_ERROR_NO_MEMORY, and nothing to free. */
gboolean
ce_focus_find (CeFocus *focus, const CeView *source, gboolean keeps_steps, const CeProgress *progress, GError **error)
{
  Search   search = { .focus = focus, .view = source, .keeps_steps = keeps_steps };
  int      n = ce_threads_count ();
  gpointer memory;
  gsize    size;
  gboolean done;

  if (! divide (focus, source, error))
    return FALSE;

  size = (gsize) n * sizeof (CeSquare) + (gsize) focus->columns * (gsize) focus->rows * sizeof (float);
  memory = ce_memory_alloc (size, error);
  done = memory && run (&search, memory, n, progress, error);
  ce_memory_free (memory, size);
  if (! done)
    ce_focus_clear (focus);

  return done;
}

void
ce_focus_clear (CeFocus *focus)
{
  g_clear_pointer (&focus->widths, g_free);
  g_clear_pointer (&focus->steps, g_free);
  focus->n_steps = 0;
}
