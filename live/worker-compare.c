/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker compares the CPU and a GPU.
 */
#include "worker-private.h"

/**
 * ce_worker_compare:
 * @worker: a worker
 * @gpu: (nullable): what to compare the CPU with; %NULL to forget it
 *
 * Compares CPU and GPU on the last request as soon as all rows are there, and
 * reports %CE_NEWS_COMPARED.
 */
void
ce_worker_compare (CeWorker *worker, const CePlace *gpu)
{
  g_mutex_lock (&worker->lock);
  worker->compare.wanted = gpu != NULL;
  if (gpu)
    worker->compare.gpu = *gpu;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

static gboolean
is_due (CeWorker *worker)
{
  return worker->compare.wanted && worker->complete;
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  worker->render.share = share;
  go = worker->compare.wanted && ! worker->quit;
  g_mutex_unlock (&worker->lock);

  return go;
}

static void
compare (CeWorker *worker)
{
  CeNews  *news = ce_news_new (CE_NEWS_COMPARED, worker->render.wanted);
  CeParams params = worker->render.params;
  CePlace  gpu = worker->compare.gpu;

  g_mutex_unlock (&worker->lock);
  news->comparison = ce_comparison_run (worker->filter, ce_worker_get_source (worker), &params, &gpu, go_on,
                                        worker);
  g_mutex_lock (&worker->lock);

  if (worker->compare.wanted)
    ce_mailbox_post (worker->news, news);
  else
    ce_news_free (news);
  worker->compare.wanted = FALSE;
}

const CeJob ce_job_compare = { is_due, compare };
