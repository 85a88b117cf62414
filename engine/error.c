/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sets the errors that several files report.
 */
#include "threads.h"

G_DEFINE_QUARK (ce-error-quark, ce_error)

/* Sets CE_ERROR_CANCELLED and returns FALSE. */
gboolean
ce_error_set_cancelled (GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return FALSE;
}

/* Returns whether a (nullable) error says that a backend cannot be used on this machine. */
gboolean
ce_error_is_unavailable (const GError *error)
{
  if (! error || error->domain != CE_ERROR)
    return FALSE;

  switch ((CeError) error->code)
    {
    case CE_ERROR_UNAVAILABLE:
    case CE_ERROR_NOT_BUILT:
    case CE_ERROR_NO_DRIVER:
    case CE_ERROR_OLD_DRIVER:
    case CE_ERROR_UPDATED_DRIVER:
    case CE_ERROR_NO_GPU:
    case CE_ERROR_HIDDEN_GPU:
      return TRUE;

    case CE_ERROR_CANCELLED:
    case CE_ERROR_NO_MEMORY:
    case CE_ERROR_DEVICE:
    case CE_ERROR_INVALID:
    case CE_ERROR_LATER:
      break;
    }

  return FALSE;
}
