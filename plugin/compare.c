/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The procedure that runs a filter on the processor and on the GPU, and compares the pixels.
 */
#include "procedures.h"

#include "live/comparison.h"

#include "canvas.h"
#include "drawable.h"
#include "refuse.h"

/* Returns (transfer full) (nullable) the comparison of both results for a drawable. */
static CeComparison *
compare (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, GError **error)
{
  const CePlace            cpu = { .choice = CE_BACKEND_CPU }, cuda = { .choice = CE_BACKEND_CUDA };
  g_autoptr (CeSession)    session = ce_drawable_read (drawable, filter, params, &cpu, NULL, NULL, error);
  g_autoptr (CeComparison) comparison = NULL;

  if (! session)
    return NULL;

  comparison = ce_comparison_run (filter, ce_session_get_source (session), params, &cuda, TRUE, NULL, NULL);
  for (CeSide side = 0; side < CE_N_SIDES; side++)
    if (comparison->errors[side])
      {
        g_propagate_error (error, g_steal_pointer (&comparison->errors[side]));
        return NULL;
      }

  return g_steal_pointer (&comparison);
}

static GimpValueArray *
return_values (GimpProcedure *procedure, const CeComparison *comparison, char *json)
{
  GimpValueArray *values = gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);

  GIMP_VALUES_SET_INT (values, 1, (int) MIN (comparison->difference.pixels, G_MAXINT));
  GIMP_VALUES_SET_DOUBLE (values, 2, comparison->difference.largest);
  GIMP_VALUES_SET_DOUBLE (values, 3, comparison->times[CE_SIDE_CPU].compute_ms);
  GIMP_VALUES_SET_DOUBLE (values, 4, comparison->times[CE_SIDE_GPU].compute_ms);
  GIMP_VALUES_SET_DOUBLE (values, 5, comparison->times[CE_SIDE_GPU].total_ms);
  GIMP_VALUES_SET_STRING (values, 6, comparison->devices[CE_SIDE_GPU]);
  GIMP_VALUES_SET_STRING (values, 7, json);

  return values;
}

/* A GimpRunImageFunc that compares on the first drawable. */
GimpValueArray *
ce_run_compare (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
                GimpProcedureConfig *config, gpointer data)
{
  const CeFilter  *filter = ce_filter_get (gimp_procedure_config_get_choice_id (config, "filter"));
  g_autoptr (CeComparison) comparison = NULL;
  g_autofree char *text = NULL, *json = NULL;
  GError          *error = NULL;
  CePlace          cuda = { .choice = CE_BACKEND_CUDA };
  CeParams         params;

  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  ce_canvas_remove_strays ();
  ce_drawable_need_buffers_only ();
  ce_place_start (&cuda, CE_START_SOON, NULL);
  ce_params_init (&params, filter);
  g_object_get (config, "parameters", &text, NULL);

  if (! ce_check_image (image, drawables, &error)
      || ! ce_params_parse (&params, filter, text ? text : "", &error)
      || ! (comparison = compare (drawables[0], filter, &params, &error)))
    {
      ce_place_wait ();
      return ce_run_failed (procedure, error);
    }

  json = ce_comparison_report (comparison, filter);

  return return_values (procedure, comparison, json);
}
