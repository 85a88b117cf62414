/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes our operations of GIMP's core filters of a drawable.
 */
#include "effect.h"

#include <math.h>
#include <unistd.h>

#include <glib/gi18n.h>

#include "ui/config.h"

#include "core.h"
#include "drawable.h"

/* Names of the operations of operation/call.c: that which makes one with a second source, and the one that they have. */
#define MERGE "gimp-cuda-edges:merge"
#define NAME_OF_CALLS "GraphNode"

static GObject *
config_of (GimpDrawableFilter *operation)
{
  return G_OBJECT (gimp_drawable_filter_get_config (operation));
}

static void
set_color (GObject *config)
{
  GeglColor *color = gimp_context_get_foreground ();

  g_object_set (config, "color", color, NULL);
  g_object_unref (color);
}

/* Sets the parameters of an operation. FALSE if another version of the operation lacks some of them. */
static gboolean
set_params (GObject *config, const CeFilter *filter, const CeParams *params)
{
  for (const CeParam *param = filter->params; param->name; param++)
    {
      if (param->step == CE_STEP_PLACE)
        continue;
      if (! ce_config_has (config, param->name))
        return FALSE;
      ce_config_set_param (config, param, params);
    }

  if (ce_config_has (config, "color"))
    set_color (config);

  return TRUE;
}

/* Returns GIMP's blend mode for the parameter. */
GimpLayerMode
ce_effect_get_mode (const CeParams *params)
{
  static const GimpLayerMode modes[CE_N_BLENDS] = {
    GIMP_LAYER_MODE_NORMAL, GIMP_LAYER_MODE_MULTIPLY, GIMP_LAYER_MODE_SCREEN, GIMP_LAYER_MODE_OVERLAY,
    GIMP_LAYER_MODE_SOFTLIGHT, GIMP_LAYER_MODE_HARDLIGHT, GIMP_LAYER_MODE_DARKEN_ONLY, GIMP_LAYER_MODE_LIGHTEN_ONLY,
    GIMP_LAYER_MODE_ADDITION, GIMP_LAYER_MODE_SUBTRACT, GIMP_LAYER_MODE_DIFFERENCE, GIMP_LAYER_MODE_LUMINANCE
  };

  return modes[params->blend];
}

/* Sets the mode of a filter that replaces the drawable's pixels. */
static void
set_mode (GimpDrawableFilter *operation)
{
  gimp_drawable_filter_set_blend_mode (operation, GIMP_LAYER_MODE_REPLACE);
  gimp_drawable_filter_set_opacity (operation, 1.0);
}

/* Sets mode and opacity of a filter so that the drawable looks as it will with that output. A replacement, and an effect in
 * normal mode, replace the pixels. */
void
ce_effect_blend (GimpDrawableFilter *operation, const CeParams *params)
{
  gboolean layer = params->output == CE_OUTPUT_NEW_LAYER;

  set_mode (operation);
  if (layer || (params->output == CE_OUTPUT_EFFECT && params->blend != CE_BLEND_NORMAL))
    gimp_drawable_filter_set_blend_mode (operation, ce_effect_get_mode (params));
  if (layer)
    gimp_drawable_filter_set_opacity (operation, params->opacity / 100);
}

/* Returns (nullable) a filter for @drawable that computes for this process alone; GIMP neither saves nor copies it. Its
 * input is the (nullable) @source, of the same size, or else @drawable. It is not on @drawable yet, and returns its input
 * unchanged before ce_effect_set_call(), and also if it is @strict and the named GPU fails; ce_effect_merge_call() reports
 * that. NULL if GIMP's core does not have the operation. */
GimpDrawableFilter *
ce_effect_new_call (GimpDrawable *drawable, GimpDrawable *source, const CeFilter *filter, gboolean strict)
{
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, source ? MERGE : CE_CORE_CALL, _(filter->title));

  if (! operation)
    return NULL;

  g_object_set (config_of (operation), "strict", strict, NULL);
  if (source)
    gimp_drawable_filter_set_aux_input (operation, "aux", source);
  set_mode (operation);

  return operation;
}

/* Returns whether a GPU has computed in GIMP's core before the (nullable) operation of ce_effect_new_call() was made, and
 * none has failed there. */
gboolean
ce_effect_has_gpu (GimpDrawableFilter *operation)
{
  gboolean has = FALSE;

  if (operation && ce_config_has (config_of (operation), "gpu"))
    g_object_get (config_of (operation), "gpu", &has, NULL);

  return has;
}

