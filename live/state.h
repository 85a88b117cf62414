/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The size and view of a dialog, stored in a file of settings.
 */
#ifndef CE_STATE_H
#define CE_STATE_H

#include <glib.h>

/* The size and the view of a dialog. */
typedef struct
{
  int      width, height;       /* of the dialog in pixels, above 0 */
  int      controls;            /* width of its controls; 0: as much as they need */
  int      show;                /* what of before and after it shows, from 0 */
  double   split;               /* where the line between both is, 0 to 1 */
  double   zoom;                /* screen pixels per image pixel; 0: the view fits */
  double   x, y;                /* the image's point in the middle of the view */
  gboolean canvas;              /* GIMP's canvas shows the result, too */
  gboolean unfolded;            /* the preview is shown beside the canvas */
  gboolean advanced;            /* the rows that few need are unfolded */
  char    *gpu;                 /* (nullable): name of the GPU that was chosen last */
} CeState;

void ce_state_read  (CeState *state, const char *file, const char *group, int width, int height);
void ce_state_write (const CeState *state, const char *file, const char *group, int width, int height);

#endif
