/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loading the driver, finding devices, making one ready, and saying in plain
 * words why that cannot be.
 */
#include "driver.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/* The fat binary, see embed.py. */
extern const unsigned char ce_cuda_fatbin[];

#define MAX_DEVICES 64

CeCudaDriver ce_cuda;

static GMutex        lock;
static gboolean      started;
static char         *refusal;       /* why not, if it did not start */
static int           driver_version;
static CeCudaDevice  devices[MAX_DEVICES];
static CeDevice      infos[MAX_DEVICES];
static char         *variants[MAX_DEVICES + 1];
static guint         n_devices;

/**
 * ce_cuda_fails:
 * @what: "start", "memory" or "launch"
 *
 * Returns: whether the environment variable CE_CUDA_FAIL, a list with commas,
 *   asks to behave as if this failed; for tests
 */
gboolean
ce_cuda_fails (const char *what)
{
  const char     *wanted = g_getenv ("CE_CUDA_FAIL");
  g_auto (GStrv)  list = wanted ? g_strsplit (wanted, ",", -1) : NULL;

  return list && g_strv_contains ((const char *const *) list, what);
}

/**
 * ce_cuda_check:
 * @result: what an entry point returned
 * @doing: what was being done: "copying to the GPU"
 * @error: return location
 *
 * Returns: %TRUE if @result is a success, else %FALSE with
 *   %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE
 */
gboolean
ce_cuda_check (CUresult result, const char *doing, GError **error)
{
  const char *name = NULL;

  if (result == CUDA_SUCCESS)
    return TRUE;

  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, "The GPU has not enough free memory (%s).", doing);
      return FALSE;
    }

  if (ce_cuda.cuGetErrorName (result, &name) != CUDA_SUCCESS)
    name = "an unknown error";
  g_set_error (error, CE_ERROR, CE_ERROR_DEVICE, "The GPU failed while %s: %s.", doing, name);

  return FALSE;
}

static char *
load_driver (void)
{
  void *library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);

  if (! library)
    return g_strdup ("CUDA cannot be used: there is no NVIDIA driver on this machine.");

#define LOAD(name, symbol, type)                                                \
  ce_cuda.name = (type) dlsym (library, symbol);                                \
  if (! ce_cuda.name)                                                           \
    return g_strdup ("CUDA cannot be used: the NVIDIA driver is too old, it has no " symbol ".");
  CE_CUDA_ENTRY_POINTS (LOAD)
#undef LOAD

  return NULL;
}

static char *
init_driver (void)
{
  CUresult    result;
  const char *name = NULL;

  /* One channel to the device is enough and halves the context's start. */
  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "1", FALSE);

  result = ce_cuda.cuInit (0);
  if (result == CUDA_ERROR_NO_DEVICE)
    return g_strdup ("CUDA cannot be used: there is no NVIDIA GPU on this machine.");
  if (result == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH)
    return g_strdup ("CUDA cannot be used: the NVIDIA driver was updated, and the computer has not been restarted since.");
  if (result != CUDA_SUCCESS)
    {
      ce_cuda.cuGetErrorName (result, &name);
      return g_strdup_printf ("CUDA cannot be used: the NVIDIA driver does not start (%s).", name ? name : "unknown error");
    }

  ce_cuda.cuDriverGetVersion (&driver_version);
  return NULL;
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
  infos[index] = *info;
  variants[index] = g_strdup_printf ("%u", index);
}

static char *
find_devices (void)
{
  int count = 0;

  if (ce_cuda.cuDeviceGetCount (&count) != CUDA_SUCCESS || count < 1)
    return g_strdup ("CUDA cannot be used: there is no NVIDIA GPU on this machine.");

  n_devices = MIN ((guint) count, MAX_DEVICES);
  for (guint i = 0; i < n_devices; i++)
    describe_device (i);

  return NULL;
}

static char *
refuse_module (const CeCudaDevice *device, CUresult result)
{
  const CeDevice *info = &device->info;
  const char     *name = NULL;

  if (info->major * 10 + info->minor < CE_CUDA_OLDEST)
    return g_strdup_printf ("CUDA cannot be used: the GPU “%s” is too old, "
                            "its compute capability is %d.%d and must be %d.%d or newer.",
                            info->name, info->major, info->minor, CE_CUDA_OLDEST / 10, CE_CUDA_OLDEST % 10);

  if (driver_version < CUDA_VERSION / 1000 * 1000)
    return g_strdup_printf ("CUDA cannot be used: the NVIDIA driver is too old, "
                            "it supports CUDA %d.%d and this plug-in needs %d.0.",
                            driver_version / 1000, driver_version % 1000 / 10, CUDA_VERSION / 1000);

  ce_cuda.cuGetErrorName (result, &name);
  return g_strdup_printf ("CUDA cannot be used: this plug-in has no machine code for the GPU “%s” "
                          "of compute capability %d.%d (%s).",
                          info->name, info->major, info->minor, name ? name : "unknown error");
}

