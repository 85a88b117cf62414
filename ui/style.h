/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define CE_STYLE_SMALL "ce-small"

void       ce_style_load       (void);
void       ce_style_add        (GtkWidget *widget, const char *class);
void       ce_style_explain    (GtkWidget *widget, const char *text);
void       ce_style_name_icons (GtkBuilder *layout);
