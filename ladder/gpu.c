/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gpu.h"

/* Launches in a row, where one is too short for the events' clock. */
#define ROW 20

#ifdef LADDER_KERNELS
extern const unsigned long long ladder_fatbin[];
#define KERNELS ((gconstpointer) ladder_fatbin)
#else
#define KERNELS NULL
#endif

static LadderGpu    gpu;
static gpointer     module, events[2];
static BenchPointer flushed;
static const char  *lacks;

/* Ends the program if a call fails, because there is nothing to measure then. */
void
ladder_gpu_check (int result, const char *what)
{
  if (result != 0)
    g_error ("the driver says %d: %s", result, what);
}

static gboolean
begin (void)
{
  gconstpointer kernels = KERNELS;

  lacks = "this was built without a compiler of kernels, nvcc or clang";
  if (! kernels)
    return FALSE;

  lacks = "there is no GPU here that NVIDIA's driver can use";
  gpu.call = bench_driver ();
  if (! gpu.call)
    return FALSE;

  lacks = "the rungs are not built for this GPU";
  gpu.call->push (bench_driver_context ());
  if (gpu.call->module_load (&module, kernels) != 0)
    return FALSE;

  gpu.call->device_name (gpu.name, sizeof gpu.name, 0);
  gpu.call->device_attribute (&gpu.l2, BENCH_DEVICE_L2, 0);
  gpu.call->device_attribute (&gpu.processors, BENCH_DEVICE_PROCESSORS, 0);
  gpu.call->device_attribute (&gpu.threads, BENCH_DEVICE_THREADS, 0);
  gpu.call->device_attribute (&gpu.shared, BENCH_DEVICE_SHARED, 0);
  ladder_gpu_check (gpu.call->stream_new (&gpu.stream, 1), "a stream");
  ladder_gpu_check (gpu.call->event_new (&events[0], 0), "an event");
  ladder_gpu_check (gpu.call->event_new (&events[1], 0), "an event");
  flushed = ladder_gpu_alloc (2 * (gsize) gpu.l2);

  return TRUE;
}

/**
 * ladder_gpu:
 *
 * Its context stays current on the thread that asked first.
 *
 * Returns: (nullable): the GPU, %NULL without one or without kernels
 */
const LadderGpu *
ladder_gpu (void)
{
  static int usable = -1;

  if (usable < 0)
    usable = begin ();

  return usable ? &gpu : NULL;
}

/* Why there is none, as the end of a sentence. */
const char *
ladder_gpu_lacks (void)
{
  return lacks;
}

gpointer
ladder_gpu_function (const char *name)
{
  g_autofree char *full = g_strconcat ("ladder_", name, NULL);
  gpointer         function = NULL;

  ladder_gpu_check (gpu.call->module_function (&function, module, full), full);

  return function;
}

void
ladder_gpu_constant (const char *name, gconstpointer values, gsize bytes)
{
  g_autofree char *full = g_strconcat ("ladder_", name, NULL);
  BenchPointer     memory = 0;
  gsize            size = 0;

  ladder_gpu_check (gpu.call->module_global (&memory, &size, module, full), full);
  g_return_if_fail (bytes <= size);
  ladder_gpu_send (memory, values, bytes);
}

/* 0 where there is not so much. */
BenchPointer
ladder_gpu_alloc (gsize bytes)
{
  BenchPointer memory = 0;

  return gpu.call->alloc (&memory, bytes) == 0 ? memory : 0;
}

void
ladder_gpu_free (BenchPointer *memory)
{
  if (*memory)
    gpu.call->release (*memory);
  *memory = 0;
}

void
ladder_gpu_send (BenchPointer to, gconstpointer from, gsize bytes)
{
  ladder_gpu_check (gpu.call->send (to, from, bytes, gpu.stream), "sending");
  ladder_gpu_check (gpu.call->stream_wait (gpu.stream), "sending");
}

void
ladder_gpu_fetch (gpointer to, BenchPointer from, gsize bytes)
{
  ladder_gpu_check (gpu.call->fetch (to, from, bytes, gpu.stream), "fetching");
  ladder_gpu_check (gpu.call->stream_wait (gpu.stream), "a kernel, or fetching");
}

/* Leaves nothing of an image in the second cache. */
void
ladder_gpu_flush (void)
{
  gpu.call->set_bytes (flushed, 1, 2 * (gsize) gpu.l2, gpu.stream);
  gpu.call->stream_wait (gpu.stream);
}

/**
 * ladder_gpu_time:
 * @state: LADDER_WARM right after the same, LADDER_COLD after the cache was flushed, LADDER_ROW many behind a copy
 * @launch: queues what is measured
 * @data: for it
 *
 * Returns: milliseconds between two events; of one of those in a row
 */
double
ladder_gpu_time (LadderState state, LadderLaunch launch, gpointer data)
{
  float ms = 0;
  int   n = state == LADDER_ROW ? ROW : 1;

  if (state == LADDER_COLD)
    ladder_gpu_flush ();
  else
    launch (data);
  if (state == LADDER_ROW)
    gpu.call->set_bytes (flushed, 1, 2 * (gsize) gpu.l2, gpu.stream);
  else
    gpu.call->stream_wait (gpu.stream);

  gpu.call->event_record (events[0], gpu.stream);
  for (int i = 0; i < n; i++)
    launch (data);
  gpu.call->event_record (events[1], gpu.stream);
  ladder_gpu_check (gpu.call->event_wait (events[1]), "a kernel");
  gpu.call->event_elapsed (&ms, events[0], events[1]);

  return ms / n;
}
