/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a result goes: a new layer, or the drawable itself.
 *
 * Everything that can fail or be cancelled happens while the image is still as
 * it was: pixels are written or computed in an image of their own, or written to
 * the drawable's shadow. Committing only puts them in place, with one request for
 * each drawable: GIMP has none for several. A layer without an alpha channel that
 * is to get lines takes two, the first gives it one. The core computes in a commit
 * only where that request is the whole call (ce_core_is_at_once()).
 */
#include "target.h"

#include "effect.h"
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
  GimpImage          *workshop;     /* where the next two are */
  GimpLayer          *result;       /* whose pixels are to replace the source's */
  GimpLayer          *before;       /* the source as it was, to revert */
  gboolean            gave_alpha;   /* to the source, when it was committed */
  gboolean            replaced;
  GimpDrawableFilter *effect;       /* that was put on the source */
};

static GimpImageType
layer_type (GimpImage *image, gboolean alpha)
{
  if (gimp_image_get_base_type (image) == GIMP_GRAY)
    return alpha ? GIMP_GRAYA_IMAGE : GIMP_GRAY_IMAGE;

  return alpha ? GIMP_RGBA_IMAGE : GIMP_RGB_IMAGE;
}

/* The layer that the result will be, like the source, in a workshop; NULL if GIMP makes none. */
static GimpLayer *
create_layer (const CeTarget *target, GimpImage *workshop)
{
  gboolean   alpha = gimp_drawable_has_alpha (target->source) || target->lines || ! gimp_selection_is_empty (target->image);
  GimpLayer *layer = gimp_layer_new (workshop, NULL, gimp_drawable_get_width (target->source),
                                     gimp_drawable_get_height (target->source), layer_type (target->image, alpha), 100,
                                     gimp_image_get_default_new_layer_mode (target->image));

  return layer && gimp_image_insert_layer (workshop, layer, NULL, 0) ? layer : NULL;
}

/* The result painted onto a new layer or onto the source's shadow. */
static gboolean
write_result (CeTarget *target, GimpLayer *layer, const CeProgress *progress, GError **error)
{
  GimpDrawable *onto = layer ? GIMP_DRAWABLE (layer) : target->source;

  return ce_write_result (target->session, target->source, onto, target->lines, progress, error);
}

/* Lines are written to a layer that has alpha, and merged when the source gets one. */
static gboolean
write_lines (CeTarget *target, const CeProgress *progress, GError **error)
{
  target->workshop = ce_workshop_new (target->image, target->source);
  target->result = target->workshop ? create_layer (target, target->workshop) : NULL;
  if (! target->result)
    ce_refuse_as_gimp (target->source, error);

  return target->result && write_result (target, target->result, progress, error);
}

static gboolean
write_layer (CeTarget *target, const CeProgress *progress, GError **error)
{
  GimpImage *workshop = ce_workshop_new (target->image, target->source);
  GimpLayer *layer = workshop ? create_layer (target, workshop) : NULL;
  gboolean   written = layer && write_result (target, layer, progress, error);

  if (! layer)
    ce_refuse_as_gimp (target->source, error);

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

  target->shadowed = params->output != CE_OUTPUT_NEW_LAYER;
  if (target->shadowed && ! GIMP_IS_LAYER (source))
    target->lines = FALSE;      /* a channel's values are coverage already */
  if (target->shadowed && target->lines && ! gimp_drawable_has_alpha (source))
    {
      target->shadowed = FALSE;
      if (! ce_effect_is_there (source))
        return target;
      written = write_lines (target, progress, error);
    }
  else
    written = target->shadowed ? write_result (target, NULL, progress, error) : write_layer (target, progress, error);

  g_clear_pointer (&target->session, ce_session_free);
  if (! written)
    g_clear_pointer (&target, ce_target_free);

  return target;
}

/* Into the target's layer or result. */
static void
compute_in_workshop (CeTarget *target)
{
  const CeCoreCall *call = &target->core;

  target->workshop = ce_workshop_new (call->image, target->source);
  target->result = ce_core_compute (call, target->source, target->workshop);
  if (call->params->output == CE_OUTPUT_NEW_LAYER)
    target->layer = ce_workshop_finish (g_steal_pointer (&target->workshop), g_steal_pointer (&target->result), call->filter,
                                        call->params, call->image, target->source, NULL);
}

