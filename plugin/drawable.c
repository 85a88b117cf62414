/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads and writes the pixels of GIMP's drawables over GIMP's wire. A call reads and writes a drawable as a whole; a dialog
 * reads it in parts, because it has to respond meanwhile. Only the thread of all other exchange with GIMP may do this.
 *
 * Layers are exchanged as R'G'B'(A) or Y'(A). Channels, masks and the selection hold coverage, not light, so their values
 * stay unchanged in every encoding of the image.
 */
#include "drawable.h"

#include <math.h>
#include <string.h>

#include <glib/gi18n.h>

#include "pixels/exchange.h"
#include "pixels/mark.h"

#include "refuse.h"

/* The least time between two reports of progress, microseconds. */
#define TELL_US 50000

struct _CeReader
{
  GimpDrawable *drawable;
  CePixels      pixels;      /* the drawable's format when the reader was made */
  CeView        view;
  GeglBuffer   *buffer;      /* (nullable): for one band of rows; a fresh buffer reuses the memory of tiles */
  int           n_rows;      /* rows that @buffer has read */
  gsize         size;
  gpointer      scratch;     /* (nullable): @size bytes, for conversion */
};

/* Limits babl's search for conversions; call it before gimp_main(). GEGL requests two conversions at its start, and babl
 * times all ways of up to three steps to find the fastest, which takes every process that reads pixels 30 to 35 ms. We need
 * only conversions of one step; if there is none of one step, babl still searches further. babl has only this variable, no
 * function. Remove it when babl stops timing unused conversions. Calls that GIMP's core computes take the same time without
 * it, because they start no GEGL here. */
void
ce_drawable_prepare (void)
{
  g_setenv ("BABL_PATH_LENGTH", "1", FALSE);
}

/* Keeps GEGL from loading its operations, by a path that is no folder. Call it before the first thread starts, if this
 * process will not use operations. Loading them is most of GEGL's start, 45 to 130 ms. GEGL has only this variable, no
 * function. Remove it when gegl_init() loads a module only when one of its operations is requested. */
void
ce_drawable_need_buffers_only (void)
{
  g_setenv ("GEGL_PATH", gimp_get_progname (), TRUE);
}

/* A CeProgressFunc of a call. It updates GIMP's status bar at most every 50 ms, because each update is a round trip through
 * GIMP's main loop. GIMP's Cancel ends this process. */
gboolean
ce_drawable_tell_progress (double share, gpointer data)
{
  static gint64 told;        /* monotonic time */
  gint64        now = g_get_monotonic_time ();

  if (told && now - told >= TELL_US)
    gimp_progress_update (share);
  if (! told || now - told >= TELL_US)
    told = now;

  return TRUE;
}

/* Tells the user, once for all sessions of a call, why the CPU computed instead of a GPU that failed. It says nothing on a
 * machine without CUDA. */
void
ce_drawable_tell_fallback (CeSession *session)
{
  static gboolean told;
  const char     *reason = ce_session_get_status (session)->fallback;
  CePlace         cuda = { .choice = CE_BACKEND_CUDA };

  if (! reason || told || ! ce_place_start (&cuda, CE_START_NOW, NULL))
    return;

  g_message (_("The GPU could not be used, so the processor computed the same result. %s"), reason);
  told = TRUE;
}

/* Tells the user what may be wrong with the samples, which are linear in an image of linear light. */
void
ce_drawable_tell_found (GimpDrawable *drawable, const CeFound *found)
{
  CeFound          own = *found;
  const char      *encoding = babl_format_get_encoding (gimp_drawable_get_format (drawable));
  g_autofree char *note = NULL;

  if (own.largest > 1 && ! strpbrk (encoding, "'~"))
    own.largest = pow ((own.largest + 0.055) / 1.055, 2.4);
  note = ce_found_note (&own);
  if (note)
    g_message ("%s", note);
}

static void
init_pixels (GimpDrawable *drawable, CePixels *pixels)
{
  ce_pixels_init (pixels, gimp_drawable_get_format (drawable), ! GIMP_IS_LAYER (drawable));
}

/* Returns whether GIMP keeps the samples when it adds an alpha channel or applies a mask. It does both through babl, which
 * does not have a conversion of one step for every format: doubles, words of 32 bits and floats in the curve of sRGB go
 * through linear light as floats, and come back up to 1e-6 off. Narrower samples are rounded to their old values. */
