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
