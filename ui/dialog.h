/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_DIALOG_H
#define CE_DIALOG_H

#include <libgimp/gimp.h>

#include "engine/session.h"

/**
 * CeDialogSource:
 * @read: reads a part of @drawable to a view; called on the main thread, for rows of
 *   GIMP's tiles from top to bottom and whole tiles of each from left to right, or from the
 *   top again
 * @refuse: %TRUE with one sentence if these parameters cannot be applied
 * @show: (nullable): shows the result on GIMP's canvas; with %NULL, shows the layer as it is
 * @data: for all of them
 * @view: size and format of what is read; no data
 * @image: the image
 * @drawable: the first of the drawables to be filtered, which the preview shows
 * @n_drawables: how many they are
 * @complaint: (nullable): why the values of a dialog just before could not be
 *   applied, to be said
 *
 * Where the dialog gets its pixels.
 */
typedef struct
{
  gboolean    (*read)   (gpointer data, const GeglRectangle *part, const CeView *view, GError **error);
  gboolean    (*refuse) (gpointer data, const CeParams *params, GError **error);
  void        (*show)   (gpointer data, const CeParams *params);
  gpointer      data;
  const CeView *view;
  GimpImage    *image;
  GimpDrawable *drawable;
  int           n_drawables;
  const char   *complaint;
} CeDialogSource;

gboolean ce_dialog_run (GimpProcedure        *procedure,
                        GimpProcedureConfig  *config,
                        const CeFilter       *filter,
                        const CeDialogSource *source,
                        CeSession           **session);

#endif
