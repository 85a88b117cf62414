/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The search for ends of chains that are one line.
 */
#pragma once

#include "trace.h"

/* Pixels from an end to the one that gives its direction. */
#define CE_JOIN_REACH 5

/* The cosine of 30 degrees. */
#define CE_JOIN_STRAIGHT 0.8660254037844387

/* How a drawn line goes on beyond its end, as it runs before a crossing pulls it aside. */
typedef struct
{
  CePixel end, from;
  CeVec   at, forward;          /* the middle at @from, and the way to it */
} CeHeading;

typedef gboolean (*CeFitsFunc) (const CeHeading *a, const CeHeading *b, double *key);

typedef struct
{
  const CeChains  *chains;
  const CeEdgeMap *edges;
  const CeOffsets *offsets;
  int              gap;         /* of CeJoins */
  guint            skip;        /* of CeJoins */
  CeFitsFunc       fits;        /* of middles: which ends are looked for */
  guint64         *have;        /* a bit for each edge pixel, whether it has ends */
  guint           *before;      /* pixels that have ends before each word of these */
  guint           *slots;       /* of each of these pixels, the place of its first end; one more behind the last */
  guint           *ends;        /* by pixels, then by numbers */
  guint            n_ends;
  float           *widths;      /* of middles: of each open chain, its median */
  guint           *places;      /* of middles: of each edge pixel that an open chain has, its place in the pixels of all */
  guint           *joined;      /* the one that each end is joined with, or CE_NO_END */
} CeJoin;

/* The best free partner of an end: that with the lowest key, of equal ones the lowest end. */
typedef struct
{
  guint  end;
  double key;
} CePartner;

typedef CePartner (*CeFindFunc) (const CeJoin *join, guint a);

/* Returns the pixel that is @steps from @end into its chain, or the chain's last one. */
static inline CePixel
ce_join_pixel_at (const CeChains *chains, guint end, guint steps)
{
  guint n = ce_chains_size (chains, end / 2);
  guint i = MIN (steps, n - 1);

  return chains->pixels[chains->first[end / 2] + (end & 1 ? n - 1 - i : i)];
}

static inline double
ce_join_product (CeVec a, CeVec b)
{
  return a.x * b.x + a.y * b.y;
}

static inline double
ce_join_cosine (CeVec a, CeVec b)
{
  return ce_join_product (a, b) / sqrt (ce_join_product (a, a) * ce_join_product (b, b));
}

/* Returns the number of the edge pixel that @end is at. */
static inline guint
ce_join_number (const CeJoin *join, guint end)
{
  return ce_join_pixel_at (join->chains, end, 0).number;
}

/* Returns how many edge pixels before @number have ends. */
static inline guint
ce_join_slot (const CeJoin *join, guint number)
{
  return join->before[number / 64]
         + ce_edge_map_count (join->have[number / 64] & ((G_GUINT64_CONSTANT (1) << number % 64) - 1));
}

/* Returns the @n ends at an edge pixel, or NULL. */
static inline const guint *
ce_join_ends_at (const CeJoin *join, guint number, guint *n)
{
  guint slot;

  *n = 0;
  if (! (join->have[number / 64] >> number % 64 & 1))
    return NULL;

  slot = ce_join_slot (join, number);
  *n = join->slots[slot + 1] - join->slots[slot];

  return join->ends + join->slots[slot];
}

static inline void
ce_join_consider (CePartner *best, guint end, double key)
{
  if (best->end == CE_NO_END || key < best->key || (key == best->key && end < best->end))
    *best = (CePartner) { end, key };
}

static inline gboolean
ce_join_is_loose (const CeJoin *join, guint number)
{
  return ce_chains_count (join->chains, number) == 1;
}

/* Returns the steps of a search within @reach pixels. */
static inline guint
ce_join_steps (int reach)
{
  return 1 + (guint) (reach * reach) / 8;
}

/* Returns the direction in which an end leaves its chain. */
static inline CeVec
ce_join_direction (const CeChains *chains, guint end)
{
  CePixel a = ce_join_pixel_at (chains, end, 0), b = ce_join_pixel_at (chains, end, CE_JOIN_REACH);

  return (CeVec) { a.x - b.x, a.y - b.y };
}

int      ce_join_reach   (const CeJoin *join);
int      ce_join_beside  (const CeJoin *join);
gboolean ce_join_ends    (CeJoin *join, CeFindFunc find, guint n_steps, CeSteps *steps, GError **error);
gboolean ce_join_alone   (CeJoin *join, CeSteps *steps, GError **error);
gboolean ce_join_middles (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error);
gboolean ce_join_forks   (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error);
gboolean ce_join_acute   (CeJoin *join, CeJoins *joins, CeSteps *steps, GError **error);
gboolean ce_join_is_drawn (const CeJoin *join, const CeHeading *a, const CeHeading *b);
gboolean ce_join_has_third (const CeJoin *join, guint a, guint b);
CePoint  ce_join_step    (CePixel from, int dx, int dy, int i, int n, gboolean larger);
CeHeading ce_join_heading (const CeJoin *join, guint end, guint left, guint reach);
