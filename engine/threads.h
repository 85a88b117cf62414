/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_THREADS_H
#define CE_THREADS_H

#include "backend.h"

G_BEGIN_DECLS

typedef void (*CeTask) (int task, gpointer data);

/* Something a thread of the pool does once; the first member of a larger
 * struct that must stay until it is done. */
typedef struct _CeWork CeWork;
struct _CeWork
{
  void (*func) (CeWork *work);
};

int      ce_threads_count  (void);
gboolean ce_threads_push   (CeWork *work) G_GNUC_WARN_UNUSED_RESULT;
void     ce_threads_settle (void);
gboolean ce_threads_run    (int n_tasks, CeTask task, gpointer data, const CeProgress *progress,
                            double from, double to, GError **error);
GThread *ce_threads_start  (const char *name, GThreadFunc func, gpointer data) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS

#endif
