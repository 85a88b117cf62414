/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Starts each driver once in a child process first, because a broken driver may end the process that starts it, such as
 * GIMP. A file records that the child survived.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* dladdr */
#endif
#include "driver.h"

#include "engine/text.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds that starting may take; drivers of many GPUs take several. */
#define PATIENCE_S 60

/* Returns (nullable) the driver's path, size and time. */
static char *
describe_driver (const CeCudaDriver *driver)
{
  Dl_info     info;
  struct stat file;

  if (! dladdr ((gpointer) driver->cuInit, &info) || ! info.dli_fname || stat (info.dli_fname, &file) != 0)
    return NULL;

  return g_strdup_printf ("%s\n%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", info.dli_fname,
                          (gint64) file.st_size, (gint64) file.st_mtim.tv_sec, (gint64) file.st_mtim.tv_nsec);
}

static gboolean
is_known (const char *record, const char *driver)
{
  g_autofree char *text = NULL;

  return driver && g_file_get_contents (record, &text, NULL, NULL) && g_str_equal (text, driver);
}

/* Records that the driver starts. Without the record it is tried again. */
static void
write_record (const char *record, const char *driver)
{
  g_autofree char *folder = g_path_get_dirname (record);

  if (driver && g_mkdir_with_parents (folder, 0700) == 0)
    g_file_set_contents_full (record, driver, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL);
}

/* Starts the driver in the child, without GIMP's handlers of crashes and without a core file. Writes a byte to @pipe if the
 * child survives. */
static G_NORETURN void
start_driver (const CeCudaDriver *driver, int pipe)
{
  static const int fatal[] = { SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, SIGALRM, SIGTERM };
  struct rlimit    no_core = { 0, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (fatal); i++)
    signal (fatal[i], SIG_DFL);
  setrlimit (RLIMIT_CORE, &no_core);
  alarm (PATIENCE_S);
  driver->cuInit (0);
  _exit (write (pipe, "1", 1) != 1);
}

/* Waits for the child to end. Its status is 0 if the host program ignores SIGCHLD or has waited for it itself. */
static int
wait_for (pid_t child)
{
  int status = 0;

  while (waitpid (child, &status, 0) < 0)
    if (errno != EINTR)
      return 0;

  return status;
}

static gboolean
try_in_child (const CeCudaDriver *driver, GError **error)
{
  int      ends[2] = { -1, -1 };
  pid_t    child = pipe2 (ends, O_CLOEXEC | O_NONBLOCK) == 0 ? fork () : -1;
  int      status = 0;
  gboolean survived;
  char     byte;

  if (child == 0)
    start_driver (driver, ends[1]);
  if (child > 0)
    status = wait_for (child);
  survived = child > 0 && read (ends[0], &byte, 1) == 1;
  close (ends[0]);
  close (ends[1]);
  if (child < 0)
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("CUDA cannot be used: no process could be started to try the NVIDIA driver."));
  else if (! survived)
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE,
                 _("CUDA cannot be used: the NVIDIA driver ends the program that starts it (%s)."),
                 WIFSIGNALED (status) ? strsignal (WTERMSIG (status)) : _("it exits"));

  return survived;
}

/* Returns whether the loaded @driver can be started. It tries the driver unless the record has it. */
gboolean
ce_cuda_try (const CeCudaDriver *driver, GError **error)
{
  g_autofree char *record = g_build_filename (g_get_user_cache_dir (), "cuda-edges", "driver", NULL);
  g_autofree char *described = describe_driver (driver);

  if (is_known (record, described))
    return TRUE;
  if (! try_in_child (driver, error))
    return FALSE;

  write_record (record, described);

  return TRUE;
}
