/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders for one process(): reads the source if it is new or has changed, computes the result for the current parameters,
 * and writes it to the output.
 */
#include "operation.h"

#include <glib/gi18n-lib.h>

#include "pixels/exchange.h"
#include "pixels/mark.h"

/* The reason of a GPU's failure. No effect uses the GPU again until the process ends. */
static char *gpu_failed;        /* atomic */
static int   gpu_rendered;      /* whether a result has come from a GPU; atomic */

typedef struct
{
  CeOperation         *self;
  CeCached            *cached;  /* of the operation's cache, which is locked */
  CeParams             params;
  GeglBuffer          *input;
  const GeglRectangle *area;    /* all of the input */
  CePixels             pixels;  /* of the input */
} Render;

/* Returns whether a GPU has rendered in this process, and none has failed since. */
gboolean
ce_operation_has_gpu (void)
{
  return g_atomic_int_get (&gpu_rendered) && ! g_atomic_pointer_get (&gpu_failed);
}

/* Chooses where to compute. A named device is tried first; unless the operation is strict the CPU continues if the device
 * fails, because GIMP would show a black image. */
static CePlace
choose_place (const Render *render, CeUse use)
{
  CeView   view = { NULL, 0, render->area->width, render->area->height, render->pixels.channels, render->pixels.type };
  gboolean leave = g_atomic_pointer_get (&gpu_failed) && ! render->self->strict;
  CePlace  place = { .choice = leave ? CE_BACKEND_CPU : (CeBackendChoice) render->params.backend };

  place = ce_choose_place (&place, render->self->filter, &render->params, &view, use);
  place.may_fall_back = ! render->self->strict;

  return place;
}

/* A CeRowsFunc. */
static void
rows_arrived (int y, int n_rows, gpointer session)
{
  ce_session_put_rows (session, y, n_rows, NULL, 0);
}

/* Reads @part of the area into the session. */
static gboolean
read_part (const Render *render, CeSession *session, const GeglRectangle *part, CeRowsFunc func, GError **error)
{
  CeExchange exchange = { .pixels = render->pixels, .buffer = render->input, .x = render->area->x, .y = render->area->y,
                          .view = ce_session_get_source (session) };

  return ce_exchange_read (&exchange, part, func, session, error);
}

/* Returns the pad of the source: "aux" if a call (call.c) has another drawable as its source, else "input". */
const char *
ce_operation_source_pad (GeglOperation *operation)
{
  return gegl_operation_get_source_node (operation, "aux") ? "aux" : "input";
}

/* Returns the position of @area's first pixel in its layer, and the layer's (nullable) @size. If the layer has a selection,
 * GIMP gives an effect only the selected rectangle, which a “gegl:translate” has moved to the origin and a “gegl:crop” has
 * cut. */
CePoint
ce_operation_find_origin (GeglOperation *operation, const GeglRectangle *area, CePoint *size)
{
  GeglNode *crop = gegl_operation_get_source_node (operation, "input");
  GeglNode *translate = crop ? gegl_node_get_producer (crop, "input", NULL) : NULL;
  double    x = 0, y = 0;

  if (size)
    *size = (CePoint) { area->width, area->height };
  if (translate && g_strcmp0 (gegl_node_get_operation (translate), "gegl:translate") == 0)
    {
      const GeglRectangle *all = gegl_operation_source_get_bounding_box (gegl_node_get_gegl_operation (crop), "input");

      gegl_node_get (translate, "x", &x, "y", &y, NULL);
      if (size && all && ! gegl_rectangle_is_infinite_plane (all))
        *size = (CePoint) { all->width, all->height };
    }

  return (CePoint) { area->x - (int) x, area->y - (int) y };
}

