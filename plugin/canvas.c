/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows a dialog's result on GIMP's canvas, as an effect of the layer that leaves no trace. The effect comes from
 * ce_effect_new_call(), so no file and no copy contains it, and it shows nothing once this process has ended. It makes no
 * step of undo, and a saved image stays marked as saved. The user's own changes count as usual.
 */
#include "canvas.h"

#include "core.h"
#include "effect.h"

/* Returns whether the canvas's drawable may have an effect. */
gboolean
ce_canvas_can_show (const CeCanvasEffect *canvas)
{
  return GIMP_IS_LAYER (canvas->drawable) && ce_core_is_ready (canvas->drawable);
}

/* Puts an effect on a layer, or removes it, without a step of undo. GIMP marks the image as changed, so the mark is cleared.
 * A change that the user makes between these requests would lose its mark, too. So the effect computes nothing at that
 * time, and the requests follow each other at once. */
static void
change_effects (GimpDrawable *drawable, GimpDrawableFilter *effect, gboolean appends)
{
  GimpImage *image = gimp_item_get_image (GIMP_ITEM (drawable));
  gboolean   was_saved;

  gimp_image_undo_freeze (image);
  was_saved = ! gimp_image_is_dirty (image);
  if (appends)
    gimp_drawable_append_filter (drawable, effect);
  else
    gimp_drawable_filter_delete (effect);
  if (was_saved)
    gimp_image_clean_all (image);
  gimp_image_undo_thaw (image);
}

static void
put_effect (CeCanvasEffect *canvas)
{
  canvas->effect = ce_effect_new_call (canvas->drawable, NULL, canvas->filter, FALSE);
  if (canvas->effect)
    change_effects (canvas->drawable, canvas->effect, TRUE);
}

static void
remove_effect (CeCanvasEffect *canvas)
{
  ce_effect_let_go (canvas->effect);
  if (ce_effect_is_on (canvas->effect, canvas->drawable))
    change_effects (canvas->drawable, canvas->effect, FALSE);
  canvas->effect = NULL;
}

static void
set_effect (CeCanvasEffect *canvas, const CeParams *params)
{
  if (canvas->effect && ! ce_effect_is_on (canvas->effect, canvas->drawable))
    {
      ce_effect_let_go (canvas->effect);
      canvas->effect = NULL;
    }
  if (! canvas->effect)
    put_effect (canvas);
  if (canvas->effect)
    {
      ce_effect_set_call (canvas->effect, canvas->filter, params);
      ce_effect_blend (canvas->effect, params);
      gimp_drawable_filter_update (canvas->effect);
    }
}

/* Shows the layer's result for @params, or, with NULL, the layer itself. */
void
ce_canvas_show (CeCanvasEffect *canvas, const CeParams *params)
{
  /* GIMP frees the effect with its image. */
  if (canvas->effect && ! gimp_drawable_filter_is_valid (canvas->effect))
    canvas->effect = NULL;

  if (params && gimp_item_is_valid (GIMP_ITEM (canvas->drawable)))
    set_effect (canvas, params);
  else if (canvas->effect && ! params)
    remove_effect (canvas);
  else
    return;

  gimp_displays_flush ();
}

static void
remove_strays_of (GimpDrawable *layer)
{
  GimpDrawableFilter **effects = gimp_drawable_get_filters (layer);

  for (int i = 0; effects && effects[i]; i++)
    if (ce_effect_is_stray (effects[i]))
      change_effects (layer, effects[i], FALSE);
  g_free (effects);
}

static void
remove_strays_below (GimpLayer **layers)
{
  for (int i = 0; layers && layers[i]; i++)
    {
      remove_strays_of (GIMP_DRAWABLE (layers[i]));
      if (gimp_item_is_group (GIMP_ITEM (layers[i])))
        {
          g_autofree GimpLayer **children = (GimpLayer **) gimp_item_get_children (GIMP_ITEM (layers[i]));

          remove_strays_below (children);
        }
    }
}

/* Removes the effects of ended processes from the layers of all images. */
void
ce_canvas_remove_strays (void)
{
  g_autofree GimpImage **images = gimp_get_images ();
  gboolean               is_asked = FALSE;

  for (int i = 0; images && images[i]; i++)
    {
      g_autofree GimpLayer **layers = gimp_image_get_layers (images[i]);

      if (! is_asked && layers && layers[0])
        {
          if (! ce_core_has_calls (GIMP_DRAWABLE (layers[0])))
            return;
          is_asked = TRUE;
        }
      remove_strays_below (layers);
    }
  if (is_asked)
    gimp_displays_flush ();
}
