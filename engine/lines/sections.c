/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Sections of a path between its corners: straight runs, and curves.
 */
#include "bends.h"
#include "runs.h"

/* The most pixels by which blur has moved the points of a corner; with 1.5 squares that a Gaussian of 1.5 pixels has blurred
 * lose corners. */
#define ROUNDING 2

/* The same, divided by the sine of half the angle, of acute corners. */
#define ACUTE 1.5

/* The least sine of half an angle. */
#define LEAST 0.05

/* Points, less 1, of straight sections between which a corner is sharp, and blur alone has moved its pixels. */
#define LONG 32

struct _CeSection
{
  guint    begin, end;          /* first and last point */
  gboolean corner[2];           /* whether it begins and ends at a corner */
  guint    rounded[2];          /* points there that are not on its line, */
  double   off[2];              /* but at most so many pixels beside it */
  gboolean is_straight;
  CeRun    run;
};

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
cut (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter, GError **error)
{
  guint n = points->n, first = 0;

  sections->n = 0;
  if (! ce_sections_bend (sections, points, is_closed, fitter, error)
      || ! ce_polyline_grow (&sections->points, n + 1, error))
    return FALSE;

  if (is_closed)
    while (first < n && ! sections->corners[first])
      first++;
  is_closed = is_closed && first < n;
  first = first % n;
  for (guint i = 0; i <= n; i++)
    {
      sections->points.at[i] = points->at[(first + i) % n];
      sections->points.centers[i] = points->centers[(first + i) % n];
    }
  sections->points.n = is_closed ? n + 1 : n;

  for (guint i = 1; i < n; i++)
    if ((is_closed || (i + 1 < n && points->n > 8)) && sections->corners[(first + i) % n]
        && ! add_section (sections, i, TRUE, is_closed, error))
      return FALSE;

  return add_section (sections, sections->points.n - 1, is_closed, is_closed, error);
}

/* Finds the line of a section and whether it is straight. */
static void
find_line (CeSection *section, const CePolyline *points, double tolerance)
{
  const CeVec *p = points->at;
  guint        begin = section->begin, end = section->end;

  if (end - begin + 1 >= section->rounded[0] + section->rounded[1] + 2)
    begin = begin + section->rounded[0], end = end - section->rounded[1];
  section->run = ce_run_of (p, points->n, begin, end);
  section->is_straight = section->run.is_one;
  for (guint i = section->begin; i <= section->end && section->is_straight; i++)
    {
      double off = i < begin ? section->off[0] : i > end ? section->off[1] : 0;

      section->is_straight = ce_run_distance (&section->run, p[i]) <= MAX (off, tolerance);
    }
}

/* Returns the sine of half the angle between two sections. */
static double
half_sine (const CeSection *one, const CeSection *two)
{
  return MAX (sqrt (MAX (1 + ce_run_cosine (&one->run, &two->run), 0) / 2), LEAST);
}

/* Returns the most pixels from where two sections of a line of @width cross to the point of their corner. */
static double
reach_of (const CeSection *one, const CeSection *two, double width)
{
  return MAX ((ACUTE + width / 2) / half_sine (one, two) + width / 2, ROUNDING);
}

/* Returns the foot of a point on the line of a section. */
static CeVec
foot (const CeRun *run, CeVec p)
{
  CeVec  v = ce_vec_minus (p, run->mean);
  double s = v.x * run->along.x + v.y * run->along.y;

  return (CeVec) { run->mean.x + s * run->along.x, run->mean.y + s * run->along.y };
}

