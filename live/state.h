/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a dialog looked like the last time, as its file of settings has it.
 */
#ifndef CE_STATE_H
#define CE_STATE_H

#include <glib.h>

/**
 * CeState:
 * @width, @height: of the dialog in pixels, above 0
 * @controls: the width of its controls, 0 for what they need
 * @show: what of before and after it shows, from 0
 * @split: where the line between both is, 0 to 1
 * @zoom: screen pixels per image pixel, 0 for a view that fits
 * @x, @y: the image's point in the middle of the view
 * @canvas: whether GIMP's canvas shows the result, too
 * @unfolded: whether the preview is shown beside the canvas
 * @advanced: whether what few need is unfolded
 * @gpu: (nullable): the name of the GPU that was chosen last
 */
typedef struct
{
  int      width, height;
  int      controls;
  int      show;
  double   split;
  double   zoom;
  double   x, y;
  gboolean canvas;
  gboolean unfolded;
  gboolean advanced;
  char    *gpu;
} CeState;

void ce_state_read  (CeState *state, const char *file, const char *group, int width, int height);
void ce_state_write (const CeState *state, const char *file, const char *group, int width, int height);

#endif
