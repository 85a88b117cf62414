/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog without a window: worker, painter and a screen of its own, for
 * tests and measurements of what happens between a slider and its pixels.
 */
#ifndef TESTS_UI_SCREEN_H
#define TESTS_UI_SCREEN_H

#include "tests/support.h"

#include "live/painter.h"
#include "live/worker.h"

G_BEGIN_DECLS

typedef struct
{
  const CeFilter *filter;
  CeView          image;
  CeWorker       *worker;
  CePainter      *painter;
  CeSession      *session;                     /* the worker's */
  CeLook          look;                        /* of results */
  CeTint         *tint;                        /* (nullable) that the painter has */
  CeRegion        region;                      /* what is on the screen */
  guint32        *pixels[CE_N_PICTURES];       /* (nullable) of what was painted last */
  CeRegion        painted[CE_N_PICTURES];
  int             n_rows;                      /* of the source, that have been painted */
  guint           generation;                  /* of the result that was painted last */
  guint           n_paintings;                 /* of that generation */
  gboolean        backwards;                   /* an older result was painted after a newer one */
  guint           answered;                    /* generation of the last news */
  char           *error;                       /* (nullable) of the last news */
  guint           n_started;                   /* how often a session was wanted */
  guint           n_noises;                    /* how often noise was measured */
  double          noise;                       /* the last time */
  CeEdge         *edge;                        /* (nullable) the last that was asked about */
} Screen;

gboolean screen_open       (Screen *screen, const char *filter, const char *backend, const CeView *image, GError **error);
void     screen_close      (Screen *screen);
gboolean screen_load       (Screen *screen, const char *backend, const CeView *image, GError **error);
void     screen_show       (Screen *screen, double scale, int x, int y, int width, int height);
void     screen_feed       (Screen *screen, int y, int n_rows);
guint    screen_request    (Screen *screen, const CeParams *params);
void     screen_wait       (Screen *screen, CePicture picture, guint generation);
guint    screen_set_alarm  (const char *what);
void     screen_post       (void);               /* a test of its own (posting.c) */
gboolean screen_is_of      (Screen *screen, CePicture picture, const CeView *view);

G_END_DECLS

#endif
