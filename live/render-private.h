/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread has a session and does jobs, of which do_job() in render.c chooses the most urgent. A job has a struct
 * that no other file changes; callers write in it under the render thread's lock.
 */
#ifndef CE_RENDER_PRIVATE_H
#define CE_RENDER_PRIVATE_H

#include "render.h"

/* render-session.c: the session is to stay, to go on at another place, or to go, so that another place is made ready for
 * another. The larger is done. */
typedef enum { CE_STAY, CE_MOVE, CE_START } CeChange;

/* And a rectangle of the image as an image of its own. The thread's; @whole changes under the lock. */
typedef struct
{
  CeArea     area;           /* in the image; width 0: there is none */
  CeSession *whole;          /* (nullable): of the image; the render thread's session is of the rectangle then */
  CeView     pictures[2];    /* of the image's size, the rectangle's result in its place */
  int        last;           /* of them, that was shown */
} CeCutJob;

/* render-request.c: the newest request. */
typedef struct
{
  CeRequest newest;
  guint     wanted;          /* generation of the newest request; 0: there is none */
  guint     answered;        /* the last that was tried */
  guint     rendered;        /* that of the session's result; 0: it has none */
  gboolean  rendered_again;  /* a result of this session */
  double    soon_ms;         /* unless the whole comes in this time */
  gboolean  busy;
  double    share;           /* that is done */

  guint     running;         /* generation; from here on the thread's */
  int       asked;           /* where thresholds come from */
  guint     traced;          /* of the last that became lines, or was tried to */
  gint64    shown;           /* monotonic time of the last result */
  double    last_ms;         /* how long it took */
  gboolean  part_shown;      /* of the generation that is running */
} CeRequestJob;

/* render-stages.c: the histogram and small pictures. */
typedef struct
{
  CeArea    area;            /* of the pictures; width 0: none */
  gboolean  moved;           /* since they were rendered, or another result was */

  gint64    told;            /* monotonic time of the last event; from here on the thread's */
  gint64    telling_us;      /* how long they took */
} CeStagesJob;

/* render-histogram.c: how many pixels respond how strongly. */
typedef struct
{
  guint64       bins[CE_HISTOGRAM_BINS];
  CeParams      counted;         /* for which they were counted */
  gconstpointer mask;            /* and of what */
  gboolean      has_counted;
} CeHistogramJob;

/* render-questions.c: what is asked, each kind by itself. */
typedef enum { CE_QUESTION_COMPARE, CE_QUESTION_EDGES, CE_N_QUESTIONS } CeQuestionKind;

typedef struct
{
  gboolean    is_new;        /* since the last was begun to be answered */
  gboolean    wanted;        /* an answer is, and was not begun */
  CeEventKind answer;        /* what reports it */
  CePlace     gpu;           /* that is compared with the CPU */
  int         x;             /* the edge that is explained is near this pixel */
  int         y;
  int         reach;
  CeTouch     touch;         /* what touches the edges that are looked for */
} CeQuestion;

struct _CeRender
{
  const CeFilter *filter;
  CeEventFunc     func;      /* of its owner, on the main thread */
  gpointer        data;
  GAsyncQueue    *events;    /* on their way to the main thread */
  GMutex          shown;     /* whoever changes @pictures has it, and the main thread while it reads them */
  CePictures      pictures;  /* with the last result, which stays as it is until another takes its place */
  GThread        *thread;    /* NULL: none could be had, or it has ended */
  guint           source;    /* of the main loop, which does the work then */
  GMutex          lock;
  GCond           work;      /* there may be something to do */

  gboolean        quit;      /* from here on under the lock */
  CeViewport      viewport;  /* that results are painted for */
  guint           n_viewports;
  CeFrame        *frame;     /* (nullable): the last one */
  gboolean        complete;  /* all rows are there */
  gboolean        usable;    /* the session is where, and of the rectangle that, it was asked for */
  gboolean        measured;  /* its noise is known */
  CeChange        change;
  CePlace         place;     /* of the change */
  CeCutJob        cut;
  CeRequestJob    request;
  CeStagesJob     stages;
  CeHistogramJob  histograms[CE_N_HISTOGRAMS];       /* the thread's */
  CeQuestion      questions[CE_N_QUESTIONS];

  /* The thread's: with the lock, whether what it computes is still wanted, of which a share is done. */
  gboolean      (*goes_on) (CeRender *render, double share);
  /* The thread's, which changes it under the lock; before all rows are there also of whoever feeds it. */
  CeSession      *session;
};

/* What the thread does: each is called with the lock, and gives it up meanwhile. */
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
void     ce_render_take_thresholds (const guint64 *bins, CeParams *params);
gboolean ce_render_find_thresholds (CeRender *render, CeParams *params);

#endif
