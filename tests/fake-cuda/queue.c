/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Streams and events of the driver for tests, and the simulated time of its device. The device is a hundred times slower
 * than an H200, which takes at most a millisecond for 1e9 taps. Kernels take time by taps (launch.c), copies by bytes
 * (memory.c), and the host takes none. The caller of each function has the driver's lock.
 */
#include "fake.h"

#include <string.h>

static void
run_next (CUstream stream)
{
  FakeStep *step = g_queue_pop_head (&stream->steps);

  switch (step->kind)
    {
    case FAKE_COPY:
      memcpy (step->to, step->from, step->size);
      break;

    case FAKE_CLEAR:
      memset (step->to, (int) step->count, step->size);
      break;

    case FAKE_KERNEL:
      fake_run_blocks (step->kernel->run, step->to, step->grid, step->block, step->size);
      g_free (step->to);
      break;

    case FAKE_RECORD:
      step->event->done = step->count;
      break;
    }
  g_free (step);
}

void
fake_finish (CUstream stream)
{
  while (! g_queue_is_empty (&stream->steps))
    run_next (stream);
}

void
fake_queue (CUstream stream, FakeStep step)
{
  g_queue_push_tail (&stream->steps, g_memdup2 (&step, sizeof step));
  if (stream->eager)
    fake_finish (stream);
}

/* Runs the event's stream up to that record, and no further. */
void
fake_reach (CUevent event, guint64 count)
{
  while (event->done < count && event->stream && ! g_queue_is_empty (&event->stream->steps))
    run_next (event->stream);
}

double fake_now_ms;             /* time until which the host has waited; tests read it by dlsym() */

/* Adds a step of @ms to the time of a stream. */
void
fake_clock_step (CUstream stream, double ms)
{
  stream->ends_ms = MAX (stream->ends_ms, fake_now_ms) + ms;
}

void
fake_clock_wait (double until)
{
  fake_now_ms = MAX (fake_now_ms, until);
}
