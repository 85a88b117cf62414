/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "device-menu.h"

#include <string.h>

#include <glib/gi18n.h>

#include "engine/devices.h"

static void
add (GtkListStore *store, const char *backend, const char *text, const char *gpu, gboolean sensitive)
{
  gtk_list_store_insert_with_values (store, NULL, -1, CE_DEVICE_BACKEND, backend, CE_DEVICE_TEXT, text,
                                     CE_DEVICE_GPU, gpu, CE_DEVICE_SENSITIVE, sensitive, -1);
}

/**
 * ce_device_menu_new:
 *
 * Returns: (transfer full): what every machine has
 */
GtkListStore *
ce_device_menu_new (void)
{
  GtkListStore *store = gtk_list_store_new (CE_DEVICE_N_COLUMNS, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_STRING,
                                            G_TYPE_BOOLEAN);

  add (store, "auto", _("Automatic"), NULL, TRUE);
  add (store, "cpu", _("Processor (CPU)"), NULL, TRUE);

  return store;
}

static gboolean
is_gpu (const CeDeviceEntry *entry)
{
  return entry->place.choice == CE_BACKEND_CUDA;
}

/* Two GPUs of one name are told apart by their numbers. */
static char *
get_name (const GArray *devices, const CeDeviceEntry *entry)
{
  int n = 0;

  for (guint i = 0; i < devices->len; i++)
    {
      const CeDeviceEntry *other = &g_array_index (devices, CeDeviceEntry, i);

      n += is_gpu (other) && other->device && g_str_equal (other->device->name, entry->device->name);
    }

  return n < 2 ? g_strdup (entry->device->name)
               : g_strdup_printf ("%s (%d)", entry->device->name, entry->place.device);
}

/**
 * ce_device_menu_add_gpus:
 * @store: from ce_device_menu_new()
 * @devices: (element-type CeDeviceEntry): all devices
 *
 * Adds the GPUs; those that cannot be used cannot be chosen.
 *
 * Returns: (nullable): why one cannot be used, if so
 */
const char *
ce_device_menu_add_gpus (GtkListStore *store, const GArray *devices)
{
  const char *refusal = NULL;

  for (guint i = 0; i < devices->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (devices, CeDeviceEntry, i);
      g_autofree char     *name = is_gpu (entry) && entry->device ? get_name (devices, entry) : NULL;
      g_autofree char     *place = ce_place_to_text (&entry->place);
      g_autofree char     *text = NULL;

      if (! is_gpu (entry))
        continue;

      refusal = refusal ? refusal : entry->refusal;
      if (! name)
        text = g_strdup (_("No GPU can be used"));
      else if (entry->refusal)
        text = g_strdup_printf (_("%s: cannot be used"), name);
      add (store, place, text ? text : name, name, entry->refusal == NULL);
    }

  return refusal;
}

/**
 * ce_device_menu_new_combo:
 * @store: from ce_device_menu_new()
 *
 * Returns: what shows it
 */
GtkWidget *
ce_device_menu_new_combo (GtkListStore *store)
{
  GtkWidget       *combo = gtk_combo_box_new_with_model (GTK_TREE_MODEL (store));
  GtkCellRenderer *cell = gtk_cell_renderer_text_new ();

  g_object_set (cell, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", 24, NULL);
  gtk_cell_layout_pack_start (GTK_CELL_LAYOUT (combo), cell, TRUE);
  gtk_cell_layout_set_attributes (GTK_CELL_LAYOUT (combo), cell, "text", CE_DEVICE_TEXT, "sensitive", CE_DEVICE_SENSITIVE,
                                  NULL);

  return combo;
}

/**
 * ce_device_menu_find:
 * @store: from ce_device_menu_new()
 * @column: #CE_DEVICE_BACKEND or #CE_DEVICE_GPU
 * @value: (nullable): what it says; %NULL: anything
 * @iter: (out): the first device of which that is true
 *
 * Returns: whether there is one that can be chosen
 */
gboolean
ce_device_menu_find (GtkListStore *store, int column, const char *value, GtkTreeIter *iter)
{
  GtkTreeModel *model = GTK_TREE_MODEL (store);
  gboolean      valid = gtk_tree_model_get_iter_first (model, iter);

  for (; valid; valid = gtk_tree_model_iter_next (model, iter))
    {
      g_autofree char *found = NULL;
      gboolean         sensitive;

      gtk_tree_model_get (model, iter, column, &found, CE_DEVICE_SENSITIVE, &sensitive, -1);
      if (sensitive && found && (! value || g_str_equal (found, value)))
        return TRUE;
    }

  return FALSE;
}
