/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_DEVICES_H
#define CE_DEVICES_H

#include "backend.h"

G_BEGIN_DECLS

/**
 * CeDeviceEntry:
 * @place: the CPU, or a GPU; if there is no GPU to be named, CUDA as such
 * @device: (nullable): its name for people and what else is known; %NULL if
 *   there is none
 * @refusal: (nullable): why it cannot be used, one sentence in US English;
 *   %NULL: it can, as far as that is known without starting it
 *
 * A line of a list of devices to choose from.
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
