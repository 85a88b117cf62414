/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "engine/cuda-edges.h"

/**
 * CePaint:
 * @type: type of all samples
 * @in_channels: samples of a result pixel, 1 to 4
 * @out_channels: samples of a pixel of the layer, 1 to 4
 * @lines: the result is coverage of @color
 * @color: the pixel that lines are drawn with, in the format of the layer
 *
 * The painting of a row of a result as a row of a layer.
 */
typedef struct
{
  CeType   type;
  int      in_channels;
  int      out_channels;
  gboolean lines;
  union { guint8 u8[4]; guint16 u16[4]; float f32[4]; } color;
} CePaint;

void ce_paint_row (const CePaint *paint, gconstpointer in, gpointer out, int n);
