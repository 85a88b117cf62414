/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "state.h"

#include <math.h>

/* Groups that are common to all filters. */
#define VIEW "view"
#define DEVICES "devices"

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

/**
 * ce_state_read:
 * @state: (out): what to look like; free @gpu
 * @keys: what the file has, anything
 * @group: the filter's
 * @width, @height: of the image; the view is that of an image of the same
 *   size, which is probably the same one
 */
void
ce_state_read (CeState *state, GKeyFile *keys, const char *group, int width, int height)
{
  gboolean same = g_key_file_get_integer (keys, VIEW, "width", NULL) == width
                  && g_key_file_get_integer (keys, VIEW, "height", NULL) == height;

  state->width = recall (keys, group, "width", 1240);
  state->height = recall (keys, group, "height", 860);
  state->controls = recall (keys, group, "controls", 0);
  state->show = recall (keys, group, "show", 1) - 1;
  state->split = recall_number (keys, group, "split", 0, 1, 0.5);
  state->zoom = same ? recall_number (keys, VIEW, "zoom", 0, G_MAXINT, 0) : 0;
  state->x = same ? recall_number (keys, VIEW, "x", 0, width, width / 2.0) : width / 2.0;
  state->y = same ? recall_number (keys, VIEW, "y", 0, height, height / 2.0) : height / 2.0;
  state->unfolded = g_key_file_get_boolean (keys, VIEW, "unfolded", NULL);
  state->advanced = g_key_file_get_boolean (keys, VIEW, "advanced", NULL);
  state->canvas = g_key_file_get_boolean (keys, VIEW, "canvas", NULL);
  state->gpu = g_key_file_get_string (keys, DEVICES, "gpu", NULL);
}

/**
 * ce_state_write:
 * @state: what a dialog looks like
 * @keys: where it is kept
 * @group: the filter's
 * @width, @height: of the image
 */
void
ce_state_write (const CeState *state, GKeyFile *keys, const char *group, int width, int height)
{
  g_key_file_set_integer (keys, group, "width", state->width);
  g_key_file_set_integer (keys, group, "height", state->height);
  g_key_file_set_integer (keys, group, "controls", state->controls);
  g_key_file_set_integer (keys, group, "show", state->show + 1);
  g_key_file_set_double (keys, group, "split", state->split);

  if (state->gpu)
    g_key_file_set_string (keys, DEVICES, "gpu", state->gpu);

  g_key_file_set_boolean (keys, VIEW, "unfolded", state->unfolded);
  g_key_file_set_boolean (keys, VIEW, "advanced", state->advanced);
  g_key_file_set_boolean (keys, VIEW, "canvas", state->canvas);
  g_key_file_set_integer (keys, VIEW, "width", width);
  g_key_file_set_integer (keys, VIEW, "height", height);
  g_key_file_set_double (keys, VIEW, "zoom", state->zoom);
  g_key_file_set_double (keys, VIEW, "x", state->x);
  g_key_file_set_double (keys, VIEW, "y", state->y);
}