static gboolean
read_anew (const Render *render, const CePlace *place, GError **error)
{
  CeCached             *cached = render->cached;
  const CePixels       *pixels = &render->pixels;
  GeglRectangle         all = { 0, 0, render->area->width, render->area->height };
  gsize                 n_pixels = (gsize) all.width * (gsize) all.height;
  g_autoptr (CeSession) session = NULL;

  ce_cached_set_session (cached, NULL, 0);
  session = ce_session_new (render->self->filter, place, all.width, all.height, pixels->channels, pixels->type, error);
  if (! session || ! ce_session_open (session, error) || ! read_part (render, session, &all, rows_arrived, error))
    return FALSE;

  /* The size counts the source, two results and the kept stages. */
  ce_cached_set_session (cached, g_steal_pointer (&session),
                         n_pixels * ((gsize) pixels->channels * ce_type_size (pixels->type) * 3 + 4));
  cached->area = *render->area;
  cached->format = pixels->converter.raw;
  cached->place = *place;

  return TRUE;
}

/* Reads the painted part of the session's source again. */
static gboolean
read_changed (const Render *render, const GeglRectangle *changed, GError **error)
{
  CeSession    *session = render->cached->session;
  GeglRectangle part;

  if (! gegl_rectangle_intersect (&part, changed, render->area))
    return TRUE;

  part.x -= render->area->x;
  part.y -= render->area->y;
  if (! read_part (render, session, &part, NULL, error))
    return FALSE;

  ce_session_put_rows (session, part.y, part.height, NULL, 0);
  g_clear_pointer (&render->cached->mark, g_free);

  return TRUE;
}

/* Keeps a session with the current source. A second render means that a slider moves, so stages are kept from
 * then on. A merge renders once, and keeps nothing. */
static gboolean
supply (const Render *render, GError **error)
{
  CeCached     *cached = render->cached;
  CeUse         use = cached->n_renders > 0 ? CE_USE_LIVE : CE_USE_ONCE;
  GeglRectangle changed = ce_session_cache_take_change (render->self->cache, render->area);
  CePlace       place = choose_place (render, use);
  gboolean      is_known = cached->session && cached->format == render->pixels.converter.raw
                           && gegl_rectangle_equal (&cached->area, render->area)
                           && memcmp (&cached->place, &place, sizeof place) == 0;

  if (! (is_known ? read_changed (render, &changed, error) : read_anew (render, &place, error)))
    return FALSE;

  if (use == CE_USE_LIVE)
    ce_session_keep_stages (cached->session);

  return TRUE;
}

/* A GSourceFunc: logs a message. GIMP shows messages of this domain in its error console or in a window. */
static gboolean
show_message (gpointer text)
{
  g_log ("GEGL", G_LOG_LEVEL_MESSAGE, "%s", (const char *) text);

  return G_SOURCE_REMOVE;
}

/* Shows a message to the user, and takes @text. It runs on the thread of the main loop if there is one, because a toolkit
 * opens windows only on that thread, and GEGL may run an operation on any thread. */
static void
tell_user (char *text)
{
  g_main_context_invoke_full (NULL, G_PRIORITY_DEFAULT, show_message, text, g_free);
}

/* Stores @reason in @first if no reason is there yet. Returns whether it stored one. */
static gboolean
remember_first (char **first, const char *reason)
{
  char *copy = g_strdup (reason);

  if (g_atomic_pointer_compare_and_exchange (first, NULL, copy))
    return TRUE;

  g_free (copy);

  return FALSE;
}

/* Tells the user once that the CPU computed instead of the GPU. After a fault the session stays with the CPU; a session
 * whose kernels are being compiled returns to the GPU. The user is told about a GPU that failed or that was named, but not
 * about a machine without CUDA. */
