/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job: one source image on one device, and what is kept between renders.
 */
#ifndef CE_CUDA_JOB_H
#define CE_CUDA_JOB_H

#include "driver.h"
#include "cuda/kernels/kernels.h"
#include "engine/testing.h"

G_BEGIN_DECLS

/* Device memory that is kept and grows. */
typedef struct
{
  CUdeviceptr data;
  gsize       size;
} CeCudaBuffer;

typedef enum
{
  CE_CUDA_BUFFER_IMAGE,         /* the whole source, if it fits */
  CE_CUDA_BUFFER_BITS,          /* bitmaps and nodes of hysteresis */
  CE_CUDA_BUFFER_BINS,
  CE_CUDA_BUFFER_ALONG_X,       /* planes, see planes.c */
  CE_CUDA_BUFFER_PLANES,
  CE_CUDA_BUFFER_KEPT,          /* magnitudes, see kernels/kept.cuh */
  CE_CUDA_BUFFER_SOURCE,        /* two bands of the source, if the whole does not fit */
  CE_CUDA_BUFFER_RESULT,        /* the whole result or two bands of it */
  CE_CUDA_N_BUFFERS
} CeCudaBufferId;

/* A band in flight. */
typedef struct
{
  CUevent  begin;               /* compute */
  CUevent  end;
  CUevent  ready;               /* source is on the device */
  CUevent  done;                /* everything of it */
  gboolean busy;
} CeCudaSlot;

#define CE_CUDA_SLOTS 16

/* Kernels that march read up to this many rows beyond those that they need. */
#define CE_CUDA_SPARE_ROWS 4

/* Taps of pixels between two looks at Cancel: 0.3 to 0.6 milliseconds of an H200, so that a GPU a hundred times slower
 * answers within 100. */
#define CE_CUDA_MOST_TAPS (ce_testing ()->cuda_taps ? (double) ce_testing ()->cuda_taps : 6e8)

/**
 * CeCudaGrid:
 * @columns: blocks side by side
 * @rows: rows of a block
 * @threads_x, @threads_y: threads of a block
 * @shared: bytes of its dynamic shared memory
 *
 * How blocks cover rows of an image.
 */
typedef struct
{
  guint columns;
  int   rows;
  guint threads_x;
  guint threads_y;
  gsize shared;
} CeCudaGrid;

/* What CE_CUDA_BUFFER_KEPT holds, if anything: of which source, by which plan. */
typedef struct
{
  const CeSource *source;       /* or NULL */
  CePlan          plan;
  CeCudaLevels    levels;
  int             larger;       /* power of two by which magnitudes are */
} CeCudaThinned;

/* What CE_CUDA_BUFFER_PLANES holds of the image, to be used again: blurred signals, or light and the estimate of a
 * deconvolution. */
typedef struct
{
  int      n_rows;              /* from the first; 0: nothing */
  double   sigma;
  int      luma;
  int      n_signals;           /* 0: an estimate */
  int      iterations;
  double   detail;
} CeCudaKept;

typedef struct _CeCudaPin   CeCudaPin;
typedef struct _CeCudaWork  CeCudaWork;

typedef struct
{
  const CeSource *source;
  CeCudaDevice   *device;
  gsize           budget;       /* bytes of device memory this job may have */
  gsize           used;
  CeCudaBuffer    buffers[CE_CUDA_N_BUFFERS];
  CeCudaKept      kept;
  CeCudaThinned   thinned;

  CUstream        compute;
  CUstream        copy_in;
  CUstream        copy_out;
  CeCudaSlot      slots[CE_CUDA_SLOTS];
  CUevent         uploaded;     /* what was copied last */
  CUevent         begin;        /* to be recorded before the next kernel, or NULL */
  CUevent         asked[2];     /* where the last two looks at Cancel were queued, in turn */
  int             n_asked;      /* in this band */

  gboolean        resident;     /* the source stays on the device */
  gsize           arrived;      /* bytes of the source that are final */
  gsize           copied;       /* of these, on the way to the device */
  gboolean        is_there;     /* all of it is known to have come */
  GError         *upload_error;
  CeCudaPin      *source_pin;
  CeCudaWork     *work;         /* the render under way, or NULL */
  const CeProgress *progress;   /* of who waits for it, or NULL */

  CeTimes         times;
} CeCudaJob;

/**
 * CeCudaBand:
 * @y0, @y1: rows to compute
 * @whole: all bands of the pass find memory for the whole image, and come from
 *   top to bottom
 * @source: the source, with the rows that these need
 * @target: the result; no data if there is none
 *
 * A piece of the image that is computed at once.
 */
typedef struct
{
  int          y0;
  int          y1;
  gboolean     whole;
  CeCudaSource source;
  CeCudaTarget target;
} CeCudaBand;