/**
 * ce_target_new_in_core:
 * @call: what GIMP's core is to compute
 * @source: a drawable that it takes
 *
 * Computes a new layer or what is to replace the source, unless that is one
 * request; this one, or what is to be put on the source, waits for the commit.
 *
 * Returns: (transfer full) (nullable): the target, to be committed; %NULL if
 *   the core could not
 */
CeTarget *
ce_target_new_in_core (const CeCoreCall *call, GimpDrawable *source)
{
  CeTarget *target = g_new0 (CeTarget, 1);
  CeOutput  output = call->params->output;

  target->image = call->image;
  target->source = source;
  target->filter = call->filter;
  target->core = *call;
  if (output == CE_OUTPUT_REPLACE && ce_core_is_at_once (call, source))
    target->operation = ce_core_prepare (call, source);
  else if (output != CE_OUTPUT_EFFECT)
    compute_in_workshop (target);
  if (! target->layer && ! target->result && ! target->operation && output != CE_OUTPUT_EFFECT)
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
give_alpha (CeTarget *target)
{
  if (gimp_drawable_has_alpha (target->source))
    return TRUE;

  target->gave_alpha = gimp_layer_add_alpha (GIMP_LAYER (target->source));

  return target->gave_alpha;
}

static gboolean
merge_shadow (CeTarget *target, GError **error)
{
  int x, y, width, height;

  if (target->session)
    {
      if (! give_alpha (target) || ! write_result (target, NULL, NULL, error))
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
merge (GimpDrawable *drawable, GimpDrawableFilter *operation)
{
  if (! operation)
    return FALSE;

  gimp_drawable_merge_filter (drawable, operation);

  return gimp_pdb_get_last_status (gimp_get_pdb ()) == GIMP_PDB_SUCCESS;
}

static gboolean
replace_source (CeTarget *target, GError **error)
{
  if (target->result)
    return (! gimp_drawable_has_alpha (GIMP_DRAWABLE (target->result)) || give_alpha (target))
           && merge (target->source, g_steal_pointer (&target->operation));
  if (target->operation)
    return ce_core_replace (target->source, g_steal_pointer (&target->operation), error);

  return merge_shadow (target, error);
}

static gboolean
commit (CeTarget *target, GError **error)
{
  if (target->layer)
    return insert_layer (target);
  if (target->core.params && target->core.params->output == CE_OUTPUT_EFFECT)
    {
      target->effect = ce_core_append (&target->core, target->source);
      return target->effect != NULL;
    }

  target->replaced = replace_source (target, error);

  return target->replaced;
}

/* A copy of the source, so that it can be given back. */
static void
keep_source (CeTarget *target)
{
  if (! target->workshop)
    target->workshop = ce_workshop_new (target->image, target->source);
  target->before = target->workshop ? gimp_layer_new_from_drawable (target->source, target->workshop) : NULL;
  if (target->before && ! gimp_image_insert_layer (target->workshop, target->before, NULL, 0))
    target->before = NULL;
}

/**
 * ce_target_prepare:
 * @target: a target that is about to be committed
 * @keeps: whether another commit may fail after this one
 * @error: return location
 *
 * Makes what the commit needs, so that it is short.
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_INVALID if GIMP refused it
 */
gboolean
ce_target_prepare (CeTarget *target, gboolean keeps, GError **error)
{
  gboolean replaces = ! target->layer && ! (target->core.params && target->core.params->output == CE_OUTPUT_EFFECT);

  if (replaces && (keeps || target->result) && GIMP_IS_LAYER (target->source) && ce_effect_is_there (target->source))
    keep_source (target);
  if (! target->result)
    return TRUE;

  target->operation = ce_effect_new_result (target->source, GIMP_DRAWABLE (target->result), target->filter->title);
  if (! target->operation)
    ce_refuse_as_gimp (target->source, error);

  return target->operation != NULL;
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
 * @target: a target, committed or not
 *
 * Gives the image back what it was, as part of the undo group that is open. A
 * committed layer goes with the target.
 */
void
ce_target_revert (CeTarget *target)
{
  if (target->inserted)
    gimp_image_remove_layer (target->image, target->layer);
  if (target->effect)
    gimp_drawable_filter_delete (target->effect);
  if (target->gave_alpha)
    gimp_layer_flatten (GIMP_LAYER (target->source));
  if (target->before && (target->gave_alpha || target->replaced))
    merge (target->source,
           ce_effect_new_result (target->source, GIMP_DRAWABLE (target->before), target->filter->title));
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
  ce_workshop_close (target->workshop);
  ce_session_free (target->session);
  g_free (target);
}
