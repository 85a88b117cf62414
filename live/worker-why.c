/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker finds out why an edge was kept or dropped.
 */
#include "worker-private.h"

/* The question that is being answered. */
typedef struct { CeWorker *worker; guint generation, serial; } Question;

/**
 * ce_worker_ask_why:
 * @worker: a worker of Canny
 * @x, @y: a pixel
 * @reach: how far from it an edge may be; negative to forget it
 *
 * Finds out why the edge there was kept or dropped, as soon as the last request
 * is answered, and reports %CE_NEWS_WHY, unless a newer request comes.
 */
void
ce_worker_ask_why (CeWorker *worker, int x, int y, int reach)
{
  g_mutex_lock (&worker->lock);
  worker->why = (CeWhyJob) { reach >= 0, x, y, reach, worker->why.serial + 1 };
  g_cond_signal (&worker->work);
  g_mutex_unlock (&worker->lock);
}

static gboolean
is_due (CeWorker *worker)
{
  return worker->why.wanted && worker->render.rendered && ce_worker_can_render (worker);
}

/* CeProgressFunc. */
static gboolean
go_on (double share, gpointer data)
{
  Question *question = data;
  CeWorker *worker = question->worker;
  gboolean  go;

  g_mutex_lock (&worker->lock);
  go = ! ce_worker_has_to_stop (worker) && worker->render.wanted == question->generation
       && worker->why.wanted && worker->why.serial == question->serial;
  g_mutex_unlock (&worker->lock);

  return go;
}

static gboolean
is_in (const CeArea *area, int x, int y)
{
  return x >= area->x && y >= area->y && x < area->x + area->width && y < area->y + area->height;
}

/* From the session's image to the whole one. */
static void
move_edge (CeEdge *edge, int x, int y)
{
  edge->x += x;
  edge->y += y;
  for (gint64 i = 0; edge->found && i < edge->n_pixels; i++)
    {
      edge->points[i].x += x;
      edge->points[i].y += y;
    }
}

static void
answer (CeWorker *worker)
{
  CeWhyJob job = worker->why;
  Question question = { worker, worker->render.wanted, job.serial };
  CeArea   all = ce_worker_get_area (worker);
  CeNews  *news = ce_news_new (CE_NEWS_WHY, question.generation);
  gboolean done;
  g_autoptr (CeErased) erased = ce_erased_ref (worker->render.erased);

  g_mutex_unlock (&worker->lock);
  news->edge = g_new0 (CeEdge, 1);
  news->params = *ce_session_get_params (worker->session);
  done = ! is_in (&all, job.x, job.y)
         || ce_why_find (worker->session, job.x - all.x, job.y - all.y, job.reach, go_on, &question, news->edge);
  move_edge (news->edge, all.x, all.y);
  if (news->edge->found)
    news->edge->erased = ce_erased_find (erased, news->edge->x, news->edge->y);
  g_mutex_lock (&worker->lock);

  if (done && worker->why.serial == job.serial)
    ce_mailbox_post (worker->news, news);
  else
    ce_news_free (news);
  if (worker->why.serial == job.serial)
    worker->why.wanted = FALSE;
}

const CeJob ce_job_why = { is_due, answer };
