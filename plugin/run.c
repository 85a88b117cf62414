/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Runs one call of a filter, from its arguments to its return values.
 */
#include "run.h"

#include <string.h>

#include "pixels/mark.h"
#include "ui/config.h"

#include "canvas.h"
#include "drawable.h"
#include "effect.h"
#include "lines.h"
#include "procedures.h"
#include "refuse.h"

/* Returns the return values of a failed call, and takes the error. */
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

static gboolean
apply (GimpProcedureConfig *config, GimpRunMode run_mode, const CeFilter *filter, GimpImage *image, GimpDrawable **drawables,
       CeSession *session, GimpDrawableFilter *edited, CeLinesFound *found, GError **error)
{
  g_autoptr (CeSession) given = session;
  CeParams              params;
  gboolean              done;

  ce_config_get_params (config, filter, &params);
  if (! ce_params_parse (&params, filter, "", error))
    return FALSE;

  if (ce_filter_get_kind (filter, &params) & CE_RESULT_PATHS)
    done = ce_lines_check_call (config, &params, drawables, error)
           && ce_lines_compute (config, &params, image, drawables, g_steal_pointer (&given), found, error);
  else
    done = ce_compute (image, drawables, filter, &params, g_steal_pointer (&given), edited, error);
  if (done && run_mode != GIMP_RUN_NONINTERACTIVE)
    ce_lines_tell (config, found);
  gimp_progress_end ();

  return done;
}

/* Runs the dialog and applies the filter. A failure after OK opens the dialog again, with the values and the reason. */
static gboolean
ask_and_apply (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
               GimpDrawable **drawables, GimpDrawableFilter *edited, CeLinesFound *found, GError **error)
{
  g_autofree char *complaint = NULL, *name = edited ? gimp_drawable_filter_get_name (edited) : NULL;

  for (;;)
    {
      g_autoptr (GError) failure = NULL;
      CeSession         *session = NULL;

      if (! ce_ask (procedure, config, filter, image, drawables, name, complaint, &session, error))
        return FALSE;
      if (apply (config, GIMP_RUN_INTERACTIVE, filter, image, drawables, session, edited, found, &failure))
        return TRUE;
      if (g_error_matches (failure, CE_ERROR, CE_ERROR_CANCELLED))
        {
          g_propagate_error (error, g_steal_pointer (&failure));
          return FALSE;
        }

      if (! ce_check_image (image, drawables, error))
        return FALSE;

      g_free (complaint);
      complaint = g_strdup (failure->message);
    }
}

/* The arguments of edges by hand. A parasite of that name, behind PARASITE, has a drawable's mark and its last points; GIMP
 * keeps it until it ends. */
static const char *const by_hand[] = { "erased", "drawn" };

#define PARASITE "cuda-edges-"

/* Returns whether points that were told with a mark are of the layer whose mark begins @now: not of another one, nor of one
 * that was cropped, scaled, mirrored or turned since. */
static gboolean
are_of_layer (const char *told, const char *now)
{
  gsize n = strcspn (now, "# ");     /* of its size, which may begin another one: 512x512, 512x5120 */

  return strncmp (told, now, n) == 0 && ! g_ascii_isdigit (told[n]) && ! ce_mark_is_turned (told, now);
}

/* Replaces the points of an effect, which have size and mark of the layer that they were told for, by the points alone, or
 * by none if the layer was cropped, scaled, mirrored or turned since. */
static void
take_points (GimpProcedureConfig *config, const char *name, GimpDrawable *drawable)
{
  g_autofree char   *told = NULL, *now = NULL;
  CePoint            size = { 0, 0 };
  g_autoptr (GArray) points = NULL;
  const char        *plain;

  if (! ce_config_has (config, name))
    return;

  g_object_get (config, name, &told, NULL);
  points = ce_params_parse_erased (told, &size, NULL);
  if (! points || points->len == 0 || size.x == 0)
    return;

  plain = strchr (told, ' ') + 1;
  now = ce_drawable_mark (drawable, plain);
  g_object_set (config, name, are_of_layer (told, now) ? plain : "", NULL);
}

/* Runs the dialog with the values of the topmost effect, if it is of the same filter, because GIMP leads to no dialog of a
 * plug-in from there. GIMP's foreground color is that of the effect's lines meanwhile, because both dialogs take it from
 * there. */
