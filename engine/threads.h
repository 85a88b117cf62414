/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Threads, and progress in sections, for the engine and its backends.
 */
#pragma once

#include "cuda-edges.h"

G_BEGIN_DECLS

/* A progress, or a section of one. */
typedef struct
{
  CeProgressFunc func;          /* nullable */
  gpointer       data;
  double         before;        /* shares of the whole that come before the section and after it */
  double         after;
} CeProgress;

gboolean   ce_error_set_cancelled (GError **error);

int        ce_threads_count    (void);
GThread   *ce_threads_start    (const char *name, GThreadFunc func, gpointer data) G_GNUC_WARN_UNUSED_RESULT;
gboolean   ce_threads_run      (int n_tasks, CeTask task, gpointer data, const CeProgress *progress, GError **error);
gboolean   ce_progress_report  (const CeProgress *progress, double share, GError **error);
CeProgress ce_progress_section (const CeProgress *progress, double from, double to);

G_END_DECLS
