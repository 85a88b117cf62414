/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A few images in flight, each on a thread of its own that takes one file after the other, as many as fit into memory.
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

/* The lock is held for all but @run; @reserved: bytes, of the images in flight. */
typedef struct
{
  const CeRun *run;
  GMutex       lock;
  GCond        changed;
  guint        next;            /* job */
  int          n_threads, n_begun;
  double       reserved;
  gboolean     stopped, has_said_note, has_said_gpu;
} Pool;

static volatile sig_atomic_t interrupted;

static void
interrupt (int signal)
{
  interrupted = signal;
}

/* Whether what is in flight is to be finished; else sets @error, which may be NULL. */
gboolean
ce_run_goes_on (GError **error)
{
  if (interrupted)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_CANCELLED, "");

  return ! interrupted;
}

/* A CeProgressFunc. */
static gboolean
progress (double share, gpointer data)
{
  return ! interrupted;
}

static double
ms_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) / 1000;
}

/* Waits until an image fits beside those in flight; the only one has to fit by itself. */
static gboolean
reserve (Pool *pool, const CePicture *picture, GError **error)
{
  double   available;
  gboolean fits;

  g_mutex_lock (&pool->lock);
  while (pool->reserved > 0 && ! interrupted && picture->needs > ce_memory_free_bytes () - pool->reserved)
    g_cond_wait_until (&pool->changed, &pool->lock, g_get_monotonic_time () + G_USEC_PER_SEC / 4);
  available = ce_memory_free_bytes ();
  if (pool->reserved == 0 && picture->needs > available)
    {
      ce_memory_clear ();
      available = ce_memory_free_bytes ();
    }
  fits = pool->reserved > 0 || picture->needs <= available;
  if (fits)
    pool->reserved += picture->needs;
  else
    g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("%d × %d pixels need about %.1f GB of memory, and %.1f GB are free."),
                 picture->image->Xsize, picture->image->Ysize, picture->needs / 1e9, available / 1e9);
  g_mutex_unlock (&pool->lock);

  return fits;
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
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0 || fstat (fd, info) != 0)
    ce_set_errno (error, errno);
  else if (! S_ISREG (info->st_mode) || info->st_size == 0)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, S_ISREG (info->st_mode) ? _("It is empty.") : _("It is not a file."));
  else
    return fd;
  if (fd >= 0)
    close (fd);

  return -1;
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
render (const CeRun *run, CePicture *picture, int slot, CeAnswer *answer, GError **error)
{
  const CeView         *view = &picture->view;
  CePlace               place = place_of (run, slot);
  g_autoptr (CeSession) session = NULL;
  CeParams              params;
  gint64                start = g_get_monotonic_time ();

  if (! ce_recipe_fit_run (run, MAX (view->width, view->height), &params, error))
    return NULL;
  place = ce_choose_place (&place, run->filter, &params, view, CE_USE_LIVE);
  session = ce_session_new (run->filter, &place, view->width, view->height, view->channels, view->type, error);
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
  g_free (answer->device);
  answer->device = g_strdup (ce_session_get_device (session));

  return g_steal_pointer (&session);
}

/* What is said of a file though it is done: a warning of its reader, and once a run a note, and that the GPU failed. */
static char *
words_of (Pool *pool, const CePicture *picture, CeSession *session)
{
  const char *fallback = ce_session_get_fallback (session);
  CePlace     cuda = ce_place (CE_BACKEND_CUDA);
  char       *words = NULL;

  g_mutex_lock (&pool->lock);
  /* A machine without CUDA is not worth a word, a GPU that failed is. */
  if (fallback && ! pool->has_said_gpu && ce_backend_start (&cuda, NULL))
    words = g_strdup_printf (_("The GPU could not be used, so the processor computed the same result. %s"), fallback);
  else if (! pool->has_said_note)
    words = g_strdup (picture->note);
  pool->has_said_gpu |= fallback != NULL;
  pool->has_said_note |= picture->note != NULL;
  g_mutex_unlock (&pool->lock);

  return words;
}

/* Filters the file in @fd. */
static gboolean
filter_file (Pool *pool, const CeJob *job, int fd, CeSpot *spot, const char *record, int slot, CeAnswer *answer,
             GError **error)
{
  g_autoptr (CeSession) session = NULL;
  CePicture             picture;
  gboolean              done = FALSE;
  gint64                start;

  if (ce_codec_open (fd, &picture, error) && reserve (pool, &picture, error))
    {
      session = ce_codec_prepare (&picture, error) ? render (pool->run, &picture, slot, answer, error) : NULL;
      start = g_get_monotonic_time ();
      done = session && ce_spot_begin (spot, error)
             && ce_codec_write (pool->run, job->format, record, &picture, session, spot->fd, error) && ce_spot_finish (spot, error);
      answer->encode_ms = ms_since (start);
      answer->message = done ? words_of (pool, &picture, session) : NULL;
      give_back (pool, picture.needs);
    }
  g_clear_object (&picture.image);

  return done;
}

