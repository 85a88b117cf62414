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
  const CeFilter       *filter;
  const CeDialogSource *source;
  CeSelection          *selection;
  CeWorker             *worker;
  CeSession            *session;     /* the worker's */
  CeFedFunc             func;
  gpointer              data;
  guint                 idle;
  int                   n_arrived;   /* complete rows */
  int                   x;           /* and how much of the next row of tiles */
  int                   width;
  int                   height;
  double                tile_us;     /* what one of the last tiles took */
};

/* Some tiles: few of them when GIMP takes long to hand over one, because the
 * machine is busy. */
static gboolean
read_part (CeFeeder *feeder, GError **error)
{
  gint64        begin = g_get_monotonic_time ();
  int           n_tiles = CLAMP ((int) (GLANCE_US / feeder->tile_us), 1, MAX_TILES);
  GeglRectangle part = { feeder->x, feeder->n_arrived, MIN (n_tiles * TILE, feeder->width - feeder->x),
                         MIN (TILE, feeder->height - feeder->n_arrived) };

  if (! feeder->source->feed (feeder->source->data, feeder->session, &part, error))
    return FALSE;

  ce_selection_read (feeder->selection, &part);
  feeder->x += part.width;
  if (feeder->x == feeder->width)
    {
      feeder->x = 0;
      feeder->n_arrived += part.height;
    }
  feeder->tile_us = MAX (1.0, (double) (g_get_monotonic_time () - begin) * TILE / part.width);

  return TRUE;
}

/* GSourceFunc. */
static gboolean
feed (gpointer data)
{
  CeFeeder *feeder = data;
  gint64    start = g_get_monotonic_time ();
  int       n_before = feeder->n_arrived;
  g_autoptr (GError) error = NULL;

  while (feeder->n_arrived < feeder->height && g_get_monotonic_time () - start < BUDGET_US)
    if (! read_part (feeder, &error))
      break;

  if (feeder->n_arrived == feeder->height || error)
    feeder->idle = 0;
  if (feeder->n_arrived > n_before || error)
    {
      ce_worker_rows_arrived (feeder->worker, feeder->n_arrived);
      feeder->func (feeder->n_arrived, feeder->height, error, feeder->data);
    }

  return feeder->idle ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

/**
 * ce_feeder_new:
 * @filter: a filter
 * @source: where the pixels are
 * @selection: (nullable): to be read along; must live longer
 * @worker: whose session to fill; must live longer
 * @func: told how far it is
 * @data: for @func
 *
 * Returns: (transfer full): a feeder that waits for ce_feeder_open()
 */
CeFeeder *
ce_feeder_new (const CeFilter *filter, const CeDialogSource *source, CeSelection *selection, CeWorker *worker,
               CeFedFunc func, gpointer data)
{
  CeFeeder *feeder = g_new0 (CeFeeder, 1);

  feeder->filter = filter;
  feeder->source = source;
  feeder->selection = selection;
  feeder->worker = worker;
  feeder->func = func;
  feeder->data = data;

  return feeder;
}

/**
 * ce_feeder_get_source:
 * @feeder: a feeder that calls back
 *
 * Returns: (transfer none) (nullable): the rows, as far as they are there; %NULL if nothing can be computed
 */
const CeView *
ce_feeder_get_source (CeFeeder *feeder)
{
  return feeder->session ? ce_session_get_source (feeder->session) : NULL;
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

  g_clear_handle_id (&feeder->idle, g_source_remove);
  g_free (feeder);
}

/**
 * ce_feeder_open:
 * @feeder: a feeder
 * @place: where to compute
 *
 * Opens the worker's session and begins to fill it. If nothing can be computed
 * there, the pixels are read all the same, for the picture before and for
 * another place, but nothing is rendered.
 */
void
ce_feeder_open (CeFeeder *feeder, const CePlace *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) hopeless = NULL;
  CePlace            cpu = ce_place (CE_BACKEND_CPU);

  feeder->session = feeder->source->open (feeder->source->data, place, &error);
  if (! feeder->session)
    feeder->session = feeder->source->open (feeder->source->data, &cpu, &hopeless);

  if (feeder->session)
    {
      feeder->width = ce_session_get_source (feeder->session)->width;
      feeder->height = ce_session_get_source (feeder->session)->height;
      feeder->tile_us = GLANCE_US;
      ce_worker_take_session (feeder->worker, feeder->session, error == NULL);
      feeder->idle = g_idle_add (feed, feeder);
    }

  if (error)
    feeder->func (0, feeder->height, error, feeder->data);
}