static void
tell_fallback (const Render *render)
{
  static char *waited, *named_failed;          /* atomic */
  CeSession   *session = render->cached->session;
  gboolean     named = render->params.backend == CE_BACKEND_CUDA, is_waiting = ce_session_get_status (session)->is_waiting;
  const char  *fallback = ce_session_get_status (session)->fallback;
  const char  *reason = fallback ? fallback : named ? g_atomic_pointer_get (&gpu_failed) : NULL;
  CePlace      cuda = { .choice = CE_BACKEND_CUDA };
  gboolean     first;

  if (! reason)
    return;

  first = fallback && remember_first (is_waiting ? &waited : &gpu_failed, fallback)
          && ce_place_start (&cuda, CE_START_NOW, NULL);
  if (named && ! is_waiting)
    first |= remember_first (&named_failed, reason);
  if (first)
    tell_user (g_strdup_printf (_("The GPU could not be used, so the processor computed the same result. %s"), reason));
}

/* Tells the user, once for a session, that edges of a layer that was changed since are not erased; a procedure tells it
 * itself, and why it leaves a layer as it is. */
static void
tell_dropped (const Render *render, CeFound found)
{
  CeCached *cached = render->cached;
  char     *note;

  found.largest = found.wider_lines = found.is_left = 0;
  note = render->self->process || cached->told_dropped ? NULL : ce_found_note (&found);
  cached->told_dropped = note != NULL || (cached->told_dropped && found.erased_width != 0);
  if (note)
    tell_user (note);
}

/* Writes the part @roi of @result, which covers @area. */
static gboolean
write_result (const Render *render, const CeView *result, const GeglRectangle *area, GeglBuffer *output,
              const GeglRectangle *roi, GError **error)
{
  CeOperation  *self = render->self;
  GeglRectangle part;
  CePaint       paint = { .type = result->type, .in_channels = result->channels };
  CeExchange    exchange = { .buffer = output, .x = area->x, .y = area->y, .view = result };

  if (! gegl_rectangle_intersect (&part, roi, area))
    return TRUE;

  ce_pixels_init (&exchange.pixels, gegl_operation_get_format (GEGL_OPERATION (self), "output"), FALSE);
  paint.out_channels = exchange.pixels.channels;
  paint.lines = (ce_filter_get_kind (self->filter, &self->params) & CE_RESULT_COVERAGE) != 0;
  if (paint.lines)
    ce_pixels_get_color (&exchange.pixels, self->color, result->type, &paint.color);
  if (paint.lines || paint.in_channels != paint.out_channels)
    exchange.paint = &paint;
  part.x -= area->x;
  part.y -= area->y;

  return ce_exchange_write (&exchange, &part, error);
}

static gboolean
render_whole (const Render *render, GeglBuffer *output, const GeglRectangle *roi, GError **error)
{
  CeCached       *cached = render->cached;
  const CeStatus *status = ce_session_get_status (cached->session);

  if (! ce_session_render (cached->session, &render->params, NULL, NULL, error))
    return FALSE;

  cached->n_renders++;
  if (status->place.choice == CE_BACKEND_CUDA && status->times.download_ms > 0)
    g_atomic_int_set (&gpu_rendered, TRUE);
  tell_fallback (render);
  tell_dropped (render, status->found);
  ce_report (render->self->process, &status->found, NULL);

  return write_result (render, ce_session_get_result (cached->session), render->area, output, roi, error);
}

static gboolean
render_block (const Render *render, GeglBuffer *output, const GeglRectangle *block, GError **error)
{
  CeSession *session = render->cached->session;
  CeView     view = *ce_session_get_result (session);
  CeArea     area = { block->x - render->area->x, block->y - render->area->y, block->width, block->height };
  gboolean   done;

  if (! ce_memory_take (&view, block->width, block->height, error))
    return FALSE;

  done = ce_session_render_part (session, &render->params, NULL, &area, CE_PART_RESULT, &view, NULL, NULL, error)
         && write_result (render, &view, block, output, block, error);
  tell_fallback (render);
  ce_memory_put (&view);

  return done;
}

