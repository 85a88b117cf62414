/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The color of transparent lines, which is GIMP's foreground color: to choose another one
 * changes it in GIMP, and a dialog that is cancelled gives it back.
 */
#ifndef CE_LINE_COLOR_H
#define CE_LINE_COLOR_H

#include <libgimp/gimpui.h>

#include "engine/filters.h"

GtkWidget *ce_line_color_new            (const CeFilter *filter, GSourceOnceFunc changed, gpointer data);
void       ce_line_color_config_changed (GtkWidget *row, const CeParams *params);
void       ce_line_color_follow         (GtkWidget *row);
void       ce_line_color_give_back      (GtkWidget *row);

#endif
