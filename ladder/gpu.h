/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The GPU for the rungs: one module, one stream, two events.
 */
#pragma once

#include "tests/bench/driver.h"

/**
 * LadderGpu:
 * @call: the driver's functions
 * @name: of the device
 * @stream: where all is queued
 * @l2: bytes of the second cache
 * @processors, @threads: multiprocessors, and threads that each holds at most
 * @shared: bytes of shared memory that a block may ask for
 */
typedef struct
{
  const BenchDriver *call;
  char               name[128];
  gpointer           stream;
  int                l2, processors, threads, shared;
} LadderGpu;

typedef enum { LADDER_WARM, LADDER_COLD, LADDER_ROW, LADDER_N_STATES } LadderState;

typedef void (*LadderLaunch) (gpointer data);

const LadderGpu *ladder_gpu          (void);
const char      *ladder_gpu_lacks    (void);
gpointer         ladder_gpu_function (const char *name);
void             ladder_gpu_constant (const char *name, gconstpointer values, gsize bytes);
BenchPointer     ladder_gpu_alloc    (gsize bytes);
void             ladder_gpu_free     (BenchPointer *memory);
void             ladder_gpu_send     (BenchPointer to, gconstpointer from, gsize bytes);
void             ladder_gpu_fetch    (gpointer to, BenchPointer from, gsize bytes);
void             ladder_gpu_check    (int result, const char *what);
void             ladder_gpu_flush    (void);
double           ladder_gpu_time     (LadderState state, LadderLaunch launch, gpointer data);
