/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "paint.h"
#include "pixels.h"

/**
 * CeExchange:
 * @pixels: the format of @buffer
 * @buffer: a buffer
 * @x, @y: the image's first pixel in @buffer
 * @view: the image in memory
 * @paint: (nullable): the painting of rows of @view as rows of @buffer, when writing
 * @coverage: (nullable): floats of @view's size that multiply the alpha of painted rows, which are floats
 * @is_remote: the tiles belong to another process, which answers one thread
 *
 * An image in a buffer and in memory. All threads exchange rows of tiles; if the buffer is remote, the calling thread
 * exchanges them, and the others help it to convert.
 */
typedef struct
{
  CePixels       pixels;
  GeglBuffer    *buffer;
  int            x;
  int            y;
  const CeView  *view;
  const CePaint *paint;
  const CeView  *coverage;
  gboolean       is_remote;
} CeExchange;

/* Called on the calling thread with rows that have been read, from top to bottom. */
typedef void (*CeRowsFunc) (int y, int n_rows, gpointer data);

gboolean ce_exchange_read  (const CeExchange *exchange, const GeglRectangle *part, CeRowsFunc func, gpointer data,
                            GError **error);
gboolean ce_exchange_write (const CeExchange *exchange, const GeglRectangle *part, GError **error);
