/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "frame.h"

#include <math.h>
#include <string.h>

/* Rows of the screen that one core paints at a time. */
#define BAND 16

/* A pixel is inside of the outline from this value of the selection on, as in GIMP. */
#define SELECTED 128

/* One of the two pictures that is being painted. */
typedef struct
{
  const CePictures *pictures;
  const CeViewport *viewport;
  const CeView     *view;
  CeArea            part;
  CeLook            look;
  CeArea            area;          /* that is painted, in the coordinates of the region */
  const guint32    *below;         /* (nullable) */
  guint32          *pixels;        /* of the region */
} Canvas;

/* Returns the pixel of the picture in the middle of a screen pixel, or -1. */
static int
pixel_at (int at, double scale, int size)
{
  double pixel = floor ((at + 0.5) / scale);

  return pixel >= 0 && pixel < size ? (int) pixel : -1;
}

static gboolean
is_selected (const guint8 *row, int column)
{
  return row && column >= 0 && row[column] >= SELECTED;
}

/* Returns whether any pixel within @thickness is not selected. */
static gboolean
is_border (const guint8 *const *rows, const int *columns, int thickness)
{
  for (int d = 1; d <= thickness; d++)
    if (! is_selected (rows[0], columns[-d]) || ! is_selected (rows[0], columns[d]) || ! is_selected (rows[-d], columns[0])
        || ! is_selected (rows[d], columns[0]))
      return TRUE;

  return FALSE;
}

/* Draws the outline in black and white stripes, visible on any picture. They are diagonal, so that they show on lines of
 * every direction. */
static void
outline_band (const Canvas *canvas, const CeRegion *band, guint32 *pixels, int stride)
{
  const CeView        *mask = &canvas->pictures->mask;
  int                  thickness = canvas->viewport->outline, n = band->width + 2 * thickness;
  g_autofree int      *columns = g_new (int, n);
  const guint8       **rows = g_newa (const guint8 *, 2 * thickness + 1);

  for (int i = 0; i < n; i++)
    columns[i] = pixel_at (band->x - thickness + i, band->scale, mask->width);

  for (int j = 0; j < band->height; j++)
    {
      for (int d = 0; d <= 2 * thickness; d++)
        {
          int y = pixel_at (band->y + j - thickness + d, band->scale, canvas->pictures->n_rows);

          rows[d] = y < 0 ? NULL : ce_view_row (mask, y);
        }
      for (int i = 0; i < band->width; i++)
        if (is_selected (rows[thickness], columns[i + thickness])
            && is_border (rows + thickness, columns + i + thickness, thickness))
          pixels[j * stride + i] = (band->x + i + band->y + j) / thickness & 4 ? 0xffffffff : 0xff000000;
    }
}

/* A CeTask: paints a band of rows. */
static void
paint_band (int task, gpointer data)
{
  const Canvas   *canvas = data;
  const CeRegion *region = &canvas->viewport->region;
  CeRegion        band = *region;
  gsize           first;

  band.x = canvas->area.x;
  band.y = canvas->area.y + task * BAND;
  band.width = canvas->area.width;
  band.height = MIN (BAND, canvas->area.y + canvas->area.height - band.y);
  first = (gsize) (band.y - region->y) * region->width + band.x - region->x;
  ce_raster_paint (canvas->view, &canvas->part, &canvas->look, &band, canvas->below ? canvas->below + first : NULL,
                   canvas->pixels + first, region->width);
  if (canvas->viewport->outline && canvas->pictures->mask.data)
    outline_band (canvas, &band, canvas->pixels + first, region->width);
}

static void
paint_area (Canvas *canvas, int x, int y, int width, int height)
{
  canvas->area = (CeArea) { x, y, width, height };
  if (width > 0 && height > 0)
    ce_threads_share ((height + BAND - 1) / BAND, paint_band, canvas);
}

/* Returns the intersection of two areas. */
static CeArea
intersect (const CeArea *a, const CeArea *b)
{
  int x = MAX (a->x, b->x), y = MAX (a->y, b->y);
  int width = MIN (a->x + a->width, b->x + b->width) - x, height = MIN (a->y + a->height, b->y + b->height) - y;

  return width > 0 && height > 0 ? (CeArea) { x, y, width, height } : (CeArea) { a->x, a->y, 0, 0 };
}

/* Paints the @n_ready rows of the region that can be painted, and copies the area @known from another region. */
static guint32 *
paint (Canvas *canvas, int n_ready, const CeArea *known, guint32 *others, const CeRegion *other)
{
  const CeRegion *region = &canvas->viewport->region;
  CeArea          all = { region->x, region->y, region->width, region->height }, ready = all;
  CeArea          old = intersect (&all, known);
  gsize           width = (gsize) region->width, n = width * (gsize) region->height;
  guint32        *pixels;

  if (others && ce_region_equal (region, other) && old.height == all.height && old.width == all.width)
    return g_atomic_rc_box_acquire (others);

  ready.height = n_ready;
  old = intersect (&ready, &old);
  canvas->pixels = pixels = g_atomic_rc_box_alloc (n * sizeof *pixels);
  memset (pixels + width * (gsize) n_ready, 0, (n - width * (gsize) n_ready) * sizeof *pixels);
  for (int y = old.y; y < old.y + old.height; y++)
    memcpy (pixels + (gsize) (y - all.y) * width + old.x - all.x,
            others + (gsize) (y - other->y) * (gsize) other->width + old.x - other->x, (gsize) old.width * sizeof *pixels);

  /* Paint above the known area, below it, and at both sides. */
  paint_area (canvas, all.x, all.y, all.width, old.y - all.y);
  paint_area (canvas, all.x, old.y + old.height, all.width, all.y + n_ready - old.y - old.height);
  paint_area (canvas, all.x, old.y, old.x - all.x, old.height);
  paint_area (canvas, old.x + old.width, old.y, all.x + all.width - old.x - old.width, old.height);

  return pixels;
}

