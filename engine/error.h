/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Errors of the engine. Every message is one sentence for a user.
 */
#ifndef CE_ERROR_H
#define CE_ERROR_H

#include <glib.h>

G_BEGIN_DECLS

#define CE_ERROR (ce_error_quark ())

/**
 * CeError:
 * @CE_ERROR_CANCELLED: the progress function returned %FALSE; not a failure to report
 * @CE_ERROR_NO_MEMORY: host or device memory did not suffice
 * @CE_ERROR_UNAVAILABLE: the backend cannot be used on this machine, for a reason that has no code of its own
 * @CE_ERROR_DEVICE: the device failed while it worked
 * @CE_ERROR_INVALID: a parameter or an argument is not allowed
 * @CE_ERROR_LATER: the device is being made ready for the filter
 * @CE_ERROR_NOT_BUILT: the backend cannot be used because this build has none
 * @CE_ERROR_NO_DRIVER: the same, because its driver is not installed
 * @CE_ERROR_OLD_DRIVER: the same, because its driver is too old
 * @CE_ERROR_UPDATED_DRIVER: the same, because its driver was updated while the machine ran
 * @CE_ERROR_NO_GPU: the same, because the machine has no GPU for it
 * @CE_ERROR_HIDDEN_GPU: the same, because an environment variable hides every GPU
 *
 * The codes of errors.
 */
typedef enum
{
  CE_ERROR_CANCELLED,
  CE_ERROR_NO_MEMORY,
  CE_ERROR_UNAVAILABLE,
  CE_ERROR_DEVICE,
  CE_ERROR_INVALID,
  CE_ERROR_LATER,
  CE_ERROR_NOT_BUILT,
  CE_ERROR_NO_DRIVER,
  CE_ERROR_OLD_DRIVER,
  CE_ERROR_UPDATED_DRIVER,
  CE_ERROR_NO_GPU,
  CE_ERROR_HIDDEN_GPU
} CeError;

GQuark   ce_error_quark          (void);
gboolean ce_error_set_cancelled  (GError **error);
gboolean ce_error_is_unavailable (const GError *error);

G_END_DECLS

#endif
