/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render.h"

#include <string.h>

#include "jobs/jobs.h"

/* The interval at which the main loop looks for work if no thread could start. */
#define NO_THREAD_MS 5

#define N_JOBS 8

/* Between the main thread and the render thread; the lock protects all members. */
typedef struct
{
  GMutex       lock;
  GCond        news;         /* there are new orders */
  CeOrders     orders;
  guint        n_orders;     /* so far */
  const CeJob *job;          /* (nullable): that runs */
  double       share;        /* share of the job that is done */
} Desk;

/* The render thread's own. */
typedef struct
{
  int                 n_jobs;    /* that it does: a main loop does not render again */
  guint               n_read;    /* orders that were read */
  CeSessionJob        session;
  CeRequestJob        request;
  CeStagesJob         stages;
  CeCounts            counts[CE_N_HISTOGRAMS];
  guint               done[N_JOBS];      /* the last number of each job */
  gpointer            self;      /* of the job that runs */
  const CeJobContext *context;   /* its context */
} Worker;

/* The main thread's own; @desk and @worker say whose theirs are. */
struct _CeRender
{
  const CeFilter *filter;
  CeEventFunc     func;      /* the owner's, called on the main thread */
  gpointer        data;
  GThread        *thread;    /* NULL: it could not start, or it has ended */
  guint           source;    /* of the main loop, which works without a thread */
  GAsyncQueue    *events;    /* on their way to the main thread */
  CePainter      *painter;
  Desk            desk;
  Worker          worker;
};

/* A GSourceFunc: delivers an event. It drops a frame of another view, because the main thread has painted the result
 * itself. */
static gboolean
deliver (gpointer data)
{
  CeRender *render = data;
  CeEvent  *event = g_async_queue_pop (render->events);

  if (! event->frame || ! ce_painter_is_late (render->painter, event->n_viewports))
    render->func (event, render->data);
  ce_event_free (event);
  return G_SOURCE_REMOVE;
}

/* Sends an event to the main thread, and takes it. The main loop delivers one event at a time, in their order. */
static void
post (CeEvent *event, gpointer data)
{
  g_async_queue_push (((CeRender *) data)->events, event);
  g_idle_add_full (G_PRIORITY_DEFAULT, deliver, data, NULL);
}

/* A CeProgressFunc of all computations of the thread: asks the running job. */
static gboolean
go_on (double share, gpointer data)
{
  CeRender                *render = data;
  const CeJobContext      *context = render->worker.context;
  Desk                    *desk = &render->desk;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&desk->lock);
  gboolean wanted = desk->job->goes_on ? desk->job->goes_on (render->worker.self, context, &desk->orders, &share)
                                       : ce_job_is_newest (context, &desk->orders);

  render->worker.n_read = desk->n_orders;
  desk->share = share;

  return wanted && ! desk->orders.quit;
}

/* Waits until there are orders that were not read. Returns FALSE if the thread is to end, or at the monotonic time @end;
 * 0: never. */
static gboolean
wait (gint64 end, gpointer data)
{
  CeRender                *render = data;
  Desk                    *desk = &render->desk;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&desk->lock);

  while (! desk->orders.quit && desk->n_orders == render->worker.n_read)
    if (! end)
      g_cond_wait (&desk->news, &desk->lock);
    else if (! g_cond_wait_until (&desk->news, &desk->lock, end))
      return FALSE;

  return ! desk->orders.quit;
}

/* Returns what a job may know; the caller has the lock. */
static CeJobContext
get_context (CeRender *render)
{
  Worker      *worker = &render->worker;
  CeJobContext context = { .filter = render->filter, .orders = render->desk.orders, .counts = worker->counts,
                           .painter = render->painter, .go_on = go_on, .wait = wait, .post = post, .data = render };
  CeTouch     *touch = &context.orders.questions[CE_QUESTION_EDGES].touch;

  touch->path = g_memdup2 (touch->path, touch->n_path * sizeof *touch->path);
  context.image = ce_session_job_get_image (&worker->session, &context.orders);
  context.result = ce_request_job_get_result (&worker->request, &context.image, context.orders.generation);

  return context;
}

