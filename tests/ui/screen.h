/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A dialog without a window: a render thread and a screen of its own, to test and measure the way from a slider to its
 * pixels.
 */
#pragma once

#include "tests/support/support.h"

#include "live/render.h"

typedef enum { CE_PICTURE_BEFORE, CE_PICTURE_AFTER } CePicture;

typedef struct
{
  const CeFilter *filter;
  CeView          image;
  CeRender       *render;
  CeSession      *session;                     /* the render thread's */
  CeLook          look;                        /* of results */
  gboolean        traced;                      /* results become lines */
  gboolean        within;                      /* only what is selected counts */
  CeLut         *lut;                        /* (nullable) */
  CeRegion        region;                      /* the visible region */
  CeFrame        *frame;                       /* (nullable) the frame on the screen */
  gboolean        stale;                       /* it is not of @region, @lut or all rows */
  guint           generation;                  /* of its result, the last one if it has none */
  guint           n_paintings;                 /* of that generation */
  gboolean        holds;                       /* the first of them stays until screen_go_on() */
  CeFrame        *held;                        /* (nullable) the last one after it */
  gboolean        backwards;                   /* an older result was painted after a newer one */
  guint           answered;                    /* generation of the last event */
  char           *error;                       /* (nullable) of the last event */
  guint           n_started;                   /* requests of a session */
  guint           n_found;                     /* answers on the noise and the focus of the source */
  CeFound         found;                       /* the last one */
  guint           n_steps;                     /* all edges that were told with answers */
  char           *missed;                      /* (nullable) why there is none */
  guint64        *bins;                        /* (nullable) the last histogram */
  guint           of_more;                     /* generation of the last histogram or stages */
  CeEdge         *edge;                        /* (nullable) the last explained edge */
  guint           n_unexplained;               /* edges that could not be followed */
  CeLines        *lines;                       /* (nullable) of the last result with lines */
  guint           of_lines;                    /* its generation */
  double          travel;                      /* of a pen that draws them */
} Screen;

gboolean screen_open       (Screen *screen, const char *filter, const char *backend, const CeView *image, GError **error);
void     screen_close      (Screen *screen);
gboolean screen_load       (Screen *screen, const char *backend, const CeView *image, GError **error);
void     screen_show       (Screen *screen, double scale, int x, int y, int width, int height);
void     screen_feed       (Screen *screen, int y, int n_rows);
void     screen_feed_all   (Screen *screen);
guint    screen_request    (Screen *screen, const CeParams *params);
void     screen_wait       (Screen *screen, CePicture picture, guint generation);
guint    screen_set_alarm  (const char *what);
gboolean screen_is_of      (Screen *screen, CePicture picture, const CeView *view);
void     screen_set_lut    (Screen *screen, CeLut *lut);
void     screen_update     (Screen *screen);
void     screen_go_on      (Screen *screen);
