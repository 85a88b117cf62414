/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tasks on all cores, and progress in sections.
 */
#ifndef CE_THREADS_H
#define CE_THREADS_H

#include "backend.h"

G_BEGIN_DECLS

typedef void (*CeTask) (int task, gpointer data);

int        ce_threads_count (void);
gboolean   ce_threads_run   (int n_tasks, CeTask task, gpointer data, const CeProgress *progress, GError **error);
GThread   *ce_threads_start (const char *name, GThreadFunc func, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
gboolean   ce_progress_report  (const CeProgress *progress, double share, GError **error);
CeProgress ce_progress_section (const CeProgress *progress, double from, double to);

G_END_DECLS

#endif
