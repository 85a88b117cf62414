/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen.h"

#include <string.h>

static const CeLook plain;

/* CePaintedFunc: as the preview puts paintings together. */
static void
painted (CePainting *painting, gpointer data)
{
  Screen   *screen = data;
  CePicture picture = painting->picture;

  if (painting->n_painted == painting->region.height)
    {
      g_free (screen->pixels[picture]);
      screen->pixels[picture] = g_steal_pointer (&painting->pixels);
      screen->painted[picture] = painting->region;
    }
  else
    {
      g_assert (ce_region_equal (&painting->region, &screen->painted[picture]));
      if (painting->n_painted > 0)
        memcpy (screen->pixels[picture] + (gsize) painting->first_row * painting->region.width, painting->pixels,
                (gsize) painting->n_painted * painting->region.width * sizeof (guint32));
    }

  if (picture == CE_PICTURE_BEFORE)
    screen->n_rows = painting->n_rows;
  else
    {
      screen->backwards |= painting->generation < screen->generation;
      screen->n_paintings = painting->generation == screen->generation ? screen->n_paintings + 1 : 1;
      screen->generation = painting->generation;
    }
}

/* CeNewsFunc. */
static void
heard (const CeNews *news, gpointer data)
{
  Screen *screen = data;

  screen->n_started += news->kind == CE_NEWS_STARTED;
  if (news->kind == CE_NEWS_NOISE)
    {
      screen->n_noises++;
      screen->noise = news->noise;
    }
  if (news->kind == CE_NEWS_WHY)
    {
      ce_edge_free (screen->edge);
      screen->edge = g_memdup2 (news->edge, sizeof *news->edge);
      screen->edge->points = g_memdup2 (news->edge->points, (gsize) news->edge->n_pixels * sizeof *news->edge->points);
    }
  if (news->kind != CE_NEWS_RENDERED && news->kind != CE_NEWS_FAILED)
    return;

  screen->answered = news->generation;
  g_free (screen->error);
  screen->error = news->error ? g_strdup (news->error->message) : NULL;
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
  screen->worker = ce_worker_new (screen->filter, heard, screen);
  screen->painter = ce_painter_new (screen->worker, painted, screen);
  if (screen_load (screen, backend, image, error))
    return TRUE;

  screen_close (screen);

  return FALSE;
}

/**
 * screen_load:
 * @screen: a screen whose worker has no session
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
  ce_worker_take_session (screen->worker, session, TRUE);

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
  g_clear_pointer (&screen->painter, ce_painter_free);
  g_clear_pointer (&screen->worker, ce_worker_free);
  for (CePicture picture = 0; picture < CE_N_PICTURES; picture++)
    g_clear_pointer (&screen->pixels[picture], g_free);
  g_clear_pointer (&screen->error, g_free);
  g_clear_pointer (&screen->edge, ce_edge_free);
}

/* With the members that a painter must not read as a widget may leave them. */
static void
ask (Screen *screen, CePicture picture)
{
  CeRegion region = screen->region;

  region.left = region.top = screen->image.height;
  ce_painter_ask (screen->painter, picture, &region);
}

/**
 * screen_show:
 * @screen: a screen
 * @scale: screen pixels per pixel of the picture
 * @x, @y, @width, @height: what is visible, made smaller where the picture ends
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
  ask (screen, CE_PICTURE_BEFORE);
  ask (screen, CE_PICTURE_AFTER);
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
  ce_worker_rows_arrived (screen->worker, y + n_rows);
  if (screen->region.width)
    ask (screen, CE_PICTURE_BEFORE);
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
  return ce_worker_request (screen->worker, params, &screen->look);
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
 * @what: that is waited for
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
  if (! screen->pixels[picture] || ! ce_region_equal (&screen->painted[picture], &screen->region))
    return FALSE;

  return picture == CE_PICTURE_BEFORE ? screen->n_rows == screen->image.height : screen->generation >= generation;
}

/**
 * screen_wait:
 * @screen: a screen
 * @picture: a picture
 * @generation: of the result, or a later one
 *
 * Waits until what is visible of it has been painted. For the source that is
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
 * @view: what it should be
 *
 * Returns: whether what was painted is just that
 */
gboolean
screen_is_of (Screen *screen, CePicture picture, const CeView *view)
{
  const CeRegion      *region = &screen->painted[picture];
  gsize                n = (gsize) region->width * region->height;
  g_autofree guint32  *expected = g_new (guint32, n);
  CeLook               look = picture == CE_PICTURE_AFTER ? screen->look : plain;

  if (look.replace)
    look.source = screen->image;
  look.tint = screen->tint;
  ce_raster_paint (view, view->height, &look, region, expected, region->width * sizeof *expected);

  return memcmp (screen->pixels[picture], expected, n * sizeof *expected) == 0;
}
