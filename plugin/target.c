/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a result goes: a new layer, or the drawable itself.
 *
 * Everything that can fail or be cancelled happens while the image is still as
 * it was: pixels are written to a layer that is not yet in the image, or to
 * the drawable's shadow. Committing only puts them in place.
 */
#include "target.h"

#include <glib/gi18n.h>

#include "engine/memory.h"

#include "paint.h"
#include "pixels.h"

/* Rows that are painted at a time: one row of tiles. */
#define SLICE_ROWS 128

struct _CeTarget
{
  GimpImage      *image;
  GimpDrawable   *source;
  const CeFilter *filter;
  GimpLayer      *layer;        /* new; NULL: the source itself is replaced */
  gboolean        lines;
  gboolean        shadowed;     /* the source has a shadow to merge */
  gboolean        inserted;
  CeSession      *session;      /* of a source that must get alpha before it can be written */
};

typedef struct
{
  CeTarget       *target;
  CeSession      *session;
  GimpDrawable   *drawable;     /* written to */
  GimpDrawable   *selection;    /* NULL: everything is selected */
  int             offset_x;     /* of the source in the image */
  int             offset_y;
  const Babl     *format;
  CePaint         paint;
  guint8         *rows;
  guint8         *selected;
} Writer;

static GeglBuffer *
open_buffer (const Writer *writer)
{
  return writer->target->layer ? gimp_drawable_get_buffer (writer->drawable)
                               : gimp_drawable_get_shadow_buffer (writer->drawable);
}

static void
read_selection (const Writer *writer, int y, int n_rows)
{
  g_autoptr (GeglBuffer) buffer = gimp_drawable_get_buffer (writer->selection);
  int                    width = ce_session_get_result (writer->session)->width;

  gegl_buffer_get (buffer, GEGL_RECTANGLE (writer->offset_x, writer->offset_y + y, width, n_rows), 1.0,
                   babl_format (writer->paint.type == CE_U8 ? "Y u8" : "Y float"),
                   writer->selected, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
}

static void
write_slice (const Writer *writer, GeglBuffer *buffer, int y, int n_rows)
{
  const CeView *result = ce_session_get_result (writer->session);
  gsize         sample = ce_type_size (writer->paint.type);
  gsize         stride = (gsize) result->width * writer->paint.out_channels * sample;

  if (writer->selection)
    read_selection (writer, y, n_rows);

  for (int i = 0; i < n_rows; i++)
    ce_paint_row (&writer->paint, ce_view_row (result, y + i),
                  writer->selection ? writer->selected + (gsize) i * result->width * sample : NULL,
                  writer->rows + i * stride, result->width);

  gegl_buffer_set (buffer, GEGL_RECTANGLE (0, y, result->width, n_rows), 0, writer->format,
                   writer->rows, (int) stride);
}

static gboolean
write_bands (const Writer *writer, const CeProgress *progress, GError **error)
{
  int height = ce_session_get_result (writer->session)->height;

  for (int band = 0; band < height; band += CE_BAND_ROWS)
    {
      g_autoptr (GeglBuffer) buffer = open_buffer (writer);
      int                    end = MIN (band + CE_BAND_ROWS, height);

      for (int y = band; y < end; y += SLICE_ROWS)
        write_slice (writer, buffer, y, MIN (SLICE_ROWS, end - y));

      if (progress && ! progress->func ((double) end / height, progress->data))
        {
          g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, _("Cancelled."));
          return FALSE;
        }
    }

  return TRUE;
}

static void
choose_color (Writer *writer)
{
  GeglColor *color = gimp_context_get_foreground ();

  gegl_color_get_pixel (color, writer->format, &writer->paint.color);
  g_object_unref (color);
}

/* The result of @session, painted onto the target's layer or shadow. */
static gboolean
write_result (CeTarget *target, CeSession *session, const CeProgress *progress, GError **error)
{
  const CeView *result = ce_session_get_result (session);
  Writer        writer = { .target = target, .session = session };
  gsize         pixels = (gsize) result->width * MIN (SLICE_ROWS, result->height);
  gsize         n_rows, n_selected;
  gboolean      written = FALSE;

  writer.drawable = target->layer ? GIMP_DRAWABLE (target->layer) : target->source;
  writer.paint.type = result->type;
  writer.paint.in_channels = result->channels;
  writer.paint.lines = target->lines;
  writer.format = ce_pixels_format (writer.drawable, result->type, &writer.paint.out_channels);
  gimp_drawable_get_offsets (target->source, &writer.offset_x, &writer.offset_y);
  if (target->layer && ! gimp_selection_is_empty (target->image))
    writer.selection = GIMP_DRAWABLE (gimp_image_get_selection (target->image));
  if (target->lines)
    choose_color (&writer);

  n_selected = writer.selection ? pixels * ce_type_size (result->type) : 0;
  n_rows = pixels * writer.paint.out_channels * ce_type_size (result->type);
  writer.rows = ce_memory_alloc (n_rows + n_selected, error);
  if (writer.rows)
    {
      writer.selected = writer.rows + n_rows;
      written = write_bands (&writer, progress, error);
      ce_memory_free (writer.rows, n_rows + n_selected);
    }

  return written;
}

static GimpImageType
layer_type (GimpImage *image, gboolean alpha)
{
  if (gimp_image_get_base_type (image) == GIMP_GRAY)
    return alpha ? GIMP_GRAYA_IMAGE : GIMP_GRAY_IMAGE;

  return alpha ? GIMP_RGBA_IMAGE : GIMP_RGB_IMAGE;
}

/* A layer like the source, not in the image yet. */
static GimpLayer *
create_layer (const CeTarget *target, CeSession *session)
{
  g_autofree char *name = ce_filter_describe (target->filter, ce_session_get_params (session));
  gboolean         alpha = gimp_drawable_has_alpha (target->source) || target->lines
                           || ! gimp_selection_is_empty (target->image);
  GimpLayer       *layer;
  int              x, y;

  layer = gimp_layer_new (target->image, name, gimp_drawable_get_width (target->source),
                          gimp_drawable_get_height (target->source), layer_type (target->image, alpha),
                          100, gimp_image_get_default_new_layer_mode (target->image));
  gimp_drawable_get_offsets (target->source, &x, &y);
  gimp_layer_set_offsets (layer, x, y);

  return layer;
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

  if (params->output == CE_OUTPUT_NEW_LAYER)
    target->layer = create_layer (target, session);
  else if (! GIMP_IS_LAYER (source))
    target->lines = FALSE;      /* a channel's values are coverage already */
  else if (target->lines && ! gimp_drawable_has_alpha (source))
    return target;

  target->shadowed = ! target->layer;
  written = write_result (target, session, progress, error);
  g_clear_pointer (&target->session, ce_session_free);
  if (! written)
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
          || ! write_result (target, target->session, NULL, error))
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
  g_autofree char *name = NULL;

  if (target->layer ? insert_layer (target) : replace_source (target, error))
    return TRUE;

  if (! error || ! *error)
    {
      name = gimp_item_get_name (GIMP_ITEM (target->source));
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("GIMP did not take the result for “%s”: %s"), name,
                   gimp_pdb_get_last_error (gimp_get_pdb ()));
    }

  return FALSE;
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
  ce_session_free (target->session);
  g_free (target);
}
