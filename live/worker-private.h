/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A worker is a thread with a session and a list of jobs (worker.c). Each job
 * has a file and a struct that no other file changes; what the callers write
 * in it is under the worker's lock.
 */
#ifndef CE_WORKER_PRIVATE_H
#define CE_WORKER_PRIVATE_H

#include "mailbox.h"
#include "worker.h"

/**
 * CeJob:
 * @is_due: with the lock: whether there is something to do
 * @run: does it; with the lock, which it gives up meanwhile
 *
 * Something that the thread does.
 */
typedef struct
{
  gboolean (*is_due) (CeWorker *worker);
  void     (*run)    (CeWorker *worker);
} CeJob;

/* worker-place.c: on what to compute. */
typedef struct
{
  gboolean  starting;        /* a place is to be made ready */
  CePlace   start;
  gboolean  moving;          /* the session is to go on at another */
  CePlace   next;
  gboolean  restarting;      /* the session is to go */
} CePlaceJob;

/* worker-cut.c: a rectangle of the image as an image of its own. The thread's; @whole changes under the lock. */
typedef struct
{
  CeArea     area;           /* in the image; width 0: there is none */
  CeSession *whole;          /* (nullable): of the image; the worker's session is of the rectangle then */
  CeView     pictures[2];    /* of the image's size, the rectangle's result in its place */
  int        last;           /* of them, that was shown */
  gboolean   failed;         /* there is no session of the rectangle */
} CeCutJob;

/* worker-render.c: the newest request. */
typedef struct
{
  CeParams  params;
  CeLook    look;
  CeErased *erased;          /* (nullable) */
  gboolean  within;          /* only what @look selects is counted */
  guint     wanted;          /* generation of the newest request; 0: there is none */
  guint     answered;        /* the last that was tried */
  guint     rendered;        /* that of the session's result; 0: it has none */
  gboolean  ahead;           /* worker-ahead.c has had its turn on this session */
  CeArea    visible;         /* what comes first; width 0: unknown */
  double    soon_ms;         /* unless the whole comes in this time */
  gboolean  busy;
  double    share;           /* that is done */

  guint     running;         /* generation; from here on the thread's */
  int       asked;           /* where thresholds come from */
  gint64    shown;           /* monotonic time of the last result */
  double    last_ms;         /* how long it took */
  gboolean  part_shown;      /* of the generation that is running */
} CeRenderJob;

/* worker-stages.c: the histogram and small pictures. */
typedef struct
{
  CeArea    area;            /* of the pictures; width 0: none */
  gboolean  moved;           /* since they were rendered */

  guint     shown;           /* serial of the last histogram; from here on the thread's */
  gint64    told;            /* monotonic time of the last news */
  gint64    telling_us;      /* how long they took */
} CeStagesJob;

/* worker-survey.c: how many pixels respond how strongly. */
typedef struct
{
  guint64       bins[CE_HISTOGRAM_BINS];
  CeParams      counted;         /* for which they were counted */
  gconstpointer mask;            /* and of what */
  gboolean      has_counted;
  guint         serial;          /* of the count */
} CeSurveyJob;

/* worker-why.c: why an edge is kept or dropped. */
typedef struct
{
  gboolean  wanted;
  int       x;
  int       y;
  int       reach;
  guint     serial;          /* of the question */
} CeWhyJob;

/* worker-compare.c: the CPU and a GPU. */
typedef struct
{
  gboolean  wanted;          /* or going on */
  CePlace   gpu;
} CeCompareJob;

struct _CeWorker
{
  const CeFilter *filter;
  CeMailbox      *news;      /* what its owner hears on the main thread */
  CePictures     *pictures;
  GThread        *thread;    /* NULL: none could be had, or it has ended */
  guint           source;    /* of the main loop, which does the work then */
  GMutex          lock;
  GCond           work;      /* there may be something to do */

  gboolean        quit;      /* from here on under the lock */
  gboolean        complete;  /* all rows are there */
  gboolean        usable;    /* the session is where it was asked for */
  gboolean        measured;  /* its noise is known */
  CePlaceJob      place;
  CeCutJob        cut;
  CeRenderJob     render;
  CeStagesJob     stages;
  CeSurveyJob     survey[CE_N_HISTOGRAMS];       /* the thread's */
  CeWhyJob        why;
  CeCompareJob    compare;

  /* The thread's, which changes it under the lock; before all rows are there also of whoever feeds it. */
  CeSession      *session;
};

extern const CeJob ce_job_start, ce_job_restart, ce_job_move, ce_job_cut, ce_job_render, ce_job_stages, ce_job_why,
                   ce_job_compare, ce_job_ahead, ce_job_noise;

CeNews  *ce_news_new            (CeNewsKind kind, guint generation);
void     ce_news_free           (gpointer news);
gboolean ce_worker_can_render   (CeWorker *worker);
gboolean ce_worker_has_to_stop  (CeWorker *worker);
void     ce_worker_fail         (CeWorker *worker, guint generation, GError *error);
void     ce_worker_forget       (CeWorker *worker);
void     ce_worker_forget_counts (CeWorker *worker);
CeSession *ce_worker_open_copy  (CeWorker *worker, const CePlace *place, const CeArea *area, GError **error);
const CeView *ce_worker_get_source (CeWorker *worker);
CeArea   ce_worker_get_area     (CeWorker *worker);
void     ce_worker_end_cut      (CeWorker *worker);
void     ce_worker_lay_cut      (CeWorker *worker, CeView *view);
void     ce_worker_show_whole   (CeWorker *worker, const CeLook *look, gboolean again);
void     ce_worker_show_stages  (CeWorker *worker, const CeParams *params);
const guint64 *ce_worker_count  (CeWorker *worker, const CeParams *params, CeHistogram what, CeProgressFunc progress);
gboolean ce_worker_find_thresholds (CeWorker *worker, CeParams *params, CeProgressFunc progress);

#endif
