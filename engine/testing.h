/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Requests of tests to the engine and the dialogs, in the environment variable CE_TESTING.
 */
#ifndef CE_TESTING_H
#define CE_TESTING_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * CeTestingFault:
 * @CE_FAULT_START: CUDA does not start
 * @CE_FAULT_MEMORY: no device memory can be allocated
 * @CE_FAULT_LAUNCH: no kernel can be launched
 *
 * Faults of CUDA.
 */
typedef enum { CE_FAULT_START = 1, CE_FAULT_MEMORY = 2, CE_FAULT_LAUNCH = 4 } CeTestingFault;

/**
 * CeTesting:
 * @threads: threads of the CPU backend; 0 is one per processor
 * @keep_memory: bytes that the CPU may keep between renders; 0 is its own limit
 * @cuda_memory: bytes of device memory of a job; 0 is nearly all
 * @cuda_taps: taps between two polls of Cancel, so that small images are cut, too; 0 is the best number
 * @cuda_fail: #CeTestingFault bits
 * @idle: seconds after which operations release unused memory; 0 is their own limit
 * @soon: a dialog shows the visible part of every result first, and a slow effect is computed in blocks
 * @trace: a dialog prints its steps and their times
 * @compare_with: (nullable): the place that a dialog compares the CPU with, "cpu:plain"
 *
 * Read once from CE_TESTING, a list like "threads=2 cuda-fail=start,launch trace"; 0 everywhere without it. Test programs
 * may set members.
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
