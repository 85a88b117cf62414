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

/* What the driver calls the GPU whose description is @text. The rest of it says
 * where the GPU is, and may change with every start of the machine: the interrupt's
 * number, the bus, an identifier. */
static char *
find_model (const char *text)
{
  static const char key[] = "Model:";
  const char       *model = strstr (text, key);

  if (! model)
    return g_strdup ("GPU");

  model += strlen (key);

  return g_strstrip (g_strndup (model, strcspn (model, "\n")));
}

/**
 * ce_costs_describe_gpus:
 * @folder: where the driver lists GPUs, a folder with a file "information" for each
 *
 * Returns: (transfer full): their models, in the order of the folders' names; what
 *   lists them may give any
 */
char *
ce_costs_describe_gpus (const char *folder)
{
  g_autoptr (GDir)      files = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  GString              *all = g_string_new (NULL);
  const char           *name;

  while (files && (name = g_dir_read_name (files)))
    g_ptr_array_add (names, g_strdup (name));
  g_ptr_array_sort (names, (GCompareFunc) compare_names);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *path = g_build_filename (folder, names->pdata[i], "information", NULL);
      g_autofree char *text = NULL;
      g_autofree char *model = NULL;

      g_file_get_contents (path, &text, NULL, NULL);
      model = find_model (text ? text : "");
      g_string_append_printf (all, "%s%s", all->len ? ", " : "", model);
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
  g_autofree char        *gpus = ce_costs_describe_gpus ("/proc/driver/nvidia/gpus");
  const char             *visible = g_getenv ("CUDA_VISIBLE_DEVICES");

  return g_strdup_printf ("%s, %d threads; %s; %s %s; code %s", device->name, device->threads, driver, gpus,
                          visible ? visible : "", CE_STAMP);
}
