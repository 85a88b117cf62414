/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The device reads and writes pinned host memory directly, which is three to six times faster than copies through the
 * driver's own memory. A block of a picture is registered once, whole, when it is first transferred. It stays registered
 * until it goes back to the system, because the next session nearly always takes the same blocks (engine/memory.h).
 */
#include "job.h"

#include "engine/memory.h"

#ifdef __linux__
#include <sys/mman.h>
#endif
#include <unistd.h>

/* A block of more than a quarter of the machine's memory is not pinned, because pinned memory cannot be swapped out. */
#define MOST_OF_MEMORY 4

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  /* Linux 5.14 */
#endif

typedef struct
{
  gpointer  begin;
  CUcontext context;            /* the context in which it is registered; NULL if the driver refused */
} Pin;

static GMutex  lock;
static GArray *pins;            /* of Pin, under the lock */

/* Returns the index of the pin that begins at @begin, or the number of pins. Called with the lock held. */
static guint
find (gconstpointer begin)
{
  guint i = 0;

  while (i < pins->len && g_array_index (pins, Pin, i).begin != begin)
    i++;

  return i;
}

/* Unregisters and forgets a pin. Called with the lock held. */
static void
undo (guint index)
{
  const Pin pin = g_array_index (pins, Pin, index);
  CUcontext popped;

  g_array_remove_index_fast (pins, index);
  if (! pin.context)
    return;

  ce_cuda.cuCtxPushCurrent (pin.context);
  ce_cuda.cuMemHostUnregister (pin.begin);
  ce_cuda.cuCtxPopCurrent (&popped);
}

/* A #CeMemoryFunc: the memory goes back to the system. */
static void
forget (gpointer memory)
{
  guint index;

  g_mutex_lock (&lock);
  index = find (memory);
  if (index < pins->len)
    undo (index);
  g_mutex_unlock (&lock);
}

/* Unregisters all pins, because no job has a device and all contexts are about to be released. */
void
ce_cuda_pin_release (void)
{
  g_mutex_lock (&lock);
  while (pins && pins->len > 0)
    undo (pins->len - 1);
  g_mutex_unlock (&lock);
}

/* Forgets all pins without the driver, because the process ends. */
void
ce_cuda_pin_end (void)
{
  g_mutex_lock (&lock);
  if (pins)
    g_array_set_size (pins, 0);
  g_mutex_unlock (&lock);
}

static gboolean
is_worth_it (gconstpointer begin, gsize size)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize all = (gsize) sysconf (_SC_PHYS_PAGES) * page;

  return size >= CE_MEMORY_LEAST && size <= all / MOST_OF_MEMORY && (gsize) begin % page == 0;
}

/* Pins the block of @view at the first call. Copies also work without, but slower. */
void
ce_cuda_pin (CeCudaJob *job, const CeView *view)
{
  const gsize size = ce_view_size (view);
  Pin         pin = { view->data, NULL };

  if (! is_worth_it (pin.begin, size))
    return;

  g_mutex_lock (&lock);
  if (! pins)
    {
      pins = g_array_new (FALSE, FALSE, sizeof (Pin));
      ce_memory_watch (forget);
    }
  if (find (pin.begin) == pins->len)
    {
#ifdef __linux__
      madvise (pin.begin, size, MADV_POPULATE_WRITE);   /* registering would get missing pages one by one */
#endif
      if (ce_cuda.cuMemHostRegister (pin.begin, size, CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS)
        pin.context = job->device->context;
      g_array_append_val (pins, pin);
    }
  g_mutex_unlock (&lock);
}
