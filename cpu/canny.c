/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny. A tile runs from levels to two bits per pixel inside the cache; hysteresis.c and the output follow after all
 * tiles.
 */
#include "filter.h"

#include "workspace.h"

#include <string.h>

/* Lines are computed in whole vectors beside the tile, too. */
#define BESIDE CE_ROW_MARGIN

typedef struct
{
  CeRings        rings;
  CeGradientRows gradient;
  CeRing        *levels[CE_MAX_SIGNALS];        /* of the stages luma and blurred, else NULL */
  float         *m[3];          /* by row, modulo 3 */
  float         *dx[2];         /* by row, modulo 2 */
  float         *dy[2];
  float         *line;
  guint64       *weak;          /* of one row, for all but edges */
  guint64       *strong;
  CePeaksChunk   chunk;
  guint16       *numbers;       /* of bins */
  guint32        counts[2][CE_HISTOGRAM_BINS];  /* of a tile */
  guint64        bins[CE_HISTOGRAM_BINS];
} Workspace;

/* Called with each row that has the magnitudes of the rows above, at and below. */
typedef void (*RowFunc) (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y);

static void
init (gpointer data, const CeCpuRender *render, int tile_width)
{
  Workspace *w = data;
  int          stage = render->plan->params.stage;
  gsize        n_words = (gsize) tile_width / 64 + 1;

  w->rings.render = render;
  if (stage == CE_STAGE_LUMA || stage == CE_STAGE_BLURRED)
    for (int i = 0; i < render->plan->signals.n; i++)
      {
        w->levels[i] = ce_rings_gaussian (&w->rings, ce_rings_signal (&w->rings, i));
        ce_ring_need (w->levels[i], 0, 0, 1);
      }
  else
    ce_gradient_init (&w->gradient, &w->rings, render, 1, tile_width);
  ce_rings_alloc (&w->rings, tile_width);

  for (int i = 0; i < 3; i++)
    w->m[i] = ce_line_new (tile_width);
  for (int i = 0; i < 2; i++)
    {
      w->dx[i] = ce_line_new (tile_width);
      w->dy[i] = ce_line_new (tile_width);
    }
  w->line = ce_line_new (tile_width);
  w->numbers = ce_workspace_alloc (((gsize) tile_width + CE_ROW_SLACK) * sizeof (guint16));
  w->weak = ce_workspace_alloc (n_words * sizeof (guint64));
  w->strong = ce_workspace_alloc (n_words * sizeof (guint64));
}

/* Computes the gradient and the compared magnitude of row @y, and of one column on either side of the tile; outside the
 * image the magnitude is 0, to the end of its last word. */
static void
magnitude_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const CeView *view = &render->source->view;
  int           n = tile->x1 - tile->x0;
  float        *m = w->m[(y + 3) % 3];
  float        *dx = w->dx[y & 1];
  float        *dy = w->dy[y & 1];

  if (y < 0 || y >= view->height)
    {
      memset (m - BESIDE, 0, (gsize) (n + 2 * BESIDE) * sizeof (float));
      return;
    }

  ce_gradient_row (&w->gradient, render, tile, y, 1, dx, dy, m);

  if (tile->x0 == 0)
    m[-1] = 0;
  if (tile->x1 == view->width)
    memset (m + n, 0, CE_ROW_SLACK * sizeof (float));
}

/* Sets the bits of the pixels of row @y that thinning keeps and that are above the thresholds; @strong may be NULL. */
static void
thin (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y, guint64 *weak, guint64 *strong)
{
  const float *m[3] = { w->m[(y + 2) % 3], w->m[y % 3], w->m[(y + 1) % 3] };

  render->rows->thin.peaks (w->dx[y & 1], w->dy[y & 1], m, render->plan->low, render->plan->high, weak, strong,
                            (tile->x1 - tile->x0 + 63) / 64);
}

/* Runs down a tile. */
static void
go_down (Workspace *w, const CeCpuRender *render, const CeTile *tile, RowFunc row)
{
  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0 - 1; y <= tile->y1; y++)
    {
      magnitude_row (w, render, tile, y);
      if (y > tile->y0)
        row (w, render, tile, y - 1);
    }
}

static void
edges_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  thin (w, render, tile, y,
        ce_bits_row (render->weak, y) + tile->x0 / 64, ce_bits_row (render->strong, y) + tile->x0 / 64);
}

static void
edges_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  go_down (data, render, tile, edges_row);
}

static inline gboolean
is_set (const guint64 *bits, int x)
{
  return (bits[x / 64] >> (x % 64)) & 1;
}

/* Writes the magnitudes of row @y to the line, clamped to levels unless they are strengths. */
static void
magnitude_levels (Workspace *w, const CeCpuRender *render, int y, int n)
{
  memcpy (w->line, w->m[y % 3], (gsize) n * sizeof (float));
  if (! render->plan->l1)
    render->rows->levels.root (w->line, n);
  if (! render->plan->is_strength)
    render->rows->levels.clamped (w->line, n);
}

