/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines of a photo's line art are those of a drawing, and the photo is there again for everything else.
 */
#include "tests/support/support.h"

#include "engine/lines/lines.h"

#define WIDTH 260
#define HEIGHT 200

static CeParams
parse (const char *text)
{
  const CeFilter *filter = ce_filter_get_lines ();
  CeParams        params;

  ce_params_init (&params, filter);
  if (! ce_params_parse (&params, filter, text, NULL))
    g_error ("%s is not understood", text);

  return params;
}

/* Returns (transfer full) the lines of @session as SVG, or the error. */
static char *
find (CeSession *session, const char *text)
{
  CeParams            params = parse (text);
  CeSvg               svg = { .is_one = FALSE };
  g_autoptr (GError)  error = NULL;
  g_autoptr (CeLines) lines = ce_lines_find (session, &params, NULL, NULL, NULL, &error);

  return lines ? g_string_free (ce_lines_to_svg (lines, &svg), FALSE) : g_strdup (error->message);
}

static CeSession *
open (const CeView *image, gboolean keeps)
{
  g_autoptr (GError) error = NULL;
  CeSession         *session = test_session_new ("canny", "cpu", image, keeps, &error);

  if (! session)
    g_error ("%s", error->message);

  return session;
}

static void
compare (CeSession *session, const CeView *image, const char *text, const char *other, const char *what)
{
  g_autoptr (CeSession) alone = open (image, FALSE);
  g_autofree char      *found = find (session, text), *expected = find (alone, other);

  test_ok (g_str_equal (found, expected) && strstr (expected, "<path"), "%s: %s", text, what);
}

/* A histogram with the parameters that the session tells, as the dialog's, leaves the drawing where it is. */
static void
count_and_trace (CeSession *session, const CeView *drawing)
{
  static guint64        bins[CE_HISTOGRAM_BINS];
  CeParams              params = ce_session_get_status (session)->params;
  CeSvg                 svg = { .is_one = FALSE };
  g_autoptr (CeSession) alone = open (drawing, FALSE);
  g_autofree char      *expected = find (alone, "of=dark-lines"), *found = NULL;
  g_autoptr (CeLines)   lines = NULL;

  test_ok (params.of == CE_OF_LINE_ART, "the session tells what was asked for");
  ce_session_histogram (session, &params, CE_HISTOGRAM_MAGNITUDE, NULL, bins, NULL, NULL, NULL);
  lines = ce_lines_find (session, NULL, NULL, NULL, NULL, NULL);
  found = lines ? g_string_free (ce_lines_to_svg (lines, &svg), FALSE) : g_strdup ("");
  test_ok (g_str_equal (found, expected), "lines of the result after a histogram");
}

static void
try_photo (int channels, CeType type, gboolean keeps)
{
  TestRandom            random = { 7 };
  g_autoptr (CeSession) session = NULL;
  g_autoptr (GError)    error = NULL;
  CeView                photo, drawing, finer;

  test_image_init (&photo, WIDTH, HEIGHT, channels, type);
  test_image_fill (&photo, TEST_SHAPES, TEST_ALPHA_SOME, &random);
  if (! test_render ("line-art", "cpu", "", &photo, &drawing, &error)
      || ! test_render ("line-art", "cpu", "sigma=0.7 coherence=3.5 flow=1.75", &photo, &finer, &error))
    g_error ("%s", error->message);

  session = open (&photo, keeps);
  compare (session, &drawing, "of=line-art sigma=1", "of=dark-lines sigma=1", "those of the drawing");
  compare (session, &drawing, "of=line-art sigma=1 width=3 least-length=20", "of=dark-lines width=3 least-length=20",
           "those of the drawing that is there");
  compare (session, &finer, "of=line-art sigma=0.7 width=2", "of=dark-lines width=2", "those of a finer drawing");
  compare (session, &photo, "of=edges", "of=edges", "those of the photo again");
  compare (session, &photo, "of=dark-lines width=4 high=4", "of=dark-lines width=4 high=4", "those in the photo");
  compare (session, &drawing, "of=line-art sigma=1", "of=dark-lines", "those of the drawing again");
  compare (session, &drawing, "of=line-art channel=strongest sigma=1", "of=dark-lines", "those of luma, of all colors, too");
  count_and_trace (session, &drawing);

  for (int y = 0; y < HEIGHT / 2; y++)
    {
      memset (ce_view_row (ce_session_get_source (session), y), 0, test_image_row (&photo));
      memset (ce_view_row (&photo, y), 0, test_image_row (&photo));
    }
  ce_session_put_rows (session, 0, HEIGHT / 2, NULL, 0);
  test_image_clear (&drawing);
  if (! test_render ("line-art", "cpu", "", &photo, &drawing, &error))
    g_error ("%s", error->message);
  compare (session, &drawing, "of=line-art sigma=1", "of=dark-lines", "those of a changed photo's drawing");

  test_image_clear (&photo);
  test_image_clear (&drawing);
  test_image_clear (&finer);
}

int
main (void)
{
  try_photo (3, CE_U8, TRUE);
  try_photo (4, CE_F32, FALSE);
  try_photo (1, CE_U16, TRUE);

  return test_done ();
}
