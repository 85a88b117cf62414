/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A job: one source image on one device, and the memory that stays between renders.
 */
#ifndef CE_CUDA_JOB_H
#define CE_CUDA_JOB_H

#include "driver.h"
#include "cuda/kernels/kernels.h"
#include "engine/cuda-edges.h"

G_BEGIN_DECLS

typedef enum
{
  CE_CUDA_BUFFER_IMAGE,         /* the source */
  CE_CUDA_BUFFER_BITS,          /* bitmaps and nodes of hysteresis */
  CE_CUDA_BUFFER_BINS,
  CE_CUDA_BUFFER_ALONG_X,       /* planes, see planes.c */
  CE_CUDA_BUFFER_PLANES,
  CE_CUDA_BUFFER_ESTIMATE,      /* of a deconvolution, kept for the next render */
  CE_CUDA_BUFFER_MAGNITUDES,          /* magnitudes, see CeCudaLevels */
  CE_CUDA_BUFFER_RESULT,
  CE_CUDA_N_BUFFERS
} CeCudaBufferId;

/* Device memory that grows and stays for the next render. */
typedef struct
{
  CUdeviceptr data;
  gsize       size;
  guint       render;           /* number of the render that reserved it last */
} CeCudaBuffer;

/* Kernels that march read up to this many rows beyond those that they need. */
#define CE_CUDA_SPARE_ROWS 4

/* Taps of pixels between two polls of Cancel: 0.2 to 0.6 ms of an H200, so that a GPU that is a hundred times slower answers
 * within 100 ms. */
#define CE_CUDA_MOST_TAPS (ce_testing ()->cuda_taps ? (double) ce_testing ()->cuda_taps : 9e8)

/* Bytes of a slot of pinned memory: a huge page. */
#define CE_CUDA_SLOT ((gsize) 2 << 20)

/* The share of the progress at which a render has computed its result and begins to fetch it. */
#define CE_CUDA_COMPUTED 0.5

/* The grid of blocks that covers rows of an image. */
typedef struct
{
  guint columns;                /* blocks side by side */
  int   rows;                   /* of a block */
  guint threads_x;
  guint threads_y;
  gsize shared;                 /* bytes of a block's dynamic shared memory */
} CeCudaGrid;

/* The magnitudes in CE_CUDA_BUFFER_MAGNITUDES: their source and their plan. */
typedef struct
{
  const CeSource *source;       /* or NULL */
  CePlan          plan;
  CeCudaLevels    levels;
} CeCudaThinned;

/* What a later render may use: blurred signals in CE_CUDA_BUFFER_PLANES, or CE_CUDA_BUFFER_ESTIMATE. */
typedef struct
{
  int       n_rows;             /* from the first; 0: nothing */
  double    sigma;
  int       luma;
  CeSignals signals;            /* none: an estimate */
  int       iterations;
  double    detail;
} CeCudaKept;

typedef struct
{
  const CeSource   *source;     /* the whole source, or the part of it that is rendered */
  gsize             offset;     /* bytes from the whole source's first pixel to this one's */
  CeCudaDevice     *device;
  gsize             budget;     /* bytes of device memory this job may have */
  gsize             used;
  CeCudaBuffer      buffers[CE_CUDA_N_BUFFERS];
  CeCudaKept        kept;
  CeCudaThinned     thinned;
  gboolean          is_there;   /* the whole source is on the device */

  CUstream          stream;
  CUevent           begin;      /* before the first kernel of a render */
  CUevent           end;        /* after the last one */
  gboolean          has_begun;  /* @begin is recorded */
  CUevent           asked[2];   /* events of the last two polls of Cancel, in turn */
  int               n_asked;    /* in this render */
  guint             n_renders;
  const CeProgress *progress;   /* of the caller of the render */
  gboolean          rehearses;  /* kernels are not launched; only @lacks is set */
  gboolean          lacks;      /* a kernel that is not compiled */

  CeTimes           times;
} CeCudaJob;

/* A range of rows of the image, which is queued at once. */
typedef struct
{
  int          y0;
  int          y1;
  CeCudaSource source;          /* the whole */
  CeCudaTarget target;          /* of the whole; no data if there is no result */
  double       from;            /* shares of the progress before and after these rows */
  double       to;
} CeCudaRows;

