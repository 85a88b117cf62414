/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A session: one source image on one backend. Parameters change, the source
 * stays. The session owns source and result in host memory, so a backend that
 * fails can be replaced by another without asking for the pixels again.
 */
#include "session-private.h"

#include "threads.h"

#include <string.h>

/* Rows that are looked at together for transparency, and bytes from which on
 * threads share them. */
#define SCAN_ROWS 32
#define SCAN_SHARED ((gsize) 8 << 20)

/**
 * ce_session_keep_stages:
 * @session: a session
 *
 * Says that it will render again and again while somebody moves a slider. The
 * backend may then keep stages, to do only what a changed parameter touches:
 * with Canny, in about a byte and at most 9/4 for each pixel, other thresholds
 * take no new gradient, and another style no new edges; with unsharp masking of
 * luminance, in four bytes for each pixel, another amount takes no new blur.
 * Results are the same.
 */
void
ce_session_keep_stages (CeSession *session)
{
  if (! session->keeps && session->job && session->is_open && session->backend->keep)
    session->backend->keep (session->job);
  session->keeps = TRUE;
}

/**
 * ce_session_get_source:
 * @session: a session
 *
 * Returns: (transfer none): the source, to write rows into before they are
 *   announced with ce_session_rows_arrived()
 */
const CeView *
ce_session_get_source (CeSession *session)
{
  return &session->source.view;
}

/* Whether @n samples, every @step of them, are 255: four at a time where that
 * is a word of memory, which compilers turn into vectors. */
static gboolean
bytes_are_opaque (const guint8 *alpha, int n, int step)
{
  guint8 all = 255;

  if (step == 4)
    {
      guint32 words = G_MAXUINT32;

      for (int x = 0; x < n; x++)
        {
          guint32 word;

          memcpy (&word, alpha - 3 + (gsize) x * 4, 4);
          words &= word;
        }
      return GUINT32_FROM_LE (words) >> 24 == 255;
    }

  for (int x = 0; x < n; x++)
    all &= alpha[(gsize) x * step];

  return all == 255;
}

static gboolean
row_is_opaque (const CeView *view, int y)
{
  int step = view->channels;

  if (view->type == CE_U8)
    return bytes_are_opaque ((const guint8 *) ce_view_row (view, y) + step - 1, view->width, step);

  const float *alpha = (const float *) ce_view_row (view, y) + step - 1;
  int          transparent = 0;

  for (int x = 0; x < view->width; x++)
    transparent |= ! (alpha[(gsize) x * step] * 255.0f == 255.0f);

  return ! transparent;
}

typedef struct
{
  const CeView *view;
  int           y0;
  int           y1;
  int           transparent;    /* atomic */
} Scan;

/* A CeTask. */
static void
scan_rows (int task, gpointer data)
{
  Scan *scan = data;
  int   y = scan->y0 + task * SCAN_ROWS;

  for (int i = y; i < MIN (y + SCAN_ROWS, scan->y1) && ! g_atomic_int_get (&scan->transparent); i++)
    if (! row_is_opaque (scan->view, i))
      g_atomic_int_set (&scan->transparent, TRUE);
}

/* Many rows at once would keep a GPU waiting: 400 MB took 70 ms to look at.
 * Where the CPU computes, its threads have rows to do. */
static gboolean
rows_are_opaque (CeSession *session, int y, int n_rows)
{
  const CeView *view = &session->source.view;
  Scan          scan = { view, y, y + n_rows, FALSE };
  int           n_tasks = (n_rows + SCAN_ROWS - 1) / SCAN_ROWS;
  CeProgress    nobody = { NULL, NULL };

  if (session->job && session->is_open && ! g_str_equal (session->backend->name, "cpu")
      && view->stride * (gsize) n_rows >= SCAN_SHARED)
    ce_threads_run (n_tasks, scan_rows, &scan, &nobody, 0, 1, NULL);
  else
    for (int i = 0; i < n_tasks; i++)
      scan_rows (i, &scan);

  return ! scan.transparent;
}

/**
 * ce_session_rows_arrived:
 * @session: a session
 * @y: first row
 * @n_rows: how many
 *
 * Tells that these rows of the source are complete. Rows arrive from top to
 * bottom, each once; the backend may begin to use them.
 */
void
ce_session_rows_arrived (CeSession *session, int y, int n_rows)
{
  const CeView *view = &session->source.view;

  g_return_if_fail (y == session->n_arrived && n_rows >= 0 && y + n_rows <= view->height);

  if (ce_view_has_alpha (view) && session->source.opaque)
    session->source.opaque = rows_are_opaque (session, y, n_rows);

  session->n_arrived += n_rows;
  if (! session->is_open)
    ce_session_opened (session, FALSE, NULL);   /* which tells of all rows */
  else if (session->job && session->backend->rows_arrived)
    session->backend->rows_arrived (session->job, y, n_rows);
}

/**
 * ce_session_put_rows:
 * @session: a session
 * @y: first row
 * @n_rows: how many
 * @rows: their samples, packed or with @stride
 * @stride: bytes from one row of @rows to the next
 *
 * Copies rows into the source and announces them.
 */
void
ce_session_put_rows (CeSession *session, int y, int n_rows, gconstpointer rows, gsize stride)
{
  const CeView *view = &session->source.view;
  gsize         size = (gsize) view->width * view->channels * ce_type_size (view->type);

  g_return_if_fail (y >= 0 && n_rows >= 0 && y + n_rows <= view->height);

  for (int i = 0; i < n_rows; i++)
    memcpy (ce_view_row (view, y + i), (const guint8 *) rows + (gsize) i * stride, size);

  ce_session_rows_arrived (session, y, n_rows);
}

/**
 * ce_session_get_params:
 * @session: a session that has rendered
 *
 * Returns: (transfer none): the parameters of the last complete result, with
 *   automatic thresholds as they were found
 */
const CeParams *
ce_session_get_params (CeSession *session)
{
  return &session->params;
}

/**
 * ce_session_get_backend:
 * @session: a session
 *
 * Returns: (transfer none): what it computes on, "cpu" or "cuda", with the
 *   variant it was opened with
 */
const char *
ce_session_get_backend (CeSession *session)
{
  ce_session_opened (session, TRUE, NULL);

  return session->backend_name;
}

/**
 * ce_session_get_device:
 * @session: a session
 *
 * Returns: (transfer none): name of the device for people, "NVIDIA H200"; of a
 *   CPU variant that was asked for, that
 */
const char *
ce_session_get_device (CeSession *session)
{
  const char     *colon = strchr (ce_session_get_backend (session), ':');
  guint           index = colon ? (guint) g_ascii_strtoull (colon + 1, NULL, 10) : 0;
  guint           n_devices = 0;
  const CeDevice *devices = session->backend->devices (&n_devices);

  if (colon && ! g_ascii_isdigit (colon[1]))
    return colon + 1;

  return index < n_devices ? devices[index].name : session->backend->name;
}

/**
 * ce_session_get_fallback:
 * @session: a session
 *
 * Returns: (transfer none) (nullable): why an automatic session left the GPU,
 *   one sentence; %NULL if it did not
 */
const char *
ce_session_get_fallback (CeSession *session)
{
  return session->fallback;
}

/**
 * ce_session_get_times:
 * @session: a session that has rendered
 *
 * Returns: where the time of the last render went, milliseconds
 */
CeTimes
ce_session_get_times (CeSession *session)
{
  return session->times;
}
