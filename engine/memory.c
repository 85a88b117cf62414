/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory for pixels. The first touch of fresh memory costs 0.36 ms per MB in pages of 4 KiB, a large share of a filter's
 * time; huge pages make it 7 to 9 times cheaper. A GPU also needs each page pinned: for 100 MB that took 23 ms in small
 * pages and 4 ms in huge ones, and the transfer takes 2 ms (16 cores, H200).
 *
 * The pictures of a finished session are therefore pooled for the next session of their size. The pool never holds more
 * than one session used: if it has no block of the requested size, all blocks return to the system before new memory is
 * mapped. Call ce_release() when no further session will follow.
 */
#include "memory.h"

#include "image.h"
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

/* Sets CE_ERROR_NO_MEMORY, because @size bytes were refused, and returns FALSE. */
gboolean
ce_memory_refuse (gsize size, GError **error)
{
  g_autofree char *text = g_format_size (size);

  g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("Not enough memory for %s of pixels."), text);

  return FALSE;
}

/* Returns (nullable) @size bytes, not 0, of zeros for ce_memory_free(), aligned to 64 bytes at least and in huge pages where
 * the system has them. NULL with CE_ERROR_NO_MEMORY. */
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
    ce_memory_refuse (size, error);

  return memory;
}

/* Unmaps (nullable) memory of ce_memory_alloc(), of the same size. */
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

/* Takes block @index out of the pool; the caller has the lock. */
static Block
pick (int index)
{
  Block block = blocks[index];

  for (int i = index + 1; i < n_blocks; i++)
    blocks[i - 1] = blocks[i];
  n_blocks--;

  return block;
}

/* Returns the oldest blocks to the system until @n are left; the caller has the lock. */
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

/* Returns the bytes of a picture's block. A small picture has 1 MiB, because the system would map and unmap less each
 * time. */
static gsize
size_of_block (const CeView *view)
{
  return MAX (ce_view_size (view), CE_MEMORY_LEAST);
}

/* Gives @view, whose format is set, its size, a stride of whole 64 bytes, and memory from the pool or of ce_memory_alloc();
 * its pixels are undefined. FALSE with CE_ERROR_NO_MEMORY. */
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

/* Puts the memory of @view, if it has any, into the pool for the next picture. */
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

/* Returns the whole pool to the system. */
void
ce_memory_clear (void)
{
  g_mutex_lock (&lock);
  trim (0);
  g_mutex_unlock (&lock);
}

/* Sets the one function that is called with each block before it returns to the system, so that a backend can undo its
 * pinning. */
void
ce_memory_watch (CeMemoryFunc func)
{
  g_mutex_lock (&lock);
  released = func;
  g_mutex_unlock (&lock);
}
