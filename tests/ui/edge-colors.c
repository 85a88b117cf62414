/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests which color an explained edge is strongest in.
 */
#include "tests/support/support.h"

#include <string.h>

#include "live/explain.h"

/* Asks for the edge near a column. */
static void
is_color (CeSession *session, const CeParams *params, int x, CeEdgeColor color, double strongest)
{
  CeEdge edge = { .found = FALSE };

  ce_session_render (session, params, NULL, NULL, NULL);
  ce_explain_edge (session, x, 20, 3, NULL, NULL, &edge);
  test_ok (edge.found && edge.color == color && edge.strongest == strongest,
           "in column %d it is number %d with %g, not %d with %g", x, color, strongest, edge.color, edge.strongest);
  g_free (edge.points);
}

/* Tests a step of 0.5 in red beside one of 2 in blue, above white, and one of 40 in green, whose magnitudes are
 * 510, 2,040 and 40,800. */
static void
test_above_white (void)
{
  const CePlace      cpu = { .choice = CE_BACKEND_CPU };
  static const float samples[3][3] = { { 0, 0, 2 }, { 0.5f, 0, 4 }, { 0.5f, 40, 4 } };
  CeView             image;
  CeSession         *session;
  CeParams           params;

  test_image_init (&image, 120, 40, 3, CE_F32);
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width; x++)
      memcpy (ce_view_pixel (&image, x, y), samples[x / 40], sizeof samples[0]);
  session = ce_session_new (ce_filter_get (CE_FILTER_CANNY), &cpu, image.width, image.height, 3, CE_F32, NULL);
  ce_session_put_rows (session, 0, image.height, image.data, image.stride);
  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  params.sigma = 0;
  params.luma = CE_LUMA_STRONGEST;
  is_color (session, &params, 40, CE_EDGE_OF_BLUE, 2039.9);
  is_color (session, &params, 80, CE_EDGE_OF_GREEN, 40799.9);
  ce_session_free (session);
  test_image_clear (&image);
}

/* Steps of 60 levels, whose magnitude is 240, in red, green, blue and alpha, of 30 in blue beside 60 in green, of 60 in red
 * and in blue, and of 60 in all of them. */
int
main (void)
{
  const CePlace       cpu = { .choice = CE_BACKEND_CPU };
  static const guint8 levels[8][4] = {
    { 0, 0, 0, 255 }, { 60, 0, 0, 255 }, { 60, 60, 0, 255 }, { 60, 60, 60, 255 }, { 60, 120, 90, 255 }, { 0, 120, 30, 255 },
    { 0, 0, 0, 105 }, { 60, 60, 60, 105 }
  };
  CeView     image;
  CeSession *session;
  CeParams   params;

  for (int channels = 3; channels <= 4; channels++)
    {
      test_image_init (&image, 320, 40, channels, CE_U8);
      for (int y = 0; y < image.height; y++)
        for (int x = 0; x < image.width; x++)
          memcpy (ce_view_pixel (&image, x, y), levels[x / 40], (gsize) channels);
      session = ce_session_new (ce_filter_get (CE_FILTER_CANNY), &cpu, image.width, image.height, channels, CE_U8, NULL);
      ce_session_put_rows (session, 0, image.height, image.data, image.stride);
      ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
      params.sigma = 0;
      params.luma = CE_LUMA_STRONGEST;
      is_color (session, &params, 40, CE_EDGE_OF_RED, 239.9);
      is_color (session, &params, 80, CE_EDGE_OF_GREEN, 239.9);
      is_color (session, &params, 120, CE_EDGE_OF_BLUE, 239.9);
      is_color (session, &params, 160, CE_EDGE_OF_GREEN, 239.9);
      is_color (session, &params, 200, CE_EDGE_OF_RED, 239.9);
      is_color (session, &params, 240, channels == 4 ? CE_EDGE_OF_ALPHA : CE_EDGE_OF_GREEN, channels == 4 ? 599.9 : 479.9);
      is_color (session, &params, 280, CE_EDGE_OF_LUMA, channels == 4 ? 98.8 : 239.9);
      params.luma = CE_LUMA_709;
      is_color (session, &params, 80, CE_EDGE_OF_LUMA, 171.6);
      ce_session_free (session);
      test_image_clear (&image);
    }

  test_above_white ();

  return test_done ();
}
