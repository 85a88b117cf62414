/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory for pixels. First touch of fresh memory costs 0.36 ms per MB in pages of
 * 4 KiB, a large share of a filter's time; huge pages make it 7 to 9 times
 * cheaper. For a GPU each page has to be pinned as well: 100 MB took 23 ms and
 * 4 ms where the transfer takes 2 (16 cores, H200).
 *
 * Pictures of sessions that have ended are therefore kept for the next one of
 * their size, but never more than sessions had at once: if no block of the
 * requested size is free, all blocks go back to the system before new memory is
 * mapped. Call ce_memory_clear() when no further session will follow.
 */
#include "memory.h"

#include "error.h"
#include "text.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#define HUGE_PAGE ((gsize) 2 << 20)
#define MOST_KEPT 4

typedef struct
{
  gpointer memory;
  gsize    size;
} Block;

static GMutex       lock;
static Block        blocks[MOST_KEPT];  /* the oldest first */
static int          n_blocks;
static CeMemoryFunc released;

/**
 * ce_memory_alloc:
 * @size: bytes, not 0
 * @error: return location
 *
 * Memory for pixels: aligned to 64 bytes at least, zero, in huge pages where
 * the system has them, and given back to it by ce_memory_free().
 *
 * Returns: (nullable): the memory, or %NULL with %CE_ERROR_NO_MEMORY
 */
gpointer
ce_memory_alloc (gsize size, GError **error)
{
  gpointer memory;

#ifdef __linux__
  memory = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    memory = NULL;
  else if (size >= HUGE_PAGE)
    madvise (memory, size, MADV_HUGEPAGE);
#else
  memory = g_aligned_alloc0 (1, size, 64);
#endif

  if (! memory)
    {
      g_autofree char *text = g_format_size (size);

      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory for %s of pixels."), text);
    }

  return memory;
}

/**
 * ce_memory_free:
 * @memory: (nullable): from ce_memory_alloc()
 * @size: the same size
 */
void
ce_memory_free (gpointer memory, gsize size)
{
  if (! memory)
    return;

#ifdef __linux__
  munmap (memory, size);
#else
  g_aligned_free (memory);
#endif
}

/* With the lock. */
static Block
pick (int index)
{
  Block block = blocks[index];

  for (int i = index + 1; i < n_blocks; i++)
    blocks[i - 1] = blocks[i];
  n_blocks--;

  return block;
}

/* Gives the oldest blocks back until @n are left; with the lock. */
static void
trim (int n)
{
  while (n_blocks > n)
    {
      Block block = pick (0);

      if (released)
        released (block.memory);
      ce_memory_free (block.memory, block.size);
    }
}

/* A small picture has a block, too: else the system gives its memory anew each time. */
static gsize
size_of_block (const CeView *view)
{
  return MAX (ce_view_size (view), CE_MEMORY_LEAST);
}

/**
 * ce_memory_take:
 * @view: (inout): a format; gets size, rows, and a stride of whole 64 bytes
 * @width, @height: pixels, at least 1
 * @error: return location
 *
 * Memory for a picture, as of ce_memory_alloc() but with anything in it.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_memory_take (CeView *view, int width, int height, GError **error)
{
  gsize size;

  view->width = width;
  view->height = height;
  view->stride = ((gsize) width * view->channels * ce_type_size (view->type) + 63) & ~(gsize) 63;
  view->data = NULL;
  size = size_of_block (view);

  g_mutex_lock (&lock);
  for (int i = n_blocks - 1; i >= 0 && ! view->data; i--)
    if (blocks[i].size == size)
      view->data = pick (i).memory;
  if (! view->data)
    trim (0);
  g_mutex_unlock (&lock);

  if (! view->data)
    view->data = ce_memory_alloc (size, error);

  return view->data != NULL;
}

/**
 * ce_memory_put:
 * @view: from ce_memory_take(), or without data; has none afterwards
 *
 * Keeps its memory for the next picture.
 */
void
ce_memory_put (CeView *view)
{
  if (! view->data)
    return;

  g_mutex_lock (&lock);
  trim (MOST_KEPT - 1);
  blocks[n_blocks++] = (Block) { view->data, size_of_block (view) };
  g_mutex_unlock (&lock);
  view->data = NULL;
}

/**
 * ce_memory_clear:
 *
 * Gives everything that is kept back to the system at once.
 */
void
ce_memory_clear (void)
{
  g_mutex_lock (&lock);
  trim (0);
  g_mutex_unlock (&lock);
}

/**
 * ce_memory_watch:
 * @func: to be told of every block before it goes back to the system
 *
 * For a backend that prepares memory for its device. There is one at most.
 */
void
ce_memory_watch (CeMemoryFunc func)
{
  g_mutex_lock (&lock);
  released = func;
  g_mutex_unlock (&lock);
}