static CUresult
load_kernels (CeCudaDevice *device)
{
  static const char *const names[] = {
#define NAME(name) "ce_cuda_" #name,
    CE_CUDA_KERNELS (NAME)
#undef NAME
  };
  CUresult result = ce_cuda.cuModuleLoadData (&device->module, ce_cuda_fatbin);

  for (int i = 0; i < CE_CUDA_N_KERNELS && result == CUDA_SUCCESS; i++)
    result = ce_cuda.cuModuleGetFunction (&device->kernels[i], device->module, names[i]);

  return result;
}

static void
shut_device (CeCudaDevice *device)
{
  CUcontext popped;

  if (! device->context)
    return;

  if (device->module && ce_cuda.cuCtxPushCurrent (device->context) == CUDA_SUCCESS)
    {
      ce_cuda.cuModuleUnload (device->module);
      ce_cuda.cuCtxPopCurrent (&popped);
    }
  ce_cuda.cuDevicePrimaryCtxRelease (device->device);
  device->module = NULL;
  device->context = NULL;
}

/* With the lock held. Returns why not. */
static char *
ready_device (CeCudaDevice *device)
{
  CUresult    result;
  const char *name = NULL;
  CUcontext   popped;

  if (device->context)
    return NULL;

  result = ce_cuda.cuDevicePrimaryCtxRetain (&device->context, device->device);
  if (result != CUDA_SUCCESS)
    {
      device->context = NULL;
      ce_cuda.cuGetErrorName (result, &name);
      return g_strdup_printf ("CUDA cannot be used: the GPU “%s” does not start (%s).", device->info.name,
                              result == CUDA_ERROR_OUT_OF_MEMORY ? "its memory is full" : name ? name : "unknown error");
    }

  ce_cuda.cuCtxPushCurrent (device->context);
  result = load_kernels (device);
  ce_cuda.cuCtxPopCurrent (&popped);
  if (result != CUDA_SUCCESS)
    {
      char *reason = refuse_module (device, result);

      shut_device (device);
      return reason;
    }

  return NULL;
}

static void
shut_down (void)
{
  g_mutex_lock (&lock);
  for (guint i = 0; i < n_devices; i++)
    shut_device (&devices[i]);
  g_mutex_unlock (&lock);
}

static char *
start_once (void)
{
  char *reason;

  if (ce_cuda_fails ("start"))
    return g_strdup ("CUDA cannot be used: CE_CUDA_FAIL asks for a failing start.");

  reason = load_driver ();
  if (! reason)
    reason = init_driver ();
  if (! reason)
    reason = find_devices ();
  if (reason)
    return reason;

  /* Registered after the driver's own, so it runs before. */
  atexit (shut_down);
  return ready_device (&devices[0]);
}

/**
 * ce_cuda_start:
 * @error: return location
 *
 * Loads the driver and makes the first device ready, the first time it is
 * called; any thread may, and all wait for the one that does it.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_UNAVAILABLE, the same each time
 */
gboolean
ce_cuda_start (GError **error)
{
  g_mutex_lock (&lock);
  if (! started)
    {
      refusal = start_once ();
      started = TRUE;
    }
  g_mutex_unlock (&lock);

  if (! refusal)
    return TRUE;

  g_set_error_literal (error, CE_ERROR, CE_ERROR_UNAVAILABLE, refusal);
  return FALSE;
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

/**
 * ce_cuda_open_device:
 * @index: number of the device
 * @error: return location
 *
 * Returns: (transfer none): the device, ready to be used, or %NULL with
 *   %CE_ERROR_UNAVAILABLE
 */
CeCudaDevice *
ce_cuda_open_device (guint index, GError **error)
{
  g_autofree char *reason = NULL;

  if (index >= n_devices)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "This machine has no CUDA device number %u.", index);
      return NULL;
    }

  g_mutex_lock (&lock);
  reason = ready_device (&devices[index]);
  g_mutex_unlock (&lock);
  if (! reason)
    return &devices[index];

  g_set_error_literal (error, CE_ERROR, CE_ERROR_UNAVAILABLE, reason);
  return NULL;
}
