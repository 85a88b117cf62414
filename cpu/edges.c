/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges: tiles to bits, hysteresis, bits to the result. Peaks are kept for other thresholds, because users try many
 * thresholds, and edges for another style.
 */
#include "edges.h"
#include "engine/threads.h"

#include <string.h>

/* Bytes that one render may keep for the next. Canny may use two bitmaps and 64 MiB beside source and result; the threads
 * need a part of that. */
#define BUDGET ((gsize) 48 << 20)

#define BAND_ROWS 64

typedef struct
{
  const CeEdges  *edges;
  const CeCpuRender *render;
} Bands;

/* Begins a render or a count and forgets everything that its parameters change. Returns the first step that has to be
 * computed again. */
static CeStep
begin (CeEdges *edges, CeKept *kept, const CePlan *plan, CeStep until)
{
  CeStep first = ce_kept_begin (kept, &plan->params, CE_FILTER_CANNY, until);

  if (first < CE_STEP_OUTPUT)
    edges->connected = FALSE;
  if (first < CE_STEP_THRESHOLDS)
    {
      edges->tried = FALSE;
      memset (edges->counted, 0, sizeof edges->counted);
    }

  return first;
}

/* Allocates the bitmaps. */
static gboolean
alloc (CeEdges *edges, const CeView *view, GError **error)
{
  if (! edges->weak.memory && ! ce_bits_init (&edges->weak, view->width, view->height, error))
    return FALSE;

  return edges->strong.memory || ce_bits_init (&edges->strong, view->width, view->height, error);
}

void
ce_edges_clear (CeEdges *edges)
{
  ce_bits_clear (&edges->weak);
  ce_bits_clear (&edges->strong);
  ce_peaks_clear (&edges->peaks);
}

static int
n_bands (const CeCpuRender *render)
{
  return (render->source->view.height + BAND_ROWS - 1) / BAND_ROWS;
}

static void
classify_band (int task, gpointer data)
{
  const Bands *bands = data;
  const CeEdges  *edges = bands->edges;
  int             last = MIN (edges->weak.height, (task + 1) * BAND_ROWS);

  for (int y = task * BAND_ROWS; y < last; y++)
    ce_peaks_classify (&edges->peaks, bands->render->rows, bands->render->plan->low, bands->render->plan->high, y,
                       ce_bits_row (&edges->weak, y), ce_bits_row (&edges->strong, y));
}

static void
expand_band (int task, gpointer data)
{
  const CeCpuRender *render = ((Bands *) data)->render;
  const CeBits   *lines = render->plan->is_widened ? render->weak : render->strong;
  const CeView   *result = render->result;
  int             last = MIN (result->height, (task + 1) * BAND_ROWS);

  for (int y = task * BAND_ROWS; y < last; y++)
    render->rows->bits.expand (ce_bits_row (lines, y), render->plan->inverted,
                               result->type, ce_view_row (result, y), result->width);
}

/* Begins to store peaks if there is memory. Thinning keeps at most about every other pixel, because only one of two
 * neighbors across an edge is the larger one. */
static void
begin_keeping (CeEdges *edges, CeKept *kept, CeCpuRender *render)
{
  const CeView *view = &render->source->view;
  gsize         many = MAX (BUDGET, (gsize) view->width * view->height * 9 / 4);

  kept->is_valid = FALSE;
  edges->tried = TRUE;
  render->peaks = ce_peaks_begin (&edges->peaks, kept, view, ce_tile_width (render),
                                  ce_kept_budget (kept->keeps ? many : BUDGET)) ? &edges->peaks : NULL;
}

/* Runs the tiles up to thinning, counts all magnitudes and, with render->peaks, stores peaks. */
static gboolean
count (CeEdges *edges, CeKept *kept, CeCpuRender *render, CeHistogram counted, const CeProgress *progress, GError **error)
{
  guint64    *bins = edges->bins[counted];
  CePlan      all = *render->plan;
  CeCpuRender upto = *render;

  all.low = 0;
  upto.plan = &all;
  upto.counted = counted;
  memset (bins, 0, sizeof edges->bins[counted]);
  edges->counted[counted] = ce_tiled_run (&ce_cpu_canny_count, &upto, ce_cpu_canny_collect, bins, progress, error);
  if (! edges->counted[counted])
    edges->tried = FALSE;
  else if (render->peaks)
    kept->is_valid = ce_peaks_complete (render->peaks);

  return edges->counted[counted];
}

