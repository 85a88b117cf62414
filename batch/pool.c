/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Workers, and who has which job. This process opens no image and starts no
 * thread, so that it can fork another worker for one that was ended.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* SOCK_CLOEXEC */
#endif
#include "pool.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "said.h"

typedef struct
{
  pid_t pid;
  int   socket;
  int   said;                   /* its stderr */
  int   job;                    /* -1: none */
} Worker;

typedef struct
{
  const CeRun *run;
  CeTally     *tally;
  Worker      *workers;
  guint        next;            /* job */
  gboolean     stopped;
} Pool;

static volatile sig_atomic_t interrupted;

static void
interrupt (int signal)
{
  interrupted = signal;
}

/* A worker's life: numbers of jobs come, answers go. */
static void
work (const CeRun *run, int number, int socket, int said)
{
  CeAnswer answer = { 0 };

  signal (SIGINT, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  ce_said_hear (said);
  ce_worker_start (run, number);
  while (recv (socket, &answer.job, sizeof answer.job, 0) == sizeof answer.job)
    {
      int job = answer.job;

      memset (&answer, 0, sizeof answer);
      answer.job = job;
      ce_worker_do (run, &answer);
      if (send (socket, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
        break;
    }
  _exit (0);
}

static gboolean
start (Pool *pool, int number)
{
  Worker *worker = &pool->workers[number];
  int     sockets[2];

  worker->job = -1;
  worker->pid = -1;
  worker->socket = -1;
  worker->said = ce_said_new ();
  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return FALSE;

  worker->pid = fork ();
  if (worker->pid == 0)
    {
      /* Those of the others must end when their workers do. */
      for (int i = 0; i < number; i++)
        if (pool->workers[i].socket >= 0)
          close (pool->workers[i].socket);
      close (sockets[0]);
      work (pool->run, number, sockets[1], worker->said);
    }
  close (sockets[1]);
  worker->socket = sockets[0];

  return worker->pid > 0;
}

static void
end (Worker *worker, int *status)
{
  if (worker->socket >= 0)
    close (worker->socket);
  if (worker->pid > 0)
    waitpid (worker->pid, status, 0);
  if (worker->said >= 0)
    close (worker->said);
  worker->socket = worker->said = worker->pid = -1;
}

static void
give_next (Pool *pool, Worker *worker)
{
  while (! pool->stopped && ! interrupted && pool->next < pool->run->jobs->len)
    {
      const CeJob *job = g_ptr_array_index (pool->run->jobs, pool->next);
      int          number = (int) pool->next++;

      if (! job->refusal)
        {
          worker->job = number;
          send (worker->socket, &number, sizeof number, MSG_NOSIGNAL);
          return;
        }
      CeAnswer answer = { .status = CE_JOB_FAILED, .job = number };
      g_strlcpy (answer.message, job->refusal, sizeof answer.message);
      ce_tally_add (pool->tally, &answer);
    }
}

/* A library ended the process, or the system did. */
static void
bury (Pool *pool, int number)
{
  Worker          *worker = &pool->workers[number];
  CeAnswer         answer = { .status = CE_JOB_FAILED, .job = worker->job };
  g_autofree char *said = ce_said_take (worker->said);
  int              status = 0;

  end (worker, &status);
  if (answer.job >= 0)
    {
      if (said)
        g_strlcpy (answer.message, said, sizeof answer.message);
      else if (WIFSIGNALED (status))
        g_snprintf (answer.message, sizeof answer.message, _("The process that read it was ended: %s."),
                    g_strsignal (WTERMSIG (status)));
      else
        g_snprintf (answer.message, sizeof answer.message, _("The process that read it ended."));
      ce_tally_add (pool->tally, &answer);
    }

  /* One that ends before it has had a job would do so for ever. */
  if (answer.job < 0 || ! start (pool, number))
    pool->stopped = TRUE;
  else
    give_next (pool, worker);
}

static void
hear (Pool *pool, int number)
{
  Worker  *worker = &pool->workers[number];
  CeAnswer answer;

  if (recv (worker->socket, &answer, sizeof answer, 0) != sizeof answer)
    {
      bury (pool, number);
      return;
    }

  worker->job = -1;
  pool->stopped = pool->stopped || answer.status == CE_JOB_STOP;
  ce_tally_add (pool->tally, &answer);
  give_next (pool, worker);
}

static int
wait_for_answers (Pool *pool, struct pollfd *polled)
{
  int n_busy = 0;

  for (int i = 0; i < pool->run->n_workers; i++)
    {
      polled[i] = (struct pollfd) { pool->workers[i].job >= 0 ? pool->workers[i].socket : -1, POLLIN, 0 };
      n_busy += pool->workers[i].job >= 0;
    }
  if (n_busy > 0 && poll (polled, (nfds_t) pool->run->n_workers, 500) < 0)
    for (int i = 0; i < pool->run->n_workers; i++)
      polled[i].revents = 0;

  return n_busy;
}

/* What is begun is finished first, unless it was interrupted. */
static void
end_all (Pool *pool)
{
  for (int i = 0; i < pool->run->n_workers; i++)
    {
      if (interrupted && pool->workers[i].pid > 0)
        kill (pool->workers[i].pid, SIGKILL);
      end (&pool->workers[i], NULL);
    }
}

/**
 * ce_pool_run:
 * @run: what is to be done
 * @tally: is told what was done
 *
 * Returns: whether every job was tried; not if the disk was full, say
 */
gboolean
ce_pool_run (const CeRun *run, CeTally *tally)
{
  g_autofree Worker        *workers = g_new0 (Worker, run->n_workers);
  g_autofree struct pollfd *polled = g_new0 (struct pollfd, run->n_workers);
  Pool                      pool = { .run = run, .tally = tally, .workers = workers };
  struct sigaction          action = { .sa_handler = interrupt };

  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  sigaction (SIGHUP, &action, NULL);
  for (int i = 0; i < run->n_workers; i++)
    workers[i] = (Worker) { -1, -1, -1, -1 };
  for (int i = 0; i < run->n_workers && ! pool.stopped; i++)
    if (start (&pool, i))
      give_next (&pool, &workers[i]);
    else
      pool.stopped = TRUE;

  while (! interrupted && wait_for_answers (&pool, polled) > 0)
    {
      for (int i = 0; i < run->n_workers; i++)
        if (polled[i].fd >= 0 && polled[i].revents)
          hear (&pool, i);
      ce_tally_show (tally);
    }
  end_all (&pool);

  return ! interrupted && pool.next >= run->jobs->len;
}