typedef struct _CeCudaRender CeCudaRender;

/* Queues the kernels of @rows. */
typedef gboolean (*CeCudaRowsFunc) (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error);

/* One pass over the image. */
typedef struct
{
  CeCudaRowsFunc func;
  gboolean       at_once;       /* all rows are one range */
} CeCudaPass;

/* A render: one pass after the other. */
struct _CeCudaRender
{
  const CePlan *plan;
  const CeView *result;         /* nullable */
  CeCudaPass    passes[5];
  int           n_passes;
  gpointer      data;           /* of the passes */
};

gboolean ce_cuda_reserve        (CeCudaJob *job, CeCudaBufferId id, gsize size, GError **error);
void     ce_cuda_release        (CeCudaJob *job, CeCudaBufferId id);
gboolean ce_cuda_pin            (CeCudaJob *job, const CeView *view);
gpointer ce_cuda_take_slot      (CeCudaJob *job);
void     ce_cuda_return_slot    (gpointer slot);
gboolean ce_cuda_transfer       (CeCudaJob *job, const CeView *view, CUdeviceptr device, gboolean fetches, double from,
                                 double to, GError **error);

gboolean ce_cuda_ask            (CeCudaJob *job, double share, GError **error);
gboolean ce_cuda_run            (CeCudaJob *job, const CeCudaRender *render, GError **error);
gboolean ce_cuda_upload         (CeCudaJob *job, GError **error);
gboolean ce_cuda_queue          (CeCudaJob *job, CeCudaRender *render, GError **error);
gboolean ce_cuda_render         (CeCudaJob *job, CeCudaRender *render, GError **error);

gboolean ce_cuda_rehearse       (CeCudaJob *job, CeCudaKernel kernel);
gboolean ce_cuda_launch         (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads_x, guint threads_y,
                                 gsize shared, void **args, GError **error);
gboolean ce_cuda_launch_down    (CeCudaJob *job, CeCudaKernel kernel, const CeCudaGrid *grid, gpointer p, int *y0, int *y1,
                                 GError **error);
gboolean ce_cuda_launch_next    (CeCudaJob *job, CeCudaKernel kernel, guint x, guint y, guint threads,
                                 void **args, GError **error);
void     ce_cuda_set_gaussian   (CeCudaLaunch *p, int radius, const float *weights, int x, int y);
gboolean ce_cuda_march          (CeCudaJob *job, CeCudaKernel kernel, CeCudaLaunch *p, GError **error);

gsize    ce_cuda_plane_stride   (CeCudaJob *job);
void     ce_cuda_choose_signals (CeCudaSource *source, const CePlan *plan);
gboolean ce_cuda_blur_to_plane  (CeCudaJob *job, CeCudaLaunch *p, GError **error);
gboolean ce_cuda_level_plane    (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, int cover, int channel,
                                 gboolean blurs, CUdeviceptr to, int y0, int y1, GError **error);
gboolean ce_cuda_prepare        (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, CeCudaFamily family,
                                 CeCudaLaunch *p, GError **error);

void     ce_cuda_choose_operator (CeCudaOperator *op, const CeDerivative *derivative);
gboolean ce_cuda_is_thinned     (CeCudaJob *job, const CePlan *plan);
gboolean ce_cuda_thin           (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, const CeCudaBits *bits,
                                 GError **error);
gboolean ce_cuda_show_thinned   (CeCudaJob *job, const CeCudaRows *rows, const CePlan *plan, GError **error);

/* Fill in the passes of a filter, and reserve what stays between them. */
#define CE_CUDA_FILTER(ID, name) \
  gboolean ce_cuda_set_ ## name (CeCudaJob *job, CeCudaRender *render, GError **error);
CE_EACH_FILTER (CE_CUDA_FILTER)
#undef CE_CUDA_FILTER

void     ce_cuda_set_stage      (CeCudaRender *render);
gboolean ce_cuda_histogram      (CeCudaJob *job, const CePlan *plan, guint64 *bins, GError **error);

G_END_DECLS

#endif
