/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "comparison.h"

#include "engine/choose.h"

static const char *const backends[CE_N_SIDES] = { "cpu", "cuda" };

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
compute (CeComparison *comparison, CeSide side, const CeFilter *filter, const CeView *source,
         const CeParams *params, CeProgressFunc progress, gpointer data)
{
  GError              **error = &comparison->errors[side];
  g_autoptr (CeSession) session = ce_session_new (filter, backends[side], source->width, source->height,
                                                  source->channels, source->type, error);

  if (! session)
    return NULL;

  if (! copy_source (session, source, progress, data) || ! ce_session_render (session, params, progress, data, error))
    return NULL;

  comparison->devices[side] = g_strdup (ce_session_get_device (session));
  comparison->times[side] = ce_session_get_times (session);

  return g_steal_pointer (&session);
}

/**
 * ce_comparison_run:
 * @filter: a filter
 * @source: an image
 * @params: what to compute
 * @progress: (nullable): may cancel
 * @data: for @progress
 *
 * Computes on the GPU, then on the CPU, from the start, and compares every
 * bit. Blocks.
 *
 * Returns: (transfer full): what came out
 */
CeComparison *
ce_comparison_run (const CeFilter *filter, const CeView *source, const CeParams *params,
                   CeProgressFunc progress, gpointer data)
{
  CeComparison *comparison = g_new0 (CeComparison, 1);
  g_autoptr (CeSession) gpu = NULL;
  g_autoptr (CeSession) cpu = NULL;

  comparison->width = source->width;
  comparison->height = source->height;
  comparison->parameters = ce_params_to_text (params, filter);
  comparison->automatic = g_str_equal (ce_choose_backend (source, filter, params), "cuda") ? CE_SIDE_GPU : CE_SIDE_CPU;

  gpu = compute (comparison, CE_SIDE_GPU, filter, source, params, progress, data);
  cpu = compute (comparison, CE_SIDE_CPU, filter, source, params, progress, data);
  if (gpu && cpu)
    ce_difference_find (ce_session_get_result (cpu), ce_session_get_result (gpu), &comparison->difference);

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
                            "%s: %s, start %.1f ms, upload %.1f ms, compute %.1f ms, download %.1f ms, total %.1f ms\n",
                            name, comparison->devices[side], times->start_ms, times->upload_ms, times->compute_ms,
                            times->download_ms, times->total_ms);
  else
    g_string_append_printf (text, "%s: %s\n", name,
                            comparison->errors[side] ? comparison->errors[side]->message : "not computed");
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
  g_string_append_printf (text, "Automatic takes the %s\n", comparison->automatic == CE_SIDE_GPU ? "GPU" : "CPU");
  if (ce_comparison_is_both (comparison))
    g_string_append_printf (text, "Pixels that differ: %" G_GINT64_FORMAT ", largest difference %g levels\n",
                            comparison->difference.pixels, comparison->difference.largest);

  return g_string_free (text, FALSE);
}
