/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The buttons below the parameters: copy as a command, compare.
 */
#include "tools.h"

#include <glib/gi18n.h>

#include "live/commands.h"
#include "config.h"

typedef char *(*Command) (const CeFilter *filter, const CeParams *params);

static const struct { const char *label; Command command; } commands[] = {
  { N_("_Script-Fu"), ce_command_script_fu },
  { N_("_Python"), ce_command_python },
  { N_("Shell _Command"), ce_command_shell },
};

static void
copy (GtkMenuItem *item, GimpProcedureConfig *config)
{
  const CeFilter  *filter = g_object_get_data (G_OBJECT (item), "ce-filter");
  int              index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "ce-command"));
  g_autofree char *text = NULL;
  CeParams         params;

  ce_config_get_params (config, filter, &params);
  text = commands[index].command (filter, &params);
  gtk_clipboard_set_text (gtk_clipboard_get (GDK_SELECTION_CLIPBOARD), text, -1);
}

static GtkWidget *
new_copy_menu (GimpProcedureConfig *config, const CeFilter *filter)
{
  GtkWidget *menu = gtk_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      GtkWidget *item = gtk_menu_item_new_with_mnemonic (_(commands[i].label));

      g_object_set_data (G_OBJECT (item), "ce-filter", (gpointer) filter);
      g_object_set_data (G_OBJECT (item), "ce-command", GINT_TO_POINTER (i));
      g_signal_connect (item, "activate", G_CALLBACK (copy), config);
      gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
    }
  gtk_widget_show_all (menu);

  return menu;
}

/* A label with an arrow, as GIMP's Reset has. */
static GtkWidget *
new_copy_button (GimpProcedureConfig *config, const CeFilter *filter)
{
  GtkWidget *button = gtk_menu_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *label = gtk_label_new (_("Copy As"));
  GtkWidget *arrow = gtk_image_new_from_icon_name (GIMP_ICON_GO_DOWN, GTK_ICON_SIZE_MENU);

  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), arrow, FALSE, FALSE, 0);
  gtk_container_add (GTK_CONTAINER (button), box);
  gtk_menu_button_set_popup (GTK_MENU_BUTTON (button), new_copy_menu (config, filter));
  gtk_widget_set_tooltip_text (button, _("Copy a command that does this, with these values"));

  return button;
}

/**
 * ce_tools_new:
 * @config: the values
 * @filter: of which filter
 * @compare: called with the button and @data to compare CPU and GPU
 * @data: for @compare
 *
 * Returns: a row of buttons
 */
GtkWidget *
ce_tools_new (GimpProcedureConfig *config, const CeFilter *filter, GCallback compare, gpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("Compare CPU an_d GPU…"));
  GtkWidget *copy_button;

  gtk_widget_set_tooltip_text (button, _("Compute this on the CPU and on the GPU, and compare times and every pixel"));
  g_signal_connect (button, "clicked", compare, data);
  gtk_box_pack_end (GTK_BOX (box), button, FALSE, FALSE, 0);
  copy_button = new_copy_button (config, filter);
  gtk_box_pack_end (GTK_BOX (box), copy_button, FALSE, FALSE, 0);
  g_object_set_data (G_OBJECT (box), "ce-copy", copy_button);
  gtk_widget_show_all (box);

  return box;
}

/**
 * ce_tools_get_copy:
 * @tools: from ce_tools_new()
 *
 * Returns: (transfer none): the button that copies a command
 */
GtkWidget *
ce_tools_get_copy (GtkWidget *tools)
{
  return g_object_get_data (G_OBJECT (tools), "ce-copy");
}
