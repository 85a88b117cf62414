/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Follows edges of a result over the strengths of its pixels, which it renders tile by tile where it goes.
 */
#pragma once

#include "engine/cuda-edges.h"

typedef struct
{
  CeSession     *session;
  CeParams       params;             /* of the result */
  CeFound        found;              /* by its render: the thresholds */
  CeArea         image;              /* the session's image, in the coordinates of the whole one, which all pixels have */
  CeProgressFunc progress;
  gpointer       data;
  gboolean       failed;
  float          low;                /* members have a strength above this */
  GHashTable    *tiles;              /* by number: strengths where thinning keeps a pixel, negative once visited; else 0 */
  int            number;             /* of the tile that was looked at last */
  float         *last;               /* (nullable): that tile */
  GArray        *open;               /* of CePoint, to be visited */
  GArray        *points;             /* (nullable) of CePoint, the members */
  gint64         n_members;          /* of the edge that was followed last */
  float          strongest;          /* strength of its strongest member; 0 if it has none */
  CePoint        at;                 /* that member */
  float          weakest;            /* strength of its weakest member */
  CePoint        end;                /* that member */
} CeFollow;

CeFollow ce_follow_begin    (CeSession *session, CeProgressFunc progress, gpointer data);
gboolean ce_follow_end      (CeFollow *self);
float   *ce_follow_strength (CeFollow *self, int x, int y);
gboolean ce_follow_is_shown (CeFollow *self, int x, int y);
void     ce_follow          (CeFollow *self, int x, int y);
void     ce_follow_leave    (CeFollow *self, GArray *members);
GArray  *ce_follow_drawn    (CeFollow *self, CePoint point);
gboolean ce_follow_find     (CeFollow *self, const CePoint *middle, int reach, int most, gboolean shown, float *strongest,
                             CePoint *found);
