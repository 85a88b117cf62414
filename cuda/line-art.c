/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Queues line art: passes over planes of the whole image.
 */
#include "job.h"

#include "engine/line-art.h"

/* Blocks for each processor, so that all of them end at about the same time. */
#define BLOCKS 24

/* The shared memory of a block for W columns, floats; see Flow. */
static gsize
flow_size (int w, int radius)
{
  int products = 3 * CE_CUDA_ART_STEP * CE_CUDA_ART_PITCH (w, radius), ring = 3 * (2 * radius + CE_CUDA_ART_STEP) * w;

  return (gsize) (products + ring + (CE_CUDA_ART_STEP + 2) * (w + 2 * radius + 2));
}

/* Finds the planes of a render, those of tangents if it @flows, and describes the rows of a range. */
static gboolean
describe (CeCudaJob *job, const CeCudaRows *rows, const CeLineArt *art, gboolean flows, CeCudaArt *p, GError **error)
{
  const CeView *view = &job->source->view;
  gsize         stride = ce_cuda_plane_stride (job), size = stride * (gsize) view->height;

  *p = (CeCudaArt) {
    .target = rows->target, .stride = (long long) stride, .width = view->width, .height = view->height,
    .y0 = rows->y0, .y1 = rows->y1, .flow_radius = (art->flow_radius + 3) & ~3, .across = art->across, .along = art->along,
    .strength = art->strength, .tone = art->tone, .paper = art->paper, .threshold = art->threshold,
    .per_level = art->per_level
  };
  memcpy (p->flow, art->flow, (gsize) (art->flow_radius + 1) * sizeof (float));
  memcpy (p->narrow, art->narrow, sizeof art->narrow);
  memcpy (p->wide, art->wide, sizeof art->wide);
  memcpy (p->weights, art->weights, sizeof art->weights);

  job->kept.n_rows = 0;
  if (! ce_cuda_reserve (job, CE_CUDA_BUFFER_PLANES, (flows ? 4 : 2) * size, error))
    return FALSE;
  p->levels = job->buffers[CE_CUDA_BUFFER_PLANES].data;
  p->differences = p->levels + size;
  p->tangents = p->levels + 2 * size;

  return TRUE;
}

/* Queues a kernel whose blocks compute @width columns of @height rows. */
static gboolean
launch (CeCudaJob *job, CeCudaKernel kernel, CeCudaArt *p, int width, int height, guint threads, gsize floats,
        GError **error)
{
  const CeCudaGrid grid = { (guint) ((p->width + width - 1) / width), height, threads, 1, floats * sizeof (float) };

  return ce_cuda_launch_down (job, kernel, &grid, p, &p->y0, &p->y1, error);
}

/* Queues a kernel with a thread for each pixel. */
static gboolean
launch_each (CeCudaJob *job, CeCudaKernel kernel, CeCudaArt *p, GError **error)
{
  const CeCudaGrid grid = { ((guint) p->width + CE_CUDA_BLOCK_X - 1) / CE_CUDA_BLOCK_X, CE_CUDA_BLOCK_Y, CE_CUDA_BLOCK_X,
                            CE_CUDA_BLOCK_Y, 0 };

  return ce_cuda_launch_down (job, kernel, &grid, p, &p->y0, &p->y1, error);
}

/* Queues the levels: those of floats are bounded. They become the plane of levels, or what the Gaussian of the next pass
 * blurs, which lies where differences come later. */
static gboolean
read_levels (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  const CePlan *plan = render->plan;
  CeCudaArt     p;

  if (! describe (job, rows, &plan->line_art, plan->params.stage >= CE_DRAWN_FLOW, &p, error))
    return FALSE;
  if (plan->radius > 0)
    p.levels = p.differences;

  return ce_cuda_level_plane (job, rows, plan, plan->opaque ? CE_CUDA_COVER_NONE : CE_CUDA_COVER_LEVEL, -1, FALSE, p.levels,
                              rows->y0, rows->y1, error)
         && (job->source->view.type != CE_F32 || launch_each (job, CE_CUDA_KERNEL_art_bound, &p, error));
}

