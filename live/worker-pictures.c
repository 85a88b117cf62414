/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who sees a worker's pictures, and when.
 */
#include "worker-private.h"

/**
 * ce_worker_show:
 * @worker: a worker, without the lock, on its thread
 * @loan: a result, or part of one
 *
 * Tells whoever follows of a picture.
 */
void
ce_worker_show (CeWorker *worker, const CeLoan *loan)
{
  CeFreshFunc fresh;
  gpointer    data;

  g_mutex_lock (&worker->lock);
  fresh = worker->fresh;
  data = worker->fresh_data;
  worker->telling = fresh != NULL;
  g_mutex_unlock (&worker->lock);

  if (fresh)
    fresh (loan, data);

  g_mutex_lock (&worker->lock);
  worker->telling = FALSE;
  g_cond_broadcast (&worker->returned);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_follow:
 * @worker: a worker
 * @func: (nullable): told of every result before anybody else; %NULL: nobody
 *   any more, and when this returns @func does not run either
 * @data: for @func
 */
void
ce_worker_follow (CeWorker *worker, CeFreshFunc func, gpointer data)
{
  g_mutex_lock (&worker->lock);
  worker->fresh = func;
  worker->fresh_data = data;
  while (worker->telling)
    g_cond_wait (&worker->returned, &worker->lock);
  g_mutex_unlock (&worker->lock);
}

/**
 * ce_worker_borrow:
 * @worker: a worker
 * @picture: which picture
 * @loan: (out): the picture, until ce_worker_return()
 *
 * Returns: whether there is such a picture; if so, give it back soon
 */
gboolean
ce_worker_borrow (CeWorker *worker, CePicture picture, CeLoan *loan)
{
  gboolean there;

  g_mutex_lock (&worker->lock);
  *loan = (CeLoan) { .view = worker->pictures[picture], .n_rows = worker->n_arrived };
  if (picture == CE_PICTURE_AFTER)
    {
      loan->n_rows = loan->view.height;
      loan->part = (CeArea) { 0, 0, loan->view.width, loan->view.height };
      loan->look = worker->look;
      if (loan->look.replace)
        loan->look.source = worker->pictures[CE_PICTURE_BEFORE];
      loan->generation = worker->rendered;
    }
  there = loan->view.data && ! worker->quit;
  if (there)
    worker->borrowed = picture == CE_PICTURE_BEFORE ? CE_BORROWED_SOURCE : worker->serial;
  g_mutex_unlock (&worker->lock);

  return there;
}

/**
 * ce_worker_return:
 * @worker: a worker
 *
 * Gives the borrowed picture back.
 */
void
ce_worker_return (CeWorker *worker)
{
  g_mutex_lock (&worker->lock);
  worker->borrowed = 0;
  g_cond_broadcast (&worker->returned);
  g_mutex_unlock (&worker->lock);
}
