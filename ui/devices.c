/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The menu of places: automatic, the processor, or a GPU by name. The parameter is "auto", "cpu" or "cuda". The GPU of
 * "cuda", if there are several, is remembered by its name for this machine, and is not part of a recipe or a script. A
 * thread of the engine finds the GPUs, which then join the menu.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#define POLL_MS 50

/* Returns the name of a GPU, with its number if two GPUs have one name. */
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

/* Adds a GPU to the menu, insensitive if it cannot be used. "cuda" means the GPU that was chosen last, or else the first. */
static void
add_gpu (CeDialog *self, const GArray *devices, const CeDeviceEntry *entry)
{
  g_autofree char *name = entry->device ? get_name (devices, entry) : g_strdup (_("No GPU can be used"));
  g_autofree char *refused = g_strdup_printf (_("%s: cannot be used"), name);
  gboolean         usable = entry->device && ! entry->refusal;

  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (self->devices.menu), usable ? entry->text : NULL,
                             entry->device && entry->refusal ? refused : name);
  if (entry->refusal && ! gtk_widget_get_has_tooltip (self->devices.menu))
    gtk_widget_set_tooltip_text (self->devices.menu, entry->refusal);
  if (usable && ! self->devices.cuda && (! self->state.gpu || g_str_equal (self->state.gpu, name)))
    self->devices.cuda = g_strdup (entry->text);
}

/* GSourceFunc. */
static gboolean
look_for_gpus (gpointer data)
{
  CeDialog          *self = data;
  gboolean           complete;
  g_autoptr (GArray) list = ce_devices_list (FALSE, &complete);

  if (! complete)
    return G_SOURCE_CONTINUE;

  self->devices.poll = 0;
  self->devices.known = TRUE;
  for (guint i = 0; i < list->len; i++)
    if (g_array_index (list, CeDeviceEntry, i).place.choice == CE_BACKEND_CUDA)
      add_gpu (self, list, &g_array_index (list, CeDeviceEntry, i));
  ce_dialog_show_place (self);

  return G_SOURCE_REMOVE;
}

/* Begins to find GPUs. With the processor chosen the driver is not loaded until the user chooses another place or opens the
 * menu. */
static void
begin_to_look (CeDialog *self)
{
  if (! self->devices.known && ! self->devices.poll)
    self->devices.poll = g_timeout_add (POLL_MS, look_for_gpus, self);
}

static void
show_notice (CeDialog *self, const char *text)
{
  gtk_label_set_text (GTK_LABEL (self->devices.notice), text);
  gtk_widget_set_visible (self->devices.notice, text != NULL);
  if (text)
    ce_trace ("notice: %s", text);
}

/* Sets "auto" and says so, because the GPU that was chosen last is missing. */
static void
give_up_gpu (CeDialog *self)
{
  g_autofree char *text = self->state.gpu
                          ? g_strdup_printf (_("“%s” cannot be used now, so Automatic takes its place."), self->state.gpu)
                          : g_strdup (_("No GPU can be used now, so Automatic takes its place."));

  show_notice (self, text);
  g_object_set (self->config, "backend", "auto", NULL);
}

/* Moves the computing to the menu's place, not on the main thread, because the GPU takes 100 to 250 ms to start. */
static void
move (CeDialog *self)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (self->devices.menu));
  gboolean    begun = self->devices.placed;
  CePlace     place;

  if (! id || ! ce_place_parse (&place, id, NULL) || (begun && memcmp (&place, &self->place, sizeof place) == 0))
    return;

  self->place = place;
  self->devices.placed = TRUE;
  ce_dialog_say (self, NULL, begun ? _("Starting…") : _("Reading the layer…"));
  if (! begun)
    {
      ce_render_start (self->render, &self->place);
      return;
    }
  ce_render_set_place (self->render, &self->place);
  ce_dialog_request (self);
}

