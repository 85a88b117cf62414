/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_DIALOG_H
#define CE_DIALOG_H

#include <libgimp/gimp.h>

#include "engine/session.h"

/* Where the dialog gets its pixels. */
typedef struct
{
  /* A part of @drawable, to a view; on the main thread, for rows of GIMP's tiles from top to bottom and whole tiles of each
   * from left to right, or from the top again. */
  gboolean    (*read)   (gpointer data, const GeglRectangle *part, const CeView *view, GError **error);
  /* TRUE with one sentence if these parameters cannot be applied. */
  gboolean    (*refuse) (gpointer data, const CeParams *params, GError **error);
  /* (nullable): shows the result on GIMP's canvas; with NULL, shows the layer as it is. */
  void        (*show)   (gpointer data, const CeParams *params);
  gpointer      data;
  const CeView *view;          /* size and format of what is read; no data */
  GimpImage    *image;
  GimpDrawable *drawable;      /* the first of those to be filtered, which the preview shows */
  int           n_drawables;   /* how many they are */
  const char   *complaint;     /* (nullable): why the values of a dialog just before could not be applied, to be said */
} CeDialogSource;

gboolean ce_dialog_run (GimpProcedure        *procedure,
                        GimpProcedureConfig  *config,
                        const CeFilter       *filter,
                        const CeDialogSource *source,
                        CeSession           **session);

#endif
