/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Calls that GIMP's core computes, with our operations: no pixel goes over the
 * wire, tiles that do not change are shared, and a GPU that has started stays
 * started. What the core would do otherwise than we promise, or for so long
 * that its windows stand still, the plug-in computes (ce_core_takes()).
 */
#include "core.h"

#include "engine/plan.h"
#include "engine/threads.h"

#include "drawable.h"
#include "effect.h"
#include "workshop.h"

/* What a pixel takes on one thread, nanoseconds, and each sample that is read
 * for it; rough, for calls of seconds. GIMP's windows stand still meanwhile. */
#define PIXEL_NS 12.0
#define TAP_NS 0.3
#define LONGEST_MS 1500.0

static double
expected_ms (const CeCoreCall *call, GimpDrawable *drawable)
{
  CeSource source = { { .width = gimp_drawable_get_width (drawable), .height = gimp_drawable_get_height (drawable),
                        .channels = gimp_drawable_is_gray (drawable) ? 1 : 3, .type = CE_F32 }, TRUE, FALSE };
  CePlan   plan;

  if (! ce_plan_init (&plan, call->filter->id, call->params, &source, NULL))
    return 0;

  return (double) source.view.width * source.view.height * (PIXEL_NS + plan.taps * TAP_NS) / 1e6 / ce_threads_count ();
}

/* A layer of pixels of its own, not a group or what GIMP makes of a text, a path
 * or a file; the core would take effects it has along. */
static gboolean
is_plain_layer (GimpDrawable *drawable)
{
  GimpDrawableFilter **effects;
  gboolean             has_effects;

  if (G_OBJECT_TYPE (drawable) != GIMP_TYPE_LAYER)
    return FALSE;

  effects = gimp_drawable_get_filters (drawable);
  has_effects = effects && effects[0];
  g_free (effects);

  return ! has_effects;
}

/* Thresholds that are found become part of the layer's name, and an operation
 * has no way to tell them. */
static gboolean
finds_thresholds (const CeCoreCall *call)
{
  const CeParam *thresholds = ce_filter_find_param (call->filter, "thresholds");

  return thresholds && call->params->thresholds != CE_THRESHOLDS_MANUAL
         && ce_params_applies (call->params, call->filter, thresholds);
}

static gboolean
needs_alpha (const CeCoreCall *call)
{
  gboolean lines = call->params->style == CE_STYLE_LINES && ce_filter_has_style (call->filter, call->params);

  return lines || (call->params->output == CE_OUTPUT_NEW_LAYER && ! gimp_selection_is_empty (call->image));
}

static gboolean
succeeded (void)
{
  return gimp_pdb_get_last_status (gimp_get_pdb ()) == GIMP_PDB_SUCCESS;
}

/**
 * ce_core_takes:
 * @call: what to do, with a new layer or replacing
 * @drawable: what to filter
 *
 * The rule of who computes. The core does, unless
 * - @drawable is no plain layer;
 * - its selected pixels are to be replaced: the core shows the operation only
 *   these, and edges next to the selection's border need what is beyond it;
 * - the name of a new layer is to tell which thresholds were found;
 * - GIMP would change its samples when it changes their alpha;
 * - it would take so long that somebody wants progress and Cancel.
 *
 * Whether it has the operation is not asked: it says so when it is to make one.
 *
 * Returns: whether the core is to compute it
 */
gboolean
ce_core_takes (const CeCoreCall *call, GimpDrawable *drawable)
{
  gboolean replaces = call->params->output == CE_OUTPUT_REPLACE;

  return is_plain_layer (drawable)
         && ! (replaces && ! gimp_selection_is_empty (call->image))
         && ! (! replaces && finds_thresholds (call))
         && ! (needs_alpha (call) && ! ce_drawable_keeps_samples (drawable))
         && expected_ms (call, drawable) <= LONGEST_MS;
}

/* Of a copy only pixels are wanted: a new layer is like any other. */
static void
make_plain (GimpLayer *layer, GimpImage *image)
{
  GimpItem *item = GIMP_ITEM (layer);
  char    **parasites = gimp_item_get_parasite_list (item);

  for (char **name = parasites; name && *name; name++)
    gimp_item_detach_parasite (item, *name);
  g_strfreev (parasites);

  gimp_item_set_lock_content (item, FALSE);
  gimp_item_set_lock_position (item, FALSE);
  gimp_item_set_lock_visibility (item, FALSE);
  gimp_item_set_color_tag (item, GIMP_COLOR_TAG_NONE);
  gimp_item_set_visible (item, TRUE);
  gimp_layer_set_lock_alpha (layer, FALSE);
  gimp_layer_set_mode (layer, gimp_image_get_default_new_layer_mode (image));
  gimp_layer_set_blend_space (layer, GIMP_LAYER_COLOR_SPACE_AUTO);
  gimp_layer_set_composite_space (layer, GIMP_LAYER_COLOR_SPACE_AUTO);
  gimp_layer_set_composite_mode (layer, GIMP_LAYER_COMPOSITE_AUTO);
  if (gimp_layer_get_mask (layer))
    gimp_layer_remove_mask (layer, GIMP_MASK_DISCARD);
}

/* @drawable is the source, or a copy of it. */
static gboolean
lacks_alpha (const CeCoreCall *call, GimpDrawable *drawable)
{
  return needs_alpha (call) && ! gimp_drawable_has_alpha (drawable);
}

