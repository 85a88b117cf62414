/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The render thread's jobs. A job sees a context, a copy of all that it may know, and returns from it whether it wants to
 * run; while it runs the newest orders decide whether it goes on. Its struct belongs to it and to the thread; what others
 * need of it is in the context. They know neither each other nor the render thread.
 */
#pragma once

#include "live/messages.h"
#include "live/painter.h"

/* A whole result within this time is fast enough for a slider. */
#define CE_SOON_MS 30

/* The kinds of questions. */
typedef enum { CE_QUESTION_COMPARE, CE_QUESTION_EDGES, CE_N_QUESTIONS } CeQuestionKind;

/* A question about the source or the result. */
typedef struct
{
  guint         number;      /* of questions of its kind so far */
  gboolean      wanted;      /* FALSE: it cancels the one before */
  CeEventKind   answer;      /* the event that reports the answer */
  CePlace       gpu;         /* the place that is compared with the CPU */
  int           x;           /* a pixel near the edge to explain */
  int           y;
  int           reach;
  CeTouch       touch;       /* the shape whose touched edges are wanted */
} CeQuestion;

/* What the main thread wants. */
typedef struct
{
  gboolean      quit;
  CePlace       place;       /* the newest one */
  guint         n_starts;    /* how often a place was to be made ready for another session */
  guint         n_changes;   /* how often that, or a move to another place, was wanted */
  CeSession    *session;     /* the newest one that was given */
  gboolean      usable;      /* it is at the requested place */
  guint         n_sessions;
  guint         complete;    /* number of the session whose rows have all arrived; 0: none */
  CeRequest     request;     /* the newest one */
  guint         generation;  /* its generation; 0: there is none */
  CeArea        detail;      /* of the pictures of stages; width 0: none */
  guint         n_details;   /* how often it has changed */
  CeQuestion    questions[CE_N_QUESTIONS];           /* the newest ones */
} CeOrders;

/* session.c: a rectangle of the image, which is the image of a session of its own. */
typedef struct
{
  CeArea        area;        /* in the image; width 0: there is none */
  CeView        pictures[2]; /* of the image's size, the rectangle's result in its place */
  int           last;        /* index of the one that was shown last */
} CeCut;

/* session.c: the session and its image. */
typedef struct
{
  guint         number;      /* how often the session has changed */
  CeSession    *session;     /* (nullable) */
  CeSession    *whole;       /* (nullable): of the image, if @session is of a rectangle */
  CeCut        *cut;
  const CeView *source;      /* (nullable): the image */
  CeArea        area;        /* the area of the session's image in it */
  gboolean      complete;    /* all rows have arrived */
  gboolean      usable;      /* and it is at the requested place, with the requested rectangle */
} CeImage;

/* request.c: the session's result. */
typedef struct
{
  guint         image;       /* number of the image of the result */
  guint         number;      /* of results so far */
  guint         tried;       /* generation of the last request that was begun */
  guint         answered;    /* of the last one that was tried to the end with this image */
  guint         rendered;    /* of the result; 0: there is none */
  gboolean      is_newest;   /* it is the newest request's */
  double        last_ms;     /* its time */
} CeResult;

/* counts.c: counts of strengths. */
typedef struct
{
  guint64       bins[CE_HISTOGRAM_BINS];
  CeParams      params;      /* the parameters of the counts */
  gconstpointer mask;        /* their mask */
  guint         image;       /* number of their image */
  gboolean      valid;
} CeCounts;

/* What a job knows. */
typedef struct
{
  const CeFilter *filter;
  CeOrders        orders;    /* when the job began; it owns the paths of questions */
  CeImage         image;
  CeResult        result;
  CeCounts       *counts;    /* (array length=CE_N_HISTOGRAMS): kept by ce_counts_get() */
  CePainter      *painter;
  CeProgressFunc  go_on;     /* of all computations */
  gboolean      (*wait) (gint64 end, gpointer data); /* until there are other orders; FALSE after the monotonic time @end */
  void          (*post) (CeEvent *event, gpointer data);
  gpointer        data;      /* of these three */
} CeJobContext;

/* A job; @self is its own. It wants to run for a number, which is another one each time, or 0: not now. While it runs
 * @now, the newest orders, decide whether it goes on; NULL: without a newer request. It sets @share if the user sees another
 * share of the work done than the computation's. */
typedef struct
{
  guint    (*wants)   (gpointer self, const CeJobContext *context);
  void     (*run)     (gpointer self, const CeJobContext *context);
  gboolean (*goes_on) (gpointer self, const CeJobContext *context, const CeOrders *now, double *share);
  gboolean   is_seen;        /* the user sees that it runs */
} CeJob;

/* session.c */
typedef struct
{
  CeImage       image;
  CeCut         cut;
  guint         n_sessions;  /* that were taken */
  guint         n_changes;   /* that were made */
} CeSessionJob;

/* request.c */
typedef struct
{
  CeResult      result;
  guint         n_tries;     /* so far */
  double        soon_ms;     /* a part is rendered first unless the whole is ready in this time */
  gint64        shown;       /* monotonic time of the last result */
  gboolean      part_shown;  /* the part of the request in work was shown */
  gboolean      in_part;     /* the part is in work */
  gboolean      rests;       /* it waits until a slider rests */
} CeRequestJob;

/* stages.c */
typedef struct
{
  gint64        told;        /* monotonic time of the last event */
  gint64        telling_us;  /* time of the last pictures */
  gboolean      searches;    /* it looks for the focus */
  guint         of_steps;    /* number of the image whose edges were told */
} CeStagesJob;

/* The last one's @self is its kind of question; lines have nothing of their own. */
extern const CeJob ce_job_start, ce_job_settle, ce_job_request, ce_job_again, ce_job_stages, ce_job_lines, ce_job_answer;

CeImage        ce_session_job_get_image  (CeSessionJob *self, const CeOrders *orders);
void           ce_session_job_clear      (CeSessionJob *self, CePainter *painter);
void           ce_cut_lay                (CeCut *cut, CeView *view);
CeResult       ce_request_job_get_result (const CeRequestJob *self, const CeImage *image, guint generation);
const guint64 *ce_counts_get             (const CeJobContext *context, const CeParams *params, CeHistogram what,
                                          GError **error);
gboolean       ce_counts_find_thresholds (const CeJobContext *context, CeParams *params, GError **error);

/* Returns whether a job's session stays where it is. */
static inline gboolean
ce_job_stays (const CeJobContext *context, const CeOrders *now)
{
  return now->n_changes == context->orders.n_changes;
}

/* Returns whether it does, and there is no newer request. */
static inline gboolean
ce_job_is_newest (const CeJobContext *context, const CeOrders *now)
{
  return ce_job_stays (context, now) && now->generation == context->orders.generation;
}
