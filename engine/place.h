/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places: where to compute.
 */
#ifndef CE_PLACE_H
#define CE_PLACE_H

#include "error.h"
#include "params.h"

G_BEGIN_DECLS

/**
 * CeVariant:
 * @CE_VARIANT_BEST: the fastest one of the machine
 * @CE_VARIANT_PLAIN: the specification
 * @CE_VARIANT_BASE: the one of every machine
 * @CE_VARIANT_V3: x86-64-v3: AVX2
 * @CE_VARIANT_V4: x86-64-v4: AVX-512
 *
 * An instruction set of the CPU backend.
 */
typedef enum { CE_VARIANT_BEST, CE_VARIANT_PLAIN, CE_VARIANT_BASE, CE_VARIANT_V3, CE_VARIANT_V4, CE_N_VARIANTS } CeVariant;

/* The first device. */
#define CE_DEVICE_FIRST -1

/**
 * CePlace:
 * @choice: the CPU, CUDA, or automatic: the one that ends sooner
 * @device: number of the GPU, or %CE_DEVICE_FIRST
 * @variant: of the CPU
 * @may_fall_back: the place was chosen, not named: the CPU continues if it fails
 *
 * A place to compute: a backend, its device, its variant.
 */
typedef struct
{
  CeBackendChoice choice;
  int             device;
  CeVariant       variant;
  gboolean        may_fall_back;
} CePlace;

CePlace     ce_place         (CeBackendChoice choice);
gboolean    ce_place_parse   (CePlace *place, const char *text, GError **error);
char       *ce_place_to_text (const CePlace *place);
gboolean    ce_place_equal   (const CePlace *a, const CePlace *b);
const char *ce_variant_name  (CeVariant variant);

G_END_DECLS

#endif
