/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What tests may ask of the engine and the dialogs, in one variable.
 */
#ifndef CE_TESTING_H
#define CE_TESTING_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * CeTestingFault:
 * @CE_FAULT_START: CUDA does not start
 * @CE_FAULT_MEMORY: no device memory can be had
 * @CE_FAULT_LAUNCH: no kernel can be launched
 *
 * What fails of CUDA.
 */
typedef enum { CE_FAULT_START = 1, CE_FAULT_MEMORY = 2, CE_FAULT_LAUNCH = 4 } CeTestingFault;

/**
 * CeTesting:
 * @threads: threads of the CPU backend; 0: one for each processor
 * @keep_memory: bytes that the CPU may keep between renders; 0: as it sees fit
 * @cuda_memory: bytes of device memory that a job may have; 0: nearly all
 * @cuda_taps: taps between two looks at Cancel, so that small images are cut, too; 0: as many as is best
 * @cuda_fail: what of CUDA fails, #CeTestingFault bits
 * @idle: after how many seconds operations release what they do not use; 0: as
 *   they see fit
 * @soon: a dialog shows the visible part of every result first, and an effect
 *   that may be slow is computed in blocks
 * @trace: a dialog prints what it does and how long it takes
 * @compare_with: (nullable): what a dialog compares the CPU with, "cpu:plain"
 *
 * Read once from CE_TESTING, a list like "threads=2 cuda-fail=start,launch
 * trace"; 0 everywhere without it. Test programs may set members.
 */
typedef struct
{
  int      threads;
  gint64   keep_memory;
  gint64   cuda_memory;
  gint64   cuda_taps;
  guint    cuda_fail;
  int      idle;
  gboolean soon;
  gboolean trace;
  char    *compare_with;
} CeTesting;

CeTesting *ce_testing (void);

G_END_DECLS

#endif
