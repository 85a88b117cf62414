/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has been done, for people and for programs.
 */
#include "tally.h"

#include <glib/gi18n.h>
#include <unistd.h>

#include "plugin/json.h"

/* How often progress is shown, microseconds. */
#define SHOW_EVERY (G_USEC_PER_SEC / 4)

/**
 * ce_tally_init:
 * @tally: (out): nothing done
 * @run: what is to be done
 * @report: (nullable): where a line of JSON for each file goes
 * @quiet: only failures are said
 */
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
  static const char *const names[] = { "done", "skipped", "failed", "failed" };
  g_autofree char         *result = g_build_filename (tally->run->output, job->name, NULL);
  g_autoptr (GString)      json = g_string_new (NULL);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "status", names[answer->status]);
  add_path (json, "input", "input-uri", job->input);
  add_path (json, "output", "output-uri", result);
  ce_json_string (json, "version", CE_VERSION);
  ce_json_string (json, "filter", tally->run->filter->name);
  if (answer->status == CE_JOB_DONE)
    add_numbers (json, tally->run, answer);
  if (answer->message[0])
    ce_json_string (json, "message", answer->message);
  ce_json_close (json, '}');
  fprintf (tally->report, "%s\n", json->str);
  fflush (tally->report);
}

/* Line ends and the like would make two lines of one. */
static char *
one_line (const char *path)
{
  char *shown = g_filename_display_name (path);

  for (char *c = shown; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = '?';

  return shown;
}

/**
 * ce_tally_add:
 * @tally: a tally
 * @answer: about a job
 */
void
ce_tally_add (CeTally *tally, const CeAnswer *answer)
{
  const CeJob *job = g_ptr_array_index (tally->run->jobs, answer->job);

  tally->counts[MIN (answer->status, CE_JOB_FAILED)]++;
  if (answer->status == CE_JOB_DONE)
    tally->pixels += (double) answer->width * answer->height;

  if (answer->message[0])
    {
      g_autofree char *shown = one_line (job->input);

      clear_line (tally);
      fprintf (stderr, "%s: %s\n", shown, answer->message);
    }
  if (tally->report)
    report (tally, job, answer);
}

static double
seconds (const CeTally *tally)
{
  return MAX ((double) (g_get_monotonic_time () - tally->begun) / G_USEC_PER_SEC, 1e-3);
}

/**
 * ce_tally_show:
 * @tally: a tally
 *
 * Shows how far it has come where somebody looks, now and then.
 */
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

/**
 * ce_tally_end:
 * @tally: a tally
 * @complete: whether every file was tried
 *
 * Says what was done.
 *
 * Returns: the exit status: 0 where every file has its result, else 1
 */
int
ce_tally_end (CeTally *tally, gboolean complete)
{
  clear_line (tally);
  if (! tally->quiet && tally->run->jobs->len == 0)
    fprintf (stderr, "%s\n", _("No picture was found; folders in a folder are not searched."));
  else if (! tally->quiet)
    {
      fprintf (stderr, _("%u done, %u skipped because their results exist, %u failed"), tally->counts[CE_JOB_DONE],
               tally->counts[CE_JOB_SKIPPED], tally->counts[CE_JOB_FAILED]);
      fprintf (stderr, " (%.1f MP/s)\n", tally->pixels / 1e6 / seconds (tally));
    }
  if (! complete)
    fprintf (stderr, _("Stopped before every file was tried; the same command goes on.\n"));

  return complete && tally->counts[CE_JOB_FAILED] == 0 ? 0 : 1;
}
