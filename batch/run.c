/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Some images in flight at a time, each on a thread of a pool, as many as fit into memory.
 */
#include "batch.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <unistd.h>

/* @reserved: bytes of the images in flight. @later: jobs that are tried once more, NULL in the second pass. The lock guards
 * both; the numbers below them are atomic. @stopped: no later job is tried. @incomplete: one was not tried. */
typedef struct
{
  const CeRun *run;
  GMutex       lock;
  GCond        changed;
  double       reserved;
  GPtrArray   *later;
  int          stopped, incomplete, note_shown, fallback_shown;
} Pool;

/* The path of the photo's file, its result's path and record, which is without checksums of contents until it is to be made,
 * the photo, and the file @old that has the result's name, if @exists. */
typedef struct { const char *source; char *path, *record; struct stat photo, old; gboolean exists; } Target;

/* A CeProgressFunc. */
static gboolean
progress (double share, gpointer data)
{
  return ce_run_goes_on (NULL);
}

/* Waits until an image fits into memory beside those in flight; one that is alone fits or is refused. */
static gboolean
reserve (Pool *pool, CeJob *job, CePicture *picture, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);
  double                   available;

  picture->needs = job->needs = ce_memory_estimate (pool->run, job->format, picture->image);
  while (pool->reserved > 0 && ce_run_goes_on (NULL) && picture->needs > ce_memory_free_bytes () - pool->reserved)
    g_cond_wait_until (&pool->changed, &pool->lock, g_get_monotonic_time () + G_USEC_PER_SEC / 4);
  if (pool->reserved == 0 && picture->needs > ce_memory_free_bytes ())
    ce_release (FALSE);
  available = ce_memory_free_bytes ();
  if (pool->reserved == 0 && picture->needs > available)
    return ce_refuse (error, _("%d × %d pixels need about %.1f GB of memory, and %.1f GB are free."),
                      picture->image->Xsize, picture->image->Ysize, picture->needs / 1e9, available / 1e9);
  pool->reserved += picture->needs;

  return TRUE;
}

static void
give_back (Pool *pool, double needed)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  pool->reserved = MAX (pool->reserved - needed, 0);
  g_cond_broadcast (&pool->changed);
}

/* Renders @picture, or finds its @lines. */
static CeSession *
render (Pool *pool, CeJob *job, CePicture *picture, CeLines **lines, GError **error)
{
  const CeRun          *run = pool->run;
  const CeFilter       *filter = ce_filter_get (run->filter->id);
  const CeView         *view = &picture->view;
  const CeStatus       *status;
  CePlace               place;
  g_autoptr (CeSession) session = NULL;
  CeParams              params;
  gint64                start = g_get_monotonic_time ();

  if (! ce_params_fit (run, MAX (view->width, view->height), &params, error))
    return NULL;
  place = ce_choose_place (&run->place, filter, &params, view, CE_USE_LIVE);
  session = ce_session_new (filter, &place, view->width, view->height, view->channels, view->type, error);
  if (! session || ! ce_session_open (session, error) || ! ce_codec_read (picture, session, error))
    return NULL;
  job->decode_ms = (double) (g_get_monotonic_time () - start) / 1000;
  if (run->svg)
    {
      *lines = ce_lines_find (session, &params, NULL, progress, NULL, error);
      job->n_paths = *lines ? (int) (*lines)->n_paths : 0;
    }
  if (run->svg ? ! *lines : ! ce_session_render (session, &params, progress, NULL, error))
    return NULL;
  status = ce_session_get_status (session);
  job->compute_ms = status->times.total_ms;
  job->width = view->width;
  job->height = view->height;
  job->device = g_intern_string (status->device);
  job->params = run->report ? ce_params_to_text (&status->params, run->filter, &status->found) : NULL;
  job->found = status->found;
  ce_session_finish (session);
  ce_release (FALSE);

  return g_steal_pointer (&session);
}

static gboolean
is_first (int *flag)
{
  return g_atomic_int_compare_and_exchange (flag, FALSE, TRUE);
}

/* Returns both sentences, each of which may be NULL; @second is given. */
static char *
join (const char *first, char *second)
{
  g_autofree char *given = first ? second : NULL;

  return first ? g_strjoin (" ", first, second, NULL) : second;
}

/* Returns a note on a result: that it has no lines, how far its samples go, what was left out, and, each once a run, that
 * the GPU failed, where there is one, or that colors were converted. @lines: (nullable) */
