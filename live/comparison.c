/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comparison.h"

#include "engine/choose.h"
#include "engine/memory.h"

/* Runs from the start that are timed, an odd number of them, and after how many
 * milliseconds those that are done are enough. */
#define RUNS 5
#define ENOUGH_MS 2000

/* Rows that are copied between two looks at whether to go on. */
#define COPIED_ROWS 256

static gboolean
copy_source (CeSession *session, const CeView *source, CeProgressFunc progress, gpointer data)
{
  for (int y = 0; y < source->height; y += COPIED_ROWS)
    {
      ce_session_put_rows (session, y, MIN (COPIED_ROWS, source->height - y), ce_view_row (source, y), source->stride);
      if (progress && ! progress (0, data))
        return FALSE;
    }

  return TRUE;
}

static CeSession *
open_side (const CeFilter *filter, const CePlace *place, const CeView *source, gboolean keep, CeProgressFunc progress,
           gpointer data, GError **error)
{
  CeSession *session = ce_session_new (filter, place, source->width, source->height, source->channels, source->type,
                                       error);

  if (session && keep)
    ce_session_keep_stages (session);
  if (session && ! ce_session_open (session, error))
    g_clear_pointer (&session, ce_session_free);
  if (session && ! copy_source (session, source, progress, data))
    g_clear_pointer (&session, ce_session_free);

  return session;
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double difference = ((const CeTimes *) a)->total_ms - ((const CeTimes *) b)->total_ms;

  return (difference > 0) - (difference < 0);
}

/* The device starts once; of the rest the run of median length counts. */
static CeSession *
compute (CeComparison *comparison, CeSide side, const CeFilter *filter, const CePlace *place, const CeView *source,
         const CeParams *params, CeProgressFunc progress, gpointer data)
{
  GError              **error = &comparison->errors[side];
  gint64                begin = g_get_monotonic_time ();
  g_autoptr (CeSession) session = NULL;
  CeTimes               runs[RUNS];
  double                start_ms = 0;
  int                   n = 0;

  do
    {
      g_clear_pointer (&session, ce_session_free);
      session = open_side (filter, place, source, FALSE, progress, data, error);
      if (! session || ! ce_session_render (session, params, progress, data, error))
        return NULL;

      runs[n] = ce_session_get_times (session);
      start_ms += runs[n].start_ms;
      runs[n].total_ms -= runs[n].start_ms;
      n++;
    }
  while (n % 2 == 0 || (n < RUNS && g_get_monotonic_time () - begin < ENOUGH_MS * 1000));

  qsort (runs, n, sizeof *runs, compare_times);
  comparison->n_runs[side] = n;
  comparison->times[side] = runs[n / 2];
  comparison->times[side].start_ms = start_ms;
  comparison->times[side].total_ms += start_ms;
  comparison->devices[side] = g_strdup (ce_session_get_device (session));

  return g_steal_pointer (&session);
}

/* The shorter of two renders: the first may have to touch new memory. */
static double
time_render (CeSession *session, const CeParams *params, CeProgressFunc progress, gpointer data)
{
  double shortest = 0;

  for (int i = 0; i < 2; i++)
    {
      double ms;

      if (! ce_session_render (session, params, progress, data, NULL))
        return 0;
      ms = ce_session_get_times (session).compute_ms;
      shortest = i ? MIN (shortest, ms) : ms;
    }

  return shortest;
}

/* The session has no stages kept, so each render does everything. */
static void
time_steps (CeSession *session, const CeParams *params, double *ms, CeProgressFunc progress, gpointer data)
{
  static const struct { CeCompareStep step; CeStage stage; } renders[] = {
    { CE_COMPARE_BLURRED, CE_STAGE_BLURRED },
    { CE_COMPARE_THINNED, CE_STAGE_THINNED },
    { CE_COMPARE_EDGES, CE_STAGE_EDGES },
  };
  CeParams changed = *params;

  for (guint i = 0; i < G_N_ELEMENTS (renders); i++)
    {
      changed.stage = renders[i].stage;
      ms[renders[i].step] = time_render (session, &changed, progress, data);
    }
}

