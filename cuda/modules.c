/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads the kernels on a device. nvcc's machine code is loaded in milliseconds, all at once. The driver compiles clang's PTX
 * and keeps the result for the next process. It compiles a kernel at its first launch, or, if the GPU was not named, all
 * kernels of a filter in the background, on all cores, those that the picture waits for first.
 */
#include "driver.h"

#include "engine/plan.h"
#include "engine/text.h"
#include "engine/threads.h"

#include <stdlib.h>
#include <string.h>

/* The output of compile.py: nvcc's machine code of all kernels, or clang's PTX of each, ended by a NULL name. */
#ifdef CE_CUDA_PTX
extern const struct { const char *name; const char *text; } ce_cuda_ptx[];
#else
extern const unsigned char ce_cuda_fatbin[];
#endif

#ifdef CE_CUDA_PTX

/* Microseconds that renders wait for their kernels, from the first request of the filter on; kernels that the driver has
 * kept are ready by then. */
#define PATIENCE (300 * G_TIME_SPAN_MILLISECOND)

/* CeCudaDevice.states, for each kernel. */
enum { NOT_ASKED, QUEUED, FIRST, UNDER_WAY, MADE, REFUSED };

/* The kernels of each filter, ended by CE_CUDA_N_KERNELS. */
#define NUMBER(name, ...) CE_CUDA_KERNEL_ ## name,
#define LIST(ID, name) [CE_FILTER_ ## ID] = (const CeCudaKernel[]) { CE_CUDA_OF_ ## ID (NUMBER) CE_CUDA_N_KERNELS },
static const CeCudaKernel *const kernels_of[CE_N_FILTERS] = { CE_EACH_FILTER (LIST) };
#undef LIST
#undef NUMBER

static GMutex   lock;           /* protects the variables below and all CeCudaDevice.states */
static GCond    changed;
static GSList  *threads;        /* that make kernels, or have made some */
static int      n_making;
static gboolean is_ending;

/* Compiles @text with the driver's linker, because cuModuleLoadData() compiles for one thread at a time (driver 580). */
static CUresult
load_text (CUmodule *module, const char *text)
{
  CUlinkState state;
  void       *binary;
  size_t      size;
  CUresult    result = ce_cuda.cuLinkCreate (0, NULL, NULL, &state);

  if (result)
    return result;

  result = ce_cuda.cuLinkAddData (state, CU_JIT_INPUT_PTX, (gpointer) text, strlen (text) + 1, NULL, 0, NULL, NULL);
  if (! result)
    result = ce_cuda.cuLinkComplete (state, &binary, &size);
  if (! result)
    result = ce_cuda.cuModuleLoadData (module, binary);
  ce_cuda.cuLinkDestroy (state);

  return result;
}

static CUresult
load_kernel (CeCudaDevice *device, CeCudaKernel kernel, CUfunction *function)
{
  int      n = 0;
  CUresult result;

  while (ce_cuda_ptx[n].name && ! g_str_equal (ce_cuda_ptx[n].name, ce_cuda_table[kernel].name))
    n++;
  if (! ce_cuda_ptx[n].name)
    return CUDA_ERROR_NOT_FOUND;

  result = load_text (&device->modules[kernel], ce_cuda_ptx[n].text);

  return result ? result : ce_cuda.cuModuleGetFunction (function, device->modules[kernel], ce_cuda_table[kernel].name);
}

/* Compiles a kernel. The caller has the lock, which others get meanwhile. */
static CUresult
make_kernel (CeCudaDevice *device, CeCudaKernel kernel)
{
  CUfunction function = NULL;
  CUresult   result;

  device->states[kernel] = UNDER_WAY;
  g_mutex_unlock (&lock);
  result = load_kernel (device, kernel, &function);
  /* What the compiler registers for the end of the process while it is loaded would run before what was registered then. */
  atexit (ce_cuda_modules_end);
  g_mutex_lock (&lock);
  if (result == CUDA_SUCCESS)
    g_atomic_pointer_set (&device->kernels[kernel], function);
  device->states[kernel] = result ? REFUSED : MADE;
  g_cond_broadcast (&changed);

  return result;
}

/* Makes a device ready. One small kernel shows whether this driver and this GPU accept the kernels. */
CUresult
ce_cuda_modules_load (CeCudaDevice *device)
{
  CUresult result;

  g_mutex_lock (&lock);
  result = make_kernel (device, CE_CUDA_KERNEL_classes);
  g_mutex_unlock (&lock);

  return result;
}

/* Returns a kernel that waits to be compiled, one of a plan before others, or CE_CUDA_N_KERNELS. */
static CeCudaKernel
next_kernel (const CeCudaDevice *device)
{
  for (int state = FIRST; state >= QUEUED; state--)
    for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
      if (device->states[i] == state)
        return (CeCudaKernel) i;

  return CE_CUDA_N_KERNELS;
}

/* A GThreadFunc: compiles kernels until none waits. */
static gpointer
make (gpointer data)
{
  CeCudaDevice *device = data;
  CeCudaKernel  kernel;
  CUcontext     popped;
  gboolean      fine = ce_cuda.cuCtxPushCurrent (device->context) == CUDA_SUCCESS;

  g_mutex_lock (&lock);
  while (! is_ending && (kernel = next_kernel (device)) < CE_CUDA_N_KERNELS)
    if (fine)
      make_kernel (device, kernel);
    else
      device->states[kernel] = REFUSED;
  g_mutex_unlock (&lock);
  if (fine)
    ce_cuda.cuCtxPopCurrent (&popped);

  g_mutex_lock (&lock);
  n_making--;
  g_cond_broadcast (&changed);
  g_mutex_unlock (&lock);

  return NULL;
}

