/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Streams and events of the driver for tests. All with its lock held.
 */
#include "fake.h"

#include <string.h>

static void
sharpen (const CeCudaLaunch *p)
{
  gsize sample = p->source.samples == CE_CUDA_U8 ? 1 : p->source.samples == CE_CUDA_U16 ? 2 : 4;
  gsize row = (gsize) p->source.width * p->source.channels * sample;

  for (int y = p->y0; y < p->y1; y++)
    memcpy ((guint8 *) (gsize) p->target.data + y * p->target.stride,
            (guint8 *) (gsize) p->source.data + y * p->source.stride, row);
}

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

    case FAKE_SHARPEN:
      sharpen (&step->sharpen);
      break;

    case FAKE_RECORD:
      step->event->done = step->count;
      break;

    case FAKE_WAIT:
      fake_reach (step->event, step->count);
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

/* Runs the event's stream until that record, and nothing beyond. */
void
fake_reach (CUevent event, guint64 count)
{
  while (event->done < count && event->stream && ! g_queue_is_empty (&event->stream->steps))
    run_next (event->stream);
}
