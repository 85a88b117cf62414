/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pictures.h"

struct _CePictures
{
  GMutex      lock;
  GCond       returned;        /* a loan came back, or @fresh has returned */
  gboolean    closed;
  CeLoan      pictures[CE_N_PICTURES];
  CeLoan     *borrowed;        /* (nullable): one of them */
  gboolean    overtaken;       /* the borrowed result is not the last any more */
  CeFreshFunc fresh;           /* (nullable): who is told first */
  gpointer    data;
  gboolean    telling;         /* @fresh runs */
};

/**
 * ce_pictures_new:
 *
 * Returns: (transfer full): no pictures yet
 */
CePictures *
ce_pictures_new (void)
{
  CePictures *pictures = g_new0 (CePictures, 1);

  g_mutex_init (&pictures->lock);
  g_cond_init (&pictures->returned);

  return pictures;
}

/**
 * ce_pictures_free:
 * @pictures: pictures that nobody borrows any more
 */
void
ce_pictures_free (CePictures *pictures)
{
  g_mutex_clear (&pictures->lock);
  g_cond_clear (&pictures->returned);
  g_free (pictures);
}

/**
 * ce_pictures_close:
 * @pictures: pictures
 *
 * From now on nothing is lent, and whoever renders waits for nobody.
 */
void
ce_pictures_close (CePictures *pictures)
{
  g_mutex_lock (&pictures->lock);
  pictures->closed = TRUE;
  g_cond_broadcast (&pictures->returned);
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_set_source:
 * @pictures: pictures
 * @source: the source; it must stay until another takes its place
 *
 * Takes another source, waiting until nobody reads the one before. There is no
 * result any more.
 */
void
ce_pictures_set_source (CePictures *pictures, const CeView *source)
{
  CeLoan *before = &pictures->pictures[CE_PICTURE_BEFORE];

  g_mutex_lock (&pictures->lock);
  while (pictures->borrowed && ! pictures->closed)
    g_cond_wait (&pictures->returned, &pictures->lock);
  pictures->pictures[CE_PICTURE_AFTER] = (CeLoan) { 0 };
  before->generation++;
  before->view = *source;
  before->width = source->width;
  before->height = source->height;
  before->part = (CeArea) { 0, 0, source->width, source->height };
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_set_rows:
 * @pictures: pictures
 * @n_rows: how many rows of the source are there
 */
void
ce_pictures_set_rows (CePictures *pictures, int n_rows)
{
  g_mutex_lock (&pictures->lock);
  pictures->pictures[CE_PICTURE_BEFORE].n_rows = n_rows;
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_make_room:
 * @pictures: pictures
 *
 * Before the next result is rendered: waits until nobody reads the one before
 * the last, whose memory it takes.
 */
void
ce_pictures_make_room (CePictures *pictures)
{
  g_mutex_lock (&pictures->lock);
  while (pictures->borrowed && pictures->overtaken && ! pictures->closed)
    g_cond_wait (&pictures->returned, &pictures->lock);
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_show:
 * @pictures: pictures
 * @loan: a complete result, which is lent from now on, or a part of one
 *
 * Tells whoever follows, and returns when he has seen it.
 */
void
ce_pictures_show (CePictures *pictures, const CeLoan *loan)
{
  CeLoan     *after = &pictures->pictures[CE_PICTURE_AFTER];
  CeFreshFunc fresh;
  gpointer    data;

  g_mutex_lock (&pictures->lock);
  if (loan->part.width == loan->width && loan->part.height == loan->height)
    {
      *after = *loan;
      pictures->overtaken = pictures->borrowed == after;
    }
  fresh = pictures->fresh;
  data = pictures->data;
  pictures->telling = fresh != NULL;
  g_mutex_unlock (&pictures->lock);

  if (fresh)
    fresh (loan, data);

  g_mutex_lock (&pictures->lock);
  pictures->telling = FALSE;
  g_cond_broadcast (&pictures->returned);
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_follow:
 * @pictures: pictures
 * @func: (nullable): told of every result before anybody else; %NULL: nobody
 *   any more, and when this returns @func does not run either
 * @data: for @func
 */
void
ce_pictures_follow (CePictures *pictures, CeFreshFunc func, gpointer data)
{
  g_mutex_lock (&pictures->lock);
  pictures->fresh = func;
  pictures->data = data;
  while (pictures->telling)
    g_cond_wait (&pictures->returned, &pictures->lock);
  g_mutex_unlock (&pictures->lock);
}

/**
 * ce_pictures_borrow:
 * @pictures: pictures, of which the caller has borrowed none
 * @picture: which
 * @loan: (out): the picture, until ce_pictures_return()
 *
 * Returns: whether there is such a picture; if so, give it back soon
 */
gboolean
ce_pictures_borrow (CePictures *pictures, CePicture picture, CeLoan *loan)
{
  CeLoan  *lent = &pictures->pictures[picture];
  gboolean there;

  g_mutex_lock (&pictures->lock);
  *loan = *lent;
  there = loan->view.data && ! pictures->closed;
  pictures->borrowed = there ? lent : NULL;
  pictures->overtaken = FALSE;
  g_mutex_unlock (&pictures->lock);

  return there;
}

/**
 * ce_pictures_return:
 * @pictures: pictures
 *
 * Gives the borrowed picture back.
 */
void
ce_pictures_return (CePictures *pictures)
{
  g_mutex_lock (&pictures->lock);
  pictures->borrowed = NULL;
  g_cond_broadcast (&pictures->returned);
  g_mutex_unlock (&pictures->lock);
}
