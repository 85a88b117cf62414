/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reads the drawable into the render thread's session while the dialog already responds: in slices when the main loop is
 * idle, because only one thread may use GIMP's wire. It reads the drawable again in the same way to check whether it has
 * changed, because GIMP does not report changes of pixels to a plug-in.
 */
#include "dialog-private.h"

/* The side of GIMP's tiles; reading half of a tile costs as much as reading all of it. */
#define TILE 128
/* The longest time of a slice, and the time between two looks at the clock. */
#define BUDGET_US 6000
#define GLANCE_US 1000
#define MAX_TILES 16

typedef gboolean (*ReadFunc) (CeDialog *self, const GeglRectangle *part, GError **error);

/* A ReadFunc: reads a part. */
static gboolean
read_part (CeDialog *self, const GeglRectangle *part, GError **error)
{
  CeArea area = { part->x, part->y, part->width, part->height };
  CeView view = ce_view_part (ce_session_get_source (self->loader.session), &area);

  if (! self->source->read (self->source->data, part, &view, error))
    return FALSE;

  if (part->x + part->width == self->source->view->width)
    ce_session_put_rows (self->loader.session, part->y, part->height, NULL, 0);
  ce_selection_read (self->selection, part);

  return TRUE;
}

/* A ReadFunc: compares a part. FALSE without an error if it has changed. */
static gboolean
compare_part (CeDialog *self, const GeglRectangle *part, GError **error)
{
  CeArea              area = { part->x, part->y, part->width, part->height };
  CeView              view = *self->source->view;
  g_autofree gpointer pixels = NULL;

  view.width = part->width;
  view.height = part->height;
  view.stride = (gsize) view.width * view.channels * ce_type_size (view.type);
  view.data = pixels = g_malloc (view.stride * (gsize) view.height);

  return self->source->read (self->source->data, part, &view, error)
         && ce_painter_has_part (ce_render_get_painter (self->render), &area, &view)
         && ce_selection_has_part (self->selection, part);
}

/* Reads some tiles, few of them if GIMP is slow because the machine is busy. */
static gboolean
read_tiles (CeDialog *self, ReadFunc read, GError **error)
{
  const CeView *view = self->source->view;
  gint64        begin = g_get_monotonic_time ();
  int           n_tiles = CLAMP ((int) (GLANCE_US / self->loader.tile_us), 1, MAX_TILES);
  GeglRectangle part = { self->loader.x, self->loader.y, MIN (n_tiles * TILE, view->width - self->loader.x),
                         MIN (TILE, view->height - self->loader.y) };

  if (! read (self, &part, error))
    return FALSE;

  self->loader.x += part.width;
  if (self->loader.x == view->width)
    {
      self->loader.x = 0;
      self->loader.y += part.height;
    }
  self->loader.tile_us = MAX (1.0, (double) (g_get_monotonic_time () - begin) * TILE / part.width);

  return TRUE;
}

/* Reads tiles for the time of a slice. Returns whether reading was not stopped. */
static gboolean
read_slice (CeDialog *self, ReadFunc read, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  while (self->loader.y < self->source->view->height && g_get_monotonic_time () - start < BUDGET_US)
    if (! read_tiles (self, read, error))
      return FALSE;

  return TRUE;
}

/* Reports that more rows have arrived, or the reason why not. */
static void
tell (CeDialog *self, const GError *error)
{
  self->loader.again &= self->loader.session && ! error;
  if (! self->loader.again)
    ce_preview_changed (self->preview);
  if (error)
    ce_dialog_fail (self, error->message);
}

/* GSourceFunc. */
static gboolean
feed (gpointer data)
{
  CeDialog *self = data;
  int       n_before = self->loader.y;
  g_autoptr (GError) error = NULL;

  read_slice (self, read_part, &error);
  self->loader.complete = self->loader.y == self->source->view->height;
  if (self->loader.complete && ! self->loader.again)
    ce_dialog_show_detail (self, ce_session_get_source (self->loader.session));
  if (self->loader.complete || error)
    {
      self->loader.source = 0;
      self->loader.session = NULL;
    }
  if (self->loader.y > n_before || error)
    {
      ce_render_rows_arrived (self->render, self->loader.y);
      if (n_before == 0 && self->loader.y > 0)
        ce_trace ("first rows");
      if (self->loader.complete)
        ce_trace ("all rows");
      tell (self, error);
    }

  return self->loader.complete || error ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* GSourceFunc. */
static gboolean
check (gpointer data)
{
  CeDialog          *self = data;
  g_autoptr (GError) error = NULL;
  gboolean           same = read_slice (self, compare_part, &error);

  if (same && self->loader.y < self->source->view->height)
    return G_SOURCE_CONTINUE;

  self->loader.source = 0;
  self->loader.checked (self, same, error);

  return G_SOURCE_REMOVE;
}

static void
begin (CeDialog *self, GSourceFunc func)
{
  g_clear_handle_id (&self->loader.source, g_source_remove);
  self->loader.x = self->loader.y = 0;
  self->loader.tile_us = GLANCE_US;
  self->loader.source = g_idle_add (func, self);
}

/* Stops reading, so that ce_dialog_read() can start again. */
void
ce_dialog_stop_reading (CeDialog *self)
{
  self->loader.again = TRUE;
  g_clear_handle_id (&self->loader.source, g_source_remove);
  self->loader.session = NULL;
  self->loader.complete = FALSE;
}

/* Returns the share of rows that were read, while the picture is not complete; else -1. */
double
ce_dialog_get_read_share (CeDialog *self)
{
  return self->loader.session ? (double) self->loader.y / self->source->view->height : -1;
}

/* Opens the render thread's session and begins to fill it and the selection, which must live until
 * ce_dialog_stop_reading(). If the place cannot compute, the pixels are still read, for the picture and for another place,
 * but nothing is rendered. */
void
ce_dialog_read (CeDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) hopeless = NULL;
  const CeFilter    *filter = ce_filter_get (self->filter->id);
  CePlace            cpu = { .choice = CE_BACKEND_CPU };

  self->loader.session = ce_open_copy (filter, &self->place, self->source->view, TRUE, NULL, NULL, &error);
  if (! self->loader.session)
    self->loader.session = ce_open_copy (filter, &cpu, self->source->view, TRUE, NULL, NULL, &hopeless);

  if (self->loader.session)
    {
      ce_render_take_session (self->render, self->loader.session, error == NULL);
      begin (self, feed);
    }

  if (error)
    tell (self, error);
}

/* Begins to read the pixels again, from the top, until one has changed; @checked gets the result. FALSE before all were read
 * once. */
gboolean
ce_dialog_check_pixels (CeDialog *self, CeDialogCheckedFunc checked)
{
  self->loader.checked = checked;
  if (self->loader.complete)
    begin (self, check);

  return self->loader.complete;
}
