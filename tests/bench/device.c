/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The GPU's floors. The tests know nothing of CUDA's headers, so the few calls
 * are declared here as the driver's interface has them.
 */
#include "floor.h"

#include <dlfcn.h>

#define COPIES 5

typedef unsigned long long DevicePointer;

static int (*init) (unsigned);
static int (*retain) (gpointer *, int);
static int (*push) (gpointer);
static int (*pop) (gpointer *);
static int (*alloc) (DevicePointer *, gsize);
static int (*release) (DevicePointer);
static int (*pin) (gpointer *, gsize, unsigned);
static int (*unpin) (gpointer);
static int (*copy) (DevicePointer, DevicePointer, gsize, gpointer);
static int (*send) (DevicePointer, gconstpointer, gsize, gpointer);
static int (*fetch) (gpointer, DevicePointer, gsize, gpointer);
static int (*stream_new) (gpointer *, unsigned);
static int (*stream_wait) (gpointer);
static int (*event_new) (gpointer *, unsigned);
static int (*event_record) (gpointer, gpointer);
static int (*event_wait) (gpointer);
static int (*event_elapsed) (float *, gpointer, gpointer);

static const struct { const char *name; gpointer *where; } functions[] = {
  { "cuInit", (gpointer *) &init },
  { "cuDevicePrimaryCtxRetain", (gpointer *) &retain },
  { "cuCtxPushCurrent_v2", (gpointer *) &push },
  { "cuCtxPopCurrent_v2", (gpointer *) &pop },
  { "cuMemAlloc_v2", (gpointer *) &alloc },
  { "cuMemFree_v2", (gpointer *) &release },
  { "cuMemHostAlloc", (gpointer *) &pin },
  { "cuMemFreeHost", (gpointer *) &unpin },
  { "cuMemcpyDtoDAsync_v2", (gpointer *) &copy },
  { "cuMemcpyHtoDAsync_v2", (gpointer *) &send },
  { "cuMemcpyDtoHAsync_v2", (gpointer *) &fetch },
  { "cuStreamCreate", (gpointer *) &stream_new },
  { "cuStreamSynchronize", (gpointer *) &stream_wait },
  { "cuEventCreate", (gpointer *) &event_new },
  { "cuEventRecord", (gpointer *) &event_record },
  { "cuEventSynchronize", (gpointer *) &event_wait },
  { "cuEventElapsedTime", (gpointer *) &event_elapsed },
};

static gpointer      context, streams[2], events[2];
static DevicePointer from, to;
static gpointer      host[2];
static gsize         bytes, size_in, size_out;

static gboolean
load (void)
{
  gpointer library = dlopen ("libcuda.so.1", RTLD_NOW);

  for (guint i = 0; library && i < G_N_ELEMENTS (functions); i++)
    {
      *functions[i].where = dlsym (library, functions[i].name);
      if (! *functions[i].where)
        return FALSE;
    }

  return library && init (0) == 0 && retain (&context, 0) == 0 && push (context) == 0
         && stream_new (&streams[0], 1) == 0 && stream_new (&streams[1], 1) == 0
         && event_new (&events[0], 0) == 0 && event_new (&events[1], 0) == 0 && pop (&context) == 0;
}

gboolean
bench_device_begin (gsize bytes_in, gsize bytes_out)
{
  static int usable = -1;

  if (usable < 0)
    usable = load ();
  if (! usable)
    return FALSE;

  bench_device_end ();
  size_in = bytes_in;
  size_out = bytes_out;
  bytes = (bytes_in + bytes_out) / 2;
  push (context);
  if (alloc (&from, MAX (bytes_in, bytes_out)) || alloc (&to, MAX (bytes_in, bytes_out)))
    g_error ("the GPU has not enough memory for the floor");
  pop (&context);

  return TRUE;
}

void
bench_device_end (void)
{
  if (! from)
    return;

  push (context);
  release (from);
  release (to);
  for (int i = 0; i < 2; i++)
    {
      if (host[i])
        unpin (host[i]);
      host[i] = NULL;
    }
  pop (&context);
  from = to = 0;
}

/**
 * bench_device_copy_ms:
 *
 * Returns: milliseconds of a copy on the device that reads and writes as many
 *   bytes together as the filter has to; of several copies in a row, so without
 *   the cost of the first one's launch
 */
double
bench_device_copy_ms (void)
{
  float ms = 0;

  push (context);
  copy (to, from, bytes, streams[0]);
  event_record (events[0], streams[0]);
  for (int i = 0; i < COPIES; i++)
    copy (i % 2 ? to : from, i % 2 ? from : to, bytes, streams[0]);
  event_record (events[1], streams[0]);
  event_wait (events[1]);
  event_elapsed (&ms, events[0], events[1]);
  pop (&context);

  return ms / COPIES;
}

/**
 * bench_device_transfer_ms:
 *
 * Returns: milliseconds to send the source and fetch the result at the same
 *   time, from and to pinned memory
 */
double
bench_device_transfer_ms (void)
{
  gint64 begin;

  push (context);
  if (! host[0] && (pin (&host[0], size_in, 0) || pin (&host[1], size_out, 0)))
    g_error ("there is not enough memory to pin for the floor");

  begin = g_get_monotonic_time ();
  send (from, host[0], size_in, streams[0]);
  fetch (host[1], to, size_out, streams[1]);
  stream_wait (streams[0]);
  stream_wait (streams[1]);
  pop (&context);

  return (double) (g_get_monotonic_time () - begin) / 1000;
}
