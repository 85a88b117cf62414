/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selection.h"

#include "engine/memory.h"

struct _CeSelection
{
  GimpDrawable *channel;
  int           offset_x;      /* of the drawable in the image */
  int           offset_y;
  CeView        mask;
};

/**
 * ce_selection_new:
 * @image: an image
 * @drawable: a drawable of it
 *
 * Returns: (transfer full) (nullable): room for how much each pixel of
 *   @drawable is selected; %NULL if nothing is selected, which means
 *   everything, or memory does not suffice
 */
CeSelection *
ce_selection_new (GimpImage *image, GimpDrawable *drawable)
{
  CeSelection *selection;
  CeView      *mask;

  if (gimp_selection_is_empty (image))
    return NULL;

  selection = g_new0 (CeSelection, 1);
  selection->channel = GIMP_DRAWABLE (gimp_image_get_selection (image));
  gimp_drawable_get_offsets (drawable, &selection->offset_x, &selection->offset_y);

  mask = &selection->mask;
  mask->width = gimp_drawable_get_width (drawable);
  mask->height = gimp_drawable_get_height (drawable);
  mask->channels = 1;
  mask->stride = mask->width;
  mask->data = ce_memory_alloc (mask->stride * mask->height, NULL);
  if (! mask->data)
    g_clear_pointer (&selection, ce_selection_free);

  return selection;
}

/**
 * ce_selection_free:
 * @selection: (nullable): a selection
 */
void
ce_selection_free (CeSelection *selection)
{
  if (! selection)
    return;

  ce_memory_free (selection->mask.data, selection->mask.stride * selection->mask.height);
  g_free (selection);
}

/**
 * ce_selection_read:
 * @selection: (nullable): a selection
 * @y: first row
 * @n_rows: how many
 *
 * Reads these rows from GIMP, on the main thread.
 */
void
ce_selection_read (CeSelection *selection, int y, int n_rows)
{
  g_autoptr (GeglBuffer) buffer = NULL;

  if (! selection)
    return;

  buffer = gimp_drawable_get_buffer (selection->channel);
  gegl_buffer_get (buffer, GEGL_RECTANGLE (selection->offset_x, selection->offset_y + y, selection->mask.width, n_rows),
                   1.0, babl_format ("Y u8"), ce_view_row (&selection->mask, y), (int) selection->mask.stride,
                   GEGL_ABYSS_NONE);
}

/**
 * ce_selection_get_mask:
 * @selection: (nullable): a selection
 *
 * Returns: (transfer none) (nullable): one byte for each pixel of the drawable
 */
const CeView *
ce_selection_get_mask (CeSelection *selection)
{
  return selection ? &selection->mask : NULL;
}
