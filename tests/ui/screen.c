/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen.h"

#include <string.h>

static const CeLook plain;

static void
take_frame (Screen *screen, CeFrame *frame)
{
  ce_frame_unref (screen->frame);
  screen->frame = frame;
  if (! frame->after)
    return;

  screen->backwards |= frame->generation < screen->generation;
  screen->n_paintings = frame->generation == screen->generation ? screen->n_paintings + 1 : 1;
  screen->generation = frame->generation;
}

/**
 * screen_update:
 * @screen: a screen
 *
 * Paints the current view, as the preview does before it draws.
 */
void
screen_update (Screen *screen)
{
  CeViewport viewport = { .region = screen->region, .lut = screen->lut };

  if (screen->stale && screen->region.width)
    take_frame (screen, ce_painter_paint (ce_render_get_painter (screen->render), &viewport));
  screen->stale = FALSE;
}

/* CeEventFunc. */
static void
heard (const CeEvent *event, gpointer data)
{
  Screen *screen = data;

  if (event->kind == CE_EVENT_FRAME && screen->holds && event->frame->after && event->generation == screen->generation)
    {
      ce_frame_unref (screen->held);
      screen->held = ce_frame_ref (event->frame);
    }
  else if (event->kind == CE_EVENT_FRAME)
    take_frame (screen, ce_frame_ref (event->frame));
  screen->n_started += event->kind == CE_EVENT_STARTED;
  if (event->kind == CE_EVENT_MORE)
    {
      screen->n_found += event->found.focus > 0;
      screen->found = event->found;
      screen->n_steps += event->steps ? event->steps->len : 0;
      g_free (screen->missed);
      screen->missed = event->error ? g_strdup (event->error->message) : NULL;
      g_free (screen->bins);
      screen->bins = g_memdup2 (event->bins, CE_HISTOGRAM_BINS * sizeof *event->bins);
      screen->of_more = event->generation;
    }
  screen->n_unexplained += event->kind == CE_EVENT_EXPLAINED && ! event->edge;
  if (event->kind == CE_EVENT_EXPLAINED && event->edge)
    {
      ce_edge_free (screen->edge);
      screen->edge = g_memdup2 (event->edge, sizeof *event->edge);
      screen->edge->points = g_memdup2 (event->edge->points, (gsize) event->edge->n_pixels * sizeof *event->edge->points);
    }
  if (event->kind == CE_EVENT_LINES && event->lines)
    {
      ce_lines_unref (screen->lines);
      screen->lines = ce_lines_ref (event->lines);
      screen->of_lines = event->generation;
      screen->travel = event->travel;
    }
  if (event->kind != CE_EVENT_RENDERED && event->kind != CE_EVENT_FAILED)
    return;

  screen->answered = event->generation;
  g_free (screen->error);
  screen->error = event->error ? g_strdup (event->error->message) : NULL;
}

/**
 * screen_go_on:
 * @screen: a screen that holds the first painting of a result, because a busy machine may deliver two at once
 *
 * Takes the painting that came after it, if one did, and all that come.
 */
void
screen_go_on (Screen *screen)
{
  screen->holds = FALSE;
  if (screen->held)
    take_frame (screen, g_steal_pointer (&screen->held));
}

/**
 * screen_open:
 * @screen: (out): a screen
 * @filter: name of a filter
 * @backend: name of a backend
 * @image: what will be fed
 * @error: return location
 *
 * Returns: %FALSE if the backend cannot be used
 */
gboolean
screen_open (Screen *screen, const char *filter, const char *backend, const CeView *image, GError **error)
{
  *screen = (Screen) { .filter = ce_filter_find (filter), .image = *image };
  screen->render = ce_render_new (screen->filter, heard, screen);
  if (screen_load (screen, backend, image, error))
    return TRUE;

  screen_close (screen);

  return FALSE;
}

/**
 * screen_load:
 * @screen: a screen whose render thread has no session
 * @backend: name of a backend
 * @image: what will be fed
 * @error: return location
 *
 * Returns: %FALSE if the backend cannot be used
 */
gboolean
screen_load (Screen *screen, const char *backend, const CeView *image, GError **error)
{
  CePlace    place = test_place (backend);
  CeSession *session;

  screen->image = *image;
  session = ce_session_new (screen->filter, &place, image->width, image->height, image->channels, image->type, error);
  if (! session)
    return FALSE;

  ce_session_keep_stages (session);
  if (! ce_session_open (session, error))
    {
      ce_session_free (session);
      return FALSE;
    }
  screen->session = session;
  ce_render_take_session (screen->render, session, TRUE);

  return TRUE;
}

/**
 * screen_close:
 * @screen: a screen
 *
 * At any time.
 */
