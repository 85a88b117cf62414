/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

void ce_json_open   (GString *json, const char *name, char bracket);
void ce_json_close  (GString *json, char bracket);
void ce_json_string (GString *json, const char *name, const char *value);
void ce_json_number (GString *json, const char *name, double value);
void ce_json_bool   (GString *json, const char *name, gboolean value);
