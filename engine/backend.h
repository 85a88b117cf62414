/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a backend is. cpu/ and cuda/ each define one; everybody else reaches
 * them through the list (ce_backend_find) and, nearly always, a session.
 */
#ifndef CE_BACKEND_H
#define CE_BACKEND_H

#include "error.h"
#include "image.h"
#include "params.h"

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
 * @upload_ms: source to the device, as far as it was not hidden behind the arrival of rows
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
 * @start_ms: how long it took to start in this process, its share of the driver
 *   included; 0 until it has
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
  double  start_ms;
  char   *refusal;
} CeDevice;

/**
 * CeSource:
 * @view: the rows, in host memory; they stay where they are until the job is closed
 * @opaque: no pixel is transparent; final when all rows have arrived
 *
 * The source image of a job. The session owns it.
 */
typedef struct
{
  CeView   view;
  gboolean opaque;
} CeSource;

/**
 * CeBackend:
 * @name: "cpu", "cuda"
 * @narrow: (nullable): before @find: only the best device will be used in this
 *   process, others need not be found
 * @find: finds the devices: loads a driver. Blocks, may be called from any
 *   thread and any number of times; says why there are none with
 *   %CE_ERROR_UNAVAILABLE, the same each time
 * @devices: the devices there are, after @find; at least one. They stay where
 *   they are
 * @variants: what may follow the colon in "name:variant", NULL-terminated;
 *   instruction sets of the CPU ("plain", "base", "v3", "v4", as far as this
 *   machine runs them), device numbers of CUDA ("0", "1")
 * @start: after @find: makes the device of a variant (%NULL: the best) ready
 *   to compute, creates a context there. Blocks, may be called from any thread
 *   and any number of times; says why not with %CE_ERROR_UNAVAILABLE
 * @open: a job for @source on @variant (%NULL: the best); allocates, does not compute
 * @expect: (nullable): before rows arrive: the next render will probably be
 *   this one, into this result; it may begin as they do
 * @rows_arrived: (nullable): rows @y to @y + @n_rows of the source are final;
 *   on the thread that feeds the session, must not block for long
 * @histogram: counts into @bins, #CE_HISTOGRAM_BINS of them, for Canny's parameters
 * @render: the whole result into @result, whose format the session derived
 *   from the filter: one channel for edges, the source's channels for sharpen.
 *   On failure @result may be half written, and the job is still usable
 * @times: where the last render's time went
 * @close: frees everything of the job
 * @keep: (nullable): many renders follow whose parameters differ little: stages
 *   are worth keeping between them, and memory for it
 * @prepare: (nullable): after @keep: has the memory ready that keeping stages of
 *   the filter will take; %FALSE if the progress ended it, then it may be called again
 *
 * A backend may keep stages between renders of a job and redo only what a
 * changed parameter touches (ce_params_first_step()). One thread at a time uses a job.
 */
typedef struct _CeBackend CeBackend;
struct _CeBackend
{
  const char         *name;
  void              (*narrow)       (void);
  gboolean          (*find)         (GError **error);
  const CeDevice    *(*devices)     (guint *n_devices);
  const char *const *(*variants)    (void);
  gboolean          (*start)        (const char *variant, GError **error);
  gpointer          (*open)         (const CeSource *source, const char *variant, GError **error);
  void              (*expect)       (gpointer job, CeFilterId filter, const CeParams *params, const CeView *result);
  void              (*rows_arrived) (gpointer job, int y, int n_rows);
  gboolean          (*histogram)    (gpointer job, const CeParams *params, CeHistogram what,
                                     guint64 *bins, const CeProgress *progress, GError **error);
  gboolean          (*render)       (gpointer job, CeFilterId filter, const CeParams *params,
                                     const CeView *result, const CeProgress *progress, GError **error);
  CeTimes           (*times)        (gpointer job);
  void              (*close)        (gpointer job);
  void              (*keep)         (gpointer job);
  gboolean          (*prepare)      (gpointer job, CeFilterId filter, const CeProgress *progress);
};

const CeBackend *const *ce_backend_list    (void);
const CeBackend        *ce_backend_probe   (const char *name, GError **error);
const CeBackend        *ce_backend_find    (const char *name, const char **variant, GError **error);
void                    ce_backend_warm_up (const char *name);
void                    ce_backend_begin   (const char *what, GThreadFunc func, gpointer data);
void                    ce_backend_settle  (void);
void                    ce_backend_narrow  (void);

G_END_DECLS

#endif
