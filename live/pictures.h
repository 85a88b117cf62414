/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog's picture before and after, which one thread renders and another
 * reads. A session has two results, the last complete one and the one being
 * rendered, so only a reader that sleeps through a whole render is ever waited
 * for.
 */
#ifndef CE_PICTURES_H
#define CE_PICTURES_H

#include "raster.h"

G_BEGIN_DECLS

/**
 * CePicture:
 * @CE_PICTURE_BEFORE: the source, as far as it has arrived
 * @CE_PICTURE_AFTER: the last complete result
 */
typedef enum { CE_PICTURE_BEFORE, CE_PICTURE_AFTER, CE_N_PICTURES } CePicture;

/**
 * CeLoan:
 * @view: the pixels of @part
 * @part: where they are in the picture
 * @width, @height: of the picture
 * @n_rows: how many rows of @view are there
 * @look: what the picture shall look like; its mask and source are of the picture's size
 * @generation: of the request it is the result of; of a source, how many there have been
 * @again: whether a part of that result was shown before
 *
 * A picture, or a part of it, that stays as it is until it is given back.
 */
typedef struct
{
  CeView   view;
  CeArea   part;
  int      width;
  int      height;
  int      n_rows;
  CeLook   look;
  guint    generation;
  gboolean again;
} CeLoan;

/**
 * CeFreshFunc:
 * @loan: a new result or part of one, until the function returns
 * @data: what was given to ce_pictures_follow()
 *
 * Called on the thread that renders, before its next render.
 */
typedef void (*CeFreshFunc) (const CeLoan *loan, gpointer data);

typedef struct _CePictures CePictures;

CePictures *ce_pictures_new        (void);
void        ce_pictures_free       (CePictures *pictures);
void        ce_pictures_close      (CePictures *pictures);

void        ce_pictures_set_source (CePictures *pictures, const CeView *source);
void        ce_pictures_set_rows   (CePictures *pictures, int n_rows);
void        ce_pictures_make_room  (CePictures *pictures);
void        ce_pictures_show       (CePictures *pictures, const CeLoan *loan);

void        ce_pictures_follow     (CePictures *pictures, CeFreshFunc func, gpointer data);
gboolean    ce_pictures_borrow     (CePictures *pictures, CePicture picture, CeLoan *loan);
void        ce_pictures_return     (CePictures *pictures);

G_END_DECLS

#endif
