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
#include "live/trace.h"

#define POLL_MS 50

struct _CeDeviceRow
{
  GtkBox               parent_instance;

  GimpProcedureConfig *config;
  const CeParam       *param;
  GtkWidget           *label;
  GtkWidget           *combo;           /* ids are places; what has none cannot be chosen */
  GtkWidget           *notice;
  char                *gpu;             /* (nullable) name of the one that was chosen last */
  char                *cuda;            /* (nullable) the place that "cuda" means */
  guint                poll;            /* while GPUs are looked for */
  gboolean             known;           /* they are in the menu */
  gboolean             setting;         /* not the user */
};

G_DEFINE_TYPE (CeDeviceRow, ce_device_row, GTK_TYPE_BOX)

static void
dispose (GObject *object)
{
  CeDeviceRow *row = CE_DEVICE_ROW (object);

  g_clear_handle_id (&row->poll, g_source_remove);
  g_clear_object (&row->config);
  g_clear_pointer (&row->gpu, g_free);
  g_clear_pointer (&row->cuda, g_free);

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
  g_object_set (row, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 4, NULL);
}

/* Two GPUs of one name are told apart by their numbers. */
static char *
get_name (const GArray *devices, const CeDeviceEntry *entry)
{
  int n = 0;

  for (guint i = 0; i < devices->len; i++)
    {
      const CeDeviceEntry *other = &g_array_index (devices, CeDeviceEntry, i);

      n += other->place.choice == CE_BACKEND_CUDA && other->device && g_str_equal (other->device->name, entry->device->name);
    }

  return n < 2 ? g_strdup (entry->device->name)
               : g_strdup_printf ("%s (%d)", entry->device->name, entry->place.device);
}

/* One that cannot be used cannot be chosen. "cuda" means the GPU that was chosen last, else the first. */
static void
add_gpu (CeDeviceRow *row, const GArray *devices, const CeDeviceEntry *entry)
{
  g_autofree char *name = entry->device ? get_name (devices, entry) : g_strdup (_("No GPU can be used"));
  g_autofree char *refused = g_strdup_printf (_("%s: cannot be used"), name);
  g_autofree char *place = ce_place_to_text (&entry->place);
  gboolean         usable = entry->device && ! entry->refusal;

  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (row->combo), usable ? place : NULL,
                             entry->device && entry->refusal ? refused : name);
  if (usable && ! row->cuda && (! row->gpu || g_str_equal (row->gpu, name)))
    row->cuda = g_steal_pointer (&place);
}

/* Returns (nullable): why one of them cannot be used, if so. */
static const char *
add_gpus (CeDeviceRow *row, const GArray *devices)
{
  const char *refusal = NULL;

  for (guint i = 0; i < devices->len; i++)
    {
      const CeDeviceEntry *entry = &g_array_index (devices, CeDeviceEntry, i);

      if (entry->place.choice != CE_BACKEND_CUDA)
        continue;
      refusal = refusal ? refusal : entry->refusal;
      add_gpu (row, devices, entry);
    }

  return refusal;
}

static void
show_notice (CeDeviceRow *row, const char *text)
{
  gtk_label_set_text (GTK_LABEL (row->notice), text ? text : "");
  gtk_widget_set_visible (row->notice, text != NULL);
  if (text)
    ce_trace ("notice: %s", text);
}

/* The GPU that was chosen once is not there: something else computes, and a
 * line says so. */
static void
give_up_gpu (CeDeviceRow *row)
{
  g_autofree char *text = row->gpu
                          ? g_strdup_printf (_("“%s” cannot be used now, so this is automatic again."), row->gpu)
                          : g_strdup (_("No GPU can be used now, so this is automatic again."));

  gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), "auto");
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
    gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), nick);
  else if (! row->known || row->cuda)
    gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), row->cuda);
  else
    give_up_gpu (row);
  row->setting = FALSE;
}

static void
changed (GtkComboBox *combo, CeDeviceRow *row)
{
  CePlace place;

  if (row->setting || ! ce_device_row_get_place (row, &place))
    return;

  show_notice (row, NULL);
  if (place.choice == CE_BACKEND_CUDA)
    {
      g_free (row->gpu);
      g_free (row->cuda);
      row->gpu = gtk_combo_box_text_get_active_text (GTK_COMBO_BOX_TEXT (combo));
      row->cuda = g_strdup (gtk_combo_box_get_active_id (combo));
    }
  g_object_set (row->config, row->param->name, row->param->choices[place.choice].nick, NULL);
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
  gtk_widget_set_tooltip_text (row->combo, add_gpus (row, list));
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

/* A #GtkCellLayoutDataFunc. */
static void
show_sensitive (GtkCellLayout *layout, GtkCellRenderer *cell, GtkTreeModel *model, GtkTreeIter *iter, gpointer data)
{
  g_autofree char *id = NULL;

  gtk_tree_model_get (model, iter, gtk_combo_box_get_id_column (GTK_COMBO_BOX (data)), &id, -1);
  g_object_set (cell, "sensitive", id != NULL, NULL);
}

/* What every machine has. */
static GtkWidget *
new_combo (void)
{
  GtkWidget *combo = gtk_combo_box_text_new ();
  GList     *cells = gtk_cell_layout_get_cells (GTK_CELL_LAYOUT (combo));

  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "auto", _("Automatic"));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "cpu", _("Processor (CPU)"));
  g_object_set (cells->data, "width-chars", 24, NULL);
  gtk_cell_layout_set_cell_data_func (GTK_CELL_LAYOUT (combo), cells->data, show_sensitive, combo, NULL);
  g_list_free (cells);

  return combo;
}

static void
fill (CeDeviceRow *row)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  row->label = g_object_new (GTK_TYPE_LABEL, "label", _(row->param->label), "use-underline", TRUE, "mnemonic-widget",
                             row->combo, "xalign", 0.0, NULL);
  gtk_box_pack_start (GTK_BOX (line), row->label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (line), row->combo, TRUE, TRUE, 0);

  row->notice = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "max-width-chars", 40, "no-show-all", TRUE, NULL);
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
  row->combo = new_combo ();
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
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (row->combo));

  return id && ce_place_parse (place, id, NULL);
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
