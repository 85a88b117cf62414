/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A filter runs on the CPU tile by tile; each thread has a workspace of its own.
 */
#pragma once

#include "engine/plan.h"

#include "bits.h"
#include "kept.h"
#include "peaks.h"
#include "ring.h"

/* Floats before and behind the pixels of a line. */
#define CE_LINE_MARGIN 32

/* One tile in so many is in a sample of thresholds. */
#define CE_SAMPLED 61

typedef struct _CeArtPlanes CeArtPlanes;
typedef struct _CeEdges CeEdges;
typedef struct _CePass CePass;

/* One render. */
struct _CeCpuRender
{
  const CeRows   *rows;
  const CeSource *source;
  const CePlan   *plan;
  const CeView   *result;
  CeKept         *kept;
  CeEdges        *edges;        /* between renders of Canny */
  CeBits         *weak;         /* of Canny's edges, else NULL */
  CeBits         *strong;
  CeHistogram     counted;      /* by a histogram */
  CePeaks        *peaks;        /* stores the pixels that thinning keeps, or NULL */
  const CePass   *pass;         /* of a filter of many passes */
  float          *planes;       /* of deconvolution, see there; of unsharp masking the blurred luminance, or NULL */
  const CeArtPlanes *art;       /* of line art */
  gboolean        is_blurred;   /* that luminance is read, else written */
  gboolean        is_sample;    /* of thresholds: one small tile in CE_SAMPLED is done */
};

/* Returns row @y of plane @number of the render, which all have the source's size. */
static inline float *
ce_plane_row (const CeCpuRender *render, int number, int y)
{
  const CeView *view = &render->source->view;

  return render->planes + ((gsize) number * (gsize) view->height + (gsize) y) * (gsize) view->width;
}

/**
 * CeTiled:
 * @size: bytes of a workspace
 * @init: initializes a workspace of zeros for tiles of up to @tile_width columns; allocates with ce_workspace_alloc()
 * @run: does one tile
 * @rows: the most rows of a tile; 0: many, because rings compute the rows around a tile once more
 *
 * A filter as tiles.
 */
typedef struct
{
  gsize    size;
  void     (*init) (gpointer workspace, const CeCpuRender *render, int tile_width);
  void     (*run)  (gpointer workspace, const CeCpuRender *render, const CeTile *tile);
  int      rows;
} CeTiled;

/**
 * CePass:
 * @tiled: what it does in a tile
 * @share: about how much of the time of all passes it takes
 * @keeps: from here on the kept planes serve a later render, which begins with the next pass
 * @from, @to: numbers of the planes that it reads and writes
 * @channel: of a deconvolution; -1: luminance
 * @n_steps: of a deconvolution
 *
 * A pass over the image, all of whose tiles end before the next pass begins.
 */
struct _CePass
{
  const CeTiled *tiled;
  double         share;
  gboolean       keeps;
  int            from;
  int            to;
  int            channel;
  int            n_steps;
};

extern const CeTiled ce_cpu_sharpen_tiles;
extern const CeTiled ce_cpu_canny_levels;
extern const CeTiled ce_cpu_canny_edges;
extern const CeTiled ce_cpu_canny_count;

void     ce_cpu_canny_collect (gpointer workspace, gpointer data);

/* Called with each workspace before it is freed, so that the threads' histograms can be summed. */
typedef void (*CeCollect) (gpointer workspace, gpointer data);

int      ce_tile_width  (const CeCpuRender *render);
gboolean ce_tiled_run   (const CeTiled *tiled, const CeCpuRender *render, CeCollect collect, gpointer data,
                         const CeProgress *progress, GError **error);

gboolean ce_passes_run  (const CePass *passes, int n, gsize budget, CeCpuRender *render, const CeProgress *progress,
                         GError **error);
gboolean ce_unsharp     (CeCpuRender *render, const CeProgress *progress, GError **error);

/* Render a filter. */
#define CE_CPU_FILTER(ID, name) \
  gboolean ce_cpu_ ## name (CeCpuRender *render, const CeProgress *progress, GError **error);
CE_EACH_FILTER (CE_CPU_FILTER)
#undef CE_CPU_FILTER

float   *ce_line_new    (int width);
void     ce_store_row   (const CeCpuRender *render, const CeTile *tile, int y, const float *levels);

/* The gradient of the strongest signal. */
typedef struct
{
  CeRing      *signals[CE_MAX_SIGNALS];
  float       *dx;              /* of the middles of a later signal */
  float       *dy;
  float       *m;
} CeGradientRows;

void     ce_signals_init  (CeRing **signals, CeRings *rings, const CeCpuRender *render, int reach);
void     ce_gradient_init (CeGradientRows *gradient, CeRings *rings, const CeCpuRender *render, int reach, int tile_width);
void     ce_magnitude_row (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, float *m);
void     ce_gradient_row  (CeGradientRows *gradient, const CeCpuRender *render, const CeTile *tile, int y, int beside,
                           float *dx, float *dy, float *m);
