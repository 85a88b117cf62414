/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has been done, for people and for programs.
 */

#include "batch.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "plugin/json.h"

/* How often progress is shown, microseconds. */
#define SHOW_EVERY (G_USEC_PER_SEC / 4)

/* Opens the file for reports; one that exists must have been one. */
FILE *
ce_tally_open_report (const char *path)
{
  int         fd = open (path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  char        first = '{';
  struct stat info;

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) && pread (fd, &first, 1, 0) >= 0 && first == '{')
    return fdopen (fd, "a");
  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISCHR (info.st_mode))
    return fdopen (fd, "a");
  if (fd >= 0)
    close (fd);

  return NULL;
}

/* Begins with nothing done. */
void
ce_tally_init (CeTally *tally, const CeRun *run, FILE *report, gboolean quiet)
{
  *tally = (CeTally) { .run = run, .report = report, .quiet = quiet, .shows = ! quiet && isatty (STDERR_FILENO),
                       .begun = g_get_monotonic_time () };
}

static void
clear_line (const CeTally *tally)
{
  if (tally->shows)
    fputs ("\r\033[K", stderr);
}

/* A path as text, and as a URI, which gives back every byte. */
static void
add_path (GString *json, const char *name, const char *uri_name, const char *path)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *uri = g_filename_to_uri (absolute, NULL, NULL);

  ce_json_string (json, name, shown);
  ce_json_string (json, uri_name, uri);
}

static void
add_numbers (GString *json, const CeRun *run, const CeAnswer *answer)
{
  g_autofree char *params = ce_params_to_text (&answer->params, run->filter);

  ce_json_number (json, "width", answer->width);
  ce_json_number (json, "height", answer->height);
  ce_json_string (json, "parameters", params);
  ce_json_string (json, "device", answer->device);
  ce_json_number (json, "decode-ms", answer->decode_ms);
  ce_json_number (json, "compute-ms", answer->compute_ms);
  ce_json_number (json, "encode-ms", answer->encode_ms);
}

static void
report (const CeTally *tally, const CeJob *job, const CeAnswer *answer)
{
  static const char *const names[] = { "done", "skipped", "failed" };
  g_autofree char         *result = g_build_filename (tally->run->output, job->result, NULL);
  g_autofree char         *shown = g_filename_display_name (job->result);
  g_autoptr (GString)      json = g_string_new (NULL);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "status", names[MIN (answer->status, CE_JOB_FAILED)]);
  add_path (json, "input", "input-uri", job->input);
  add_path (json, "output", "output-uri", result);
  ce_json_string (json, "result", shown);
  ce_json_string (json, "version", CE_VERSION);
  ce_json_string (json, "filter", tally->run->filter->name);
  ce_json_bool (json, "made_again", answer->again != NULL);
  if (answer->status == CE_JOB_DONE && answer->device)
    add_numbers (json, tally->run, answer);
  if (answer->message)
    ce_json_string (json, "message", answer->message);
  ce_json_close (json, '}');
  fprintf (tally->report, "%s\n", json->str);
  fflush (tally->report);
}

/* Says a sentence about a file; line ends and the like would make two lines of one. */
static void
say (const CeTally *tally, const char *path, const char *text)
{
  g_autofree char *shown = g_filename_display_name (path);
  g_autofree char *line = g_strdup_printf ("%s: %s", shown, text);

  for (char *c = line; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '?';
  clear_line (tally);
  fprintf (stderr, "%s\n", line);
}

static void
say_dry (const CeTally *tally, const CeJob *job, const CeAnswer *answer)
{
  g_autofree char *path = g_build_filename (tally->run->output, job->result, NULL);
  g_autofree char *input = g_filename_display_name (job->input);
  g_autofree char *result = g_filename_display_name (path);

  if (answer->status == CE_JOB_SKIPPED)
    printf (_("%s: is there, %s\n"), input, result);
  else if (answer->status == CE_JOB_DONE && answer->again)
    printf (_("%s: to be made again, %s, because %s\n"), input, result, answer->again);
  else if (answer->status == CE_JOB_DONE)
    printf (_("%s: to be made, %s\n"), input, result);
}

/* Counts, says and reports what became of @job. */
void
ce_tally_add (CeTally *tally, const CeJob *job, const CeAnswer *answer)
{
  tally->counts[MIN (answer->status, CE_JOB_FAILED)]++;
  if (answer->status == CE_JOB_DONE)
    tally->pixels += (double) answer->width * answer->height;

  if (tally->run->dry_run)
    say_dry (tally, job, answer);
  else if (answer->again && answer->status == CE_JOB_DONE && ! tally->quiet)
    {
      g_autofree char *text = g_strdup_printf (_("made again, because %s."), answer->again);

      say (tally, job->input, text);
    }
  if (answer->message && (! tally->quiet || answer->status != CE_JOB_DONE))
    say (tally, job->input, answer->message);
  if (tally->report)
    report (tally, job, answer);
}

static double
seconds (const CeTally *tally)
{
  return MAX ((double) (g_get_monotonic_time () - tally->begun) / G_USEC_PER_SEC, 1e-3);
}

/* Shows how far it has come where somebody looks, now and then. */
void
ce_tally_show (CeTally *tally)
{
  gint64 now = g_get_monotonic_time ();
  guint  n_tried = tally->counts[CE_JOB_DONE] + tally->counts[CE_JOB_FAILED];
  guint  n = n_tried + tally->counts[CE_JOB_SKIPPED];
  int    left;

  if (! tally->shows || now - tally->shown < SHOW_EVERY)
    return;
  tally->shown = now;
  clear_line (tally);
  fprintf (stderr, _("%u of %u files"), n, tally->run->jobs->len);
  if (n_tried > 0)
    {
      left = (int) (seconds (tally) / n_tried * (tally->run->jobs->len - n));
      fprintf (stderr, ", ");
      fprintf (stderr, _("%.1f MP/s, %d:%02d left"), tally->pixels / 1e6 / seconds (tally), left / 60, left % 60);
    }
  fflush (stderr);
}

/* Says what was done; @complete: every file was tried. Returns the exit status. */
int
ce_tally_end (CeTally *tally, gboolean complete)
{
  clear_line (tally);
  if (! tally->quiet && ! tally->run->dry_run)
    {
      fprintf (stderr, _("%u done, %u skipped because their results exist, %u failed"), tally->counts[CE_JOB_DONE],
               tally->counts[CE_JOB_SKIPPED], tally->counts[CE_JOB_FAILED]);
      fprintf (stderr, " (%.1f MP/s)\n", tally->pixels / 1e6 / seconds (tally));
    }
  if (! complete)
    fprintf (stderr, _("Stopped before every file was tried; the same command goes on.\n"));

  return complete && tally->counts[CE_JOB_FAILED] == 0 ? 0 : 1;
}
