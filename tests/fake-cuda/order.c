/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks that waits order all work that touches the same bytes. Each stream has a clock, which events and waits pass on
 * (Lamport, Time, Clocks, and the Ordering of Events in a Distributed System, 1978; Fidge and Mattern, 1988, for the
 * vectors). The order in which work happens to run does not matter, so one run finds a missing wait. The caller of each
 * function has the driver's lock.
 *
 * The host is one clock, because its threads are assumed to be ordered.
 */
#include "fake.h"

typedef struct
{
  const guint8 *begin, *end;
  gboolean      writes;
  const char   *operation;
  int           stream;
  guint64       time;           /* on the clock of @stream */
} Access;

static FakeClock host;          /* the steps that the host has waited for */
static GArray   *accesses;      /* of Access: those that the host has not waited for */
static gboolean  is_used[FAKE_STREAMS];

static void
join (FakeClock *clock, const FakeClock *other)
{
  for (int i = 0; i < FAKE_STREAMS; i++)
    clock->at[i] = MAX (clock->at[i], other->at[i]);
}

void
fake_order_begin (CUstream stream)
{
  while (is_used[stream->number])
    if (++stream->number == FAKE_STREAMS)
      g_error ("there are %d streams", FAKE_STREAMS);
  is_used[stream->number] = TRUE;
}

/* Ends the test if work may still use the memory that is being freed. */
void
fake_order_free (const char *operation, gconstpointer begin, gsize size)
{
  const guint8 *first = begin, *end = first + size;

  for (guint i = 0; accesses && i < accesses->len; i++)
    {
      const Access *access = &g_array_index (accesses, Access, i);

      if (access->begin < end && first < access->end)
        g_error ("%s that %s on stream %d may still use", operation, access->operation, access->stream);
    }
}

void
fake_order_end (CUstream stream)
{
  for (guint i = 0; accesses && i < accesses->len; i++)
    if (g_array_index (accesses, Access, i).stream == stream->number)
      g_error ("a stream is destroyed that %s may still be under way on", g_array_index (accesses, Access, i).operation);
  is_used[stream->number] = FALSE;
}

/* Makes the host wait for the steps that @clock has reached. */
void
fake_order_wait (const FakeClock *clock)
{
  join (&host, clock);
  for (guint i = accesses ? accesses->len : 0; i-- > 0;)
    {
      const Access *access = &g_array_index (accesses, Access, i);

      if (access->time <= host.at[access->stream])
        g_array_remove_index_fast (accesses, i);
    }
}

/* Forgets all work, because the device is lost. */
void
fake_order_forget (void)
{
  if (accesses)
    g_array_set_size (accesses, 0);
}

/* Begins the next step of a stream, which comes after all steps that the host has waited for. */
void
fake_order_step (CUstream stream)
{
  join (&stream->clock, &host);
  stream->clock.at[stream->number]++;
}

/* Notes that the step touches bytes, and ends the test if it is not ordered after an earlier access. */
void
fake_order_touch (CUstream stream, const char *operation, gboolean writes, gconstpointer begin, gsize size)
{
  Access access = { begin, (const guint8 *) begin + size, writes, operation, stream->number,
                    stream->clock.at[stream->number] };

  if (! accesses)
    accesses = g_array_new (FALSE, FALSE, sizeof (Access));
  for (guint i = 0; i < accesses->len; i++)
    {
      const Access *other = &g_array_index (accesses, Access, i);

      if ((writes || other->writes) && access.begin < other->end && other->begin < access.end
          && other->time > stream->clock.at[other->stream])
        g_error ("%s on stream %d %s what %s on stream %d may not have %s yet: a wait is missing", operation, stream->number,
                 writes ? "writes" : "reads", other->operation, other->stream, other->writes ? "written" : "read");
    }
  g_array_append_val (accesses, access);
}
