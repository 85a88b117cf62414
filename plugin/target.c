/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a result goes: a new layer, or the drawable itself.
 *
 * Everything that can fail or be cancelled happens while the image is still as
 * it was: pixels are written to a layer that is not yet in the image, or to
 * the drawable's shadow. Committing only puts them in place. What GIMP's core
 * replaces or puts on a layer, it does at once when it is committed.
 */
#include "target.h"

#include "refuse.h"
#include "workshop.h"
#include "writer.h"

struct _CeTarget
{
  GimpImage          *image;
  GimpDrawable       *source;
  const CeFilter     *filter;
  GimpLayer          *layer;        /* new; NULL: the source itself is replaced */
  gboolean            lines;
  gboolean            shadowed;     /* the source has a shadow to merge */
  gboolean            inserted;
  CeSession          *session;      /* of a source that must get alpha before it can be written */
  CeCoreCall          core;         /* what GIMP's core computes; no params: nothing */
  GimpDrawableFilter *operation;    /* which is to replace the source */
};

static GimpImageType
layer_type (GimpImage *image, gboolean alpha)
{
  if (gimp_image_get_base_type (image) == GIMP_GRAY)
    return alpha ? GIMP_GRAYA_IMAGE : GIMP_GRAY_IMAGE;

  return alpha ? GIMP_RGBA_IMAGE : GIMP_RGB_IMAGE;
}

/* The layer that the result will be, like the source, in a workshop. */
static GimpLayer *
create_layer (const CeTarget *target, GimpImage *workshop)
{
  gboolean   alpha = gimp_drawable_has_alpha (target->source) || target->lines || ! gimp_selection_is_empty (target->image);
  GimpLayer *layer = gimp_layer_new (workshop, NULL, gimp_drawable_get_width (target->source),
                                     gimp_drawable_get_height (target->source), layer_type (target->image, alpha), 100,
                                     gimp_image_get_default_new_layer_mode (target->image));

  gimp_image_insert_layer (workshop, layer, NULL, 0);

  return layer;
}

/* The result painted onto a new layer or onto the source's shadow. */
static gboolean
write_result (CeTarget *target, GimpLayer *layer, const CeProgress *progress, GError **error)
{
  GimpDrawable *onto = layer ? GIMP_DRAWABLE (layer) : target->source;

  return ce_write_result (target->session, target->source, onto, target->lines, progress, error);
}

static gboolean
write_layer (CeTarget *target, const CeProgress *progress, GError **error)
{
  GimpImage *workshop = ce_workshop_new (target->image, target->source);
  GimpLayer *layer = create_layer (target, workshop);
  gboolean   written = write_result (target, layer, progress, error);

  target->layer = ce_workshop_finish (workshop, written ? layer : NULL, target->filter,
                                      ce_session_get_params (target->session), target->image, target->source, error);

  return target->layer != NULL;
}

/**
 * ce_target_new:
 * @image: the image
 * @source: one of its drawables
 * @filter: what was computed of it
 * @session: (transfer full): a session of @source that has rendered
 * @progress: told the share written
 * @error: return location
 *
 * Writes the result where the image does not show it yet.
 *
 * Returns: (transfer full) (nullable): the target, to be committed
 */
CeTarget *
ce_target_new (GimpImage *image, GimpDrawable *source, const CeFilter *filter, CeSession *session,
               const CeProgress *progress, GError **error)
{
  const CeParams *params = ce_session_get_params (session);
  CeTarget       *target = g_new0 (CeTarget, 1);
  gboolean        written;

  target->image = image;
  target->source = source;
  target->filter = filter;
  target->session = session;
  target->lines = params->style == CE_STYLE_LINES && ce_filter_has_style (filter, params);

  if (params->output != CE_OUTPUT_NEW_LAYER && ! GIMP_IS_LAYER (source))
    target->lines = FALSE;      /* a channel's values are coverage already */
  else if (params->output != CE_OUTPUT_NEW_LAYER && target->lines && ! gimp_drawable_has_alpha (source))
    return target;

  target->shadowed = params->output != CE_OUTPUT_NEW_LAYER;
  written = target->shadowed ? write_result (target, NULL, progress, error) : write_layer (target, progress, error);
  g_clear_pointer (&target->session, ce_session_free);
  if (! written)
    g_clear_pointer (&target, ce_target_free);

  return target;
}

