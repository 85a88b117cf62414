/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Progress and messages on the terminal, and the report, one line of JSON for each file.
 */
#include "batch.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "live/json.h"

/* Each line of a report begins so. */
#define BEGIN "{\"status\":"

/* @counts: by #CeJobStatus. @shows: stderr is a terminal. @again: the files whose results were made again, by the reason. */
static struct { gboolean shows; GTimer *timer; guint counts[CE_JOB_GIVEN_UP]; double pixels; GHashTable *again; } totals;

/* Makes the folder of results if the report is in it. */
static void
make_folder (const CeRun *run)
{
  g_autofree char *report = g_canonicalize_filename (run->report_path, NULL), *folder = g_path_get_dirname (report);
  g_autofree char *output = run->output ? g_canonicalize_filename (run->output, NULL) : NULL;

  if (g_strcmp0 (folder, output) == 0)
    g_mkdir_with_parents (folder, 0777);
}

/* Opens a file to append to it, which must be a report if it exists. Returns NULL if that fails. */
static FILE *
open_report (const CeRun *run)
{
  int         fd;
  char        first[] = BEGIN;
  struct stat info;

  make_folder (run);
  fd = open (run->report_path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (fd >= 0 && fstat (fd, &info) == 0
      && (S_ISCHR (info.st_mode)
          || (S_ISREG (info.st_mode) && pread (fd, first, strlen (first), 0) >= 0 && g_str_equal (first, BEGIN))))
    return fdopen (fd, "a");

  return NULL;
}

/* Starts the clock and opens the report, if any; "-" is stdout, if no picture goes there. */
gboolean
ce_report_begin (CeRun *run, GError **error)
{
  const char *path = run->dry_run ? NULL : run->report_path;
  gboolean    to_stdout = g_strcmp0 (path, "-") == 0;

  totals.shows = ! run->quiet && isatty (STDERR_FILENO);
  totals.timer = g_timer_new ();
  totals.again = g_hash_table_new (g_direct_hash, g_direct_equal);
  if (to_stdout && ! run->to_stdout)
    run->report = fdopen (fcntl (STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1), "a");
  else if (path && ! to_stdout)
    run->report = open_report (run);

  return run->report || ! path || ce_refuse (error, _("“%s” cannot be written, or is no report."), path);
}

static void
clear_line (void)
{
  if (totals.shows)
    fputs ("\r\033[K", stderr);
}

/* Writes how sharp a photo is, if that was looked for. */
static void
write_focus (GString *json, const CeFound *found)
{
  static const char *const answers[] = { NULL, "found", "sharp", "few-edges", "in-parts", "noise" };

  if (found->focus == 0)
    return;

  ce_json_string (json, "focus", answers[(int) found->focus]);
  if (found->sharpness > 0)
    ce_json_number (json, "sharpness", floor (found->sharpness * 1000 + 0.5) / 1000);
  if (found->blur > 0)
    ce_json_number (json, "radius", found->blur);
  ce_json_number (json, "edges", found->edges);
}

/* Writes a job's line; its URI has every byte of the name. */
static void
write_record (const CeRun *run, const CeJob *job)
{
  static const char *const names[] = { "done", "skipped", "failed" };
  g_autofree char         *input = g_filename_display_name (job->input);
  g_autofree char         *absolute = g_canonicalize_filename (job->input, NULL);
  g_autofree char         *uri = g_filename_to_uri (absolute, NULL, NULL);
  g_autofree char         *result = g_filename_display_name (job->result);
  g_autoptr (GString)      json = g_string_new (NULL);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "status", names[job->status]);
  ce_json_string (json, "input", input);
  if (! run->from_stdin)
    ce_json_string (json, "input-uri", uri);
  ce_json_string (json, "result", result);
  ce_json_string (json, "version", CE_VERSION);
  ce_json_string (json, "filter", run->filter->name);
  ce_json_bool (json, "made_again", job->again != NULL);
  if (job->status == CE_JOB_DONE)
    {
      ce_json_number (json, "width", job->width);
      ce_json_number (json, "height", job->height);
      if (run->svg)
        ce_json_number (json, "paths", job->n_paths);
      ce_json_string (json, "parameters", job->params);
      write_focus (json, &job->found);
      ce_json_string (json, "device", job->device);
      ce_json_number (json, "memory-mb", job->needs / 1e6);
      ce_json_number (json, "decode-ms", job->decode_ms);
      ce_json_number (json, "compute-ms", job->compute_ms);
      ce_json_number (json, "encode-ms", job->encode_ms);
    }
  if (job->message)
    ce_json_string (json, "message", job->message);
  ce_json_close (json, '}');
  fprintf (run->report, "%s\n", json->str);
  fflush (run->report);
}

