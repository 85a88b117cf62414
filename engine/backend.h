/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a backend is. cpu/ and cuda/ each define one; everybody else reaches
 * them through the list (ce_backend_find) and, nearly always, a session.
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
 * @data: what the caller gave
 *
 * Called on the thread that renders, about every 10 ms.
 *
 * Returns: %FALSE to cancel
 */
typedef gboolean (*CeProgressFunc) (double share, gpointer data);

typedef struct
{
  CeProgressFunc func;          /* nullable */
  gpointer       data;
} CeProgress;

/**
 * CeTimes:
 * @start_ms: waiting for the device to start (0 once it runs)
 * @upload_ms: source to the device, with the first render
 * @compute_ms: compute alone
 * @download_ms: result to the host
 * @total_ms: wall time of the render as the caller saw it
 *
 * Where the time of the last render went, in milliseconds.
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
 * @name: for people: "NVIDIA H200", or the CPU's instruction set "x86-64-v4"
 * @threads: threads a CPU backend uses, else 0
 * @memory: bytes of device memory, 0 for the CPU
 * @major, @minor: CUDA compute capability, else 0
 * @driver: CUDA version the driver supports, 1000 * major + 10 * minor, else 0
 * @has_started: whether it runs in this process; read and written with g_atomic_int_get() and g_atomic_int_set()
 * @refusal: (nullable): why it cannot be used, one sentence, as far as that is
 *   known without starting it
 *
 * Something a backend can compute on.
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
 * @choice: which one it is
 * @name: "cpu", "cuda"
 * @find: finds the devices: loads a driver. Blocks, may be called from any
 *   thread and any number of times; says why there are none with
 *   an error of ce_error_is_unavailable(), the same each time
 * @devices: the devices there are, after @find; at least one. They stay where
 *   they are
 * @variants: the places there are, as texts, after @find, NULL-terminated:
 *   instruction sets of the CPU ("cpu:plain" first), GPUs ("cuda:0")
 * @start: after @find: makes the device of a place ready to compute, creates a
 *   context there. Blocks, may be called from any thread and any number of
 *   times; says why not with an error of ce_error_is_unavailable()
 * @ready: (nullable): after @start: whether all that a filter needs is there.
 *   A driver may have to compile it first: that begins in the background, and
 *   %CE_ERROR_LATER says so. For places that were chosen; a job at one that was
 *   named waits for what it needs
 * @open: a job for @source at a place that has started; allocates, does not compute
 * @render: computes @plan for the rectangle @area of the source, all rows of which are there, as if
 *   that were the image, into @result of that size, whose format the session derived from the
 *   filter. On failure the result may be half written, and the job is still usable
 * @histogram: counts what @plan says into @bins, #CE_HISTOGRAM_BINS of them; if @plan finds
 *   thresholds, as far as ce_plan_find_thresholds() needs it
 * @times: where the last render's time went
 * @close: frees everything of the job
 * @release: (nullable): gives back everything of the devices, contexts included,
 *   unless there is a job; what is needed again starts again
 *
 * A backend may keep stages between renders of a job and redo only what a changed
 * parameter touches (ce_params_first_step()). One thread at a time uses a job.
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
void                    ce_backend_begin   (const char *what, GThreadFunc func, gpointer data);
void                    ce_backend_wait  (void);
void                    ce_backend_release (void);

G_END_DECLS

#endif
