/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges: tiles to bits, hysteresis, bits to the result. Peaks are kept for other thresholds, because users look
 * for them again and again, and edges for another style.
 */
#include "edges.h"
#include "engine/threads.h"

#include <string.h>

/* Bytes that one render may keep for the next: Canny may use two bitmaps and 64 MiB beside source and result, of which the
 * threads need a part. */
#define BUDGET ((gsize) 48 << 20)

#define BAND_ROWS 64

/* Pixels from which on an image is sampled before it is counted, and the share of the sample's thresholds below which
 * magnitudes are not counted. An image whose thresholds are lower, which is rare, is counted twice. */
#define SAMPLED_PIXELS (1 << 21)
#define SAMPLE_SHARE 0.6

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

/* Returns whether all peaks above the plan's thresholds are stored. */
static gboolean
has_thinned (const CeEdges *edges, const CeKept *kept, const CePlan *plan)
{
  return kept->is_valid && plan->low >= edges->floor;
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

/* Begins to store peaks if there is memory. Thinning keeps at most about every other pixel, because of two neighbors
 * across an edge only one is the larger. */
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

/* Runs the tiles up to thinning, counts into @bins and, with render->peaks, stores peaks. Peaks up to @low are missing,
 * and magnitudes up to @high are counted together. */
static gboolean
count_above (CeEdges *edges, CeKept *kept, const CeCpuRender *render, float low, float high, guint64 *bins,
             const CeProgress *progress, GError **error)
{
  CePlan   plan = *render->plan;
  CeCpuRender upto = *render;

  plan.low = low;
  plan.high = high;
  upto.plan = &plan;
  memset (bins, 0, CE_HISTOGRAM_BINS * sizeof *bins);
  if (! ce_tiled_run (&ce_cpu_canny_count, &upto, ce_cpu_canny_collect, bins, progress, error))
    {
      edges->tried = FALSE;
      return FALSE;
    }

  if (render->peaks)
    {
      kept->is_valid = ce_peaks_complete (render->peaks);
      edges->floor = low;
    }

  return TRUE;
}

/* Counts all magnitudes. */
static gboolean
count (CeEdges *edges, CeKept *kept, CeCpuRender *render, CeHistogram counted, const CeProgress *progress, GError **error)
{
  render->counted = counted;
  edges->counted[counted] = FALSE;
  if (! count_above (edges, kept, render, 0, 0, edges->bins[counted], progress, error))
    return FALSE;

  edges->counted[counted] = TRUE;

  return TRUE;
}

/* Counts magnitudes as far as a share of them needs it: not those far below the thresholds of a sample. Sets @sufficient
 * if the thresholds of the image are not below that. */
static gboolean
count_for_share (CeEdges *edges, CeKept *kept, CeCpuRender *render, guint64 *bins, gboolean *sufficient,
                 const CeProgress *progress, GError **error)
{
  CePlan   least = *render->plan;
  CePlan   found = *render->plan;
  CeCpuRender sample = *render;

  render->counted = sample.counted = CE_HISTOGRAM_MAGNITUDE;
  sample.sampled = TRUE;
  sample.peaks = NULL;
  if (! count_above (edges, kept, &sample, 0, 0, bins, NULL, error))
    return FALSE;

  ce_plan_find_thresholds (&least, bins);
  ce_plan_set_thresholds (&least, least.params.low * SAMPLE_SHARE, least.params.high * SAMPLE_SHARE);
  if (! count_above (edges, kept, render, least.low, least.high, bins, progress, error))
    return FALSE;

  ce_plan_find_thresholds (&found, bins);
  *sufficient = found.low >= least.low && found.high > least.high;

  return TRUE;
}

/* Finds weak and strong pixels, from the peaks if they are stored. Stores them if @again, because only thresholds changed,
 * for the second time. */
static gboolean
find_classes (CeEdges *edges, CeKept *kept, CeCpuRender *render, gboolean again, const CeProgress *progress, GError **error)
{
  Bands   bands = { edges, render };
  CeProgress counting = ce_progress_section (progress, 0, 0.8);
  CeProgress rest = *progress;

  if (again && kept->keeps && ! edges->tried && ! has_thinned (edges, kept, render->plan))
    {
      begin_keeping (edges, kept, render);
      if (render->peaks && ! count (edges, kept, render, CE_HISTOGRAM_THINNED, &counting, error))
        return FALSE;
      if (render->peaks)
        rest = ce_progress_section (progress, 0.8, 1);
    }

  if (! has_thinned (edges, kept, render->plan))
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
gboolean
ce_edges_render (CeEdges *edges, CeKept *kept, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  Bands   bands = { edges, render };
  CeStep     first = begin (edges, kept, render->plan, CE_STEP_NONE);
  CeProgress finding = ce_progress_section (progress, 0, 0.8);
  CeProgress widening = ce_progress_section (progress, 0.8, 0.9);
  CeProgress writing = ce_progress_section (progress, 0.9, 1);

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

/* Returns whether a sample comes first: for a share of the magnitudes of a large image. */
static gboolean
is_sampled (const CeKept *kept, const CeCpuRender *render)
{
  const CeView *view = &render->source->view;

  return render->plan->finds_thresholds && render->plan->counted == CE_HISTOGRAM_MAGNITUDE && ! kept->keeps
         && (gint64) view->width * view->height >= SAMPLED_PIXELS;
}

/* Counts the magnitudes that the plan says into @bins, and stores peaks, because thresholds will follow. */
gboolean
ce_edges_histogram (CeEdges *edges, CeKept *kept, CeCpuRender *render, guint64 *bins, const CeProgress *progress,
                    GError **error)
{
  CeHistogram counted = render->plan->counted;
  gboolean    sufficient = FALSE;

  begin (edges, kept, render->plan, CE_STEP_THRESHOLDS);
  if (! edges->counted[counted])
    {
      if (! kept->is_valid && ! edges->tried)
        begin_keeping (edges, kept, render);
      if (is_sampled (kept, render))
        {
          if (! count_for_share (edges, kept, render, bins, &sufficient, progress, error))
            return FALSE;
          if (sufficient)
            return TRUE;
          begin_keeping (edges, kept, render);
        }
      if (! count (edges, kept, render, counted, progress, error))
        return FALSE;
    }

  memcpy (bins, edges->bins[counted], sizeof edges->bins[counted]);

  return TRUE;
}
