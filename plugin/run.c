/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One call of a filter, from arguments to return values.
 */
#include "run.h"

#include <glib/gi18n.h>

#include "engine/session.h"
#include "ui/config.h"

#include "apply.h"
#include "drawable.h"
#include "read.h"
#include "refuse.h"
#include "window.h"

/**
 * ce_run_failed:
 * @procedure: what was called
 * @error: (transfer full): why it failed
 *
 * Returns: (transfer full): what to return to GIMP
 */
GimpValueArray *
ce_run_failed (GimpProcedure *procedure, GError *error)
{
  if (g_error_matches (error, CE_ERROR, CE_ERROR_CANCELLED))
    {
      g_error_free (error);
      return gimp_procedure_new_return_values (procedure, GIMP_PDB_CANCEL, NULL);
    }

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_EXECUTION_ERROR, error);
}

typedef struct
{
  const CeFilter *filter;
  CeReader       *reader;
} DialogPixels;

static CeSession *
open_for_dialog (gpointer data, const CePlace *place, GError **error)
{
  DialogPixels *pixels = data;

  return ce_reader_open (pixels->reader, pixels->filter, place, error);
}

static gboolean
feed_for_dialog (gpointer data, CeSession *session, const GeglRectangle *part, GError **error)
{
  DialogPixels *pixels = data;

  return ce_reader_read (pixels->reader, session, part, error);
}

static gboolean
ask (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
     GimpDrawable *drawable, CeSession **session, GError **error)
{
  g_autoptr (CeReader) reader = ce_reader_new (drawable);
  DialogPixels   pixels = { filter, reader };
  CeDialogSource source = { open_for_dialog, feed_for_dialog, &pixels, image, drawable };

  return ce_window_run (procedure, config, filter, &source, session, error);
}

static GimpValueArray *
run (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
     GimpProcedureConfig *config, const CeFilter *filter)
{
  g_autoptr (CeSession) session = NULL;
  GError               *error = NULL;
  CeParams              params;

  if (ce_refuse_image (image, drawables, &error))
    return ce_run_failed (procedure, error);

  if (run_mode == GIMP_RUN_INTERACTIVE)
    {
      ce_drawable_start ();
      if (! ask (procedure, config, filter, image, drawables[0], &session, &error))
        return ce_run_failed (procedure, error);
    }
  else
    {
      ce_drawable_need_buffers_only ();
    }

  ce_config_get_params (config, filter, &params);
  if (! ce_params_check (&params, filter, &error)
      || ! ce_apply (image, drawables, filter, &params, g_steal_pointer (&session), &error))
    return ce_run_failed (procedure, error);

  if (run_mode != GIMP_RUN_NONINTERACTIVE)
    gimp_displays_flush ();

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

/**
 * ce_run_filter:
 * @filter: a #CeFilter
 *
 * A #GimpRunImageFunc.
 */
GimpValueArray *
ce_run_filter (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
               GimpProcedureConfig *config, gpointer filter)
{
  GimpValueArray *values = run (procedure, run_mode, image, drawables, config, filter);

  ce_backend_settle ();

  return values;
}
