/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What computing costs on this machine, measured with the real thing.
 */
#include "costs.h"

#include "session.h"

#include <string.h>

#define REPEATS 3

/* Sizes the GPU is measured at: between them, what a byte costs; from that,
 * what a render costs whatever its size. */
#define SMALL 512
#define LARGE 3072

/* The Gaussian whose taps are measured: radius 12. */
#define SIGMA 4.0
#define TAPS 25

/* How long GIMP takes to hand over a byte, until it has been measured: 24
 * megapixels of RGB in 0.05 to 0.13 s. */
#define ARRIVAL_NS 1.4

/* Something of everything: smooth, noisy, sharp edges. */
static void
fill (const CeView *view)
{
  guint32 random = 1;

  for (int y = 0; y < view->height; y++)
    {
      guint8 *row = ce_view_row (view, y);

      for (int i = 0; i < view->width * view->channels; i++)
        {
          random = random * 1664525 + 1013904223;
          row[i] = (guint8) ((i / 8 + y / 2) / 3 + ((i >> 7 ^ y >> 6) & 1) * 60 + (random >> 29));
        }
    }
}

static CeSession *
open_session (CeFilterId filter, const char *backend, int size, int channels)
{
  CeSession *session = ce_session_new (ce_filter_get (filter), backend, size, size, channels, CE_U8, NULL);

  if (session)
    {
      fill (ce_session_get_source (session));
      ce_session_rows_arrived (session, 0, size);
    }

  return session;
}

/* Milliseconds of the fastest of a few renders; negative if it fails. */
static double
fastest (CeSession *session, CeFilterId filter, double sigma)
{
  CeParams params;
  double   best = -1;

  ce_params_init (&params, ce_filter_get (filter));
  params.sigma = sigma;
  if (filter == CE_FILTER_SHARPEN && sigma == 0)
    params.method = CE_METHOD_KERNEL;

  for (int i = 0; i <= REPEATS; i++)
    {
      gint64 begin = g_get_monotonic_time ();
      double ms;

      if (! ce_session_render (session, &params, NULL, NULL, NULL))
        return -1;

      /* The first one touches fresh memory. */
      ms = (double) (g_get_monotonic_time () - begin) / 1000;
      if (i > 0 && (best < 0 || ms < best))
        best = ms;
    }

  return best;
}

static void
measure_cpu (CeCosts *costs)
{
  const int    size = 1024;
  const double pixels = (double) size * size;
  guint        n_devices;

  costs->cpu_threads = (*ce_backend_list ())->devices (&n_devices)->threads;
  for (int filter = 0; filter < CE_N_FILTERS; filter++)
    {
      g_autoptr (CeSession) session = open_session (filter, "cpu", size, 3);
      double                none = session ? fastest (session, filter, 0) : 0;

      costs->cpu_ns[filter] = none * 1e6 / pixels;
      if (filter == CE_FILTER_CANNY && session)
        costs->cpu_tap_ns = MAX (0, fastest (session, filter, SIGMA) - none) * 1e6 / pixels / TAPS;
    }
}

/* Milliseconds from a complete fresh source to its result: what of the upload
 * is left, compute, download. */
static double
gpu_call (int size, double sigma)
{
  double best = -1;

  for (int i = 0; i <= REPEATS; i++)
    {
      g_autoptr (CeSession) session = open_session (CE_FILTER_CANNY, "cuda", size, 1);
      gint64                begin = g_get_monotonic_time ();
      CeParams              params;
      double                ms;

      ce_params_init (&params, ce_filter_get (CE_FILTER_CANNY));
      params.sigma = sigma;
      if (! session || ! ce_session_render (session, &params, NULL, NULL, NULL))
        return -1;

      ms = (double) (g_get_monotonic_time () - begin) / 1000;
      if (i > 0 && (best < 0 || ms < best))
        best = ms;
    }

  return best;
}

/* The part of @call that is neither transfers nor waiting. */
static double
compute_alone (double call)
{
  g_autoptr (CeSession) session = open_session (CE_FILTER_CANNY, "cuda", LARGE, 1);

  if (! session || fastest (session, CE_FILTER_CANNY, 0) < 0)
    return call;

  return MIN (call, ce_session_get_times (session).compute_ms);
}

static void
measure_gpu (CeCosts *costs)
{
  const double     pixels = (double) LARGE * LARGE;
  const char      *variant;
  const CeBackend *cuda = ce_backend_find ("cuda", &variant, NULL);
  guint            n_devices;
  double           small, large, blurred, compute;

  if (! cuda)
    return;

  /* Part of it may have started before. */
  costs->gpu_start_ms = cuda->devices (&n_devices)->start_ms;
  small = gpu_call (SMALL, 0);
  large = gpu_call (LARGE, 0);
  blurred = gpu_call (LARGE, SIGMA);
  if (small < 0 || large < 0 || blurred < 0)
    return;

  compute = compute_alone (large);
  costs->arrival_ns = ARRIVAL_NS;
  costs->gpu_usable = TRUE;
  costs->gpu_fixed_ms = small;
  costs->gpu_ns = compute * 1e6 / pixels;
  costs->gpu_byte_ns = MAX (0, large - small - compute) * 1e6 / (2 * pixels);
  costs->gpu_tap_ns = MAX (0, blurred - large) * 1e6 / pixels / TAPS;
}

/**
 * ce_costs_measure:
 * @costs: (out): what computing costs
 *
 * Takes a fraction of a second where there is a GPU; where there is none, no
 * time at all, for then there is nothing to choose.
 */
void
ce_costs_measure (CeCosts *costs)
{
  memset (costs, 0, sizeof *costs);

  measure_gpu (costs);
  if (costs->gpu_usable)
    measure_cpu (costs);
}
