/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two experiments with 003: the edges that a fixed number of passes misses, and the facts that "99 % of pixels are equal" hides.
 */
#pragma once

#include "contest.h"

/* A source with its name: 8-bit, gray or RGB. */
typedef struct
{
  char        *name;
  CeView       image;
  const char  *params;          /* of our Canny, whose classes the passes begin with */
} LadderSource;

GPtrArray *ladder_sources      (const char *folder, gboolean small);
guint8    *ladder_render_gray  (const LadderSource *source, const char *more);
void       ladder_passes_lost  (const LadderSource *source, gboolean brief, GString *rows);
void       ladder_agreement    (const LadderSource *source, GString *rows);
gboolean   ladder_draw_passes  (const LadderSource *source, const char *path, GError **error);
