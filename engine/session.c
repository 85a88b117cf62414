/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session is one source image on one backend: its parameters change, its source stays. It owns source and result in
 * host memory, because another backend can then replace one that fails without reading the pixels again.
 *
 * One thread may open a session, which takes as long as a driver's start, while another brings its rows.
 */
#include "session-private.h"

#include "memory.h"
#include "opaque.h"
#include "text.h"

#include <string.h>

/**
 * ce_session_new:
 * @filter: the filter to render
 * @place: the place to compute. A named place is used or refused. An automatic one is chosen when the session opens (see
 *   ce_choose_place()); the CPU replaces it if it fails
 * @width, @height: size of the source, 1 to #CE_MAX_SIDE pixels
 * @channels: samples per pixel of the source, 1 to 4 as in #CeView
 * @type: type of the source's samples
 * @error: return location
 *
 * Allocates memory for the source. ce_session_open() or the first render starts the backend.
 *
 * Returns: (transfer full) (nullable): a session, or %NULL with %CE_ERROR_NO_MEMORY or %CE_ERROR_INVALID
 */
CeSession *
ce_session_new (const CeFilter *filter, const CePlace *place, int width, int height, int channels, CeType type,
                GError **error)
{
  CeSession *session;
  CeView     view = { .channels = channels, .type = type };

  g_return_val_if_fail (filter && width > 0 && height > 0, NULL);
  g_return_val_if_fail (channels >= 1 && channels <= 4, NULL);

  if (MAX (width, height) > CE_MAX_SIDE)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("An image can be at most %d pixels wide and high."), CE_MAX_SIDE);
      return NULL;
    }

  if (! ce_memory_take (&view, width, height, error))
    return NULL;

  session = g_new0 (CeSession, 1);
  session->filter = filter;
  session->wanted = *place;
  session->source = (CeSource) { .view = view, .opaque = TRUE };
  session->size = (CePoint) { width, height };
  ce_params_init (&session->status.params, filter);
  ce_filter_result_format (filter, &view, &session->result);
  session->spare = session->result;

  return session;
}

/**
 * ce_session_keep_stages:
 * @session: a session; an open one opens its job anew with the next render
 *
 * Announces many renders with similar parameters, as from a slider. The backend may then keep stages and compute only
 * those that a changed parameter touches: Canny keeps about 1 and at most 9/4 bytes per pixel, so that other thresholds need
 * no new gradient; unsharp masking of luminance keeps 4 bytes per pixel, so that another amount needs no new blur. Results
 * stay the same to the bit.
 */
void
ce_session_keep_stages (CeSession *session)
{
  session->has_changed |= session->is_open && ! session->source.keeps;
  session->source.keeps = TRUE;
}

/* Sets the position of the source's first pixel in its layer, from which points of erased edges are counted, (0, 0) by
 * default, and the layer's size, by default the source's; 0 if the layer was mirrored or turned since they were told. */
void
ce_session_set_origin (CeSession *session, CePoint origin, CePoint size)
{
  session->status.origin = origin;
  session->size = size;
}

/* Returns (transfer none) the source. Rows may be written into it before ce_session_put_rows() takes them. */
const CeView *
ce_session_get_source (CeSession *session)
{
  return session->photo.view.data ? &session->photo.view : &session->source.view;
}

/* Returns the bits of the largest finite sample, or @largest if that is more. Bits of floats that are not negative have the
 * order of the floats, and integers are compared many at a time. */
static gint32
find_largest (const CeView *view, int y, int n_rows, gint32 largest)
{
  for (int i = y; i < y + n_rows; i++)
    {
      const gint32 *row = ce_view_row (view, i);

      for (gsize x = 0; x < (gsize) view->width * (gsize) view->channels; x++)
        {
          gint32 bits = row[x] < 0x7f800000 ? row[x] : 0;

          largest = MAX (bits, largest);
        }
    }

  return largest;
}

