/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What "auto" takes: whatever is expected to finish sooner, one call or all that
 * a dialog computes.
 */
#include "choose.h"

#include <math.h>
#include <string.h>

/* The share of a render on the CPU that is left when the last rows arrive,
 * however fast it is: those rows, and hysteresis. */
#define SHARE_OF_END 0.2

/* What CUDA's start costs a call that it hides behind, as a share of it: it takes
 * time from the arrival. Nobody waits for its end (plugin/leave.c). */
#define SHARE_OF_ARRIVAL 0.1

/* What a dialog computes at least: its first result, and a slider that is moved once. */
#define LIVE_RENDERS 20

static double
pixels (const CeView *source)
{
  return (double) source->width * source->height;
}

static double
row_bytes (const CeView *view)
{
  return (double) view->width * view->channels * ce_type_size (view->type);
}

/* CUDA starts and uploads behind the arrival, and the CPU computes. */
static double
arrival_ms (const CeCosts *costs, const CeView *source)
{
  return row_bytes (source) * source->height * costs->arrival_ns / 1e6;
}

/* Samples times taps of the Gaussian, for a pixel. */
static double
taps (const CeView *source, const CeFilter *filter, const CeParams *params)
{
  gboolean sharpens = filter->id == CE_FILTER_SHARPEN;
  int      samples = sharpens && params->channels == CE_CHANNELS_RGB ? source->channels : 1;

  if (filter->id == CE_FILTER_SOBEL || (sharpens && params->method == CE_METHOD_KERNEL) || params->sigma == 0)
    return 0;

  return samples * (2 * ceil (3 * params->sigma) + 1);
}

/* Of a source that is all there. */
static double
cpu_render_ms (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  return pixels (source) * (costs->cpu_ns[filter->id] + taps (source, filter, params) * costs->cpu_tap_ns) / 1e6;
}

/* Of a source that is all there, and the result's way back. */
static double
cuda_render_ms (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  CeView result;

  ce_filter_result_format (filter, source, &result);

  return costs->gpu_fixed_ms
         + (pixels (source) * (costs->gpu_ns + taps (source, filter, params) * costs->gpu_tap_ns)
            + row_bytes (&result) * result.height * costs->gpu_byte_ns) / 1e6;
}

/**
 * ce_choose_cpu_ms:
 * @costs: of this machine
 * @source: format of the source
 * @filter: what will be rendered
 * @params: and how
 *
 * Returns: milliseconds that a call on the CPU is expected to add to the
 *   arrival of the rows. It computes meanwhile on all processors but one, which
 *   is busy with the arrival.
 */
double
ce_choose_cpu_ms (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  double render = cpu_render_ms (costs, source, filter, params);
  double share = costs->cpu_threads > 1 ? 1 - 1 / costs->cpu_threads : 0;

  return MAX (SHARE_OF_END * render, render - share * arrival_ms (costs, source));
}

/**
 * ce_choose_cuda_ms:
 * @costs: of this machine
 * @source: format of the source
 * @filter: what will be rendered
 * @params: and how
 *
 * Returns: milliseconds that a call on the GPU is expected to add to the
 *   arrival of the rows, in a process that has not started CUDA before
 */
double
ce_choose_cuda_ms (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  double before = costs->gpu_start_ms + row_bytes (source) * source->height * costs->gpu_byte_ns / 1e6;

  return MAX (SHARE_OF_ARRIVAL * costs->gpu_start_ms, before - arrival_ms (costs, source))
         + cuda_render_ms (costs, source, filter, params);
}

/**
 * ce_choose_with:
 * @costs: of this machine
 * @source: the source's format
 * @filter: what will be rendered
 * @params: and how
 *
 * Returns: name of the backend that is expected to finish sooner
 */
const char *
ce_choose_with (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  if (! costs->gpu_usable)
    return "cpu";

  return ce_choose_cuda_ms (costs, source, filter, params) < ce_choose_cpu_ms (costs, source, filter, params)
         ? "cuda" : "cpu";
}

/**
 * ce_choose_live_with:
 * @costs: of this machine
 * @source: the source's format
 * @filter: what will be rendered
 * @params: and how, to begin with
 *
 * Returns: name of the backend for a dialog, where CUDA starts once and renders
 *   many times
 */
const char *
ce_choose_live_with (const CeCosts *costs, const CeView *source, const CeFilter *filter, const CeParams *params)
{
  double cpu, cuda;

  if (! costs->gpu_usable)
    return "cpu";

  cpu = ce_choose_cpu_ms (costs, source, filter, params)
        + (LIVE_RENDERS - 1) * cpu_render_ms (costs, source, filter, params);
  cuda = ce_choose_cuda_ms (costs, source, filter, params)
         + (LIVE_RENDERS - 1) * cuda_render_ms (costs, source, filter, params);

  return cuda < cpu ? "cuda" : "cpu";
}

/**
 * ce_choose_live:
 * @source: the source's format
 * @filter: what will be rendered
 * @params: and how, to begin with
 *
 * Returns: name of the backend for a dialog here
 */
const char *
ce_choose_live (const CeView *source, const CeFilter *filter, const CeParams *params)
{
  return ce_choose_live_with (ce_costs_get (), source, filter, params);
}

/**
 * ce_choose_backend:
 * @source: the source's format
 * @filter: what will be rendered
 * @params: (nullable): and how; %NULL for the defaults
 *
 * Returns: name of the backend that is expected to finish sooner here
 */
const char *
ce_choose_backend (const CeView *source, const CeFilter *filter, const CeParams *params)
{
  CeParams defaults;

  ce_params_init (&defaults, filter);

  return ce_choose_with (ce_costs_get (), source, filter, params ? params : &defaults);
}
