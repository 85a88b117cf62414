/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Checks that filters of many passes poll Cancel often on the processor, and notes the longest wait. One thread does all,
 * because the number of polls must not depend on other programs.
 */
#include "tests/support/support.h"

/* The largest share of a long render of six megapixels on the processor between two polls of Cancel. */
#define LARGEST_GAP 0.2

/* The largest distance between two polls: of the whole, and in microseconds. */
typedef struct
{
  double last, largest_gap;
  gint64 time, longest;
} Polls;

static gboolean
poll (double share, gpointer data)
{
  Polls *polls = data;
  gint64 now = g_get_monotonic_time ();

  polls->largest_gap = MAX (polls->largest_gap, share - polls->last);
  polls->longest = MAX (polls->longest, now - polls->time);
  polls->last = share;
  polls->time = now;

  return TRUE;
}

/* Checks that a render with the parameters in @text polls Cancel often, also where its sizes are the largest. */
static void
polled_often (const char *filter, const char *text)
{
  CeView                image;
  CeParams              params;
  Polls                 polls = { 0 };
  g_autoptr (CeSession) session = NULL;
  g_autoptr (GError)    error = NULL;

  test_image_init (&image, 3000, 2000, 3, CE_U8);
  test_image_natural (&image, 3);
  session = test_session_new (filter, "cpu", &image, FALSE, NULL);
  ce_params_init (&params, ce_filter_find (filter));
  test_ok (ce_params_parse (&params, ce_filter_find (filter), text, &error), "%s takes “%s”", filter, text);
  polls.time = g_get_monotonic_time ();
  test_ok (ce_session_render (session, &params, poll, &polls, NULL), "%s renders with “%s”", filter, text);
  poll (1, &polls);
  test_ok (polls.largest_gap < LARGEST_GAP, "%s with “%s” polls Cancel after at most %.3f of its work", filter, text,
           polls.largest_gap);
  test_note ("the longest time between two polls here: %.0f ms", (double) polls.longest / 1000);
  test_image_clear (&image);
}

int
main (void)
{
  g_setenv ("CE_TESTING", "threads=1", FALSE);
  polled_often ("line-art", "");
  polled_often ("line-art", "sigma=10 coherence=20 flow=20 smooth=10");
  polled_often ("sharpen", "method=deconvolve radius=5");

  return test_done ();
}
