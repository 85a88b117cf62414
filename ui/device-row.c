/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The parameter says "auto", "cpu" or "cuda"; which GPU that is, if there are
 * several, is this machine's business: it is remembered by its name and not
 * part of a recipe or a script. GPUs are looked for on a thread of the engine
 * and join the menu when they are known.
 */
#include "device-row.h"

#include <glib/gi18n.h>

#include "engine/devices.h"

#define POLL_MS 50

typedef enum { CE_DEVICE_BACKEND, CE_DEVICE_TEXT, CE_DEVICE_GPU, CE_DEVICE_SENSITIVE, CE_DEVICE_N_COLUMNS } CeDeviceColumn;

struct _CeDeviceRow
{
  GtkBox               parent_instance;

  GimpProcedureConfig *config;
  const CeParam       *param;
  GtkListStore        *store;
  GtkWidget           *label;
  GtkWidget           *combo;
  GtkWidget           *notice;
  char                *gpu;             /* (nullable) name of the one that "cuda" means */
  CePlace              place;           /* of the active row */
  gboolean             active;          /* there is one */
  guint                poll;            /* while GPUs are looked for */
  gboolean             known;           /* they are in the menu */
  gboolean             setting;         /* not the user */
};

G_DEFINE_TYPE (CeDeviceRow, ce_device_row, GTK_TYPE_BOX)

static void
add (GtkListStore *store, const char *backend, const char *text, const char *gpu, gboolean sensitive)
{
  gtk_list_store_insert_with_values (store, NULL, -1, CE_DEVICE_BACKEND, backend, CE_DEVICE_TEXT, text,
                                     CE_DEVICE_GPU, gpu, CE_DEVICE_SENSITIVE, sensitive, -1);
}

/* (transfer full): what every machine has. */
static GtkListStore *
new_menu (void)
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

/* Adds the GPUs; those that cannot be used cannot be chosen. Returns (nullable): why one cannot be used, if so. */
static const char *
add_gpus (GtkListStore *store, const GArray *devices)
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

/* What shows it. */
static GtkWidget *
new_combo (GtkListStore *store)
{
  GtkWidget       *combo = gtk_combo_box_new_with_model (GTK_TREE_MODEL (store));
  GtkCellRenderer *cell = gtk_cell_renderer_text_new ();

  g_object_set (cell, "ellipsize", PANGO_ELLIPSIZE_END, "width-chars", 24, NULL);
  gtk_cell_layout_pack_start (GTK_CELL_LAYOUT (combo), cell, TRUE);
  gtk_cell_layout_set_attributes (GTK_CELL_LAYOUT (combo), cell, "text", CE_DEVICE_TEXT, "sensitive", CE_DEVICE_SENSITIVE,
                                  NULL);

  return combo;
}

/* Whether there is one that can be chosen. */
static gboolean
find_device (GtkListStore *store, int column, const char *value, GtkTreeIter *iter)
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

static void
dispose (GObject *object)
{
  CeDeviceRow *row = CE_DEVICE_ROW (object);

  g_clear_handle_id (&row->poll, g_source_remove);
  g_clear_object (&row->store);
  g_clear_object (&row->config);
  g_clear_pointer (&row->gpu, g_free);

  G_OBJECT_CLASS (ce_device_row_parent_class)->dispose (object);
}

static void
ce_device_row_class_init (CeDeviceRowClass *class)
{
  G_OBJECT_CLASS (class)->dispose = dispose;

  /* The backend is another one, or all GPUs are known now. */
  g_signal_new ("backend-changed", CE_TYPE_DEVICE_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ce_device_row_init (CeDeviceRow *row)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (row), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (row), 4);
}

static gboolean
activate (CeDeviceRow *row, int column, const char *value)
{
  GtkTreeIter iter;
  gboolean    found = find_device (row->store, column, value, &iter);

  if (found)
    gtk_combo_box_set_active_iter (GTK_COMBO_BOX (row->combo), &iter);

  return found;
}

static void
show_notice (CeDeviceRow *row, const char *text)
{
  gtk_label_set_text (GTK_LABEL (row->notice), text ? text : "");
  gtk_widget_set_visible (row->notice, text != NULL);
}

/* The GPU that was chosen once is not there: something else computes, and a
 * line says so. */
static void
give_up_gpu (CeDeviceRow *row)
{
  g_autofree char *text = row->gpu
                          ? g_strdup_printf (_("“%s” cannot be used now, so this is automatic again."), row->gpu)
                          : g_strdup (_("No GPU can be used now, so this is automatic again."));

  activate (row, CE_DEVICE_BACKEND, "auto");
  show_notice (row, text);
  g_object_set (row->config, row->param->name, "auto", NULL);
}