/* Joins threads that have ended. The caller has the lock. */
static void
join_ended (void)
{
  for (; n_making == 0 && threads; threads = g_slist_delete_link (threads, threads))
    g_thread_join (threads->data);
}

/* Starts threads that compile @n more kernels, unless there are enough. The caller has the lock, which they get
 * meanwhile. */
static void
begin_to_make (CeCudaDevice *device, int n)
{
  join_ended ();
  for (n = MIN (n, MAX (ce_threads_count () - n_making, n > 0)); n > 0; n--)
    {
      GThread *thread;

      n_making++;
      g_mutex_unlock (&lock);
      thread = ce_threads_start ("ce-compile", make, device);
      g_mutex_lock (&lock);
      if (thread)
        threads = g_slist_prepend (threads, thread);
    }
}

/* Returns the number of a filter's kernels that have not been asked for, which then wait to be compiled. */
static int
queue (CeCudaDevice *device, CeFilterId filter)
{
  int n = 0;

  for (const CeCudaKernel *kernel = kernels_of[filter]; *kernel < CE_CUDA_N_KERNELS; kernel++)
    if (device->states[*kernel] == NOT_ASKED)
      {
        device->states[*kernel] = QUEUED;
        n++;
      }

  return n;
}

/* Returns the state of the filter's kernels: REFUSED if one is, MADE if all are. */
static int
state_of (const CeCudaDevice *device, CeFilterId filter)
{
  int state = MADE;

  for (const CeCudaKernel *kernel = kernels_of[filter]; *kernel < CE_CUDA_N_KERNELS; kernel++)
    if (device->states[*kernel] == REFUSED)
      return REFUSED;
    else if (device->states[*kernel] != MADE)
      state = UNDER_WAY;

  return state;
}

/* Returns whether the filter's kernels are compiled, which begins at the first call. FALSE with CE_ERROR_LATER while they
 * are being compiled, or CE_ERROR_UNAVAILABLE if that failed. */
gboolean
ce_cuda_modules_are_made (CeCudaDevice *device, CeFilterId filter, GError **error)
{
  int n, state;

  g_mutex_lock (&lock);
  n = queue (device, filter);
  if (n > 0)
    device->patience[filter] = g_get_monotonic_time () + PATIENCE;
  begin_to_make (device, n);
  state = state_of (device, filter);
  g_mutex_unlock (&lock);

  if (state == UNDER_WAY)
    g_set_error (error, CE_ERROR, CE_ERROR_LATER,
                 _("The driver is compiling this filter for the GPU “%s”, which it does once."), device->info.name);
  else if (state == REFUSED)
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
                 _("CUDA cannot be used: the driver cannot compile this filter for the GPU “%s”."), device->info.name);

  return state == MADE;
}

/* Waits until one more kernel is compiled. FALSE if none of the filter's is being compiled, or for longer than PATIENCE. */
gboolean
ce_cuda_modules_wait (CeCudaDevice *device, CeFilterId filter)
{
  gboolean result;

  g_mutex_lock (&lock);
  result = state_of (device, filter) == UNDER_WAY && g_cond_wait_until (&changed, &lock, device->patience[filter]);
  g_mutex_unlock (&lock);

  return result;
}

/* Returns whether a kernel is compiled. If it waits for that, it is one of the next. */
gboolean
ce_cuda_kernel_is_made (CeCudaDevice *device, CeCudaKernel kernel)
{
  int state;

  g_mutex_lock (&lock);
  state = device->states[kernel];
  if (state == QUEUED)
    device->states[kernel] = FIRST;
  g_mutex_unlock (&lock);

  return state == MADE;
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

/* Waits until no kernel is being compiled and the threads have ended, because the process ends, and the driver with it. */
void
ce_cuda_modules_end (void)
{
  GSList *all;

  g_mutex_lock (&lock);
  is_ending = TRUE;
  while (n_making > 0)
    g_cond_wait (&changed, &lock);
  all = g_steal_pointer (&threads);
  g_mutex_unlock (&lock);
  for (; all; all = g_slist_delete_link (all, all))
    g_thread_join (all->data);
}

/* Forgets which kernels are compiled, because the device's modules are unloaded. */
static void
forget_made (CeCudaDevice *device)
{
  g_mutex_lock (&lock);
  memset (device->states, 0, sizeof device->states);
  g_mutex_unlock (&lock);
}

/* Compiles a kernel, or waits until another thread has compiled it. */
static void
await_kernel (CeCudaDevice *device, CeCudaKernel kernel)
{
  g_mutex_lock (&lock);
  while (device->states[kernel] == UNDER_WAY)
    g_cond_wait (&changed, &lock);
  if (device->states[kernel] < UNDER_WAY)
    make_kernel (device, kernel);
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
ce_cuda_modules_wait (CeCudaDevice *device, CeFilterId filter)
{
  return FALSE;
}

gboolean
ce_cuda_kernel_is_made (CeCudaDevice *device, CeCudaKernel kernel)
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
  if (! function)
    {
      await_kernel (device, kernel);
      function = g_atomic_pointer_get (&device->kernels[kernel]);
    }
#endif

  return function;
}
