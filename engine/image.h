/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pixels in memory.
 */
#ifndef CE_IMAGE_H
#define CE_IMAGE_H

#include <glib.h>

G_BEGIN_DECLS

/**
 * CeType:
 * @CE_U8: unsigned bytes; the level is the value
 * @CE_U16: unsigned words in the perceptual (non-linear) encoding; the level is (value / 65535) * 255
 * @CE_F32: floats in the perceptual (non-linear) encoding; the level is the value times 255, or 0 if that is not finite
 *
 * The type of one sample.
 */
typedef enum
{
  CE_U8,
  CE_U16,
  CE_F32
} CeType;

/* The largest width and height, pixels: four times GIMP's. Up to it sums of 32 bits suffice, and so do CUDA's grids of
 * tiles, which have at most 65,535 rows of blocks. */
#define CE_MAX_SIDE 2000000

/**
 * CeView:
 * @data: the first sample of the first row
 * @stride: bytes from one row to the next
 * @width: pixels in a row
 * @height: rows
 * @channels: samples in a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA;
 *   alpha is straight (not premultiplied)
 * @type: type of every sample
 *
 * A picture; the memory belongs to somebody else.
 */
typedef struct
{
  guint8 *data;
  gsize   stride;
  int     width;
  int     height;
  int     channels;
  CeType  type;
} CeView;

/**
 * CePoint:
 * @x, @y: a pixel
 */
typedef struct { int x, y; } CePoint;

/**
 * CeArea:
 * @x, @y: the first column and row
 * @width, @height: columns and rows
 *
 * A rectangle of a picture, in pixels.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} CeArea;

static inline gsize
ce_type_size (CeType type)
{
  return type == CE_U8 ? 1 : type == CE_U16 ? sizeof (guint16) : sizeof (float);
}

static inline gpointer
ce_view_row (const CeView *view, int y)
{
  return view->data + (gsize) y * view->stride;
}

/* Returns the pixel in column @x of row @y. */
static inline guint8 *
ce_view_pixel (const CeView *view, int x, int y)
{
  return (guint8 *) ce_view_row (view, y) + (gsize) x * view->channels * ce_type_size (view->type);
}

/* Returns a rectangle of @view as a picture in the same memory. */
static inline CeView
ce_view_part (const CeView *view, const CeArea *area)
{
  CeView part = *view;

  part.data = ce_view_pixel (view, area->x, area->y);
  part.width = area->width;
  part.height = area->height;

  return part;
}

static inline gboolean
ce_view_has_alpha (const CeView *view)
{
  return view->channels == 2 || view->channels == 4;
}

/* Returns the number of color samples of a pixel: 1 for gray, 3 for R, G and B. */
static inline int
ce_n_colors (int channels)
{
  return channels < 3 ? 1 : 3;
}

/* Returns the bytes of all rows. */
static inline gsize
ce_view_size (const CeView *view)
{
  return view->stride * (gsize) view->height;
}

G_END_DECLS

#endif
