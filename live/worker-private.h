/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What worker.c (the callers' side) and worker-thread.c share.
 */
#ifndef CE_WORKER_PRIVATE_H
#define CE_WORKER_PRIVATE_H

#include "mailbox.h"
#include "worker.h"

/* Instead of the serial of a result. */
#define CE_BORROWED_SOURCE G_MAXUINT

struct _CeWorker
{
  const CeFilter *filter;
  CeMailbox      *news;
  GThread        *thread;
  GMutex          lock;
  GCond           work;            /* there is something to do */
  GCond           returned;        /* a borrowed picture came back */

  /* Under the lock. */
  gboolean        quit;
  char           *start;           /* (nullable) backend to make ready */
  char           *backend;         /* (nullable) backend to change to */
  CeParams        wanted;
  CeLook          wanted_look;
  guint           generation;      /* of @wanted, 0: nothing yet */
  guint           answered;        /* the last generation that was tried */
  double          share;           /* of the running render */
  gboolean        rendering;
  int             n_arrived;
  gboolean        usable;          /* the session is on the backend that was asked for */
  CeView          pictures[CE_N_PICTURES];
  CeLook          look;            /* of the result in @pictures */
  guint           rendered;        /* its generation */
  guint           serial;          /* and its number */
  CeFreshFunc     fresh;           /* (nullable) who is told first */
  gpointer        fresh_data;
  gboolean        telling;         /* @fresh runs */
  CeArea          visible;         /* what the preview shows; width 0: unknown */
  CeArea          detail;          /* what the stages show; width 0: no stages */
  gboolean        detail_moved;
  gboolean        comparing;       /* wanted, or going on */
  char           *compare_with;    /* (nullable) the GPU */
  gboolean        probing;         /* an edge is asked for */
  int             probe_x;
  int             probe_y;
  int             probe_reach;
  guint           probe_serial;    /* of the question */
  guint           borrowed;        /* serial of the result that is lent, or CE_BORROWED_SOURCE; 0: none */

  /* The thread's, and everybody's while it does not run or rows still arrive. */
  CeSession      *session;
  guint           running;         /* generation */
  gint64          shown;           /* monotonic time of the last result */
  double          last_ms;         /* how long it took */
  double          soon_ms;         /* what is visible comes first if it took longer */
  CeCut           part;            /* what is visible, and what it depends on */
  CeArea          part_area;       /* for which it holds */
  int             part_margin;     /* and up to what margin */
  gboolean        part_shown;      /* of the generation that is rendered */
  CeParams        counted;         /* parameters of the last histogram */
  gboolean        has_counted;
  gint64          told;            /* monotonic time of the last histogram or stages */
  gint64          telling_us;      /* how long they took */
};

CeNews  *ce_news_new          (CeNewsKind kind);
void     ce_news_free         (gpointer news);
gpointer ce_worker_thread     (gpointer worker);
double   ce_worker_edge_share (const CeView *result, const CeParams *params);
void     ce_worker_wait       (CeWorker *worker, gboolean everything);
void     ce_worker_fail       (CeWorker *worker, GError *error);
void     ce_worker_start_backend  (CeWorker *worker);
void     ce_worker_change_backend (CeWorker *worker);
void     ce_worker_show       (CeWorker *worker, const CeLoan *loan);
gboolean ce_worker_show_part  (CeWorker *worker, const CeParams *params, const CeLook *look);
void     ce_worker_drop_part  (CeWorker *worker);
void     ce_worker_tell_more  (CeWorker *worker, const CeParams *params);
void     ce_worker_do_compare (CeWorker *worker);
void     ce_worker_do_probe   (CeWorker *worker);

#endif
