/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A frame: the screen pixels of a picture and its result, painted once and never changed.
 */
#pragma once

#include "raster.h"

#include "engine/cuda-edges.h"

/* The visible part of a picture, and its appearance. */
typedef struct
{
  CeRegion region;              /* width 0: nothing is visible yet */
  gboolean overlay;             /* the result lies over the picture in the way of its look */
  int      outline;             /* thickness of the selection's outline, screen pixels; 0: there is none */
  CeLut   *lut;                 /* (nullable): from the picture's colors to the screen's */
} CeViewport;

/* The pictures that a frame is painted from. */
typedef struct
{
  CeView source;                /* data NULL: there is none */
  int    n_rows;                /* rows of the source that have arrived, from the top */
  guint  serial;                /* number of sources so far */
  CeView mask;                  /* the selection that is outlined, of the source's size; data NULL: there is none */
  CeView result;                /* the pixels of @part; data NULL: there is no result */
  CeArea part;                  /* in the source */
  CeLook look;                  /* of the result; the painter fills in its source and its lut */
  guint  generation;            /* of the result's request */
} CePictures;

/* An immutable, reference-counted frame. Arrays of pixels have counts, too, because frames share equal ones. */
typedef struct
{
  CeViewport viewport;          /* its lut belongs to the frame */
  guint      serial;            /* of the source */
  int        n_rows;            /* rows of the source that had arrived */
  int        n_ready;           /* rows of @before that are painted */
  guint      generation;        /* of the result; 0: there is none */
  gboolean   whole;             /* @after is of a whole result */
  guint32   *before;            /* the source as Cairo's ARGB32, packed; rows that have not arrived are transparent */
  guint32   *after;             /* (nullable): the result, the same way */
} CeFrame;

CeArea   ce_viewport_get_area (const CeViewport *viewport);
gboolean ce_frame_can_paint (const CePictures *pictures, const CeViewport *viewport);
CeFrame *ce_frame_paint     (const CePictures *pictures, const CeViewport *viewport, const CeFrame *last);
CeFrame *ce_frame_ref       (CeFrame *frame);
void     ce_frame_unref     (CeFrame *frame);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeFrame, ce_frame_unref)
