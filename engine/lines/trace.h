/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps from edges to curves, each on what the one before it made.
 */
#ifndef CE_TRACE_H
#define CE_TRACE_H

#include "lines.h"

G_BEGIN_DECLS

/* Pixels between two polls of Cancel. */
#define CE_TRACE_STEP 65536

/* Memory of a step, which may be refused with CE_ERROR_NO_MEMORY; ce_trace_grow() makes room for @n elements. */
gboolean ce_trace_no_memory (gsize size, GError **error);
gpointer ce_trace_alloc     (gsize n, gsize size, GError **error);
gboolean ce_trace_grow      (gpointer memory, guint *n_allocated, guint n, gsize size, GError **error);

/**
 * CeEdgeMap:
 * @width, @height: of the image
 * @words: of 64 pixels, in a row
 * @n: edge pixels; each has its number in raster order
 * @bits: a bit for each pixel
 * @before: the number of edge pixels before each word
 */
typedef struct
{
  int      width;
  int      height;
  gsize    words;
  guint    n;
  guint64 *bits;
  guint   *before;
} CeEdgeMap;

gboolean ce_edge_map_init  (CeEdgeMap *edges, const CeView *view, const CeView *selection, GError **error);
void     ce_edge_map_clear (CeEdgeMap *edges);

static inline gboolean
ce_edge_map_has (const CeEdgeMap *edges, int x, int y)
{
  return x >= 0 && y >= 0 && x < edges->width && y < edges->height
         && (edges->bits[(gsize) y * edges->words + (gsize) x / 64] >> (x % 64) & 1);
}

/* Counts the bits of a word; the oldest processors of this architecture have no instruction for it. */
static inline guint
ce_edge_map_count (guint64 word)
{
  word = word - (word >> 1 & G_GUINT64_CONSTANT (0x5555555555555555));
  word = (word & G_GUINT64_CONSTANT (0x3333333333333333)) + (word >> 2 & G_GUINT64_CONSTANT (0x3333333333333333));
  word = (word + (word >> 4)) & G_GUINT64_CONSTANT (0x0f0f0f0f0f0f0f0f);

  return (guint) (word * G_GUINT64_CONSTANT (0x0101010101010101) >> 56);
}

/* Returns the number of an edge pixel. */
static inline guint
ce_edge_map_number (const CeEdgeMap *edges, int x, int y)
{
  gsize word = (gsize) y * edges->words + (gsize) x / 64;

  return edges->before[word] + ce_edge_map_count (edges->bits[word] & ((G_GUINT64_CONSTANT (1) << (x % 64)) - 1));
}

/* Called for each edge pixel, in raster order. */
#define CE_EDGE_MAP_EACH(edges, x, y)                                                                                       \
  for (int y = 0; y < (edges)->height; y++)                                                                              \
    for (gsize word_ = 0; word_ < (edges)->words; word_++)                                                               \
      for (guint64 left_ = (edges)->bits[(gsize) y * (edges)->words + word_]; left_; left_ &= left_ - 1)                 \
        for (int x = (int) word_ * 64 + __builtin_ctzll (left_), once_ = 1; once_; once_ = 0)

/* The neighbors in the order of links. */
extern const CePoint ce_link_steps[8];

/**
 * CeChains:
 * @links: of each edge pixel, a bit for each of ce_link_steps
 * @n: number of chains
 * @first: the place of each chain's first pixel; one more behind the last
 * @pixels: of all chains, one behind the other
 * @n_open: chains from node to node; those from @n_open on are loops
 */
typedef struct
{
  guint8  *links;
  guint    n;
  guint   *first;
  CePoint *pixels;
  guint    n_open;
} CeChains;

gboolean ce_chains_init  (CeChains *chains, const CeEdgeMap *edges, const CeProgress *progress, GError **error);
void     ce_chains_clear (CeChains *chains);

/* No end. */
#define CE_NO_END G_MAXUINT

