/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures of sessions that have ended, for the next session of that size.
 *
 * Fresh memory is slow: the system clears it page by page, and for a GPU each
 * page has to be pinned: 100 MB took 23 ms and 4 ms where the transfer takes 2
 * (16 cores, H200). Layers of one image, CPU and GPU compared, another device:
 * the next session nearly always wants what the last one had.
 *
 * Never more is kept than sessions had at once: what is not taken goes back to
 * the system before anything new is asked of it. Whoever has ended a session and
 * begins no other calls ce_shelf_clear().
 */
#include "shelf.h"

#include "memory.h"

#define KEPT 4

typedef struct
{
  gpointer memory;
  gsize    size;
} Block;

static GMutex      lock;
static Block       blocks[KEPT];        /* the oldest first */
static int         n_blocks;
static CeShelfFunc released;

/* All from here to ce_shelf_take() is called with the lock held. */
static Block
pick (int index)
{
  Block block = blocks[index];

  for (int i = index + 1; i < n_blocks; i++)
    blocks[i - 1] = blocks[i];
  n_blocks--;

  return block;
}

static void
release (Block block)
{
  if (released)
    released (block.memory);
  ce_memory_free (block.memory, block.size);
}

static void
clear (void)
{
  while (n_blocks > 0)
    release (pick (0));
}

/**
 * ce_shelf_take:
 * @size: bytes, not 0
 * @error: return location
 *
 * Memory for a picture, as of ce_memory_alloc() but with anything in it.
 *
 * Returns: (nullable): the memory, or %NULL with %CE_ERROR_NO_MEMORY
 */
gpointer
ce_shelf_take (gsize size, GError **error)
{
  gpointer memory = NULL;

  if (size < CE_SHELF_LEAST)
    return ce_memory_alloc (size, error);

  g_mutex_lock (&lock);
  for (int i = n_blocks - 1; i >= 0 && ! memory; i--)
    if (blocks[i].size == size)
      memory = pick (i).memory;
  if (! memory)
    clear ();
  g_mutex_unlock (&lock);

  return memory ? memory : ce_memory_alloc (size, error);
}

/**
 * ce_shelf_put:
 * @memory: (nullable): from ce_shelf_take()
 * @size: the same size
 *
 * Keeps the memory for the next session.
 */
void
ce_shelf_put (gpointer memory, gsize size)
{
  if (! memory || size < CE_SHELF_LEAST)
    {
      ce_memory_free (memory, size);
      return;
    }

  g_mutex_lock (&lock);
  if (n_blocks == KEPT)
    release (pick (0));
  blocks[n_blocks++] = (Block) { memory, size };
  g_mutex_unlock (&lock);
}

/* Of a part, however small: else the system gives its memory anew each time. */
static gsize
size_of_part (const CeView *view)
{
  return MAX (ce_view_size (view), CE_SHELF_LEAST);
}

/**
 * ce_shelf_take_part:
 * @view: (inout): a format; gets size, stride and rows
 * @width, @height: pixels, at least 1
 * @error: return location
 *
 * Memory for a part of a picture, of which many are rendered one after the other.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_shelf_take_part (CeView *view, int width, int height, GError **error)
{
  view->width = width;
  view->height = height;
  view->stride = ((gsize) width * view->channels * ce_type_size (view->type) + 63) & ~(gsize) 63;
  view->data = ce_shelf_take (size_of_part (view), error);

  return view->data != NULL;
}

/**
 * ce_shelf_put_part:
 * @view: from ce_shelf_take_part()
 *
 * Keeps its memory for the next part.
 */
void
ce_shelf_put_part (const CeView *view)
{
  ce_shelf_put (view->data, size_of_part (view));
}

/**
 * ce_shelf_clear:
 *
 * Gives everything that is kept back to the system at once.
 */
void
ce_shelf_clear (void)
{
  g_mutex_lock (&lock);
  clear ();
  g_mutex_unlock (&lock);
}

/**
 * ce_shelf_watch:
 * @func: to be told of every block before it goes back to the system
 *
 * For a backend that prepares memory for its device. There is one at most.
 */
void
ce_shelf_watch (CeShelfFunc func)
{
  g_mutex_lock (&lock);
  released = func;
  g_mutex_unlock (&lock);
}
