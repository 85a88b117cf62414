/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread has a session and does jobs; do_job() in render.c chooses the most urgent one. Each job has a struct
 * that no other file changes; callers write to it under the render thread's lock.
 */
#ifndef CE_RENDER_PRIVATE_H
#define CE_RENDER_PRIVATE_H

#include "render.h"

/* render-session.c: the session stays, moves to another place, or ends, so that a place is made ready for another session.
 * The largest request counts. */
typedef enum { CE_STAY, CE_MOVE, CE_START } CeChange;

/* render-session.c: a rectangle of the image as an image of its own. It belongs to the thread; @whole changes under the
 * lock. */
typedef struct
{
  CeArea     area;           /* in the image; width 0: there is none */
  CeSession *whole;          /* (nullable): of the image; the render thread's session is of the rectangle then */
  CeView     pictures[2];    /* of the image's size, the rectangle's result in its place */
  int        last;           /* index of the one that was shown last */
} CeCutJob;

/* render-request.c: the newest request. */
typedef struct
{
  CeRequest newest;
  guint     wanted;          /* generation of the newest request; 0: there is none */
  guint     answered;        /* the last generation that was tried */
  guint     rendered;        /* generation of the session's result; 0: it has none */
  gboolean  rendered_again;  /* a result of this session was rendered again */
  double    soon_ms;         /* a part is rendered first unless the whole is ready in this time */
  gboolean  busy;
  double    share;           /* share of the render that is done */

  guint     running;         /* the generation in work; the members from here on belong to the thread */
  guint     traced;          /* the last generation whose lines were tried */
  gint64    shown;           /* monotonic time of the last result */
  double    last_ms;         /* its time */
  gboolean  part_shown;      /* the part of the running generation was shown */
} CeRequestJob;

/* render-stages.c: the histogram and small pictures. */
typedef struct
{
  CeArea    area;            /* of the pictures; width 0: none */
  gboolean  moved;           /* @area, or the result, has changed since they were rendered */

  gint64    told;            /* monotonic time of the last event; the members from here on belong to the thread */
  gint64    telling_us;      /* time of the last pictures */
} CeStagesJob;

/* render-histogram.c: the counts of strengths. */
typedef struct
{
  guint64       bins[CE_HISTOGRAM_BINS];
  CeParams      counted;         /* the parameters of the counts */
  gconstpointer mask;            /* the mask of the counts */
  gboolean      has_counted;
} CeHistogramJob;

/* render-questions.c: the questions, one of each kind. */
typedef enum { CE_QUESTION_COMPARE, CE_QUESTION_EDGES, CE_N_QUESTIONS } CeQuestionKind;

typedef struct
{
  gboolean    is_new;        /* it changed since the last answer was begun */
  gboolean    wanted;        /* it waits for an answer */
  CeEventKind answer;        /* the event that reports the answer */
  CePlace     gpu;           /* the place that is compared with the CPU */
  int         x;             /* a pixel near the edge to explain */
  int         y;
  int         reach;
  CeTouch     touch;         /* the shape whose touched edges are wanted */
} CeQuestion;

struct _CeRender
{
  const CeFilter *filter;
  CeEventFunc     func;      /* the owner's, called on the main thread */
  gpointer        data;
  GAsyncQueue    *events;    /* on their way to the main thread */
  GMutex          shown;     /* locked to change @pictures, and by the main thread to read them */
  CePictures      pictures;  /* with the last result, which is unchanged until another replaces it */
  GThread        *thread;    /* NULL: it could not start, or it has ended */
  guint           source;    /* of the main loop, which works without a thread */
  GMutex          lock;
  GCond           work;      /* there may be something to do */

  gboolean        quit;      /* the lock protects the members from here on */
  CeViewport      viewport;  /* results are painted for it */
  guint           n_viewports;
  CeFrame        *frame;     /* (nullable): the last one */
  gboolean        complete;  /* all rows have arrived */
  gboolean        usable;    /* the session is at the requested place, with the requested rectangle */
  gboolean        measured;  /* its noise is known */
  CeChange        change;
  CePlace         place;     /* the target of the change */
  CeCutJob        cut;
  CeRequestJob    request;
  CeStagesJob     stages;
  CeHistogramJob  histograms[CE_N_HISTOGRAMS];       /* these belong to the thread */
  CeQuestion      questions[CE_N_QUESTIONS];

  /* Returns whether the current computation is still wanted when @share of it is done; it belongs to the thread, and is
   * called with the lock. */
  gboolean      (*goes_on) (CeRender *render, double share);
  /* The session belongs to the thread, which changes it under the lock, and to the loader until all rows have arrived. */
  CeSession      *session;
};

/* The thread's jobs; each is called with the lock, and unlocks it meanwhile. */
void     ce_job_start            (CeRender *render);
void     ce_job_answer           (CeRender *render, CeQuestionKind kind);
void     ce_job_settle           (CeRender *render);
void     ce_job_request          (CeRender *render);
void     ce_job_lines            (CeRender *render);
void     ce_job_stages           (CeRender *render);
void     ce_job_noise            (CeRender *render);
void     ce_job_again            (CeRender *render);

CeEvent *ce_event_new            (CeEventKind kind, guint generation);
void     ce_event_free           (gpointer event);
void     ce_render_post          (CeRender *render, CeEvent *event);
gboolean ce_render_go_on         (double share, gpointer render);
gboolean ce_render_is_needed     (CeRender *render, double share);
gboolean ce_render_is_newest     (CeRender *render, double share);
void     ce_render_fail          (CeRender *render, guint generation, GError *error);
void     ce_render_forget        (CeRender *render);
void     ce_render_forget_counts (CeRender *render);
void     ce_render_forget_result (CeRender *render, const CeView *source);
void     ce_render_show          (CeRender *render, CePictures *pictures, gboolean again);
void     ce_render_drop_session  (CeRender *render);
const CeView *ce_render_get_source (CeRender *render);
CeArea   ce_render_get_area      (CeRender *render);
void     ce_render_lay_cut       (CeRender *render, CeView *view);
gboolean ce_render_may_tell_stages (CeRender *render, double share);
const guint64 *ce_render_count   (CeRender *render, const CeParams *params, CeHistogram what);
gboolean ce_render_find_thresholds (CeRender *render, CeParams *params);

#endif
