/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What computing costs on this machine: measured once (measure.c) and kept in
 * the user's cache directory.
 */
#include "costs.h"

#include <string.h>

#define GROUP "costs"

/* Less than so many bytes that arrived measure nothing, and one measurement
 * counts no more than so much beside those before. */
#define ARRIVAL_BYTES ((gsize) 16 << 20)
#define ARRIVAL_WEIGHT 0.25

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