gboolean
ce_drawable_keeps_samples (GimpDrawable *drawable)
{
  const Babl *format = gimp_drawable_get_format (drawable);
  const char *encoding = babl_format_get_encoding (format);
  const char *type = babl_get_name (babl_format_get_type (format, 0));

  return ! (g_str_equal (type, "double") || g_str_equal (type, "u32")
            || (g_str_equal (type, "float") && strchr (encoding, '~')));
}

/* Returns a reader of a drawable, for its current size and format. */
CeReader *
ce_reader_new (GimpDrawable *drawable)
{
  CeReader *reader = g_new0 (CeReader, 1);

  reader->drawable = drawable;
  init_pixels (drawable, &reader->pixels);
  reader->view = (CeView) { .width = gimp_drawable_get_width (drawable), .height = gimp_drawable_get_height (drawable),
                            .channels = reader->pixels.channels, .type = reader->pixels.type };
  reader->size = ce_pixels_scratch_size (&reader->pixels, reader->view.width);

  return reader;
}

/* Returns the size and format of the pixels that it reads, without data. */
const CeView *
ce_reader_get_view (CeReader *reader)
{
  return &reader->view;
}

/* Frees a reader. */
void
ce_reader_free (CeReader *reader)
{
  g_clear_object (&reader->buffer);
  ce_memory_free (reader->scratch, reader->size);
  g_free (reader);
}

/* Returns whether the drawable is there, with the size and format of the reader; FALSE sets CE_ERROR_INVALID. */
gboolean
ce_reader_check (CeReader *reader, GError **error)
{
  if (! gimp_item_is_valid (GIMP_ITEM (reader->drawable)))
    return ce_refuse_gone (error);

  if (gimp_drawable_get_width (reader->drawable) == reader->view.width
      && gimp_drawable_get_height (reader->drawable) == reader->view.height
      && gimp_drawable_get_format (reader->drawable) == reader->pixels.converter.raw)
    return TRUE;

  return ce_refuse (error, _("“%s” has changed its size or format since it was read; open this dialog again."),
                    GIMP_ITEM (reader->drawable));
}

/* Drops the buffer, because a buffer keeps the tiles that it has read. */
static void
drop_buffer (CeReader *reader)
{
  g_clear_object (&reader->buffer);
  reader->n_rows = 0;
}

/* Reads a part, at most CE_SLICE_ROWS high, to @view. Parts come from top to bottom, those of the same rows from left to
 * right; a new pass begins at the top. FALSE with CE_ERROR_NO_MEMORY, or with CE_ERROR_INVALID if the drawable is gone. */
gboolean
ce_reader_read (CeReader *reader, const GeglRectangle *part, const CeView *view, GError **error)
{
  if (part->x == 0 && part->y == 0)
    drop_buffer (reader);

  if (! reader->scratch && ! (reader->scratch = ce_memory_alloc (reader->size, error)))
    return FALSE;
  if (! reader->buffer && ! (reader->buffer = gimp_drawable_get_buffer (reader->drawable)))
    return ce_refuse_gone (error);

  ce_pixels_read (&reader->pixels, reader->buffer, part, view, reader->scratch, TRUE);

  if (part->x + part->width == reader->view.width)
    reader->n_rows += part->height;
  if (reader->n_rows >= ce_pixels_band_rows (&reader->pixels, reader->view.width)
      || (part->x + part->width == reader->view.width && part->y + part->height == reader->view.height))
    drop_buffer (reader);

  return TRUE;
}

/* Returns (nullable) an open session with all pixels of @drawable, at the place @wanted, or, if that is automatic, at the
 * place for a call with @params. Tells the (nullable) @progress, which cannot cancel: GIMP's Cancel ends this process. */
