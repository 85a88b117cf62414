/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels as the source of a session.
 */
#include "source.h"

#include "engine/memory.h"

#include "pixels.h"

/**
 * ce_source_open:
 * @drawable: a drawable
 * @filter: what will be rendered
 * @backend: as for ce_session_new()
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a session for the pixels of @drawable,
 *   none of which it has yet
 */
CeSession *
ce_source_open (GimpDrawable *drawable, const CeFilter *filter, const char *backend, GError **error)
{
  CeView view;

  ce_pixels_view (drawable, &view);

  return ce_session_new (filter, backend, view.width, view.height, view.channels, view.type, error);
}

/* Reads rows into @view; @session, if there is one, hears of each slice, so that
 * its backend does not wait for the whole band. */
static gboolean
read_slices (GimpDrawable *drawable, const CeView *view, int y, int n_rows, CeSession *session, GError **error)
{
  g_autoptr (GeglBuffer) buffer = gimp_drawable_get_buffer (drawable);
  CePixels               pixels;
  gsize                  size;
  gpointer               room;

  ce_pixels_init (&pixels, drawable);
  size = ce_pixels_room (&pixels, view->width);
  room = ce_memory_alloc (size, error);
  if (! room)
    return FALSE;

  for (int slice = y; slice < y + n_rows; slice += CE_SLICE_ROWS)
    {
      GeglRectangle area = { 0, slice, view->width, MIN (CE_SLICE_ROWS, y + n_rows - slice) };
      CeView        rows = *view;

      rows.data = ce_view_row (view, slice);
      ce_pixels_read (&pixels, buffer, &area, &rows, room);
      if (session)
        ce_session_rows_arrived (session, slice, area.height);
    }

  ce_memory_free (room, size);

  return TRUE;
}

/**
 * ce_source_read_rows:
 * @drawable: a drawable
 * @view: (inout): the whole of it in memory, see ce_pixels_view()
 * @y: first row
 * @n_rows: how many; best #CE_BAND_ROWS
 * @error: return location
 *
 * Reads rows into @view. On one thread only, that of all other exchange with GIMP.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_source_read_rows (GimpDrawable *drawable, const CeView *view, int y, int n_rows, GError **error)
{
  return read_slices (drawable, view, y, n_rows, NULL, error);
}

/**
 * ce_source_feed:
 * @drawable: the drawable that @session was opened for
 * @session: the session
 * @y: first row; rows are fed from top to bottom
 * @n_rows: how many; best #CE_BAND_ROWS
 * @error: return location
 *
 * Reads rows into the session's memory and announces them.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_source_feed (GimpDrawable *drawable, CeSession *session, int y, int n_rows, GError **error)
{
  return read_slices (drawable, ce_session_get_source (session), y, n_rows, session, error);
}
