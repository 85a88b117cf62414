/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 *   first-call FILTER [PLACE]
 *
 * Measures the first render of a process, 24 megapixels of RGB: its time, its place, and the moment at which the GPU takes
 * over if the driver compiles first. PLACE is "auto:cuda", an automatic GPU, or "cuda", a named one. With CUDA_CACHE_PATH on
 * an empty folder the driver has no kept kernels.
 */
#include "tests/support/support.h"

static double
ms_since (gint64 begin)
{
  return (double) (g_get_monotonic_time () - begin) / 1000;
}

static const char *
place_of (CeSession *session)
{
  return ce_session_get_status (session)->place.choice == CE_BACKEND_CUDA ? "cuda" : "cpu";
}

static void
render (CeSession *session, const CeParams *params)
{
  g_autoptr (GError) error = NULL;

  if (! ce_session_render (session, params, NULL, NULL, &error))
    g_error ("%s", error->message);
}

int
main (int argc, char **argv)
{
  const CeFilter       *filter = ce_filter_find (argc > 1 ? argv[1] : "canny");
  TestRandom            random = { 5 };
  CeView                image;
  CeParams              params;
  gint64                begin;
  g_autoptr (CeSession) session = NULL;

  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "1", FALSE);         /* as the plug-in and the shell program do */
  if (! filter)
    g_error ("There is no such filter.");
  ce_params_init (&params, filter);
  test_image_init (&image, 6000, 4000, 3, CE_U8);
  test_image_fill (&image, TEST_SHAPES, TEST_ALPHA_OPAQUE, &random);

  begin = g_get_monotonic_time ();
  session = test_session_new (filter->name, argc > 2 ? argv[2] : "auto:cuda", &image, TRUE, NULL);
  if (! session)
    g_error ("There is no GPU.");
  render (session, &params);
  g_print ("%s: first result after %.0f ms (%s)", filter->name, ms_since (begin), place_of (session));
  while (ce_session_get_status (session)->is_waiting)
    {
      g_usleep (5000);
      render (session, &params);
    }
  g_print (", %s after %.0f ms\n", place_of (session), ms_since (begin));
  test_image_clear (&image);

  return 0;
}
