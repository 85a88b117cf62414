/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker renders a rectangle of the image as an image of its own, because GIMP shows a new effect the selected
 * rectangle alone: a session of the rectangle takes the place of the image's, and its results are laid where they belong.
 */
#include "worker-private.h"

#include <string.h>

#include "engine/memory.h"

/* The image, of which the session's image may be a part. */
const CeView *
ce_worker_get_source (CeWorker *worker)
{
  return ce_session_get_source (worker->cut.whole ? worker->cut.whole : worker->session);
}

/* Where in the image the session's image is. */
CeArea
ce_worker_get_area (CeWorker *worker)
{
  const CeView *source = ce_worker_get_source (worker);

  return worker->cut.whole ? worker->cut.area : (CeArea) { 0, 0, source->width, source->height };
}

static void
free_pictures (CeCutJob *cut)
{
  for (guint i = 0; i < G_N_ELEMENTS (cut->pictures); i++)
    {
      ce_memory_free (cut->pictures[i].data, ce_view_size (&cut->pictures[i]));
      cut->pictures[i].data = NULL;
    }
}

/* Without the lock. The image's session is the worker's again. */
void
ce_worker_end_cut (CeWorker *worker)
{
  CeCutJob             *cut = &worker->cut;
  g_autoptr (CeSession) old = NULL;

  if (cut->whole)
    {
      ce_pictures_set_source (worker->pictures, ce_worker_get_source (worker));
      g_mutex_lock (&worker->lock);
      old = g_steal_pointer (&worker->session);
      worker->session = g_steal_pointer (&cut->whole);
      g_mutex_unlock (&worker->lock);
      ce_worker_forget_counts (worker);
    }
  free_pictures (cut);
  cut->failed = FALSE;
  cut->area = (CeArea) { 0 };
}

/* Two, of which one is seen while the other is written. */
static gboolean
make_pictures (CeWorker *worker, CeSession *session, GError **error)
{
  CeArea all = ce_worker_get_area (worker);
  CeView view = *ce_session_get_result (session);

  view.width = all.width;
  view.height = all.height;
  view.stride = (gsize) view.width * view.channels * ce_type_size (view.type);
  for (guint i = 0; i < G_N_ELEMENTS (worker->cut.pictures); i++)
    {
      worker->cut.pictures[i] = view;
      worker->cut.pictures[i].data = ce_memory_alloc (ce_view_size (&view), error);
      if (! worker->cut.pictures[i].data)
        return FALSE;
    }

  return TRUE;
}

static gboolean
begin_cut (CeWorker *worker, const CeArea *area, GError **error)
{
  CePlace               place = *ce_session_get_place (worker->session);
  g_autoptr (CeSession) session = ce_worker_open_copy (worker, &place, area, error);

  if (! session || ! make_pictures (worker, session, error))
    return FALSE;

  g_mutex_lock (&worker->lock);
  worker->cut.whole = worker->session;
  worker->session = g_steal_pointer (&session);
  g_mutex_unlock (&worker->lock);
  ce_worker_forget_counts (worker);

  return TRUE;
}

static gboolean
is_due (CeWorker *worker)
{
  return worker->complete && worker->usable
         && memcmp (&worker->render.look.cut, &worker->cut.area, sizeof worker->cut.area) != 0;
}

static void
change_cut (CeWorker *worker)
{
  CeArea   area = worker->render.look.cut;
  guint    generation = worker->render.wanted;
  GError  *error = NULL;
  gboolean failed;

  ce_worker_forget (worker);
  worker->render.busy = TRUE;
  g_mutex_unlock (&worker->lock);
  ce_worker_end_cut (worker);
  failed = area.width > 0 && ! begin_cut (worker, &area, &error);
  if (failed)
    ce_worker_fail (worker, generation, error);
  g_mutex_lock (&worker->lock);
  worker->cut.area = area;
  worker->cut.failed = failed;
  ce_worker_forget (worker);
}

const CeJob ce_job_cut = { is_due, change_cut };

/**
 * ce_worker_lay_cut:
 * @worker: a worker whose session is of a rectangle
 * @view: (inout): its result; becomes a picture of the image's size with that in its place and zeros around
 *
 * The picture stays until the one after the next.
 */
void
ce_worker_lay_cut (CeWorker *worker, CeView *view)
{
  CeCutJob *cut = &worker->cut;
  CeView   *picture = &cut->pictures[cut->last = 1 - cut->last];
  gsize     size = (gsize) view->width * view->channels * ce_type_size (view->type);

  for (int y = 0; y < view->height; y++)
    memcpy (ce_view_pixel (picture, cut->area.x, cut->area.y + y), ce_view_row (view, y), size);
  *view = *picture;
}
