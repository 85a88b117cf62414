/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes the dialogs' file of settings: values that are read are in their ranges, written values are read again unchanged,
 * and the rest of the file is kept.
 */
#include "fuzz.h"

#include "live/state.h"

#include <math.h>
#include <string.h>

#define WIDTH 640
#define HEIGHT 480

static void
check (const CeState *look)
{
  if (look->width < 1 || look->height < 1 || look->controls < 0 || look->show < 0)
    g_error ("a dialog of %d x %d, controls %d, shows %d", look->width, look->height, look->controls, look->show);
  if (! (look->split >= 0 && look->split <= 1) || ! (look->zoom >= 0 && look->zoom <= G_MAXINT)
      || ! (look->x >= 0 && look->x <= WIDTH) || ! (look->y >= 0 && look->y <= HEIGHT))
    g_error ("split %g, zoom %g at %g, %g", look->split, look->zoom, look->x, look->y);
  if (look->gpu && ! g_utf8_validate (look->gpu, -1, NULL))
    g_error ("a GPU's name is no text");
}

static gboolean
is_same (const CeState *a, const CeState *b)
{
  return a->width == b->width && a->height == b->height && a->controls == b->controls && a->show == b->show
         && a->split == b->split && a->zoom == b->zoom && a->x == b->x && a->y == b->y && ! a->canvas == ! b->canvas
         && g_strcmp0 (a->gpu, b->gpu) == 0;
}

static void
check_written (const char *path, GKeyFile *before, const CeState *look)
{
  g_auto (GStrv)       groups = g_key_file_get_groups (before, NULL);
  g_autoptr (GKeyFile) after = g_key_file_new ();
  g_autoptr (GError)   error = NULL;
  CeState              again;

  ce_state_write (look, path, "canny", WIDTH, HEIGHT);
  if (! g_key_file_load_from_file (after, path, G_KEY_FILE_NONE, &error))
    g_error ("it cannot be read after it was written: %s", error->message);
  for (char **group = groups; *group; group++)
    if (! g_key_file_has_group (after, *group))
      g_error ("group “%s” is lost", *group);

  ce_state_read (&again, path, "canny", WIDTH, HEIGHT);
  if (! is_same (look, &again))
    g_error ("what was written is not what is read");
  g_free (again.gpu);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char     *path = fuzz_file (data, size);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  CeState              look;

  ce_state_read (&look, path, "canny", WIDTH, HEIGHT);
  check (&look);
  if (g_key_file_load_from_file (keys, path, G_KEY_FILE_NONE, NULL))
    check_written (path, keys, &look);
  else
    {
      ce_state_write (&look, path, "canny", WIDTH, HEIGHT);
      if (! fuzz_is_as_before (path, data, size))
        g_error ("what is not understood is written");
    }
  g_free (look.gpu);

  return 0;
}
