/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computes results for source drawables and puts them into the image.
 *
 * For every output GIMP's core merges our operation, with the source as its input, into another layer. No pixel goes over
 * the wire, and a started GPU stays started. If the core cannot compute a drawable (core_takes()), or does not have our
 * operations, the plug-in itself reads, renders and writes.
 */
#include "run.h"

#include <glib/gi18n.h>

#include "commit.h"
#include "drawable.h"
#include "effect.h"
#include "refuse.h"
#include "scratch.h"

/* Logs a message that G_MESSAGES_DEBUG=cuda-edges shows. */
#define TELL(...) g_log ("cuda-edges", G_LOG_LEVEL_DEBUG, __VA_ARGS__)

/* Rough times of one thread for a pixel and for each sample that is read for it, nanoseconds, and the longest render in
 * GIMP's core, milliseconds, because GIMP's windows do not respond meanwhile. */
#define PIXEL_NS 12.0
#define TAP_NS 0.3
#define LONGEST_MS 1500.0

/* The computation of a call, one drawable after the other. */
typedef struct
{
  const CeFilter *filter;
  const CeParams *params;
  CePlace         place;          /* the requested place, or the GPU that computed the first drawable */
  int             n_drawables;
  int             n_done;
} Computation;

/* Tells the progress of the call from that of a drawable. */
static gboolean
tell_progress (double share, gpointer data)
{
  const Computation *computation = data;

  return ce_drawable_tell_progress ((computation->n_done + share) / computation->n_drawables, NULL);
}

/* CeProgressFuncs of the three steps of a drawable. Their shares were measured at 24 megapixels. */
static gboolean
tell_read (double share, gpointer data)
{
  return tell_progress (0.4 * share, data);
}

static gboolean
tell_rendered (double share, gpointer data)
{
  return tell_progress (0.4 + 0.3 * share, data);
}

static gboolean
tell_written (double share, gpointer data)
{
  return tell_progress (0.7 + 0.3 * share, data);
}

static double
expected_ms (const Computation *computation, GimpDrawable *drawable)
{
  CeView view = { .width = gimp_drawable_get_width (drawable), .height = gimp_drawable_get_height (drawable),
                  .channels = gimp_drawable_is_gray (drawable) ? 1 : 3, .type = CE_F32 };
  CeParams params = *computation->params;
  CeCost   cost;

  if (params.radius_from == CE_RADIUS_FOUND && params.method == CE_METHOD_DECONVOLVE)
    params.sigma = CE_MAX_SPREAD;
  cost = ce_params_get_cost (&params, computation->filter, &view);

  if (cost.threads == 0)
    return 0;

  return (double) view.width * view.height * (PIXEL_NS + cost.taps * TAP_NS) / 1e6 / cost.threads;
}

/* Returns whether the core computes a new layer or a replacement. It does not if
 *   the drawable is a channel or a mask, because their samples are coverage and a layer's are not;
 *   GIMP would change samples when it changes their alpha;
 *   or the render takes longer than LONGEST_MS, because GEGL has neither progress nor Cancel.
 * make_operation() returns NULL if the core does not have the operation, so this is not checked here. */
static gboolean
core_takes (const Computation *computation, const CeTarget *target)
{
  return GIMP_IS_LAYER (target->source)
         && ! (target->needs_alpha && ! ce_drawable_keeps_samples (target->source))
         && expected_ms (computation, target->source) <= LONGEST_MS;
}

/* Returns (nullable) an operation on @drawable whose input is the (nullable) @source, or else @drawable. */
static GimpDrawableFilter *
make_operation (const Computation *computation, GimpDrawable *drawable, GimpDrawable *source)
{
  GimpDrawableFilter *operation = ce_effect_new_call (drawable, source, computation->filter,
                                                      computation->params->backend == CE_BACKEND_CUDA);

  if (operation)
    ce_effect_set_call (operation, computation->filter, computation->params);

  return operation;
}

/* Returns whether one request is the whole call, so that the result can replace the layer directly. With a selection it
 * cannot, because the core gives an operation only the selected pixels, and edges at the border need those beyond it. */