typedef gboolean (*CeCudaBandFunc) (CeCudaJob *job, const CeCudaBand *band, gpointer data, GError **error);

/**
 * CeCudaPass:
 * @func: queues the kernels of a band
 * @data: for @func
 * @halo: rows of the source that a band needs above and below
 * @scratch: bytes of planes per row of a band and of its halo
 * @step: bands begin at multiples of this; 0 is 1
 * @taps: how much there is to do for a pixel, samples read times signals
 * @at_once: not in bands; for images that ce_cuda_fits() says fit
 * @uses_source: %FALSE if @func does not read the source
 * @plan: what is computed
 * @result: (nullable): where the rows go
 * @from, @to: shares of the progress
 *
 * One pass over the image, in as few bands as memory allows.
 */
typedef struct
{
  CeCudaBandFunc func;
  gpointer       data;
  int            halo;
  gsize          scratch;
  int            step;
  int            taps;
  gboolean       at_once;
  gboolean       uses_source;
  const CePlan  *plan;
  const CeView  *result;
  double         from;
  double         to;
} CeCudaPass;

/**
 * CeCudaRun:
 * @pass: what to do
 * @rows: of a band at most
 * @n_buffers: bands that memory is for; 1: it is for the whole image
 * @halo: rows of the source that a band is sent with
 * @source_size: bytes of each buffer of the source; 0 if it is resident
 * @result_size: bytes of each buffer of the result; 0 if there is none
 * @pin: (nullable): of the result
 * @next: first row that is not queued
 * @fetched: bytes of the result that are on their way to the host
 * @n: bands that have been queued
 *
 * A pass under way.
 */
typedef struct
{
  const CeCudaPass *pass;
  int               rows;
  int               n_buffers;
  int               halo;
  gsize             source_size;
  gsize             result_size;
  CeCudaPin        *pin;
  int               next;
  gsize             fetched;
  int               n;
} CeCudaRun;

/**
 * CeCudaWork:
 * @plan, @result: what is to be rendered
 * @passes: one or two; @result is in the last
 * @mends: whether the first has a result, too, and the third changes that on the host in place of the second
 * @data: (owned): of the passes
 * @run: the first pass, as far as it is
 * @has_begun: whether @run has
 *
 * A render. It stays where it is, as passes point into it.
 */
struct _CeCudaWork
{
  CePlan     plan;
  CeView     result;
  CeCudaPass passes[3];
  int        n_passes;
  gboolean   mends;
  gpointer   data;
  CeCudaRun  run;
  gboolean   has_begun;
};

/* Which signals, and their blur. */
typedef struct
{
  int           n;              /* 1 or 2 */
  int           cover;          /* of the first; the second is alpha */
  int           channel;
  gboolean      marches;        /* the stage's kernels march with a Gaussian of one signal, as far as there are some */
  const CePlan *plan;
} CeCudaSignal;

/* How a block takes its rows: sizes of shares at most, each half of the one before; rows that
 * only warm it up; rows of a step, of which a share and these are a multiple. */
typedef struct
{
  int sizes;
  int warm_up;
  int step;
} CeCudaMarch;

gboolean ce_cuda_reserve        (CeCudaJob *job, CeCudaBufferId id, gsize size, GError **error);
void     ce_cuda_release        (CeCudaJob *job, CeCudaBufferId id);
gsize    ce_cuda_left           (CeCudaJob *job, guint ids);

CeCudaPin *ce_cuda_pin          (CeCudaJob *job, gpointer begin, gsize size);
void     ce_cuda_pin_stop       (CeCudaPin *pin);
gsize    ce_cuda_pin_reach      (CeCudaPin *pin, gsize from, gboolean wait);
gboolean ce_cuda_pin_is_whole   (CeCudaPin *pin);

gboolean ce_cuda_upload_open    (CeCudaJob *job, GError **error);
gboolean ce_cuda_upload_arrive  (CeCudaJob *job, int n_rows);
void     ce_cuda_upload_advance (CeCudaJob *job);
gboolean ce_cuda_upload_next    (CeCudaJob *job);
int      ce_cuda_upload_count   (CeCudaJob *job);
gboolean ce_cuda_upload_is_complete (CeCudaJob *job);
gboolean ce_cuda_upload_wait    (CeCudaJob *job, gint64 begin, GError **error);

gboolean ce_cuda_work_begin     (CeCudaJob *job, const CePlan *plan, const CeView *result, GError **error);
void     ce_cuda_work_advance   (CeCudaJob *job);
gboolean ce_cuda_work_finish    (CeCudaJob *job, const CeProgress *progress, GError **error);
void     ce_cuda_work_end       (CeCudaJob *job);

gboolean ce_cuda_mark_begin     (CeCudaJob *job, GError **error);
gboolean ce_cuda_launch         (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint z,
                                 guint threads_x, guint threads_y, gsize shared, void **args, GError **error);
