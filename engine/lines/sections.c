/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sections of a path between its corners: straight runs, and curves.
 */
#include "trace.h"

/* Points before and behind a point between which the angle is measured. */
#define SPAN 4

/* The cosine of 50 degrees. */
#define BENT 0.6427876096865394

/* Points beside a corner that blur has rounded off. */
#define ROUNDED 4

/* The most pixels by which it has moved them; with 1.5 squares that a Gaussian of 1.5 pixels has blurred lose corners. */
#define ROUNDING 2

/* Points, less 1, of straight sections between which a corner is sharp, and blur alone has moved its pixels. */
#define LONG 32

/* The most pixels from a corner's point to where two lines cross. */
#define CROSSING 2

struct _CeSection
{
  guint    begin, end;          /* first and last point */
  gboolean corner[2];           /* whether it begins and ends at a corner */
  gboolean is_straight;
  CeDot    mean;                /* a point of its line */
  CeDot    along;               /* of length 1 */
};

static CeDot
minus (CeDot a, CeDot b)
{
  return (CeDot) { a.x - b.x, a.y - b.y };
}

/* Returns the cosine of the angle between two directions; 1 where one of them is 0. */
static double
bend_of (CeDot u, CeDot v)
{
  double dot = u.x * v.x + u.y * v.y;
  double squares = (u.x * u.x + u.y * u.y) * (v.x * v.x + v.y * v.y);

  return squares > 0 ? dot / sqrt (squares) : 1;
}

