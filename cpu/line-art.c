/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Line art.
 */
#include "filter.h"

#include "cpu/plain/plain.h"
#include "engine/threads.h"

/* Renders line art. */
gboolean
ce_line_art (CeKept *kept, CeCpuRender *render, const CeProgress *progress, GError **error)
{
  ce_plain_line_art (render->source, render->plan, render->result);

  return ce_progress_report (progress, 1, error);
}
