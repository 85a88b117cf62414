/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver's entry points that the backend uses. A mistake that a real driver would not forgive ends the process with a
 * message.
 */
#include "fake.h"

#include <stdlib.h>

#define DEVICES 2
#define MEMORY ((gsize) 1 << 30)

/* CUDA's limits. */
#define MOST_THREADS 1024
#define MOST_SHARED (48 << 10)
#define MOST_BLOCKS_X 2147483647u
#define MOST_BLOCKS 65535u

static guint n_streams, n_events, n_created;

int fake_contexts;              /* retained contexts; tests read it by dlsym() */
int fake_compiler_left = G_MAXINT;      /* kernels that may still be compiled; tests set it by dlsym() */

/* Ends the process with an error if the test leaves anything but contexts, which end with the process. */
static void
check_end (void)
{
  if (fake_memory_is_free () && n_streams == 0 && n_events == 0)
    return;

  g_printerr ("the driver for tests ends with %u streams, %u events, or memory\n", n_streams, n_events);
  _Exit (70);
}

CUresult
cuInit (unsigned flags)
{
  const char *result = g_getenv ("FAKE_CUDA_INIT");             /* 100: it fails with CUDA_ERROR_NO_DEVICE */

  fake_may_die ();
  if (result)
    return (CUresult) atoi (result);
  MAY_FAIL;
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
  if (g_atomic_int_dec_and_test (&fake_contexts) && (! fake_memory_is_free () || n_streams || n_events))
    g_error ("the last context goes, and something in it is used");

  return CUDA_SUCCESS;
}

CUresult cuModuleLoadData (CUmodule *module, const void *image) { MAY_FAIL; *module = (CUmodule) 1; return CUDA_SUCCESS; }

/* The linker's output is the text; a kernel counts as compiled when it is looked up. */
CUresult
cuLinkCreate_v2 (unsigned n, CUjit_option *options, void **values, CUlinkState *state)
{
  MAY_FAIL;
  *state = (CUlinkState) 1;
  return CUDA_SUCCESS;
}

CUresult
cuLinkAddData_v2 (CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name, unsigned n,
                  CUjit_option *options, void **values)
{
  MAY_FAIL;
  return CUDA_SUCCESS;
}

CUresult
cuLinkComplete (CUlinkState state, void **binary, size_t *size)
{
  MAY_FAIL;
  *binary = "";
  *size = 1;
  return CUDA_SUCCESS;
}

CUresult cuLinkDestroy (CUlinkState state) { return CUDA_SUCCESS; }
CUresult cuModuleUnload (CUmodule module) { return CUDA_SUCCESS; }

/* Returns whether one more kernel may be compiled, and counts it. */
static gboolean
may_compile (void)
{
  int left = g_atomic_int_get (&fake_compiler_left);

  return left > 0 && g_atomic_int_compare_and_exchange (&fake_compiler_left, left, left - 1);
}

CUresult
cuModuleGetFunction (CUfunction *function, CUmodule module, const char *name)
{
  static struct CUfunc_st functions[CE_CUDA_N_KERNELS];
  const char             *ms = g_getenv ("FAKE_CUDA_COMPILE");          /* 100: each kernel takes 100 ms */

  MAY_FAIL;
  g_usleep (ms ? strtoul (ms, NULL, 10) * 1000 : 0);
  while (! may_compile ())
    g_usleep (1000);
  LOCKED;
  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    if (g_str_equal (ce_cuda_table[i].name, name))
      {
        functions[i].entry = &ce_cuda_table[i];
        *function = &functions[i];
        return CUDA_SUCCESS;
      }

  return CUDA_ERROR_NOT_FOUND;
}

CUresult
cuStreamCreate (CUstream *stream, unsigned flags)
{
  MAY_FAIL;
  LOCKED;
  *stream = g_new0 (struct CUstream_st, 1);
  (*stream)->eager = n_created++ % 2;
  fake_order_begin (*stream);
  n_streams++;
  return CUDA_SUCCESS;
}

