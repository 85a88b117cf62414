/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lists the GPUs, and gets one ready for jobs.
 */
#include "driver.h"

#include "engine/text.h"

#include <stdlib.h>

#define MAX_DEVICES 64

static GMutex        lock;
static GError       *refusal;       /* why there are none */
static int           driver_version;
static CeCudaDevice  devices[MAX_DEVICES];
static CeDevice      infos[MAX_DEVICES];
static char         *variants[MAX_DEVICES + 1];
static guint         n_devices;
static int           n_taken;       /* by jobs, under the lock */

static char *
too_old (const CeDevice *info)
{
  if (info->major * 10 + info->minor >= CE_CUDA_OLDEST)
    return NULL;

  return g_strdup_printf (_("CUDA cannot be used: the GPU “%s” is too old, "
                          "its compute capability is %d.%d and must be %d.%d or newer."),
                          info->name, info->major, info->minor, CE_CUDA_OLDEST / 10, CE_CUDA_OLDEST % 10);
}

static void
describe_device (guint index)
{
  CeCudaDevice *device = &devices[index];
  CeDevice     *info = &device->info;
  size_t        memory = 0;

  ce_cuda.cuDeviceGet (&device->device, (int) index);
  ce_cuda.cuDeviceGetName (info->name, sizeof info->name, device->device);
  ce_cuda.cuDeviceTotalMem (&memory, device->device);
  ce_cuda.cuDeviceGetAttribute (&info->major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device->device);
  ce_cuda.cuDeviceGetAttribute (&info->minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device->device);
  ce_cuda.cuDeviceGetAttribute (&device->processors, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device->device);
  info->memory = memory;
  info->driver = driver_version;
  info->refusal = too_old (info);
  infos[index] = *info;
  variants[index] = g_strdup_printf ("cuda:%u", index);
}

static void
refuse_module (const CeCudaDevice *device, CUresult result, GError **error)
{
  const CeDevice *info = &device->info;
  const char     *name = NULL;

  if (driver_version < CUDA_VERSION / 1000 * 1000)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_OLD_DRIVER,
                   _("CUDA cannot be used: the NVIDIA driver is too old, "
                     "it supports CUDA %d.%d and this plug-in needs %d.0."),
                   driver_version / 1000, driver_version % 1000 / 10, CUDA_VERSION / 1000);
      return;
    }

  ce_cuda.cuGetErrorName (result, &name);
  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
               _("CUDA cannot be used: this plug-in has no machine code for the GPU “%s” "
                 "of compute capability %d.%d (%s)."),
               info->name, info->major, info->minor, name ? name : _("unknown error"));
}

static void
shut_device (CeCudaDevice *device)
{
  CUcontext popped;

  if (! device->context)
    return;

  ce_cuda.cuCtxPushCurrent (device->context);
  ce_cuda_modules_unload (device);
  ce_cuda.cuCtxPopCurrent (&popped);
  ce_cuda.cuDevicePrimaryCtxRelease (device->device);
  device->context = NULL;
}

/* Makes a device ready. Called with the lock held. */
static gboolean
ready_device (CeCudaDevice *device, GError **error)
{
  CUresult    result;
  const char *name = NULL;
  CUcontext   popped;

  if (device->context)
    return TRUE;
  if (device->info.refusal)
    {
      g_set_error_literal (error, CE_ERROR, CE_ERROR_UNAVAILABLE, device->info.refusal);
      return FALSE;
    }

  result = ce_cuda.cuDevicePrimaryCtxRetain (&device->context, device->device);
  if (result != CUDA_SUCCESS)
    {
      device->context = NULL;
      ce_cuda.cuGetErrorName (result, &name);
      g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("CUDA cannot be used: the GPU “%s” does not start (%s)."),
                   device->info.name,
                   result == CUDA_ERROR_OUT_OF_MEMORY ? _("its memory is full") : name ? name : _("unknown error"));
      return FALSE;
    }

  ce_cuda.cuCtxPushCurrent (device->context);
  result = ce_cuda_modules_load (device);
  ce_cuda.cuCtxPopCurrent (&popped);
  if (result != CUDA_SUCCESS)
    {
      refuse_module (device, result, error);
      shut_device (device);
    }

  return result == CUDA_SUCCESS;
}

/* Leaves contexts to the end of the process: the system closes the device in the same 55 to 60 ms that releasing contexts
 * takes (H200, driver 580), but no user waits for it then. */
static void
shut_down (void)
{
  ce_cuda_modules_end ();
  ce_cuda_pin_end ();
}

static void
find_devices (void)
{
  int count = 0;

  if (! ce_cuda_load (&refusal))
    return;

  ce_cuda.cuDriverGetVersion (&driver_version);
  ce_cuda.cuDeviceGetCount (&count);
  n_devices = MIN ((guint) count, MAX_DEVICES);
  for (guint i = 0; i < n_devices; i++)
    describe_device (i);

  /* This is registered after the driver's own function, so it runs before that. */
  atexit (shut_down);
}

/* Loads the driver and finds the devices at the first call. Any thread may call it, and all wait for the first one. It
 * returns the same error each time. */
gboolean
ce_cuda_find (GError **error)
{
  static gsize once;

  if (g_once_init_enter (&once))
    {
      find_devices ();
      g_once_init_leave (&once, 1);
    }

  if (refusal)
    g_propagate_error (error, g_error_copy (refusal));

  return ! refusal;
}

/* Makes the device of a place ready. */
gboolean
ce_cuda_start (const CePlace *place, GError **error)
{
  if (! ce_cuda_take_device (place, error))
    return FALSE;

  ce_cuda_give_device ();

  return TRUE;
}

const CeDevice *
ce_cuda_devices (guint *n)
{
  *n = n_devices;

  return infos;
}

const char *const *
ce_cuda_variants (void)
{
  return (const char *const *) variants;
}

/* Returns (nullable) the device of a place, ready for use until ce_cuda_give_device(). */
CeCudaDevice *
ce_cuda_take_device (const CePlace *place, GError **error)
{
  guint    index = (guint) MAX (place->device, 0);
  gboolean ready;

  if (index >= n_devices)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("This machine has no CUDA device number %u."), index);
      return NULL;
    }

  g_mutex_lock (&lock);
  ready = ready_device (&devices[index], error);
  if (ready)
    g_atomic_int_set (&infos[index].has_started, TRUE);
  n_taken += ready;
  g_mutex_unlock (&lock);

  return ready ? &devices[index] : NULL;
}

/* Gives back the device of ce_cuda_take_device(), which stays ready. */
void
ce_cuda_give_device (void)
{
  g_mutex_lock (&lock);
  n_taken--;
  g_mutex_unlock (&lock);
}

/* Shuts all devices, if no job has one and no kernel is being compiled: frees contexts, kernels and memory, and unpins host
 * memory. */
void
ce_cuda_shut (void)
{
  g_mutex_lock (&lock);
  if (n_taken == 0 && ! ce_cuda_modules_are_under_way ())
    {
      ce_cuda_pin_release ();
      for (guint i = 0; i < n_devices; i++)
        {
          shut_device (&devices[i]);
          g_atomic_int_set (&infos[i].has_started, FALSE);
        }
    }
  g_mutex_unlock (&lock);
}
