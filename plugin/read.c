/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A drawable's pixels over GIMP's wire into a session: all of them for a call,
 * some tiles at a time for a dialog, which has to answer meanwhile. On one
 * thread only, that of all other exchange with GIMP.
 */
#include "read.h"

#include <glib/gi18n.h>

#include "engine/memory.h"

#include "drawable.h"
#include "refuse.h"

struct _CeReader
{
  GimpDrawable *drawable;
  CePixels      pixels;      /* of the format that it had when the reader was made */
  CeView        view;
  GeglBuffer   *buffer;      /* (nullable): for some rows; a fresh one uses the memory of their tiles again */
  int           n_rows;      /* that it has read */
  gsize         size;
  gpointer      room;        /* (nullable): of that many bytes, to convert in */
  CeView        again;       /* what is read another time; data NULL: nothing was */
};

/* A reader of a drawable, of the size and format that it has now. */
CeReader *
ce_reader_new (GimpDrawable *drawable)
{
  CeReader *reader = g_new0 (CeReader, 1);

  reader->drawable = drawable;
  ce_drawable_init_pixels (drawable, &reader->pixels);
  ce_drawable_init_view (drawable, &reader->pixels, &reader->view);
  reader->size = ce_pixels_scratch_size (&reader->pixels, reader->view.width);

  return reader;
}

/* Frees a reader, or NULL. */
void
ce_reader_free (CeReader *reader)
{
  if (! reader)
    return;

  g_clear_object (&reader->buffer);
  ce_memory_free (reader->room, reader->size);
  ce_memory_free (reader->again.data, ce_view_size (&reader->again));
  g_free (reader);
}

/* TRUE with CE_ERROR_INVALID if what was read is not the drawable's any more, because that is gone or has another size
 * or format. */
gboolean
ce_reader_refuse (CeReader *reader, GError **error)
{
  if (! gimp_item_is_valid (GIMP_ITEM (reader->drawable)))
    return ce_refuse_gone (error);

  if (gimp_drawable_get_width (reader->drawable) == reader->view.width
      && gimp_drawable_get_height (reader->drawable) == reader->view.height
      && gimp_drawable_get_format (reader->drawable) == reader->pixels.converter.raw)
    return FALSE;

  return ce_refuse (error, _("“%s” has changed its size or format since it was read; open this dialog again."),
                    GIMP_ITEM (reader->drawable));
}

/* An open session for the drawable's pixels, none of which it has yet; it keeps stages. */
CeSession *
ce_reader_open (CeReader *reader, const CeFilter *filter, const CePlace *place, GError **error)
{
  const CeView         *view = &reader->view;
  g_autoptr (CeSession) session = ce_session_new (filter, place, view->width, view->height, view->channels, view->type,
                                                  error);

  if (! session)
    return NULL;

  ce_session_keep_stages (session);

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

/* A fresh buffer has no tiles that were read before. */
static gboolean
read_part (CeReader *reader, const GeglRectangle *part, const CeView *view, GError **error)
{
  if (part->x == 0 && part->y == 0)
    {
      g_clear_object (&reader->buffer);
      reader->n_rows = 0;
    }

  if (! reader->room)
    reader->room = ce_memory_alloc (reader->size, error);
  if (! reader->room)
    return FALSE;

  if (! reader->buffer)
    reader->buffer = gimp_drawable_get_buffer (reader->drawable);
  if (! reader->buffer)
    return ! ce_refuse_gone (error);

  ce_pixels_read (&reader->pixels, reader->buffer, part, view, reader->room, TRUE);

  if (part->x + part->width < reader->view.width)
    return TRUE;

  reader->n_rows += part->height;
  if (reader->n_rows >= ce_pixels_band_rows (&reader->pixels, reader->view.width)
      || part->y + part->height == reader->view.height)
    {
      g_clear_object (&reader->buffer);
      reader->n_rows = 0;
    }

  return TRUE;
}

/* Reads a part, at most CE_SLICE_ROWS high, into the session's memory and announces its rows if it is their last;
 * parts come from top to bottom, and of the same rows from left to right. FALSE with CE_ERROR_NO_MEMORY, or with
 * CE_ERROR_INVALID if the drawable is gone. */
gboolean
ce_reader_read (CeReader *reader, CeSession *session, const GeglRectangle *part, GError **error)
{
  const CeView *source = ce_session_get_source (session);
  CeArea        area = { part->x, part->y, part->width, part->height };
  CeView        view = ce_view_part (source, &area);

  if (! read_part (reader, part, &view, error))
    return FALSE;

  if (part->x + part->width == source->width)
    ce_session_rows_arrived (session, part->y, part->height);

  return TRUE;
}

/* Reads a part as ce_reader_read() does, but to compare it: @view has its pixels until the next call. */
gboolean
ce_reader_read_again (CeReader *reader, const GeglRectangle *part, CeView *view, GError **error)
{
  CeView *again = &reader->again;

  if (! again->data)
    {
      *again = reader->view;
      again->height = MIN (CE_SLICE_ROWS, again->height);
      again->stride = (gsize) again->width * again->channels * ce_type_size (again->type);
      again->data = ce_memory_alloc (ce_view_size (again), error);
    }
  if (! again->data)
    return FALSE;

  *view = ce_view_part (again, &(CeArea) { part->x, 0, part->width, part->height });

  return read_part (reader, part, view, error);
}

/* A session with all pixels of @drawable. */
CeSession *
ce_read_drawable (GimpDrawable *drawable, const CeFilter *filter, const CePlace *place, const CeProgress *progress,
                  GError **error)
{
  g_autoptr (CeReader)  reader = ce_reader_new (drawable);
  const CeView         *view = &reader->view;
  g_autoptr (CeSession) session = ce_session_new (filter, place, view->width, view->height, view->channels, view->type,
                                                  error);

  if (! session)
    return NULL;

  /* CUDA starts on a thread of its own while rows arrive. */
  if (place->choice != CE_BACKEND_CUDA && ! ce_session_open (session, error))
    return NULL;

  for (int y = 0; y < view->height; y += CE_SLICE_ROWS)
    {
      GeglRectangle part = { 0, y, view->width, MIN (CE_SLICE_ROWS, view->height - y) };

      if (! ce_reader_read (reader, session, &part, error))
        return NULL;
      if (progress)
        progress->func ((double) (y + part.height) / view->height, progress->data);
    }

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}