static gboolean
edit_or_apply (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
               GimpDrawable **drawables, CeLinesFound *found, GError **error)
{
  gboolean            is_one = ! drawables[1] && GIMP_IS_LAYER (drawables[0]) && ! filter->makes_paths;
  CeParams            params;
  GimpDrawableFilter *edited = is_one ? ce_effect_find (drawables[0], filter, &params) : NULL;
  g_autoptr (GObject) foreground = G_OBJECT (gimp_context_get_foreground ());
  g_autoptr (GObject) color = edited ? G_OBJECT (ce_effect_get_color (edited)) : NULL;
  gboolean            done;

  if (edited)
    ce_config_set_params (config, filter, &params);
  for (guint i = 0; edited && i < G_N_ELEMENTS (by_hand); i++)
    take_points (config, by_hand[i], drawables[0]);
  if (color)
    gimp_context_set_foreground (GEGL_COLOR (color));
  done = ask_and_apply (procedure, config, filter, image, drawables, edited, found, error);
  if (color)
    gimp_context_set_foreground (GEGL_COLOR (foreground));

  return done;
}

/* Returns (transfer full) (nullable) the points of an argument, if @config has it, with the mark of @drawable. */
static char *
get_points (GimpProcedureConfig *config, const char *name, GimpDrawable *drawable)
{
  g_autofree char *points = NULL;

  if (ce_config_has (config, name))
    g_object_get (config, name, &points, NULL);

  return points && *points ? ce_drawable_mark (drawable, points) : NULL;
}

/* Removes edges by hand of another layer, or of one that was cropped, scaled, mirrored or turned since, from the last
 * values, because their points would erase or draw any edge near them. */
static void
forget_points (GimpProcedureConfig *config, const char *name, GimpDrawable *drawable)
{
  g_autofree char *now = get_points (config, name, drawable), *told = NULL, *parasite = g_strconcat (PARASITE, name, NULL);
  GimpParasite    *known = now ? gimp_item_get_parasite (GIMP_ITEM (drawable), parasite) : NULL;
  guint32          size = 0;
  const char      *text = known ? gimp_parasite_get_data (known, &size) : NULL;

  told = g_strndup (text ? text : "", size);
  if (now && (! are_of_layer (told, now) || g_strcmp0 (strchr (told, ' '), strchr (now, ' ')) != 0))
    g_object_set (config, name, "", NULL);
  g_clear_pointer (&known, gimp_parasite_free);
}

static void
remember_points (GimpProcedureConfig *config, const char *name, GimpDrawable **drawables)
{
  g_autofree char *known = g_strconcat (PARASITE, name, NULL);

  for (int i = 0; drawables[i] && ce_config_has (config, name); i++)
    {
      g_autofree char *points = get_points (config, name, drawables[i]);
      GimpParasite    *parasite = points ? gimp_parasite_new (known, 0, (guint32) strlen (points), points) : NULL;

      if (parasite)
        gimp_item_attach_parasite (GIMP_ITEM (drawables[i]), parasite);
      else
        gimp_item_detach_parasite (GIMP_ITEM (drawables[i]), known);
      g_clear_pointer (&parasite, gimp_parasite_free);
    }
}

static GimpValueArray *
run (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
     GimpProcedureConfig *config, const CeFilter *filter)
{
  g_autofree GimpLayer **layers = NULL;
  CeLinesFound           found = { 0 };
  GError                *error = NULL;
  gboolean               done;

  /* We report failures ourselves. GIMP would also report each query about a closed item, and each missing operation. */
  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  if (! ce_check_image (image, drawables, &error))
    return ce_run_failed (procedure, error);

  ce_canvas_remove_strays ();
  if (run_mode != GIMP_RUN_INTERACTIVE)
    ce_drawable_need_buffers_only ();
  if (run_mode != GIMP_RUN_NONINTERACTIVE)
    {
      layers = gimp_image_get_selected_layers (image);
      for (guint i = 0; i < G_N_ELEMENTS (by_hand); i++)
        forget_points (config, by_hand[i], drawables[0]);
      ce_lines_forget_file (config);
    }
  if (run_mode == GIMP_RUN_INTERACTIVE)
    {
      gegl_init (NULL, NULL);
      done = edit_or_apply (procedure, config, filter, image, drawables, &found, &error);
    }
  else
    done = apply (config, run_mode, filter, image, drawables, NULL, NULL, &found, &error);
  if (! done)
    return ce_run_failed (procedure, error);

  /* The photo stays selected for a user, so that a repeated filter takes the photo again and not its edges. Scripts find
   * the new layer selected, as after GIMP's own filters. */
  if (layers && layers[0])
    gimp_image_set_selected_layers (image, (const GimpLayer **) layers);
  if (run_mode != GIMP_RUN_NONINTERACTIVE)
    {
      for (guint i = 0; i < G_N_ELEMENTS (by_hand); i++)
        remember_points (config, by_hand[i], drawables);
      gimp_displays_flush ();
    }

  return filter->makes_paths ? ce_lines_return (procedure, &found)
                                          : gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

/* A GimpRunImageFunc, whose data is the filter. */
GimpValueArray *
ce_run_filter (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
               GimpProcedureConfig *config, gpointer filter)
{
  GimpValueArray *values = run (procedure, run_mode, image, drawables, config, filter);

  ce_place_wait ();

  return values;
}
