/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Host memory that the device reads and writes directly ("pinned"), which is
 * three to six times faster than letting the driver copy through memory of its
 * own, and the only way in which copies overlap with anything.
 *
 * Pinning costs more than the copy itself: 100 MB took 12 to 23 ms to get its
 * pages and 2 to 4 ms to register, where the copy takes 2 (H200). So pieces are
 * pinned on threads of their own while rows arrive, from the first on, and stay
 * pinned as long as the memory is this process's: the next session nearly
 * always takes the same blocks again (engine/shelf.h).
 */
#include "job.h"

#include "engine/shelf.h"
#include "engine/threads.h"

#ifdef __linux__
#include <sys/mman.h>
#endif
#include <unistd.h>

/* Registering has a cost of its own, some 0.1 ms, and a render waits for the
 * last piece. */
#define PIECE ((gsize) 16 << 20)

/* More threads than this wait for each other in the kernel. */
#define MOST_THREADS 4

/* Pinned memory cannot be swapped out; a block of more than this share of the
 * machine's memory is left alone. */
#define MOST_OF_MEMORY 4

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23  /* Linux 5.14 */
#endif

struct _CeCudaPin
{
  guint8       *begin;
  gsize         size;
  CeCudaDevice *device;
  int           n_pieces;
  int           next;           /* first piece nobody has begun */
  int           n_threads;      /* that work on it */
  gboolean      stopped;
  guint8       *states;         /* of each piece */
};

enum { WAITING, PINNED, REFUSED };

static GMutex     lock;
static GCond      progress;
static GPtrArray *pins;         /* of CeCudaPin, all under the lock */
static gboolean   ended;

static gsize
piece_size (const CeCudaPin *pin, int index)
{
  return MIN (PIECE, pin->size - index * PIECE);
}

/* Registering gets missing pages too, but one by one. */
static void
get_pages (gpointer begin, gsize size)
{
#ifdef __linux__
  madvise (begin, size, MADV_POPULATE_WRITE);
#endif
}

static int
pin_piece (CeCudaPin *pin, int index)
{
  guint8 *begin = pin->begin + index * PIECE;
  gsize   size = piece_size (pin, index);

  get_pages (begin, size);

  return ce_cuda.cuMemHostRegister (begin, size, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP) == CUDA_SUCCESS
         ? PINNED : REFUSED;
}

/* GThreadFunc. */
static gpointer
pin_pieces (gpointer data)
{
  CeCudaPin *pin = data;
  CUcontext  popped;
  gboolean   entered = ce_cuda.cuCtxPushCurrent (pin->device->context) == CUDA_SUCCESS;

  g_mutex_lock (&lock);
  while (! pin->stopped && pin->next < pin->n_pieces)
    {
      int index = pin->next++;
      int state;

      g_mutex_unlock (&lock);
      state = entered ? pin_piece (pin, index) : REFUSED;
      g_mutex_lock (&lock);
      pin->states[index] = (guint8) state;
      g_cond_broadcast (&progress);
    }
  pin->n_threads--;
  g_cond_broadcast (&progress);
  g_mutex_unlock (&lock);

  if (entered)
    ce_cuda.cuCtxPopCurrent (&popped);

  return NULL;
}

/* With the lock. Where no thread can be had, what is left stays as it is. */
static void
start_threads (CeCudaPin *pin)
{
  int      wanted = CLAMP (ce_threads_count () / 4, 1, MOST_THREADS);
  GThread *thread;

  pin->stopped = FALSE;
  wanted = MIN (wanted, pin->n_pieces - pin->next);
  while (pin->n_threads < wanted && (thread = g_thread_try_new ("ce-pin", pin_pieces, pin, NULL)))
    {
      g_thread_unref (thread);
      pin->n_threads++;
    }
  while (pin->n_threads == 0 && pin->next < pin->n_pieces)
    pin->states[pin->next++] = REFUSED;
}

/* With the lock. */
static CeCudaPin *
find (gconstpointer begin)
{
  for (guint i = 0; pins && i < pins->len; i++)
    {
      CeCudaPin *pin = pins->pdata[i];

      if (pin->begin == begin)
        return pin;
    }

  return NULL;
}

/* With the lock. Begins no further piece and waits for those that have begun. */
static void
stop (CeCudaPin *pin)
{
  pin->stopped = TRUE;
  while (pin->n_threads > 0)
    g_cond_wait (&progress, &lock);
}

