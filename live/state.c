/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state.h"

#include <math.h>
#include <stdlib.h>

/* Groups that are common to all filters. */
#define VIEW "view"
#define DEVICES "devices"

/* Size of a dialog's first window, logical pixels. Sharpening begins without the histogram of its mask, which would fill the
 * height of the others. */
#define WIDTH 1240
#define HEIGHT 860
#define HEIGHT_OF_SHARPENING 740

/* Returns (transfer full) (nullable) the values of the file, none if there is no file; NULL if it is a pipe or cannot be
 * parsed. */
static GKeyFile *
load (const char *file)
{
  g_autoptr (GKeyFile) keys = g_key_file_new ();

  if (g_file_test (file, G_FILE_TEST_EXISTS)
      && (! g_file_test (file, G_FILE_TEST_IS_REGULAR)
          || ! g_key_file_load_from_file (keys, file, G_KEY_FILE_KEEP_COMMENTS, NULL)))
    return NULL;

  return g_steal_pointer (&keys);
}

static int
recall (GKeyFile *keys, const char *group, const char *key, int otherwise)
{
  int value = g_key_file_get_integer (keys, group, key, NULL);

  return value > 0 ? value : otherwise;
}

static double
recall_number (GKeyFile *keys, const char *group, const char *key, double least, double most, double otherwise)
{
  double value = g_key_file_has_key (keys, group, key, NULL) ? g_key_file_get_double (keys, group, key, NULL) : otherwise;

  return isfinite (value) ? CLAMP (value, least, most) : otherwise;
}

/* Reads the state of the filter @group's dialog from @file, which may be missing; free @gpu. The view is only that of an
 * image of the same size, which is probably the same one, and of this filter, because sharpening is judged at 100 % and
 * edges are not. */
void
ce_state_read (CeState *state, const char *file, const char *group, int width, int height)
{
  g_autoptr (GKeyFile) loaded = load (file);
  g_autoptr (GKeyFile) keys = loaded ? g_steal_pointer (&loaded) : g_key_file_new ();
  gboolean same = g_key_file_get_integer (keys, group, "image-width", NULL) == width
                  && g_key_file_get_integer (keys, group, "image-height", NULL) == height;

  state->width = recall (keys, group, "width", WIDTH);
  state->height = recall (keys, group, "height", g_str_equal (group, "sharpen") ? HEIGHT_OF_SHARPENING : HEIGHT);
  state->controls = recall (keys, group, "controls", 0);
  state->size = recall (keys, group, "size", 0);
  state->show = recall (keys, group, "show", 1) - 1;
  state->split = recall_number (keys, group, "split", 0, 1, 0.5);
  state->viewed = same;
  state->zoom = same ? recall_number (keys, group, "zoom", 0, G_MAXINT, 0) : 0;
  state->x = same ? recall_number (keys, group, "x", 0, width, width / 2.0) : width / 2.0;
  state->y = same ? recall_number (keys, group, "y", 0, height, height / 2.0) : height / 2.0;
  state->unfolded = g_key_file_get_boolean (keys, group, "unfolded", NULL);
  state->canvas = g_key_file_get_boolean (keys, group, "canvas", NULL);
  state->advanced = g_key_file_get_boolean (keys, VIEW, "advanced", NULL);
  state->gpu = g_key_file_get_string (keys, DEVICES, "gpu", NULL);
}

/* Writes the state to @file for the next time. Other values in it stay, a file that cannot be parsed is unchanged, and a
 * link stays a link. A failure is not reported. */
void
ce_state_write (const CeState *state, const char *file, const char *group, int width, int height)
{
  g_autoptr (GKeyFile) keys = load (file);
  g_autofree char     *text = NULL;
  char                *real;
  gsize                size;

  if (! keys)
    return;

  g_key_file_set_integer (keys, group, "width", state->width);
  g_key_file_set_integer (keys, group, "height", state->height);
  g_key_file_set_integer (keys, group, "controls", state->controls);
  g_key_file_set_integer (keys, group, "size", state->size);
  g_key_file_set_integer (keys, group, "show", state->show + 1);
  g_key_file_set_double (keys, group, "split", state->split);

  if (state->viewed)
    {
      g_key_file_set_integer (keys, group, "image-width", width);
      g_key_file_set_integer (keys, group, "image-height", height);
      g_key_file_set_double (keys, group, "zoom", state->zoom);
      g_key_file_set_double (keys, group, "x", state->x);
      g_key_file_set_double (keys, group, "y", state->y);
    }
  if (state->gpu)
    g_key_file_set_string (keys, DEVICES, "gpu", state->gpu);

  g_key_file_set_boolean (keys, group, "unfolded", state->unfolded);
  g_key_file_set_boolean (keys, group, "canvas", state->canvas);
  g_key_file_set_boolean (keys, VIEW, "advanced", state->advanced);
  text = g_key_file_to_data (keys, &size, NULL);
  real = realpath (file, NULL);
  g_file_set_contents_full (real ? real : file, text, (gssize) size, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
  free (real);
}
