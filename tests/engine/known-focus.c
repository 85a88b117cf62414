/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Known answers of the width of edges: pictures of edges that are known in light, worked out by hand from
 * docs/arithmetic.md. Then Cancel, and memory that is refused.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "tests/support/support.h"

#include "engine/focus.h"
#include "engine/samples.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <sys/mman.h>

static const char *const answers[] = { "found", "sharp", "few", "mixed", "noise" };

static gboolean refuses_pixels, refuses_widths, refuses_steps;

/* This function replaces that of the C library. */
void *
mmap (void *address, size_t size, int protection, int flags, int file, off_t offset)
{
  static void *(*real) (void *, size_t, int, int, int, off_t);

  if (! real)
    *(void **) &real = dlsym (RTLD_NEXT, "mmap");
  if (refuses_pixels)
    {
      errno = ENOMEM;
      return MAP_FAILED;
    }

  return real (address, size, protection, flags, file, offset);
}

/* So do these. A sanitizer has its own. */
#if ! defined __SANITIZE_ADDRESS__ && ! defined __SANITIZE_THREAD__ && defined __GLIBC__ && ! defined __clang__
#define HAS_HEAP TRUE

extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *memory, size_t size);

void *
calloc (size_t n, size_t size)
{
  return refuses_widths ? NULL : __libc_calloc (n, size);
}

/* A sentence about memory takes less than this itself, bytes. */
#define SENTENCE 512

void *
realloc (void *memory, size_t size)
{
  return refuses_steps && size > SENTENCE ? NULL : __libc_realloc (memory, size);
}
#else
#define HAS_HEAP FALSE
#endif

/* Returns the float sample whose light is @light. */
static float
sample_of (double light)
{
  double low = 0, high = 1;

  for (int i = 0; i < 50; i++)
    {
      double middle = (low + high) / 2;

      *(ce_linear ((float) (middle * 255)) < light ? &low : &high) = middle;
    }

  return (float) low;
}

/* A step from light 0.2 to 0.8: a Gaussian of the standard deviation @sigma, or, if that is 0, @n_between pixels in equal
 * steps. */
typedef struct { double sigma; int n_between; } Edge;

/* Returns the share of the step, 0 to 1, at @x pixels behind the pixel before its middle. */
static double
share_at (const Edge *edge, double x)
{
  return edge->sigma > 0 ? 0.5 * erfc ((0.5 - x) / (edge->sigma * sqrt (2))) : CLAMP (x / (edge->n_between + 1), 0, 1);
}

/* Makes five edges in each of @height rows of 240 pixels, after the columns 30, 70, 110, 150 and 200, up and down in
 * turn. */
static void
draw (CeView *view, int height, const Edge *edge)
{
  const int at[] = { 30, 70, 110, 150, 200 };

  test_image_init (view, 240, height, 1, CE_F32);
  for (int x = 0; x < 240; x++)
    {
      double light = 0.2;

      for (int i = 0; i < 5; i++)
        light += (i % 2 ? -0.6 : 0.6) * share_at (edge, x - at[i]);
      for (int y = 0; y < height; y++)
        ((float *) ce_view_row (view, y))[x] = sample_of (light);
    }
}

typedef struct
{
  const char   *what;
  int           height;
  Edge          edge;
  CeFocusAnswer answer;
  guint         n_edges;
  double        radius, sharpness;
} Known;

/* Rows 1 to 98 of 100 have steps: 98 * 5 = 490; rows 1 to 18 of 20: 90. The squares of the first row have 95 or 190 of
 * them, at 20 rows 18 or 36; those of the second one, rows 96 to 98, at most 6, so they are unknown. All widths are the
 * same, so both shares are this width.
 *
 * Edges of one difference do not count: they have no width. Of two, each g = h: e * e = (2 * h)^4 / (2 * h * h *
 * 3.5449)^2 = 4 / 12.566 = 0.3183, v = 0.2350, u = 1 / 4 - 1 / 12 = 0.1667, |u - v| = 0.068 <= 0.35 * 0.335. w =
 * 0.4847, w * 64 + 0.5 = 31.52, so part 31, 0.484375. T of squares 0.4 + (0.484375 - 0.391) * 0.3 / 0.351 = 0.47981, T
 * of all 0.4 + (0.484375 - 0.234) * 0.3 / 0.375 = 0.6003, 1.251 times as much; 0.9 * 0.47981 = 0.43183.
 *
 * A Gaussian of 1, g[k] = P (k + 1/2) - P (k - 1/2): 0.38292, 0.24173, 0.06060, and 0.00598 < 0.04 * 0.38292, so l = r
 * = 2. A = 0.98758, q = 0.27084; e = 1.01582, v = 0.9486, w = 0.97395, 62.83, part 62, 0.96875. T of squares 0.7 +
 * (0.96875 - 0.742) * 0.3 / 0.242 = 0.98110, T of all 1 + (0.96875 - 0.828) * 0.5 / 0.313 = 1.22484, 1.248 times as
 * much; 0.88299.
 *
 * A Gaussian of 1.5: l = r = 3, A = 0.98037, w = 1.44081, 92.71, part 92, 1.4375. T of squares 1.5 + (1.4375 - 1.391) *
 * 0.5 / 0.312 = 1.57452, T of all 2 + (1.4375 - 1.414) * 0.5 / 0.195 = 2.06026, 1.309 times as much; 1.41707. */
