/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes calls fail: a test names the failing call, or the way in which the driver ends the process at its start. A call
 * without a context fails an assertion.
 */
#include "fake.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

GMutex fake_lock;

/* FAKE_CUDA_FAIL=12 in the environment makes the twelfth call that may fail do so; 12+ makes all calls from the twelfth on
 * fail, because the device is lost and no work runs on it. */
int fake_failed;                /* failed calls */

gboolean
fake_fails (void)
{
  static int  n_calls;
  const char *wanted = g_getenv ("FAKE_CUDA_FAIL");
  int         turn = g_atomic_int_add (&n_calls, 1) + 1;
  int         first = wanted ? atoi (wanted) : 0;

  if (! wanted || turn < first || (turn > first && ! strchr (wanted, '+')))
    return FALSE;

  g_atomic_int_inc (&fake_failed);
  LOCKED;
  if (strchr (wanted, '+'))
    fake_order_forget ();

  return TRUE;
}

static _Thread_local int depth;

/* Asserts that a context is current. */
void
fake_check_context (void)
{
  g_assert (depth > 0 || fake_failed);
}

CUresult cuCtxPushCurrent_v2 (CUcontext context) { MAY_FAIL; depth++; return CUDA_SUCCESS; }
CUresult cuCtxPopCurrent_v2 (CUcontext *context) { depth -= depth > 0; return CUDA_SUCCESS; }

/* Ends the process as FAKE_CUDA_DIES says: abort, crash or exit, or the id of the only process that may start the driver. */
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