/* Forgets what is known of the source, because rows were written again. */
static void
source_changed (CeSession *session)
{
  ce_session_undraw (session);
  session->has_changed = TRUE;
  session->widths.line_width = 0;
  ce_focus_clear (&session->focus);
}

/**
 * ce_session_put_rows:
 * @session: a session
 * @y: the first row
 * @n_rows: how many have arrived, from top to bottom, each once; after that, those that are written again, which only the
 *   thread that renders may announce
 * @rows: (nullable): copied into the source; %NULL if they were written into ce_session_get_source()
 * @stride: bytes from one of @rows to the next
 *
 * Takes complete rows of the source.
 */
void
ce_session_put_rows (CeSession *session, int y, int n_rows, gconstpointer rows, gsize stride)
{
  const CeView *view = &session->source.view;
  gsize         size = (gsize) view->width * view->channels * ce_type_size (view->type);

  g_return_if_fail (y >= 0 && n_rows >= 0 && y + n_rows <= view->height);
  for (int i = 0; rows && i < n_rows; i++)
    memcpy (ce_view_row (view, y + i), (const guint8 *) rows + (gsize) i * stride, size);

  if (n_rows > 0 && session->n_arrived == view->height)
    {
      source_changed (session);
      return;
    }
  g_return_if_fail (y == session->n_arrived || n_rows == 0);

  session->n_arrived += n_rows;
  if (ce_view_has_alpha (view) && session->source.opaque)
    session->source.opaque = ce_rows_are_opaque (view, y, n_rows);
  if (view->type == CE_F32)
    session->largest = find_largest (view, y, n_rows, session->largest);
}

/* Makes the photo the source again, if it is not. */
void
ce_session_undraw (CeSession *session)
{
  if (! session->photo.view.data)
    return;

  ce_memory_put (&session->source.view);
  session->photo.keeps = session->source.keeps;
  session->source = session->photo;
  session->photo = (CeSource) { .opaque = FALSE };
  session->has_changed = session->is_open;
  session->widths.line_width = 0;
}

static void
close_job (CeSession *session)
{
  if (session->job)
    session->backend->close (session->job);
  session->job = NULL;
}

static void
set_fallback (CeSession *session, const char *reason, gboolean is_waiting)
{
  g_free (session->status.fallback);
  session->status.fallback = g_strdup (reason);
  session->status.is_waiting = is_waiting;
}

/* Returns the device of an open session for people, "NVIDIA H200", or the CPU variant that was asked for. */
static const char *
name_device (CeSession *session)
{
  guint           index = (guint) session->status.place.device;
  guint           n_devices = 0;
  const CeDevice *devices = session->backend->devices (&n_devices);

  if (session->status.place.variant != CE_VARIANT_BEST)
    return ce_variant_name (session->status.place.variant);

  return index < n_devices ? devices[index].name : session->backend->name;
}

/* Starts the backend of @place and opens a job there, for the plan of the (nullable) @call first. */
static gboolean
open_job (CeSession *session, const CePlace *place, const CeCall *call, GError **error)
{
  gint64           begin = g_get_monotonic_time ();
  const CeBackend *backend = ce_backend_start (place, error);

  if (backend && backend->ready && place->may_fall_back
      && ! backend->ready (place, session->filter->id, call ? &call->plan : NULL, &session->source, error))
    backend = NULL;

  session->start_ms = (double) (g_get_monotonic_time () - begin) / 1000;
  session->job = backend ? backend->open (&session->source, place, error) : NULL;
  if (! session->job)
    return FALSE;

  session->backend = backend;
  session->status.place = *place;
  session->status.device = name_device (session);

  return TRUE;
}

/* Closes the job and continues on the CPU; @failure, which it takes, is the reason. */
gboolean
ce_session_fall_back (CeSession *session, GError *failure, GError **error)
{
  CePlace cpu = { .choice = CE_BACKEND_CPU };

  close_job (session);
  set_fallback (session, failure->message, g_error_matches (failure, CE_ERROR, CE_ERROR_LATER));
  g_error_free (failure);

  return open_job (session, &cpu, NULL, error);
}

