/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker measures how strong the source's noise is, where a parameter of its filter is about that.
 */
#include "worker-private.h"

#include "engine/noise.h"

static gboolean
is_due (CeWorker *worker)
{
  return worker->complete && ! worker->measured && ce_filter_find_param (worker->filter, "detail") != NULL;
}

static void
measure (CeWorker *worker)
{
  CeNews *news = ce_news_new (CE_NEWS_NOISE, 0);

  worker->measured = TRUE;
  g_mutex_unlock (&worker->lock);
  news->noise = ce_noise_estimate (ce_worker_get_source (worker));
  ce_mailbox_post (worker->news, news);
  g_mutex_lock (&worker->lock);
}

const CeJob ce_job_noise = { is_due, measure };
