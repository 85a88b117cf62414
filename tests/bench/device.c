/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Measures the GPU's floors: copies and transfers.
 */
#include "floor.h"

#include "driver.h"

#define COPIES 5

static const BenchDriver *gpu;
static gpointer           streams[2], events[2];
static BenchPointer       from, to;
static gpointer           host[2];
static gsize              bytes, size_in, size_out;

static gboolean
load (void)
{
  gpointer context = bench_driver () ? bench_driver_context () : NULL;

  gpu = bench_driver ();

  return gpu && gpu->push (context) == 0 && gpu->stream_new (&streams[0], 1) == 0 && gpu->stream_new (&streams[1], 1) == 0
         && gpu->event_new (&events[0], 0) == 0 && gpu->event_new (&events[1], 0) == 0 && gpu->pop (&context) == 0;
}

static void
enter (void)
{
  gpu->push (bench_driver_context ());
}

static void
leave (void)
{
  gpointer context;

  gpu->pop (&context);
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
  enter ();
  if (gpu->alloc (&from, MAX (bytes_in, bytes_out)) || gpu->alloc (&to, MAX (bytes_in, bytes_out)))
    g_error ("the GPU has not enough memory for the floor");
  leave ();

  return TRUE;
}

void
bench_device_end (void)
{
  if (! from)
    return;

  enter ();
  gpu->release (from);
  gpu->release (to);
  for (int i = 0; i < 2; i++)
    {
      if (host[i])
        gpu->unpin (host[i]);
      host[i] = NULL;
    }
  leave ();
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

  enter ();
  gpu->copy (to, from, bytes, streams[0]);
  gpu->event_record (events[0], streams[0]);
  for (int i = 0; i < COPIES; i++)
    gpu->copy (i % 2 ? to : from, i % 2 ? from : to, bytes, streams[0]);
  gpu->event_record (events[1], streams[0]);
  gpu->event_wait (events[1]);
  gpu->event_elapsed (&ms, events[0], events[1]);
  leave ();

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

  enter ();
  if (! host[0] && (gpu->pin (&host[0], size_in, 0) || gpu->pin (&host[1], size_out, 0)))
    g_error ("there is not enough memory to pin for the floor");

  begin = g_get_monotonic_time ();
  gpu->send (from, host[0], size_in, streams[0]);
  gpu->fetch (host[1], to, size_out, streams[1]);
  gpu->stream_wait (streams[0]);
  gpu->stream_wait (streams[1]);
  leave ();

  return (double) (g_get_monotonic_time () - begin) / 1000;
}
