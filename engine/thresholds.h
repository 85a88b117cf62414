/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_THRESHOLDS_H
#define CE_THRESHOLDS_H

#include <glib.h>

G_BEGIN_DECLS

/* The low threshold is this share of the high one, with Otsu's method and with a percentile. */
#define CE_LOW_OF_OTSU 0.5
#define CE_LOW_OF_PERCENTILE 0.4

double ce_threshold_percentile (const guint64 *bins, int n_bins, double share);
double ce_threshold_otsu       (const guint64 *bins, int n_bins);

G_END_DECLS

#endif
