/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The steps from edge pixels to curves. Each works on the output of the one before it.
 */
#pragma once

#include "lines.h"

#include "engine/threads.h"

#include <math.h>

gpointer ce_trace_take      (gsize n, gsize size, GError **error);
gpointer ce_trace_alloc     (gsize n, gsize size, GError **error);
gboolean ce_trace_grow      (gpointer memory, guint *n_allocated, guint n, gsize size, GError **error);

/* Steps of which threads share the work. */
typedef struct
{
  const CeProgress *progress;
  guint64           all;        /* steps */
  gsize             done;       /* atomic */
  GThread          *caller;     /* which began, and alone asks for Cancel */
  int               stopped;    /* atomic */
  GError           *error;      /* atomic (nullable): of the task that failed first */
} CeTeam;

/* Steps that are done, of at most @all, and those of all attempts; Cancel is asked for when these are @next. */
typedef struct
{
  const CeProgress *progress;
  guint64           all, done;
  guint64           work, next;
  CeTeam           *team;       /* (nullable): that has the progress */
  guint64           told;       /* to it, of @done */
} CeSteps;

gboolean ce_steps_report (CeSteps *steps, GError **error);
gboolean ce_team_run     (CeTeam *team, int n_tasks, CeTask task, gpointer data, GError **error);
void     ce_team_end     (CeTeam *team, CeSteps *steps, GError *error);

/* Counts @n steps of an attempt, of which nobody knows how many it takes; FALSE with CE_ERROR_CANCELLED. */
static inline gboolean
ce_steps_try (CeSteps *steps, guint n, GError **error)
{
  steps->work += n;

  return steps->work < steps->next || ce_steps_report (steps, error);
}

/* Counts @n steps of @all; FALSE with CE_ERROR_CANCELLED. */
static inline gboolean
ce_steps_add (CeSteps *steps, guint n, GError **error)
{
  steps->done += n;

  return ce_steps_try (steps, n, error);
}

/* Edge pixels, which are numbered in raster order. */
typedef struct
{
  int      width;
  int      height;
  gsize    words;               /* of 64 pixels, in a row */
  guint    n;
  guint64 *bits;                /* of each pixel */
  guint   *before;              /* the number of edge pixels before each word */
} CeEdgeMap;

gboolean ce_edge_map_init  (CeEdgeMap *edges, const CeView *view, const CeView *selection, const CeProgress *progress,
                            GError **error);
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

/* Goes through the edge pixels of the rows from @begin to @end - 1 in raster order. */
#define CE_EDGE_MAP_EACH(edges, begin, end, x, y)                                                                    \
  for (int y = (begin); y < (end); y++)                                                                              \
    for (gsize word_ = 0; word_ < (edges)->words; word_++)                                                           \
      for (guint64 left_ = (edges)->bits[(gsize) y * (edges)->words + word_]; left_; left_ &= left_ - 1)             \
        for (int x = (int) word_ * 64 + __builtin_ctzll (left_), once_ = 1; once_; once_ = 0)

/* Returns a bit for each of up to 64 pixels from (@x, @y) on, at most @n. */
static inline guint64
ce_edge_map_bits (const CeEdgeMap *edges, int x, int y, int n)
{
  const guint64 *row = edges->bits + (gsize) y * edges->words;
  int            before = MAX (-x, 0), word = (x + before) / 64, shift = (x + before) % 64;
  guint64        bits;

  if (y < 0 || y >= edges->height || before >= MIN (n, 64) || x >= edges->width)
    return 0;

  bits = row[word] >> shift;
  if (shift > 0 && (gsize) word + 1 < edges->words)
    bits |= row[word + 1] << (64 - shift);
  bits <<= before;

  return n < 64 ? bits & ((G_GUINT64_CONSTANT (1) << n) - 1) : bits;
}

/* Goes through the edge pixels up to @reach from @at on both axes, in raster order. */
#define CE_EDGE_MAP_ABOUT(edges, at, reach, x, y)                                                                    \
  for (int y = (at).y - (reach); y <= (at).y + (reach); y++)                                                         \
    for (int from_ = (at).x - (reach), to_ = (at).x + (reach); from_ <= to_; from_ += 64)                            \
      for (guint64 left_ = ce_edge_map_bits (edges, from_, y, to_ + 1 - from_); left_; left_ &= left_ - 1)           \
        for (int x = from_ + __builtin_ctzll (left_), once_ = 1; once_; once_ = 0)

/* An edge pixel and its number. */
typedef struct
{
  int   x, y;
  guint number;
} CePixel;

/* Levels around pixels, of which the first is (@x, @y). */
typedef struct
{
  float *data;
  int    x, y;
  int    width;
} CeLevels;

