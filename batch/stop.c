/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What ends the work on a file, or a whole run: a reason that its user reads, or a signal.
 */
#include "batch.h"

#include <signal.h>

static volatile sig_atomic_t interrupted;

/* Fails with a sentence. */
gboolean
ce_refuse (GError **error, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  if (error)
    *error = g_error_new_valist (CE_ERROR, CE_ERROR_INVALID, format, args);
  va_end (args);

  return FALSE;
}

/* Fails with the sentence of @reason, an errno, which is the error's code. */
gboolean
ce_fail_errno (GError **error, int reason)
{
  g_set_error (error, CE_ERRNO, reason, "%s.", g_strerror (reason));

  return FALSE;
}

static void
interrupt (int signal)
{
  interrupted = signal;
}

/* From here on a signal that asks the program to end ends the run instead, after it has tidied up; a full disk or a closed
 * pipe is an error of the call that meets it. */
void
ce_run_catch_signals (void)
{
  struct sigaction action = { .sa_handler = interrupt };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGHUP, &action, NULL);
  signal (SIGXFSZ, SIG_IGN);
  signal (SIGPIPE, SIG_IGN);
}

/* Returns the signal that has ended the run, 0 for none. */
int
ce_run_get_signal (void)
{
  return interrupted;
}

/* Returns whether no signal has ended the run; else sets @error, which may be NULL. */
gboolean
ce_run_goes_on (GError **error)
{
  if (interrupted)
    g_set_error_literal (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");

  return ! interrupted;
}
