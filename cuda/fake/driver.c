/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver's interface, as far as the backend uses it. What a real driver
 * would not forgive ends the process with a message.
 */
#include "fake.h"

#include <stdlib.h>
#include <string.h>

#define DEVICES 2
#define MEMORY ((gsize) 1 << 30)

struct CUfunc_st
{
  char name[64];
};

typedef struct
{
  guint8 *begin;
  gsize   size;
} Range;

static GMutex  lock;
static GArray *allocated;       /* of Range: on the devices */
static GArray *registered;      /* of Range: pinned on the host */
static guint   n_streams, n_events, n_created;

/* FAKE_CUDA_FAIL=12 in the environment makes the twelfth call fail of those that may, 12+ all from there on: the
 * device is lost, and nothing is under way on it. */
int fake_failed;                /* how many did */
int fake_contexts;              /* how many are retained; for tests, by dlsym() */

static gboolean
fails (void)
{
  static int  n_calls;
  const char *wanted = g_getenv ("FAKE_CUDA_FAIL");
  int         turn = g_atomic_int_add (&n_calls, 1) + 1;
  int         first = wanted ? atoi (wanted) : 0;

  if (! wanted || turn < first || (turn > first && ! strchr (wanted, '+')))
    return FALSE;

  g_atomic_int_inc (&fake_failed);
  g_mutex_lock (&lock);
  if (strchr (wanted, '+'))
    fake_order_forget ();
  g_mutex_unlock (&lock);

  return TRUE;
}

#define MAY_FAIL if (fails ()) return CUDA_ERROR_LAUNCH_FAILED

static const Range *
find (GArray *ranges, gconstpointer begin, gsize size)
{
  for (guint i = 0; i < ranges->len; i++)
    {
      const Range *range = &g_array_index (ranges, Range, i);

      if ((const guint8 *) begin >= range->begin && (const guint8 *) begin + size <= range->begin + range->size)
        return range;
    }

  return NULL;
}

/* Whether any byte of it is in a range. */
static gboolean
touches (GArray *ranges, gconstpointer begin, gsize size)
{
  for (guint i = 0; i < ranges->len; i++)
    {
      const Range *range = &g_array_index (ranges, Range, i);

      if ((const guint8 *) begin < range->begin + range->size && (const guint8 *) begin + size > range->begin)
        return TRUE;
    }

  return FALSE;
}

static void
forget (GArray *ranges, gconstpointer begin, const char *what)
{
  for (guint i = 0; i < ranges->len; i++)
    if (g_array_index (ranges, Range, i).begin == begin)
      {
        fake_order_free (what, begin, g_array_index (ranges, Range, i).size);
        g_array_remove_index_fast (ranges, i);
        return;
      }
  g_error ("%s that is not there", what);
}

/* What the test leaves behind must be nothing but contexts, which go with the process. */
static void
check_end (void)
{
  if (allocated->len || registered->len || n_streams || n_events)
    {
      g_printerr ("the driver for tests ends with %u allocations, %u pinned ranges, %u streams, %u events\n",
                  allocated->len, registered->len, n_streams, n_events);
      _Exit (70);
    }
}

