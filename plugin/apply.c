/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From source drawables to results in the image, all or none of them.
 */
#include "apply.h"

#include <glib/gi18n.h>

#include "engine/choose.h"
#include "engine/shelf.h"

#include "core.h"
#include "drawable.h"
#include "read.h"
#include "refuse.h"
#include "status.h"
#include "target.h"

/* For whoever sets G_MESSAGES_DEBUG=cuda-edges. */
#define TELL(...) g_log ("cuda-edges", G_LOG_LEVEL_DEBUG, __VA_ARGS__)

typedef struct
{
  GimpImage      *image;
  const CeFilter *filter;
  const CeParams *params;
  CePlace         place;        /* what was asked for, or the GPU that the first drawable was computed on */
  CeStatus        status;
  gboolean        told;         /* why the GPU was left */
} Call;

static CeSession *
read_drawable (Call *call, GimpDrawable *drawable, GError **error)
{
  CeProgress progress = ce_status_begin (&call->status, CE_STATUS_READ);
  CePixels   pixels;
  CePlace    place;
  CeView     view;

  /* CUDA first, so that it starts while GEGL does. */
  ce_drawable_init_pixels (drawable, &pixels);
  ce_drawable_init_view (drawable, &pixels, &view);
  place = ce_choose_place (&call->place, call->filter, call->params, &view, CE_USE_ONCE);
  if (place.choice == CE_BACKEND_CUDA)
    ce_backend_warm_up (&place);
  ce_drawable_start ();

  return ce_read_drawable (drawable, call->filter, call->params, &place, &progress, error);
}

/* A machine without CUDA is not worth a word, a GPU that failed is. */
static void
tell_fallback (Call *call, CeSession *session)
{
  const char *reason = ce_session_get_fallback (session);
  CePlace     cuda = ce_place (CE_BACKEND_CUDA);

  if (! reason || call->told || ! ce_backend_start (&cuda, NULL))
    return;

  g_message (_("The GPU could not be used, so the processor computed the same result. %s"), reason);
  call->told = TRUE;
}

/* GIMP is to have the memory that the last source needed, for the result: what
 * another process has just had is at hand, in a virtual machine too. */
static void
make_room (Call *call, CeSession *session)
{
  ce_session_retire (session);
  if (call->status.n_done + 1 == call->status.n_drawables)
    ce_shelf_clear ();
}

/* In this process, through GIMP's wire, with progress and Cancel. */
static CeTarget *
filter_here (Call *call, GimpDrawable *drawable, CeSession *given, GError **error)
{
  g_autoptr (CeSession) session = given ? given : read_drawable (call, drawable, error);
  CeProgress            progress = ce_status_begin (&call->status, CE_STATUS_RENDER);

  if (! session
      || (! given && ! ce_session_render (session, call->params, progress.func, progress.data, error)))
    return NULL;

  tell_fallback (call, session);
  make_room (call, session);
  progress = ce_status_begin (&call->status, CE_STATUS_WRITE);

  return ce_target_new (call->image, drawable, call->filter, g_steal_pointer (&session), &progress, error);
}

static CeTarget *
filter_drawable (Call *call, GimpDrawable *drawable, CeSession *given, GError **error)
{
  CeCoreCall core = { call->image, call->filter, call->params, call->status.n_drawables > 1 };

  /* GIMP's core would not know which edges were erased. */
  if (call->params->output == CE_OUTPUT_EFFECT
      || (! (given && ce_session_is_edited (given)) && ce_core_takes (&core, drawable)))
    {
      CeTarget *target = ce_target_new_in_core (&core, drawable);

      if (target)
        {
          ce_session_free (given);
          TELL ("computed in GIMP's core");
          return target;
        }
    }

  TELL ("computed in the plug-in");

  return filter_here (call, drawable, given, error);
}

/* The drawables that have selected pixels, each once. */
static GPtrArray *
list_selected (GimpDrawable **drawables, GError **error)
{
  GPtrArray *selected = g_ptr_array_new ();

  for (int i = 0; drawables[i]; i++)
    {
      int x, y, width, height;

      if (gimp_drawable_mask_intersect (drawables[i], &x, &y, &width, &height)
          && ! g_ptr_array_find (selected, drawables[i], NULL))
        g_ptr_array_add (selected, drawables[i]);
    }

  if (selected->len == 0)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID,
                   _("Nothing of what is to be filtered is selected; change the selection or select nothing."));
      g_clear_pointer (&selected, g_ptr_array_unref);
    }

  return selected;
}

static gboolean
commit (GimpImage *image, GPtrArray *targets, GError **error)
{
  gboolean done = TRUE;

  for (guint i = 0; i < targets->len; i++)
    if (! ce_target_prepare (targets->pdata[i], targets->len > 1, error))
      return FALSE;

  gimp_image_undo_group_start (image);
  for (guint i = 0; i < targets->len && done; i++)
    done = ce_target_commit (targets->pdata[i], error);
  for (guint i = 0; i < targets->len && ! done; i++)
    ce_target_revert (targets->pdata[i]);
  gimp_image_undo_group_end (image);

  return done;
}

/**
 * ce_apply:
 * @image: an image
 * @drawables: (array zero-terminated=1): drawables of it
 * @filter: what to do
 * @params: and how
 * @first: (nullable) (transfer full): a session of the first drawable that
 *   has rendered @params
 * @error: return location
 *
 * Filters each drawable into a new layer, in place or with an effect, as one
 * undo step.
 *
 * Returns: %TRUE, or %FALSE with the image as it was; only channels and masks, and
 *   layers where GIMP's core does not have our operations, that were replaced
 *   before GIMP refused another drawable's result stay so until the step is undone
 */
gboolean
ce_apply (GimpImage *image, GimpDrawable **drawables, const CeFilter *filter, const CeParams *params,
          CeSession *first, GError **error)
{
  g_autoptr (CeSession) given = first;
  g_autoptr (GPtrArray) selected = NULL;
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func ((GDestroyNotify) ce_target_free);
  Call                  call = { .image = image, .filter = filter, .params = params,
                                 .place = ce_place ((CeBackendChoice) params->backend) };

  for (int i = 0; drawables[i]; i++)
    if (ce_refuse_drawable (image, drawables[i], filter, params, error))
      return FALSE;

  selected = list_selected (drawables, error);
  if (! selected)
    return FALSE;

  if (given && params->backend == CE_BACKEND_CUDA)
    call.place = *ce_session_get_place (given);

  ce_status_start (&call.status, filter->title, selected->len);
  for (guint i = 0; i < selected->len; i++)
    {
      CeSession *session = selected->pdata[i] == drawables[0] ? g_steal_pointer (&given) : NULL;
      CeTarget  *target = filter_drawable (&call, selected->pdata[i], session, error);

      if (! target)
        return FALSE;
      g_ptr_array_add (targets, target);
      call.status.n_done++;
    }

  return commit (image, targets, error);
}
