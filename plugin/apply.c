/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * From source drawables to results in the image.
 */
#include "apply.h"

#include <glib/gi18n.h>

#include "commit.h"
#include "compute.h"
#include "refuse.h"

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

/* Filters each drawable into a new layer, in place or with an effect, as one undo step. On failure the image is as it
 * was; only channels and masks, and layers where GIMP's core does not have our operations, that were replaced before
 * GIMP refused another result stay so until the step is undone. @first may be a session of the first drawable that has
 * rendered @params, and is taken. */
gboolean
ce_apply (GimpImage *image, GimpDrawable **drawables, const CeFilter *filter, const CeParams *params,
          CeSession *first, GError **error)
{
  g_autoptr (CeSession) given = first;
  g_autoptr (GPtrArray) selected = NULL;
  g_autoptr (GPtrArray) targets = g_ptr_array_new_with_free_func ((GDestroyNotify) ce_target_free);
  CeComputation         computation = { .filter = filter, .params = params,
                                        .place = ce_place ((CeBackendChoice) params->backend) };

  for (int i = 0; drawables[i]; i++)
    if (ce_refuse_drawable (image, drawables[i], filter, params, error))
      return FALSE;

  selected = list_selected (drawables, error);
  if (! selected)
    return FALSE;

  if (given && params->backend == CE_BACKEND_CUDA)
    computation.place = *ce_session_get_place (given);

  ce_status_start (&computation.status, _(filter->title), (int) selected->len);
  for (guint i = 0; i < selected->len; i++)
    {
      CeSession *session = selected->pdata[i] == drawables[0] ? g_steal_pointer (&given) : NULL;
      CeTarget  *target = ce_target_new (image, selected->pdata[i], filter, params);

      g_ptr_array_add (targets, target);
      if (! ce_compute (&computation, target, session, error))
        return FALSE;
      computation.status.n_done++;
    }

  return ce_commit (image, targets, error);
}
