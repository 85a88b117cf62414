/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Deconvolution. Half a step blurs the plane that the one before it has written, so it works on rows that are one radius
 * higher. A band of rows takes all half steps before the next band begins, and none of them overwrites a row that the next
 * band reads. So planes are windows that slide down the image from band to band.
 */
#include "sharpen.h"

#include <math.h>

/* Pixels of a band for each processor of a GPU. On an H200 kernels take 4 percent longer than those of the whole image, with
 * half of it 14, because blocks that march get fewer rows. */
#define BAND_PIXELS 131072

/* The least rows of a band. */
#define LEAST_ROWS 8

/* The rows above and below a row that sharpening reads through its mask. */
#define AROUND 3

/* What stays the same while windows slide. */
typedef struct
{
  CeCudaPlanes planes;
  guint        windows;         /* the planes that slide, one bit each */
  int          first;           /* row of a window */
  int          n_rows;          /* of a window */
  int          n_half_steps;    /* 0: the estimate is there */
  int          band;            /* rows of a band */
  int          lag;             /* rows by which the result is behind the light */
} Slide;

/* Queues half step @n for rows @y0 to @y1 - 1: an odd one computes the correction, an even one the estimate. */
static gboolean
half_step (CeCudaJob *job, const CeCudaPlanes *planes, int n, int y0, int y1, GError **error)
{
  const CUdeviceptr *data = planes->data;
  gboolean           corrects = n % 2 == 1;
  CUdeviceptr        estimate = data[CE_CUDA_PLANE_SECOND], correction = data[CE_CUDA_PLANE_CORRECTION];
  CUdeviceptr        covered[2] = { data[CE_CUDA_PLANE_COVERED_ESTIMATE], data[CE_CUDA_PLANE_COVERED_CORRECTION] };
  gboolean           opaque = planes->plan->opaque;
  CeCudaPtr          plane = corrects ? estimate : correction;
  long long          stride = (long long) ce_cuda_plane_stride (job);
  CeCudaLaunch       p = { .y0 = y0, .y1 = y1 };

  p.source = (CeCudaSource) {
    .data = opaque ? plane : covered[! corrects], .stride = stride, .width = job->source->view.width,
    .height = job->source->view.height, .channels = 1, .samples = CE_CUDA_PLANE
  };
  p.target = (CeCudaTarget) { .data = corrects ? correction : estimate, .stride = stride, .samples = CE_CUDA_PLANE };
  p.deconvolve = (CeCudaDeconvolve) {
    .light = data[CE_CUDA_PLANE_MEASURED], .plane = plane, .estimate = corrects ? 0 : estimate,
    .weight = data[CE_CUDA_PLANE_WEIGHT], .blurred_weight = data[CE_CUDA_PLANE_BLURRED_WEIGHT], .covered = covered[corrects],
    .damping = planes->plan->damping
  };
  ce_cuda_set_gaussian (&p, planes->plan->radius, planes->plan->weights, 0, 0);

  return ce_cuda_march (job, ce_cuda_find_kernel (CE_CUDA_FAMILY_deconvolve, 0, MAX (p.radius, 1)), &p, error);
}

/* Returns the taps of half a step for a row of the image. */
static double
taps_of_row (CeCudaJob *job, int radius)
{
  return (double) job->source->view.width * (2 * radius + 6);
}

/* Sets the rows of @slide for @n half steps. Bands have equally many rows; one is enough if its window would be as high as
 * the image. */
static void
set_rows (CeCudaJob *job, int n, Slide *slide)
{
  const CePlan *plan = slide->planes.plan;
  const CeView *view = &job->source->view;
  const double  most = MIN ((double) BAND_PIXELS * job->device->processors / view->width,
                            CE_CUDA_MOST_TAPS / taps_of_row (job, plan->radius));
  const int     lag = MAX (n * plan->radius, AROUND), all = view->height + lag;
  const int     n_bands = (int) ceil (all / MAX (most, LEAST_ROWS));

  slide->n_half_steps = n;
  slide->lag = lag;
  slide->band = (all + n_bands - 1) / n_bands;
  slide->n_rows = slide->band + lag + MAX (plan->radius, AROUND) + 1;
  if (slide->n_rows >= view->height)
    {
      slide->band = all;
      slide->n_rows = view->height;
    }
}

/* Reserves the planes of @slide. The estimate of a signal that is kept is a plane of the whole image. */
static gboolean
reserve (CeCudaJob *job, gboolean keeps, Slide *slide, GError **error)
{
  const guint used = ce_cuda_planes_used (&slide->planes);
  const gsize stride = ce_cuda_plane_stride (job), size = (gsize) slide->n_rows * stride;
  int         n = 0;

  slide->windows = keeps ? used & ~(1u << CE_CUDA_PLANE_SECOND) : used;
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, (gsize) __builtin_popcount (slide->windows) * size, error)
      || (keeps && ! ce_cuda_reserve (job, CE_CUDA_BUFFER_ESTIMATE, (gsize) job->source->view.height * stride, error)))
    return FALSE;

  slide->planes.data[CE_CUDA_PLANE_SECOND] = job->buffers[CE_CUDA_BUFFER_ESTIMATE].data;
  for (int i = 0; i < CE_CUDA_N_PLANES; i++)
    if (slide->windows & (1u << i))
      slide->planes.data[i] = job->buffers[CE_CUDA_BUFFER_PLANES].data + (gsize) n++ * size;

  return TRUE;
}

