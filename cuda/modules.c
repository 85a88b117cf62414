/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads the kernels on a device. nvcc's machine code is loaded in milliseconds, all at once. The driver compiles clang's PTX
 * one kernel at a time and keeps the result for the next process. It compiles a kernel at its first launch, or, if the GPU
 * was not named, all kernels of a filter in the background.
 */
#include "driver.h"

#include "engine/plan.h"
#include "engine/text.h"
#include "engine/threads.h"

#include <string.h>

/* The output of compile.py: nvcc's machine code of all kernels, or clang's PTX of each, ended by a NULL name. */
#ifdef CE_CUDA_PTX
extern const struct { const char *name; const char *text; } ce_cuda_ptx[];
#else
extern const unsigned char ce_cuda_fatbin[];
#endif

#ifdef CE_CUDA_PTX

/* Microseconds that the first render waits for its kernels; kernels that the driver has kept are ready by then. */
#define PATIENCE (300 * G_TIME_SPAN_MILLISECOND)

/* CeCudaDevice.made, for each filter. */
enum { NOT_ASKED, UNDER_WAY, MADE, REFUSED };

typedef struct
{
  CeCudaDevice *device;
  CeFilterId    filter;
} Order;

/* The kernels of each filter, ended by CE_CUDA_N_KERNELS. */
#define NUMBER(name, ...) CE_CUDA_KERNEL_ ## name,
#define LIST(ID, name) [CE_FILTER_ ## ID] = (const CeCudaKernel[]) { CE_CUDA_OF_ ## ID (NUMBER) CE_CUDA_N_KERNELS },
static const CeCudaKernel *const kernels_of[CE_N_FILTERS] = { CE_EACH_FILTER (LIST) };
#undef LIST
#undef NUMBER

static GMutex   lock;           /* protects the variables below and all CeCudaDevice.made */
static GCond    changed;
static int      n_making;
static gboolean is_ending;

static CUresult
load_kernel (CeCudaDevice *device, CeCudaKernel kernel, CUfunction *function)
{
  int      n = 0;
  CUresult result;

  while (ce_cuda_ptx[n].name && ! g_str_equal (ce_cuda_ptx[n].name, ce_cuda_table[kernel].name))
    n++;
  if (! ce_cuda_ptx[n].name)
    return CUDA_ERROR_NOT_FOUND;

  result = ce_cuda.cuModuleLoadData (&device->modules[kernel], ce_cuda_ptx[n].text);

  return result ? result : ce_cuda.cuModuleGetFunction (function, device->modules[kernel], ce_cuda_table[kernel].name);
}

/* Makes a device ready. One small kernel shows whether this driver and this GPU accept the kernels. */
CUresult
ce_cuda_modules_load (CeCudaDevice *device)
{
  return load_kernel (device, CE_CUDA_KERNEL_classes, &device->kernels[CE_CUDA_KERNEL_classes]);
}

static gboolean
shall_end (void)
{
  gboolean result;

  g_mutex_lock (&lock);
  result = is_ending;
  g_mutex_unlock (&lock);

  return result;
}

/* A GThreadFunc: compiles a filter's kernels. */
static gpointer
make (gpointer data)
{
  g_autofree Order *order = data;
  CeCudaDevice     *device = order->device;
  gboolean          fine = ce_cuda.cuCtxPushCurrent (device->context) == CUDA_SUCCESS;
  CUcontext         popped;

  if (fine)
    {
      const CeCudaKernel *kernels = kernels_of[order->filter];

      for (int i = 0; kernels[i] < CE_CUDA_N_KERNELS && fine && ! shall_end (); i++)
        fine = ce_cuda_kernel (device, kernels[i]) != NULL;
      ce_cuda.cuCtxPopCurrent (&popped);
    }

  g_mutex_lock (&lock);
  device->made[order->filter] = fine ? MADE : REFUSED;
  n_making--;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);

  return NULL;
}

