/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the largest sizes of images.
 */
#include "tests/support/support.h"

/* Checks that sides are refused if sums of 32 bits would overflow. */
static void
refused_sizes (void)
{
  static const int sizes[][2] = { { CE_MAX_SIDE + 1, 1 }, { 1, CE_MAX_SIDE + 1 }, { G_MAXINT, 1 }, { 1, G_MAXINT } };
  CePlace          place = test_place ("cpu");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GError) error = NULL;

      test_ok (! ce_session_new (ce_filter_get (CE_FILTER_SOBEL), &place, sizes[i][0], sizes[i][1], 1, CE_U8, &error),
               "%d x %d pixels are refused", sizes[i][0], sizes[i][1]);
      test_error (error, CE_ERROR_INVALID, "it");
    }
}

/* Renders the longest row and the longest column. */
static void
largest_sides (void)
{
  CePlace place = test_place ("cpu");

  for (int i = 0; i < CE_N_FILTERS * 2; i++)
    {
      const CeFilter       *filter = ce_filter_get (i / 2);
      int                   width = i % 2 ? 1 : CE_MAX_SIDE, height = i % 2 ? CE_MAX_SIDE : 1;
      g_autoptr (CeSession) session = ce_session_new (filter, &place, width, height, 1, CE_U8, NULL);
      CeParams              params;

      ce_params_init (&params, filter);
      ce_session_put_rows (session, 0, height, NULL, 0);
      test_ok (ce_session_render (session, &params, NULL, NULL, NULL), "%d pixels in a %s: %s", CE_MAX_SIDE,
               i % 2 ? "column" : "row", filter->name);
    }
}

int
main (void)
{
  refused_sizes ();
  largest_sides ();

  return test_done ();
}
