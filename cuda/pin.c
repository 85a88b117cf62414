/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The device reads and writes pinned host memory directly, which is three to six times faster than copies through the
 * driver's own memory. Pinning a picture takes longer than ten copies of it through pinned slots (transfer.c), so a block is
 * registered, whole, when it is transferred for the fourth time. It stays registered until it goes back to the system,
 * because the next session nearly always takes the same blocks (engine/memory.h).
 */
#include "job.h"

#include "engine/memory.h"

#include <unistd.h>

/* A block of more than a quarter of the machine's memory is not pinned, because pinned memory cannot be swapped out. */
#define MOST_OF_MEMORY 4

/* Transfers of a block before it is pinned. */
#define TRANSFERS 3

#define N_SLOTS 16
#define ALL_SLOTS (N_SLOTS * CE_CUDA_SLOT)

typedef struct
{
  gpointer  begin;
  CUcontext context;            /* the context in which it is registered; NULL before, and if the driver refused */
  int       n_transfers;
} Pin;

static GMutex   lock;           /* of all below */
static GArray  *pins;           /* of Pin */
static gpointer slots;          /* pinned, or NULL */
static guint    taken;          /* slots, one bit each */
static GCond    returned;       /* a slot */

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
  ce_memory_free (slots, ALL_SLOTS);
  slots = NULL;
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

/* Registers a block. Called with the lock held, in the job's context. */
static gboolean
do_pin (CeCudaJob *job, Pin *pin, gsize size)
{
  if (ce_cuda.cuMemHostRegister (pin->begin, size, CU_MEMHOSTREGISTER_PORTABLE) == CUDA_SUCCESS)
    pin->context = job->device->context;

  return pin->context != NULL;
}

/* Makes the list. Called with the lock held. */
static void
make_list (void)
{
  if (pins)
    return;

  pins = g_array_new (FALSE, FALSE, sizeof (Pin));
  ce_memory_watch (forget);
}

/* Counts a transfer of the block of @view. Returns whether the block is pinned. */
gboolean
ce_cuda_pin (CeCudaJob *job, const CeView *view)
{
  const gsize size = ce_view_size (view);
  gboolean    is_pinned;
  Pin        *pin;

  if (! is_worth_it (view->data, size))
    return FALSE;

  g_mutex_lock (&lock);
  make_list ();
  if (find (view->data) == pins->len)
    g_array_append_vals (pins, &(Pin) { .begin = view->data }, 1);
  pin = &g_array_index (pins, Pin, find (view->data));
  is_pinned = pin->context || (pin->n_transfers++ == TRANSFERS && do_pin (job, pin, size));
  g_mutex_unlock (&lock);

  return is_pinned;
}

/* Pins the slots. Called with the lock held, in the job's context. */
static void
make_slots (CeCudaJob *job)
{
  Pin pin = { .begin = ce_memory_alloc (ALL_SLOTS, NULL) };

  if (! pin.begin)
    return;

  make_list ();
  if (do_pin (job, &pin, ALL_SLOTS))
    {
      slots = pin.begin;
      g_array_append_val (pins, pin);
    }
  else
    ce_memory_free (pin.begin, ALL_SLOTS);
}

/* Waits for a slot, CE_CUDA_SLOT bytes of pinned memory for ce_cuda_return_slot(). NULL without such memory. */
gpointer
ce_cuda_take_slot (CeCudaJob *job)
{
  gpointer slot = NULL;
  int      i;

  g_mutex_lock (&lock);
  if (! slots)
    make_slots (job);
  while (slots && taken == (1u << N_SLOTS) - 1)
    g_cond_wait (&returned, &lock);
  if (slots)
    {
      i = g_bit_nth_lsf (~taken, -1);
      taken |= 1u << i;
      slot = (guint8 *) slots + (gsize) i * CE_CUDA_SLOT;
    }
  g_mutex_unlock (&lock);

  return slot;
}

/* Returns a (nullable) slot. */
void
ce_cuda_return_slot (gpointer slot)
{
  if (! slot)
    return;

  g_mutex_lock (&lock);
  taken &= ~(1u << (((guint8 *) slot - (guint8 *) slots) / CE_CUDA_SLOT));
  g_cond_signal (&returned);
  g_mutex_unlock (&lock);
}