static void
changed (GtkComboBox *combo, CeDialog *self)
{
  const char *id = gtk_combo_box_get_active_id (combo);
  CePlace     place;

  if (! id || ! ce_place_parse (&place, id, NULL))
    return;

  show_notice (self, NULL);
  if (place.choice == CE_BACKEND_CUDA)
    {
      g_free (self->state.gpu);
      g_free (self->devices.cuda);
      self->state.gpu = gtk_combo_box_text_get_active_text (GTK_COMBO_BOX_TEXT (combo));
      self->devices.cuda = g_strdup (id);
    }
  g_object_set (self->config, "backend", ce_filter_find_param (self->filter, "backend")->choices[place.choice].nick, NULL);
  ce_dialog_show_place (self);
}

/* Sets the menu and the place to the parameter. The menu has no row for "cuda" until GPUs are known. */
void
ce_dialog_show_place (CeDialog *self)
{
  gboolean gpu = self->params.backend == CE_BACKEND_CUDA;

  if (self->params.backend != CE_BACKEND_CPU)
    begin_to_look (self);
  if (gpu && self->devices.known && ! self->devices.cuda)
    {
      give_up_gpu (self);
      return;
    }

  g_signal_handlers_block_by_func (self->devices.menu, changed, self);
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (self->devices.menu),
                               gpu ? self->devices.cuda
                               : ce_filter_find_param (self->filter, "backend")->choices[self->params.backend].nick);
  g_signal_handlers_unblock_by_func (self->devices.menu, changed, self);
  move (self);
}

/* A #GtkCellLayoutDataFunc. */
static void
show_sensitive (GtkCellLayout *layout, GtkCellRenderer *cell, GtkTreeModel *model, GtkTreeIter *iter, gpointer data)
{
  g_autofree char *id = NULL;

  gtk_tree_model_get (model, iter, gtk_combo_box_get_id_column (GTK_COMBO_BOX (data)), &id, -1);
  g_object_set (cell, "sensitive", id != NULL, NULL);
}

/* Returns the menu with the places of every machine. */
static GtkWidget *
new_combo (void)
{
  GtkWidget *combo = gtk_combo_box_text_new ();
  GList     *cells = gtk_cell_layout_get_cells (GTK_CELL_LAYOUT (combo));

  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "auto", _("Automatic"));
  gtk_combo_box_text_append (GTK_COMBO_BOX_TEXT (combo), "cpu", _("Processor (CPU)"));
  gtk_widget_set_hexpand (combo, TRUE);
  g_object_set (cells->data, "width-chars", 24, NULL);
  gtk_cell_layout_set_cell_data_func (GTK_CELL_LAYOUT (combo), cells->data, show_sensitive, combo, NULL);
  g_list_free (cells);

  return combo;
}

/* Returns the row; ce_dialog_show_place() sets its menu. The menu's ids are places; an item without an id is insensitive. */
GtkWidget *
ce_dialog_devices_new (CeDialog *self)
{
  GtkWidget *row = g_object_new (GTK_TYPE_GRID, "column-spacing", 6, "row-spacing", 4, NULL), *label;

  self->devices.menu = new_combo ();
  label = g_object_new (GTK_TYPE_LABEL, "label", _(ce_filter_find_param (self->filter, "backend")->label), "use-underline",
                        TRUE, "mnemonic-widget", self->devices.menu, "xalign", 0.0, NULL);
  self->devices.notice = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, "wrap", TRUE, "max-width-chars", 40, "no-show-all",
                                         TRUE, NULL);
  gtk_grid_attach (GTK_GRID (row), label, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (row), self->devices.menu, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (row), self->devices.notice, 0, 1, 2, 1);
  gtk_widget_show_all (row);
  g_signal_connect (self->devices.menu, "changed", G_CALLBACK (changed), self);
  g_signal_connect_swapped (self->devices.menu, "notify::popup-shown", G_CALLBACK (begin_to_look), self);

  return row;
}
