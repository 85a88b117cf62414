/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art.
 */
#include "job.h"

gboolean
ce_cuda_set_line_art (CeCudaJob *job, CeCudaRender *render, GError **error)
{
  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, "Line art has no kernels yet.");

  return FALSE;
}