static char *
note_of (Pool *pool, const CePicture *picture, CeSession *session, const CeLines *lines)
{
  const char      *fallback = ce_session_get_status (session)->fallback;
  g_autofree char *range = ce_found_note (&ce_session_get_status (session)->found), *failed = NULL;
  char            *note = pool->run->svg ? NULL : ce_codec_list_extras (picture);
  CePlace          cuda = { .choice = CE_BACKEND_CUDA };

  if (fallback && is_first (&pool->fallback_shown) && ce_place_start (&cuda, CE_START_NOW, NULL))
    failed = g_strdup_printf (_("The GPU could not be used, so the processor computed the same result. %s"), fallback);
  if (picture->note && is_first (&pool->note_shown))
    note = join (picture->note, note);
  note = join (failed, join (range, note));

  return lines && lines->n_paths == 0 ? join (_("No line was found: lower the thresholds or the least length."), note) : note;
}

/* Returns whether a result of @picture's size can be written as @format. */
static gboolean
has_room (const CeFormat *format, const CePicture *picture, GError **error)
{
  int width = picture->image->Xsize, height = picture->image->Ysize;

  return ! format->longest || MAX (width, height) <= format->longest
         || ce_refuse (error, _("It has %d × %d pixels, and a file of the format %s has at most %d on a side: choose another, "
                                "such as --format png."), width, height, format->name, format->longest);
}

static void
filter_file (Pool *pool, CeJob *job, const Target *target, GError **error)
{
  g_autoptr (CeSession) session = NULL;
  g_autoptr (CeLines)   lines = NULL;
  g_autofree char      *bytes = NULL;
  const char           *left_out = NULL;
  gsize                 n = 0;
  CePicture             picture;
  gint64                start;

  if (ce_codec_open (target->source, &picture, error) && has_room (job->format, &picture, error)
      && reserve (pool, job, &picture, error))
    {
      if (ce_codec_prepare (&picture, error) && ce_codec_keeps_colors (pool->run, job->format, &picture, error))
        session = render (pool, job, &picture, &lines, error);
      start = g_get_monotonic_time ();
      if (lines)
        bytes = ce_svg_encode (lines, target->record, &picture, pool->run->params.svg_width, progress, &n, error);
      else if (session)
        bytes = ce_codec_encode (pool->run, job->format, target->record, &picture, session, &n, &left_out, error);
      if (bytes && (ce_seal_put (bytes, n, target->record) || ce_refuse (error, _("Its result cannot be written: %s."), "XMP"))
          && (pool->run->to_stdout ? ce_output_send (STDOUT_FILENO, bytes, n, error)
                                   : ce_output_write (target->path, target->exists ? &target->old : NULL, bytes, n, error)))
        job->message = join (left_out, note_of (pool, &picture, session, lines));
      job->encode_ms = (double) (g_get_monotonic_time () - start) / 1000;
      give_back (pool, picture.needs);
    }
  g_clear_object (&picture.image);
}

/* Returns whether the job is to be done; else sets its status or @error. --overwrite and --if-newer make results again that
 * are of this source with these parameters, unless another run has just made them. A result that somebody changed stays. */
static gboolean
is_wanted (const CeRun *run, CeJob *job, const Target *target, GError **error)
{
  g_autofree char *found = target->exists ? ce_codec_get_record (target->path) : NULL;
  g_autofree char *key = ce_list_key (&target->old);

  job->again = NULL;
  if (! target->exists)
    return TRUE;
  if (g_hash_table_contains (run->inputs, key))
    return ce_refuse (error, _("Its result would take the place of a source: choose another folder or name."));
  if (! ce_record_compare (run, found, target->record, target->source, &job->again, error))
    return FALSE;
  if (! job->again && ! job->is_taken && run->if_newer && target->photo.st_mtim.tv_sec > target->old.st_mtim.tv_sec)
    job->again = _("the photo is newer");
  else if (! job->again && ! job->is_taken && run->overwrite)
    job->again = _("asked for");
  if (! job->again)
    job->status = CE_JOB_SKIPPED;

  return job->again && ce_record_is_ours (run, found, target->path, error);
}

/* Returns the path of @job's result. A link to a file stays, and the file is the result, as for cp. */
static char *
path_of (const CeRun *run, const CeJob *job)
{
  g_autofree char *path = g_build_filename (run->output, job->result, NULL);
  g_autofree char *real = g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? realpath (path, NULL) : NULL;

  return real ? g_steal_pointer (&real) : g_steal_pointer (&path);
}