void
screen_close (Screen *screen)
{
  g_clear_pointer (&screen->render, ce_render_free);
  g_clear_pointer (&screen->frame, ce_frame_unref);
  g_clear_pointer (&screen->held, ce_frame_unref);
  g_clear_pointer (&screen->error, g_free);
  g_clear_pointer (&screen->missed, g_free);
  g_clear_pointer (&screen->bins, g_free);
  g_clear_pointer (&screen->edge, ce_edge_free);
  g_clear_pointer (&screen->lines, ce_lines_unref);
}

/**
 * screen_show:
 * @screen: a screen
 * @scale: screen pixels per pixel of the picture
 * @x, @y, @width, @height: the visible region, clipped to the picture
 */
void
screen_show (Screen *screen, double scale, int x, int y, int width, int height)
{
  CeRegion *region = &screen->region;

  region->scale = scale;
  region->x = x;
  region->y = y;
  region->width = MIN (width, ce_raster_size (screen->image.width, scale) - x);
  region->height = MIN (height, ce_raster_size (screen->image.height, scale) - y);
  screen->stale = TRUE;
  screen_update (screen);
}

/**
 * screen_feed:
 * @screen: a screen
 * @y: first row
 * @n_rows: how many arrive
 */
void
screen_feed (Screen *screen, int y, int n_rows)
{
  ce_session_put_rows (screen->session, y, n_rows, ce_view_row (&screen->image, y), screen->image.stride);
  ce_render_rows_arrived (screen->render, y + n_rows);
  screen->stale = TRUE;
  screen_update (screen);
}

/**
 * screen_feed_all:
 * @screen: a screen
 *
 * Some rows at a time, between which events arrive.
 */
void
screen_feed_all (Screen *screen)
{
  for (int y = 0; y < screen->image.height; y += 37)
    {
      screen_feed (screen, y, MIN (37, screen->image.height - y));
      g_main_context_iteration (NULL, FALSE);
    }
}

/**
 * screen_set_lut:
 * @screen: a screen
 * @lut: (nullable): its colors; must stay
 */
void
screen_set_lut (Screen *screen, CeLut *lut)
{
  screen->lut = lut;
  screen->stale = TRUE;
  screen_update (screen);
}

/**
 * screen_request:
 * @screen: a screen
 * @params: what to render
 *
 * Returns: its generation
 */
guint
screen_request (Screen *screen, const CeParams *params)
{
  CeRequest request = { *params, screen->look, screen->within, screen->traced };

  return ce_render_ask (screen->render, &request);
}

/* GSourceFunc. */
static gboolean
too_late (gpointer what)
{
  g_error ("%u seconds, and no sign of %s", test_patience (60), (const char *) what);
  return G_SOURCE_REMOVE;
}

/**
 * screen_set_alarm:
 * @what: the awaited event
 *
 * Ends the program with a message unless it is removed in time.
 *
 * Returns: a source
 */
guint
screen_set_alarm (const char *what)
{
  return g_timeout_add_seconds (test_patience (60), too_late, (gpointer) what);
}

static gboolean
is_there (const Screen *screen, CePicture picture, guint generation)
{
  const CeFrame *frame = screen->frame;

  if (! frame || ! ce_region_equal (&frame->viewport.region, &screen->region))
    return FALSE;

  return picture == CE_PICTURE_BEFORE ? frame->before && frame->n_rows == screen->image.height
                                      : frame->after && frame->generation >= generation;
}

/**
 * screen_wait:
 * @screen: a screen
 * @picture: a picture
 * @generation: of the result, or a later one
 *
 * Waits until its visible part has been painted. For the source that is
 * when all its rows have arrived.
 */
void
screen_wait (Screen *screen, CePicture picture, guint generation)
{
  guint alarm = screen_set_alarm (picture == CE_PICTURE_BEFORE ? "all of the source" : "a result");

  while (! is_there (screen, picture, generation))
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (alarm);
}

/**
 * screen_is_of:
 * @screen: a screen
 * @picture: a picture
 * @view: the expected picture
 *
 * Returns: whether the painted picture equals it
 */
gboolean
screen_is_of (Screen *screen, CePicture picture, const CeView *view)
{
  const CeFrame       *frame = screen->frame;
  const CeRegion      *region = &frame->viewport.region;
  gsize                n = (gsize) region->width * region->height;
  g_autofree guint32  *expected = g_new (guint32, n);
  CeLook               look = picture == CE_PICTURE_AFTER ? screen->look : plain;
  const guint32       *pixels = picture == CE_PICTURE_AFTER ? frame->after : frame->before;

  if (look.replace)
    look.source = screen->image;
  look.lut = screen->lut;
  ce_raster_paint (view, NULL, &look, region, NULL, expected, region->width);

  return pixels && memcmp (pixels, expected, n * sizeof *expected) == 0;
}