static const Known known[] = {
  { "ramps of 300 pixels", 100, { 0, 300 }, CE_FOCUS_FEW, 0, 0, 0 },
  { "edges of one difference", 100, { 0, 0 }, CE_FOCUS_FEW, 0, 0, 0 },
  { "edges of two equal differences", 100, { 0, 1 }, CE_FOCUS_SHARP, 490, 0.43183, 0.47981 },
  { "a blur of 1 pixel", 100, { 1, 0 }, CE_FOCUS_FOUND, 490, 0.88299, 0.98110 },
  { "a blur of 1 pixel, 20 rows", 20, { 1, 0 }, CE_FOCUS_FEW, 90, 0, 0.98110 },
  { "a blur of 1.5 pixels", 100, { 1.5, 0 }, CE_FOCUS_FOUND, 490, 1.41707, 1.57452 },
};

/* Returns whether there is a step at each edge of the rows that have steps, once: at the column before it, or the one after
 * if rounding makes the second of two equal differences the larger one. */
static gboolean
are_steps (const CeFocus *focus, int height)
{
  g_autofree guint8 *seen = g_new0 (guint8, (gsize) 240 * (gsize) height);

  for (guint i = 0; i < focus->n_steps; i++)
    {
      int x = focus->steps[i].x, y = focus->steps[i].y, at = x < 190 ? (x + 10) / 40 * 40 - 10 : 200;

      if (x < at || x > at + 1 || at < 30 || y < 1 || y > height - 2 || seen[y * 240 + at]++)
        return FALSE;
    }

  return focus->n_steps == focus->n_edges;
}

static void
test_known (const Known *one)
{
  int     rows = one->height > 96 ? 2 : 1;
  CeView  view;
  CeFocus focus;

  draw (&view, one->height, &one->edge);
  ce_focus_find (&focus, &view, TRUE, NULL, NULL);
  test_ok (focus.answer == one->answer && focus.n_edges == one->n_edges && fabs (focus.radius - one->radius) < 1e-5
             && fabs (focus.sharpness - one->sharpness) < 1e-5,
           "%s: %s, radius %.5f, %u edges, sharpness %.5f", one->what, answers[focus.answer], focus.radius, focus.n_edges,
           focus.sharpness);
  test_ok (are_steps (&focus, one->height), "%s: and where they are", one->what);
  test_ok (focus.side == 96 && focus.columns == 3 && focus.rows == rows, "%s: %d x %d squares of %d", one->what,
           focus.columns, focus.rows, focus.side);
  for (int i = 0; i < 3 * rows; i++)
    test_ok (fabs (focus.widths[i] - (i < 3 ? one->sharpness : 0)) < 1e-5, "%s: square %d, %.5f", one->what, i,
             focus.widths[i]);
  ce_focus_clear (&focus);
  test_image_clear (&view);
}

/* A CeProgressFunc: cancels at the second question. */
static gboolean
cancel (double share, gpointer data)
{
  return ++*(int *) data < 2;
}

static void
test_failures (void)
{
  const Edge edge = { 1, 0 };
  CeView     view;
  CeFocus    focus;
  int        n_asked = 0;
  CeProgress progress = { cancel, &n_asked, 0, 0 };

  draw (&view, 100, &edge);
  for (int i = 0; i < (HAS_HEAP ? 4 : 2); i++)
    {
      g_autoptr (GError) error = NULL;
      gboolean           done;

      refuses_pixels = i == 1;
      refuses_widths = i == 2;
      refuses_steps = i == 3;
      done = ce_focus_find (&focus, &view, TRUE, i == 0 ? &progress : NULL, &error);
      refuses_pixels = refuses_widths = refuses_steps = FALSE;
      test_ok (! done && ! focus.widths && ! focus.steps
                 && g_error_matches (error, CE_ERROR, i == 0 ? CE_ERROR_CANCELLED : CE_ERROR_NO_MEMORY),
               "%s: %s", i == 0 ? "Cancel" : i == 1 ? "no memory for squares" : i == 2 ? "no memory for widths" : "no memory for steps",
               error ? error->message : "no error");
    }
  test_ok (n_asked == 2, "Cancel is asked for %d times", n_asked);
  test_image_clear (&view);
}

int
main (void)
{
  ce_testing ()->threads = 1;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    test_known (&known[i]);
  test_failures ();

  return test_done ();
}