static void
time_thresholds (const CeFilter *filter, const CePlace *place, const CeView *source, const CeParams *found, double *ms,
                 CeProgressFunc progress, gpointer data)
{
  CeParams              params = *found;
  g_autoptr (CeSession) session = open_side (filter, place, source, TRUE, progress, data, NULL);

  params.stage = CE_STAGE_EDGES;
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.high = MIN (params.high, 1000);
  if (! session || ! ce_session_render (session, &params, progress, data, NULL))
    return;

  for (int i = 0; i < 4; i++)
    {
      double again;

      params.high += i % 2 ? -1 : 1;
      if (! ce_session_render (session, &params, progress, data, NULL))
        return;
      again = ce_session_get_times (session).compute_ms;
      ms[CE_COMPARE_THRESHOLDS] = i ? MIN (ms[CE_COMPARE_THRESHOLDS], again) : again;
    }
}

static void
find_difference (CeComparison *comparison, CeSession *cpu, CeSession *gpu)
{
  const CeView *a = ce_session_get_result (cpu), *b = ce_session_get_result (gpu);
  CeView       *map = &comparison->map;

  ce_difference_find (a, b, &comparison->difference);
  if (comparison->difference.pixels == 0)
    return;

  *map = (CeView) { .width = a->width, .height = a->height, .channels = 1, .stride = a->width, .type = CE_U8 };
  map->data = ce_memory_alloc (map->stride * map->height, NULL);
  if (map->data)
    ce_difference_map (a, b, map);
}

static void
explain_choice (CeComparison *comparison, const CeFilter *filter, const CeView *source, const CeParams *params)
{
  CePlace automatic = ce_place (CE_BACKEND_AUTO);
  CePlace place = ce_choose_place (&automatic, filter, params, source, CE_USE_ONCE);

  comparison->automatic = place.choice == CE_BACKEND_CUDA ? CE_SIDE_GPU : CE_SIDE_CPU;
}

/**
 * ce_comparison_run:
 * @filter: a filter
 * @source: an image
 * @params: what to compute
 * @gpu: what to compare the CPU with
 * @progress: (nullable): may cancel
 * @data: for @progress
 *
 * Computes on the GPU, then on the CPU, from the start, and compares every
 * bit. Of Canny it then times steps. Blocks.
 *
 * Returns: (transfer full): what came out
 */
CeComparison *
ce_comparison_run (const CeFilter *filter, const CeView *source, const CeParams *params, const CePlace *gpu,
                   CeProgressFunc progress, gpointer data)
{
  const CePlace         cpu = ce_place (CE_BACKEND_CPU);
  const CePlace        *places[CE_N_SIDES] = { &cpu, gpu };
  CeComparison         *comparison = g_new0 (CeComparison, 1);
  g_autoptr (CeSession) on_gpu = NULL;
  g_autoptr (CeSession) on_cpu = NULL;

  comparison->width = source->width;
  comparison->height = source->height;
  comparison->parameters = ce_params_to_text (params, filter);
  explain_choice (comparison, filter, source, params);

  on_gpu = compute (comparison, CE_SIDE_GPU, filter, gpu, source, params, progress, data);
  on_cpu = compute (comparison, CE_SIDE_CPU, filter, &cpu, source, params, progress, data);
  if (on_gpu && on_cpu)
    find_difference (comparison, on_cpu, on_gpu);

  for (CeSide side = 0; side < CE_N_SIDES && filter->id == CE_FILTER_CANNY; side++)
    {
      CeSession *session = side == CE_SIDE_CPU ? on_cpu : on_gpu;

      if (! session)
        continue;
      time_thresholds (filter, places[side], source, ce_session_get_params (session), comparison->step_ms[side],
                       progress, data);
      time_steps (session, params, comparison->step_ms[side], progress, data);
    }

  return comparison;
}

