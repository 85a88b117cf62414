/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "selection.h"

#include <string.h>

/* The place of a selection, as far as GIMP tells it without pixels. */
typedef struct
{
  gboolean empty;              /* an empty selection selects everything */
  int      offset_x;           /* of the drawable in the image */
  int      offset_y;
  CeArea   bounds;             /* in the drawable; width 0: nothing of that is selected */
} Extent;

struct _CeSelection
{
  GimpImage    *image;
  GimpDrawable *drawable;
  Extent        extent;
  GeglBuffer   *buffer;        /* of the rows that are being read */
  CeView        mask;          /* data NULL: empty, or there is no memory for it */
};

static void
get_extent (GimpImage *image, GimpDrawable *drawable, Extent *extent)
{
  CeArea *bounds = &extent->bounds;

  *extent = (Extent) { .empty = gimp_selection_is_empty (image) };
  gimp_drawable_get_offsets (drawable, &extent->offset_x, &extent->offset_y);
  if (! extent->empty && ! gimp_drawable_mask_intersect (drawable, &bounds->x, &bounds->y, &bounds->width, &bounds->height))
    *bounds = (CeArea) { 0 };
}

/* Returns (transfer full) the selection of @drawable, without its pixels. */
CeSelection *
ce_selection_new (GimpImage *image, GimpDrawable *drawable)
{
  CeSelection *selection = g_new0 (CeSelection, 1);
  CeView      *mask = &selection->mask;

  selection->image = image;
  selection->drawable = drawable;
  get_extent (image, drawable, &selection->extent);
  if (selection->extent.empty || ! gimp_item_is_valid (GIMP_ITEM (drawable)))
    return selection;

  mask->channels = 1;
  ce_memory_take (mask, gimp_drawable_get_width (drawable), gimp_drawable_get_height (drawable), NULL);

  return selection;
}

/* Frees a (nullable) selection. */
void
ce_selection_free (CeSelection *selection)
{
  if (! selection)
    return;

  g_clear_object (&selection->buffer);
  ce_memory_put (&selection->mask);
  g_free (selection);
}

/* Reads a part. It takes a fresh buffer for each row of tiles, because a buffer keeps old tiles; a fresh one reuses their
 * memory. */
static gboolean
read_part (CeSelection *selection, const GeglRectangle *part, gpointer out, int stride)
{
  const Extent *extent = &selection->extent;
  CeView       *mask = &selection->mask;

  if (part->x == 0)
    g_clear_object (&selection->buffer);
  if (! selection->buffer)
    selection->buffer = gimp_drawable_get_buffer (GIMP_DRAWABLE (gimp_image_get_selection (selection->image)));
  if (! selection->buffer)      /* the image is gone */
    return FALSE;

  gegl_buffer_get (selection->buffer,
                   GEGL_RECTANGLE (extent->offset_x + part->x, extent->offset_y + part->y, part->width, part->height),
                   1.0, babl_format ("Y u8"), out, stride, GEGL_ABYSS_NONE);
  if (part->y + part->height == mask->height && part->x + part->width == mask->width)
    g_clear_object (&selection->buffer);

  return TRUE;
}

/* Reads a part from GIMP, on the main thread. */
void
ce_selection_read (CeSelection *selection, const GeglRectangle *part)
{
  CeView *mask = &selection->mask;

  if (mask->data)
    read_part (selection, part, ce_view_pixel (mask, part->x, part->y), (int) mask->stride);
}

static gboolean
has_extent (CeSelection *selection)
{
  Extent now;

  get_extent (selection->image, selection->drawable, &now);

  return memcmp (&now, &selection->extent, sizeof now) == 0;
}

/* Reads a part again. Returns whether it is unchanged. */
gboolean
ce_selection_has_part (CeSelection *selection, const GeglRectangle *part)
{
  const CeView      *mask = &selection->mask;
  g_autofree guint8 *again = NULL;

  if (part->x == 0 && part->y == 0 && ! has_extent (selection))
    return FALSE;
  if (! mask->data)
    return TRUE;

  again = g_malloc ((gsize) part->width * (gsize) part->height);
  if (! read_part (selection, part, again, part->width))
    return FALSE;

  for (int y = 0; y < part->height; y++)
    if (memcmp (again + (gsize) y * part->width, ce_view_pixel (mask, part->x, part->y + y), part->width) != 0)
      return FALSE;

  return TRUE;
}

/* Returns (transfer none) (nullable) one byte for each pixel of the drawable; NULL if everything is selected. */
const CeView *
ce_selection_get_mask (CeSelection *selection)
{
  return selection->mask.data ? &selection->mask : NULL;
}

/* Returns the rectangle of the drawable that GIMP gives a new effect; width 0 is the whole drawable. */
CeArea
ce_selection_get_cut (CeSelection *selection)
{
  const CeView *mask = &selection->mask;
  const CeArea *bounds = &selection->extent.bounds;

  if (! mask->data || (bounds->width == mask->width && bounds->height == mask->height))
    return (CeArea) { 0 };

  return *bounds;
}
