/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_DIALOG_H
#define CE_DIALOG_H

#include <libgimp/gimp.h>

#include "engine/session.h"

G_BEGIN_DECLS

/**
 * CeDialogSource:
 * @open: an empty session for @drawable at @place
 * @feed: reads a part of @drawable into @session and announces the rows it
 *   completes; called on the main thread, for rows of GIMP's tiles from top to
 *   bottom and whole tiles of each from left to right
 * @read_again: reads a part of @drawable, in the order of @feed, to be compared: its
 *   pixels are in a view until the next call
 * @refuse: %TRUE with one sentence if these parameters cannot be applied
 * @show: (nullable): shows the result on GIMP's canvas; with %NULL, shows the layer as it is
 * @data: for all of them
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
  CeSession *(*open) (gpointer data, const CePlace *place, GError **error);
  gboolean   (*feed) (gpointer data, CeSession *session, const GeglRectangle *part, GError **error);
  gboolean   (*read_again) (gpointer data, const GeglRectangle *part, CeView *view, GError **error);
  gboolean   (*refuse) (gpointer data, const CeParams *params, GError **error);
  void       (*show) (gpointer data, const CeParams *params);
  gpointer      data;
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

G_END_DECLS

#endif
