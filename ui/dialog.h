/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

/* The source of the dialog's pixels. */
typedef struct
{
  /* Reads a part of @drawable to a view, on the main thread: rows of GIMP's tiles from top to bottom, and whole tiles of
   * each from left to right; a new pass begins at the top. */
  gboolean    (*read)   (gpointer data, const GeglRectangle *part, const CeView *view, GError **error);
  /* Returns whether these parameters can be applied; FALSE sets the error, one sentence. */
  gboolean    (*check)  (gpointer data, const CeParams *params, GError **error);
  /* (nullable): shows the result on GIMP's canvas; with NULL it shows the layer. */
  void        (*show)   (gpointer data, const CeParams *params);
  /* Returns (nullable) (transfer full) the name of a visible layer above @drawable that is an earlier result of it. */
  char       *(*find_hiding) (gpointer data);
  gpointer      data;
  const CeView *view;          /* size and format of the pixels, without data */
  GimpImage    *image;
  GimpDrawable *drawable;      /* the first drawable to filter, which the preview shows */
  int           n_drawables;   /* number of drawables to filter */
  const char   *edited;        /* (nullable): the name of the effect that OK changes */
  const char   *complaint;     /* (nullable): the reason why the last dialog's values could not be applied */
} CeDialogSource;

gboolean ce_dialog_run (GimpProcedure        *procedure,
                        GimpProcedureConfig  *config,
                        const CeFilter       *filter,
                        const CeDialogSource *source,
                        CeSession           **session);
