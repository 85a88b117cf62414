/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the drawable into the render thread's session while the dialog already answers: in slices, when the main loop is
 * idle, because GIMP's wire takes one thread only. Reads it again, as slowly, to find out whether it is another now: GIMP
 * tells a plug-in of no change of pixels.
 */
#include "dialog-private.h"

/* GIMP's tiles are that wide and high, and reading half of one costs as much
 * as reading it whole. */
#define TILE 128
/* How long a slice may hold up the main loop, and what is read between two
 * looks at the clock. */
#define BUDGET_US 6000
#define GLANCE_US 1000
#define MAX_TILES 16

typedef gboolean (*ReadFunc) (CeDialog *self, const GeglRectangle *part, GError **error);

/* ReadFunc. */
static gboolean
read_part (CeDialog *self, const GeglRectangle *part, GError **error)
{
  CeArea area = { part->x, part->y, part->width, part->height };
  CeView view = ce_view_part (ce_session_get_source (self->session), &area);

  if (! self->source->read (self->source->data, part, &view, error))
    return FALSE;

  if (part->x + part->width == self->source->view->width)
    ce_session_rows_arrived (self->session, part->y, part->height);
  ce_selection_read (self->selection, part);

  return TRUE;
}

/* ReadFunc. FALSE without an error: it is another now. */
static gboolean
compare_part (CeDialog *self, const GeglRectangle *part, GError **error)
{
  CeArea              area = { part->x, part->y, part->width, part->height };
  CeView              view = *self->source->view;
  g_autofree gpointer pixels = NULL;

  view.width = part->width;
  view.height = part->height;
  view.stride = (gsize) view.width * view.channels * ce_type_size (view.type);
  view.data = pixels = g_malloc (ce_view_size (&view));

  return self->source->read (self->source->data, part, &view, error)
         && ce_render_has_part (self->render, &area, &view) && ce_selection_has_part (self->selection, part);
}

/* Some tiles: few of them when GIMP takes long to hand over one, because the
 * machine is busy. */
static gboolean
read_tiles (CeDialog *self, ReadFunc read, GError **error)
{
  const CeView *view = self->source->view;
  gint64        begin = g_get_monotonic_time ();
  int           n_tiles = CLAMP ((int) (GLANCE_US / self->tile_us), 1, MAX_TILES);
  GeglRectangle part = { self->read_x, self->read_y, MIN (n_tiles * TILE, view->width - self->read_x),
                         MIN (TILE, view->height - self->read_y) };

  if (! read (self, &part, error))
    return FALSE;

  self->read_x += part.width;
  if (self->read_x == view->width)
    {
      self->read_x = 0;
      self->read_y += part.height;
    }
  self->tile_us = MAX (1.0, (double) (g_get_monotonic_time () - begin) * TILE / part.width);

  return TRUE;
}

/* For as long as a slice may take. Returns whether it was not stopped. */
static gboolean
read_slice (CeDialog *self, ReadFunc read, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  while (self->read_y < self->source->view->height && g_get_monotonic_time () - start < BUDGET_US)
    if (! read_tiles (self, read, error))
      return FALSE;

  return TRUE;
}

/* There are more rows, or there is a reason why not. */
static void
tell (CeDialog *self, const GError *error)
{
  self->again &= self->session && ! error;
  if (! self->again)
    ce_preview_changed (self->preview);
  if (error)
    {
      self->failed = TRUE;
      ce_dialog_say (self, CE_STATUS_ERROR, error->message);
    }
}

/* GSourceFunc. */
static gboolean
feed (gpointer data)
{
  CeDialog *self = data;
  int       n_before = self->read_y;
  g_autoptr (GError) error = NULL;

  read_slice (self, read_part, &error);
  self->complete = self->read_y == self->source->view->height;
  if (self->complete || error)
    {
      self->reading = 0;
      self->session = NULL;
    }
  if (self->read_y > n_before || error)
    {
      ce_render_rows_arrived (self->render, self->read_y);
      if (n_before == 0 && self->read_y > 0)
        ce_trace ("first rows");
      if (self->complete)
        ce_trace ("all rows");
      tell (self, error);
    }

  return self->complete || error ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* GSourceFunc. */
static gboolean
check (gpointer data)
{
  CeDialog          *self = data;
  g_autoptr (GError) error = NULL;
  gboolean           same = read_slice (self, compare_part, &error);

  if (same && self->read_y < self->source->view->height)
    return G_SOURCE_CONTINUE;

  self->reading = 0;
  ce_dialog_checked (self, same, error);

  return G_SOURCE_REMOVE;
}

static void
begin (CeDialog *self, GSourceFunc func)
{
  g_clear_handle_id (&self->reading, g_source_remove);
  self->read_x = self->read_y = 0;
  self->tile_us = GLANCE_US;
  self->reading = g_idle_add (func, self);
}

/* Stops reading, for ce_dialog_read(). */
void
ce_dialog_stop_reading (CeDialog *self)
{
  g_clear_handle_id (&self->reading, g_source_remove);
  self->session = NULL;
  self->complete = FALSE;
}

/* An open session, which keeps stages and has no pixels yet. */
static CeSession *
open_session (CeDialog *self, const CePlace *place, GError **error)
{
  const CeView         *view = self->source->view;
  g_autoptr (CeSession) session = ce_session_new (ce_filter_get (self->filter->id), place, view->width, view->height,
                                                  view->channels, view->type, error);

  if (! session)
    return NULL;

  ce_session_keep_stages (session);

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

/* Opens the render thread's session and begins to fill it, and the selection, which must live until
 * ce_dialog_stop_reading(). If nothing can be computed there, the pixels are read all the same, for the picture before and
 * for another place, but nothing is rendered. */
void
ce_dialog_read (CeDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) hopeless = NULL;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);

  self->session = open_session (self, &self->place, &error);
  if (! self->session)
    self->session = open_session (self, &cpu, &hopeless);

  if (self->session)
    {
      ce_render_take_session (self->render, self->session, error == NULL);
      begin (self, feed);
    }

  if (error)
    tell (self, error);
}

/* Begins to read again what it has read, from the top, until something is another. FALSE before everything was read once. */
gboolean
ce_dialog_check_pixels (CeDialog *self)
{
  if (self->complete)
    begin (self, check);

  return self->complete;
}