/* Finds weak and strong pixels, from the peaks if they are stored. Stores them if @again, because only thresholds changed,
 * for the second time. */
static gboolean
find_classes (CeEdges *edges, CeKept *kept, CeCpuRender *render, gboolean again, const CeProgress *progress, GError **error)
{
  Bands   bands = { edges, render };
  CeProgress counting = ce_progress_section (progress, 0, 0.8);
  CeProgress rest = *progress;

  if (again && kept->keeps && ! edges->tried && ! kept->is_valid)
    {
      begin_keeping (edges, kept, render);
      if (render->peaks && ! count (edges, kept, render, CE_HISTOGRAM_THINNED, &counting, error))
        return FALSE;
      if (render->peaks)
        rest = ce_progress_section (progress, 0.8, 1);
    }

  if (! kept->is_valid)
    return ce_tiled_run (&ce_cpu_canny_edges, render, NULL, NULL, &rest, error);

  return ce_threads_run (n_bands (render), classify_band, &bands, &rest, error);
}

/* Finds the edges, into the strong bits. */
static gboolean
find_edges (CeEdges *edges, CeKept *kept, CeCpuRender *render, gboolean again, const CeProgress *progress, GError **error)
{
  CeProgress classes = ce_progress_section (progress, 0, 0.8);
  CeProgress rest = ce_progress_section (progress, 0.8, 1);

  edges->connected = find_classes (edges, kept, render, again, &classes, error)
                     && ce_bits_connect (&edges->weak, &edges->strong, &rest, error);

  return edges->connected;
}

/* Renders the edges; computes only the steps that other parameters change. */
static gboolean
render_edges (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  CeEdges   *edges = render->edges;
  CeKept    *kept = render->kept;
  Bands      bands = { edges, render };
  CeStep     first = begin (edges, kept, render->plan, CE_STEP_NONE);
  CeProgress finding = ce_progress_section (progress, 0, 0.8);
  CeProgress widening = ce_progress_section (progress, 0.8, 0.9);
  CeProgress writing = ce_progress_section (progress, render->plan->is_widened ? 0.9 : 0.8, 1);

  edges->connected &= edges->low == render->plan->low && edges->high == render->plan->high;
  edges->low = render->plan->low;
  edges->high = render->plan->high;
  if (! alloc (edges, &render->source->view, error))
    return FALSE;

  render->weak = &edges->weak;
  render->strong = &edges->strong;
  if (! edges->connected && ! find_edges (edges, kept, render, first >= CE_STEP_THRESHOLDS, &finding, error))
    return FALSE;

  /* The weak bits are free for the lines. */
  return (! render->plan->is_widened
          || ce_bits_widen (&edges->strong, &render->plan->disc, &edges->weak, &widening, error))
         && ce_threads_run (n_bands (render), expand_band, &bands, &writing, error);
}

gboolean
ce_cpu_canny (CeCpuRender *render, const CeProgress *progress, GError **error)
{
  return render->plan->params.stage == CE_STAGE_EDGES
         ? render_edges (render, progress, error)
         : ce_tiled_run (&ce_cpu_canny_levels, render, NULL, NULL, progress, error);
}

/* Counts the plan's magnitudes into @bins, and stores peaks, because renders with thresholds will follow. */
gboolean
ce_edges_histogram (CeCpuRender *render, guint64 *bins, const CeProgress *progress, GError **error)
{
  CeEdges    *edges = render->edges;
  CeKept     *kept = render->kept;
  CeHistogram counted = render->plan->counted;

  begin (edges, kept, render->plan, CE_STEP_THRESHOLDS);
  if (! edges->counted[counted])
    {
      if (! kept->is_valid && ! edges->tried)
        begin_keeping (edges, kept, render);
      if (! count (edges, kept, render, counted, progress, error))
        return FALSE;
    }

  memcpy (bins, edges->bins[counted], sizeof edges->bins[counted]);

  return TRUE;
}
