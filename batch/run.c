/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A few images in flight, each on a thread of its own that takes one file after
 * the other, as many as fit into memory.
 */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "engine/choose.h"
#include "engine/memory.h"

typedef struct
{
  const CeRun *run;
  CeTally      tally;
  GMutex       lock;            /* held for all that follows */
  GCond        changed;
  guint        next;            /* job */
  int          n_threads;
  int          slots;           /* threads that have begun */
  double       reserved;        /* bytes, of the images in flight */
  gboolean     stopped;
  gboolean     has_said_note, has_said_gpu;
} Pool;

static volatile sig_atomic_t interrupted;

static void
interrupt (int signal)
{
  interrupted = signal;
}

/* Whether what is in flight is to be finished. */
gboolean
ce_run_goes_on (void)
{
  return ! interrupted;
}

static double
ms_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* Waits until an image of @needed bytes fits beside those in flight; the only one has to fit by itself. */
static gboolean
reserve (Pool *pool, const CePicture *picture, GError **error)
{
  double available;

  g_mutex_lock (&pool->lock);
  while (pool->reserved > 0 && ! interrupted && picture->needs > ce_memory_free_bytes () - pool->reserved)
    g_cond_wait_until (&pool->changed, &pool->lock, g_get_monotonic_time () + G_USEC_PER_SEC / 4);
  available = ce_memory_free_bytes ();
  if (pool->reserved == 0 && picture->needs > available)
    {
      ce_memory_clear ();
      available = ce_memory_free_bytes ();
    }
  if (pool->reserved > 0 || picture->needs <= available)
    pool->reserved += picture->needs;
  else
    g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("%d × %d pixels need about %.1f GB of memory, and %.1f GB are free."),
                 picture->image->Xsize, picture->image->Ysize, picture->needs / 1e9, available / 1e9);
  g_mutex_unlock (&pool->lock);

  return ! error || ! *error;
}

static void
give_back (Pool *pool, double needed)
{
  g_mutex_lock (&pool->lock);
  pool->reserved = MAX (pool->reserved - needed, 0);
  g_cond_broadcast (&pool->changed);
  g_mutex_unlock (&pool->lock);
}

static int
open_input (const char *path, struct stat *info, GError **error)
{
  int         fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *text = NULL;

  if (fd < 0 || fstat (fd, info) != 0)
    ce_set_errno (error, errno);
  else if (! S_ISREG (info->st_mode))
    text = _("It is not a file.");
  else if (info->st_size == 0)
    text = _("It is empty.");
  else
    return fd;
  if (text)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, text);
  if (fd >= 0)
    close (fd);

  return -1;
}

/* A CeProgressFunc. */
static gboolean
progress (double share, gpointer data)
{
  return ! interrupted;
}

/* With several GPUs, each thread has one of its own. */
static CePlace
place_of (const CeRun *run, int slot)
{
  const CeBackend *cuda = ce_backend_get (CE_BACKEND_CUDA);
  CePlace          place = run->place;
  guint            n = 0;

  if (place.choice != CE_BACKEND_CPU && place.device == CE_DEVICE_FIRST && cuda)
    cuda->devices (&n);
  if (n > 1)
    place.device = slot % (int) n;

  return place;
}

static CeSession *
render (const CeRun *run, const CePicture *picture, int slot, CeAnswer *answer, GError **error)
{
  const CeView         *view = &picture->view;
  CePlace               place = place_of (run, slot), chosen;
  g_autoptr (CeSession) session = NULL;
  CeParams              params;
  gint64                start = g_get_monotonic_time ();

  ce_recipe_fit (run, MAX (view->width, view->height), &params);
  chosen = ce_choose_place (&place, run->filter, &params, view, CE_USE_LIVE);
  session = ce_session_new (run->filter, &chosen, view->width, view->height, view->channels, view->type, error);
  if (! session)
    return NULL;
  if (! ce_session_open (session, error) || ! ce_codec_read (picture, session, error))
    return NULL;
  answer->decode_ms = ms_since (start);
  if (! ce_session_render (session, &params, progress, NULL, error))
    return NULL;
  answer->compute_ms = ce_session_get_times (session).total_ms;
  answer->width = view->width;
  answer->height = view->height;
  answer->params = *ce_session_get_params (session);
  answer->device = g_strdup (ce_session_get_device (session));

  return g_steal_pointer (&session);
}

