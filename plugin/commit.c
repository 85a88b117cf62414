/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Puts all results into the image, or none of them.
 *
 * Everything that can fail or be cancelled happens before the image changes (compute.c). A commit only puts results in
 * place, with one request for each drawable, because GIMP has no request for several. Lines on a layer without an alpha
 * channel take two requests: the first adds the channel. GIMP's core computes during a commit only if one request is the
 * whole call.
 */
#include "commit.h"

#include "pixels/pixels.h"

#include "drawable.h"
#include "effect.h"
#include "refuse.h"
#include "results.h"
#include "scratch.h"

/* Returns whether the result is coverage of a color. */
gboolean
ce_target_draws_lines (const CeTarget *target)
{
  return (ce_filter_get_kind (target->filter, &target->params) & CE_RESULT_COVERAGE)
         && (target->params.output == CE_OUTPUT_NEW_LAYER || GIMP_IS_LAYER (target->source));
}

/* Returns a target without a result. */
CeTarget *
ce_target_new (GimpImage *image, GimpDrawable *source, const CeFilter *filter, const CeParams *params)
{
  CeTarget *target = g_new0 (CeTarget, 1);

  target->image = image;
  target->source = source;
  target->filter = filter;
  target->params = *params;
  ce_found_init (&target->found, params, NULL);
  target->needs_alpha = ce_target_draws_lines (target)
                        || (params->output == CE_OUTPUT_NEW_LAYER && ! gimp_selection_is_empty (image));

  return target;
}

/* Frees a target, and a result that was not committed. */
void
ce_target_free (CeTarget *target)
{
  if (target->layer && ! target->inserted)
    gimp_item_delete (GIMP_ITEM (target->layer));
  if (target->shadowed)
    gimp_drawable_free_shadow (target->source);
  if (target->operation)
    gimp_drawable_filter_delete (target->operation);
  ce_scratch_close (target->scratch);
  g_free (target);
}

/* Makes the layer transparent where @image is not selected; the layer will be at @x and @y of @image. If GIMP would change
 * colors by that, ce_drawable_write() has done it already. */
static gboolean
apply_selection (GimpLayer *layer, GimpImage *image, int x, int y)
{
  GimpLayerMask *mask;

  if (gimp_selection_is_empty (image) || ! ce_drawable_keeps_samples (GIMP_DRAWABLE (layer)))
    return TRUE;

  mask = gimp_layer_create_mask (layer, GIMP_ADD_MASK_BLACK);

  return mask && gimp_layer_add_mask (layer, mask)
         && gimp_channel_combine_masks (GIMP_CHANNEL (mask), GIMP_CHANNEL (gimp_image_get_selection (image)),
                                        GIMP_CHANNEL_OP_ADD, -x, -y)
         && gimp_layer_remove_mask (layer, GIMP_MASK_APPLY);
}

/* Makes the new layer from a result, transparent where nothing is selected. FALSE with CE_ERROR_INVALID if GIMP refuses. */
gboolean
ce_target_finish (CeTarget *target, GError **error)
{
  const CeParams  *params = &target->params;
  g_autofree char *name = ce_filter_describe (target->filter, params, &target->found);
  int              x, y;

  if (params->output != CE_OUTPUT_NEW_LAYER)
    return TRUE;

  gimp_drawable_get_offsets (target->source, &x, &y);
  if (apply_selection (target->result, target->image, x, y))
    target->layer = gimp_layer_new_from_drawable (GIMP_DRAWABLE (target->result), target->image);
  if (! target->layer)
    return ce_refuse_as_gimp (target->source, error);

  target->result = NULL;
  ce_scratch_close (g_steal_pointer (&target->scratch));
  gimp_item_set_name (GIMP_ITEM (target->layer), name);
  gimp_layer_set_opacity (target->layer, params->opacity);
  if (params->blend != CE_BLEND_NORMAL)
    gimp_layer_set_mode (target->layer, ce_effect_get_mode (params));
  gimp_layer_set_offsets (target->layer, x, y);

  return TRUE;
}

/* Inserts the new layer above earlier results of its source. */
static gboolean
insert_layer (CeTarget *target)
{
  target->inserted = ce_results_insert (target->image, target->below, target->layer);
  if (target->inserted)
    target->marked = ce_results_mark_source (target->source, target->layer);

  return target->inserted;
}

/* Returns whether the result has an alpha channel and the layer has none. */
static gboolean
lacks_alpha (const CeTarget *target)
{
  return target->result && target->needs_alpha && ! gimp_drawable_has_alpha (target->source);
}

/* Copies the result to the source's shadow, if GIMP's core does not have our operations. It copies in bands, because their
 * buffers reuse the memory of tiles. */
