/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory of the driver for tests: memory on devices, pinned memory on the host, and copies between both.
 */
#include "fake.h"

#include <string.h>

/* Bytes that share one mark of being written. */
#define GRAIN 64

/* The speed of a bus that is ten times slower than an H200's. */
#define BYTES_PER_MS 5e6

typedef struct
{
  guint8 *begin;
  gsize   size;
  guint8 *written;              /* of a device: of each grain */
} Range;

static GArray *allocated;       /* of Range: on the devices */
static GArray *registered;      /* of Range: pinned on the host */

static void
add (GArray **ranges, const Range *range)
{
  if (! *ranges)
    *ranges = g_array_new (FALSE, FALSE, sizeof (Range));
  g_array_append_vals (*ranges, range, 1);
}

gboolean
fake_memory_is_free (void)
{
  return (! allocated || allocated->len == 0) && (! registered || registered->len == 0);
}

static const Range *
find (GArray *ranges, gconstpointer begin, gsize size)
{
  for (guint i = 0; ranges && i < ranges->len; i++)
    {
      const Range *range = &g_array_index (ranges, Range, i);

      if ((const guint8 *) begin >= range->begin && (const guint8 *) begin + size <= range->begin + range->size)
        return range;
    }

  return NULL;
}

/* Returns whether any of the bytes is in a range. */
static gboolean
touches (GArray *ranges, gconstpointer begin, gsize size)
{
  for (guint i = 0; ranges && i < ranges->len; i++)
    {
      const Range *range = &g_array_index (ranges, Range, i);

      if ((const guint8 *) begin < range->begin + range->size && (const guint8 *) begin + size > range->begin)
        return TRUE;
    }

  return FALSE;
}

static void
forget (GArray *ranges, gconstpointer begin, const char *operation)
{
  for (guint i = 0; ranges && i < ranges->len; i++)
    if (g_array_index (ranges, Range, i).begin == begin)
      {
        fake_order_free (operation, begin, g_array_index (ranges, Range, i).size);
        g_free (g_array_index (ranges, Range, i).written);
        g_array_remove_index_fast (ranges, i);
        return;
      }
  g_error ("%s that is not there", operation);
}

/* Marks memory of a device as written. */
void
fake_memory_wrote (const char *operation, gconstpointer begin, gsize size)
{
  const Range *range = find (allocated, begin, size);
  gsize        from;

  if (! range)
    g_error ("%s writes beyond the memory of the device", operation);
  from = (gsize) ((const guint8 *) begin - range->begin);
  memset (range->written + from / GRAIN, 1, (from + size + GRAIN - 1) / GRAIN - from / GRAIN);
}

/* Ends the test if memory of a device was not written before this read. */
void
fake_memory_read (const char *operation, gconstpointer begin, gsize size)
{
  const Range *range = find (allocated, begin, size);
  gsize        from;

  if (! range)
    g_error ("%s reads beyond the memory of the device", operation);
  from = (gsize) ((const guint8 *) begin - range->begin);
  if (size > 0 && memchr (range->written + from / GRAIN, 0, (from + size + GRAIN - 1) / GRAIN - from / GRAIN))
    g_error ("%s reads what nobody wrote", operation);
}

/* Allocates memory of a device, full of garbage as on a real one. */
CUresult
cuMemAlloc_v2 (CUdeviceptr *pointer, size_t size)
{
  Range range = { .size = size };

  MAY_FAIL;
  fake_check_context ();
  range.begin = g_malloc (size);
  range.written = g_malloc0 (size / GRAIN + 1);
  memset (range.begin, 0xa5, size);
  LOCKED;
  add (&allocated, &range);
  *pointer = (CUdeviceptr) (gsize) range.begin;

  return CUDA_SUCCESS;
}

CUresult
cuMemFree_v2 (CUdeviceptr pointer)
{
  fake_check_context ();
  LOCKED;
  forget (allocated, (gpointer) (gsize) pointer, "device memory is freed");
  g_free ((gpointer) (gsize) pointer);

  return CUDA_SUCCESS;
}

CUresult
cuMemHostRegister_v2 (void *begin, size_t size, unsigned flags)
{
  Range range = { .begin = begin, .size = size };

  MAY_FAIL;
  fake_check_context ();
  LOCKED;
  if (touches (registered, begin, size))
    g_error ("host memory is pinned twice");
  add (&registered, &range);

  return CUDA_SUCCESS;
}

CUresult
cuMemHostUnregister (void *begin)
{
  fake_check_context ();
  LOCKED;
  forget (registered, begin, "host memory is unpinned");

  return CUDA_SUCCESS;
}

/* Copies. A copy from or to pageable memory is done when the call returns. A copy from or to pinned memory is queued, and
 * must not span two pinned ranges. */
static CUresult
copy (gpointer to, gconstpointer from, gsize size, gconstpointer host, gconstpointer device, CUstream stream)
{
  const char *operation = to == device ? "a copy to the device" : "a copy to the host";

  fake_check_context ();
  LOCKED;
  if (touches (registered, host, size) && ! find (registered, host, size))
    g_error ("a copy spans pinned ranges");

  fake_order_step (stream);
  if (from == device)
    fake_memory_read (operation, from, size);
  else
    fake_memory_wrote (operation, to, size);
  fake_order_touch (stream, operation, FALSE, from, size);
  fake_order_touch (stream, operation, TRUE, to, size);
  fake_clock_step (stream, (double) size / BYTES_PER_MS);
  fake_queue (stream, (FakeStep) { .kind = FAKE_COPY, .to = to, .from = from, .size = size });
  if (! touches (registered, host, size))
    {
      fake_finish (stream);
      fake_order_wait (&stream->clock);
      fake_clock_wait (stream->ends_ms);
    }

  return CUDA_SUCCESS;
}

CUresult
cuMemcpyHtoDAsync_v2 (CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
  MAY_FAIL;
  return copy ((gpointer) (gsize) to, from, size, from, (gpointer) (gsize) to, stream);
}

CUresult
cuMemcpyDtoHAsync_v2 (void *to, CUdeviceptr from, size_t size, CUstream stream)
{
  MAY_FAIL;
  return copy (to, (gpointer) (gsize) from, size, to, (gpointer) (gsize) from, stream);
}

CUresult
cuMemcpyDtoDAsync_v2 (CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
  gpointer      into = (gpointer) (gsize) to;
  gconstpointer of = (gconstpointer) (gsize) from;

  MAY_FAIL;
  fake_check_context ();
  LOCKED;
  if ((to < from ? from - to : to - from) < size)
    g_error ("a copy on the device overlaps itself");

  fake_order_step (stream);
  fake_memory_read ("a copy on the device", of, size);
  fake_memory_wrote ("a copy on the device", into, size);
  fake_order_touch (stream, "a copy on the device", FALSE, of, size);
  fake_order_touch (stream, "a copy on the device", TRUE, into, size);
  fake_queue (stream, (FakeStep) { .kind = FAKE_COPY, .to = into, .from = of, .size = size });
  return CUDA_SUCCESS;
}

CUresult
cuMemsetD8Async (CUdeviceptr pointer, unsigned char value, size_t size, CUstream stream)
{
  MAY_FAIL;
  LOCKED;
  fake_order_step (stream);
  fake_memory_wrote ("clearing", (gpointer) (gsize) pointer, size);
  fake_order_touch (stream, "clearing", TRUE, (gpointer) (gsize) pointer, size);
  fake_queue (stream, (FakeStep) { .kind = FAKE_CLEAR, .to = (gpointer) (gsize) pointer, .size = size, .count = value });
  return CUDA_SUCCESS;
}