/* Prints a line, without the control characters that names may have. */
static void G_GNUC_PRINTF (2, 3)
print_line (FILE *file, const char *format, ...)
{
  g_autofree char *line = NULL;
  va_list          args;

  va_start (args, format);
  line = g_strdup_vprintf (format, args);
  va_end (args);
  for (char *c = line; *c; c++)
    if (g_ascii_iscntrl (*c) && c[1])
      *c = '?';
  clear_line ();
  fputs (line, file);
}

/* Shows the progress. */
static void
show (const CeRun *run)
{
  guint  n_tried = totals.counts[CE_JOB_DONE] + totals.counts[CE_JOB_FAILED], n = n_tried + totals.counts[CE_JOB_SKIPPED];
  double seconds = g_timer_elapsed (totals.timer, NULL);
  int    left = (int) (seconds / MAX (n_tried, 1) * (run->jobs->len - n));

  clear_line ();
  fprintf (stderr, _("%u of %u files"), n, run->jobs->len);
  if (totals.pixels > 0)
    {
      fprintf (stderr, ", ");
      fprintf (stderr, _("%.1f MP/s, %d:%02d left"), totals.pixels / 1e6 / seconds, left / 60, left % 60);
    }
  fflush (stderr);
}

/* One file that was made again for a reason is named, several are counted. */
typedef struct { char *first; guint n; } Again;

static void
note_again (const char *reason, const char *input)
{
  Again *again = g_hash_table_lookup (totals.again, reason);

  if (! again)
    {
      again = g_new0 (Again, 1);
      again->first = g_strdup (input);
      g_hash_table_insert (totals.again, (gpointer) reason, again);
    }
  again->n++;
}

/* A GHFunc: prints one line for a reason. */
static void
print_again (gpointer reason, gpointer value, gpointer unused)
{
  const Again *again = value;

  if (again->n == 1)
    print_line (stderr, _("%s: made again (%s).\n"), again->first, (const char *) reason);
  else
    print_line (stderr, _("%u results made again (%s).\n"), again->n, (const char *) reason);
}

/* Counts, prints and reports the outcome of a job; called on any thread. */
void
ce_report_add (const CeRun *run, const CeJob *job)
{
  static GMutex            lock;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&lock);
  const char              *folder = run->name && g_str_equal (run->output, ".") ? "" : run->output;
  g_autofree char         *path = g_build_filename (folder, job->result, NULL);
  g_autofree char         *input = g_filename_display_name (job->input), *result = g_filename_display_name (path);
  gboolean                 done = job->status == CE_JOB_DONE;

  totals.counts[job->status]++;
  totals.pixels += done ? (double) job->width * job->height : 0;
  if (run->dry_run && job->status == CE_JOB_SKIPPED)
    print_line (stdout, _("%s: its result exists, %s\n"), input, result);
  else if (run->dry_run && done && job->again)
    print_line (stdout, _("%s: to be made again, %s (%s)\n"), input, result, job->again);
  else if (run->dry_run && done)
    print_line (stdout, _("%s: to be made, %s\n"), input, result);
  else if (done && job->again)
    note_again (job->again, input);
  if (job->message && (! run->quiet || ! done))
    print_line (stderr, "%s: %s\n", input, job->message);
  if (run->report)
    write_record (run, job);
  if (totals.shows)
    show (run);
}

/* Prints the totals; @complete: every file was tried. Returns the exit status. */
int
ce_report_end (CeRun *run, gboolean complete)
{
  gboolean written = ! run->report || ! ferror (run->report);
  double   speed = totals.pixels / 1e6 / g_timer_elapsed (totals.timer, NULL);

  clear_line ();
  if (! run->quiet && ! run->dry_run)
    {
      g_hash_table_foreach (totals.again, print_again, NULL);
      fprintf (stderr, _("%u done, %u skipped because their results exist, %u failed"), totals.counts[CE_JOB_DONE],
               totals.counts[CE_JOB_SKIPPED], totals.counts[CE_JOB_FAILED]);
      if (speed >= 0.05)
        fprintf (stderr, " (%.1f MP/s)", speed);
      fprintf (stderr, "\n");
    }
  if (! complete)
    fprintf (stderr, _("Stopped before every file was tried; the same command goes on.\n"));
  if (run->report && (fclose (run->report) != 0 || ! written))
    {
      fprintf (stderr, _("“%s” could not be written whole."), run->report_path);
      fprintf (stderr, "\n");
      complete = FALSE;
    }

  return complete && totals.counts[CE_JOB_FAILED] == 0 ? 0 : 1;
}
