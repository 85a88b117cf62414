/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Chooses the place for "auto".
 *
 * CUDA takes 150 to 300 ms to start in a process, and computes any render in a few milliseconds from then on. So the GPU is
 * chosen if it runs already, or if one picture is rendered many times. The CPU computes a single render, because it ends
 * before CUDA has started, except a very large one: a thread with AVX2 or better computes about 8e9 taps per second.
 */

#include "backend.h"
#include "threads.h"

/* Taps that one thread computes while CUDA starts. */
#define MOST_TAPS 2e9

static gboolean
has_started (const CeBackend *backend)
{
  guint           n_devices = 0;
  const CeDevice *devices = backend->devices (&n_devices);

  for (guint i = 0; i < n_devices; i++)
    if (g_atomic_int_get (&devices[i].has_started))
      return TRUE;

  return FALSE;
}

/* Returns what a render of @params costs of a @source that is opaque; zeros if they are not allowed. */
CeCost
ce_params_get_cost (const CeParams *params, const CeFilter *filter, const CeView *source)
{
  CeSource opaque = { .view = *source, .opaque = TRUE };
  CePlan   plan;

  if (! ce_plan_init (&plan, filter->id, params, NULL, &opaque, NULL))
    return (CeCost) { 0 };

  return (CeCost) { plan.halo, plan.taps, ce_threads_count (), plan.deconvolves };
}

static double
taps_per_thread (const CeFilter *filter, const CeParams *params, const CeView *source)
{
  CeCost cost = ce_params_get_cost (params, filter, source);

  return (double) source->width * source->height * cost.taps / MAX (cost.threads, 1);
}

/* Returns @wanted, or the place for a render of @filter with the (nullable) @params, by default its defaults, if @wanted is
 * automatic. It queries no driver, because a session continues on the CPU if there is no GPU. */
CePlace
ce_choose_place (const CePlace *wanted, const CeFilter *filter, const CeParams *params, const CeView *source, CeUse use)
{
  const CeBackend *cuda = ce_backend_get (CE_BACKEND_CUDA);
  CePlace          place = { .choice = CE_BACKEND_CPU };
  CeParams         defaults;

  if (wanted->choice != CE_BACKEND_AUTO)
    return *wanted;

  ce_params_init (&defaults, filter);
  if (cuda && (use == CE_USE_LIVE || has_started (cuda)
               || taps_per_thread (filter, params ? params : &defaults, source) > MOST_TAPS))
    place.choice = CE_BACKEND_CUDA;
  place.may_fall_back = TRUE;

  return place;
}
