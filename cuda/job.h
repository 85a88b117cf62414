/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job: one source image on one device, and what is kept between renders.
 */
#ifndef CE_CUDA_JOB_H
#define CE_CUDA_JOB_H

#include "driver.h"
#include "kernels.h"

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
  CE_CUDA_BUFFER_WEAK,
  CE_CUDA_BUFFER_STRONG,
  CE_CUDA_BUFFER_LABELS,
  CE_CUDA_BUFFER_PARENTS,
  CE_CUDA_BUFFER_BINS,
  CE_CUDA_BUFFER_ALONG_X,       /* planes, see planes.c */
  CE_CUDA_BUFFER_PLANES,
  CE_CUDA_BUFFER_SOURCE,        /* two bands of the source, if the whole does not fit */
  CE_CUDA_BUFFER_RESULT,        /* the whole result or two bands of it */
  CE_CUDA_N_BUFFERS
} CeCudaBufferId;

typedef struct
{
  CUevent  begin;               /* compute */
  CUevent  end;
  CUevent  ready;               /* source is on the device */
  CUevent  done;                /* result is on the host */
  gboolean busy;
} CeCudaSlot;

/* What CE_CUDA_BUFFER_PLANES holds of the whole image, to be used again. */
typedef struct
{
  gboolean valid;
  double   sigma;
  int      luma;
  int      n_signals;
} CeCudaKept;

typedef struct
{
  const CeSource *source;
  CeCudaDevice   *device;
  gsize           budget;       /* bytes of device memory this job may have */
  gsize           used;
  CeCudaBuffer    buffers[CE_CUDA_N_BUFFERS];
  CeCudaKept      kept;

  CUstream        compute;
  CUstream        copy_in;
  CUstream        copy_out;
  CeCudaSlot      slots[2];
  CUevent         uploaded;     /* the whole source */

  gboolean        resident;     /* the source stays on the device */
  gsize           arrived;      /* bytes of the source that are final */
  gsize           copied;       /* of these, on the way to the device */
  GError         *upload_error;
  GArray         *pinned;       /* of CeCudaRange */

  CeTimes         times;
} CeCudaJob;

typedef struct
{
  guint8 *begin;
  gsize   size;
} CeCudaRange;

/**
 * CeCudaBand:
 * @y0, @y1: rows to compute
 * @source: the source, with the rows that these need
 * @target: the result; no data if there is none
 *
 * A piece of the image that is computed at once.
 */
typedef struct
{
  int          y0;
  int          y1;
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
 * @uses_source: %FALSE if @func does not read the source
 * @result: (nullable): where the rows go
 * @style: of the result
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
  gboolean       uses_source;
  const CeView  *result;
  int            style;
  double         from;
  double         to;
} CeCudaPass;

/* Which signals, and their blur. */
typedef struct
{
  int    n;                     /* 1 or 2 */
  int    cover;
  int    channel;
  int    luma;
  double sigma;
} CeCudaSignal;

gboolean ce_cuda_enter          (CeCudaJob *job, GError **error);
void     ce_cuda_leave          (void);

gboolean ce_cuda_reserve        (CeCudaJob *job, CeCudaBufferId id, gsize size, GError **error);
void     ce_cuda_release        (CeCudaJob *job, CeCudaBufferId id);
gsize    ce_cuda_left           (CeCudaJob *job, guint ids);
gboolean ce_cuda_pin            (CeCudaJob *job, gpointer begin, gsize size);
void     ce_cuda_unpin_all      (CeCudaJob *job);

gboolean ce_cuda_upload_open    (CeCudaJob *job, GError **error);
void     ce_cuda_upload_rows    (CeCudaJob *job, int y, int n_rows);
gboolean ce_cuda_upload_finish  (CeCudaJob *job, GError **error);

gboolean ce_cuda_launch         (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint z,
                                 guint threads_x, guint threads_y, gsize shared, void **args, GError **error);
gboolean ce_cuda_run_pass       (CeCudaJob *job, const CeCudaPass *pass, const CeProgress *progress, GError **error);
gsize    ce_cuda_plane_stride   (CeCudaJob *job);
void     ce_cuda_choose_signal  (CeCudaSource *source, const CeCudaSignal *signal);
gboolean ce_cuda_is_fused       (int n_signals, int radius);
gboolean ce_cuda_launch_fused   (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int n_signals, int depth,
                                 gsize more, GError **error);
gboolean ce_cuda_launch_bytes   (CeCudaJob *job, CeCudaKernel kernel, CeCudaEdges *p, int depth, GError **error);
gboolean ce_cuda_is_bytes       (const CeCudaEdges *p);
gboolean ce_cuda_blur_to_planes (CeCudaJob *job, CeCudaEdges *p, int n_signals, GError **error);
gsize    ce_cuda_signal_scratch (CeCudaJob *job, const CeCudaSignal *signal);
gboolean ce_cuda_prepare        (CeCudaJob *job, const CeCudaBand *band, const CeCudaSignal *signal, int depth,
                                 CeCudaEdges *p, GError **error);
gboolean ce_cuda_report         (const CeProgress *progress, double share, GError **error);

void     ce_cuda_choose_operator (CeCudaOperator *op, int operator_);
CeCudaSignal ce_cuda_edge_signal (CeCudaJob *job, const CeParams *params, double sigma);
gboolean ce_cuda_edge_filter    (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
                                 const CeProgress *progress, GError **error);
gboolean ce_cuda_canny          (CeCudaJob *job, const CeParams *params, const CeView *result,
                                 const CeProgress *progress, GError **error);
gboolean ce_cuda_histogram      (CeCudaJob *job, const CeParams *params, CeHistogram what, guint64 *bins,
                                 const CeProgress *progress, GError **error);
gboolean ce_cuda_sharpen        (CeCudaJob *job, const CeParams *params, const CeView *result,
                                 const CeProgress *progress, GError **error);

G_END_DECLS

#endif
