/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How many pixels respond how strongly, of any edge filter, and of a selection
 * alone.
 */
#ifndef CE_MASKED_HISTOGRAM_H
#define CE_MASKED_HISTOGRAM_H

#include "engine/session.h"

gboolean ce_masked_histogram  (const CeFilter *filter, const CeView *source, const CeParams *params, const CeView *mask,
                               CeHistogram what, guint64 *bins, CeProgressFunc progress, gpointer data);
void     ce_masked_thresholds (const guint64 *bins, CeParams *params);

#endif
