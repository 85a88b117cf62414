/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where one picture comes from and goes to: a file by its name, stdin or stdout. Others go to folders.
 */
#include "batch.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Returns the ending of a path without its point, "" if it has none. */
static const char *
ending_of (const char *path)
{
  const char *slash = strrchr (path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr (name, '.');

  return dot && dot != name ? dot + 1 : "";
}

/* Returns whether @path names one result and no folder. */
static gboolean
is_name (const char *path)
{
  return g_str_equal (path, "-") || (ce_format_find (ending_of (path), NULL) && ! g_file_test (path, G_FILE_TEST_IS_DIR));
}

/* Takes the second of two files as the name of the first one's result where no -o says another place. A folder has no such
 * name, and a file that does not exist is no source. */
static gboolean
take_second (CeRun *run, GError **error)
{
  char       *second = run->files && run->files[0] && ! run->output && ! run->files_from ? run->files[1] : NULL;
  const char *ending = second ? ending_of (second) : "";

  if (! second || run->files[2] || g_file_test (run->files[0], G_FILE_TEST_IS_DIR))
    return TRUE;
  if (*ending && ! is_name (second) && ! g_file_test (second, G_FILE_TEST_EXISTS))
    return ce_refuse (error, _("“%s” is no format of results: png, jpg, tif, webp, heic, jxl."), ending);
  if (g_file_test (second, G_FILE_TEST_IS_DIR) && ! g_str_equal (run->files[0], "-"))
    return ce_refuse (error, _("“%s” is a folder: say -o %s to have the result there, or -o FOLDER to have the results of both."),
                      second, second);
  if (is_name (second))
    {
      run->output = second;
      run->files[1] = NULL;
    }

  return TRUE;
}

/* Fails if @path, a result's name, is another file: a photo is never replaced. */
static gboolean
check_name (const char *path, GError **error)
{
  g_autofree char *record = ce_codec_get_record (path), *shown = g_filename_display_name (path);

  return record || ! (g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK))
         || ce_refuse (error, _("“%s” exists, and cuda-edges did not make it: give another name, or -o FOLDER for the results "
                                "of all files."), shown);
}

/* Sets the format of the only result: its name's, of stdout PNG if none is given. */
static gboolean
set_format (CeRun *run, GError **error)
{
  const char *ending = run->to_stdout ? "png" : ending_of (run->output);

  if (run->filter->makes_paths && (run->to_stdout || g_ascii_strcasecmp (ending, "svg") == 0))
    run->svg = TRUE;
  else if (run->format && ! run->to_stdout && ce_format_find (run->format, NULL) != ce_format_find (ending, NULL))
    return ce_refuse (error, _("“%s” ends otherwise than a file of the format %s."), run->output, run->format);
  else if (! run->format)
    run->format = g_strdup (ending);

  return TRUE;
}

/* Finds out whether the command is about one picture that has a name, or comes from stdin or goes to stdout; "-" is either. */
gboolean
ce_ends_set (CeRun *run, GError **error)
{
  gboolean one;

  if (! take_second (run, error))
    return FALSE;
  one = run->files && run->files[0] && ! run->files[1] && ! run->files_from
        && ! g_file_test (run->files[0], G_FILE_TEST_IS_DIR);
  run->from_stdin = run->files && g_strv_contains ((const char *const *) run->files, "-");
  run->to_stdout = g_strcmp0 (run->output, "-") == 0;
  if (! run->output || (! is_name (run->output) && ! run->from_stdin))
    return TRUE;
  if (! is_name (run->output) || (run->from_stdin && ! one))
    return ce_refuse (error, _("One picture comes from stdin, and it has no name: give the name of its result, or - for stdout."));
  if (! one)
    return ce_refuse (error, _("“%s” is for one picture, and these are several: give -o FOLDER."), run->output);
  if (run->suffix || run->base)
    return ce_refuse (error, _("“%s” is for results in folders."), run->suffix ? "--suffix" : "--base");
  if ((run->from_stdin && isatty (STDIN_FILENO)) || (run->to_stdout && ! run->dry_run && isatty (STDOUT_FILENO)))
    return ce_refuse (error, _("“-” is a terminal here, which no picture comes from or goes to."));
  if (! set_format (run, error) || ! (run->to_stdout || check_name (run->output, error)))
    return FALSE;
  run->name = run->to_stdout ? "-" : g_path_get_basename (run->output);
  run->output = g_path_get_dirname (run->output);

  return TRUE;
}

/* Returns a file in memory with all that comes from stdin, -1 with an errno. */
static int
take_stdin (void)
{
  g_autofree char *bytes = g_malloc (1 << 20);
  int              fd = memfd_create ("stdin", MFD_CLOEXEC);
  ssize_t          n = fd < 0 ? -1 : 1;

  while (n > 0 && ce_run_goes_on (NULL))
    if ((n = read (STDIN_FILENO, bytes, 1 << 20)) < 0 && errno == EINTR)
      n = 1;
    else if (n > 0 && ! ce_output_send (fd, bytes, (gsize) n, NULL))
      n = -1;

  return n < 0 ? -1 : fd;
}

/* Returns the path of the file that has @job's photo. stdin is read once, before it is looked at. */
const char *
ce_ends_get_source (const CeRun *run, const CeJob *job, GError **error)
{
  static char *taken;
  int          fd = run->from_stdin && ! taken ? take_stdin () : 0;

  if (fd < 0)
    return ce_fail_errno (error, errno), NULL;
  if (run->from_stdin && ! taken)
    taken = g_strdup_printf ("/proc/self/fd/%d", fd);

  return run->from_stdin ? taken : job->input;
}
