/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_EXCHANGE_H
#define CE_EXCHANGE_H

#include "paint.h"
#include "pixels.h"

G_BEGIN_DECLS

/**
 * CeExchange:
 * @pixels: how @buffer is exchanged
 * @buffer: a buffer
 * @x, @y: of the image's first pixel in @buffer
 * @view: the image in memory; when writing, its pixels may be others (@paint)
 * @paint: (nullable): how rows of @view become rows of @buffer
 * @is_remote: the tiles are another process's, which answers one thread
 *
 * An image in a buffer and in memory. The engine's threads exchange it, each
 * some rows of tiles; over a wire they only convert what the calling thread exchanges.
 */
typedef struct
{
  CePixels       pixels;
  GeglBuffer    *buffer;
  int            x;
  int            y;
  const CeView  *view;
  const CePaint *paint;
  gboolean       is_remote;
} CeExchange;

/**
 * CeRowsFunc:
 * @y: first row
 * @n_rows: how many
 * @data: what was given with it
 *
 * Told of rows that have been read, from top to bottom, on the calling thread.
 */
typedef void (*CeRowsFunc) (int y, int n_rows, gpointer data);

gboolean ce_exchange_read  (const CeExchange *exchange, const GeglRectangle *part, CeRowsFunc func, gpointer data,
                            GError **error);
gboolean ce_exchange_write (const CeExchange *exchange, const GeglRectangle *part, GError **error);

G_END_DECLS

#endif