/**
 * ce_core_is_at_once:
 * @call: what to do, replacing
 * @drawable: a layer, of which ce_core_takes() says yes
 *
 * Returns: whether one request is the whole call, so that the layer itself can be
 *   computed on
 */
gboolean
ce_core_is_at_once (const CeCoreCall *call, GimpDrawable *drawable)
{
  return ! call->is_one_of_several && ! lacks_alpha (call, drawable);
}

static GimpDrawableFilter *
make_operation (const CeCoreCall *call, GimpDrawable *drawable)
{
  GimpDrawableFilter *operation = ce_effect_new_call (drawable, call->filter, call->params->backend == CE_BACKEND_CUDA);

  if (operation)
    ce_effect_set_call (operation, call->filter, call->params);

  return operation;
}

/**
 * ce_core_replace:
 * @drawable: a layer
 * @operation: (nullable): of ce_core_prepare() or ce_effect_new_result() for it
 * @error: return location
 *
 * Replaces its pixels. An operation cannot say that it failed: then the layer is
 * as it was, and the report tells of a failure since.
 *
 * Returns: %TRUE, or %FALSE, with %CE_ERROR_DEVICE and its pixels as they were if
 *   the operation failed; without an error if GIMP did
 */
gboolean
ce_core_replace (GimpDrawable *drawable, GimpDrawableFilter *operation, GError **error)
{
  CeEffectReport report = { 0 };
  gint64         begin;
  gboolean       done;

  if (! operation)
    return FALSE;

  begin = g_get_monotonic_time ();
  gimp_drawable_merge_filter (drawable, operation);
  if (! succeeded ())
    return FALSE;

  done = ce_effect_report (drawable, &report) && report.failed < begin;
  if (! done)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_DEVICE, report.reason ? report.reason : "");
  ce_effect_report_clear (&report);

  return done;
}

/**
 * ce_core_compute:
 * @call: what to do
 * @source: a layer, of which ce_core_takes() says yes
 * @workshop: (nullable): an image of ce_workshop_new()
 *
 * Filters a copy, so that neither a failure nor the end of this process leaves
 * anything half done in the image of the call.
 *
 * Returns: (transfer none) (nullable): a layer of @workshop; %NULL if it did not work
 */
GimpLayer *
ce_core_compute (const CeCoreCall *call, GimpDrawable *source, GimpImage *workshop)
{
  GimpLayer    *copy = workshop ? gimp_layer_new_from_drawable (source, workshop) : NULL;
  GimpDrawable *drawable = GIMP_DRAWABLE (copy);

  if (! copy || ! gimp_image_insert_layer (workshop, copy, NULL, 0))
    return NULL;

  make_plain (copy, call->image);
  if ((lacks_alpha (call, drawable) && ! gimp_layer_add_alpha (copy))
      || ! ce_core_replace (drawable, make_operation (call, drawable), NULL))
    return NULL;

  return copy;
}

/* Asks GIMP's core to do it to a few pixels. */
static gboolean
try_gpu (const CeCoreCall *call, GimpDrawable *source)
{
  GimpImage *workshop = ce_workshop_new (call->image, source);
  GimpLayer *layer = workshop ? gimp_layer_new (workshop, NULL, 64, 64, gimp_drawable_type (source), 100,
                                                GIMP_LAYER_MODE_NORMAL)
                              : NULL;
  gboolean   done = layer && gimp_image_insert_layer (workshop, layer, NULL, 0)
                    && ce_core_replace (GIMP_DRAWABLE (layer), make_operation (call, GIMP_DRAWABLE (layer)), NULL);

  ce_workshop_close (workshop);

  return done;
}

/* What is replaced is not to be touched before it is known that the GPU works:
 * because it did just now, or because it does. */
static gboolean
has_gpu (const CeCoreCall *call, GimpDrawable *source)
{
  g_autofree char *name = g_strdup_printf (" %s ", call->filter->name);
  CeEffectReport   report = { 0 };
  gboolean         has = ce_effect_report (source, &report)
                         && ((report.gpu && strstr (report.gpu, name)) || try_gpu (call, source));

  ce_effect_report_clear (&report);

  return has;
}

/**
 * ce_core_prepare:
 * @call: what to do
 * @source: a layer, of which ce_core_takes() says yes
 *
 * Makes what ce_core_replace() needs, while @source is still as it was.
 *
 * Returns: (transfer none) (nullable): an operation; %NULL if GIMP's core has
 *   none, or not the GPU that was named
 */
GimpDrawableFilter *
ce_core_prepare (const CeCoreCall *call, GimpDrawable *source)
{
  if (call->params->backend == CE_BACKEND_CUDA && ! has_gpu (call, source))
    return NULL;

  return make_operation (call, source);
}

/**
 * ce_core_append:
 * @call: what to do
 * @drawable: a layer
 *
 * Puts the filter on the layer, where it stays as an effect.
 *
 * Returns: (transfer none) (nullable): the effect; %NULL if that did not work
 */
GimpDrawableFilter *
ce_core_append (const CeCoreCall *call, GimpDrawable *drawable)
{
  GimpDrawableFilter *operation = ce_effect_new (drawable, call->filter, call->params);

  if (! operation)
    return NULL;

  gimp_drawable_append_filter (drawable, operation);

  return succeeded () ? operation : NULL;
}
