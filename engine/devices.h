/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The list of devices.
 */
#ifndef CE_DEVICES_H
#define CE_DEVICES_H

#include "backend.h"

G_BEGIN_DECLS

/**
 * CeDeviceEntry:
 * @place: the CPU or a GPU; CUDA as such if no GPU can be named
 * @device: (nullable): the device; %NULL if there is none
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * One entry of the list.
 */
typedef struct
{
  CePlace         place;
  const CeDevice *device;
  const char     *refusal;
} CeDeviceEntry;

GArray *ce_devices_list (gboolean wait, gboolean *complete);

G_END_DECLS

#endif
