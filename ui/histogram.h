/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The histogram of Canny's gradient magnitudes, with the two thresholds as
 * lines that can be dragged.
 */
#ifndef CE_HISTOGRAM_H
#define CE_HISTOGRAM_H

#include <gtk/gtk.h>

#include "engine/params.h"

#define CE_TYPE_HISTOGRAM (ce_histogram_get_type ())
G_DECLARE_FINAL_TYPE (CeHistogramView, ce_histogram, CE, HISTOGRAM_VIEW, GtkDrawingArea)

GtkWidget *ce_histogram_new            (double max, const char *caption, gboolean linear);
void       ce_histogram_set_bins       (CeHistogramView *histogram, const guint64 *bins);
void       ce_histogram_set_thresholds (CeHistogramView *histogram, double low, double high, gboolean movable);
void       ce_histogram_set_share      (CeHistogramView *histogram, double share);

#endif
