/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog's result on GIMP's canvas: an effect of the layer that comes, changes
 * and goes without a trace. No step of undo is made, and an image that was as
 * saved stays so; what the user does to it meanwhile counts as ever.
 */
#include "canvas.h"

#include "effect.h"

/**
 * ce_canvas_can_show:
 * @canvas: a canvas
 *
 * Returns: whether there may be an effect on its drawable
 */
gboolean
ce_canvas_can_show (const CeCanvasEffect *canvas)
{
  return GIMP_IS_LAYER (canvas->drawable) && ce_effect_is_there (canvas->drawable);
}

static void
put_effect (CeCanvasEffect *canvas, const CeParams *params)
{
  canvas->effect = ce_effect_new (canvas->drawable, canvas->filter, params, FALSE);
  if (canvas->effect)
    gimp_drawable_append_filter (canvas->drawable, canvas->effect);
}

/* Of one that the user has removed or merged a step of undo knows more than the
 * layer does: it stays valid, and GIMP crashes when it is deleted then. */
static gboolean
has_effect (const CeCanvasEffect *canvas)
{
  GimpDrawableFilter **effects;
  gboolean             has = FALSE;

  if (! canvas->effect || ! gimp_drawable_filter_is_valid (canvas->effect))
    return FALSE;

  effects = gimp_drawable_get_filters (canvas->drawable);
  for (int i = 0; effects && effects[i]; i++)
    has |= effects[i] == canvas->effect;
  g_free (effects);

  return has;
}

static void
change (CeCanvasEffect *canvas, const CeParams *params)
{
  if (! has_effect (canvas))
    canvas->effect = NULL;

  if (params && ! canvas->effect)
    put_effect (canvas, params);
  else if (params && ce_effect_set (canvas->effect, canvas->filter, params))
    gimp_drawable_filter_update (canvas->effect);
  else if (canvas->effect)
    {
      gimp_drawable_filter_delete (canvas->effect);
      canvas->effect = NULL;
    }
}

/**
 * ce_canvas_show:
 * @canvas: a canvas that can show something
 * @params: (nullable): what the layer is to look like; %NULL: as it is
 *
 * Shows it.
 */
void
ce_canvas_show (CeCanvasEffect *canvas, const CeParams *params)
{
  GimpImage *image;
  gboolean   was_saved;

  if (! gimp_item_is_valid (GIMP_ITEM (canvas->drawable)) || (! params && ! canvas->effect))
    return;

  image = gimp_item_get_image (GIMP_ITEM (canvas->drawable));
  was_saved = ! gimp_image_is_dirty (image);
  gimp_image_undo_freeze (image);
  change (canvas, params);
  gimp_image_undo_thaw (image);
  if (was_saved)
    gimp_image_clean_all (image);
  gimp_displays_flush ();
}