/* Finds the bend at each of @n points. */
static gboolean
find_bends (CeSections *sections, const CeDot *p, guint n, gboolean is_closed, CeSteps *steps, GError **error)
{
  if (! ce_trace_grow (&sections->bends, &sections->n_bends, n, sizeof *sections->bends, error))
    return FALSE;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_inside = i >= SPAN && i + SPAN < n;
      guint    before = i >= SPAN ? i - SPAN : i + n - SPAN, after = i + SPAN < n ? i + SPAN : i + SPAN - n;

      sections->bends[i] = 1;
      if (is_inside || (is_closed && n >= 12))
        sections->bends[i] = bend_of (minus (p[i], p[before]), minus (p[after], p[i]));
      if (! ce_steps_add (steps, 1, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
is_corner (const CeSections *sections, guint n, guint i, gboolean is_closed)
{
  const double *bends = sections->bends;

  if (! (bends[i] < BENT))
    return FALSE;

  for (guint k = 1; k <= SPAN; k++)
    {
      guint before = i >= k ? i - k : i + n - k, after = i + k < n ? i + k : i + k - n;

      if (! (bends[i] < bends[before]) || ! (bends[i] <= bends[after]))
        return FALSE;
    }

  return TRUE;
}

/* Adds the section behind the last one, which ends at the point @end. */
static gboolean
add_section (CeSections *sections, guint end, gboolean is_corner, gboolean is_closed, GError **error)
{
  const CeSection *last = sections->n ? &sections->sections[sections->n - 1] : NULL;
  CeSection        section = { .begin = last ? last->end : 0, .end = end };

  section.corner[0] = last || is_closed;
  section.corner[1] = is_corner;
  if (! ce_trace_grow (&sections->sections, &sections->n_allocated, sections->n + 1, sizeof section, error))
    return FALSE;

  sections->sections[sections->n++] = section;

  return TRUE;
}

/* Cuts a path at its corners; a closed one begins at the first of them. Without corners it has one section, without its
 * first point again, if it is closed. */
static gboolean
cut (CeSections *sections, const CeDots *dots, gboolean is_closed, CeSteps *steps, GError **error)
{
  guint n = dots->n, first = 0;

  sections->n = 0;
  if (! find_bends (sections, dots->dots, n, is_closed, steps, error)
      || ! ce_dots_grow (&sections->dots, n + 1, error))
    return FALSE;

  if (is_closed)
    while (first < n && ! is_corner (sections, n, first, TRUE))
      first++;
  is_closed = is_closed && first < n;
  first = first % n;
  for (guint i = 0; i <= n; i++)
    {
      sections->dots.dots[i] = dots->dots[(first + i) % n];
      sections->dots.centers[i] = dots->centers[(first + i) % n];
    }
  sections->dots.n = is_closed ? n + 1 : n;

  for (guint i = 1; i < n; i++)
    if ((is_closed || (i + 1 < n && dots->n > 2 * SPAN)) && is_corner (sections, n, (first + i) % n, is_closed)
        && ! add_section (sections, i, TRUE, is_closed, error))
      return FALSE;

  return add_section (sections, sections->dots.n - 1, is_closed, is_closed, error);
}

static double
distance_of (const CeSection *section, CeDot p)
{
  CeDot v = minus (p, section->mean);

  return fabs (v.x * section->along.y - v.y * section->along.x);
}

/* Finds the line of a section and whether it is straight. */
static void
find_line (CeSection *section, const CeDots *dots, double tolerance)
{
  const CeDot *p = dots->dots;
  guint  cut[2] = { section->corner[0] ? ROUNDED : 0, section->corner[1] ? ROUNDED : 0 };
  guint  begin = section->begin, end = section->end;
  double n, a = 0, b = 0, c = 0, d, r, length;

  if (end - begin + 1 >= cut[0] + cut[1] + 2)
    begin = begin + cut[0], end = end - cut[1];
  n = end - begin + 1;
  section->mean = (CeDot) { 0, 0 };
  for (guint i = begin; i <= end; i++)
    section->mean = (CeDot) { section->mean.x + p[i].x, section->mean.y + p[i].y };
  section->mean = (CeDot) { section->mean.x / n, section->mean.y / n };

  for (guint i = begin; i <= end; i++)
    {
      CeDot v = minus (p[i], section->mean);

      a = a + v.x * v.x;
      b = b + v.x * v.y;
      c = c + v.y * v.y;
    }
  d = (a - c) / 2;
  r = sqrt (d * d + b * b);
  section->along = d >= 0 ? (CeDot) { d + r, b } : (CeDot) { b, r - d };
  length = sqrt (section->along.x * section->along.x + section->along.y * section->along.y);
  section->is_straight = length > 0;
  section->along = (CeDot) { section->along.x / length, section->along.y / length };

  for (guint i = section->begin; i <= section->end && section->is_straight; i++)
    section->is_straight = distance_of (section, p[i]) <= (i < begin || i > end ? MAX (tolerance, ROUNDING) : tolerance);
}

/* Returns the foot of a point on the line of a section. */
static CeDot
foot (const CeSection *section, CeDot p)
{
  CeDot  v = minus (p, section->mean);
  double s = v.x * section->along.x + v.y * section->along.y;

  return (CeDot) { section->mean.x + s * section->along.x, section->mean.y + s * section->along.y };
}

/* Returns the place of the corner @p between two sections, either of which may be NULL at an end of the path. */
static CeDot
vertex (const CeSection *one, const CeSection *two, CeDot p)
{
  gboolean a = one && one->is_straight, b = two && two->is_straight;
  CeDot    v, at;
  double   z, s;

  if (! a || ! b)
    return a ? foot (one, p) : b ? foot (two, p) : p;

  v = minus (two->mean, one->mean);
  z = one->along.x * two->along.y - one->along.y * two->along.x;
  if (! (fabs (z) > 0.1))
    return p;

  s = (v.x * two->along.y - v.y * two->along.x) / z;
  at = (CeDot) { one->mean.x + s * one->along.x, one->mean.y + s * one->along.y };
  v = minus (at, p);

  return v.x * v.x + v.y * v.y <= CROSSING * CROSSING ? at : p;
}

/* Returns the section before, or behind, section @i; NULL if an end of the path is there. */
static const CeSection *
beside (const CeSections *sections, guint i, gboolean behind)
{
  guint n = sections->n;

  if (! sections->sections[i].corner[behind])
    return NULL;

  return &sections->sections[(i + (behind ? 1 : n - 1)) % n];
}

/* Returns the place of the corner, or the end of the path, where section @i begins or @ends. */
static CeDot
place_of (const CeSections *sections, guint i, gboolean ends)
{
  const CeSection *section = &sections->sections[i], *other = beside (sections, i, ends);
  CeDot            p = sections->dots.dots[ends ? section->end : section->begin];

  return ends ? vertex (section, other, p) : vertex (other, section, p);
}

/* Returns whether the straight section @i is at most @most pixels from @p, the center of a pixel. */
static gboolean
is_near (const CeSections *sections, guint i, CeDot p, double most)
{
  CeDot  a = place_of (sections, i, FALSE), v = minus (place_of (sections, i, TRUE), a), w = minus (p, a);
  double q = v.x * v.x + v.y * v.y, s = q > 0 ? (v.x * w.x + v.y * w.y) / q : 0;

  s = s < 0 ? 0 : s > 1 ? 1 : s;
  w = (CeDot) { w.x - s * v.x, w.y - s * v.y };

  return w.x * w.x + w.y * w.y <= most * most;
}

/* Returns whether a corner of the straight section @i with the (nullable) one @beside it is sharp. */
static gboolean
is_sharp (const CeSection *section, const CeSection *beside)
{
  return beside && beside->is_straight && MIN (section->end - section->begin, beside->end - beside->begin) >= LONG;
}

/* Returns whether the straight section @i is near the centers of its pixels, or one that it has a corner with is. */
static gboolean
is_near_all (const CeSections *sections, guint i)
{
  const CeSection *all = sections->sections, *section = &all[i];
  const CeSection *one = beside (sections, i, FALSE), *two = beside (sections, i, TRUE);
  guint            begin = section->begin + (is_sharp (section, one) ? ROUNDED : 0);
  guint            end = section->end - (is_sharp (section, two) ? ROUNDED : 0);

  for (guint k = 2 * section->begin; k < 2 * section->end + 2; k++)
    {
      const CeCenters *centers = &sections->dots.centers[k / 2];
      CeDot            p = k % 2 ? centers->other : centers->own;
      double           most = k / 2 < begin || k / 2 > end ? ROUNDING : CE_FARTHEST;

      if (! is_near (sections, i, p, most) && ! (one && one->is_straight && is_near (sections, (guint) (one - all), p, most))
          && ! (two && two->is_straight && is_near (sections, (guint) (two - all), p, most)))
        return FALSE;
    }

  return TRUE;
}

/* Makes curves of straight sections that are not near their pixels. That moves the corners beside them, so that the section
 * before is looked at again, and the first one after the last one. */
static gboolean
bend_far (CeSections *sections, CeSteps *steps, GError **error)
{
  gboolean has_bent = TRUE;

  while (has_bent)
    {
      has_bent = FALSE;
      for (guint i = 0; i < sections->n;)
        {
          CeSection *section = &sections->sections[i];
          gboolean   bends = section->is_straight && ! is_near_all (sections, i);

          section->is_straight &= ! bends;
          has_bent |= bends;
          i = ! bends ? i + 1 : i > 0 ? i - 1 : 0;
          if (! ce_steps_try (steps, section->end - section->begin, error))
            return FALSE;
        }
    }

  return TRUE;
}

/* Puts the corners, and the ends, in the place of their points. */
static void
place_corners (CeSections *sections)
{
  CeDot *p = sections->dots.dots;
  guint  last = sections->n - 1;

  for (guint i = 0; i <= last; i++)
    p[sections->sections[i].begin] = place_of (sections, i, FALSE);
  p[sections->sections[last].end] = place_of (sections, last, TRUE);
}

static gboolean
fit_section (const CeSections *sections, const CeSection *section, CeFitter *fitter, CeSegments *curves, GError **error)
{
  const CeDot *p = sections->dots.dots + section->begin;
  guint        n = section->end - section->begin + 1;
  CeSegment    line = { TRUE, { p[0], p[n - 1] }, p[n - 1] };

  if (section->is_straight)
    return ce_steps_add (fitter->steps, (1 + CE_FIT_STEPS) * (n - 1), error) && ce_curves_add (curves, &line, error);

  return ce_fitter_run (fitter, p, sections->dots.centers + section->begin, ce_fitter_end (p, n, 1),
                        ce_fitter_end (p, n, -1), curves, error);
}

/* Fits a closed path without corners: its seam is a joint as any other. */
static gboolean
fit_loop (const CeSections *sections, CeFitter *fitter, CeSegments *curves, GError **error)
{
  const CeDots *dots = &sections->dots;
  CeJoint       begin = ce_fitter_joint (dots->dots, dots->n, 0, TRUE), end = begin;

  end.i = dots->n;

  return ce_fitter_run (fitter, dots->dots, dots->centers, begin, end, curves, error);
}

/* Fits the points of a path, which is added to @curves. */
gboolean
ce_sections_fit (CeSections *sections, const CeDots *dots, gboolean is_closed, CeFitter *fitter, CePath *path,
                 CeSegments *curves, GError **error)
{
  guint    first = curves->n;
  gboolean done = cut (sections, dots, is_closed, fitter->steps, error);
  gboolean has_corners = is_closed && done && sections->sections[0].corner[0];

  if (! done)
    return FALSE;

  if (is_closed && ! has_corners)
    done = fit_loop (sections, fitter, curves, error);
  else
    {
      for (guint i = 0; i < sections->n && done; i++)
        {
          CeSection *section = &sections->sections[i];

          find_line (section, &sections->dots, fitter->tolerance);
          done = ce_steps_add (fitter->steps, section->end - section->begin, error);
        }
      if (has_corners && sections->n == 1)
        sections->sections[0].is_straight = FALSE;
      done = done && bend_far (sections, fitter->steps, error);
      place_corners (sections);
      for (guint i = 0; i < sections->n && done; i++)
        done = fit_section (sections, &sections->sections[i], fitter, curves, error);
    }

  path->from = sections->dots.dots[0];
  path->first = first;
  path->n = curves->n - first;
  path->is_closed = is_closed;
  path->length = done ? ce_path_length (path, curves->curves + first) : 0;

  return done;
}

void
ce_sections_clear (CeSections *sections)
{
  ce_dots_clear (&sections->dots);
  g_free (sections->bends);
  g_free (sections->sections);
}