/* With the lock. */
static void
undo (CeCudaPin *pin)
{
  CUcontext popped;

  stop (pin);
  ce_cuda.cuCtxPushCurrent (pin->device->context);
  for (int i = 0; i < pin->n_pieces; i++)
    if (pin->states[i] == PINNED)
      ce_cuda.cuMemHostUnregister (pin->begin + i * PIECE);
  ce_cuda.cuCtxPopCurrent (&popped);
  g_ptr_array_remove_fast (pins, pin);
  g_free (pin->states);
  g_free (pin);
}

/* A #CeShelfFunc: the memory goes back to the system. */
static void
forget (gpointer memory)
{
  CeCudaPin *pin;

  g_mutex_lock (&lock);
  pin = ended ? NULL : find (memory);
  if (pin)
    undo (pin);
  g_mutex_unlock (&lock);
}

/* No job has a device: nothing needs to be pinned any more, and all contexts are
 * about to go. */
void
ce_cuda_pin_release (void)
{
  g_mutex_lock (&lock);
  while (! ended && pins && pins->len > 0)
    undo (pins->pdata[pins->len - 1]);
  g_mutex_unlock (&lock);
}

static gboolean
is_worth_it (gconstpointer begin, gsize size)
{
  gsize page = (gsize) sysconf (_SC_PAGESIZE);
  gsize all = (gsize) sysconf (_SC_PHYS_PAGES) * page;

  return size >= CE_SHELF_LEAST && size <= all / MOST_OF_MEMORY && (gsize) begin % page == 0;
}

/**
 * ce_cuda_pin:
 * @job: a job
 * @begin: a block of ce_shelf_take()
 * @size: its size
 *
 * Begins to pin it, from the first piece on, if that is worth it and possible;
 * copies work without, but slower. Returns at once.
 *
 * Returns: (transfer none) (nullable): the pinning, valid until the block goes
 *   back to the system; %NULL if it is not pinned
 */
CeCudaPin *
ce_cuda_pin (CeCudaJob *job, gpointer begin, gsize size)
{
  static gsize once;
  CeCudaPin   *pin;

  if (! is_worth_it (begin, size))
    return NULL;

  if (g_once_init_enter (&once))
    {
      pins = g_ptr_array_new ();
      ce_shelf_watch (forget);
      g_once_init_leave (&once, 1);
    }

  g_mutex_lock (&lock);
  pin = find (begin);
  if (! pin)
    {
      pin = g_new0 (CeCudaPin, 1);
      *pin = (CeCudaPin) { .begin = begin, .size = size, .device = job->device,
                           .n_pieces = (int) ((size + PIECE - 1) / PIECE) };
      pin->states = g_new0 (guint8, pin->n_pieces);
      g_ptr_array_add (pins, pin);
    }
  start_threads (pin);
  g_mutex_unlock (&lock);

  return pin;
}

/**
 * ce_cuda_pin_stop:
 * @pin: (nullable): a pinning
 *
 * What is not pinned yet stays so until ce_cuda_pin() is called again. When
 * this returns, no thread touches the memory.
 */
void
ce_cuda_pin_stop (CeCudaPin *pin)
{
  g_mutex_lock (&lock);
  if (pin)
    stop (pin);
  g_mutex_unlock (&lock);
}

/**
 * ce_cuda_pin_reach:
 * @pin: (nullable): a pinning that has not been stopped
 * @from: bytes from the beginning of the block
 * @wait: whether to wait until something after @from is done
 *
 * Where a copy that begins at @from may end: copies do not span pieces, as each
 * is pinned alone.
 *
 * Returns: bytes from the beginning of the block; @from if that is not done
 *   yet; %G_MAXSIZE if copies need not heed this
 */
gsize
ce_cuda_pin_reach (CeCudaPin *pin, gsize from, gboolean wait)
{
  gsize end = from;

  if (! pin)
    return G_MAXSIZE;

  g_mutex_lock (&lock);
  while (wait && pin->states[from / PIECE] == WAITING)
    g_cond_wait (&progress, &lock);
  if (pin->states[from / PIECE] != WAITING)
    end = MIN ((from / PIECE + 1) * PIECE, pin->size);
  g_mutex_unlock (&lock);

  return end;
}

/* Whether all of it is pinned, so that kernels can write there. */
gboolean
ce_cuda_pin_is_whole (CeCudaPin *pin)
{
  gboolean whole = pin != NULL;

  g_mutex_lock (&lock);
  for (int i = 0; whole && i < pin->n_pieces; i++)
    whole = pin->states[i] == PINNED;
  g_mutex_unlock (&lock);

  return whole;
}

/* The process ends: no thread may call the driver any more. */
void
ce_cuda_pin_end (void)
{
  g_mutex_lock (&lock);
  ended = TRUE;
  for (guint i = 0; pins && i < pins->len; i++)
    stop (pins->pdata[i]);
  g_mutex_unlock (&lock);
}
