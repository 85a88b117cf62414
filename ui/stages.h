/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stages of a computation as a row of small pictures, to look at one. OK makes the
 * one that has a check mark.
 */
#ifndef CE_STAGES_H
#define CE_STAGES_H

#include <gtk/gtk.h>

#include "engine/filters.h"

/* Size of the small pictures, logical pixels: the width is that of all of them. */
#define CE_STAGES_WIDTH 532
#define CE_STAGE_HEIGHT 57

#define CE_TYPE_STAGES (ce_stages_get_type ())
G_DECLARE_FINAL_TYPE (CeStages, ce_stages, CE, STAGES, GtkBox)

GtkWidget *ce_stages_new          (const CeFilter *filter);
int        ce_stages_get_width    (CeStages *stages);
void       ce_stages_set_pictures (CeStages *stages, const GArray *pictures);
void       ce_stages_set_active   (CeStages *stages, int stage, int chosen);

#endif