/* Opens a job at the place that was asked for, or on the CPU if that place was chosen and fails. */
static void
open_wanted (CeSession *session)
{
  CeUse   use = session->source.keeps ? CE_USE_LIVE : CE_USE_ONCE;
  CePlace place = ce_choose_place (&session->wanted, session->filter, NULL, &session->source.view, use);
  GError *error = NULL;

  session->may_fall_back = place.may_fall_back && place.choice != CE_BACKEND_CPU;
  session->later = place;
  if (open_job (session, &place, NULL, &error))
    return;
  if (session->may_fall_back)
    ce_session_fall_back (session, error, &session->refusal);
  else
    session->refusal = error;
}

/**
 * ce_session_open:
 * @session: a session
 * @error: return location
 *
 * Starts the backend at the first call and blocks until it runs; rows may arrive meanwhile on another thread.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_UNAVAILABLE or a code behind it, %CE_ERROR_NO_MEMORY or %CE_ERROR_DEVICE, the
 *   same at each call
 */
gboolean
ce_session_open (CeSession *session, GError **error)
{
  if (! session->is_open)
    open_wanted (session);
  session->is_open = TRUE;

  if (session->refusal && error)
    *error = g_error_copy (session->refusal);

  return ! session->refusal;
}

/* Returns to a place that has become ready for @call since the session left it. */
static gboolean
try_again (CeSession *session, const CeCall *call, GError **error)
{
  const CeBackend *backend = ce_backend_get (session->later.choice);
  GError          *reason = NULL;

  if (backend->ready (&session->later, session->filter->id, call ? &call->plan : NULL, &session->source, &reason))
    {
      close_job (session);
      if (! open_job (session, &session->later, call, &reason))
        return ce_session_fall_back (session, reason, error);
      set_fallback (session, NULL, FALSE);
    }
  else if (! g_error_matches (reason, CE_ERROR, CE_ERROR_LATER))
    set_fallback (session, reason->message, FALSE);
  g_clear_error (&reason);

  return TRUE;
}

/* Opens the session, for the plan of the (nullable) @call first. Opens the job anew if the source has changed, because the
 * stages that a backend keeps of it are stale, or if there is no job, because a GPU failed and there was no memory for the
 * CPU. */
gboolean
ce_session_ready (CeSession *session, const CeCall *call, GError **error)
{
  const CeView *view = &session->source.view;

  if (! ce_session_open (session, error) || (session->status.is_waiting && ! try_again (session, call, error)))
    return FALSE;
  if (session->job && ! session->has_changed)
    return TRUE;

  if (ce_view_has_alpha (view))
    session->source.opaque = ce_rows_are_opaque (view, 0, view->height);
  close_job (session);
  session->has_changed = ! open_job (session, &session->status.place, call, error);

  return ! session->has_changed;
}

/* Returns (transfer none) how the session stands, valid until its next call. */
const CeStatus *
ce_session_get_status (CeSession *session)
{
  session->status.steps = session->focus.steps;
  session->status.n_steps = session->focus.n_steps;

  return &session->status;
}

/* Frees everything but the result of a session that will not render again, because writing the result takes as much
 * memory. The pool keeps the pictures for the next session of that size; ce_release() returns them to the system. */
void
ce_session_finish (CeSession *session)
{
  close_job (session);
  ce_memory_put (&session->photo.view);
  ce_memory_put (&session->source.view);
  ce_memory_put (&session->spare);
}

/* Frees a (nullable) session and its device memory. */
void
ce_session_free (CeSession *session)
{
  if (! session)
    return;

  ce_session_finish (session);
  ce_memory_put (&session->result);
  ce_focus_clear (&session->focus);
  g_free (session->status.fallback);
  g_clear_error (&session->refusal);
  g_free (session);
}
