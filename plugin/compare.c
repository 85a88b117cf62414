/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The same filter on the processor and on the GPU, for people who doubt.
 */
#include "compare.h"

#include "engine/difference.h"
#include "engine/session.h"

#include "canvas.h"
#include "json.h"
#include "drawable.h"
#include "read.h"
#include "refuse.h"
#include "run.h"

typedef struct
{
  CeDifference difference;
  CeTimes      cpu;
  CeTimes      cuda;
  char        *device;
} Comparison;

static CeSession *
render (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, CeBackendChoice choice,
        GError **error)
{
  CePlace place = ce_place (choice);

  /* Nothing is computed ahead: the times are to be those of the whole work. */
  g_autoptr (CeSession) session = ce_read_drawable (drawable, filter, &place, NULL, error);

  if (! session)
    return NULL;

  if (! ce_session_render (session, params, NULL, NULL, error))
    return NULL;

  return g_steal_pointer (&session);
}

static gboolean
compare (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, Comparison *comparison,
         GError **error)
{
  g_autoptr (CeSession) cuda = render (drawable, filter, params, CE_BACKEND_CUDA, error);
  g_autoptr (CeSession) cpu = cuda ? render (drawable, filter, params, CE_BACKEND_CPU, error) : NULL;
  const CeView         *a, *b;

  if (! cpu)
    return FALSE;

  a = ce_session_get_result (cpu);
  b = ce_session_get_result (cuda);
  ce_difference_find (a, b, &comparison->difference);

  comparison->cpu = ce_session_get_times (cpu);
  comparison->cuda = ce_session_get_times (cuda);
  comparison->device = g_strdup (ce_session_get_device (cuda));

  return TRUE;
}

static char *
report (const Comparison *comparison, const CeFilter *filter, const CeParams *params, GimpDrawable *drawable)
{
  GString         *json = g_string_new (NULL);
  g_autofree char *parameters = ce_params_to_text (params, filter);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "filter", filter->name);
  ce_json_string (json, "parameters", parameters);
  ce_json_number (json, "width", gimp_drawable_get_width (drawable));
  ce_json_number (json, "height", gimp_drawable_get_height (drawable));
  ce_json_number (json, "different-pixels", comparison->difference.pixels);
  ce_json_number (json, "largest-difference", comparison->difference.largest);
  ce_json_number (json, "cpu-ms", comparison->cpu.compute_ms);
  ce_json_number (json, "cuda-ms", comparison->cuda.compute_ms);
  ce_json_number (json, "cuda-total-ms", comparison->cuda.total_ms);
  ce_json_number (json, "cuda-start-ms", comparison->cuda.start_ms);
  ce_json_number (json, "cuda-upload-ms", comparison->cuda.upload_ms);
  ce_json_number (json, "cuda-download-ms", comparison->cuda.download_ms);
  ce_json_string (json, "device", comparison->device);
  ce_json_close (json, '}');

  return g_string_free (json, FALSE);
}

static GimpValueArray *
return_values (GimpProcedure *procedure, const Comparison *comparison, char *json)
{
  GimpValueArray *values = gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);

  GIMP_VALUES_SET_INT (values, 1, (int) MIN (comparison->difference.pixels, G_MAXINT));
  GIMP_VALUES_SET_DOUBLE (values, 2, comparison->difference.largest);
  GIMP_VALUES_SET_DOUBLE (values, 3, comparison->cpu.compute_ms);
  GIMP_VALUES_SET_DOUBLE (values, 4, comparison->cuda.compute_ms);
  GIMP_VALUES_SET_DOUBLE (values, 5, comparison->cuda.total_ms);
  GIMP_VALUES_SET_STRING (values, 6, comparison->device);
  GIMP_VALUES_SET_STRING (values, 7, json);

  return values;
}

/* A GimpRunImageFunc that compares on the first drawable. */
GimpValueArray *
ce_run_compare (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
                GimpProcedureConfig *config, gpointer data)
{
  const CeFilter  *filter = ce_filter_get (gimp_procedure_config_get_choice_id (config, "filter"));
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;
  g_autofree char *device = NULL;
  Comparison       comparison = { 0 };
  GError          *error = NULL;
  CePlace          cuda = ce_place (CE_BACKEND_CUDA);
  CeParams         params;

  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  ce_canvas_remove_strays ();
  ce_drawable_need_buffers_only ();
  ce_backend_warm_up (&cuda);
  ce_drawable_start ();
  ce_params_init (&params, filter);
  g_object_get (config, "parameters", &text, NULL);

  if (ce_refuse_image (image, drawables, &error)
      || ! ce_params_parse (&params, filter, text ? text : "", &error)
      || ! compare (drawables[0], filter, &params, &comparison, &error))
    {
      ce_backend_settle ();
      return ce_run_failed (procedure, error);
    }

  device = comparison.device;
  json = report (&comparison, filter, &params, drawables[0]);

  return return_values (procedure, &comparison, json);
}
