/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "image.h"

gboolean ce_rows_are_opaque (const CeView *view, int y, int n_rows);
