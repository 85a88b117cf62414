/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the render thread finds out when it is asked: how CPU and GPU compare,
 * and why an edge was kept or dropped.
 */
#include "worker-private.h"
#include "engine/shelf.h"

/**
 * ce_worker_compare:
 * @worker: a worker
 * @gpu: (nullable): what to compare the CPU with, "cuda"; %NULL to forget it
 *
 * Compares CPU and GPU on the last request as soon as all rows are there, and
 * reports %CE_NEWS_COMPARED.
 */
void
ce_worker_compare (CeWorker *worker, const char *gpu)
{
  g_mutex_lock (&worker->lock);
  worker->comparing = gpu != NULL;
  g_free (worker->compare_with);
  worker->compare_with = g_strdup (gpu);
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_probe:
 * @worker: a worker of Canny
 * @x, @y: a pixel
 * @reach: how far from it an edge may be; negative to forget it
 *
 * Finds out why the edge there was kept or dropped, as soon as the last request
 * is answered, and reports %CE_NEWS_PROBED, unless a newer request comes.
 */
void
ce_worker_probe (CeWorker *worker, int x, int y, int reach)
{
  g_mutex_lock (&worker->lock);
  worker->probing = reach >= 0;
  worker->probe_x = x;
  worker->probe_y = y;
  worker->probe_reach = reach;
  worker->probe_serial++;
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

/* CeProgressFunc of a comparison. */
static gboolean
go_on_comparing (double share, gpointer data)
{
  CeWorker *worker = data;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  worker->share = share;
  go = worker->comparing && ! worker->quit;
  g_mutex_unlock (&worker->lock);

  return go;
}

/**
 * ce_worker_do_compare:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Compares CPU and GPU and reports it.
 */
void
ce_worker_do_compare (CeWorker *worker)
{
  CeParams         params = worker->wanted;
  g_autofree char *gpu = g_strdup (worker->compare_with);
  CePlace          place = ce_place (CE_BACKEND_CUDA);
  CeComparison    *comparison;

  g_mutex_unlock (&worker->lock);
  ce_place_parse (&place, gpu, NULL);
  comparison = ce_comparison_run (worker->filter, ce_session_get_source (worker->session), &params, &place,
                                  go_on_comparing, worker);
  ce_shelf_clear ();
  g_mutex_lock (&worker->lock);

  if (worker->comparing)
    {
      CeNews *news = ce_news_new (CE_NEWS_COMPARED);

      news->comparison = comparison;
      ce_mailbox_post (worker->news, news);
    }
  else
    ce_comparison_free (comparison);
  worker->comparing = FALSE;
}

/* What a question was about. */
typedef struct { CeWorker *worker; guint generation, serial; } Probe;

/* CeProgressFunc. */
static gboolean
go_on_probing (double share, gpointer data)
{
  Probe    *probe = data;
  CeWorker *worker = probe->worker;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! worker->quit && ! worker->backend && worker->generation == probe->generation
       && worker->probing && worker->probe_serial == probe->serial;
  g_mutex_unlock (&worker->lock);

  return go;
}

/**
 * ce_worker_do_probe:
 * @worker: a worker, with the lock, which is given up meanwhile
 *
 * Finds the edge that was asked for and reports it.
 */
void
ce_worker_do_probe (CeWorker *worker)
{
  Probe           probe = { worker, worker->generation, worker->probe_serial };
  CeChainQuestion question = { .source = ce_session_get_source (worker->session),
                               .params = *ce_session_get_params (worker->session),
                               .x = worker->probe_x, .y = worker->probe_y, .reach = worker->probe_reach };
  CeNews         *news = ce_news_new (CE_NEWS_PROBED);
  gboolean        done;

  if (question.params.stage == CE_STAGE_EDGES)
    question.edges = ce_session_get_result (worker->session);
  g_mutex_unlock (&worker->lock);
  news->generation = probe.generation;
  news->chain = g_new0 (CeChain, 1);
  done = ce_chain_find (worker->filter, &question, go_on_probing, &probe, news->chain);
  g_mutex_lock (&worker->lock);

  if (done && worker->probe_serial == probe.serial)
    ce_mailbox_post (worker->news, news);
  else
    ce_news_free (news);
  if (worker->probe_serial == probe.serial)
    worker->probing = FALSE;
}
