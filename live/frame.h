/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a window shows of a picture and its result: pixels of the screen, painted once and never changed.
 */
#ifndef CE_FRAME_H
#define CE_FRAME_H

#include "raster.h"

#include "engine/backend.h"

/**
 * CeViewport:
 * @region: the part of the picture that is seen; width 0: nothing yet
 * @overlay: whether the result lies over the picture, as its look says
 * @outline: how thick the outline of the selection is, screen pixels; 0: there is none
 * @lut: (nullable): from the picture's colors to the screen's
 *
 * What of a picture is seen, and how.
 */
typedef struct
{
  CeRegion region;
  gboolean overlay;
  int      outline;
  CeLut   *lut;
} CeViewport;

/**
 * CePictures:
 * @source: the picture; data %NULL: there is none
 * @n_rows: how many of its rows, from the top, are there
 * @serial: of the picture: how many there have been
 * @mask: the selection that is outlined, of the picture's size; data %NULL: there is none
 * @result: the pixels of @part; data %NULL: there is no result
 * @part: where they are in the picture
 * @look: of the result; whoever paints fills in its source and its lut
 * @generation: of the request it is the result of
 *
 * What a frame is painted from.
 */
typedef struct
{
  CeView source;
  int    n_rows;
  guint  serial;
  CeView mask;
  CeView result;
  CeArea part;
  CeLook look;
  guint  generation;
} CePictures;

/**
 * CeFrame:
 * @viewport: what it shows; @lut belongs to it
 * @n_rows: rows of the picture that were there
 * @generation: of the result; 0: there is none
 * @before: the picture as Cairo's ARGB32, packed; what has not arrived is transparent
 * @after: (nullable): the result, the same way
 *
 * Immutable, and counted. Arrays of pixels are counted, too: frames share what is the same.
 */
typedef struct
{
  CeViewport viewport;
  guint      serial;           /* of the picture */
  int        n_rows;
  int        n_ready;          /* rows of @before that are painted */
  guint      generation;
  gboolean   whole;            /* @after is of a whole result */
  guint32   *before;
  guint32   *after;
} CeFrame;

CeArea   ce_viewport_get_area (const CeViewport *viewport);
gboolean ce_frame_can_paint (const CePictures *pictures, const CeViewport *viewport);
CeFrame *ce_frame_paint     (const CePictures *pictures, const CeViewport *viewport, const CeFrame *last);
CeFrame *ce_frame_ref       (CeFrame *frame);
void     ce_frame_unref     (CeFrame *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeFrame, ce_frame_unref)

#endif
