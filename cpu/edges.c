/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges: tiles to bits, hysteresis, bits to the result. Peaks are kept for other thresholds, because users try many
 * thresholds, and edges for another style.
 */
#include "edges.h"
#include "engine/threads.h"

#include <math.h>
#include <string.h>

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
                       ce_bits_row (&edges->weak, y), ce_bits_row (&edges->strong, y), edges->weak.n_words);
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

/* Returns the bytes that peaks may take, at least @least. Canny may use two bitmaps and 64 MiB beside source and result; a
 * thread needs half of one. */
static gsize
budget (gsize least)
{
  return ce_kept_budget (MAX (least, (gsize) MAX (60 - ce_threads_count () / 2, 16) << 20));
}

/* Returns about how many pixels of @bins, by whole levels, are from level @first to @last. */
static double
count_between (const guint64 *bins, double first, double last)
{
  double n = 0;

  for (int i = 0; i < CE_HISTOGRAM_BINS; i++)
    n += (double) bins[i] * MAX (MIN (last, i + 1) - MAX (first, i), 0);

  return n;
}

/* Finds brackets of the thresholds that a render will find: the widest around a sample's whose peaks fit the memory. */
static gboolean
find_brackets (CeBrackets *brackets, const CeCpuRender *render, const CeProgress *progress, GError **error)
{
  double      most = 0.75 * (double) budget (0) / sizeof (float) / CE_SAMPLED;
  guint64     bins[CE_HISTOGRAM_BINS] = { 0 };
  CePlan      first = *render->plan, last = first;
  CeCpuRender sample = *render;
  double      high;

  first.low = 0;
  sample.plan = &first;
  sample.counted = first.counted;
  sample.is_sample = TRUE;
  if (! ce_tiled_run (&ce_cpu_canny_count, &sample, ce_cpu_canny_collect, bins, progress, error))
    return FALSE;

  if (first.counted == CE_HISTOGRAM_MAGNITUDE)
    most *= 2;
  ce_plan_find_thresholds (&first, bins);
  high = first.found.high;
  for (int reach = CE_HISTOGRAM_BINS; reach > 0; reach = reach * 3 / 4)
    {
      ce_plan_set_high (&first, MAX (high - reach, 0));
      ce_plan_set_high (&last, high + reach);
      if (count_between (bins, first.found.low, last.found.low) + count_between (bins, first.found.high, last.found.high)
          <= most)
        break;
    }
  *brackets = (CeBrackets) { { first.low, last.low }, { first.high, last.high } };

  return TRUE;
}

/* Begins to store peaks if there is memory: all of them, if many renders follow or if they certainly fit, or those whose
 * class the thresholds decide. Thinning keeps at most about every other pixel, because only one of two neighbors across an
 * edge is the larger one. */
static gboolean
begin_keeping (CeEdges *edges, CeKept *kept, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  const CeView *view = &render->source->view;
  gsize         many = (gsize) view->width * view->height * 9 / 4;
  gboolean      all = kept->keeps || many <= budget (0);

  edges->peaks.brackets = (CeBrackets) { { 0, INFINITY }, { 0, INFINITY } };
  if (! all && (! alloc (edges, view, error) || ! find_brackets (&edges->peaks.brackets, render, progress, error)))
    return FALSE;

  edges->tried = TRUE;
  render->weak = &edges->weak;
  render->strong = &edges->strong;
  render->peaks = ce_peaks_begin (&edges->peaks, kept, view, ce_tile_width (render), all,
                                  budget (all ? many : 0)) ? &edges->peaks : NULL;

  return TRUE;
}

/* Runs the tiles up to thinning, counts all magnitudes and, with render->peaks, stores peaks. */
static gboolean
count (CeEdges *edges, CeKept *kept, CeCpuRender *render, CeHistogram counted, const CeProgress *progress, GError **error)
{
  guint64    *bins = edges->bins[counted];
  CePlan      all = *render->plan;
  CeCpuRender upto = *render;

  all.low = counted == CE_HISTOGRAM_MAGNITUDE ? edges->peaks.brackets.low[0] : 0;
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

static gboolean
is_inside (const CeBrackets *brackets, const CePlan *plan)
{
  return plan->low >= brackets->low[0] && plan->low <= brackets->low[1]
         && plan->high >= brackets->high[0] && plan->high <= brackets->high[1];
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
      if (! begin_keeping (edges, kept, render, progress, error)
          || (render->peaks && ! count (edges, kept, render, CE_HISTOGRAM_THINNED, &counting, error)))
        return FALSE;
      if (render->peaks)
        rest = ce_progress_section (progress, 0.8, 1);
    }

  if (! kept->is_valid || ! is_inside (&edges->peaks.brackets, render->plan))
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
  CeProgress  sample = ce_progress_section (progress, 0, 0.05);
  CeProgress  rest = ce_progress_section (progress, 0.05, 1);

  begin (edges, kept, render->plan, CE_STEP_THRESHOLDS);
  if (! edges->counted[counted]
      && ((! kept->is_valid && ! edges->tried && ! begin_keeping (edges, kept, render, &sample, error))
          || ! count (edges, kept, render, counted, &rest, error)))
    return FALSE;

  memcpy (bins, edges->bins[counted], sizeof edges->bins[counted]);

  return TRUE;
}