/* Does the most urgent job, the first one that is wanted. Returns whether there was one. */
static gboolean
do_job (CeRender *render)
{
  Worker *worker = &render->worker;
  Desk   *desk = &render->desk;
  const struct { const CeJob *job; gpointer self; } jobs[N_JOBS] = {
    { &ce_job_start, &worker->session },   { &ce_job_answer, GUINT_TO_POINTER (CE_QUESTION_COMPARE) },
    { &ce_job_settle, &worker->session },  { &ce_job_stages, &worker->stages },
    { &ce_job_request, &worker->request }, { &ce_job_answer, GUINT_TO_POINTER (CE_QUESTION_EDGES) },
    { &ce_job_lines, NULL },               { &ce_job_again, &worker->request },
  };
  CeJobContext context;
  const CeJob *job = NULL;

  g_mutex_lock (&desk->lock);
  context = get_context (render);
  worker->context = &context;
  worker->n_read = desk->n_orders;
  for (int i = 0; i < worker->n_jobs && ! job && ! context.orders.quit; i++)
    {
      guint number = jobs[i].job->wants (jobs[i].self, &context);

      if (! number || number == worker->done[i])
        continue;

      worker->done[i] = number;
      worker->self = jobs[i].self;
      job = jobs[i].job;
    }
  desk->job = job;
  desk->share = 0;
  g_mutex_unlock (&desk->lock);
  if (job)
    job->run (worker->self, &context);
  g_mutex_lock (&desk->lock);
  desk->job = NULL;
  g_mutex_unlock (&desk->lock);
  g_free (context.orders.questions[CE_QUESTION_EDGES].touch.path);

  return job != NULL;
}

/* A GSourceFunc: does one job in the main loop if no thread could start. */
static gboolean
work_here (gpointer data)
{
  do_job (data);

  return G_SOURCE_CONTINUE;
}

/* A GThreadFunc: does jobs until the render thread ends. */
static gpointer
work (gpointer data)
{
  ((CeRender *) data)->worker.n_jobs = N_JOBS;
  while (do_job (data) || wait (0, data))
    continue;

  return NULL;
}

/* Returns (transfer full) a render thread without a session, which reports events to @func on the main thread. If no thread
 * can start the main loop works, and windows do not respond meanwhile. Create and use it on the main thread. */
CeRender *
ce_render_new (const CeFilter *filter, CeEventFunc func, gpointer data)
{
  CeRender *render = g_new0 (CeRender, 1);

  render->filter = filter;
  render->func = func;
  render->data = data;
  render->events = g_async_queue_new_full (ce_event_free);
  render->painter = ce_painter_new ();
  render->worker.n_jobs = N_JOBS - 1;
  render->worker.request.soon_ms = ce_testing ()->soon ? 0 : CE_SOON_MS;
  g_mutex_init (&render->desk.lock);
  g_cond_init (&render->desk.news);
  render->thread = g_thread_try_new ("ce-render", work, render, NULL);
  if (! render->thread)
    render->source = g_timeout_add (NO_THREAD_MS, work_here, render);

  return render;
}

/* Returns the orders, to change them; unlock the desk then. */
static CeOrders *
begin_order (CeRender *render)
{
  g_mutex_lock (&render->desk.lock);
  render->desk.n_orders++;
  g_cond_signal (&render->desk.news);

  return &render->desk.orders;
}

static void
stop (CeRender *render)
{
  g_clear_handle_id (&render->source, g_source_remove);
  if (! render->thread)
    return;

  begin_order (render)->quit = TRUE;
  g_mutex_unlock (&render->desk.lock);
  g_thread_join (g_steal_pointer (&render->thread));
}

/* Returns (transfer none) what paints the source and its results, on any thread. */
CePainter *
ce_render_get_painter (CeRender *render)
{
  return render->painter;
}

/* Cancels the running job and frees everything, including the session. */
void
ce_render_free (CeRender *render)
{
  if (! render)
    return;

  stop (render);
  ce_session_job_get_image (&render->worker.session, &render->desk.orders);     /* takes the session, whose it is now */
  ce_session_job_clear (&render->worker.session, render->painter);
  g_free (render->desk.orders.questions[CE_QUESTION_EDGES].touch.path);
  ce_painter_free (render->painter);
  while (g_source_remove_by_user_data (render))         /* no event is delivered any more */
    continue;
  g_async_queue_unref (render->events);
  g_mutex_clear (&render->desk.lock);
  g_cond_clear (&render->desk.news);
  g_free (render);
}

/* Frees the (nullable) session, makes a device ready, so that opening a session on it does not block, and reports
 * %CE_EVENT_STARTED. After that no request's mask is read until another session has all rows and the last request is
 * rendered. */
void
ce_render_start (CeRender *render, const CePlace *place)
{
  CeOrders *orders = begin_order (render);

  orders->place = *place;
  orders->n_starts++;
  orders->n_changes++;
  g_mutex_unlock (&render->desk.lock);
}

/* Moves the session to another place as soon as all rows have arrived, and renders the last request again; reports
 * %CE_EVENT_FAILED if that place cannot compute. */