/* Returns the place of the corner @p between two sections, either of which may be NULL at an end of the path. */
static CeVec
vertex (const CeSection *one, const CeSection *two, CeVec p, double width)
{
  gboolean a = one && one->is_straight, b = two && two->is_straight;
  CeVec    at, v;
  double   most;

  if (! a || ! b)
    return a ? foot (&one->run, p) : b ? foot (&two->run, p) : p;
  if (! ce_run_cross (&one->run, &two->run, &at))
    return p;

  v = ce_vec_minus (at, p);
  most = reach_of (one, two, width);

  return v.x * v.x + v.y * v.y <= most * most ? at : p;
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
static CeVec
place_of (const CeSections *sections, guint i, gboolean ends)
{
  const CeSection *section = &sections->sections[i], *other = beside (sections, i, ends);
  CeVec            p = sections->points.at[ends ? section->end : section->begin];

  return ends ? vertex (section, other, p, sections->width) : vertex (other, section, p, sections->width);
}

/* Returns whether the straight section @i is at most @most pixels from @p, the center of a pixel. */
static gboolean
is_near (const CeSections *sections, guint i, CeVec p, double most)
{
  return ce_vec_square_from (place_of (sections, i, FALSE), place_of (sections, i, TRUE), p) <= most * most;
}

/* Returns how many points of the straight section @i beside a corner with the (nullable) one @other are not on its line:
 * none, unless the corner is sharp, as all are in which drawn lines meet. */
static guint
count_rounded (const CeSections *sections, const CeSection *section, const CeSection *other, int k)
{
  guint    size = section->end - section->begin;
  gboolean is_sharp = sections->width > 0;

  if (other && other->is_straight && ! is_sharp)
    is_sharp = MIN (size, other->end - other->begin) >= LONG;

  return other && is_sharp ? section->rounded[k] : 0;
}

/* Returns whether the straight section @i is near the centers of its pixels, or one that it has a corner with is. */
static gboolean
is_near_all (const CeSections *sections, guint i)
{
  const CeSection *all = sections->sections, *section = &all[i];
  const CeSection *one = beside (sections, i, FALSE), *two = beside (sections, i, TRUE);
  guint            begin = section->begin + count_rounded (sections, section, one, 0);
  guint            end = section->end - count_rounded (sections, section, two, 1);

  for (guint k = 2 * section->begin; k < 2 * section->end + 2; k++)
    {
      const CeCenters *centers = &sections->points.centers[k / 2];
      CeVec            p = k % 2 ? centers->other : centers->own;
      double           most = k / 2 < begin || k / 2 > end ? ROUNDING + sections->width / 2 : CE_FARTHEST;

      if (! is_near (sections, i, p, most) && ! (one && one->is_straight && is_near (sections, (guint) (one - all), p, most))
          && ! (two && two->is_straight && is_near (sections, (guint) (two - all), p, most)))
        return FALSE;
    }

  return TRUE;
}

/* Finds how many points beside a corner with @other are not on the line of a section: more, the more acute it is. */
static void
find_rounded (CeSection *section, const CeSection *other, int k, double width)
{
  double sine = k ? half_sine (section, other) : half_sine (other, section);
  double rounded = MAX ((width > 0 ? CE_ROUNDED : 0) + (ROUNDING + width / 2) / sine, CE_ROUNDED);
  guint  n = section->end - section->begin + 1;

  section->rounded[k] = MIN ((guint) rounded, MAX (n / 3, CE_ROUNDED));
  section->off[k] = k ? reach_of (section, other, width) : reach_of (other, section, width);
}

/* Finds the lines of all sections, and again when their angles are known. */
static gboolean
find_lines (CeSections *sections, CeFitter *fitter, GError **error)
{
  CeSection *all = sections->sections;
  guint      rounded = CE_ROUNDED + (guint) ceil (sections->width);

  for (guint k = 0; k < 2 * sections->n; k++)
    {
      all[k / 2].rounded[k % 2] = all[k / 2].corner[k % 2] || sections->width > 0 ? rounded : 0;
      all[k / 2].off[k % 2] = ROUNDING + sections->width / 2;
    }
  for (guint i = 0; i < sections->n; i++)
    {
      find_line (&all[i], &sections->points, fitter->tolerance);
      if (! ce_steps_try (fitter->steps, all[i].end - all[i].begin, error))
        return FALSE;
    }
  for (guint k = 0; k < 2 * sections->n; k++)
    if (all[k / 2].corner[k % 2])
      find_rounded (&all[k / 2], beside (sections, k / 2, k % 2), k % 2, sections->width);
  for (guint i = 0; i < sections->n; i++)
    {
      find_line (&all[i], &sections->points, fitter->tolerance);
      if (! ce_steps_add (fitter->steps, all[i].end - all[i].begin, error))
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
  CeVec *p = sections->points.at;
  guint  last = sections->n - 1;

  for (guint i = 0; i <= last; i++)
    p[sections->sections[i].begin] = place_of (sections, i, FALSE);
  p[sections->sections[last].end] = place_of (sections, last, TRUE);
}

static gboolean
fit_section (const CeSections *sections, const CeSection *section, CeFitter *fitter, CeCurves *curves, GError **error)
{
  const CeVec *p = sections->points.at + section->begin;
  guint        n = section->end - section->begin + 1;
  CeBezier    line = { TRUE, { p[0], p[n - 1] }, p[n - 1] };

  if (section->is_straight)
    return ce_steps_add (fitter->steps, (1 + CE_FIT_STEPS) * (n - 1), error)
           && ce_curves_append (curves, &(CeCurves) { &line, 1, 1 }, error);

  return ce_fitter_run (fitter, p, sections->points.centers + section->begin, ce_fitter_end (p, n, 1),
                        ce_fitter_end (p, n, -1), curves, error);
}

/* Fits a closed path without corners: its seam is a joint as any other. */
static gboolean
fit_loop (const CeSections *sections, CeFitter *fitter, CeCurves *curves, GError **error)
{
  const CePolyline *points = &sections->points;
  CeJoint       begin = ce_fitter_joint (points->at, points->n, 0, TRUE), end = begin;

  end.i = points->n;

  return ce_fitter_run (fitter, points->at, points->centers, begin, end, curves, error);
}

/* Fits the points of a path, which is added to @curves. */
gboolean
ce_sections_fit (CeSections *sections, const CePolyline *points, gboolean is_closed, CeFitter *fitter, CePath *path,
                 CeCurves *curves, GError **error)
{
  guint    first = curves->n;
  gboolean done, has_corners;

  sections->width = path->width;
  done = cut (sections, points, is_closed, fitter, error);
  has_corners = is_closed && done && sections->sections[0].corner[0];
  if (! done)
    return FALSE;

  if (is_closed && ! has_corners)
    done = fit_loop (sections, fitter, curves, error);
  else
    {
      done = find_lines (sections, fitter, error);
      if (has_corners && sections->n == 1)
        sections->sections[0].is_straight = FALSE;
      done = done && bend_far (sections, fitter->steps, error);
      place_corners (sections);
      for (guint i = 0; i < sections->n && done; i++)
        done = fit_section (sections, &sections->sections[i], fitter, curves, error);
    }

  path->from = sections->points.at[0];
  path->first = first;
  path->n = curves->n - first;
  path->is_closed = is_closed;
  path->length = done ? ce_path_length (path, curves->curves + first) : 0;

  return done;
}

void
ce_sections_clear (CeSections *sections)
{
  ce_polyline_clear (&sections->points);
  g_free (sections->bends);
  g_free (sections->corners);
  g_free (sections->sections);
}