CeSession *
ce_drawable_read (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, const CePlace *wanted,
                  CeProgressFunc progress, gpointer data, GError **error)
{
  g_autoptr (CeReader)  reader = ce_reader_new (drawable);
  const CeView         *view = &reader->view;
  CePlace               place = ce_choose_place (wanted, filter, params, view, CE_USE_ONCE);
  g_autoptr (CeSession) session = NULL;

  /* CUDA starts on a thread of its own while GEGL starts and rows arrive. */
  if (place.choice == CE_BACKEND_CUDA)
    ce_place_start (&place, CE_START_SOON, NULL);
  gegl_init (NULL, NULL);

  session = ce_session_new (filter, &place, view->width, view->height, view->channels, view->type, error);
  if (! session || (place.choice != CE_BACKEND_CUDA && ! ce_session_open (session, error)))
    return NULL;

  for (int y = 0; y < view->height; y += CE_SLICE_ROWS)
    {
      GeglRectangle part = { 0, y, view->width, MIN (CE_SLICE_ROWS, view->height - y) };
      CeView        rows = ce_view_part (ce_session_get_source (session), &(CeArea) { 0, y, part.width, part.height });

      if (! ce_reader_read (reader, &part, &rows, error))
        return NULL;
      if (progress)
        progress ((double) (y + part.height) / view->height, data);
      ce_session_put_rows (session, y, part.height, NULL, 0);
    }

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

/* Returns (transfer full) (nullable) the points of edges with the mark of the drawable; a text without points, or with a
 * size already, as it is. */
char *
ce_drawable_mark (GimpDrawable *drawable, const char *text)
{
  CePoint                size;
  g_autoptr (GArray)     points = ce_params_parse_erased (text, &size, NULL);
  g_autoptr (GeglBuffer) buffer = NULL;

  if (! points || points->len == 0 || size.x > 0)
    return g_strdup (text);

  gegl_init (NULL, NULL);
  buffer = gimp_drawable_get_buffer (drawable);

  return buffer ? ce_mark_write (buffer, gegl_buffer_get_extent (buffer), text) : g_strdup (text);
}

/* Returns whether GIMP would change samples of the layer when it applies the selection as a mask. */
static gboolean
needs_selection (const CeWriting *writing)
{
  return writing->selected && ! gimp_selection_is_empty (gimp_item_get_image (GIMP_ITEM (writing->source)))
         && ! ce_drawable_keeps_samples (writing->onto);
}

/* Reads how much each pixel of a drawable is selected into @coverage, which gets the size of @like. */
static gboolean
read_selection (GimpDrawable *source, const CeView *like, CeView *coverage, GError **error)
{
  GimpDrawable           *selection = GIMP_DRAWABLE (gimp_image_get_selection (gimp_item_get_image (GIMP_ITEM (source))));
  g_autoptr (GeglBuffer)  buffer = gimp_drawable_get_buffer (selection);
  CeExchange              exchange = { .buffer = buffer, .view = coverage, .is_remote = TRUE };
  GeglRectangle           all = { 0, 0, like->width, like->height };

  gimp_drawable_get_offsets (source, &exchange.x, &exchange.y);
  init_pixels (selection, &exchange.pixels);

  return ce_memory_take (coverage, like->width, like->height, error)
         && ce_exchange_read (&exchange, &all, NULL, NULL, error);
}

/* Writes in bands, each in a fresh buffer that reuses the memory of tiles. */
static gboolean
write_bands (CeExchange *exchange, const CeWriting *writing, CeProgressFunc progress, gpointer data, GError **error)
{
  int height = exchange->view->height, band = ce_pixels_band_rows (&exchange->pixels, exchange->view->width);

  for (int y = 0; y < height; y += band)
    {
      GeglRectangle          part = { 0, y, exchange->view->width, MIN (band, height - y) };
      g_autoptr (GeglBuffer) buffer = writing->onto == writing->source ? gimp_drawable_get_shadow_buffer (writing->onto)
                                                                       : gimp_drawable_get_buffer (writing->onto);

      exchange->buffer = buffer;
      if (! ce_exchange_write (exchange, &part, error))
        return FALSE;
      progress ((double) (y + part.height) / height, data);
    }

  return TRUE;
}

/* Writes a result and tells @progress. FALSE with CE_ERROR_NO_MEMORY. */
gboolean
ce_drawable_write (const CeWriting *writing, CeProgressFunc progress, gpointer data, GError **error)
{
  const CeView *result = writing->result;
  CePaint       paint = { .type = result->type, .in_channels = result->channels, .lines = writing->lines };
  CeExchange    exchange = { .view = result, .paint = &paint, .is_remote = TRUE };
  CeView        coverage = { .channels = 1, .type = CE_F32 };
  gboolean      done = TRUE;

  init_pixels (writing->onto, &exchange.pixels);
  paint.out_channels = exchange.pixels.channels;
  if (writing->lines)
    {
      GeglColor *color = gimp_context_get_foreground ();

      ce_pixels_get_color (&exchange.pixels, color, paint.type, &paint.color);
      g_object_unref (color);
    }
  if (needs_selection (writing))
    {
      exchange.coverage = &coverage;
      done = read_selection (writing->source, result, &coverage, error);
    }

  done = done && write_bands (&exchange, writing, progress, data, error);
  ce_memory_put (&coverage);

  return done;
}
