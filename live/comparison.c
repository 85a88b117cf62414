/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comparison.h"

#include <glib/gi18n.h>

#include "json.h"

/* The number of timed runs, which is odd, and the milliseconds after which no further run begins. */
#define RUNS 5
#define ENOUGH_MS 2000

/* Rows that are copied between two polls of Cancel. */
#define COPIED_ROWS 256

/* Returns (transfer full) (nullable) a session for a picture, with a copy of its pixels if it has any; NULL without an
 * error if it was cancelled. */
CeSession *
ce_open_copy (const CeFilter *filter, const CePlace *place, const CeView *source, gboolean keeps, CeProgressFunc progress,
              gpointer data, GError **error)
{
  g_autoptr (CeSession) session = ce_session_new (filter, place, source->width, source->height, source->channels,
                                                  source->type, error);

  if (session && keeps)
    ce_session_keep_stages (session);
  if (! session || ! ce_session_open (session, error))
    return NULL;

  for (int y = 0; source->data && y < source->height; y += COPIED_ROWS)
    {
      ce_session_put_rows (session, y, MIN (COPIED_ROWS, source->height - y), ce_view_row (source, y), source->stride);
      if (progress && ! progress (0, data))
        return NULL;
    }

  return g_steal_pointer (&session);
}

static int
compare_times (gconstpointer a, gconstpointer b)
{
  double difference = ((const CeTimes *) a)->total_ms - ((const CeTimes *) b)->total_ms;

  return (difference > 0) - (difference < 0);
}

/* Computes one side. The time of the device's start counts once, other times are those of the run of median length. */
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
      session = ce_open_copy (filter, place, source, FALSE, progress, data, error);
      if (! session || ! ce_session_render (session, params, progress, data, error))
        return NULL;

      runs[n] = ce_session_get_status (session)->times;
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
  comparison->devices[side] = g_strdup (ce_session_get_status (session)->device);

  return g_steal_pointer (&session);
}

static void
explain_choice (CeComparison *comparison, const CeFilter *filter, const CeView *source, const CeParams *params)
{
  CePlace automatic = { .choice = CE_BACKEND_AUTO };
  CePlace place = ce_choose_place (&automatic, filter, params, source, CE_USE_ONCE);

  comparison->automatic = place.choice == CE_BACKEND_CUDA ? CE_SIDE_GPU : CE_SIDE_CPU;
}

/* Returns (transfer full) the comparison of new renders on the GPU and then on the CPU, of every bit. @needs_both: the CPU
 * computes only if the GPU did. Blocks. */
CeComparison *
ce_comparison_run (const CeFilter *filter, const CeView *source, const CeParams *params, const CePlace *gpu,
                   gboolean needs_both, CeProgressFunc progress, gpointer data)
{
  const CePlace         cpu = { .choice = CE_BACKEND_CPU };
  CeComparison         *comparison = g_new0 (CeComparison, 1);
  g_autoptr (CeSession) on_gpu = NULL;
  g_autoptr (CeSession) on_cpu = NULL;

  comparison->width = source->width;
  comparison->height = source->height;
  comparison->parameters = ce_params_to_text (params, filter, NULL);
  explain_choice (comparison, filter, source, params);

  on_gpu = compute (comparison, CE_SIDE_GPU, filter, gpu, source, params, progress, data);
  if (on_gpu || ! needs_both)
    on_cpu = compute (comparison, CE_SIDE_CPU, filter, &cpu, source, params, progress, data);
  if (on_gpu && on_cpu)
    ce_difference_find (ce_session_get_result (on_cpu), ce_session_get_result (on_gpu), &comparison->difference);

  return comparison;
}

/* Frees a (nullable) comparison. */
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

/* Returns the rest of a side's total beside its other times, milliseconds. */
double
ce_comparison_get_rest (const CeComparison *comparison, CeSide side)
{
  const CeTimes *times = &comparison->times[side];

  return MAX (times->total_ms - times->start_ms - times->upload_ms - times->compute_ms - times->download_ms, 0);
}

/* Returns whether both sides have computed. */
gboolean
ce_comparison_is_both (const CeComparison *comparison)
{
  return comparison->devices[CE_SIDE_CPU] && comparison->devices[CE_SIDE_GPU];
}

/* Returns (nullable) advice for the user, in their language, how to make a GPU usable; NULL if the GPU computed, or if it
 * failed after its start. */
const char *
ce_comparison_advise (const CeComparison *comparison)
{
  const GError *error = comparison->errors[CE_SIDE_GPU];

  switch (error && error->domain == CE_ERROR ? (CeError) error->code : CE_ERROR_DEVICE)
    {
    case CE_ERROR_UNAVAILABLE:
      return _("To use an NVIDIA GPU, this plug-in needs nothing but NVIDIA’s driver.");
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
      return NULL;
    }
}

/* Reports a side; one that did not compute has only a reason. */
static void
report_side (GString *json, const char *name, const CeComparison *comparison, CeSide side)
{
  const CeTimes *times = &comparison->times[side];
  const struct { const char *of; double value; } numbers[] = {
    { "start-ms", times->start_ms }, { "upload-ms", times->upload_ms }, { "ms", times->compute_ms },
    { "download-ms", times->download_ms }, { "total-ms", times->total_ms }, { "runs", comparison->n_runs[side] }
  };

  for (guint i = 0; i < G_N_ELEMENTS (numbers) && comparison->devices[side]; i++)
    {
      g_autofree char *member = g_strconcat (name, "-", numbers[i].of, NULL);

      ce_json_number (json, member, numbers[i].value);
    }
  if (comparison->errors[side])
    {
      g_autofree char *member = g_strconcat (name, "-reason", NULL);

      ce_json_string (json, member, comparison->errors[side]->message);
    }
}

/* Reports the difference, with the first pixels that differ. */
static void
report_difference (GString *json, const CeDifference *difference)
{
  ce_json_number (json, "different-pixels", (double) difference->pixels);
  ce_json_number (json, "largest-difference", difference->largest);
  ce_json_open (json, "at", '[');
  for (int i = 0; i < difference->n_points; i++)
    {
      g_autofree char *point = g_strdup_printf ("%d,%d", difference->points[i].x, difference->points[i].y);

      ce_json_string (json, NULL, point);
    }
  ce_json_close (json, ']');
}

/* Returns (transfer full) the whole comparison as JSON, for scripts and for bug reports. */
char *
ce_comparison_report (const CeComparison *comparison, const CeFilter *filter)
{
  GString *json = g_string_new (NULL);
  gboolean is_both = ce_comparison_is_both (comparison);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "filter", filter->name);
  ce_json_string (json, "parameters", comparison->parameters);
  ce_json_number (json, "width", comparison->width);
  ce_json_number (json, "height", comparison->height);
  if (is_both)
    report_difference (json, &comparison->difference);
  ce_json_string (json, "cpu-device", comparison->devices[CE_SIDE_CPU]);
  report_side (json, "cpu", comparison, CE_SIDE_CPU);
  ce_json_string (json, "device", comparison->devices[CE_SIDE_GPU]);
  report_side (json, "cuda", comparison, CE_SIDE_GPU);
  ce_json_string (json, "automatic", is_both && comparison->automatic == CE_SIDE_GPU ? "cuda" : "cpu");
  ce_json_close (json, '}');
  g_string_replace (json, ",\"", ",\n\"", 0);        /* one member on each line; strings have a backslash before a quotation mark */

  return g_string_free (json, FALSE);
}
