/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Computing while rows arrive: what the first pass can do with the rows that
 * are there is queued behind their upload, and its rows of the result, if it
 * makes them, start for the host. After the last row, the last band is left. With
 * Canny hysteresis is, too: rows are sent with edges as they look so far, and the few
 * tiles that change in the end are written over them.
 *
 * Only where everything is on the device at once. Failures do not count here:
 * the render does it again, and says what is wrong.
 */
#include "job.h"

#include <string.h>

/* Bands of an image: the last one is what a render waits for, but each costs
 * some launches. All of them have a slot. */
#define BANDS 14

struct _CeCudaAhead
{
  CeCudaWork *work;             /* NULL: given up */
  CeCudaRun   run;              /* of its first pass */
};

static void
give_up (CeCudaJob *job)
{
  CeCudaAhead *ahead = job->ahead;

  if (! ahead->work)
    return;

  ce_cuda_run_stop (job);
  g_clear_pointer (&ahead->work, ce_cuda_work_free);
}

/* For the source as it is known now. */
static void
begin (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result)
{
  CeCudaAhead *ahead = job->ahead;

  ahead->work = ce_cuda_work_new (job, filter, params, result, TRUE, NULL);
  if (ahead->work
      && (! ce_cuda_run_begin (job, &ahead->run, &ahead->work->passes[0], NULL) || ahead->run.n_buffers > 1))
    give_up (job);

  /* The result of the last pass; its memory takes longest to be ready. */
  if (ahead->work && ahead->work->n_passes > 1)
    ce_cuda_pin_result (job, result);
}

/**
 * ce_cuda_ahead_begin:
 * @job: a job none of whose rows has arrived
 * @filter: what will probably be rendered
 * @params: and how
 * @result: where to
 *
 * Prepares for it. Without effect if the image does not fit on the device.
 */
void
ce_cuda_ahead_begin (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result)
{
  if (! job->resident)
    return;

  ce_cuda_ahead_end (job);
  job->ahead = g_new0 (CeCudaAhead, 1);
  begin (job, filter, params, result);
}

/* Transparent after all: what has been computed is wrong. */
static void
start_over (CeCudaJob *job)
{
  CeCudaWork *old = job->ahead->work;

  ce_cuda_run_stop (job);
  begin (job, old->filter, &old->params, &old->result);
  ce_cuda_work_free (old);
}

/**
 * ce_cuda_ahead_go_on:
 * @job: a job, more of whose source is on its way to the device
 *
 * Queues what that makes possible.
 */
void
ce_cuda_ahead_go_on (CeCudaJob *job)
{
  CeCudaAhead *ahead = job->ahead;
  int          least = job->source->view.height / BANDS + 1;

  if (! ahead || ! ahead->work)
    return;

  if (ahead->work->opaque != job->source->opaque)
    start_over (job);
  if (ahead->work && ! ce_cuda_run_rows (job, &ahead->run, ce_cuda_upload_count (job), least, NULL))
    give_up (job);
}

static gboolean
is_expected (const CeCudaWork *work, CeFilterId filter, const CeParams *params, const CeView *result,
             gboolean opaque)
{
  return work->filter == filter && work->opaque == opaque && work->result.data == result->data
         && memcmp (&work->params, params, sizeof (CeParams)) == 0;
}

/* What follows the run. */
static const CeCudaPass *
second_pass (CeCudaJob *job, const CeCudaAhead *ahead)
{
  const CeCudaWork *work = ahead->work;

  return work->mending.func && ce_cuda_pin_is_mapped (ahead->run.pin, job) ? &work->mending : &work->passes[1];
}

/**
 * ce_cuda_ahead_finish:
 * @job: a job whose source is complete
 * @filter: what to render
 * @params: and how
 * @result: where to
 * @progress: told the share done
 * @done: (out): whether the render is complete
 * @error: return location
 *
 * Ends what began while rows arrived, if that is what is rendered now.
 *
 * Returns: whether that was so; if it was and @done is %FALSE, @error is set
 */
gboolean
ce_cuda_ahead_finish (CeCudaJob *job, CeFilterId filter, const CeParams *params, const CeView *result,
                      const CeProgress *progress, gboolean *done, GError **error)
{
  CeCudaAhead *ahead = job->ahead;
  CeCudaWork  *work = ahead ? ahead->work : NULL;

  if (! work || ! is_expected (work, filter, params, result, job->source->opaque))
    return FALSE;

  *done = ce_cuda_run_finish (job, &ahead->run, progress, error)
          && (work->n_passes == 1 || ce_cuda_run_pass (job, second_pass (job, ahead), progress, error));
  if (*done)
    g_clear_pointer (&ahead->work, ce_cuda_work_free);

  return TRUE;
}

/* Ends whatever began, and waits for it. */
void
ce_cuda_ahead_end (CeCudaJob *job)
{
  if (! job->ahead)
    return;

  give_up (job);
  g_clear_pointer (&job->ahead, g_free);
}
