/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Prints the focus of raw pixels, for scripts and for the test in numpy:
 *
 *   focus WIDTH HEIGHT CHANNELS u8|u16|f32 IN [TIMES]
 *
 * The first line has answer, radius, edges, sharpness, side, columns and rows; the second one the widths. With TIMES it
 * prints the medians of so many times of Canny and of the focus instead, milliseconds, in turn.
 */
#include "tests/support/support.h"

#include "engine/focus.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const answers[] = { "found", "sharp", "few", "mixed", "noise" };

static int
compare (gconstpointer a, gconstpointer b)
{
  return *(const gint64 *) a < *(const gint64 *) b ? -1 : *(const gint64 *) a > *(const gint64 *) b;
}

static void
print_times (const CeView *image, int n)
{
  g_autofree gint64    *canny = g_new (gint64, n), *found = g_new (gint64, n);
  CeParams              params;
  CeFocus               focus;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  for (int i = -1; i < n; i++)
    {
      g_autoptr (CeSession) session = test_session_new ("canny", "cpu", image, FALSE, NULL);
      gint64                begin = g_get_monotonic_time (), middle;

      ce_session_render (session, &params, NULL, NULL, NULL);
      middle = g_get_monotonic_time ();
      ce_focus_find (&focus, image, FALSE, NULL, NULL);
      if (i >= 0)
        canny[i] = middle - begin, found[i] = g_get_monotonic_time () - middle;
      ce_focus_clear (&focus);
    }
  qsort (canny, (gsize) n, sizeof *canny, compare);
  qsort (found, (gsize) n, sizeof *found, compare);
  g_print ("canny %.1f ms, focus %.1f ms\n", (double) canny[n / 2] / 1000, (double) found[n / 2] / 1000);
}

static void
print_focus (const CeView *image)
{
  CeFocus focus;

  ce_focus_find (&focus, image, FALSE, NULL, NULL);
  g_print ("%s %.17g %u %.17g %d %d %d\n", answers[focus.answer], focus.radius, focus.n_edges, focus.sharpness, focus.side,
           focus.columns, focus.rows);
  for (int i = 0; i < focus.columns * focus.rows; i++)
    g_print ("%.9g ", focus.widths[i]);
  g_print ("\n");
  ce_focus_clear (&focus);
}

int
main (int argc, char **argv)
{
  g_autofree char *data = NULL;
  CeView           image;
  gsize            length;

  if (argc < 6 || ! g_file_get_contents (argv[5], &data, &length, NULL))
    {
      g_printerr ("usage: focus WIDTH HEIGHT CHANNELS u8|u16|f32 IN [TIMES]\n");
      return 2;
    }

  image = (CeView) { (guint8 *) data, 0, atoi (argv[1]), atoi (argv[2]), atoi (argv[3]),
                     g_str_equal (argv[4], "u8") ? CE_U8 : g_str_equal (argv[4], "u16") ? CE_U16 : CE_F32 };
  image.stride = (gsize) image.width * (gsize) image.channels * ce_type_size (image.type);
  if (length != image.stride * (gsize) image.height)
    return 2;
  if (argc > 6)
    print_times (&image, atoi (argv[6]));
  else
    print_focus (&image);

  return 0;
}
