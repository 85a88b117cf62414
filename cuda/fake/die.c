/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A start that the process does not survive.
 */
#include "fake.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* FAKE_CUDA_DIES=abort, crash or exit; or the number of the only process in which it may be started. */
void
fake_may_die (void)
{
  const char *how = g_getenv ("FAKE_CUDA_DIES");

  if (g_strcmp0 (how, "abort") == 0 || (how && g_ascii_isdigit (*how) && atoi (how) != getpid ()))
    abort ();
  if (g_strcmp0 (how, "crash") == 0)
    raise (SIGSEGV);
  if (g_strcmp0 (how, "exit") == 0)
    _Exit (0);
}
