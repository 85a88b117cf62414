/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_COSTS_H
#define CE_COSTS_H

#include "filters.h"

G_BEGIN_DECLS

/**
 * CeCosts:
 * @cpu_ns: of a filter without its Gaussian, for a pixel
 * @cpu_threads: that the CPU computes with
 * @cpu_tap_ns: of one tap of the Gaussian, for a sample
 * @gpu_usable: there is a GPU that works; if not, the rest is 0
 * @gpu_start_ms: until CUDA is ready, once per process
 * @gpu_fixed_ms: of a render, whatever its size
 * @gpu_byte_ns: of a byte moved to or from the device
 * @gpu_ns: of a pixel's computing, without the Gaussian
 * @gpu_tap_ns: of one tap of the Gaussian, for a sample
 * @arrival_ns: of a byte of the source until whoever has it hands it over
 *
 * What computing costs on this machine, in wall time, all cores and transfers
 * included.
 */
typedef struct
{
  double   cpu_ns[CE_N_FILTERS];
  double   cpu_tap_ns;
  double   cpu_threads;
  gboolean gpu_usable;
  double   gpu_start_ms;
  double   gpu_fixed_ms;
  double   gpu_byte_ns;
  double   gpu_ns;
  double   gpu_tap_ns;
  double   arrival_ns;
} CeCosts;

const CeCosts *ce_costs_get     (void);
gboolean       ce_costs_load    (CeCosts *costs, const char *path, const char *machine);
gboolean       ce_costs_save    (const CeCosts *costs, const char *path, const char *machine);
void           ce_costs_measure (CeCosts *costs);
char          *ce_costs_machine (void);
char          *ce_costs_describe_gpus (const char *folder);
void           ce_costs_arrived (gsize bytes, double ms);

G_END_DECLS

#endif
