/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The size and view of a dialog, stored in a file of settings.
 */
#pragma once

#include <glib.h>

/* The size and the view of a dialog. */
typedef struct
{
  int      width, height;       /* of the dialog in pixels, above 0 */
  int      controls;            /* width of its controls; 0: their own request */
  int      size;                /* of the filter's last picture with OK, its longer side in pixels; 0: none */
  int      show;                /* number of the view, before, after or both, from 0 */
  double   split;               /* position of the line between both, 0 to 1 */
  gboolean viewed;              /* the user has chosen zoom and place for an image of this size */
  double   zoom;                /* screen pixels per image pixel; 0: the view fits */
  double   x, y;                /* point of the image in the middle of the view */
  gboolean canvas;              /* GIMP's canvas shows the result, too */
  gboolean unfolded;            /* the preview is shown beside the canvas */
  gboolean advanced;            /* the advanced rows are unfolded */
  char    *gpu;                 /* (nullable): name of the GPU that was chosen last */
} CeState;

void ce_state_read  (CeState *state, const char *file, const char *group, int width, int height);
void ce_state_write (const CeState *state, const char *file, const char *group, int width, int height);