/* Starts the thread that makes a filter's kernels, and waits up to PATIENCE for it. The caller has the lock. */
static void
begin_to_make (CeCudaDevice *device, CeFilterId filter)
{
  const Order order = { device, filter };
  gint64      end = g_get_monotonic_time () + PATIENCE;
  GThread    *thread;

  device->made[filter] = UNDER_WAY;
  n_making++;
  g_mutex_unlock (&lock);
  thread = ce_threads_start ("ce-compile", make, g_memdup2 (&order, sizeof order));
  g_clear_pointer (&thread, g_thread_unref);
  g_mutex_lock (&lock);
  while (device->made[filter] == UNDER_WAY && g_cond_wait_until (&changed, &lock, end))
    ;
}

/* Returns whether the filter's kernels are compiled. The first call begins to compile them and waits up to PATIENCE. FALSE
 * with CE_ERROR_LATER while they are being compiled, or CE_ERROR_UNAVAILABLE if that failed. */
gboolean
ce_cuda_modules_are_made (CeCudaDevice *device, CeFilterId filter, GError **error)
{
  int made;

  g_mutex_lock (&lock);
  if (device->made[filter] == NOT_ASKED)
    begin_to_make (device, filter);
  made = device->made[filter];
  g_mutex_unlock (&lock);

  if (made == UNDER_WAY)
    g_set_error (error, CE_ERROR, CE_ERROR_LATER,
                 _("The driver is compiling this filter for the GPU “%s”, which it does once."), device->info.name);
  else if (made == REFUSED)
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
                 _("CUDA cannot be used: the driver cannot compile this filter for the GPU “%s”."), device->info.name);

  return made == MADE;
}

/* Returns whether kernels are being compiled; their device stays open for that. */
gboolean
ce_cuda_modules_are_under_way (void)
{
  gboolean result;

  g_mutex_lock (&lock);
  result = n_making > 0;
  g_mutex_unlock (&lock);

  return result;
}

/* Waits until no kernel is being compiled, because the process ends. */
void
ce_cuda_modules_end (void)
{
  g_mutex_lock (&lock);
  is_ending = TRUE;
  while (n_making > 0)
    g_cond_wait (&changed, &lock);
  g_mutex_unlock (&lock);
}

/* Forgets which filters' kernels are compiled, because the device's modules are unloaded. */
static void
forget_made (CeCudaDevice *device)
{
  g_mutex_lock (&lock);
  memset (device->made, 0, sizeof device->made);
  g_mutex_unlock (&lock);
}

#else

static void
forget_made (CeCudaDevice *device)
{
}

CUresult
ce_cuda_modules_load (CeCudaDevice *device)
{
  CUresult result = ce_cuda.cuModuleLoadData (&device->modules[0], ce_cuda_fatbin);

  for (int i = 0; i < CE_CUDA_N_KERNELS && result == CUDA_SUCCESS; i++)
    result = ce_cuda.cuModuleGetFunction (&device->kernels[i], device->modules[0], ce_cuda_table[i].name);

  return result;
}

gboolean
ce_cuda_modules_are_made (CeCudaDevice *device, CeFilterId filter, GError **error)
{
  return TRUE;
}

gboolean
ce_cuda_modules_are_under_way (void)
{
  return FALSE;
}

void
ce_cuda_modules_end (void)
{
}

#endif

/* Unloads the modules of a device that is current and about to be shut. */
void
ce_cuda_modules_unload (CeCudaDevice *device)
{
  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    if (device->modules[i])
      ce_cuda.cuModuleUnload (device->modules[i]);
  memset (device->modules, 0, sizeof device->modules);
  memset (device->kernels, 0, sizeof device->kernels);
  forget_made (device);
}

/* Returns (nullable) the function of a kernel on a device that is current. It is NULL, and its launch fails, if the driver
 * could not compile it. */
CUfunction
ce_cuda_kernel (CeCudaDevice *device, CeCudaKernel kernel)
{
  CUfunction function = g_atomic_pointer_get (&device->kernels[kernel]);

#ifdef CE_CUDA_PTX
  static GMutex loading;

  if (! function)
    {
      g_mutex_lock (&loading);
      function = device->kernels[kernel];
      if (! function && load_kernel (device, kernel, &function) == CUDA_SUCCESS)
        g_atomic_pointer_set (&device->kernels[kernel], function);
      g_mutex_unlock (&loading);
    }
#endif

  return function;
}
