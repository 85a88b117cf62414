/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window that compares CPU and GPU on the user's own image.
 */
#ifndef CE_COMPARE_H
#define CE_COMPARE_H

#include <gtk/gtk.h>

#include "live/comparison.h"

typedef struct _CeCompare CeCompare;

CeCompare *ce_compare_new  (GtkWindow *parent, const CeFilter *filter);
void       ce_compare_show (CeCompare *compare, const CeComparison *comparison);
void       ce_compare_run  (CeCompare *compare);
void       ce_compare_free (CeCompare *compare);

#endif
