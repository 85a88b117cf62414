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

/* Size and format of what it reads; no data. */
const CeView *
ce_reader_get_view (CeReader *reader)
{
  return &reader->view;
}

/* Frees a reader, or NULL. */
void
ce_reader_free (CeReader *reader)
{
  if (! reader)
    return;

  g_clear_object (&reader->buffer);
  ce_memory_free (reader->room, reader->size);
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

/* Reads a part, at most CE_SLICE_ROWS high, to @view; parts come from top to bottom, and of the same rows from left to
 * right, or from the top again. FALSE with CE_ERROR_NO_MEMORY, or with CE_ERROR_INVALID if the drawable is gone. A fresh
 * buffer has no tiles that were read before. */
gboolean
ce_reader_read (CeReader *reader, const GeglRectangle *part, const CeView *view, GError **error)
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
      CeView        rows = ce_view_part (ce_session_get_source (session), &(CeArea) { 0, y, part.width, part.height });

      if (! ce_reader_read (reader, &part, &rows, error))
        return NULL;
      ce_session_rows_arrived (session, y, part.height);
      if (progress)
        progress->func ((double) (y + part.height) / view->height, progress->data);
    }

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}
