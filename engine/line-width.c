/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The width of the lines of a drawing: the distance that is most frequent between opposite edges.
 */
#include "line-width.h"

#include "filters.h"
#include "samples.h"
#include "threads.h"

/* The longest way from an edge to the opposite one, pixels. */
#define LONGEST 32

/* Parts of a pixel in which distances are counted. */
#define PARTS 4

/* The most edge pixels that all start a search; of more edge pixels every second one, third one, and so on starts one. */
#define ENOUGH 1000000

/* Pixels between two polls of Cancel. */
#define PIXELS (1 << 20)

/* The width, pixels, if no edge has an opposite one. */
#define NO_WIDTH 3

/* Black lines on white that are wider than this many pixels, and this many times the width looked for, are not found. */
#define LEAST_WIDER 5.5
#define TIMES_WIDER 1.45

typedef struct
{
  const CeSource *source;
  float           wr, wb;       /* weights of red and blue in luma */
  const CeView   *edges;
  float           sign;         /* 1 for dark lines, -1 for light ones */
  guint64         counts[LONGEST * PARTS + 1];
  const CeProgress *progress;
  gsize           done, asked;  /* pixels, of all those of the edges twice */
} Search;

/* Notes that a row is done, and polls Cancel. FALSE with CE_ERROR_CANCELLED. */
static gboolean
go_on (Search *search, GError **error)
{
  const CeView *edges = search->edges;

  search->done += (gsize) edges->width;
  if (search->done - search->asked < PIXELS)
    return TRUE;

  search->asked = search->done;

  return ce_progress_report (search->progress, (double) search->done / (2.0 * edges->width * edges->height), error);
}

static float
level_at (const Search *search, int x, int y)
{
  const CeView *view = &search->source->view;
  gconstpointer row = ce_view_row (view, CLAMP (y, 0, view->height - 1));
  gsize         at = (gsize) CLAMP (x, 0, view->width - 1) * (gsize) view->channels;

  return ce_luma_of (row, view->type, view->channels, at, search->wr, search->wb);
}

static gboolean
is_edge (const Search *search, int x, int y)
{
  const CeView *edges = search->edges;

  return x >= 0 && y >= 0 && x < edges->width && y < edges->height
         && ce_level_of (ce_view_row (edges, y), edges->type, (gsize) x) > 127.5f;
}

/* Writes Sobel's gradient of the levels, which points into the line. */
static void
find_gradient (const Search *search, int x, int y, float *u, float *v)
{
  float tl = level_at (search, x - 1, y - 1), t = level_at (search, x, y - 1), tr = level_at (search, x + 1, y - 1);
  float l = level_at (search, x - 1, y), r = level_at (search, x + 1, y);
  float bl = level_at (search, x - 1, y + 1), b = level_at (search, x, y + 1), br = level_at (search, x + 1, y + 1);

  *u = -search->sign * ce_gradient_x (tl, l, bl, tr, r, br, 1, 2, 1);
  *v = -search->sign * ce_gradient_y (tl, t, tr, bl, b, br, 1, 2, 1);
}

/* Writes the gradient with length 1; FALSE where it has no direction. */
static gboolean
find_inward (const Search *search, int x, int y, float *dx, float *dy)
{
  float u, v, length;

  find_gradient (search, x, y, &u, &v);
  length = ce_sqrt (u * u + v * v);
  *dx = u / length;
  *dy = v / length;

  return length > 0 && length <= G_MAXFLOAT;
}

/* Returns the part of the gradient at (@x, @y) that points in the direction (@dx, @dy). */
static float
slope_along (const Search *search, int x, int y, float dx, float dy)
{
  float u, v, along;

  find_gradient (search, x, y, &u, &v);
  along = u * dx + v * dy;

  return along > 0 ? along : 0;
}

/* Returns how far into the line, in the direction (@dx, @dy) of length 1, the edge is from its pixel: where the mean of
 * three gradients is. An edge between two pixels is on either of them, as the blur rounds, and half a pixel away. */
static float
find_beside (const Search *search, int x, int y, float dx, float dy)
{
  int   i = (dx > 0.5f) - (dx < -0.5f), j = (dy > 0.5f) - (dy < -0.5f);
  float before = slope_along (search, x - i, y - j, dx, dy), here = slope_along (search, x, y, dx, dy);
  float behind = slope_along (search, x + i, y + j, dx, dy);
  float way = (behind - before) / ((before + here) + behind);

  return ce_abs (way) <= 1 ? way * ((float) i * dx + (float) j * dy) : 0;
}