/* Queues the Gaussian of the levels, or, if @shows, writes levels to the result. */
static gboolean
copy_levels (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, gboolean shows, GError **error)
{
  const CePlan *plan = render->plan;
  CeCudaLaunch  pass = { .source = rows->source, .target = rows->target, .y0 = rows->y0, .y1 = rows->y1 };
  CeCudaArt     p;

  if (! describe (job, rows, &plan->line_art, plan->params.stage >= CE_DRAWN_FLOW, &p, error))
    return FALSE;

  pass.source.data = shows ? p.levels : p.differences;
  pass.source.stride = p.stride;
  pass.source.channels = 1;
  pass.source.samples = CE_CUDA_PLANE;
  if (shows)
    return ce_cuda_march (job, CE_CUDA_KERNEL_levels_0, &pass, error);

  pass.target = (CeCudaTarget) { .data = p.levels, .stride = p.stride, .samples = CE_CUDA_PLANE };
  ce_cuda_set_gaussian (&pass, plan->radius, plan->weights, 0, 0);

  return ce_cuda_blur_to_plane (job, &pass, error);
}

static gboolean
smooth (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  return copy_levels (job, rows, render, FALSE, error);
}

static gboolean
show_levels (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  return copy_levels (job, rows, render, TRUE, error);
}

static gboolean
find_flow (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  CeCudaKernel kernel;
  CeCudaArt    p;
  int          width, columns;

  if (! describe (job, rows, &render->plan->line_art, TRUE, &p, error))
    return FALSE;

  kernel = ce_cuda_find_kernel (CE_CUDA_FAMILY_art_flow, 0, p.flow_radius);
  width = CE_CUDA_ART_WIDTH (ce_cuda_table[kernel].radius);
  columns = (p.width + width - 1) / width;
  p.is_shown = render->plan->params.stage == CE_DRAWN_FLOW;
  p.rows = MAX ((int) ((gint64) (p.y1 - p.y0) * columns / (BLOCKS * job->device->processors)), p.flow_radius)
           + CE_CUDA_ART_STEP;

  return launch (job, kernel, &p, width, p.rows, (guint) (width * CE_CUDA_ART_STEP / 4), flow_size (width, p.flow_radius),
                 error);
}

static gboolean
find_differences (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  CeCudaArt p;

  if (! describe (job, rows, &render->plan->line_art, TRUE, &p, error))
    return FALSE;

  p.is_shown = render->plan->params.stage == CE_DRAWN_DIFFERENCE;
  p.reach = (int) (CE_ART_LONGEST * p.across) + 2;
  if (p.across <= ce_cuda_table[CE_CUDA_KERNEL_art_across_11].radius)
    return launch (job, CE_CUDA_KERNEL_art_across_11, &p, 64, 32, 256, 96 * (gsize) (32 + 2 * p.reach + 1), error);

  return launch (job, CE_CUDA_KERNEL_art_across_32, &p, 32, 8, 256, 128 * (gsize) (8 + 2 * p.reach + 1), error);
}

static gboolean
find_levels (CeCudaJob *job, const CeCudaRows *rows, const CeCudaRender *render, GError **error)
{
  CeCudaArt p;
  int       side;

  if (! describe (job, rows, &render->plan->line_art, TRUE, &p, error))
    return FALSE;

  if (p.along > ce_cuda_table[CE_CUDA_KERNEL_art_along_10].radius)
    {
      p.reach = (int) (CE_ART_LONGEST * p.along) + 2;
      return launch_each (job, CE_CUDA_KERNEL_art_along_40, &p, error);
    }

  p.reach = p.along + 1;
  side = CE_CUDA_ART_SIDE + 2 * p.reach;

  return launch (job, CE_CUDA_KERNEL_art_along_10, &p, CE_CUDA_ART_SIDE, CE_CUDA_ART_SIDE, 512,
                 2 * CE_CUDA_ART_ALONG_PITCH * (gsize) (2 * side + 1), error);
}

/* Lists the passes of line art up to the stage that is drawn. */
gboolean
ce_cuda_set_line_art (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  const CePlan *plan = render->plan;
  CeDrawn       drawn = plan->params.stage;

  render->n_passes = 0;
  render->passes[render->n_passes++].func = read_levels;
  if (plan->radius > 0)
    render->passes[render->n_passes++].func = smooth;
  if (drawn == CE_DRAWN_SMOOTHED)
    render->passes[render->n_passes++].func = show_levels;
  if (drawn >= CE_DRAWN_FLOW)
    render->passes[render->n_passes++].func = find_flow;
  if (drawn >= CE_DRAWN_DIFFERENCE)
    render->passes[render->n_passes++].func = find_differences;
  if (drawn >= CE_DRAWN_LINES)
    render->passes[render->n_passes++].func = find_levels;

  return TRUE;
}