static void
copy_to_shadow (CeTarget *target)
{
  int width = gimp_drawable_get_width (target->source), height = gimp_drawable_get_height (target->source);

  target->shadowed = TRUE;
  for (int y = 0; y < height; y += CE_BAND_ROWS)
    {
      GeglRectangle          band = { 0, y, width, MIN (CE_BAND_ROWS, height - y) };
      g_autoptr (GeglBuffer) from = gimp_drawable_get_buffer (GIMP_DRAWABLE (target->result));
      g_autoptr (GeglBuffer) to = gimp_drawable_get_shadow_buffer (target->source);

      gegl_buffer_copy (from, &band, GEGL_ABYSS_NONE, to, &band);
    }
}

static gboolean
merge_shadow (CeTarget *target)
{
  int x, y, width, height;

  target->shadowed = ! gimp_drawable_merge_shadow (target->source, TRUE);
  if (target->shadowed)
    return FALSE;

  if (gimp_drawable_mask_intersect (target->source, &x, &y, &width, &height))
    gimp_drawable_update (target->source, x, y, width, height);

  return TRUE;
}

static gboolean
replace_source (CeTarget *target, GError **error)
{
  if (target->operation && ! target->result)
    return ce_effect_merge_call (target->source, target->source, g_steal_pointer (&target->operation), &target->params,
                                 &target->found, error);
  if (lacks_alpha (target) && ! (target->gave_alpha = gimp_layer_add_alpha (GIMP_LAYER (target->source))))
    return FALSE;
  if (target->operation)
    return ce_effect_merge (target->source, g_steal_pointer (&target->operation));
  if (target->result)
    copy_to_shadow (target);

  return merge_shadow (target);
}

/* Prepares a commit, so that the commit itself is short: finds the place of a new layer, makes the operation that copies the
 * result to the layer, if the core has it, and a copy of the layer, if another commit (@keeps) or the second request of this
 * one may fail after the layer has changed. */
static void
prepare (CeTarget *target, gboolean keeps)
{
  if (target->layer)
    target->below = ce_results_prepare (target->image, target->source, target->layer);
  if (target->params.output != CE_OUTPUT_REPLACE || ! GIMP_IS_LAYER (target->source))
    return;

  if (target->result)
    target->operation = ce_effect_new_call (target->source, GIMP_DRAWABLE (target->result), target->filter, FALSE);
  if (! keeps && ! lacks_alpha (target))
    return;

  if (! target->scratch)
    target->scratch = ce_scratch_new (target->image, target->source);
  target->before = target->scratch ? gimp_layer_new_from_drawable (target->source, target->scratch) : NULL;
  if (target->before && ! gimp_image_insert_layer (target->scratch, target->before, NULL, 0))
    target->before = NULL;
}

static gboolean
commit (CeTarget *target, GError **error)
{
  GError  *failure = NULL;
  gboolean done;

  if (target->layer)
    done = insert_layer (target);
  else if (target->params.output == CE_OUTPUT_EFFECT)
    done = (target->effect = ce_effect_append (target->source, target->filter, &target->params, target->edited)) != NULL;
  else
    done = target->replaced = replace_source (target, &failure);

  if (failure)
    g_propagate_error (error, failure);
  else if (! done)
    ce_refuse_as_gimp (target->source, error);

  return done;
}

/* Restores the image, whether the target was committed or not. A committed layer is freed with the target. */
static void
revert (CeTarget *target)
{
  if (target->inserted)
    gimp_image_remove_layer (target->image, target->layer);
  if (target->marked)
    ce_results_forget (target->source);
  if (target->effect)
    gimp_drawable_filter_delete (target->effect);
  if (target->gave_alpha)
    gimp_layer_flatten (GIMP_LAYER (target->source));
  if (target->before && (target->gave_alpha || target->replaced))
    ce_effect_merge (target->source,
                     ce_effect_new_call (target->source, GIMP_DRAWABLE (target->before), target->filter, FALSE));
}

/* Puts the results of all #CeTarget in place as one undo step, or none of them. */
gboolean
ce_commit (GimpImage *image, GPtrArray *targets, GError **error)
{
  g_autofree GimpLayer **selected = targets->len > 1 ? gimp_image_get_selected_layers (image) : NULL;
  gboolean               done = TRUE;

  for (guint i = 0; i < targets->len; i++)
    prepare (targets->pdata[i], targets->len > 1);

  gimp_image_undo_group_start (image);
  for (guint i = 0; i < targets->len && done; i++)
    done = commit (targets->pdata[i], error);
  for (guint i = 0; i < targets->len && ! done; i++)
    revert (targets->pdata[i]);
  /* GIMP selects an inserted layer, and another one when that layer is removed, so the selection of layers is restored. */
  if (! done && selected && selected[0])
    gimp_image_set_selected_layers (image, (const GimpLayer **) selected);
  gimp_image_undo_group_end (image);

  return done;
}
