/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Keeps the second of two processors busy while tiles are exchanged.
 *
 * GIMP and a plug-in take turns: for each tile one of them writes a few bytes
 * to the other and sleeps. If another processor is idle, Linux wakes the
 * sleeper there, and waking an idle processor takes longer than its turn. If
 * none is idle, both stay on one processor, and a turn is a switch between two
 * processes. So a thread that does nothing, at the lowest priority, makes the
 * exchange of tiles faster; anything else that wants the processor gets it.
 *
 * 24 megapixels of RGB on two processors of a virtual machine, medians of 9
 * interleaved calls in GIMP, alone and in company: copying 364 and 162 ms, Sobel
 * 362 and 191, Canny 452 and 226. With more processors one busy thread keeps
 * nobody from an idle one, so there is none then.
 */
#include "company.h"

#ifdef __linux__
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

struct _CeCompany
{
  GThread *thread;
  int      ended;               /* atomic */
};

#ifdef __linux__

static inline void
rest (void)
{
#if defined __x86_64__ || defined __i386__
  __builtin_ia32_pause ();
#endif
}

static gpointer
keep_busy (gpointer data)
{
  CeCompany *company = data;

  /* Of this thread alone. Without it, it would take its turn from others. */
  if (setpriority (PRIO_PROCESS, (id_t) syscall (SYS_gettid), 19) != 0)
    return NULL;

  while (! g_atomic_int_get (&company->ended))
    for (int i = 0; i < 64; i++)
      rest ();

  return NULL;
}

/* Priorities count only between ordinary threads. */
static gboolean
is_wanted (void)
{
  return g_get_num_processors () == 2 && sched_getscheduler (0) == SCHED_OTHER;
}

#endif

/**
 * ce_company_new:
 *
 * To be called before tiles are exchanged.
 *
 * Returns: (transfer full) (nullable): the thread, %NULL where none helps
 */
CeCompany *
ce_company_new (void)
{
#ifdef __linux__
  if (is_wanted ())
    {
      CeCompany *company = g_new0 (CeCompany, 1);

      company->thread = g_thread_new ("ce-company", keep_busy, company);

      return company;
    }
#endif

  return NULL;
}

/**
 * ce_company_free:
 * @company: (nullable): the thread
 *
 * To be called when all tiles have been exchanged.
 */
void
ce_company_free (CeCompany *company)
{
  if (! company)
    return;

  g_atomic_int_set (&company->ended, TRUE);
  g_thread_join (company->thread);
  g_free (company);
}
