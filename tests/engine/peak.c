/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks the memory of Canny on the CPU: two bitmaps and 64 MiB beside source and result, also if it keeps thinned pixels
 * for automatic thresholds and follows the longest possible chain. Cancel is polled meanwhile.
 * One thread does all, because polls must not depend on other programs. With "noise" there are 64 threads, each with a
 * workspace of 0.4 MiB, and so many peaks that a part of them fills the memory.
 */
#include "tests/support/support.h"

#include <stdlib.h>
#include <string.h>

#define SIZE 5000

/* Draws ridges from top to bottom, joined at the bottom: one chain runs up and down all of them, with its strong end on the
 * left. */
static void
draw_comb (const CeView *view)
{
  static const guint8 profile[4] = { 100, 108, 116, 108 };

  for (int y = 0; y < view->height; y++)
    {
      guint8 *row = ce_view_row (view, y);

      for (int x = 0; x < view->width; x++)
        row[x] = y >= view->height - 8 ? (guint8) MAX (140 - x, 116) : y < 8 || x < 40 ? 100 : profile[x % 4];
    }
}

/* Returns the largest size of the process in memory, bytes; 0 if it is not known. */
static gsize
peak (void)
{
  g_autofree char *status = NULL;
  const char      *line;

  if (! g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;
  line = strstr (status, "VmHWM:");

  return line ? (gsize) strtoull (line + strlen ("VmHWM:"), NULL, 10) * 1024 : 0;
}

typedef struct
{
  double share;
  int    n_again;               /* polls without progress */
} Asked;

static gboolean
count (double share, gpointer data)
{
  Asked *asked = data;

  asked->n_again += share == asked->share;
  asked->share = share;

  return TRUE;
}

static CeSession *
render (const char *thresholds, gboolean noise, gsize *extra, Asked *asked)
{
  TestRandom random = { 42 };
  CePlace    cpu = { .choice = CE_BACKEND_CPU };
  CeSession *session = ce_session_new (ce_filter_find ("canny"), &cpu, SIZE, SIZE, 1, CE_U8, NULL);
  CeView     source = *ce_session_get_source (session);
  CeParams   params;
  gsize      before;

  if (noise)
    test_image_fill (&source, TEST_NOISE, TEST_ALPHA_OPAQUE, &random);
  else
    draw_comb (&source);
  ce_session_put_rows (session, 0, SIZE, NULL, 0);
  ce_params_init (&params, ce_filter_find ("canny"));
  ce_params_parse (&params, ce_filter_find ("canny"), thresholds, NULL);
  before = peak ();
  if (! ce_session_render (session, &params, count, asked, NULL))
    g_error ("no result");
  *extra = peak () - before;

  return session;
}

int
main (int argc, char **argv)
{
  const gboolean noise = argc > 1 && g_str_equal (argv[1], "noise");
  const gsize result = (gsize) SIZE * SIZE, bitmaps = result / 4, limit = result + bitmaps + ((gsize) 64 << 20);
  gsize       extra, again;
  Asked       first = { 0 }, second = { 0 };
  CeFound     found;
  g_autofree char      *thresholds = NULL;
  g_autofree char      *diff = NULL;
  g_autoptr (CeSession) automatic = NULL, manual = NULL;

  g_setenv ("CE_TESTING", noise ? "threads=64" : "threads=1", FALSE);
  automatic = render ("sigma=0 thresholds=percentile share=99", noise, &extra, &first);
  if (peak () == 0)
    test_skip ("the system does not tell", "memory");
  else
    test_ok (extra > result && extra <= limit, "%.0f MiB for result, bitmaps and thresholds, %.0f allowed",
             extra / 1048576.0, limit / 1048576.0);

  found = ce_session_get_status (automatic)->found;
  thresholds = g_strdup_printf ("sigma=0 low=%.9g high=%.9g", found.low, found.high);
  manual = render (thresholds, noise, &again, &second);
  diff = test_image_diff (ce_session_get_result (automatic), ce_session_get_result (manual));
  test_ok (! diff, "the same edges as with the thresholds that were found, %s: %s", thresholds, diff ? diff : "");

  if (! noise)
    test_ok (first.n_again >= 8, "Cancel is asked for %d times while one chain is followed", first.n_again);

  return test_done ();
}
