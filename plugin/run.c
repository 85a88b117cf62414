/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One call of a filter, from arguments to return values.
 */
#include "run.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/session.h"
#include "ui/config.h"

#include "canvas.h"
#include "compute.h"
#include "drawable.h"
#include "refuse.h"
#include "window.h"

/* What to return to GIMP; takes the error. */
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
  GimpImage      *image;
  GimpDrawable  **drawables;
  const CeFilter *filter;
  CeReader       *reader;
  CeCanvasEffect  canvas;
} DialogPixels;

/* GIMP would end the plug-in for a tile of another size. */
static gboolean
read_for_dialog (gpointer data, const GeglRectangle *part, const CeView *view, GError **error)
{
  DialogPixels *pixels = data;

  return ! (part->x == 0 && ce_reader_refuse (pixels->reader, error)) && ce_reader_read (pixels->reader, part, view, error);
}

/* What the dialog shows is gone, or another thing. */
static gboolean
refuse_changed (const DialogPixels *pixels, GError **error)
{
  return ce_refuse_image (pixels->image, pixels->drawables, error) || ce_reader_refuse (pixels->reader, error);
}

static gboolean
refuse_for_dialog (gpointer data, const CeParams *params, GError **error)
{
  DialogPixels *pixels = data;

  if (refuse_changed (pixels, error))
    return TRUE;

  for (int i = 0; pixels->drawables[i]; i++)
    if (ce_refuse_drawable (pixels->image, pixels->drawables[i], pixels->filter, params, error))
      return TRUE;

  return FALSE;
}

static void
show_on_canvas (gpointer data, const CeParams *params)
{
  ce_canvas_show (&((DialogPixels *) data)->canvas, params);
}

/* While a dialog is open the image or a layer may go. */
static gboolean
ask (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
     GimpDrawable **drawables, const char *complaint, CeSession **session, GError **error)
{
  g_autoptr (CeReader) reader = ce_reader_new (drawables[0]);
  gboolean             ok;
  DialogPixels   pixels = { image, drawables, filter, reader, { drawables[0], filter, NULL } };
  CeDialogSource source = { read_for_dialog, refuse_for_dialog, NULL, &pixels, ce_reader_get_view (reader), image,
                            drawables[0], 0, complaint };

  if (ce_canvas_can_show (&pixels.canvas))
    source.show = show_on_canvas;
  while (drawables[source.n_drawables])
    source.n_drawables++;

  ok = ce_window_run (procedure, config, filter, &source, session, error);
  if (ok && refuse_changed (&pixels, error))
    {
      g_clear_pointer (session, ce_session_free);
      return FALSE;
    }

  return ok;
}

static gboolean
apply (GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image, GimpDrawable **drawables,
       CeSession *session, GError **error)
{
  CeParams params;
  gboolean done;

  ce_config_get_params (config, filter, &params);
  if (! ce_params_check (&params, filter, error))
    {
      ce_session_free (session);
      return FALSE;
    }

  done = ce_compute (image, drawables, filter, &params, session, error);
  gimp_progress_end ();

  return done;
}

/* What fails after OK is said in a dialog that still has the values. */
static gboolean
ask_and_apply (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
               GimpDrawable **drawables, GError **error)
{
  g_autofree char *complaint = NULL;

  for (;;)
    {
      g_autoptr (GError) failure = NULL;
      CeSession         *session = NULL;

      if (! ask (procedure, config, filter, image, drawables, complaint, &session, error))
        return FALSE;
      if (apply (config, filter, image, drawables, session, &failure))
        return TRUE;
      if (g_error_matches (failure, CE_ERROR, CE_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }

      if (ce_refuse_image (image, drawables, error))
        return FALSE;

      g_free (complaint);
      complaint = g_strdup (failure->message);
    }
}

/* On a drawable, as long as GIMP runs: the erased edges that a user last had there. */
#define ERASED "cuda-edges-erased"

/* (transfer full) (nullable) */
static char *
get_erased (GimpProcedureConfig *config)
{
  char *erased = NULL;

  if (g_object_class_find_property (G_OBJECT_GET_CLASS (config), "erased"))
    g_object_get (config, "erased", &erased, NULL);

  return erased && *erased ? erased : (g_free (erased), NULL);
}

/* The last values know no layer, and points of another one's edges would erase any edge that is near. */
static void
forget_erased (GimpProcedureConfig *config, GimpDrawable *drawable)
{
  g_autofree char *erased = get_erased (config);
  GimpParasite    *parasite = erased ? gimp_item_get_parasite (GIMP_ITEM (drawable), ERASED) : NULL;
  guint32          size = 0;
  const char      *known = parasite ? gimp_parasite_get_data (parasite, &size) : NULL;

  if (erased && ! (known && strlen (erased) == size && memcmp (erased, known, size) == 0))
    g_object_set (config, "erased", "", NULL);
  if (parasite)
    gimp_parasite_free (parasite);
}

static void
remember_erased (GimpProcedureConfig *config, GimpDrawable **drawables)
{
  g_autofree char *erased = get_erased (config);
  GimpParasite    *parasite = erased ? gimp_parasite_new (ERASED, 0, (guint32) strlen (erased), erased) : NULL;

  if (! g_object_class_find_property (G_OBJECT_GET_CLASS (config), "erased"))
    return;

  for (int i = 0; drawables[i]; i++)
    if (parasite)
      gimp_item_attach_parasite (GIMP_ITEM (drawables[i]), parasite);
    else
      gimp_item_detach_parasite (GIMP_ITEM (drawables[i]), ERASED);
  g_clear_pointer (&parasite, gimp_parasite_free);
}

static GimpValueArray *
run (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
     GimpProcedureConfig *config, const CeFilter *filter)
{
  g_autofree GimpLayer **layers = NULL;
  GError                *error = NULL;
  gboolean               done;

  if (ce_refuse_image (image, drawables, &error))
    return ce_run_failed (procedure, error);

  /* What fails is said here: GIMP would tell the user of each question about something that is gone, and of an operation
   * that is not there. */
  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  ce_canvas_remove_strays ();
  if (run_mode != GIMP_RUN_NONINTERACTIVE)
    {
      layers = gimp_image_get_selected_layers (image);
      forget_erased (config, drawables[0]);
    }
  if (run_mode == GIMP_RUN_INTERACTIVE)
    {
      ce_drawable_start ();
      done = ask_and_apply (procedure, config, filter, image, drawables, &error);
    }
  else
    {
      ce_drawable_need_buffers_only ();
      done = apply (config, filter, image, drawables, NULL, &error);
    }
  if (! done)
    return ce_run_failed (procedure, error);

  /* The photo stays selected, as it was when a user called: to repeat a filter
   * is to filter it again, not the edges of the last time. Scripts find the new
   * layer selected, as GIMP does it. */
  if (layers && layers[0])
    gimp_image_set_selected_layers (image, (const GimpLayer **) layers);
  if (run_mode != GIMP_RUN_NONINTERACTIVE)
    {
      remember_erased (config, drawables);
      gimp_displays_flush ();
    }

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

/* A GimpRunImageFunc, whose data is the filter. */
GimpValueArray *
ce_run_filter (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
               GimpProcedureConfig *config, gpointer filter)
{
  GimpValueArray *values = run (procedure, run_mode, image, drawables, config, filter);

  ce_backend_wait ();

  return values;
}
