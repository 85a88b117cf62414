/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selection.h"

#include "engine/memory.h"

struct _CeSelection
{
  GimpDrawable *channel;
  int           offset_x;      /* of the drawable in the image */
  int           offset_y;
  GeglBuffer   *buffer;        /* of the rows that are being read */
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

  g_clear_object (&selection->buffer);
  ce_memory_free (selection->mask.data, selection->mask.stride * selection->mask.height);
  g_free (selection);
}

/**
 * ce_selection_read:
 * @selection: (nullable): a selection
 * @part: of the drawable; parts come from top to bottom and from left to right
 *
 * Reads it from GIMP, on the main thread.
 */
void
ce_selection_read (CeSelection *selection, const GeglRectangle *part)
{
  CeView *mask;

  if (! selection)
    return;

  /* A fresh buffer uses the memory of the tiles above again. */
  if (part->x == 0)
    g_clear_object (&selection->buffer);
  if (! selection->buffer)
    selection->buffer = gimp_drawable_get_buffer (selection->channel);
  if (! selection->buffer)      /* the image is gone */
    return;

  mask = &selection->mask;
  gegl_buffer_get (selection->buffer,
                   GEGL_RECTANGLE (selection->offset_x + part->x, selection->offset_y + part->y, part->width, part->height),
                   1.0, babl_format ("Y u8"), (guint8 *) ce_view_row (mask, part->y) + part->x, (int) mask->stride,
                   GEGL_ABYSS_NONE);
  if (part->y + part->height == mask->height && part->x + part->width == mask->width)
    g_clear_object (&selection->buffer);
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
