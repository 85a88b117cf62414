/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paints frames of a source and its last result: on the render thread when there is a result, on the main thread when the
 * view moves, so that the window does not wait for a running render.
 */
#pragma once

#include "frame.h"

typedef struct _CePainter CePainter;

CePainter *ce_painter_new          (void);
void       ce_painter_free         (CePainter *painter);

void       ce_painter_take_source  (CePainter *painter, const CeView *source);
gboolean   ce_painter_rows_arrived (CePainter *painter, int n_arrived);
void       ce_painter_set_mask     (CePainter *painter, const CeView *mask);
void       ce_painter_forget       (CePainter *painter, const CeView *source);
gboolean   ce_painter_has_part     (CePainter *painter, const CeArea *area, const CeView *part);

CeFrame   *ce_painter_show         (CePainter *painter, CePictures *pictures, guint *n_viewports);
CeFrame   *ce_painter_paint        (CePainter *painter, const CeViewport *viewport);
CeFrame   *ce_painter_paint_bare   (CePainter *painter, const CeRegion *region);
CeArea     ce_painter_get_area     (CePainter *painter);
gboolean   ce_painter_is_late      (CePainter *painter, guint n_viewports);
