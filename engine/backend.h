/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The interface of backends. cpu/ and cuda/ each define one; other folders reach them through the list and a session.
 */
#pragma once

#include "place.h"
#include "plan.h"
#include "threads.h"

G_BEGIN_DECLS

/**
 * CeBackend:
 * @choice: its choice in the catalogue
 * @name: "cpu", "cuda"
 * @find: (nullable): loads a driver and finds its devices. Fails with %CE_ERROR_UNAVAILABLE or a code behind it, the same
 *   each time
 * @devices: after @find: returns the devices, at least one, static
 * @variants: after @find: returns all places as texts, NULL behind them: "cpu:plain" and instruction sets, "cuda:0"
 * @start: (nullable): after @find: starts the device of a place. Fails as @find does
 * @ready: (nullable): after @start: returns whether the kernels of a filter are compiled, or those that the (nullable)
 *   @plan needs for pixels as @source has. If not, compiles them in the background, the plan's first, and sets
 *   %CE_ERROR_LATER. Only asked for places that were chosen; a job at a named one waits
 * @open: opens a job for @source at a place that has started; allocates, does not compute
 * @render: computes @plan for the rectangle @area of the complete source, as if that were the image, into @result of that
 *   size. A failure may leave the result half written; the job stays usable
 * @histogram: counts the magnitudes of @plan into #CE_HISTOGRAM_BINS @bins; if @plan finds thresholds, only those that
 *   ce_plan_find_thresholds() needs
 * @times: returns the times of the last render
 * @close: frees the job
 * @release: (nullable): frees everything on devices that have no job, contexts included; they start again when needed
 * @end: (nullable): the process ends: waits for what compiles in the background, which it cuts short
 *
 * A backend. Any thread may call @find and @start any number of times; both block. One thread at a time uses a job. It may
 * keep stages of one render for the next and compute only those that a parameter changes (ce_params_first_step()).
 */
typedef struct _CeBackend CeBackend;
struct _CeBackend
{
  CeBackendChoice     choice;
  const char         *name;
  gboolean          (*find)         (GError **error);
  const CeDevice    *(*devices)     (guint *n_devices);
  const char *const *(*variants)    (void);
  gboolean          (*start)        (const CePlace *place, GError **error);
  gboolean          (*ready)        (const CePlace *place, CeFilterId filter, const CePlan *plan, const CeSource *source,
                                     GError **error);
  gpointer          (*open)         (const CeSource *source, const CePlace *place, GError **error);
  gboolean          (*render)       (gpointer job, const CePlan *plan, const CeArea *area, const CeView *result,
                                     const CeProgress *progress, GError **error);
  gboolean          (*histogram)    (gpointer job, const CePlan *plan, guint64 *bins, const CeProgress *progress,
                                     GError **error);
  CeTimes           (*times)        (gpointer job);
  void              (*close)        (gpointer job);
  void              (*release)      (void);
  void              (*end)          (void);
};

const CeBackend *const *ce_backend_list    (void);
const CeBackend        *ce_backend_get     (CeBackendChoice choice);
const CeBackend        *ce_backend_find    (const CePlace *place, GError **error);
const CeBackend        *ce_backend_start   (const CePlace *place, GError **error);
void                    ce_backend_begin   (const char *name, GThreadFunc func, gpointer data);

G_END_DECLS