/* Whether the job is to be done, by what has the result's name now; sets @answer's status if it is done with. @anew: results
 * that are as good are made again where that was asked for. */
static gboolean
consider (const CeRun *run, const CeSpot *spot, const char *record, const struct stat *source, gboolean anew,
          CeAnswer *answer, GError **error)
{
  g_autofree char *found = spot->exists ? ce_codec_get_record (spot->folder, spot->name) : NULL;
  g_autofree char *key = ce_list_key (&spot->old), *problem = NULL;

  answer->again = NULL;
  if (spot->exists && g_hash_table_contains (run->inputs, key))
    problem = g_strdup (_("Its result would take the place of a source: choose another folder."));
  else if (spot->exists)
    problem = ce_record_compare (found, record, &answer->again);
  if (problem)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, problem);
  if (problem || ! spot->exists || answer->again)
    return ! problem;
  if (anew && run->if_newer && source->st_mtim.tv_sec > spot->old.st_mtim.tv_sec)
    answer->again = _("its source is newer");
  else if (anew && run->overwrite)
    answer->again = _("that was asked for");
  else
    answer->status = CE_JOB_SKIPPED;

  return answer->again != NULL;
}

/* Where another run has put a file under the name meanwhile the same result is as good. */
static void
do_file (Pool *pool, const CeJob *job, int slot, CeAnswer *answer, GError **error)
{
  const CeRun     *run = pool->run;
  CeSpot           spot = { .folder = -1, .fd = -1 };
  struct stat      info;
  int              fd = open_input (job->input, &info, error);
  g_autofree char *record = fd >= 0 ? ce_record_new (run, job, &info) : NULL;
  gboolean         again = FALSE;

  do
    {
      if (again)
        g_clear_error (error);
      if (record && ce_spot_find (&spot, run, job, error)
          && consider (run, &spot, record, &info, ! again, answer, error) && ! run->dry_run)
        filter_file (pool, job, fd, &spot, record, slot, answer, error);
      ce_spot_leave (&spot);
      again = ! again && g_error_matches (*error, CE_ERRNO, EEXIST);
    }
  while (again);
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
      answer->message = g_strdup_printf (error->domain == CE_DECODE_ERROR ? _("It cannot be read: %s.") : "%s", error->message);
    }
}

/* A GThreadFunc. */
static gpointer
work (gpointer data)
{
  Pool *pool = data;
  int   slot;

  g_mutex_lock (&pool->lock);
  slot = pool->n_begun++;
  while (! pool->stopped && ! interrupted && pool->next < pool->run->jobs->len)
    {
      const CeJob *job = g_ptr_array_index (pool->run->jobs, pool->next++);
      CeAnswer     answer = { .status = CE_JOB_DONE };

      g_mutex_unlock (&pool->lock);
      do_job (pool, job, slot, &answer);
      g_mutex_lock (&pool->lock);
      if (answer.status != CE_JOB_GIVEN_UP && (answer.status != CE_JOB_STOP || ! pool->stopped))
        ce_report_add (pool->run, job, &answer);
      pool->stopped |= answer.status == CE_JOB_STOP;
      g_free (answer.device);
      g_free (answer.message);
    }
  vips_thread_shutdown ();
  pool->n_threads--;
  g_cond_broadcast (&pool->changed);
  g_mutex_unlock (&pool->lock);

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
ce_run (CeRun *run)
{
  int  n = CLAMP ((int) run->jobs->len, 1, run->n_in_flight), status;
  Pool pool = { .run = run };

  catch_signals ();
  vips_concurrency_set (MAX ((int) g_get_num_processors () / n, 1));
  g_mutex_init (&pool.lock);
  g_mutex_lock (&pool.lock);
  for (int i = 0; i < n; i++)
    {
      GThread *thread = g_thread_try_new ("ce-batch", work, &pool, NULL);

      pool.n_threads += thread != NULL;
      g_clear_pointer (&thread, g_thread_unref);
    }
  if (pool.n_threads == 0)
    {
      g_mutex_unlock (&pool.lock);
      work (&pool);
      g_mutex_lock (&pool.lock);
    }
  while (pool.n_threads > 0)
    {
      g_cond_wait_until (&pool.changed, &pool.lock, g_get_monotonic_time () + G_USEC_PER_SEC / 4);
      ce_report_show (run);
    }
  g_mutex_unlock (&pool.lock);
  status = ce_report_end (run, ! interrupted && pool.next >= run->jobs->len);

  return interrupted ? 128 + interrupted : status;
}
