/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

/* A result on GIMP's canvas while a dialog is open. */
typedef struct
{
  GimpDrawable       *drawable;   /* the dialog's drawable */
  const CeFilter     *filter;
  GimpDrawableFilter *effect;     /* (nullable): on @drawable, while a result is shown */
} CeCanvasEffect;

gboolean ce_canvas_can_show      (const CeCanvasEffect *canvas);
void     ce_canvas_show          (CeCanvasEffect *canvas, const CeParams *params);
void     ce_canvas_remove_strays (void);