/* Makes an operation of ce_effect_new_call() compute. GIMP learns of it with the next request about the operation. */
void
ce_effect_set_call (GimpDrawableFilter *operation, const CeFilter *filter, const CeParams *params)
{
  GObject            *config = config_of (operation);
  g_autoptr (GString) work = g_string_new (filter->name);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = ce_params_value_to_text (params, param);

      g_string_append_printf (work, "\n%s=%s", param->name, g_strdelimit (value, "\n", ' '));
    }
  g_object_set (config, "work", work->str, NULL);
  if (ce_filter_find_param (filter, "style"))
    set_color (config);
  g_object_set (config, "process", (int) getpid (), NULL);
}

/* Makes an operation of ce_effect_new_call() return its source unchanged, on a drawable or not. */
void
ce_effect_let_go (GimpDrawableFilter *operation)
{
  g_object_set (config_of (operation), "process", 0, NULL);
  gimp_drawable_filter_update (operation);
}

/* Returns whether a drawable's filter is one of ce_effect_new_call() whose process has ended or let go of it. */
gboolean
ce_effect_is_stray (GimpDrawableFilter *operation)
{
  g_autofree char *name = gimp_drawable_filter_get_operation_name (operation);
  int              process = 0;

  if (g_strcmp0 (name, NAME_OF_CALLS) != 0 || ! ce_config_has (config_of (operation), "process"))
    return FALSE;

  g_object_get (config_of (operation), "process", &process, NULL);

  return process == -2;     /* as describe_owner() of operation/call.c says it */
}

static gboolean
succeeded (void)
{
  return gimp_pdb_get_last_status (gimp_get_pdb ()) == GIMP_PDB_SUCCESS;
}

/* Merges a (nullable) operation into its drawable. FALSE if GIMP refused or there is none. */
gboolean
ce_effect_merge (GimpDrawable *drawable, GimpDrawableFilter *operation)
{
  if (! operation)
    return FALSE;

  gimp_drawable_merge_filter (drawable, operation);

  return succeeded ();
}

/* Merges a (nullable) operation of ce_effect_new_call() on @source, which computes @params; sets what it @found. It
 * cannot report its own failure, so another one is queried. FALSE with CE_ERROR_DEVICE and an unchanged layer if it failed,
 * FALSE without an error if GIMP refused. */
gboolean
ce_effect_merge_call (GimpDrawable *drawable, GimpDrawable *source, GimpDrawableFilter *operation, const CeParams *params,
                      CeFound *found, GError **error)
{
  gint64         begin = g_get_monotonic_time ();
  g_auto (GStrv) call = NULL;

  if (! ce_effect_merge (drawable, operation))
    return FALSE;

  if (! ce_core_ask (drawable, &call, NULL) || (call && g_ascii_strtoll (call[1], NULL, 10) >= begin))
    {
      g_set_error_literal (error, CE_ERROR, CE_ERROR_DEVICE, call ? call[3] : "");
      return FALSE;
    }

  if (call)
    {
      ce_found_init (found, params, call[2]);
      ce_drawable_tell_found (source, found);
    }

  return TRUE;
}

/* Returns whether the layer still has the effect. An effect that the user has removed or merged stays valid, because a step
 * of undo holds it, and GIMP crashes if it is deleted. A removed layer keeps its effects, because undo may restore it. */
gboolean
ce_effect_is_on (GimpDrawableFilter *effect, GimpDrawable *drawable)
{
  GimpDrawableFilter **effects = gimp_drawable_get_filters (drawable);
  gboolean             found = FALSE;

  for (int i = 0; effects && effects[i]; i++)
    found |= effects[i] == effect;
  g_free (effects);

  return found;
}

/* Sets @params to the values of an effect of @filter; those that its version does not have stay. */
static void
get_params (GimpDrawableFilter *effect, const CeFilter *filter, CeParams *params)
{
  GObject *config = config_of (effect);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_auto (GValue) value = G_VALUE_INIT;

      if (param->step == CE_STEP_PLACE || ! ce_config_has (config, param->name))
        continue;
      g_value_init (&value, param->choices || param->kind == CE_PARAM_TEXT ? G_TYPE_STRING : G_TYPE_DOUBLE);
      g_object_get_property (config, param->name, &value);
      for (int i = 0; param->choices && param->choices[i].nick; i++)
        if (g_strcmp0 (param->choices[i].nick, g_value_get_string (&value)) == 0)
          ce_params_put (params, param, i);
      if (param->kind == CE_PARAM_TEXT)
        ce_params_put_text (params, param, g_value_get_string (&value), NULL);
      else if (! param->choices)
        ce_params_put (params, param, g_value_get_double (&value));
    }
}

