/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges and histograms, and their state between renders.
 */
#pragma once

#include "filter.h"
#include "kept.h"
#include "peaks.h"

struct _CeEdges
{
  CeBits   weak;
  CeBits   strong;              /* edges, once connected */
  gboolean connected;           /* @strong has the edges, of these thresholds */
  float    low, high;
  CePeaks  peaks;
  gboolean tried;               /* storing the peaks was tried */
  gboolean counted[CE_N_HISTOGRAMS];
  guint64  bins[CE_N_HISTOGRAMS][CE_HISTOGRAM_BINS];
};

void     ce_edges_clear     (CeEdges *edges);
gboolean ce_edges_histogram (CeCpuRender *render, guint64 *bins, const CeProgress *progress, GError **error);
