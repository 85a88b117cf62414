/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The procedure that reports the processor and the GPUs, for scripts and bug reports.
 */
#include "procedures.h"

#include <gegl.h>

#include "live/json.h"

#include "canvas.h"

static void
add_cpu (GString *json)
{
  g_autoptr (GArray) list = ce_devices_list (FALSE, NULL);
  const CeDevice    *device = g_array_index (list, CeDeviceEntry, 0).device;    /* the CPU comes first */

  ce_json_open (json, "cpu", '{');
  ce_json_string (json, "instruction-set", device->name);
  ce_json_number (json, "threads", device->threads);
  ce_json_close (json, '}');
}

static void
add_device (GString *json, const CeDeviceEntry *entry)
{
  const CeDevice  *device = entry->device;
  g_autofree char *capability = g_strdup_printf ("%d.%d", device->major, device->minor);
  g_autofree char *driver = g_strdup_printf ("%d.%d", device->driver / 1000, device->driver % 1000 / 10);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "backend", entry->text);
  ce_json_string (json, "name", device->name);
  ce_json_number (json, "memory", device->memory);
  ce_json_string (json, "compute-capability", capability);
  ce_json_string (json, "driver-cuda-version", driver);
  ce_json_string (json, "reason", entry->refusal);
  ce_json_close (json, '}');
}

static void
add_cuda (GString *json)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) list = ce_devices_list (TRUE, NULL);
  CePlace            cuda = { .choice = CE_BACKEND_CUDA };
  gboolean           usable = ce_place_start (&cuda, CE_START_NOW, &error);

  ce_json_open (json, "cuda", '{');
  ce_json_bool (json, "usable", usable);
  ce_json_string (json, "reason", error ? error->message : NULL);
  ce_json_open (json, "devices", '[');
  for (guint i = 0; i < list->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (list, CeDeviceEntry, i);

      if (entry->place.choice == CE_BACKEND_CUDA && entry->device)
        add_device (json, entry);
    }
  ce_json_close (json, ']');
  ce_json_close (json, '}');
}

/* A GimpRunFunc that returns the report. */
GimpValueArray *
ce_run_info (GimpProcedure *procedure, GimpProcedureConfig *config, gpointer data)
{
  g_autoptr (GString) json = g_string_new (NULL);
  GimpValueArray     *values = gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
  g_autofree char    *gimp = gimp_version (), *gegl = NULL;
  int                 major, minor, micro;

  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  ce_canvas_remove_strays ();

  gegl_get_version (&major, &minor, &micro);
  gegl = g_strdup_printf ("%d.%d.%d", major, minor, micro);

  ce_json_open (json, NULL, '{');
  ce_json_string (json, "plug-in", CE_VERSION);
  ce_json_string (json, "gimp", gimp);
  ce_json_string (json, "gegl", gegl);
  add_cpu (json);
  add_cuda (json);
  ce_json_close (json, '}');
  GIMP_VALUES_SET_STRING (values, 1, json->str);

  return values;
}
