/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The buttons below the parameters: copy as a command, compare.
 */
#include "tools.h"

#include <glib/gi18n.h>

#include "live/commands.h"
#include "config.h"

typedef char *(*Command) (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);

static const struct { const char *label; Command command; } commands[] = {
  { N_("_Script-Fu"), ce_command_script_fu },
  { N_("_Python"), ce_command_python },
  { N_("Shell _Command"), ce_command_shell },
};

typedef struct
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GimpImage           *image;
  CeStatusLine        *status;
  GtkWidget           *copy;
} Tools;

/* (nullable) (transfer full): of a file that is here and whose name is text: of its own, or
 * that it was imported from. */
static char *
path_of (GimpImage *image, gboolean *imported)
{
  g_autoptr (GFile) own = gimp_image_get_file (image);
  g_autoptr (GFile) file = own ? g_object_ref (own) : gimp_image_get_imported_file (image);
  g_autofree char  *path = file ? g_file_get_path (file) : NULL;

  *imported = ! own;

  return path && g_utf8_validate (path, -1, NULL) ? g_steal_pointer (&path) : NULL;
}

/* Where nobody keeps what was copied, the text goes with the process that
 * offers it, when the dialog closes. */
static void
tell_copied (Tools *tools, const char *name)
{
  gboolean         kept = gdk_display_supports_clipboard_persistence (gtk_widget_get_display (tools->copy));
  g_autofree char *text = g_strdup_printf (kept ? _("Copied a command for “%s”")
                                                : _("Copied a command for “%s”; paste it before this dialog closes"), name);

  ce_status_line_set (tools->status, NULL, text);
}

static void
copy (GtkMenuItem *item, Tools *tools)
{
  int              index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "ce-command"));
  GtkClipboard    *clipboard = gtk_clipboard_get (GDK_SELECTION_CLIPBOARD);
  g_autofree char *name = gimp_image_get_name (tools->image);
  gboolean         imported;
  g_autofree char *path = path_of (tools->image, &imported);
  CeCommandImage   image = { gimp_image_get_id (tools->image), name, path, imported };
  g_autofree char *text = NULL;
  CeParams         params;

  if (! name)   /* the image is gone */
    return;

  ce_config_get_params (tools->config, tools->filter, &params);
  if (g_object_get_data (G_OBJECT (tools->config), "ce-within"))
    params.thresholds = CE_THRESHOLDS_MANUAL;
  text = commands[index].command (tools->filter, &params, &image);
  gtk_clipboard_set_text (clipboard, text, -1);
  gtk_clipboard_set_can_store (clipboard, NULL, 0);
  tell_copied (tools, name);
}

static GtkWidget *
new_copy_menu (Tools *tools)
{
  GtkWidget *menu = gtk_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      GtkWidget *item = gtk_menu_item_new_with_mnemonic (_(commands[i].label));

      g_object_set_data (G_OBJECT (item), "ce-command", GINT_TO_POINTER (i));
      g_signal_connect (item, "activate", G_CALLBACK (copy), tools);
      gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
    }
  gtk_widget_show_all (menu);

  return menu;
}

/* A label with an arrow, as GIMP's Reset has. */
static GtkWidget *
new_copy_button (Tools *tools)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *button = g_object_new (GTK_TYPE_MENU_BUTTON, "name", "ce-copy", "child", box, "popup", new_copy_menu (tools),
                                    "tooltip-text", _("Copy a command that does this, with these values"), NULL);
  GtkWidget *label = gtk_label_new_with_mnemonic (_("Copy A_s"));
  GtkWidget *arrow = gtk_image_new_from_icon_name (GIMP_ICON_GO_DOWN, GTK_ICON_SIZE_MENU);

  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), arrow, FALSE, FALSE, 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), button);

  return button;
}

/* A row of buttons. */
GtkWidget *
ce_tools_new (GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image, CeStatusLine *status,
              GCallback compare, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "label", _("Compare CPU and GPU…"), "name", "ce-compare", "tooltip-text",
                                    _("Compute this on the CPU and on the GPU, and compare times and every pixel"), NULL);
  GtkWidget *label = gtk_bin_get_child (GTK_BIN (button));
  Tools     *tools = g_new0 (Tools, 1);

  *tools = (Tools) { config, filter, image, status, NULL };
  g_object_set_data_full (G_OBJECT (box), "ce-tools", tools, g_free);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  g_signal_connect (button, "clicked", compare, data);
  gtk_box_pack_end (GTK_BOX (box), button, FALSE, FALSE, 0);
  tools->copy = new_copy_button (tools);
  gtk_box_pack_end (GTK_BOX (box), tools->copy, FALSE, FALSE, 0);
  gtk_widget_show_all (box);

  return box;
}
