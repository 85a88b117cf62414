/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges and histograms for a job, and what it keeps between them.
 */
#ifndef CE_CPU_EDGES_H
#define CE_CPU_EDGES_H

#include "filter.h"
#include "peaks.h"
#include "stamp.h"

G_BEGIN_DECLS

typedef struct
{
  gboolean keeps;               /* more than the next render needs, in at most 9/4 bytes for each pixel */
  CeBits   weak;
  CeBits   strong;              /* edges once they are connected */
  CeStamp  edges;               /* what strong holds */
  CeStamp  rendered;            /* the last one */
  CePeaks  peaks;
  CeStamp  thinned;             /* what is kept */
  float    floor;               /* compared: only what is above it */
  CeStamp  tried;               /* what was to be kept, if there was room */
  CeStamp  counted[CE_N_HISTOGRAMS];
  guint64  bins[CE_N_HISTOGRAMS][CE_HISTOGRAM_BINS];
} CeEdges;

void     ce_edges_clear     (CeEdges *edges);
gboolean ce_edges_render    (CeEdges *edges, CeRender *render, const CeProgress *progress, GError **error);
gboolean ce_edges_histogram (CeEdges *edges, CeRender *render, CeHistogram what, guint64 *bins,
                             const CeProgress *progress, GError **error);

G_END_DECLS

#endif
