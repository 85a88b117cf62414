/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "feeder.h"

/* GIMP's tiles are that wide and high, and reading half of one costs as much
 * as reading it whole. */
#define TILE 128
/* How long a slice may hold up the main loop, and what is read between two
 * looks at the clock. */
#define BUDGET_US 6000
#define GLANCE_US 1000
#define MAX_TILES 16

struct _CeFeeder
{
  const CeDialogSource *source;
  CeSelection          *selection;
  CeWorker             *worker;
  CeSession            *session;     /* (nullable): the worker's, as long as not all of its rows are there */
  CeFedFunc             func;
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

typedef gboolean (*ReadFunc) (CeFeeder *feeder, const GeglRectangle *part, GError **error);

/* ReadFunc. */
static gboolean
read_part (CeFeeder *feeder, const GeglRectangle *part, GError **error)
{
  if (! feeder->source->feed (feeder->source->data, feeder->session, part, error))
    return FALSE;

  ce_selection_read (feeder->selection, part);

  return TRUE;
}

/* ReadFunc. FALSE without an error: it is another now. */
static gboolean
compare_part (CeFeeder *feeder, const GeglRectangle *part, GError **error)
{
  CeArea area = { part->x, part->y, part->width, part->height };
  CeView view;

  return feeder->source->read_again (feeder->source->data, part, &view, error)
         && ce_worker_has_part (feeder->worker, &area, &view) && ce_selection_has_part (feeder->selection, part);
}

/* Some tiles: few of them when GIMP takes long to hand over one, because the
 * machine is busy. */
static gboolean
read_tiles (CeFeeder *feeder, ReadFunc read, GError **error)
{
  gint64        begin = g_get_monotonic_time ();
  int           n_tiles = CLAMP ((int) (GLANCE_US / feeder->tile_us), 1, MAX_TILES);
  GeglRectangle part = { feeder->x, feeder->y, MIN (n_tiles * TILE, feeder->width - feeder->x),
                         MIN (TILE, feeder->height - feeder->y) };

  if (! read (feeder, &part, error))
    return FALSE;

  feeder->x += part.width;
  if (feeder->x == feeder->width)
    {
      feeder->x = 0;
      feeder->y += part.height;
    }
  feeder->tile_us = MAX (1.0, (double) (g_get_monotonic_time () - begin) * TILE / part.width);

  return TRUE;
}

/* For as long as a slice may take. Returns whether it was not stopped. */
static gboolean
read_slice (CeFeeder *feeder, ReadFunc read, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  while (feeder->y < feeder->height && g_get_monotonic_time () - start < BUDGET_US)
    if (! read_tiles (feeder, read, error))
      return FALSE;

  return TRUE;
}

/* GSourceFunc. */
static gboolean
feed (gpointer data)
{
  CeFeeder *feeder = data;
  int       n_before = feeder->y;
  g_autoptr (GError) error = NULL;

  read_slice (feeder, read_part, &error);
  feeder->complete = feeder->y == feeder->height;
  if (feeder->complete || error)
    {
      feeder->idle = 0;
      feeder->session = NULL;
    }
  if (feeder->y > n_before || error)
    {
      ce_worker_rows_arrived (feeder->worker, feeder->y);
      feeder->func (feeder->y, feeder->height, error, feeder->data);
    }

  return feeder->complete || error ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

/* GSourceFunc. */
static gboolean
check (gpointer data)
{
  CeFeeder          *feeder = data;
  g_autoptr (GError) error = NULL;
  gboolean           same = read_slice (feeder, compare_part, &error);

  if (same && feeder->y < feeder->height)
    return G_SOURCE_CONTINUE;

  feeder->idle = 0;
  feeder->checked (same, error, feeder->data);

  return G_SOURCE_REMOVE;
}

static void
begin (CeFeeder *feeder, GSourceFunc func)
{
  g_clear_handle_id (&feeder->idle, g_source_remove);
  feeder->x = feeder->y = 0;
  feeder->tile_us = GLANCE_US;
  feeder->idle = g_idle_add (func, feeder);
}

/**
 * ce_feeder_new:
 * @source: where the pixels are
 * @worker: whose session to fill; must live longer
 * @func: told how far it is
 * @checked: told what ce_feeder_check() has found out
 * @data: for both
 *
 * Returns: (transfer full): a feeder that waits for ce_feeder_open()
 */
CeFeeder *
ce_feeder_new (const CeDialogSource *source, CeWorker *worker, CeFedFunc func, CeCheckedFunc checked, gpointer data)
{
  CeFeeder *feeder = g_new0 (CeFeeder, 1);

  feeder->source = source;
  feeder->worker = worker;
  feeder->func = func;
  feeder->checked = checked;
  feeder->data = data;

  return feeder;
}

/**
 * ce_feeder_free:
 * @feeder: (nullable): a feeder
 *
 * Stops reading.
 */
void
ce_feeder_free (CeFeeder *feeder)
{
  if (! feeder)
    return;

  ce_feeder_stop (feeder);
  g_free (feeder);
}

/**
 * ce_feeder_stop:
 * @feeder: a feeder
 *
 * Stops reading, for ce_feeder_open().
 */
void
ce_feeder_stop (CeFeeder *feeder)
{
  g_clear_handle_id (&feeder->idle, g_source_remove);
  feeder->session = NULL;
  feeder->complete = FALSE;
}

/**
 * ce_feeder_open:
 * @feeder: a feeder that does not read
 * @selection: to be read along; must live longer, or until ce_feeder_stop()
 * @place: where to compute
 *
 * Opens the worker's session and begins to fill it. If nothing can be computed
 * there, the pixels are read all the same, for the picture before and for
 * another place, but nothing is rendered.
 */
void
ce_feeder_open (CeFeeder *feeder, CeSelection *selection, const CePlace *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) hopeless = NULL;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);

  feeder->selection = selection;
  feeder->session = feeder->source->open (feeder->source->data, place, &error);
  if (! feeder->session)
    feeder->session = feeder->source->open (feeder->source->data, &cpu, &hopeless);

  if (feeder->session)
    {
      feeder->width = ce_session_get_source (feeder->session)->width;
      feeder->height = ce_session_get_source (feeder->session)->height;
      ce_worker_take_session (feeder->worker, feeder->session, error == NULL);
      begin (feeder, feed);
    }

  if (error)
    feeder->func (0, feeder->height, error, feeder->data);
}

/**
 * ce_feeder_check:
 * @feeder: a feeder
 *
 * Begins to read again what it has read, from the top, until something is another.
 *
 * Returns: whether it has begun: not before everything was read once
 */
gboolean
ce_feeder_check (CeFeeder *feeder)
{
  if (feeder->complete)
    begin (feeder, check);

  return feeder->complete;
}