static gboolean
is_at_once (const Computation *computation, const CeTarget *target)
{
  return target->params.output == CE_OUTPUT_REPLACE && computation->n_drawables == 1
         && gimp_selection_is_empty (target->image)
         && ! (target->needs_alpha && ! gimp_drawable_has_alpha (target->source));
}

/* Returns whether the (nullable) operation may replace the layer directly. One for a named GPU may not before a GPU has
 * computed in the core: where there is none, the call must fail before the image changes. (If the GPU fails later the layer
 * keeps its pixels, but GIMP has a step of undo for them.) */
static gboolean
is_sure (const Computation *computation, GimpDrawableFilter *operation)
{
  return computation->params->backend != CE_BACKEND_CUDA || ! operation || ce_effect_has_gpu (operation);
}

/* Makes a layer of a scratch image for the result, so that neither a failure nor the end of this process leaves a half
 * written layer in the user's image. FALSE if GIMP refuses. */
static gboolean
make_layer (CeTarget *target)
{
  if (! target->result)
    {
      target->scratch = ce_scratch_new (target->image, target->source);
      target->result = ce_scratch_add_layer (target->scratch, target->image, target->source, target->needs_alpha);
    }

  return target->result != NULL;
}

/* Computes in GIMP's core. FALSE if the core could not. */
static gboolean
compute_in_core (const Computation *computation, CeTarget *target)
{
  GimpDrawable *layer;

  if (is_at_once (computation, target))
    {
      target->operation = make_operation (computation, target->source, NULL);
      if (is_sure (computation, target->operation))
        return target->operation != NULL;
      gimp_drawable_filter_delete (g_steal_pointer (&target->operation));
    }
  if (! make_layer (target))
    return FALSE;

  layer = GIMP_DRAWABLE (target->result);

  return ce_effect_merge_call (layer, target->source, make_operation (computation, layer, target->source), &target->params,
                               &target->found, NULL);
}

/* Frees the memory of the last source, so that GIMP can use it for the result: the kernel hands out recently freed memory
 * quickly, also in a virtual machine. */
static void
make_room (Computation *computation, CeSession *session)
{
  ce_session_finish (session);
  if (computation->n_done + 1 == computation->n_drawables)
    ce_release (FALSE);
}

/* Writes a replacement to the drawable's shadow. It writes a new layer to a layer of a scratch image, and also lines for a
 * layer without alpha, because its shadow has no alpha either. */
static gboolean
write_result (Computation *computation, CeTarget *target, CeSession *session, GError **error)
{
  gboolean  is_new = target->params.output == CE_OUTPUT_NEW_LAYER;
  CeWriting writing = { ce_session_get_result (session), target->source, target->source, FALSE, is_new };

  writing.lines = ce_target_draws_lines (target);
  target->shadowed = ! target->result && ! is_new && (! target->needs_alpha || gimp_drawable_has_alpha (target->source));
  if (! target->shadowed && ! make_layer (target))
    return ce_refuse_as_gimp (target->source, error);
  if (! target->shadowed)
    writing.onto = GIMP_DRAWABLE (target->result);

  return ce_drawable_write (&writing, tell_written, computation, error);
}

/* Computes in this process, through GIMP's wire, with progress and Cancel. Takes the (nullable) @given, a session that has
 * rendered. */
static gboolean
compute_here (Computation *computation, CeTarget *target, CeSession *given, GError **error)
{
  g_autoptr (CeSession) session = given ? given : ce_drawable_read (target->source, computation->filter, computation->params,
                                                                    &computation->place, tell_read, computation, error);

  if (! session || (! given && ! ce_session_render (session, computation->params, tell_rendered, computation, error)))
    return FALSE;

  target->found = ce_session_get_status (session)->found;
  ce_drawable_tell_fallback (session);
  ce_drawable_tell_found (target->source, &target->found);
  make_room (computation, session);

  return write_result (computation, target, session, error);
}

/* Replaces a radius that is to be found by the number, because an effect keeps its values. Where there is none it keeps the
 * word, and so leaves the layer as it is. Takes the (nullable) @given, a session of the drawable. */
