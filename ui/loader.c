/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "loader.h"

/* GIMP's tiles are that wide and high, and reading half of one costs as much
 * as reading it whole. */
#define TILE 128
/* How long a slice may hold up the main loop, and what is read between two
 * looks at the clock. */
#define BUDGET_US 6000
#define GLANCE_US 1000
#define MAX_TILES 16

struct _CeLoader
{
  const CeDialogSource *source;
  const CeFilter       *filter;
  CeSelection          *selection;
  CeRender             *render;
  CeSession            *session;     /* (nullable): the render thread's, as long as not all of its rows are there */
  CeLoadedFunc             func;
  CeCheckedFunc         checked;
  gpointer              data;
  guint                 idle;        /* reads, or reads again */
  gboolean              complete;    /* all rows are there */
  int                   y;           /* rows that were read */
  int                   x;           /* and how much of the next row of tiles */
  int                   width;
  int                   height;
  double                tile_us;     /* what one of the last tiles took */
};

typedef gboolean (*ReadFunc) (CeLoader *loader, const GeglRectangle *part, GError **error);

/* ReadFunc. */
static gboolean
read_part (CeLoader *loader, const GeglRectangle *part, GError **error)
{
  CeArea area = { part->x, part->y, part->width, part->height };
  CeView view = ce_view_part (ce_session_get_source (loader->session), &area);

  if (! loader->source->read (loader->source->data, part, &view, error))
    return FALSE;

  if (part->x + part->width == loader->width)
    ce_session_rows_arrived (loader->session, part->y, part->height);
  ce_selection_read (loader->selection, part);

  return TRUE;
}

/* ReadFunc. FALSE without an error: it is another now. */
static gboolean
compare_part (CeLoader *loader, const GeglRectangle *part, GError **error)
{
  CeArea              area = { part->x, part->y, part->width, part->height };
  CeView              view = *loader->source->view;
  g_autofree gpointer pixels = NULL;

  view.width = part->width;
  view.height = part->height;
  view.stride = (gsize) view.width * view.channels * ce_type_size (view.type);
  view.data = pixels = g_malloc (ce_view_size (&view));

  return loader->source->read (loader->source->data, part, &view, error)
         && ce_render_has_part (loader->render, &area, &view) && ce_selection_has_part (loader->selection, part);
}

/* Some tiles: few of them when GIMP takes long to hand over one, because the
 * machine is busy. */
static gboolean
read_tiles (CeLoader *loader, ReadFunc read, GError **error)
{
  gint64        begin = g_get_monotonic_time ();
  int           n_tiles = CLAMP ((int) (GLANCE_US / loader->tile_us), 1, MAX_TILES);
  GeglRectangle part = { loader->x, loader->y, MIN (n_tiles * TILE, loader->width - loader->x),
                         MIN (TILE, loader->height - loader->y) };

  if (! read (loader, &part, error))
    return FALSE;

  loader->x += part.width;
  if (loader->x == loader->width)
    {
      loader->x = 0;
      loader->y += part.height;
    }
  loader->tile_us = MAX (1.0, (double) (g_get_monotonic_time () - begin) * TILE / part.width);

  return TRUE;
}

/* For as long as a slice may take. Returns whether it was not stopped. */
static gboolean
read_slice (CeLoader *loader, ReadFunc read, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  while (loader->y < loader->height && g_get_monotonic_time () - start < BUDGET_US)
    if (! read_tiles (loader, read, error))
      return FALSE;

  return TRUE;
}

/* GSourceFunc. */
static gboolean
feed (gpointer data)
{
  CeLoader *loader = data;
  int       n_before = loader->y;
  g_autoptr (GError) error = NULL;

  read_slice (loader, read_part, &error);
  loader->complete = loader->y == loader->height;
  if (loader->complete || error)
    {
      loader->idle = 0;
      loader->session = NULL;
    }
  if (loader->y > n_before || error)
    {
      ce_render_rows_arrived (loader->render, loader->y);
      loader->func (loader->y, loader->height, error, loader->data);
    }

  return loader->complete || error ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* GSourceFunc. */
static gboolean
check (gpointer data)
{
  CeLoader          *loader = data;
  g_autoptr (GError) error = NULL;
  gboolean           same = read_slice (loader, compare_part, &error);

  if (same && loader->y < loader->height)
    return G_SOURCE_CONTINUE;

  loader->idle = 0;
  loader->checked (same, error, loader->data);

  return G_SOURCE_REMOVE;
}

static void
begin (CeLoader *loader, GSourceFunc func)
{
  g_clear_handle_id (&loader->idle, g_source_remove);
  loader->x = loader->y = 0;
  loader->tile_us = GLANCE_US;
  loader->idle = g_idle_add (func, loader);
}

/* (transfer full): a loader that waits for ce_loader_open(). */
CeLoader *
ce_loader_new (const CeDialogSource *source, const CeFilter *filter, CeRender *render, CeLoadedFunc func,
               CeCheckedFunc checked, gpointer data)
{
  CeLoader *loader = g_new0 (CeLoader, 1);

  loader->source = source;
  loader->filter = filter;
  loader->width = source->view->width;
  loader->height = source->view->height;
  loader->render = render;
  loader->func = func;
  loader->checked = checked;
  loader->data = data;

  return loader;
}

/* Stops reading. */
void
ce_loader_free (CeLoader *loader)
{
  if (! loader)
    return;

  ce_loader_stop (loader);
  g_free (loader);
}

/* Stops reading, for ce_loader_open(). */
void
ce_loader_stop (CeLoader *loader)
{
  g_clear_handle_id (&loader->idle, g_source_remove);
  loader->session = NULL;
  loader->complete = FALSE;
}

/* An open session, which keeps stages and has no pixels yet. */
static CeSession *
open_session (CeLoader *loader, const CePlace *place, GError **error)
{
  const CeView         *view = loader->source->view;
  g_autoptr (CeSession) session = ce_session_new (loader->filter, place, view->width, view->height, view->channels,
                                                  view->type, error);

  if (! session)
    return NULL;

  ce_session_keep_stages (session);

  return ce_session_open (session, error) ? g_steal_pointer (&session) : NULL;
}

/* Opens the render thread's session and begins to fill it, and the selection, which must live until ce_loader_stop(). If
 * nothing can be computed there, the pixels are read all the same, for the picture before and for another place, but
 * nothing is rendered. */
void
ce_loader_open (CeLoader *loader, CeSelection *selection, const CePlace *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) hopeless = NULL;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);

  loader->selection = selection;
  loader->session = open_session (loader, place, &error);
  if (! loader->session)
    loader->session = open_session (loader, &cpu, &hopeless);

  if (loader->session)
    {
      ce_render_take_session (loader->render, loader->session, error == NULL);
      begin (loader, feed);
    }

  if (error)
    loader->func (0, loader->session ? loader->height : 0, error, loader->data);
}

/* Begins to read again what it has read, from the top, until something is another. FALSE before everything was read once. */
gboolean
ce_loader_check (CeLoader *loader)
{
  if (loader->complete)
    begin (loader, check);

  return loader->complete;
}