/* The most pixels beside a line that its width is looked for in. */
#define CE_MIDDLE_REACH (CE_MAX_LINE_WIDTH + 3)

/* The middle of a line at a pixel. */
typedef struct
{
  float width;                  /* pixels */
  float rim;                    /* pixels from a quarter of its height to three quarters, both sides together */
  float curvature;              /* levels per square pixel */
  float half;                   /* level half way to the ground, negative of light lines */
  float aside_x, aside_y;       /* the way from it to the middle between both sides, pixels */
  int   signal;                 /* that the line is in */
} CeMiddle;

CeVec  ce_middle_find   (const float v[9], double sign, CeVec *across, double *curvature);
void   ce_middle_measure (CeMiddle *middle, const CeLevels *levels, CeVec at, CeVec across, double sign, int reach);
gboolean ce_middle_median (const float *widths, guint n, CeSteps *steps, float *median, GError **error);
double ce_middle_unblur (double width, double rim);

/* Pixels, beside half a width, from where another line runs into one to where it does not pull its middle aside. */
#define CE_PULLED 2

/* Returns whether a line of @width is wider @here, because another line runs into it. */
static inline gboolean
ce_width_is_met (double here, double width)
{
  return here > width + 0.75;
}

/* The neighbors in the order of links. */
extern const CePoint ce_link_steps[8];

/* Chains of linked pixels; those from @n_open on are loops, the others run from node to node. */
typedef struct
{
  guint8  *links;               /* of each edge pixel, a bit for each of ce_link_steps */
  guint    n;
  guint    n_open;
  guint   *first;               /* the place of each chain's first pixel; one more behind the last */
  CePixel *pixels;              /* of all chains, one behind the other */
} CeChains;

gboolean ce_chains_init  (CeChains *chains, const CeEdgeMap *edges, const CeProgress *progress, GError **error);
gboolean ce_chains_cut   (CeChains *chains, guint skip, const CeMiddle *middles, const CeProgress *progress,
                           GError **error);
void     ce_chains_clear (CeChains *chains);

static inline guint
ce_chains_size (const CeChains *chains, guint chain)
{
  return chains->first[chain + 1] - chains->first[chain];
}

/* Returns whether an edge pixel has two links. */
static inline gboolean
ce_chains_is_inside (const CeChains *chains, guint number)
{
  guint links = chains->links[number], but_first = links & (links - 1);

  return but_first && ! (but_first & (but_first - 1));
}

/* Returns how many links an edge pixel has. */
static inline guint
ce_chains_count (const CeChains *chains, guint number)
{
  return ce_edge_map_count (chains->links[number]);
}

/* The way of each edge pixel from its center to the edge, or to the middle of a line, pixels. */
typedef struct
{
  const CeSource *source;
  const CePlan   *plan;
  double          sign;         /* 1 of edges and dark lines, -1 of light ones */
  CeVec          *offset;
  CeMiddle       *middles;      /* (nullable): of lines */
} CeOffsets;

gboolean ce_offsets_init  (CeOffsets *offsets, const CeEdgeMap *edges, const CeSource *source, const CePlan *plan,
                           const CeProgress *progress, GError **error);
void     ce_offsets_clear (CeOffsets *offsets);
double   ce_offsets_level (const CeOffsets *offsets, int signal, CePoint point);

/* No end. */
#define CE_NO_END G_MAXUINT

/* Which ends of chains are one line. */
typedef struct
{
  int     gap;                  /* pixels */
  guint   skip;                 /* of middles: pixels beside a crossing to ignore, as displaced; 0 of edges */
  guint  *ends;                 /* the one that each end of an open chain is joined with, or CE_NO_END */
  guint  *left;                 /* (nullable): of each end, the pixels that are left out, because a crossing or an acute
                                 * corner has pulled them aside */
} CeJoins;

gboolean ce_chains_join (CeJoins *joins, const CeChains *chains, const CeEdgeMap *edges, const CeOffsets *offsets,
                         const CeProgress *progress, GError **error);
void     ce_joins_clear (CeJoins *joins);

/* The pixels of a path. */
typedef struct
{
  CePixel *pixels;
  guint    n;
  guint    n_allocated;
  gboolean is_closed;
} CeWay;

gboolean ce_way_follow (CeWay *way, const CeChains *chains, const CeJoins *joins, guint chain, GError **error);
guint    ce_way_mark   (const CeChains *chains, const CeJoins *joins, guint8 *done, guint chain);

/* What is known of a middle. */
enum { CE_NOT_SEEN, CE_SEEN, CE_OF_LINE };