/**
 * ce_target_new_in_core:
 * @call: what GIMP's core is to compute
 * @source: a drawable that it takes
 *
 * Computes a new layer; what is to be replaced or put on the source waits for
 * the commit.
 *
 * Returns: (transfer full) (nullable): the target, to be committed; %NULL if
 *   the core could not
 */
CeTarget *
ce_target_new_in_core (const CeCoreCall *call, GimpDrawable *source)
{
  CeTarget *target = g_new0 (CeTarget, 1);

  target->image = call->image;
  target->source = source;
  target->filter = call->filter;
  target->core = *call;
  if (call->params->output == CE_OUTPUT_NEW_LAYER)
    target->layer = ce_core_create_layer (call, source);
  else if (call->params->output == CE_OUTPUT_REPLACE)
    target->operation = ce_core_prepare (call, source);
  if (! target->layer && ! target->operation && call->params->output != CE_OUTPUT_EFFECT)
    g_clear_pointer (&target, ce_target_free);

  return target;
}

static gboolean
insert_layer (CeTarget *target)
{
  GimpItem *above = GIMP_ITEM (target->source);
  GimpItem *parent;
  int       position = 0;

  if (GIMP_IS_LAYER_MASK (above))
    above = GIMP_ITEM (gimp_layer_from_mask (GIMP_LAYER_MASK (above)));

  parent = gimp_item_get_parent (above);
  if (GIMP_IS_LAYER (above))
    position = gimp_image_get_item_position (target->image, above);
  else
    parent = NULL;

  target->inserted = gimp_image_insert_layer (target->image, target->layer, GIMP_LAYER (parent), position);

  return target->inserted;
}

static gboolean
replace_source (CeTarget *target, GError **error)
{
  int x, y, width, height;

  if (target->session)
    {
      if (! gimp_layer_add_alpha (GIMP_LAYER (target->source))
          || ! write_result (target, NULL, NULL, error))
        return FALSE;
      target->shadowed = TRUE;
    }

  target->shadowed = ! gimp_drawable_merge_shadow (target->source, TRUE);
  if (target->shadowed)
    return FALSE;

  if (gimp_drawable_mask_intersect (target->source, &x, &y, &width, &height))
    gimp_drawable_update (target->source, x, y, width, height);

  return TRUE;
}

static gboolean
commit (CeTarget *target, GError **error)
{
  if (target->layer)
    return insert_layer (target);
  if (! target->core.params)
    return replace_source (target, error);
  if (target->core.params->output == CE_OUTPUT_EFFECT)
    return ce_core_append (&target->core, target->source);

  return ce_core_replace (&target->core, target->source, g_steal_pointer (&target->operation), error);
}

/**
 * ce_target_commit:
 * @target: a target
 * @error: return location
 *
 * Puts the result in place, as part of the undo group that is open.
 *
 * Returns: %TRUE, or %FALSE if GIMP refused it
 */
gboolean
ce_target_commit (CeTarget *target, GError **error)
{
  GError *failure = NULL;

  if (commit (target, &failure))
    return TRUE;

  if (! failure)
    ce_refuse_as_gimp (target->source, &failure);
  g_propagate_error (error, failure);

  return FALSE;
}

/**
 * ce_target_revert:
 * @target: a target
 *
 * Takes a committed layer out of the image again; it goes with the target.
 */
void
ce_target_revert (CeTarget *target)
{
  if (target->inserted)
    gimp_image_remove_layer (target->image, target->layer);
}

/**
 * ce_target_free:
 * @target: (nullable): a target
 *
 * Frees it and what was written but not committed.
 */
void
ce_target_free (CeTarget *target)
{
  if (! target)
    return;

  if (target->layer && ! target->inserted)
    gimp_item_delete (GIMP_ITEM (target->layer));
  if (target->shadowed)
    gimp_drawable_free_shadow (target->source);
  if (target->operation)
    gimp_drawable_filter_delete (target->operation);
  ce_session_free (target->session);
  g_free (target);
}
