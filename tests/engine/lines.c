/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes paths of raw pixels, for scripts and for tests in other languages, and prints SVG in pixels:
 *
 *   lines BACKEND "PARAMETERS OF CANNY" TOLERANCE LEAST-LENGTH GAP WIDTH HEIGHT CHANNELS u8|u16|f32 IN
 */
#include "tests/support/support.h"

#include "engine/lines/lines.h"

#include <stdio.h>
#include <string.h>

static gboolean
read_image (char **words, CeView *image, GError **error)
{
  g_autofree char *data = NULL;
  gsize            length;
  CeType           type = g_str_equal (words[9], "u8") ? CE_U8 : g_str_equal (words[9], "u16") ? CE_U16 : CE_F32;

  if (! g_file_get_contents (words[10], &data, &length, error))
    return FALSE;

  test_image_init (image, atoi (words[6]), atoi (words[7]), atoi (words[8]), type);
  memcpy (image->data, data, MIN (length, image->stride * (gsize) image->height));

  return TRUE;
}

static GString *
trace (char **words, const CeView *image, GError **error)
{
  CeParams              params;
  g_autoptr (CeSession) session = test_session_new ("canny", words[1], image, FALSE, error);
  g_autoptr (CeLines)   lines = NULL;
  g_autofree guint     *order = NULL;
  double                travel;

  ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
  if (! session || ! ce_params_parse (&params, ce_filter_get (CE_FILTER_CANNY), words[2], error))
    return NULL;

  params.tolerance = g_ascii_strtod (words[3], NULL);
  params.least_length = atoi (words[4]);
  params.gap = atoi (words[5]);
  lines = ce_lines_find (session, &params, NULL, NULL, NULL, error);
  order = lines ? ce_lines_order (lines, &travel, NULL, NULL, error) : NULL;
  if (! order)
    return NULL;

  g_printerr ("%u pixels, %u chains, %u paths, %u curves, length %.3f, travel %.3f, %u dots\n", lines->n_pixels,
              lines->n_chains, lines->n_paths, lines->n_curves, lines->length, travel, lines->n_dots);

  return ce_lines_to_svg (lines, &(CeSvg) { .order = order });
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  CeView             image;
  GString           *svg = NULL;

  if (argc != 11)
    {
      g_printerr ("usage: lines BACKEND \"PARAMETERS\" TOLERANCE LEAST-LENGTH GAP WIDTH HEIGHT CHANNELS u8|u16|f32 IN\n");
      return 2;
    }

  if (read_image (argv, &image, &error))
    {
      svg = trace (argv, &image, &error);
      test_image_clear (&image);
    }
  if (! svg)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }

  fwrite (svg->str, 1, svg->len, stdout);
  g_string_free (svg, TRUE);

  return 0;
}
