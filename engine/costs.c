/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What computing costs on this machine: measured once, with the real thing,
 * and kept in the user's cache directory.
 */
#include "costs.h"

#include "session.h"

#include <string.h>

#define GROUP "costs"
#define REPEATS 3

/* Sizes the GPU is measured at: between them, what a byte costs; from that,
 * what a render costs whatever its size. */
#define SMALL 512
#define LARGE 3072

/* The Gaussian whose taps are measured: radius 12. */
#define SIGMA 4.0
#define TAPS 25

/* How long GIMP takes to hand over a byte, until it has been measured: 24
 * megapixels of RGB in 0.05 to 0.13 s. Less than so many bytes measure nothing,
 * and one measurement counts no more than so much beside those before. */
#define ARRIVAL_NS 1.4
#define ARRIVAL_BYTES ((gsize) 16 << 20)
#define ARRIVAL_WEIGHT 0.25

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

typedef struct
{
  const char *name;
  gsize       offset;
} Field;

#define FIELD(name, member) { name, G_STRUCT_OFFSET (CeCosts, member) }

static const Field fields[] = {
  FIELD ("cpu-sobel-ns", cpu_ns[CE_FILTER_SOBEL]),
  FIELD ("cpu-sharpen-ns", cpu_ns[CE_FILTER_SHARPEN]),
  FIELD ("cpu-laplacian-ns", cpu_ns[CE_FILTER_LAPLACIAN]),
  FIELD ("cpu-canny-ns", cpu_ns[CE_FILTER_CANNY]),
  FIELD ("cpu-tap-ns", cpu_tap_ns),
  FIELD ("cpu-threads", cpu_threads),
  FIELD ("gpu-start-ms", gpu_start_ms),
  FIELD ("gpu-fixed-ms", gpu_fixed_ms),
  FIELD ("gpu-byte-ns", gpu_byte_ns),
  FIELD ("gpu-ns", gpu_ns),
  FIELD ("gpu-tap-ns", gpu_tap_ns),
  FIELD ("arrival-ns", arrival_ns),
};

/**
 * ce_costs_load:
 * @costs: (out): the costs in the file
 * @path: the file
 * @machine: what they must have been measured on
 *
 * Returns: whether the file holds costs of this machine
 */
gboolean
ce_costs_load (CeCosts *costs, const char *path, const char *machine)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char     *of = NULL;

  memset (costs, 0, sizeof *costs);
  if (! g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return FALSE;

  of = g_key_file_get_string (file, GROUP, "machine", NULL);
  if (g_strcmp0 (of, machine) != 0)
    return FALSE;

  costs->gpu_usable = g_key_file_get_boolean (file, GROUP, "gpu-usable", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    G_STRUCT_MEMBER (double, costs, fields[i].offset) = g_key_file_get_double (file, GROUP, fields[i].name, NULL);

  return TRUE;
}

/**
 * ce_costs_save:
 * @costs: costs
 * @path: a file, whose folder is made if there is none
 * @machine: what they were measured on
 *
 * Returns: whether it could be written
 */
gboolean
ce_costs_save (const CeCosts *costs, const char *path, const char *machine)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autofree char     *folder = g_path_get_dirname (path);

  g_key_file_set_string (file, GROUP, "machine", machine);
  g_key_file_set_boolean (file, GROUP, "gpu-usable", costs->gpu_usable);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    g_key_file_set_double (file, GROUP, fields[i].name, G_STRUCT_MEMBER (double, costs, fields[i].offset));

  return g_mkdir_with_parents (folder, 0700) == 0 && g_key_file_save_to_file (file, path, NULL);
}

static CeCosts current;         /* of this machine, once ce_costs_get() was called */

static char *
default_path (void)
{
  return g_build_filename (g_get_user_cache_dir (), "cuda-edges", "costs.ini", NULL);
}

/**
 * ce_costs_get:
 *
 * What computing costs here. The first call on a machine measures.
 *
 * Returns: (transfer none): the costs
 */
const CeCosts *
ce_costs_get (void)
{
  static gsize known;

  if (g_once_init_enter (&known))
    {
      g_autofree char *machine = ce_costs_machine ();
      g_autofree char *path = default_path ();

      if (! ce_costs_load (&current, path, machine))
        {
          /* A GPU that is missing today may be there tomorrow. */
          ce_costs_measure (&current);
          if (current.gpu_usable)
            ce_costs_save (&current, path, machine);
        }
      g_once_init_leave (&known, 1);
    }

  return &current;
}

/**
 * ce_costs_arrived:
 * @bytes: of a source
 * @ms: that they took to arrive
 *
 * Remembers for later processes how fast sources arrive, which only their
 * owner can measure. To be called from one thread at a time, and not while
 * another may choose a backend.
 */
void
ce_costs_arrived (gsize bytes, double ms)
{
  const CeCosts *costs = ce_costs_get ();
  double         ns = ms * 1e6 / (double) bytes;

  if (! costs->gpu_usable || bytes < ARRIVAL_BYTES)
    return;

  ns = ARRIVAL_WEIGHT * ns + (1 - ARRIVAL_WEIGHT) * costs->arrival_ns;
  /* What changes no choice is not worth a file. */
  if (ns < 0.95 * costs->arrival_ns || ns > 1.05 * costs->arrival_ns)
    {
      g_autofree char *machine = ce_costs_machine ();
      g_autofree char *path = default_path ();

      current.arrival_ns = ns;
      ce_costs_save (&current, path, machine);
    }
}