/* Returns CeBlend of a mode of GIMP; of another mode, and of a replacement, CE_BLEND_NORMAL. */
static int
get_blend (GimpDrawableFilter *effect)
{
  GimpLayerMode mode = gimp_drawable_filter_get_blend_mode (effect);
  CeParams      params = { .blend = CE_N_BLENDS - 1 };

  while (params.blend > CE_BLEND_NORMAL && ce_effect_get_mode (&params) != mode)
    params.blend--;

  return params.blend;
}

/* Returns (nullable) the topmost effect of a drawable, if it is one of @filter, and sets @params to its values. */
GimpDrawableFilter *
ce_effect_find (GimpDrawable *drawable, const CeFilter *filter, CeParams *params)
{
  g_autofree char                *wanted = g_strconcat ("cuda-edges:", filter->name, NULL);
  g_autofree GimpDrawableFilter **effects = gimp_drawable_get_filters (drawable);
  g_autofree char                *name = NULL;

  if (effects && effects[0])
    name = gimp_drawable_filter_get_operation_name (effects[0]);
  if (g_strcmp0 (name, wanted) != 0)
    return NULL;

  ce_params_init (params, filter);
  get_params (effects[0], filter, params);
  params->output = CE_OUTPUT_EFFECT;
  params->blend = get_blend (effects[0]);

  return effects[0];
}

/* Returns (transfer full) (nullable) the color of lines of an effect. */
GeglColor *
ce_effect_get_color (GimpDrawableFilter *effect)
{
  GeglColor *color = NULL;

  if (ce_config_has (config_of (effect), "color"))
    g_object_get (config_of (effect), "color", &color, NULL);

  return color;
}

/* Keeps the color of the replaced effect, unless the user has chosen another one: GIMP's foreground color is that one,
 * rounded to its own floats. */
static void
keep_color (GimpDrawableFilter *effect, GimpDrawableFilter *edited)
{
  g_autoptr (GObject) old = G_OBJECT (ce_effect_get_color (edited)), new = G_OBJECT (ce_effect_get_color (effect));
  double              a[4], b[4], off = 0;

  if (! old || ! new)
    return;

  gegl_color_get_rgba (GEGL_COLOR (old), &a[0], &a[1], &a[2], &a[3]);
  gegl_color_get_rgba (GEGL_COLOR (new), &b[0], &b[1], &b[2], &b[3]);
  for (int i = 0; i < 3; i++)
    off = MAX (off, fabs (a[i] - b[i]));
  if (off < 1e-4)
    g_object_set (config_of (effect), "color", old, NULL);
}

/* Gives an effect the looks of the one that it replaces, apart from its values. */
static void
look_like (GimpDrawableFilter *effect, GimpDrawableFilter *edited, const CeParams *params)
{
  keep_color (effect, edited);
  if (params->blend == get_blend (edited))
    gimp_drawable_filter_set_blend_mode (effect, gimp_drawable_filter_get_blend_mode (edited));
  gimp_drawable_filter_set_opacity (effect, gimp_drawable_filter_get_opacity (edited));
}

/* Puts the filter on the layer as an effect that GIMP saves in files; NULL on failure. It replaces the (nullable) effect
 * @edited, because GIMP has no undo for values that a plug-in changes. Edges by hand have the mark of the layer, because the
 * effect stays when the layer is cropped, scaled or turned. */
GimpDrawableFilter *
ce_effect_append (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params, GimpDrawableFilter *edited)
{
  g_autofree char    *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  g_autofree char    *title = edited ? gimp_drawable_filter_get_name (edited) : g_strdup (_(filter->title));
  g_autofree char    *erased = ce_drawable_mark (drawable, params->erased);
  g_autofree char    *drawn = ce_drawable_mark (drawable, params->drawn);
  CeParams            sized = *params;
  GimpDrawableFilter *operation = gimp_drawable_filter_new (drawable, name, title);

  if (! operation)
    return NULL;

  sized.erased = erased;
  sized.drawn = drawn;
  if (! set_params (config_of (operation), filter, &sized))
    {
      gimp_drawable_filter_delete (operation);
      return NULL;
    }

  ce_effect_blend (operation, params);
  if (edited)
    look_like (operation, edited, params);
  gimp_drawable_append_filter (drawable, operation);
  if (! succeeded ())
    return NULL;
  if (edited && ! gimp_drawable_filter_get_visible (edited))
    gimp_drawable_filter_set_visible (operation, FALSE);
  if (edited)
    gimp_drawable_filter_delete (edited);

  return operation;
}
