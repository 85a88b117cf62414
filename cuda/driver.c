/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads the driver on demand, makes errors of its results, and says in one sentence why it cannot be used.
 */
#include "driver.h"

#include "engine/cuda-edges.h"
#include "engine/text.h"

#include <dlfcn.h>

CeCudaDriver ce_cuda;

/* The texts @doing of ce_cuda_check(), listed for translators (tools/checks.py). */
G_GNUC_UNUSED static const char *const doings[] = {
  N_("being called"), N_("computing"), N_("receiving the image"), N_("reserving memory"), N_("sending the result"), N_("starting"),
};

/* Returns whether @result is a success; else sets an error with @doing, one of the texts above, not translated. */
gboolean
ce_cuda_check (CUresult result, const char *doing, GError **error)
{
  const char *name = NULL;

  if (result == CUDA_SUCCESS)
    return TRUE;

  if (result == CUDA_ERROR_OUT_OF_MEMORY)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("The GPU has not enough free memory (%s)."), _(doing));
      return FALSE;
    }

  if (ce_cuda.cuGetErrorName (result, &name) != CUDA_SUCCESS)
    name = _("an unknown error");
  g_set_error (error, CE_ERROR, CE_ERROR_DEVICE, _("The GPU failed while %s: %s."), _(doing), name);

  return FALSE;
}

/* Returns FALSE. */
static G_GNUC_PRINTF (3, 4) gboolean
refuse (GError **error, CeError code, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (CE_ERROR, (int) code, format, arguments));
  va_end (arguments);

  return FALSE;
}

static gboolean
load_driver (GError **error)
{
  void       *library = dlopen ("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  const char *reason = library ? NULL : dlerror ();

  /* The loader's message begins with the missing library: the driver, or one that the driver needs. */
  if (! library && (! reason || g_str_has_prefix (reason, "libcuda.so.1: ")))
    return refuse (error, CE_ERROR_NO_DRIVER, _("CUDA cannot be used: there is no NVIDIA driver on this machine."));
  if (! library)
    return refuse (error, CE_ERROR_UNAVAILABLE, _("CUDA cannot be used: the NVIDIA driver cannot be loaded (%s)."), reason);

#define LOAD(name, symbol, type)                                                \
  ce_cuda.name = (type) dlsym (library, symbol);                                \
  if (! ce_cuda.name)                                                           \
    return refuse (error, CE_ERROR_OLD_DRIVER, _("CUDA cannot be used: the NVIDIA driver is too old, it has no %s."), symbol);
  CE_CUDA_ENTRY_POINTS (LOAD)
#undef LOAD

#define LOAD(name, symbol, type) ce_cuda.name = (type) dlsym (library, symbol);
  CE_CUDA_OPTIONAL_ENTRY_POINTS (LOAD)
#undef LOAD

  return TRUE;
}

static gboolean
no_gpu (GError **error)
{
  const char *visible = g_getenv ("CUDA_VISIBLE_DEVICES");

  if (! visible)
    return refuse (error, CE_ERROR_NO_GPU, _("CUDA cannot be used: there is no NVIDIA GPU on this machine."));

  return refuse (error, CE_ERROR_HIDDEN_GPU,
                 _("CUDA cannot be used: CUDA_VISIBLE_DEVICES is “%s”, and that leaves no NVIDIA GPU."), visible);
}

static gboolean
init_driver (GError **error)
{
  CUresult    result;
  const char *name = NULL;

  result = ce_cuda.cuInit (0);
  if (result == CUDA_SUCCESS)
    return TRUE;
  if (result == CUDA_ERROR_NO_DEVICE)
    return no_gpu (error);
  if (result == CUDA_ERROR_SYSTEM_DRIVER_MISMATCH)
    return refuse (error, CE_ERROR_UPDATED_DRIVER,
                   _("CUDA cannot be used: the NVIDIA driver was updated, and the computer has not been restarted since."));

  ce_cuda.cuGetErrorName (result, &name);
  return refuse (error, CE_ERROR_UNAVAILABLE, _("CUDA cannot be used: the NVIDIA driver does not start (%s)."),
                 name ? name : _("unknown error"));
}

/* Loads the driver and initializes it; call it once. */
gboolean
ce_cuda_load (GError **error)
{
  int count = 0;

  if (ce_testing ()->cuda_fail & CE_FAULT_START)
    return refuse (error, CE_ERROR_UNAVAILABLE, "CUDA cannot be used: a test asks for a failing start.");

  if (! load_driver (error) || ! ce_cuda_try (&ce_cuda, error) || ! init_driver (error))
    return FALSE;

  return (ce_cuda.cuDeviceGetCount (&count) == CUDA_SUCCESS && count > 0) || no_gpu (error);
}