/* What is said of a file though it is done: a note once a run, so too that the GPU failed. */
static void
add_words (Pool *pool, const CePicture *picture, CeSession *session, CeAnswer *answer)
{
  const char      *fallback = ce_session_get_fallback (session);
  CePlace          cuda = ce_place (CE_BACKEND_CUDA);

  g_mutex_lock (&pool->lock);
  /* A machine without CUDA is not worth a word, a GPU that failed is. */
  if (fallback && ! pool->has_said_gpu && ce_backend_start (&cuda, NULL))
    answer->message = g_strdup_printf (_("The GPU could not be used, so the processor computed the same result. %s"), fallback);
  else if (picture->note && ! pool->has_said_note)
    answer->message = g_strdup (picture->note);
  pool->has_said_gpu |= fallback != NULL;
  pool->has_said_note |= picture->note != NULL;
  g_mutex_unlock (&pool->lock);
}

static gboolean
write_result (Pool *pool, const CeJob *job, const CePicture *picture, CeSession *session, CeSpot *spot, const char *record,
              CeAnswer *answer, GError **error)
{
  gint64 start = g_get_monotonic_time ();

  add_words (pool, picture, session, answer);
  if (! ce_spot_begin (spot, error) || ! ce_codec_write (pool->run, job, record, picture, session, spot->fd, error)
      || ! ce_spot_finish (spot, error))
    return FALSE;
  answer->encode_ms = ms_since (start);

  return TRUE;
}

/* Filters the file in @fd; @strict: a warning of its reader is an error. */
static gboolean
filter_file (Pool *pool, const CeJob *job, int fd, gboolean strict, CeSpot *spot, const char *record, int slot,
             CeAnswer *answer, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  CePicture             picture;
  gboolean              done = ce_codec_open (fd, strict, &picture, error) && reserve (pool, &picture, error);

  if (done)
    {
      session = ce_codec_prepare (&picture, error) ? render (pool->run, &picture, slot, answer, error) : NULL;
      done = session && write_result (pool, job, &picture, session, spot, record, answer, error);
      give_back (pool, picture.needs);
    }
  g_clear_object (&picture.image);

  return done;
}

/* A picture whose reader only warns is whole: it is read once more, and the warning is said. */
static gboolean
filter_once_more (Pool *pool, const CeJob *job, int fd, CeSpot *spot, const char *record, int slot, CeAnswer *answer,
                  GError **error)
{
  g_autoptr (GError) warning = NULL;

  if (filter_file (pool, job, fd, TRUE, spot, record, slot, answer, &warning))
    return TRUE;
  if (warning->domain != CE_DECODE_ERROR)
    {
      g_propagate_error (error, g_steal_pointer (&warning));
      return FALSE;
    }
  if (! filter_file (pool, job, fd, FALSE, spot, record, slot, answer, error))
    return FALSE;
  g_free (answer->message);
  answer->message = g_strdup_printf (_("It was read with a warning: %s."), warning->message);

  return TRUE;
}

/* Decides from what has the result's name now: fails, or sets whether the job is done with, or why it is done again. */
static gboolean
consider (const CeRun *run, const CeSpot *spot, const char *record, const struct stat *source, CeAnswer *answer,
          GError **error)
{
  g_autofree char *found = spot->exists ? ce_codec_get_record (spot->folder, spot->name) : NULL;
  g_autofree char *key = ce_list_key (&spot->old), *problem = NULL;

  if (! spot->exists)
    return TRUE;
  if (g_hash_table_contains (run->inputs, key))
    problem = g_strdup (_("Its result would take the place of a source: choose another folder."));
  else
    problem = ce_record_compare (found, record, &answer->again);
  if (problem)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, problem);
  else if (! answer->again && run->if_newer && source->st_mtim.tv_sec > spot->old.st_mtim.tv_sec)
    answer->again = _("its source is newer");
  else if (! answer->again && run->overwrite)
    answer->again = _("that was asked for");
  else if (! answer->again)
    answer->status = CE_JOB_SKIPPED;

  return ! problem;
}

/* Where another run has put a file under the name meanwhile: the same result is as good. */
static void
consider_again (const CeRun *run, const CeJob *job, CeSpot *spot, const char *record, CeAnswer *answer, GError **error)
{
  g_autofree char *found = NULL, *problem = NULL;

  ce_spot_leave (spot);
  g_clear_error (error);
  if (! ce_spot_find (spot, run, job, error))
    return;
  found = ce_codec_get_record (spot->folder, spot->name);
  problem = ce_record_compare (found, record, &answer->again);
  if (problem || answer->again)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, "%s", problem ? problem : g_strerror (EEXIST));
  else
    answer->status = CE_JOB_SKIPPED;
}