/* Copies a window's rows up to @end - 1 to @by rows before them, in pieces that do not overlap. */
static gboolean
move (CeCudaJob *job, CUdeviceptr data, int from, int end, int by, GError **error)
{
  const gsize stride = ce_cuda_plane_stride (job);

  for (int y = from, n; y < end; y += n)
    {
      n = MIN (by, end - y);
      if (! ce_cuda_check (ce_cuda.cuMemcpyDtoDAsync (data + (gsize) (y - by) * stride, data + (gsize) y * stride,
                                                      (gsize) n * stride, job->stream), "computing", error))
        return FALSE;
    }

  return TRUE;
}

/* Slides the windows, if they need it, to have room for the rows @y0 to @y1, below those that are read again. The correction
 * is half a step behind the light. */
static gboolean
slide_down (CeCudaJob *job, Slide *slide, int y0, int y1, GError **error)
{
  CeCudaPlanes *planes = &slide->planes;
  const int     radius = planes->plan->radius, first = y0 - slide->lag - MAX (radius, AROUND), by = first - slide->first;

  if (MIN (y1 + 1, job->source->view.height) <= slide->first + slide->n_rows)
    return TRUE;

  for (int i = 0; i < CE_CUDA_N_PLANES; i++)
    if (slide->windows & (1u << i))
      {
        gboolean corrects = i == CE_CUDA_PLANE_CORRECTION || i == CE_CUDA_PLANE_COVERED_CORRECTION;

        if (i != CE_CUDA_PLANE_SIGNAL && i != CE_CUDA_PLANE_MASK
            && ! move (job, planes->data[i], first, y0 - (corrects ? radius : 0), by, error))
          return FALSE;
        planes->data[i] -= (gsize) by * ce_cuda_plane_stride (job);
      }
  slide->first = first;

  return TRUE;
}

/* Queues light, which is the first estimate, and weights of the rows @y0 to @y1 - 1. */
static gboolean
add_rows (CeCudaJob *job, const CeCudaRows *all, const Slide *slide, CeCudaSharpen *sharpen, int y0, int y1,
          GError **error)
{
  CeCudaRows rows = *all;

  rows.y0 = y0;
  rows.y1 = y1;
  ce_cuda_set_planes (sharpen, &slide->planes);
  if (slide->n_half_steps == 0)
    sharpen->second = sharpen->covered = 0;

  return (slide->n_half_steps == 0 || ce_cuda_make_weights (job, &rows, &slide->planes, error))
         && ce_cuda_sharpen_launch (job, CE_CUDA_KERNEL_light, sharpen, y0, y1, error);
}

/* Queues all half steps of the band that begins at row @begin, while the progress goes from @from to @to. Cancel is polled
 * whenever the most rows are queued. */
static gboolean
take_steps (CeCudaJob *job, const Slide *slide, int begin, double from, double to, GError **error)
{
  const CePlan *plan = slide->planes.plan;
  const int     most = MAX ((int) MIN (CE_CUDA_MOST_TAPS / taps_of_row (job, plan->radius), G_MAXINT / 2), 1);
  int           queued = most;  /* rows, because the work before the steps counts as that many */

  for (int i = 1; i <= slide->n_half_steps; i++)
    {
      const int y1 = MIN (begin + slide->band - i * plan->radius, job->source->view.height);

      for (int y = MAX (begin - i * plan->radius, 0), n; y < y1; y += n)
        {
          n = MIN (y1 - y, most);
          if (queued + n > most)
            {
              if (! ce_cuda_ask (job, from + (to - from) * (i - 1) / slide->n_half_steps, error))
                return FALSE;
              queued = 0;
            }
          queued += n;
          if (! half_step (job, &slide->planes, i, y, y + n, error))
            return FALSE;
        }
    }

  return TRUE;
}

/* Queues the result of the rows @y0 to @y1 - 1, whose estimate is complete. */
static gboolean
finish_rows (CeCudaJob *job, const CeCudaRows *all, const Slide *slide, CeCudaSharpen *sharpen, int y0, int y1,
             GError **error)
{
  CeCudaRows rows = *all;

  rows.y0 = MAX (y0, 0);
  rows.y1 = MIN (y1, job->source->view.height);
  ce_cuda_set_planes (sharpen, &slide->planes);

  return rows.y0 >= rows.y1
         || (ce_cuda_make_mask (job, &rows, &slide->planes, sharpen, error)
             && ce_cuda_sharpen_launch (job, CE_CUDA_KERNEL_sharpen, sharpen, rows.y0, rows.y1, error));
}

/* Queues the result of one signal, which @sharpen describes but for its planes, while the progress goes from @from to @to.
 * @keeps: the estimate stays for the next render, and is there if the job has kept it. */
gboolean
ce_cuda_deconvolve (CeCudaJob *job, const CeCudaRows *rows, const CeCudaPlanes *planes, gboolean keeps,
                    CeCudaSharpen *sharpen, double from, double to, GError **error)
{
  const int height = job->source->view.height;
  Slide     slide = { .planes = *planes };

  set_rows (job, 2 * planes->plan->params.iterations, &slide);
  if (! reserve (job, keeps, &slide, error))
    return FALSE;

  if (job->kept.n_rows > 0)
    {
      slide.n_half_steps = 0;
      slide.lag = AROUND;
    }

  for (int y = 0; y < height + slide.lag; y += slide.band)
    {
      const int    y0 = MIN (y, height), y1 = MIN (y + slide.band, height);
      const double all = height + slide.lag, share = from + (to - from) * y / all;

      if (! slide_down (job, &slide, y0, y1, error)
          || (y0 < y1 && ! add_rows (job, rows, &slide, sharpen, y0, y1, error))
          || ! take_steps (job, &slide, y, share, MIN (share + (to - from) * slide.band / all, to), error)
          || ! finish_rows (job, rows, &slide, sharpen, y - slide.lag, y + slide.band - slide.lag, error))
        return FALSE;
    }

  return ce_cuda_ask (job, to, error);
}