/* Returns the area of a region whose pixels the last frame has, without rows that were painted before the rows below them
 * arrived, because their outline differs. */
static CeArea
get_known (const CePictures *pictures, const CeViewport *viewport, const CeFrame *last)
{
  const CeRegion *region = last ? &last->viewport.region : NULL;
  int             n_rows;

  if (! last || ! last->before || last->serial != pictures->serial || region->scale != viewport->region.scale
      || last->viewport.lut != viewport->lut || last->viewport.outline != viewport->outline)
    return (CeArea) { 0 };

  n_rows = last->n_rows < pictures->n_rows ? MAX (last->n_ready - viewport->outline, 0) : last->n_ready;

  return (CeArea) { region->x, region->y, region->width, n_rows };
}

static void
paint_before (CeFrame *frame, const CePictures *pictures, const CeFrame *last)
{
  const CeViewport *viewport = &frame->viewport;
  CeArea known = get_known (pictures, viewport, last), part = { 0, 0, pictures->source.width, pictures->source.height };
  Canvas canvas = { .pictures = pictures, .viewport = viewport, .view = &pictures->source, .part = part,
                    .look.lut = viewport->lut };

  frame->n_ready = ce_raster_ready (pictures->source.height, pictures->n_rows, &viewport->region);
  frame->before = paint (&canvas, frame->n_ready, &known, last ? last->before : NULL, last ? &last->viewport.region : NULL);
}

static void
paint_after (CeFrame *frame, const CePictures *pictures, const CeFrame *last)
{
  const CeViewport *viewport = &frame->viewport;
  const CeArea     *part = &pictures->part;
  CeArea known = get_known (pictures, viewport, last);
  Canvas canvas = { .pictures = pictures, .viewport = viewport, .view = &pictures->result, .part = *part,
                    .look = pictures->look, .below = frame->before };

  frame->whole = part->width == pictures->source.width && part->height == pictures->source.height;
  if (known.height < viewport->region.height || ! last->after || ! last->whole || ! frame->whole
      || last->generation != pictures->generation || last->viewport.overlay != viewport->overlay)
    known = (CeArea) { 0 };

  canvas.look.lut = viewport->lut;
  canvas.look.as_layer = viewport->overlay ? canvas.look.overlay : canvas.look.as_layer;
  if (canvas.look.mask.data)
    canvas.look.mask = ce_view_part (&canvas.look.mask, part);
  if (canvas.look.replace)
    canvas.look.source = ce_view_part (&pictures->source, part);
  frame->after = paint (&canvas, viewport->region.height, &known, known.height ? last->after : NULL,
                        known.height ? &last->viewport.region : NULL);
  frame->generation = pictures->generation;
}

/* Returns the pixels of the picture that a viewport shows; they may reach beyond the picture. */
CeArea
ce_viewport_get_area (const CeViewport *viewport)
{
  const CeRegion *region = &viewport->region;
  double          step = region->scale > 0 ? 1 / region->scale : 0;
  int             x = (int) floor (region->x * step), y = (int) floor (region->y * step);

  return (CeArea) { x, y, (int) ceil ((region->x + region->width) * step) - x,
                    (int) ceil ((region->y + region->height) * step) - y };
}

/* Returns whether the result, or its part, covers the whole viewport. */
gboolean
ce_frame_can_paint (const CePictures *pictures, const CeViewport *viewport)
{
  const CeArea *part = &pictures->part;
  CeArea        area = ce_viewport_get_area (viewport);

  return viewport->region.width > 0 && area.x >= part->x && area.y >= part->y
         && MIN (area.x + area.width, pictures->source.width) <= part->x + part->width
         && MIN (area.y + area.height, pictures->source.height) <= part->y + part->height;
}

/* Returns (transfer full) a new frame, painted on all cores, with the picture's rows that have arrived, and the result if
 * ce_frame_can_paint(). Pixels that the (nullable) @last has are copied. */
CeFrame *
ce_frame_paint (const CePictures *pictures, const CeViewport *viewport, const CeFrame *last)
{
  CeFrame *frame = g_atomic_rc_box_new0 (CeFrame);

  frame->viewport = *viewport;
  frame->viewport.lut = ce_lut_ref (viewport->lut);
  frame->serial = pictures->serial;
  frame->n_rows = pictures->n_rows;
  if (pictures->source.data)
    paint_before (frame, pictures, last);
  if (pictures->source.data && pictures->result.data)
    paint_after (frame, pictures, last);

  return frame;
}

/* Returns (transfer full) (nullable) a new reference of @frame. */
CeFrame *
ce_frame_ref (CeFrame *frame)
{
  return frame ? g_atomic_rc_box_acquire (frame) : NULL;
}

static void
clear (gpointer data)
{
  CeFrame *frame = data;

  g_clear_pointer (&frame->before, g_atomic_rc_box_release);
  g_clear_pointer (&frame->after, g_atomic_rc_box_release);
  ce_lut_unref (frame->viewport.lut);
}

/* Releases a (nullable) frame. */
void
ce_frame_unref (CeFrame *frame)
{
  if (frame)
    g_atomic_rc_box_release_full (frame, clear);
}