/* As the parameter says. */
static void
show_config (CeDeviceRow *row)
{
  g_autofree char *nick = NULL;

  g_object_get (row->config, row->param->name, &nick, NULL);
  row->setting = TRUE;
  if (! g_str_equal (nick, "cuda"))
    activate (row, CE_DEVICE_BACKEND, nick);
  else if (! row->known)
    gtk_combo_box_set_active (GTK_COMBO_BOX (row->combo), -1);
  else if (row->gpu ? ! activate (row, CE_DEVICE_GPU, row->gpu) : ! activate (row, CE_DEVICE_GPU, NULL))
    give_up_gpu (row);
  row->setting = FALSE;
}

static void
changed (GtkComboBox *combo, CeDeviceRow *row)
{
  GtkTreeIter      iter;
  g_autofree char *place = NULL, *gpu = NULL;

  row->active = gtk_combo_box_get_active_iter (combo, &iter);
  if (! row->active)
    return;

  gtk_tree_model_get (GTK_TREE_MODEL (row->store), &iter, CE_DEVICE_BACKEND, &place, CE_DEVICE_GPU, &gpu, -1);
  ce_place_parse (&row->place, place, NULL);
  if (row->setting)
    return;

  show_notice (row, NULL);
  if (gpu)
    {
      g_free (row->gpu);
      row->gpu = g_steal_pointer (&gpu);
    }
  g_object_set (row->config, row->param->name, row->param->choices[row->place.choice].nick, NULL);
  g_signal_emit_by_name (row, "backend-changed");
}

/* GSourceFunc. */
static gboolean
look_for_gpus (gpointer data)
{
  CeDeviceRow       *row = data;
  gboolean           complete;
  g_autoptr (GArray) list = ce_devices_list (FALSE, &complete);

  if (! complete)
    return G_SOURCE_CONTINUE;

  row->poll = 0;
  row->known = TRUE;
  gtk_widget_set_tooltip_text (row->combo, add_gpus (row->store, list));
  show_config (row);
  g_signal_emit_by_name (row, "backend-changed");

  return G_SOURCE_REMOVE;
}

/* Whoever computes on the processor leaves the driver of the GPU alone: it is
 * only asked when something else is chosen, or the menu is opened. */
static void
begin_to_look (CeDeviceRow *row)
{
  if (! row->known && ! row->poll)
    row->poll = g_timeout_add (POLL_MS, look_for_gpus, row);
}

static void
config_changed (GimpProcedureConfig *config, GParamSpec *pspec, CeDeviceRow *row)
{
  g_autofree char *nick = NULL;

  g_object_get (config, row->param->name, &nick, NULL);
  if (! g_str_equal (nick, "cpu"))
    begin_to_look (row);
  if (! row->setting)
    show_config (row);
}

static void
fill (CeDeviceRow *row)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  row->label = gtk_label_new_with_mnemonic (_(row->param->label));
  gtk_label_set_xalign (GTK_LABEL (row->label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (row->label), row->combo);
  gtk_box_pack_start (GTK_BOX (line), row->label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (line), row->combo, TRUE, TRUE, 0);

  row->notice = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (row->notice), 0);
  gtk_label_set_line_wrap (GTK_LABEL (row->notice), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (row->notice), 40);
  gtk_widget_set_no_show_all (row->notice, TRUE);
  gtk_box_pack_start (GTK_BOX (row), line, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (row), row->notice, FALSE, FALSE, 0);
  gtk_widget_show_all (GTK_WIDGET (row));
}

/* A row; emits "backend-changed". */
GtkWidget *
ce_device_row_new (GimpProcedureConfig *config, const CeFilter *filter)
{
  CeDeviceRow *row = g_object_new (CE_TYPE_DEVICE_ROW, NULL);

  row->config = g_object_ref (config);
  row->param = ce_filter_find_param (filter, "backend");
  row->store = new_menu ();
  row->combo = new_combo (row->store);
  fill (row);
  g_signal_connect (row->combo, "changed", G_CALLBACK (changed), row);
  g_signal_connect_object (config, "notify::backend", G_CALLBACK (config_changed), row, 0);

  g_signal_connect_swapped (row->combo, "notify::popup-shown", G_CALLBACK (begin_to_look), row);
  config_changed (config, NULL, row);

  return GTK_WIDGET (row);
}

/* (transfer none): its label, to be aligned with others. */
GtkWidget *
ce_device_row_get_label (CeDeviceRow *row)
{
  return row->label;
}

/* Whether that is known; if not, "backend-changed" will come. */
gboolean
ce_device_row_get_place (CeDeviceRow *row, CePlace *place)
{
  *place = row->place;

  return row->active;
}

/* (nullable): why it is not the device that was chosen the last time. */
const char *
ce_device_row_get_notice (CeDeviceRow *row)
{
  return gtk_widget_get_visible (row->notice) ? gtk_label_get_text (GTK_LABEL (row->notice)) : NULL;
}

/* @row: a row that was not shown yet; @name: (nullable): the GPU that was chosen the last time. */
void
ce_device_row_set_gpu (CeDeviceRow *row, const char *name)
{
  g_free (row->gpu);
  row->gpu = g_strdup (name);
}

/* (nullable): the GPU that was chosen last, to be remembered. */
const char *
ce_device_row_get_gpu (CeDeviceRow *row)
{
  return row->gpu;
}