/* Counts the distance from the edge at the pixel (@x, @y) to the next one into the line whose gradient is opposite. */
static void
count_distance (Search *search, int x, int y)
{
  float dx, dy, u, v;

  if (! find_inward (search, x, y, &dx, &dy))
    return;

  for (int way = 1; way <= LONGEST; way++)
    {
      int to_x = x + (int) floorf (way * dx + 0.5f), to_y = y + (int) floorf (way * dy + 0.5f);

      if (is_edge (search, to_x, to_y) && find_inward (search, to_x, to_y, &u, &v) && u * dx + v * dy < -0.866f)
        {
          float across = (float) (to_x - x) * dx + (float) (to_y - y) * dy;

          across = across - (find_beside (search, x, y, dx, dy) + find_beside (search, to_x, to_y, u, v));
          search->counts[CLAMP ((int) (across * PARTS + 0.5f), 0, LONGEST * PARTS)]++;
          return;
        }
    }
}

/* Returns how often distances of the pixel that begins at part @i were counted, and writes their mean, pixels. */
static guint64
sum_pixel (const guint64 *counts, int i, double *mean)
{
  guint64 n = 0, sum = 0;

  for (int k = MAX (i, 0); k <= MIN (i + PARTS, LONGEST * PARTS); k++)
    {
      n += counts[k];
      sum += counts[k] * (guint64) k;
    }
  *mean = n > 0 ? (double) sum / (double) n / PARTS : 0;

  return n;
}

/* Returns the middle of the pixel of distances that has most of them, and writes how many. */
static double
find_most (const guint64 *counts, guint64 *most)
{
  double width = NO_WIDTH, mean;

  *most = 0;
  for (int i = 0; i + PARTS <= LONGEST * PARTS; i++)
    {
      guint64 n = sum_pixel (counts, i, &mean);

      if (n > *most)
        {
          *most = n;
          width = mean;
        }
    }

  return CLAMP (width, 1, CE_MAX_LINE_WIDTH);
}

/* Returns the width of lines that may be missing when lines of @width, whose pixel has @most distances, are looked for: the
 * widest that has a quarter of them, and twice as many as the pixels beside it have; 0 if no line is so wide. */
static double
find_wider (const guint64 *counts, double width, guint64 most)
{
  double wider = 0, mean, other;

  for (int i = 0; i + PARTS <= LONGEST * PARTS; i++)
    {
      guint64 n = sum_pixel (counts, i, &mean);
      guint64 beside = sum_pixel (counts, i - PARTS - 1, &other) + sum_pixel (counts, i + PARTS + 1, &other);

      if (n > 0 && 4 * n >= most && n >= 2 * beside && mean > MAX (LEAST_WIDER, TIMES_WIDER * width))
        wider = mean;
    }

  return MIN (wider, CE_MAX_LINE_WIDTH);
}

/* Sets in @found the width of the @dark or light lines of a picture, 1 to CE_MAX_LINE_WIDTH pixels: the most frequent
 * distance between opposite ones of its @edges, which are in one channel, light on black; 3 where no edge has an opposite
 * one. Sets the width of the wider lines that may be missing, too. @wr and @wb are the weights of red and blue in luma.
 * FALSE with CE_ERROR_CANCELLED. */
gboolean
ce_line_width_find (const CeSource *source, float wr, float wb, const CeView *edges, gboolean dark,
                    CeFound *found, const CeProgress *progress, GError **error)
{
  Search search = { .source = source, .wr = wr, .wb = wb, .edges = edges, .sign = dark ? 1 : -1, .progress = progress };
  gsize  n = 0, every;
  guint64 most;

  for (int y = 0; y < edges->height; y++)
    {
      for (int x = 0; x < edges->width; x++)
        n += is_edge (&search, x, y);
      if (! go_on (&search, error))
        return FALSE;
    }
  every = n / ENOUGH + 1;
  n = 0;
  for (int y = 0; y < edges->height; y++)
    {
      for (int x = 0; x < edges->width; x++)
        if (is_edge (&search, x, y) && n++ % every == 0)
          count_distance (&search, x, y);
      if (! go_on (&search, error))
        return FALSE;
    }

  found->line_width = find_most (search.counts, &most);
  found->wider_lines = find_wider (search.counts, found->line_width, most);

  return TRUE;
}
