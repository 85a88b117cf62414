/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The interface of backends. cpu/ and cuda/ each define one; other folders reach them through the list and a session.
 */
#ifndef CE_BACKEND_H
#define CE_BACKEND_H

#include "error.h"
#include "place.h"
#include "plan.h"

G_BEGIN_DECLS

/**
 * CeProgressFunc:
 * @share: the share done, 0 to 1
 * @data: of the caller
 *
 * Called on the thread that renders, about every 10 ms.
 *
 * Returns: %FALSE to cancel
 */
typedef gboolean (*CeProgressFunc) (double share, gpointer data);

/* A progress, or a section of one. */
typedef struct
{
  CeProgressFunc func;          /* nullable */
  gpointer       data;
  double         before;        /* shares of the whole that come before the section and after it */
  double         after;
} CeProgress;

/**
 * CeTimes:
 * @start_ms: the device's start; 0 once it runs
 * @upload_ms: the source's way to the device, with the first render
 * @compute_ms: computing alone
 * @download_ms: the result's way to the host
 * @total_ms: wall time of the render for its caller
 *
 * The times of the last render, in milliseconds.
 */
typedef struct
{
  double start_ms;
  double upload_ms;
  double compute_ms;
  double download_ms;
  double total_ms;
} CeTimes;

/**
 * CeDevice:
 * @name: for users: "NVIDIA H200", or the CPU's instruction set "x86-64-v4"
 * @threads: threads of the CPU, else 0
 * @memory: bytes of device memory, 0 for the CPU
 * @major, @minor: CUDA compute capability, else 0
 * @driver: CUDA version that the driver supports, 1000 * major + 10 * minor, else 0
 * @has_started: atomic: whether it runs in this process
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * A device of a backend.
 */
typedef struct
{
  char    name[256];
  int     threads;
  guint64 memory;
  int     major;
  int     minor;
  int     driver;
  int     has_started;
  char   *refusal;
} CeDevice;

/**
 * CeBackend:
 * @choice: its choice in the catalogue
 * @name: "cpu", "cuda"
 * @find: (nullable): loads a driver and finds its devices. Fails with an error of ce_error_is_unavailable(), the same each
 *   time
 * @devices: after @find: returns the devices, at least one, static
 * @variants: after @find: returns all places as texts, NULL behind them: "cpu:plain" and instruction sets, "cuda:0"
 * @start: (nullable): after @find: starts the device of a place. Fails with an error of ce_error_is_unavailable()
 * @ready: (nullable): after @start: returns whether the kernels of a filter are compiled. If not, compiles them in the
 *   background and sets %CE_ERROR_LATER. Only asked for places that were chosen; a job at a named one waits
 * @open: opens a job for @source at a place that has started; allocates, does not compute
 * @render: computes @plan for the rectangle @area of the complete source, as if that were the image, into @result of that
 *   size. A failure may leave the result half written; the job stays usable
 * @histogram: counts the magnitudes of @plan into #CE_HISTOGRAM_BINS @bins; if @plan finds thresholds, only those that
 *   ce_plan_find_thresholds() needs
 * @times: returns the times of the last render
 * @close: frees the job
 * @release: (nullable): frees everything on devices that have no job, contexts included; they start again when needed
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
  gboolean          (*ready)        (const CePlace *place, CeFilterId filter, GError **error);
  gpointer          (*open)         (const CeSource *source, const CePlace *place, GError **error);
  gboolean          (*render)       (gpointer job, const CePlan *plan, const CeArea *area, const CeView *result,
                                     const CeProgress *progress, GError **error);
  gboolean          (*histogram)    (gpointer job, const CePlan *plan, guint64 *bins, const CeProgress *progress,
                                     GError **error);
  CeTimes           (*times)        (gpointer job);
  void              (*close)        (gpointer job);
  void              (*release)      (void);
};

const CeBackend *const *ce_backend_list    (void);
const CeBackend        *ce_backend_get     (CeBackendChoice choice);
const CeBackend        *ce_backend_find    (const CePlace *place, GError **error);
const CeBackend        *ce_backend_start   (const CePlace *place, GError **error);
void                    ce_backend_warm_up (const CePlace *place);
void                    ce_backend_begin   (const char *name, GThreadFunc func, gpointer data);
void                    ce_backend_wait  (void);
void                    ce_backend_release (void);

G_END_DECLS

#endif