CUresult
cuStreamDestroy_v2 (CUstream stream)
{
  LOCKED;
  fake_finish (stream);
  fake_order_end (stream);
  g_free (stream);
  n_streams--;
  return CUDA_SUCCESS;
}

CUresult
cuStreamSynchronize (CUstream stream)
{
  /* NULL is the default stream, which the backend does not use. */
  if (! stream)
    return CUDA_SUCCESS;

  g_mutex_lock (&fake_lock);
  fake_finish (stream);
  fake_order_wait (&stream->clock);
  fake_clock_wait (stream->ends_ms);
  g_mutex_unlock (&fake_lock);
  MAY_FAIL;
  return CUDA_SUCCESS;
}

CUresult
cuEventCreate (CUevent *event, unsigned flags)
{
  MAY_FAIL;
  LOCKED;
  *event = g_new0 (struct CUevent_st, 1);
  n_events++;
  return CUDA_SUCCESS;
}

CUresult
cuEventDestroy_v2 (CUevent event)
{
  LOCKED;
  fake_reach (event, event->recorded);
  g_free (event);
  n_events--;
  return CUDA_SUCCESS;
}

CUresult
cuEventRecord (CUevent event, CUstream stream)
{
  MAY_FAIL;
  LOCKED;
  event->stream = stream;
  fake_order_step (stream);
  event->clock = stream->clock;
  event->at_ms = stream->ends_ms;
  fake_queue (stream, (FakeStep) { .kind = FAKE_RECORD, .event = event, .count = ++event->recorded });
  return CUDA_SUCCESS;
}

CUresult
cuEventSynchronize (CUevent event)
{
  g_mutex_lock (&fake_lock);
  fake_reach (event, event->recorded);
  fake_order_wait (&event->clock);
  fake_clock_wait (event->at_ms);
  g_mutex_unlock (&fake_lock);
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

static gboolean
is_allowed (const unsigned *grid, const unsigned *block, unsigned shared)
{
  return grid[0] > 0 && grid[1] > 0 && grid[2] > 0 && block[0] > 0 && block[1] > 0 && block[2] > 0
         && grid[0] <= MOST_BLOCKS_X && grid[1] <= MOST_BLOCKS && grid[2] <= MOST_BLOCKS
         && (guint64) block[0] * block[1] * block[2] <= MOST_THREADS && shared <= MOST_SHARED;
}

/* Returns whether kernels are computed. A test has to request that, because it takes long. */
static gboolean
runs_kernels (void)
{
  const char *runs = g_getenv ("FAKE_CUDA_RUNS");

  if (runs && ! fake_kernels)
    g_error ("this driver for tests was built without kernels");

  return runs != NULL;
}

CUresult
cuLaunchKernel (CUfunction function, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz,
                unsigned shared, CUstream stream, void **args, void **extra)
{
  const unsigned grid[] = { x, y, z }, block[] = { bx, by, bz };

  MAY_FAIL;
  fake_check_context ();
  if (! is_allowed (grid, block, shared))
    return CUDA_ERROR_INVALID_VALUE;

  LOCKED;
  fake_clock_step (stream, fake_launch (stream, function->entry, args, y));
  if (runs_kernels ())
    {
      const FakeKernel *kernel = &fake_kernels[function->entry - ce_cuda_table];
      FakeStep          step = { FAKE_KERNEL, .kernel = kernel, .to = g_malloc (kernel->size), .size = shared,
                                 .grid = { x, y, z }, .block = { bx, by, bz } };

      kernel->copy (args, step.to);
      fake_queue (stream, step);
    }

  return CUDA_SUCCESS;
}

CUresult
cuLaunchKernelEx (const CUlaunchConfig *config, CUfunction function, void **args, void **extra)
{
  return cuLaunchKernel (function, config->gridDimX, config->gridDimY, config->gridDimZ,
                         config->blockDimX, config->blockDimY, config->blockDimZ,
                         config->sharedMemBytes, config->hStream, args, extra);
}
