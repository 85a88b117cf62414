/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels into a session, while its backend still starts.
 *
 * CUDA takes 100 to 250 ms to start, which is as long as GIMP needs to hand
 * over some tens of megapixels. The session is therefore opened on a thread of
 * its own; rows that arrive meanwhile wait beside it.
 */
#include "arrival.h"

#include "engine/memory.h"

#include "pixels.h"

typedef struct
{
  GimpDrawable   *drawable;
  const CeFilter *filter;
  const CeParams *params;
  const char     *backend;
  CeView          view;         /* of the session's source; data: the rows that wait */

  CeSession      *session;      /* these three are the thread's until it has ended */
  GError         *error;
  int             ended;
} Arrival;

static gpointer
open_session (gpointer data)
{
  Arrival      *arrival = data;
  const CeView *view = &arrival->view;

  arrival->session = ce_session_new (arrival->filter, arrival->backend, view->width, view->height,
                                     view->channels, view->type, &arrival->error);
  g_atomic_int_set (&arrival->ended, TRUE);

  return NULL;
}

static void
report (const CeProgress *progress, int y, int height)
{
  if (progress)
    progress->func ((double) y / height, progress->data);
}

/* Reads bands until the session is open: how many rows wait, -1 on failure. */
static int
read_waiting_rows (Arrival *arrival, const CeProgress *progress, GError **error)
{
  int y = 0;

  while (y < arrival->view.height && ! g_atomic_int_get (&arrival->ended))
    {
      int n_rows = MIN (CE_BAND_ROWS, arrival->view.height - y);

      if (! ce_pixels_read_rows (arrival->drawable, &arrival->view, y, n_rows, error))
        return -1;
      y += n_rows;
      report (progress, y, arrival->view.height);
    }

  return y;
}

/* The session with the rows that waited; takes the thread. */
static CeSession *
join (Arrival *arrival, GThread *thread, int n_waiting, GError **error)
{
  g_thread_join (thread);

  if (arrival->error)
    {
      /* The first failure counts. */
      if (n_waiting >= 0)
        g_propagate_error (error, arrival->error);
      else
        g_error_free (arrival->error);
    }
  else if (n_waiting < 0)
    g_clear_pointer (&arrival->session, ce_session_free);
  else
    {
      if (arrival->params)
        ce_session_expect (arrival->session, arrival->params);
      ce_session_put_rows (arrival->session, 0, n_waiting, arrival->view.data, arrival->view.stride);
    }

  return arrival->session;
}

static CeSession *
open_meanwhile (Arrival *arrival, const CeProgress *progress, int *n_rows, GError **error)
{
  gsize      size;
  CeSession *session;
  GThread   *thread;

  arrival->view.stride = (gsize) arrival->view.width * arrival->view.channels * ce_type_size (arrival->view.type);
  size = arrival->view.stride * (gsize) arrival->view.height;
  arrival->view.data = ce_memory_alloc (size, error);   /* only what is written takes memory */
  if (! arrival->view.data)
    return NULL;

  thread = g_thread_new ("ce-open", open_session, arrival);
  *n_rows = read_waiting_rows (arrival, progress, error);
  session = join (arrival, thread, *n_rows, error);
  ce_memory_free (arrival->view.data, size);

  return session;
}

/**
 * ce_arrival_read:
 * @drawable: a drawable
 * @filter: what will be rendered
 * @params: (nullable): and how, if the render may begin while rows arrive
 * @backend: as for ce_session_new()
 * @progress: (nullable): told the share read
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a session with all pixels of @drawable
 */
CeSession *
ce_arrival_read (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, const char *backend,
                 const CeProgress *progress, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  Arrival               arrival = { .drawable = drawable, .filter = filter, .params = params,
                                    .backend = backend };
  gboolean              starts = g_strstr_len (backend, -1, "cuda") != NULL;
  int                   y = 0;

  ce_pixels_view (drawable, &arrival.view);
  session = starts ? open_meanwhile (&arrival, progress, &y, error)
                   : ce_pixels_open (drawable, filter, backend, error);
  if (! session)
    return NULL;

  if (! starts && params)
    ce_session_expect (session, params);

  while (y < arrival.view.height)
    {
      int n_rows = MIN (CE_BAND_ROWS, arrival.view.height - y);

      if (! ce_pixels_feed (drawable, session, y, n_rows, error))
        return NULL;
      y += n_rows;
      report (progress, y, arrival.view.height);
    }

  return g_steal_pointer (&session);
}