/**
 * ce_comparison_free:
 * @comparison: (nullable): a comparison
 */
void
ce_comparison_free (CeComparison *comparison)
{
  if (! comparison)
    return;

  for (CeSide side = 0; side < CE_N_SIDES; side++)
    {
      g_free (comparison->devices[side]);
      g_clear_error (&comparison->errors[side]);
    }
  if (comparison->map.data)
    ce_memory_free (comparison->map.data, comparison->map.stride * comparison->map.height);
  g_free (comparison->parameters);
  g_free (comparison);
}

/**
 * ce_comparison_get_rest:
 * @comparison: a comparison
 * @side: one that has computed
 *
 * Returns: what of its total is none of the times before it, milliseconds
 */
double
ce_comparison_get_rest (const CeComparison *comparison, CeSide side)
{
  const CeTimes *times = &comparison->times[side];

  return MAX (times->total_ms - times->start_ms - times->upload_ms - times->compute_ms - times->download_ms, 0);
}

/**
 * ce_comparison_is_both:
 * @comparison: a comparison
 *
 * Returns: whether both sides have computed
 */
gboolean
ce_comparison_is_both (const CeComparison *comparison)
{
  return comparison->devices[CE_SIDE_CPU] && comparison->devices[CE_SIDE_GPU];
}

static void
report_side (GString *text, const char *name, const CeComparison *comparison, CeSide side)
{
  const CeTimes *times = &comparison->times[side];

  if (comparison->devices[side])
    g_string_append_printf (text,
                            "%s: %s, start %.1f ms, upload %.1f ms, compute %.1f ms, download %.1f ms, other %.1f ms, "
                            "total %.1f ms, median of %d\n",
                            name, comparison->devices[side], times->start_ms, times->upload_ms, times->compute_ms,
                            times->download_ms, ce_comparison_get_rest (comparison, side), times->total_ms,
                            comparison->n_runs[side]);
  else
    g_string_append_printf (text, "%s: %s\n", name,
                            comparison->errors[side] ? comparison->errors[side]->message : "not computed");
}

static void
report_steps (GString *text, const CeComparison *comparison)
{
  static const char *const names[CE_COMPARE_N_STEPS] = { "as far as blurred", "as far as thinned", "edges",
                                                         "again with other thresholds" };

  for (CeSide side = 0; side < CE_N_SIDES; side++)
    for (CeCompareStep step = 0; step < CE_COMPARE_N_STEPS; step++)
      if (comparison->step_ms[side][step] > 0)
        g_string_append_printf (text, "%s, computing %s: %.2f ms\n", side == CE_SIDE_CPU ? "CPU" : "GPU", names[step],
                                comparison->step_ms[side][step]);
}

static void
report_choice (GString *text, const CeComparison *comparison)
{
  g_string_append_printf (text, "Automatic takes the %s for a single call\n",
                          comparison->automatic == CE_SIDE_GPU && ce_comparison_is_both (comparison) ? "GPU" : "CPU");
}

/**
 * ce_comparison_report:
 * @comparison: a comparison
 * @filter: its filter
 *
 * Returns: (transfer full): all of it as plain text, to be pasted into a bug report
 */
char *
ce_comparison_report (const CeComparison *comparison, const CeFilter *filter)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s, %d × %d pixels\n%s\n", filter->title, comparison->width, comparison->height,
                          comparison->parameters);
  report_side (text, "CPU", comparison, CE_SIDE_CPU);
  report_side (text, "GPU", comparison, CE_SIDE_GPU);
  report_steps (text, comparison);
  report_choice (text, comparison);
  if (ce_comparison_is_both (comparison))
    g_string_append_printf (text, "Pixels that differ: %" G_GINT64_FORMAT ", largest difference %g levels\n",
                            comparison->difference.pixels, comparison->difference.largest);

  return g_string_free (text, FALSE);
}
