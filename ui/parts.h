/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each filter's own parts of its dialog: the histogram with lines to drag and, of Canny and sharpening,
 * the stages as a row of small pictures; of Canny also the edges to keep, drop and erase.
 */
#ifndef CE_PARTS_H
#define CE_PARTS_H

#include <libgimp/gimpui.h>

#include "edges.h"
#include "live/render.h"
#include "ui/preview/preview.h"

typedef struct
{
  GtkWidget           *histogram;
  GtkWidget           *stages;       /* (nullable): the row of stages, of a filter that has some */
  CeEdges             *edges;        /* (nullable): Canny's */

  GimpProcedureConfig *config;       /* from here on its own */
  const CeFilter      *filter;
  CePreview           *preview;
  CeRender            *render;
  gboolean             placed;       /* the stages show what they are to */
  double               white;        /* of Sobel: the level that is white with a gain of 1 */
  CeParams             params;       /* of Canny: the last ones */
  double               low;          /* thresholds as the user set them, whichever one may have pushed since */
  double               high;
  gboolean             pushing;      /* not the user */
} CeParts;

CeParts    *ce_parts_new            (GimpProcedureConfig *config, const CeFilter *filter, gboolean several);
void        ce_parts_attach         (CeParts *parts, CePreview *preview, CeRender *render);
void        ce_parts_free           (CeParts *parts);
const char *ce_parts_get_param      (CeParts *parts);
void        ce_parts_config_changed (CeParts *parts, const CeParams *params, const CeParams *shown);
const char *ce_parts_explain        (CeParts *parts, const CeEvent *event);
void        ce_parts_handle         (CeParts *parts, const CeEvent *event);

#endif