void
ce_render_set_place (CeRender *render, const CePlace *place)
{
  CeOrders *orders = begin_order (render);

  orders->place = *place;
  orders->n_changes++;
  g_mutex_unlock (&render->desk.lock);
}

/* Takes a session, which keeps stages; the caller continues to feed it rows. The thread has none, because it was not given
 * one, or has reported %CE_EVENT_STARTED. If it is not usable it only keeps the pixels until ce_render_set_place() finds a
 * place. */
void
ce_render_take_session (CeRender *render, CeSession *session, gboolean usable)
{
  CeOrders *orders = begin_order (render);

  orders->session = session;
  orders->usable = usable;
  orders->n_sessions++;
  g_mutex_unlock (&render->desk.lock);
  ce_painter_take_source (render->painter, ce_session_get_source (session));
}

/* Sets the number of the session's rows that have arrived; rendering begins with the last one. */
void
ce_render_rows_arrived (CeRender *render, int n_arrived)
{
  gboolean complete = ce_painter_rows_arrived (render->painter, n_arrived);

  begin_order (render)->complete = complete ? render->desk.orders.n_sessions : 0;
  g_mutex_unlock (&render->desk.lock);
}

/* Requests a result; earlier requests become outdated. Returns the generation of the request. */
guint
ce_render_ask (CeRender *render, const CeRequest *request)
{
  guint generation;

  ce_painter_set_mask (render->painter, &request->look.mask);
  begin_order (render)->request = *request;
  generation = ++render->desk.orders.generation;
  g_mutex_unlock (&render->desk.lock);

  return generation;
}

/* Sets the part of the image that the stages show; width 0: none. */
void
ce_render_set_detail (CeRender *render, const CeArea *area)
{
  CeOrders *orders = begin_order (render);

  orders->n_details += memcmp (area, &orders->detail, sizeof *area) != 0;
  orders->detail = *area;
  g_mutex_unlock (&render->desk.lock);
}

static void
ask (CeRender *render, CeQuestionKind kind, CeQuestion question)
{
  CeQuestion *asked = &begin_order (render)->questions[kind];

  g_free (asked->touch.path);
  question.number = asked->number + 1;
  question.touch.path = g_memdup2 (question.touch.path, question.touch.n_path * sizeof *question.touch.path);
  *asked = question;
  g_mutex_unlock (&render->desk.lock);
}

/* Compares CPU and GPU on the last request as soon as all rows have arrived, and reports %CE_EVENT_COMPARED; NULL cancels
 * that. */
void
ce_render_compare (CeRender *render, const CePlace *gpu)
{
  ask (render, CE_QUESTION_COMPARE,
       (CeQuestion) { .wanted = gpu != NULL, .answer = CE_EVENT_COMPARED, .gpu = gpu ? *gpu : (CePlace) { 0 } });
}

/* Explains why the edge within @reach of a pixel was kept or dropped, as soon as the last request is answered, and reports
 * %CE_EVENT_EXPLAINED, unless a newer request comes; a negative @reach cancels that. */
void
ce_render_explain (CeRender *render, int x, int y, int reach)
{
  ask (render, CE_QUESTION_EDGES,
       (CeQuestion) { .wanted = reach >= 0, .answer = CE_EVENT_EXPLAINED, .x = x, .y = y, .reach = reach });
}

/* Finds the edges of the result that were touched, as soon as the last request is answered, and reports %CE_EVENT_TOUCHED,
 * unless a newer request comes. */
void
ce_render_find_touched (CeRender *render, const CeTouch *touch)
{
  ask (render, CE_QUESTION_EDGES, (CeQuestion) { .wanted = TRUE, .answer = CE_EVENT_TOUCHED, .touch = *touch });
}

/* Returns whether a computation runs, and sets the share of it that is done. */
gboolean
ce_render_is_busy (CeRender *render, double *share)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&render->desk.lock);

  *share = render->desk.share;

  return render->desk.job && render->desk.job->is_seen;
}

/* Stops the thread. Returns (transfer full) (nullable) the session, if its result is that of the last request for the whole
 * image. */
CeSession *
ce_render_steal (CeRender *render)
{
  const CeOrders *orders = &render->desk.orders;
  Worker         *worker = &render->worker;
  CeImage         image;
  CeResult        result;

  stop (render);
  ce_painter_forget (render->painter, &(CeView) { 0 });
  image = ce_session_job_get_image (&worker->session, orders);
  result = ce_request_job_get_result (&worker->request, &image, orders->generation);

  if (! result.is_newest || image.whole || orders->n_changes != worker->session.n_changes)
    return NULL;

  return g_steal_pointer (&worker->session.image.session);
}