gboolean ce_count_dots (guint *n_dots, const CeEdgeMap *edges, const CeChains *chains, const CeJoins *joins, guint8 *known,
                        CeSteps *steps, GError **error);

void     ce_way_trim         (CeWay *way, const CeMiddle *middles, double width);
void     ce_way_leave_pulled (CeWay *way, const CeChains *chains, const CeOffsets *offsets, double width);

/* The most pixels from the center of an edge pixel to its curve. */
#define CE_FARTHEST 1

/* The centers of the pixels that a point stands for: its own, and that of the pixel behind it if that has no point. */
typedef struct { CeVec own, other; } CeCenters;

/* Points of a path or a section. */
typedef struct
{
  CeVec     *at;
  CeCenters *centers;
  guint      n;
  guint      n_allocated;
} CePolyline;

gboolean ce_polyline_grow  (CePolyline *points, guint n, GError **error);
void     ce_polyline_clear (CePolyline *points);

gboolean ce_polyline_place (CePolyline *points, const CeWay *way, const CeOffsets *offsets, CeSteps *steps, GError **error);

gboolean ce_polyline_reach_ends (CePolyline *points, const CeOffsets *offsets, const CeMiddle *first, const CeMiddle *last,
                                 double rim, CePath *path, GError **error);

/* Curves, one behind the other. */
typedef struct
{
  CeBezier *curves;
  guint     n;
  guint     n_allocated;
} CeCurves;

gboolean ce_curves_append (CeCurves *curves, const CeCurves *more, GError **error);
CeVec    ce_vec_unit     (double x, double y);

static inline double
ce_vec_distance (CeVec a, CeVec b)
{
  double dx = b.x - a.x, dy = b.y - a.y;

  return sqrt (dx * dx + dy * dy);
}

/* Returns whether a point of a curve is near the centers of pixels. */
static inline gboolean
ce_centers_reach (const CeCenters *centers, CeVec point)
{
  double x = point.x - centers->own.x, y = point.y - centers->own.y;
  double other_x = point.x - centers->other.x, other_y = point.y - centers->other.y;

  return x * x + y * y <= CE_FARTHEST * CE_FARTHEST && other_x * other_x + other_y * other_y <= CE_FARTHEST * CE_FARTHEST;
}

/* Where a curve ends and the next one begins. */
typedef struct
{
  guint i;                      /* number of the point */
  CeVec tangent;                /* forward, of length 1 */
} CeJoint;

/* Steps of the attempts to fit curves to a point, about. */
#define CE_FIT_STEPS 8

/* Fits cubics to the points of a section. */
typedef struct
{
  double   tolerance;           /* pixels */
  CeSteps *steps;
  const CeCenters *centers;     /* of the pixels of the points */
  double  *lengths;             /* from point to point from its begin */
  guint    n_lengths_allocated;
} CeFitter;

CeJoint  ce_fitter_joint (const CeVec *p, guint n, guint i, gboolean is_loop);
CeJoint  ce_fitter_end   (const CeVec *p, guint n, int step);
gboolean ce_fitter_run   (CeFitter *fitter, const CeVec *p, const CeCenters *centers, CeJoint begin, CeJoint end,
                          CeCurves *curves, GError **error);
void     ce_fitter_clear (CeFitter *fitter);

/* Sections of a path between its corners and ends. */
typedef struct _CeSection CeSection;
typedef struct
{
  CePolyline points;            /* from the first corner on */
  double    *bends;             /* of each point, the cosine of the angle there */
  guint      n_bends;
  guint8    *corners;           /* of each point, whether it is a corner */
  double     width;             /* of the drawn line, pixels; 0 of edges */
  CeSection *sections;
  guint      n;
  guint      n_allocated;
} CeSections;

gboolean ce_sections_fit   (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter,
                            CePath *path, CeCurves *curves, GError **error);
void     ce_sections_clear (CeSections *sections);

/* Paths, and their curves, one behind the other. */
typedef struct
{
  CePath  *paths;
  guint    n;
  guint    n_allocated;
  CeCurves curves;
} CePaths;

gboolean ce_paths_fit   (CePaths *paths, const CeChains *chains, const CeJoins *joins, const CeOffsets *offsets,
                         const CeLinesParams *lines, guint8 *known, const CeProgress *progress, GError **error);
void     ce_paths_clear (CePaths *paths);

/* Returns the coefficients of a cubic: point = ((c[2] u + c[1]) u + c[0]) u + from. */
void     ce_curve_powers (CeVec from, const CeVec handle[2], CeVec to, CeVec c[3]);
double   ce_path_length  (const CePath *path, const CeBezier *curves);