static void
levels_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  int n = tile->x1 - tile->x0;

  switch (render->plan->params.stage)
    {
    case CE_STAGE_MAGNITUDE:
      magnitude_levels (w, render, y, n);
      break;

    case CE_STAGE_DIRECTION:
      render->rows->gradient.direction (w->dx[y & 1], w->dy[y & 1], w->line, n);
      break;

    case CE_STAGE_THINNED:
      magnitude_levels (w, render, y, n);
      thin (w, render, tile, y, w->weak, NULL);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->weak, x) ? w->line[x] : 0.0f;
      break;

    default:
      thin (w, render, tile, y, w->weak, w->strong);
      for (int x = 0; x < n; x++)
        w->line[x] = is_set (w->strong, x) ? 255.0f : is_set (w->weak, x) ? 128.0f : 0.0f;
      break;
    }

  ce_store_row (render, tile, y, w->line);
}

/* Shows the largest level of the signals in row @y. */
static void
shown_levels_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const float *first = ce_ring_row (w->levels[0], y);

  for (int i = 1; i < render->plan->signals.n; i++)
    {
      const float *other = ce_ring_row (w->levels[i], y);

      for (int x = 0; x < tile->x1 - tile->x0; x++)
        w->line[x] = other[x] > first[x] ? other[x] : first[x];
      first = w->line;
    }
  ce_store_row (render, tile, y, first);
}

static void
levels_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace *w = data;

  if (! w->levels[0])
    {
      go_down (w, render, tile, levels_row);
      return;
    }

  ce_rings_begin (&w->rings, tile);
  for (int y = tile->y0; y < tile->y1; y++)
    shown_levels_row (w, render, tile, y);
}

/* Counts @n compared magnitudes. Neighbors are often equal, so there are two tables of counts, so that one need not wait
 * for the other; they have 32 bits, so that both fit the cache. */
static void
count (Workspace *w, const CeCpuRender *render, const float *magnitudes, int n)
{
  const guint16 *numbers = w->numbers;
  guint32       *even = w->counts[0];
  guint32       *odd = w->counts[1];
  int            x = 0;

  render->rows->gradient.bin_numbers (magnitudes, ! render->plan->l1, CE_HISTOGRAM_BINS, w->numbers, n);
  for (; x + 2 <= n; x += 2)
    {
      even[numbers[x]]++;
      odd[numbers[x + 1]]++;
    }
  if (x < n)
    even[numbers[x]]++;
}

/* Thins row @y; the low threshold is 0, so that pixels with a magnitude above 0 are kept. */
static void
thinned_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  const float *m[3] = { w->m[(y + 2) % 3], w->m[y % 3], w->m[(y + 1) % 3] };
  CePeaks     *peaks = render->peaks;
  float       *listed = peaks ? ce_peaks_reserve (peaks, &w->chunk, tile, y) : NULL;
  gboolean     all = listed && peaks->bits.words;
  guint64     *bits = all ? ce_bits_row (&peaks->bits, y) + tile->x0 / 64 : w->weak;
  float       *values = all ? listed : w->line;
  int          n_words = (tile->x1 - tile->x0 + 63) / 64;
  int          n = render->rows->thin.list (w->dx[y & 1], w->dy[y & 1], m, render->plan->low, bits, values, n_words);

  if (all)
    w->chunk.next += (gsize) n;
  else if (listed)
    w->chunk.next += (gsize) render->rows->thin.decide (values, bits, &peaks->brackets,
                                                        ce_bits_row (render->weak, y) + tile->x0 / 64,
                                                        ce_bits_row (render->strong, y) + tile->x0 / 64, listed, n_words);
  if (render->counted == CE_HISTOGRAM_THINNED)
    count (w, render, values, n);
}

static void
count_row (Workspace *w, const CeCpuRender *render, const CeTile *tile, int y)
{
  if (render->peaks || render->counted == CE_HISTOGRAM_THINNED)
    thinned_row (w, render, tile, y);
  if (render->counted == CE_HISTOGRAM_MAGNITUDE)
    count (w, render, w->m[y % 3], tile->x1 - tile->x0);
}

static void
count_tile (gpointer data, const CeCpuRender *render, const CeTile *tile)
{
  Workspace *w = data;

  memset (w->counts, 0, sizeof w->counts);
  go_down (w, render, tile, count_row);
  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    w->bins[i] += w->counts[0][i] + w->counts[1][i];
}

/* Adds one thread's counts to the guint64 bins at @data. */
void
ce_cpu_canny_collect (gpointer workspace, gpointer data)
{
  Workspace *w = workspace;
  guint64     *bins = data;

  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    bins[i] += w->bins[i];
}

const CeTiled ce_cpu_canny_edges = { sizeof (Workspace), init, edges_tile, 0 };
const CeTiled ce_cpu_canny_levels = { sizeof (Workspace), init, levels_tile, 0 };
const CeTiled ce_cpu_canny_count = { sizeof (Workspace), init, count_tile, 0 };
