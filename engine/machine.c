/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What machine this is, as far as it matters for what computing costs.
 */
#include "costs.h"

#include <string.h>

#include "backend.h"
#include "stamp.h"

static char *
one_line (const char *path)
{
  char *text = NULL;

  if (! g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");

  return g_strstrip (g_strdelimit (text, "\n\t", ' '));
}

static int
compare_names (const char *const *a, const char *const *b)
{
  return strcmp (*a, *b);
}

/* What the driver says of each GPU where it lists them, in the order of the
 * names; their order among the files is any. */
static char *
describe_gpus (void)
{
  const char      *folder = "/proc/driver/nvidia/gpus";
  g_autoptr (GDir) files = g_dir_open (folder, 0, NULL);
  g_auto (GStrv)   names = NULL;
  GPtrArray       *list = g_ptr_array_new ();
  GString         *all = g_string_new (g_getenv ("CUDA_VISIBLE_DEVICES"));
  const char      *name;

  while (files && (name = g_dir_read_name (files)))
    g_ptr_array_add (list, g_strdup (name));
  g_ptr_array_sort (list, (GCompareFunc) compare_names);
  g_ptr_array_add (list, NULL);
  names = (char **) g_ptr_array_free (list, FALSE);

  for (char **gpu = names; *gpu; gpu++)
    {
      g_autofree char *path = g_build_filename (folder, *gpu, "information", NULL);
      g_autofree char *text = one_line (path);

      g_string_append_printf (all, " %s", text);
    }

  return g_string_free (all, FALSE);
}

/**
 * ce_costs_machine:
 *
 * What the costs depend on and what is known without starting CUDA: the
 * processor, the driver, the GPUs that may be used, and the code of the backends.
 * If one of them changes, what was measured before is not true any more.
 *
 * Returns: (transfer full): all of it, in one line
 */
char *
ce_costs_machine (void)
{
  const CeBackend *const *cpu = ce_backend_list ();
  guint                   n_devices;
  const CeDevice         *device = (*cpu)->devices (&n_devices);
  g_autofree char        *driver = one_line ("/proc/driver/nvidia/version");
  g_autofree char        *gpus = describe_gpus ();

  return g_strdup_printf ("%s, %d threads; %s; %s; code %s", device->name, device->threads, driver, gpus, CE_STAMP);
}
