/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Renders raw pixels, for scripts and for tests in other languages:
 *
 *   render FILTER BACKEND "PARAMETERS" WIDTH HEIGHT CHANNELS u8|u16|f32 IN OUT
 *   render --batch < lines of the same words, separated by tabs
 *
 * The output has one channel for edge filters, the input's for sharpening,
 * rows packed, and the input's type.
 */
#include "tests/support/support.h"

#include <stdio.h>
#include <string.h>

static gboolean
read_image (char **words, CeView *image, GError **error)
{
  g_autofree char *data = NULL;
  gsize            length;
  CeType           type = g_str_equal (words[6], "u8") ? CE_U8 : g_str_equal (words[6], "u16") ? CE_U16 : CE_F32;

  if (! g_file_get_contents (words[7], &data, &length, error))
    return FALSE;

  test_image_init (image, atoi (words[3]), atoi (words[4]), atoi (words[5]), type);
  if (length != image->stride * (gsize) image->height)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, "%s has %zu bytes, but %zu are needed.", words[7],
                   length, image->stride * (gsize) image->height);
      test_image_clear (image);
      return FALSE;
    }

  memcpy (image->data, data, length);
  return TRUE;
}

static gboolean
render (char **words)
{
  g_autoptr (GError) error = NULL;
  CeView             image;
  CeView             result;
  gboolean           ok;

  if (! ce_filter_find (words[0]))
    g_set_error (&error, CE_ERROR, CE_ERROR_INVALID, "There is no filter “%s”.", words[0]);
  else if (read_image (words, &image, &error))
    {
      ok = test_render (words[0], words[1], words[2], &image, &result, &error);
      test_image_clear (&image);
      if (ok)
        {
          g_file_set_contents (words[8], (const char *) result.data,
                               (gssize) (result.stride * (gsize) result.height), &error);
          test_image_clear (&result);
        }
    }

  if (error)
    g_printerr ("%s\n", error->message);

  return error == NULL;
}

static int
render_batch (void)
{
  char line[4096];
  int  n_failed = 0;

  while (fgets (line, sizeof line, stdin))
    {
      g_auto (GStrv) words = g_strsplit (g_strchomp (line), "\t", -1);

      if (g_strv_length (words) != 9 || ! render (words))
        n_failed++;
    }

  return n_failed ? 1 : 0;
}

int
main (int argc, char **argv)
{
  if (argc == 2 && g_str_equal (argv[1], "--batch"))
    return render_batch ();

  if (argc != 10)
    {
      g_printerr ("usage: render FILTER BACKEND \"PARAMETERS\" WIDTH HEIGHT CHANNELS u8|u16|f32 IN OUT\n"
                  "       render --batch\n");
      return 2;
    }

  return render (argv + 1) ? 0 : 1;
}