static gboolean
find_radius (Computation *computation, CeTarget *target, CeSession *given, GError **error)
{
  g_autoptr (CeSession) session = given;
  CeFound               found;

  if (target->params.radius_from != CE_RADIUS_FOUND
      || ! ce_params_applies (&target->params, target->filter, ce_filter_find_param (target->filter, "radius-from")))
    return TRUE;
  if (! session)
    session = ce_drawable_read (target->source, computation->filter, computation->params, &computation->place, tell_read,
                                computation, error);
  if (! session || ! ce_session_find_focus (session, &found, tell_rendered, computation, error))
    return FALSE;

  ce_drawable_tell_found (target->source, &found);
  /* The word stays, and the amount sees to it that the layer does, too, whatever GIMP gives the effect: a selected rectangle
   * or a cropped layer may have a radius of its own. */
  if (found.is_left)
    {
      target->params.amount = 0;
      return TRUE;
    }
  target->params.sigma = found.blur;
  target->params.radius_from = CE_RADIUS_GIVEN;

  return TRUE;
}

/* Computes a result while the image is unchanged. An effect, and a call of a single request, are computed by the commit. */
static gboolean
compute (Computation *computation, CeTarget *target, CeSession *given, GError **error)
{
  gboolean is_effect = target->params.output == CE_OUTPUT_EFFECT;
  gboolean done = TRUE;

  if (is_effect)
    {
      done = find_radius (computation, target, given, error);
      TELL ("computed in GIMP's core");
    }
  else if (core_takes (computation, target) && compute_in_core (computation, target))
    {
      ce_session_free (given);
      TELL ("computed in GIMP's core%s", target->operation ? ", at once" : "");
    }
  else
    {
      TELL ("computed in the plug-in");
      done = compute_here (computation, target, given, error);
    }
  computation->n_done++;

  return done && ce_target_finish (target, error);
}

/* Returns the drawables that have selected pixels, each once. */
static GPtrArray *
list_selected (GimpDrawable **drawables, GError **error)
{
  g_autoptr (GPtrArray) selected = g_ptr_array_new ();

  for (int i = 0; drawables[i]; i++)
    {
      int x, y, width, height;

      if (gimp_drawable_mask_intersect (drawables[i], &x, &y, &width, &height)
          && ! g_ptr_array_find (selected, drawables[i], NULL))
        g_ptr_array_add (selected, drawables[i]);
    }
  if (selected->len > 0)
    return g_steal_pointer (&selected);

  ce_refuse_unselected (error);

  return NULL;
}

/* Filters each drawable into a new layer, in place or with an effect, as one undo step. On failure the image is unchanged,
 * with one exception: if GIMP refuses a later result, replaced channels and masks stay replaced until the user undoes the
 * step, and so do layers if GIMP's core does not have our operations. Takes the (nullable) @first, a session of the first
 * drawable that has rendered @params. An effect replaces the (nullable) one @edited. */
gboolean
ce_compute (GimpImage *image, GimpDrawable **drawables, const CeFilter *filter, const CeParams *params, CeSession *first,
            GimpDrawableFilter *edited, GError **error)
{
  g_autoptr (CeSession) given = first;
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func ((GDestroyNotify) ce_target_free);
  g_autoptr (GPtrArray) selected = NULL;
  Computation           computation = { filter, params, (CePlace) { .choice = (CeBackendChoice) params->backend }, 0, 0 };

  if (! ce_check_drawables (image, drawables, ce_filter_get_kind (filter, params), params->output, params->backend, error)
      || ! (selected = list_selected (drawables, error)))
    return FALSE;

  if (given && params->backend == CE_BACKEND_CUDA)
    computation.place = ce_session_get_status (given)->place;
  computation.n_drawables = (int) selected->len;
  gimp_progress_init (_(filter->title));

  for (guint i = 0; i < selected->len; i++)
    {
      CeSession *session = selected->pdata[i] == drawables[0] ? g_steal_pointer (&given) : NULL;

      g_ptr_array_add (targets, ce_target_new (image, selected->pdata[i], filter, params));
      if (! compute (&computation, targets->pdata[i], session, error))
        return FALSE;
    }

  if (edited && gimp_drawable_filter_is_valid (edited) && ce_effect_is_on (edited, drawables[0]))
    ((CeTarget *) targets->pdata[0])->edited = edited;

  return ce_commit (image, targets, error);
}
