/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels as the source of a session.
 */
#include "source.h"

#include "engine/memory.h"

#include "drawable.h"

/**
 * ce_source_open:
 * @drawable: a drawable
 * @filter: what will be rendered
 * @place: where to compute
 * @error: return location
 *
 * Returns: (transfer full) (nullable): an open session for the pixels of
 *   @drawable, none of which it has yet; it keeps stages
 */
CeSession *
ce_source_open (GimpDrawable *drawable, const CeFilter *filter, const CePlace *place, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  CeView                view;

  ce_drawable_init_view (drawable, &view);
  session = ce_session_new (filter, place, view.width, view.height, view.channels, view.type, error);
  if (! session)
    return NULL;

  ce_session_keep_stages (session);

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

/**
 * ce_source_feed:
 * @drawable: the drawable that @session was opened for
 * @session: the session
 * @y: first row; rows are fed from top to bottom
 * @n_rows: how many; best #CE_BAND_ROWS
 * @error: return location
 *
 * Reads rows into the session's memory and announces them, slice by slice, so
 * that its backend does not wait for all of them. On one thread only, that of
 * all other exchange with GIMP.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
gboolean
ce_source_feed (GimpDrawable *drawable, CeSession *session, int y, int n_rows, GError **error)
{
  g_autoptr (GeglBuffer) buffer = gimp_drawable_get_buffer (drawable);
  const CeView          *source = ce_session_get_source (session);
  CePixels               pixels;
  gsize                  size;
  gpointer               room;

  ce_drawable_init_pixels (drawable, &pixels);
  size = ce_pixels_room (&pixels, source->width);
  room = ce_memory_alloc (size, error);
  if (! room)
    return FALSE;

  for (int slice = y; slice < y + n_rows; slice += CE_SLICE_ROWS)
    {
      GeglRectangle area = { 0, slice, source->width, MIN (CE_SLICE_ROWS, y + n_rows - slice) };
      CeView        rows = *source;

      rows.data = ce_view_row (source, slice);
      ce_pixels_read (&pixels, buffer, &area, &rows, room, CE_SHARED);
      ce_session_rows_arrived (session, slice, area.height);
    }

  ce_memory_free (room, size);

  return TRUE;
}
