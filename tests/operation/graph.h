/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Graphs with one of our operations, and their expected results.
 */
#pragma once

#include <gegl.h>

#include "pixels/paint.h"
#include "pixels/pixels.h"
#include "tests/support/support.h"

/**
 * Graph:
 * @buffer: the source's
 * @source: gegl:buffer-source
 * @node: ours
 */
typedef struct
{
  GeglNode   *graph;
  GeglNode   *source;
  GeglNode   *node;
  GeglBuffer *buffer;
} Graph;

/* The place where operations compute, as an index of their property. */
extern int graph_backend;

void     graph_init      (Graph *graph, const char *filter, const char *format, const GeglRectangle *extent,
                          TestAlpha alpha, guint64 seed);
void     graph_clear     (Graph *graph);
void     graph_set       (Graph *graph, const char *params);
void     graph_paint     (Graph *graph, const GeglRectangle *where, guint64 seed);
guint8  *graph_result    (Graph *graph, const GeglRectangle *roi, gsize *size);
guint8  *graph_expected  (Graph *graph, const char *filter, const char *params, const char *format, gsize *size);
gboolean graph_is_right  (Graph *graph, const char *filter, const char *params, const char *format, const char *what);