/* Returns whether the source was mirrored or turned since the edges by hand @text were told. Its mark is read once. */
static gboolean
is_turned (const Render *render, const char *text)
{
  CeCached *cached = render->cached;

  if (! text || ! strchr (text, '#'))
    return FALSE;
  cached->mark = cached->mark ? cached->mark : ce_mark_write (render->input, render->area, "");

  return ce_mark_is_turned (text, cached->mark);
}

/* Sets @size to none where erased or drawn edges were told for a source that was mirrored or turned since, because a session
 * without a size drops those with one. The other text loses its size before, if it is this source's. */
static void
drop_turned (Render *render, CePoint *size)
{
  const char **texts[] = { &render->params.erased, &render->params.drawn };
  gboolean     turned[] = { is_turned (render, *texts[0]), is_turned (render, *texts[1]) };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    if (turned[1 - i] && ! turned[i])
      {
        CePoint            told = { 0, 0 };
        g_autoptr (GArray) points = *texts[i] ? ce_params_parse_erased (*texts[i], &told, NULL) : NULL;

        if (points && points->len > 0 && told.x > 0 && told.x == size->x && told.y == size->y)
          *texts[i] = g_intern_string (strpbrk (*texts[i] + strspn (*texts[i], " "), " "));
      }
  if (turned[0] || turned[1])
    *size = (CePoint) { 0, 0 };
}

/* Renders. After the first render the session itself handles a GPU's fault. */
static gboolean
render_locked (Render *render, GeglBuffer *output, const GeglRectangle *roi, GError **error)
{
  CeCached     *cached = render->cached;
  const char   *failed = g_atomic_pointer_get (&gpu_failed);
  GeglRectangle block;
  CePoint       origin, size;

  if (failed && render->self->strict)
    {
      g_set_error_literal (error, CE_ERROR, CE_ERROR_UNAVAILABLE, failed);
      return FALSE;
    }

  if (! supply (render, error))
    return FALSE;
  origin = ce_operation_find_origin (GEGL_OPERATION (render->self), render->area, &size);
  drop_turned (render, &size);
  ce_session_set_origin (cached->session, origin, size);
  if (cached->block && gegl_rectangle_intersect (&block, roi, render->area))
    return render_block (render, output, &block, error);

  return render_whole (render, output, roi, error);
}

/* Writes @roi of the result. Returns FALSE, after a report, if memory or the GPU of a strict operation is missing. It shows
 * no progress, because GIMP blocks the mouse during a progress and shows none for an effect. */
gboolean
ce_operation_render (CeOperation *self, GeglBuffer *input, GeglBuffer *output, const GeglRectangle *area,
                     const GeglRectangle *roi)
{
  GeglOperation     *operation = GEGL_OPERATION (self);
  Render             render = { .self = self, .params = ce_operation_get_params (self), .input = input, .area = area };
  g_autoptr (GError) error = NULL;
  gboolean           told;

  ce_pixels_init (&render.pixels, gegl_operation_get_format (operation, ce_operation_source_pad (operation)), FALSE);

  render.cached = ce_session_cache_lock (self->cache);
  if (! render_locked (&render, output, roi, &error))
    {
      ce_cached_set_session (render.cached, NULL, 0);
      ce_release (FALSE);
    }
  told = render.cached->told_failure;
  render.cached->told_failure = error != NULL;
  ce_session_cache_unlock (self->cache);

  if (! error)
    return TRUE;

  ce_report (self->process, NULL, error->message);
  g_log ("cuda-edges", G_LOG_LEVEL_DEBUG, "%s", error->message);
  if (self->strict && g_error_matches (error, CE_ERROR, CE_ERROR_DEVICE))
    remember_first (&gpu_failed, error->message);
  if (! (self->strict && self->process) && ! told)      /* a procedure tells the failure of a GPU itself */
    tell_user (g_strdup_printf (_("The filter could not be computed, so the image is shown unchanged. %s"), error->message));

  return FALSE;
}
