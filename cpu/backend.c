/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The CPU as a backend: instruction sets are variants inside it.
 */
#include "engine/backend.h"

#include "plain.h"

#include <string.h>

typedef struct
{
  const CeSource *source;
  CeTimes         times;
} CeCpuJob;

static gboolean
start (GError **error)
{
  return TRUE;
}

static const char *const *
variants (void)
{
  static const char *const names[] = { "plain", NULL };

  return names;
}

static const CeDevice *
devices (guint *n_devices)
{
  static CeDevice device;
  static gsize    filled;

  if (g_once_init_enter (&filled))
    {
      g_strlcpy (device.name, "plain C", sizeof device.name);
      device.threads = 1;
      g_once_init_leave (&filled, 1);
    }

  *n_devices = 1;
  return &device;
}

static gpointer
open_job (const CeSource *source, const char *variant, GError **error)
{
  CeCpuJob *job = g_new0 (CeCpuJob, 1);

  job->source = source;

  return job;
}

static gboolean
report (const CeProgress *progress, double share, GError **error)
{
  if (! progress->func || progress->func (share, progress->data))
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
  return FALSE;
}

static gboolean
histogram (gpointer data, const CeParams *params, CeHistogram what, guint64 *bins,
           const CeProgress *progress, GError **error)
{
  CeCpuJob *job = data;

  ce_plain_histogram (job->source, params, what, bins);

  return TRUE;
}

static gboolean
render (gpointer data, CeFilterId filter, const CeParams *params, const CeView *result,
        const CeProgress *progress, GError **error)
{
  static void (*const filters[CE_N_FILTERS]) (const CeSource *, const CeParams *, const CeView *) = {
    ce_plain_sobel, ce_plain_sharpen, ce_plain_laplacian, ce_plain_canny
  };
  CeCpuJob *job = data;
  gint64    begin = g_get_monotonic_time ();

  if (! report (progress, 0, error))
    return FALSE;

  filters[filter] (job->source, params, result);
  job->times.compute_ms = job->times.total_ms = (double) (g_get_monotonic_time () - begin) / 1000;

  return report (progress, 1, error);
}

static CeTimes
times (gpointer data)
{
  CeCpuJob *job = data;

  return job->times;
}

static void
close_job (gpointer data)
{
  g_free (data);
}

const CeBackend ce_cpu_backend = {
  "cpu", start, devices, variants, open_job, NULL, histogram, render, times, close_job
};