/* Returns the joined end of each of the 2 n ends of chains, or CE_NO_END; NULL with an error. */
guint *ce_chains_join (const CeChains *chains, const CeEdgeMap *edges, int gap, const CeProgress *progress, GError **error);

/**
 * CeWay:
 * @pixels: of one path; @n of them
 * @is_closed: the last is joined with the first
 *
 * The pixels of a path.
 */
typedef struct
{
  CePoint *pixels;
  guint    n;
  guint    n_allocated;
  gboolean is_closed;
} CeWay;

gboolean ce_way_follow (CeWay *way, const CeChains *chains, const guint *joined, guint8 *done, guint chain, GError **error);

/**
 * CeOffsets:
 * @along: the way of each edge pixel from its center to the top of the magnitude, pixels
 * @upright: whether that is down the y axis, else it is along x
 */
typedef struct
{
  double *along;
  guint8 *upright;
} CeOffsets;

gboolean ce_offsets_init  (CeOffsets *offsets, const CeEdgeMap *edges, const CeSource *source, const CeParams *params,
                           const CeProgress *progress, GError **error);
void     ce_offsets_clear (CeOffsets *offsets);

/* Points of a path or a section. */
typedef struct
{
  CeDot *dots;
  guint  n;
  guint  n_allocated;
} CeDots;

gboolean ce_dots_place (CeDots *dots, const CeWay *way, const CeEdgeMap *edges, const CeOffsets *offsets, GError **error);

/* Curves, one behind the other. */
typedef struct
{
  CeSegment *curves;
  guint    n;
  guint    n_allocated;
} CeSegments;

gboolean ce_curves_add   (CeSegments *curves, const CeSegment *curve, GError **error);
CeDot    ce_dot_unit     (double x, double y);
double   ce_dot_distance (CeDot a, CeDot b);

/**
 * CeJoint:
 * @i: number of the point
 * @at: where a curve ends and the next one begins
 * @tangent: forward, of length 1
 * @handle: of the curve that begins here, once it is known
 */
typedef struct
{
  guint i;
  CeDot at;
  CeDot tangent;
  CeDot handle[2];
} CeJoint;

/**
 * CeFitter:
 * @tolerance: pixels
 * @ways: of each point of a section, from point to point from its begin
 * @joints: begins of the curves of a section; the last one is its end
 * @waiting: ends of curves that are not yet found, the next one last
 *
 * Fits cubics to the points of a section.
 */
typedef struct
{
  double   tolerance;
  double  *ways;
  guint    n_ways_allocated;
  CeJoint *joints;
  guint    n_joints;
  guint    n_joints_allocated;
  CeJoint *waiting;
  guint    n_waiting;
  guint    n_waiting_allocated;
} CeFitter;

CeJoint  ce_fitter_joint (const CeFitter *fitter, const CeDot *p, guint n, guint i, gboolean is_loop);
gboolean ce_fitter_run   (CeFitter *fitter, const CeDot *p, CeJoint begin, CeJoint end, CeSegments *curves, GError **error);
void     ce_fitter_clear (CeFitter *fitter);

/**
 * CeSections:
 * @dots: the points of a path from its first corner on
 * @bends: of each point, the cosine of the angle there
 * @sections: between corners and ends
 */
typedef struct _CeSection CeSection;
typedef struct
{
  CeDots     dots;
  double    *bends;
  guint      n_bends;
  CeSection *sections;
  guint      n;
  guint      n_allocated;
} CeSections;

gboolean ce_sections_fit   (CeSections *sections, const CeDots *dots, gboolean is_closed, CeFitter *fitter, CePath *path,
                            CeSegments *curves, GError **error);
void     ce_sections_clear (CeSections *sections);

/* Returns the coefficients of a cubic: point = ((c[2] u + c[1]) u + c[0]) u + from. */
void     ce_curve_powers (CeDot from, const CeDot handle[2], CeDot to, CeDot c[3]);
double   ce_path_length  (const CePath *path, const CeSegment *curves);

G_END_DECLS

#endif