/* Makes the result of @job where it is wanted. */
static void
do_file (Pool *pool, CeJob *job, GError **error)
{
  const CeRun     *run = pool->run;
  g_autofree char *path = path_of (run, job), *folder = g_path_get_dirname (path);
  g_autofree char *start = NULL, *content = NULL, *record = NULL;
  Target           target = { .source = ce_ends_get_source (run, job, error), .path = path };

  if (! target.source || stat (target.source, &target.photo) != 0)
    target.source ? ce_fail_errno (error, errno) : FALSE;
  else if (run->dry_run || run->to_stdout || ce_output_check (folder, error))
    {
      target.record = start = ce_record_new (run, job, &target.photo, path);
      target.exists = ! run->to_stdout && lstat (path, &target.old) == 0;
      if (is_wanted (run, job, &target, error) && ! run->dry_run)
        {
          content = ce_seal_of_source (target.source);
          target.record = record = g_strconcat (start, " ", content, " " CE_NO_SUM, NULL);
          filter_file (pool, job, &target, error);
        }
    }
}

/* Returns whether every later job would fail too: the disk is full or read-only, or a device that was named fails. */
static gboolean
ends_the_run (const GError *error)
{
  return (error->domain == CE_ERROR && error->code >= CE_ERROR_UNAVAILABLE)
         || (error->domain == CE_ERRNO && (error->code == ENOSPC || error->code == EDQUOT || error->code == EROFS
                                           || error->code == EIO));
}

/* Leaves @job to the second pass if libvips failed, because all threads share its text of errors, or if another run has made
 * a file of the result's name. Returns whether it did. */
static gboolean
put_off (Pool *pool, CeJob *job, const GError *error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&pool->lock);

  job->is_taken = g_error_matches (error, CE_ERRNO, EEXIST);
  if (! pool->later || ! (job->is_taken || g_error_matches (error, CE_VIPS, 0)))
    return FALSE;
  g_ptr_array_add (pool->later, job);

  return TRUE;
}

/* A GFunc. */
static void
do_job (gpointer data, gpointer user_data)
{
  CeJob             *job = data;
  Pool              *pool = user_data;
  g_autoptr (GError) error = NULL;

  if (! ce_run_goes_on (NULL) || g_atomic_int_get (&pool->stopped))
    job->status = CE_JOB_GIVEN_UP;
  else if (job->refusal)
    ce_refuse (&error, "%s", job->refusal);
  else
    do_file (pool, job, &error);
  if (put_off (pool, job, error))
    return;
  if (error)
    {
      job->status = ce_run_goes_on (NULL) ? CE_JOB_FAILED : CE_JOB_GIVEN_UP;
      job->message = g_strdup (error->message);
      /* The first of the jobs in flight reports it. */
      if (ce_run_goes_on (NULL) && ends_the_run (error) && ! is_first (&pool->stopped))
        job->status = CE_JOB_GIVEN_UP;
    }
  if (job->status == CE_JOB_GIVEN_UP)
    g_atomic_int_set (&pool->incomplete, TRUE);
  else
    ce_report_add (pool->run, job);
}

/* Does the jobs of @run. Returns the exit status. */
int
ce_run (CeRun *run)
{
  int          n = CLAMP ((int) run->jobs->len, 1, run->n_in_flight), status;
  g_autoptr (GPtrArray) later = g_ptr_array_new ();
  Pool         pool = { .run = run, .later = later };
  GThreadPool *threads;

  ce_run_catch_signals ();
  vips_concurrency_set (MAX ((int) g_get_num_processors () / n, 1));
  threads = g_thread_pool_new (do_job, &pool, n, TRUE, NULL);
  for (guint i = 0; i < run->jobs->len; i++)
    if (g_thread_pool_get_num_threads (threads) > 0)
      g_thread_pool_push (threads, run->jobs->pdata[i], NULL);
    else
      do_job (run->jobs->pdata[i], &pool);
  g_thread_pool_free (threads, FALSE, TRUE);
  pool.later = NULL;
  for (guint i = 0; i < later->len; i++)
    do_job (later->pdata[i], &pool);
  status = ce_report_end (run, ! pool.incomplete);

  return ce_run_goes_on (NULL) ? status : 128 + ce_run_get_signal ();
}