CUresult
cuInit (unsigned flags)
{
  fake_may_die ();
  MAY_FAIL;
  allocated = g_array_new (FALSE, FALSE, sizeof (Range));
  registered = g_array_new (FALSE, FALSE, sizeof (Range));
  atexit (check_end);

  return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion (int *version) { *version = CUDA_VERSION; return CUDA_SUCCESS; }
CUresult cuGetErrorName (CUresult error, const char **name) { *name = "FAKE_ERROR"; return CUDA_SUCCESS; }
CUresult cuDeviceGetCount (int *count) { MAY_FAIL; *count = g_getenv ("CUDA_VISIBLE_DEVICES") ? 1 : DEVICES; return CUDA_SUCCESS; }
CUresult cuDeviceGet (CUdevice *device, int ordinal) { MAY_FAIL; *device = ordinal; return CUDA_SUCCESS; }
CUresult cuDeviceGetName (char *name, int size, CUdevice device) { MAY_FAIL; g_snprintf (name, (gulong) size, "Fake GPU %d", device); return CUDA_SUCCESS; }
#undef cuDeviceTotalMem
CUresult cuDeviceTotalMem_v2 (size_t *bytes, CUdevice device) { MAY_FAIL; *bytes = MEMORY; return CUDA_SUCCESS; }
#undef cuMemGetInfo
CUresult cuMemGetInfo_v2 (size_t *available, size_t *total) { MAY_FAIL; *available = *total = MEMORY; return CUDA_SUCCESS; }

CUresult
cuDeviceGetAttribute (int *value, CUdevice_attribute attribute, CUdevice device)
{
  MAY_FAIL;
  *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? 4
           : attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 99 : 0;
  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRetain (CUcontext *context, CUdevice device)
{
  MAY_FAIL;
  *context = (CUcontext) (gsize) (device + 1);
  g_atomic_int_inc (&fake_contexts);

  return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRelease_v2 (CUdevice device)
{
  if (g_atomic_int_dec_and_test (&fake_contexts) && (allocated->len || registered->len || n_streams || n_events))
    g_error ("the last context goes, and something in it is used");

  return CUDA_SUCCESS;
}

static _Thread_local int depth;

CUresult cuCtxPushCurrent_v2 (CUcontext context) { MAY_FAIL; depth++; return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2 (CUcontext *context) { depth -= depth > 0; return CUDA_SUCCESS; }
CUresult cuModuleLoadData (CUmodule *module, const void *image) { MAY_FAIL; *module = (CUmodule) 1; return CUDA_SUCCESS; }
CUresult cuModuleUnload (CUmodule module) { return CUDA_SUCCESS; }

CUresult
cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name)
{
  static struct CUfunc_st functions[128];
  static int              n;
  const char             *ms = g_getenv ("FAKE_CUDA_COMPILE");          /* 100: each kernel takes 100 ms */

  MAY_FAIL;
  g_usleep (ms ? strtoul (ms, NULL, 10) * 1000 : 0);
  g_mutex_lock (&lock);
  for (int i = 0; i < n; i++)
    if (g_str_equal (functions[i].name, name))
      {
        *function = &functions[i];
        g_mutex_unlock (&lock);
        return CUDA_SUCCESS;
      }
  g_strlcpy (functions[n].name, name, sizeof functions[n].name);
  *function = &functions[n++];
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

/* Memory of a device holds garbage, as on a real one. */
CUresult
cuMemAlloc_v2 (CUdeviceptr *pointer, size_t size)
{
  Range range = { g_malloc (size), size };

  MAY_FAIL;
  g_assert (depth > 0 || fake_failed);
  memset (range.begin, 0xa5, size);
  g_mutex_lock (&lock);
  g_array_append_val (allocated, range);
  g_mutex_unlock (&lock);
  *pointer = (CUdeviceptr) (gsize) range.begin;

  return CUDA_SUCCESS;
}

CUresult
cuMemFree_v2 (CUdeviceptr pointer)
{
  g_assert (depth > 0 || fake_failed);
  g_mutex_lock (&lock);
  forget (allocated, (gpointer) (gsize) pointer, "device memory is freed");
  g_mutex_unlock (&lock);
  g_free ((gpointer) (gsize) pointer);

  return CUDA_SUCCESS;
}

CUresult
cuMemHostRegister_v2 (void *begin, size_t size, unsigned flags)
{
  Range range = { begin, size };

  MAY_FAIL;
  g_assert (depth > 0 || fake_failed);
  g_mutex_lock (&lock);
  if (touches (registered, begin, size))
    g_error ("host memory is pinned twice");
  g_array_append_val (registered, range);
  g_mutex_unlock (&lock);

  return CUDA_SUCCESS;
}

CUresult
cuMemHostUnregister (void *begin)
{
  g_assert (depth > 0 || fake_failed);
  g_mutex_lock (&lock);
  forget (registered, begin, "host memory is unpinned");
  g_mutex_unlock (&lock);

  return CUDA_SUCCESS;
}

/* Copies from and to pageable memory are done when the call returns; those of
 * pinned memory wait, and do not span pinned ranges. */
static CUresult
copy (gpointer to, gconstpointer from, gsize size, gconstpointer host, gconstpointer device, CUstream stream)
{
  const char *what = to == device ? "a copy to the device" : "a copy to the host";

  g_assert (depth > 0 || fake_failed);
  g_mutex_lock (&lock);
  if (! find (allocated, device, size))
    g_error ("a copy leaves the memory of the device");
  if (touches (registered, host, size) && ! find (registered, host, size))
    g_error ("a copy spans pinned ranges");

  fake_order_step (stream);
  fake_order_touch (stream, what, FALSE, from, size);
  fake_order_touch (stream, what, TRUE, to, size);
  fake_queue (stream, (FakeStep) { .kind = FAKE_COPY, .to = to, .from = from, .size = size });
  if (! touches (registered, host, size))
    {
      fake_finish (stream);
      fake_order_wait (&stream->clock);
    }
  g_mutex_unlock (&lock);

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
cuMemsetD8Async (CUdeviceptr pointer, unsigned char value, size_t size, CUstream stream)
{
  MAY_FAIL;
  g_mutex_lock (&lock);
  fake_order_step (stream);
  fake_order_touch (stream, "clearing", TRUE, (gpointer) (gsize) pointer, size);
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuStreamCreate (CUstream *stream, unsigned flags)
{
  MAY_FAIL;
  g_mutex_lock (&lock);
  *stream = g_new0 (struct CUstream_st, 1);
  (*stream)->eager = n_created++ % 2;
  fake_order_begin (*stream);
  n_streams++;
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuStreamDestroy_v2 (CUstream stream)
{
  g_mutex_lock (&lock);
  fake_finish (stream);
  fake_order_end (stream);
  g_free (stream);
  n_streams--;
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuStreamSynchronize (CUstream stream)
{
  /* Without a number it is the one that everybody has, and nobody uses here. */
  if (! stream)
    return CUDA_SUCCESS;

  g_mutex_lock (&lock);
  fake_finish (stream);
  fake_order_wait (&stream->clock);
  g_mutex_unlock (&lock);
  MAY_FAIL;
  return CUDA_SUCCESS;
}

CUresult
cuStreamWaitEvent (CUstream stream, CUevent event, unsigned flags)
{
  MAY_FAIL;
  g_mutex_lock (&lock);
  fake_order_join (stream, &event->clock);
  fake_queue (stream, (FakeStep) { .kind = FAKE_WAIT, .event = event, .count = event->recorded });
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuEventCreate (CUevent *event, unsigned flags)
{
  MAY_FAIL;
  g_mutex_lock (&lock);
  *event = g_new0 (struct CUevent_st, 1);
  n_events++;
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuEventDestroy_v2 (CUevent event)
{
  g_mutex_lock (&lock);
  fake_reach (event, event->recorded);
  g_free (event);
  n_events--;
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuEventRecord (CUevent event, CUstream stream)
{
  MAY_FAIL;
  g_mutex_lock (&lock);
  event->stream = stream;
  fake_order_step (stream);
  event->clock = stream->clock;
  fake_queue (stream, (FakeStep) { .kind = FAKE_RECORD, .event = event, .count = ++event->recorded });
  g_mutex_unlock (&lock);
  return CUDA_SUCCESS;
}

CUresult
cuEventSynchronize (CUevent event)
{
  g_mutex_lock (&lock);
  fake_reach (event, event->recorded);
  fake_order_wait (&event->clock);
  g_mutex_unlock (&lock);
  MAY_FAIL;
  return CUDA_SUCCESS;
}

#undef cuEventElapsedTime
CUresult cuEventElapsedTime (float *ms, CUevent begin, CUevent end) { MAY_FAIL; *ms = 0.001f; return CUDA_SUCCESS; }

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor (int *n, CUfunction function, int threads, size_t shared)
{
  MAY_FAIL;
  *n = 2;
  return CUDA_SUCCESS;
}

CUresult
cuLaunchKernel (CUfunction function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,
                unsigned shared, CUstream stream, void **args, void **extra)
{
  FakeStep step = { .kind = FAKE_SHARPEN };

  MAY_FAIL;
  g_assert (depth > 0 || fake_failed);
  if (! g_str_has_prefix (function->name, "ce_cuda_sharpen"))
    return CUDA_SUCCESS;

  step.sharpen = *(CeCudaSharpen *) args[0];
  g_mutex_lock (&lock);
  fake_order_step (stream);
  fake_order_sharpen (stream, &step.sharpen);
  fake_queue (stream, step);
  g_mutex_unlock (&lock);

  return CUDA_SUCCESS;
}
