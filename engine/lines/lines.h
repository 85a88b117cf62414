/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Canny's edges as paths below the pixel. docs/arithmetic.md has the arithmetic.
 */
#ifndef CE_LINES_H
#define CE_LINES_H

#include "engine/session.h"

G_BEGIN_DECLS

/* The most edge pixels that paths are made of. */
#define CE_LINES_MOST_PIXELS 10000000

/**
 * CeLinesParams:
 * @tolerance: the largest distance of a point from its curve, 0.05 to 10 pixels
 * @least_length: pixels; paths of fewer go, 0 to 10000
 * @gap: pixels between two ends that are joined, 0 to 10
 *
 * What paths are made of edges with.
 */
typedef struct
{
  double tolerance;
  int    least_length;
  int    gap;
} CeLinesParams;

#define CE_LINES_DEFAULTS { .tolerance = 0.25, .least_length = 8, .gap = 0 }

/* A point, in pixels from the image's corner. */
typedef struct { double x, y; } CeDot;

/**
 * CeSegment:
 * @is_line: it is straight, and the handles are its ends
 * @handle: of the begin and of the end of a cubic Bézier curve
 * @to: its end; it begins where the one before it ends
 */
typedef struct
{
  gboolean is_line;
  CeDot    handle[2];
  CeDot    to;
} CeSegment;

/**
 * CePath:
 * @from: where its first curve begins
 * @first: number of its first curve
 * @n: its curves, at least one
 * @n_pixels: edge pixels that it was made of
 * @length: pixels
 * @width: of the drawn line whose middle it is, pixels; 0 of an edge
 * @is_closed: its last curve ends at @from
 * @is_butt: its line has butt ends, at its own; the ends of others are round, half a width beyond
 */
typedef struct
{
  CeDot    from;
  guint    first;
  guint    n;
  guint    n_pixels;
  double   length;
  double   width;
  gboolean is_closed;
  gboolean is_butt;
} CePath;

/**
 * CeLines:
 * @width, @height: of the image, pixels
 * @n_pixels: edge pixels
 * @n_chains: chains between nodes, and loops
 * @n_dots: of middles: pieces of ink that are too short for a line; 0 of edges and of line art
 * @paths: @n_paths of them, in the order of their first pixels
 * @curves: @n_curves of them, those of one path behind those of the one before
 * @length: of all paths, pixels
 *
 * Counted.
 */
typedef struct
{
  int      width;
  int      height;
  guint    n_pixels;
  guint    n_chains;
  guint    n_dots;
  guint    n_paths;
  guint    n_curves;
  CePath  *paths;
  CeSegment *curves;
  double   length;
} CeLines;

/**
 * CePen:
 * @order: (array): numbers of paths, twice, plus 1 if the path is drawn backwards
 * @travel: way without drawing, pixels, from the image's corner on
 *
 * The order in which a pen draws the paths.
 */
typedef struct
{
  guint *order;
  double travel;
} CePen;

/**
 * CeSvg:
 * @x_dpi, @y_dpi: pixels per inch; 0 if they are not known
 * @is_one: all paths are one element, without a pen the last one first, as GIMP merges elements
 * @pen: (nullable): the order; else that of the paths
 * @progress: (nullable): about what is written
 */
typedef struct
{
  double           x_dpi;
  double           y_dpi;
  gboolean         is_one;
  const CePen     *pen;
  const CeProgress *progress;
} CeSvg;

CeLinesParams ce_lines_get_params (const CeParams *params);
gboolean ce_lines_check  (const CeLinesParams *lines, GError **error);
CeLines *ce_lines_find   (CeSession *session, const CeParams *params, const CeLinesParams *lines, const CeView *selection,
                          CeProgressFunc progress, gpointer data, GError **error);
CeLines *ce_lines_trace  (const CeSource *source, const CeParams *params, const CeView *edges, const CeView *selection,
                          const CeLinesParams *lines, const CeProgress *progress, GError **error);
CeLines *ce_lines_of_edges (CeSession *session, const CeLinesParams *lines, const CeView *selection,
                          CeProgressFunc progress, gpointer data, GError **error);
CeLines *ce_lines_ref    (CeLines *lines);
void     ce_lines_unref  (CeLines *lines);
CePen   *ce_pen_new      (const CeLines *lines, const CeProgress *progress, GError **error);
void     ce_pen_free     (CePen *pen);
GString *ce_lines_to_svg (const CeLines *lines, const CeSvg *svg);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeLines, ce_lines_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CePen, ce_pen_free)

G_END_DECLS

#endif
