/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comparison.h"

#include <glib/gi18n.h>

#include "engine/choose.h"

/* Runs from the start that are timed, an odd number of them, and after how many
 * milliseconds those that are done are enough. */
#define RUNS 5
#define ENOUGH_MS 2000

/* Of the pixels that differ, so many are in the report. */
#define MOST_POINTS 16

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

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double difference = *(const double *) a - *(const double *) b;

  return (difference > 0) - (difference < 0);
}

/* Renders up to each step in turn, RUNS times, and takes medians. FALSE: a
 * render failed, or somebody had enough. */
static gboolean
time_stages (CeSession *session, const CeParams *params, double *until, CeProgressFunc progress, gpointer data)
{
  static const CeStage stages[CE_COMPARE_N_STEPS] = { CE_STAGE_BLURRED, CE_STAGE_THINNED, CE_STAGE_EDGES };
  double               runs[CE_COMPARE_N_STEPS][RUNS];
  CeParams             changed = *params;

  for (int run = 0; run < RUNS; run++)
    for (CeCompareStep step = 0; step < CE_COMPARE_N_STEPS; step++)
      {
        changed.stage = stages[step];
        if (! ce_session_render (session, &changed, progress, data, NULL))
          return FALSE;
        runs[step][run] = ce_session_get_times (session).compute_ms;
      }

  for (CeCompareStep step = 0; step < CE_COMPARE_N_STEPS; step++)
    {
      qsort (runs[step], RUNS, sizeof (double), compare_numbers);
      until[step] = runs[step][RUNS / 2];
    }

  return until[CE_COMPARE_FOLLOW] > 0;
}

/* Writing an early step's picture may take longer than going on with it. Then
 * what comes after thinning is what it takes again. The session has no stages
 * kept, so each render does everything. */
static void
time_steps (CeComparison *comparison, CeSide side, CeSession *session, const CeParams *params, CeProgressFunc progress,
            gpointer data)
{
  double until[CE_COMPARE_N_STEPS], all, blur, follow;

  if (params->stage != CE_STAGE_EDGES || ! time_stages (session, params, until, progress, data))
    return;

  all = until[CE_COMPARE_FOLLOW];
  blur = MIN (until[CE_COMPARE_BLUR], all);
  follow = all - until[CE_COMPARE_THIN];
  follow = CLAMP (follow > 0 ? follow : comparison->again_ms[side], 0, all - blur);

  comparison->step_ms[side][CE_COMPARE_BLUR] = comparison->times[side].compute_ms * blur / all;
  comparison->step_ms[side][CE_COMPARE_THIN] = comparison->times[side].compute_ms * (all - blur - follow) / all;
  comparison->step_ms[side][CE_COMPARE_FOLLOW] = comparison->times[side].compute_ms * follow / all;
}

static double
time_again (const CeFilter *filter, const CePlace *place, const CeView *source, const CeParams *found,
            CeProgressFunc progress, gpointer data)
{
  CeParams              params = *found;
  g_autoptr (CeSession) session = open_side (filter, place, source, TRUE, progress, data, NULL);
  double                runs[RUNS];

  params.stage = CE_STAGE_EDGES;
  params.thresholds = CE_THRESHOLDS_MANUAL;
  params.high = MIN (params.high, 1000);
  if (! session || ! ce_session_render (session, &params, progress, data, NULL))
    return 0;

  for (int run = 0; run < RUNS; run++)
    {
      params.high += run % 2 ? -1 : 1;
      if (! ce_session_render (session, &params, progress, data, NULL))
        return 0;
      runs[run] = ce_session_get_times (session).compute_ms;
    }
  qsort (runs, RUNS, sizeof (double), compare_numbers);

  return runs[RUNS / 2];
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
 * bit. Of Canny it then times renders up to each step, and shares what computing
 * took among the steps as they do. Blocks.
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
    ce_difference_find (ce_session_get_result (on_cpu), ce_session_get_result (on_gpu), &comparison->difference);

  for (CeSide side = 0; side < CE_N_SIDES && filter->id == CE_FILTER_CANNY; side++)
    {
      CeSession *session = side == CE_SIDE_CPU ? on_cpu : on_gpu;

      if (! session)
        continue;
      comparison->again_ms[side] = time_again (filter, places[side], source, ce_session_get_params (session), progress,
                                               data);
      time_steps (comparison, side, session, params, progress, data);
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

/**
 * ce_comparison_advise:
 * @comparison: a comparison
 *
 * Returns: (nullable): what the user can do so that a GPU can be used, in their language; %NULL if the GPU computed, or
 *   started and failed
 */
const char *
ce_comparison_advise (const CeComparison *comparison)
{
  const GError *error = comparison->errors[CE_SIDE_GPU];

  if (! ce_error_is_unavailable (error))
    return NULL;

  switch ((CeError) error->code)
    {
    case CE_ERROR_NOT_BUILT:
      return _("Build the plug-in where NVIDIA’s CUDA toolkit (nvcc) is installed; the README says how.");
    case CE_ERROR_NO_DRIVER:
      return _("If this computer has an NVIDIA GPU, install NVIDIA’s driver and restart the computer.");
    case CE_ERROR_OLD_DRIVER:
      return _("Install a newer driver by NVIDIA and restart the computer.");
    case CE_ERROR_UPDATED_DRIVER:
      return _("Restart the computer.");
    case CE_ERROR_NO_GPU:
      return _("CUDA runs on GPUs by NVIDIA only.");
    case CE_ERROR_HIDDEN_GPU:
      return _("Unset that environment variable and start GIMP again.");
    default:
      return _("To use an NVIDIA GPU, this plug-in needs nothing but NVIDIA’s driver.");
    }
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
report_steps (GString *text, const char *name, const CeComparison *comparison, CeSide side)
{
  const double *ms = comparison->step_ms[side];

  if (ms[CE_COMPARE_BLUR] > 0)
    g_string_append_printf (text, "%s, compute: blur %.2f ms, gradient and thinning %.2f ms, thresholds and following %.2f ms, "
                            "shared as medians of %d renders up to each\n",
                            name, ms[CE_COMPARE_BLUR], ms[CE_COMPARE_THIN], ms[CE_COMPARE_FOLLOW], RUNS);
  if (comparison->again_ms[side] > 0)
    g_string_append_printf (text, "%s, compute again with other thresholds: %.2f ms, median of %d\n", name,
                            comparison->again_ms[side], RUNS);
}

static void
report_choice (GString *text, const CeComparison *comparison)
{
  g_string_append_printf (text, "Automatic takes the %s for a single call\n",
                          comparison->automatic == CE_SIDE_GPU && ce_comparison_is_both (comparison) ? "GPU" : "CPU");
}

/* The first pixels that differ say where to look. */
static void
report_difference (GString *text, const CeDifference *difference)
{
  g_string_append_printf (text, "Pixels that differ: %" G_GINT64_FORMAT ", largest difference %g levels\n", difference->pixels,
                          difference->largest);
  for (int i = 0; i < MIN (difference->n_points, MOST_POINTS); i++)
    g_string_append_printf (text, "%s%d,%d", i ? " " : "At ", difference->points[i].x, difference->points[i].y);
  g_string_append (text, difference->n_points ? "\n" : "");
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
  report_steps (text, "CPU", comparison, CE_SIDE_CPU);
  report_steps (text, "GPU", comparison, CE_SIDE_GPU);
  report_choice (text, comparison);
  if (ce_comparison_is_both (comparison))
    report_difference (text, &comparison->difference);

  return g_string_free (text, FALSE);
}
