/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_CPU_THREADS_H
#define CE_CPU_THREADS_H

#include "engine/backend.h"

G_BEGIN_DECLS

typedef void (*CeTask) (int task, int thread, gpointer data);

int      ce_threads_count (void);
gboolean ce_threads_run   (int n_tasks, CeTask task, gpointer data, const CeProgress *progress,
                           double from, double to, GError **error);

G_END_DECLS

#endif
