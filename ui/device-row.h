/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where to compute: automatic, the processor, or one of the GPUs by name.
 */
#ifndef CE_DEVICE_ROW_H
#define CE_DEVICE_ROW_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"
#include "engine/place.h"

#define CE_TYPE_DEVICE_ROW (ce_device_row_get_type ())
G_DECLARE_FINAL_TYPE (CeDeviceRow, ce_device_row, CE, DEVICE_ROW, GtkBox)

GtkWidget  *ce_device_row_new         (GimpProcedureConfig *config, const CeFilter *filter);
GtkWidget  *ce_device_row_get_label   (CeDeviceRow *row);
gboolean    ce_device_row_get_place   (CeDeviceRow *row, CePlace *place);
void        ce_device_row_set_gpu     (CeDeviceRow *row, const char *name);
const char *ce_device_row_get_gpu     (CeDeviceRow *row);

#endif