static void
do_file (Pool *pool, const CeJob *job, int slot, CeAnswer *answer, GError **error)
{
  const CeRun     *run = pool->run;
  CeSpot           spot = { .folder = -1, .fd = -1 };
  struct stat      info;
  int              fd = open_input (job->input, &info, error);
  g_autofree char *record = fd >= 0 ? ce_record_new (run, job, &info) : NULL;
  gboolean         wanted = record && ce_spot_find (&spot, run, job, error)
                            && consider (run, &spot, record, &info, answer, error) && answer->status == CE_JOB_DONE;

  if (wanted && ! run->dry_run && ! filter_once_more (pool, job, fd, &spot, record, slot, answer, error)
      && g_error_matches (*error, CE_ERRNO, EEXIST))
    consider_again (run, job, &spot, record, answer, error);
  ce_spot_leave (&spot);
  if (fd >= 0)
    close (fd);
}

/* No result comes after this one where the disk is full or cannot be written, or a place that was named does not work. */
static gboolean
ends_the_run (const GError *error)
{
  return ce_error_is_unavailable (error)
         || (error->domain == CE_ERRNO && (error->code == ENOSPC || error->code == EDQUOT || error->code == EROFS
                                           || error->code == EIO));
}

static void
do_job (Pool *pool, const CeJob *job, int slot, CeAnswer *answer)
{
  g_autoptr (GError) error = NULL;

  if (job->refusal)
    g_set_error_literal (&error, CE_ERROR, CE_ERROR_INVALID, job->refusal);
  else
    do_file (pool, job, slot, answer, &error);
  if (error)
    {
      answer->status = interrupted ? CE_JOB_GIVEN_UP : ends_the_run (error) ? CE_JOB_STOP : CE_JOB_FAILED;
      g_free (answer->message);
      answer->message = error->domain == CE_DECODE_ERROR ? g_strdup_printf (_("It cannot be read: %s."), error->message)
                                                         : g_strdup (error->message);
    }
}

/* A GThreadFunc. */
static gpointer
work (gpointer data)
{
  Pool *pool = data;
  int   slot;

  g_mutex_lock (&pool->lock);
  slot = pool->slots++;
  while (! pool->stopped && ! interrupted && pool->next < pool->run->jobs->len)
    {
      const CeJob *job = g_ptr_array_index (pool->run->jobs, pool->next++);
      CeAnswer     answer = { .status = CE_JOB_DONE };

      g_mutex_unlock (&pool->lock);
      do_job (pool, job, slot, &answer);
      g_mutex_lock (&pool->lock);
      if (answer.status == CE_JOB_STOP && pool->stopped)
        answer.status = CE_JOB_GIVEN_UP;
      pool->stopped |= answer.status == CE_JOB_STOP;
      if (answer.status != CE_JOB_GIVEN_UP)
        ce_tally_add (&pool->tally, job, &answer);
      g_free (answer.device);
      g_free (answer.message);
    }
  pool->n_threads--;
  g_cond_broadcast (&pool->changed);
  g_mutex_unlock (&pool->lock);
  vips_thread_shutdown ();

  return NULL;
}

static void
catch_signals (void)
{
  struct sigaction action = { .sa_handler = interrupt };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGHUP, &action, NULL);
  signal (SIGXFSZ, SIG_IGN);
  signal (SIGPIPE, SIG_IGN);
}

/* Does the jobs of @run. Returns what main() is to return. */
int
ce_run (const CeRun *run, FILE *report, gboolean quiet)
{
  int    n = CLAMP ((int) run->jobs->len, 1, run->n_in_flight), status;
  Pool   pool = { .run = run };
  GList *threads = NULL;

  catch_signals ();
  vips_concurrency_set (MAX ((int) g_get_num_processors () / n, 1));
  g_mutex_init (&pool.lock);
  ce_tally_init (&pool.tally, run, report, quiet);
  g_mutex_lock (&pool.lock);
  for (int i = 0; i < n; i++)
    {
      GThread *thread = g_thread_try_new ("ce-batch", work, &pool, NULL);

      threads = thread ? g_list_prepend (threads, thread) : threads;
      pool.n_threads += thread != NULL;
    }
  if (! threads)
    {
      g_mutex_unlock (&pool.lock);
      work (&pool);
      g_mutex_lock (&pool.lock);
    }
  while (pool.n_threads > 0)
    {
      g_cond_wait_until (&pool.changed, &pool.lock, g_get_monotonic_time () + G_USEC_PER_SEC / 4);
      ce_tally_show (&pool.tally);
    }
  g_mutex_unlock (&pool.lock);
  for (GList *thread = threads; thread; thread = thread->next)
    g_thread_join (thread->data);
  g_list_free (threads);
  status = ce_tally_end (&pool.tally, ! interrupted && pool.next >= run->jobs->len);

  return interrupted ? 128 + interrupted : status;
}