gboolean ce_cuda_launch_down    (CeCudaJob *job, CeCudaKernel kernel, const CeCudaGrid *grid, gpointer p, int *y0, int *y1,
                                 GError **error);
gboolean ce_cuda_launch_next    (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads,
                                 void **args, GError **error);
gboolean ce_cuda_is_whole       (CeCudaJob *job, const CeCudaPass *pass);
gboolean ce_cuda_fits           (CeCudaJob *job, const CeCudaPass *pass);
gboolean ce_cuda_run_pass       (CeCudaJob *job, const CeCudaPass *pass, const CeProgress *progress, GError **error);
CeCudaPin *ce_cuda_pin_result   (CeCudaJob *job, const CeView *result);
gboolean ce_cuda_run_begin      (CeCudaJob *job, CeCudaRun *run, const CeCudaPass *pass, GError **error);
gboolean ce_cuda_run_rows       (CeCudaJob *job, CeCudaRun *run, int n_rows, int least, GError **error);
gboolean ce_cuda_run_finish     (CeCudaJob *job, CeCudaRun *run, const CeProgress *progress, GError **error);
void     ce_cuda_run_stop       (CeCudaJob *job);
gboolean ce_cuda_fetch_rows     (CeCudaJob *job, CeCudaRun *run, CUdeviceptr from, int y1, gboolean wait, GError **error);
gboolean ce_cuda_fetch_rest     (CeCudaJob *job, CeCudaRun *run, const CeProgress *progress, GError **error);
double   ce_cuda_share_done     (CeCudaJob *job, const CeCudaRun *run);
gsize    ce_cuda_plane_stride   (CeCudaJob *job);
void     ce_cuda_set_gaussian   (CeCudaLaunch *p, const CePlan *plan, int x, int y);
void     ce_cuda_choose_signal  (CeCudaSource *source, const CeCudaSignal *signal);
gboolean ce_cuda_is_wide        (const CeCudaLaunch *p);
gboolean ce_cuda_march          (CeCudaJob *job, CeCudaKernel kernel, CeCudaLaunch *p, GError **error);
int      ce_cuda_share_rows     (CeCudaJob *job, CeCudaKernel kernel, int columns, int height, const CeCudaMarch *march,
                                 CeCudaShares *shares);
gboolean ce_cuda_launch_rows    (CeCudaJob *job, CeCudaKernel kernel, int columns, int height, const CeCudaMarch *march,
                                 CeCudaShares *shares, gpointer p, GError **error);
gboolean ce_cuda_blur_to_plane  (CeCudaJob *job, CeCudaLaunch *p, GError **error);
gboolean ce_cuda_level_plane    (CeCudaJob *job, const CeCudaBand *band, const CePlan *plan, int cover, int channel,
                                 gboolean blurs, CUdeviceptr to, int y0, int y1, GError **error);
gsize    ce_cuda_signal_scratch (CeCudaJob *job, const CeCudaSignal *signal);
gboolean ce_cuda_prepare        (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                                 CeCudaLaunch *p, GError **error);
gboolean ce_cuda_report         (const CeProgress *progress, double share, GError **error);
gboolean ce_cuda_ask            (CeCudaJob *job, const CeCudaBand *band, const CeCudaPass *pass, double share,
                                 GError **error);

void     ce_cuda_choose_operator (CeCudaOperator *op, const CePlan *plan);
CeCudaSignal ce_cuda_edge_signal (const CePlan *plan);
void     ce_cuda_edge_work      (CeCudaJob *job, CeCudaWork *work);
gboolean ce_cuda_reserve_bits   (CeCudaJob *job, CeCudaBits *bits, GError **error);
gboolean ce_cuda_flood          (CeCudaJob *job, const CeCudaBits *all, CeCudaTarget target, int y0, int y1, GError **error);
gboolean ce_cuda_flood_kept     (CeCudaJob *job, const CePlan *plan, const CeCudaBits *all, CeCudaTarget target, int floods,
                                 GError **error);
gboolean ce_cuda_merge          (CeCudaJob *job, const CeCudaBits *all, CeCudaTarget target, GError **error);
gboolean ce_cuda_keeps_at_once  (CeCudaJob *job, const CePlan *plan);
gboolean ce_cuda_is_thinned     (CeCudaJob *job, const CePlan *plan);
gboolean ce_cuda_thin           (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, const CeCudaBits *bits,
                                 GError **error);
gboolean ce_cuda_show_thinned   (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, GError **error);
gboolean ce_cuda_canny_work     (CeCudaJob *job, CeCudaWork *work, GError **error);
void     ce_cuda_sharpen_work   (CeCudaJob *job, CeCudaWork *work);
gboolean ce_cuda_histogram      (CeCudaJob *job, const CePlan *plan, guint64 *bins, const CeProgress *progress,
                                 GError **error);

G_END_DECLS

#endif
