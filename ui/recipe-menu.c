/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presets of GIMP's, which Batcher and others load: out of the dialog and into it.
 */
#include "recipe-menu.h"

#include <glib/gi18n.h>

#include "config.h"
#include "engine/preset.h"
#include "recipe-files.h"

typedef struct
{
  GimpProcedureConfig *config;
  GimpProcedure       *procedure;
  const CeFilter      *filter;
  char                *recipe;         /* (nullable) what the one that is chosen is called */
  GtkWidget           *button;
  GtkWidget           *delete;
} Menu;

static void
free_menu (gpointer data)
{
  g_free (((Menu *) data)->recipe);
  g_free (data);
}

/* Says what went wrong. */
void
ce_recipe_menu_complain (GtkWidget *widget, const GError *error)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_toplevel (widget)), GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_WARNING, GTK_BUTTONS_CLOSE, "%s", error->message);

  gtk_dialog_run (GTK_DIALOG (dialog));
  gtk_widget_destroy (dialog);
}

/* What a preset is called in a chooser: as its recipe, or as the filter. */
static char *
propose_file (Menu *menu)
{
  g_autofree char *name = menu->recipe ? g_strdup (menu->recipe) : g_strconcat ("cuda-", menu->filter->name, NULL);

  return g_strconcat (g_strdelimit (name, "/", '-'), CE_PRESET_SUFFIX, NULL);
}

/* (transfer full) (nullable) */
static GFile *
choose_file (Menu *menu, GtkFileChooserAction action, const char *title, const char *button)
{
  GtkWindow            *window = GTK_WINDOW (gtk_widget_get_toplevel (menu->button));
  GtkFileChooserNative *native = gtk_file_chooser_native_new (title, window, action, button, _("_Cancel"));
  GtkFileChooser       *chooser = GTK_FILE_CHOOSER (native);
  g_autofree char      *name = propose_file (menu);
  GFile                *file = NULL;

  if (action == GTK_FILE_CHOOSER_ACTION_SAVE)
    {
      gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
      gtk_file_chooser_set_current_name (chooser, name);
    }
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (native)) == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (chooser);
  g_object_unref (native);

  return file;
}

static void
export_clicked (GtkMenuItem *item, Menu *menu)
{
  g_autoptr (GFile)  file = choose_file (menu, GTK_FILE_CHOOSER_ACTION_SAVE, _("Export as GIMP Preset"), _("_Export"));
  g_autofree char   *header = g_strdup_printf ("%s: %s", menu->filter->procedure, menu->filter->title);
  g_autoptr (GError) error = NULL;

  if (file && ! gimp_config_serialize_to_file (GIMP_CONFIG (menu->config), file, header, NULL, NULL, &error))
    ce_recipe_menu_complain (menu->button, error);
}

static void
import_clicked (GtkMenuItem *item, Menu *menu)
{
  g_autoptr (GFile)  file = choose_file (menu, GTK_FILE_CHOOSER_ACTION_OPEN, _("Import GIMP Preset"), _("_Import"));
  g_autoptr (GError) error = NULL;
  CeParams           params, old;

  if (! file)
    return;
  if (! ce_recipe_files_read (file, menu->procedure, menu->filter, &params, &error))
    {
      ce_recipe_menu_complain (menu->button, error);
      return;
    }

  ce_config_get_params (menu->config, menu->filter, &old);
  params.erased = old.erased;
  ce_config_set_params (menu->config, menu->filter, &params);
}

static GtkWidget *
add_item (GtkWidget *shell, const char *label, GCallback activated, gpointer data)
{
  GtkWidget *item = gtk_menu_item_new_with_mnemonic (label);

  g_signal_connect (item, "activate", activated, data);
  gtk_menu_shell_append (GTK_MENU_SHELL (shell), item);

  return item;
}

/* A button with a menu; @delete_clicked is called with the item and @data to delete the recipe that is chosen. */
GtkWidget *
ce_recipe_menu_new (GimpProcedureConfig *config, const CeFilter *filter, GCallback delete_clicked, gpointer data)
{
  GtkWidget *shell = gtk_menu_new ();
  Menu      *menu = g_new0 (Menu, 1);

  menu->config = config;
  menu->procedure = gimp_procedure_config_get_procedure (config);
  menu->filter = filter;
  menu->button = gtk_menu_button_new ();
  gtk_widget_set_name (menu->button, "ce-recipe menu");
  menu->delete = add_item (shell, _("_Delete This Recipe"), delete_clicked, data);
  gtk_menu_shell_append (GTK_MENU_SHELL (shell), gtk_separator_menu_item_new ());
  add_item (shell, _("_Export as GIMP Preset…"), G_CALLBACK (export_clicked), menu);
  add_item (shell, _("_Import GIMP Preset…"), G_CALLBACK (import_clicked), menu);
  gtk_widget_show_all (shell);
  gtk_button_set_image (GTK_BUTTON (menu->button), gtk_image_new_from_icon_name ("view-more-symbolic", GTK_ICON_SIZE_BUTTON));
  gtk_menu_button_set_popup (GTK_MENU_BUTTON (menu->button), shell);
  gtk_widget_set_tooltip_text (menu->button, _("Delete, export or import a recipe"));
  atk_object_set_name (gtk_widget_get_accessible (menu->button), _("Delete, export or import a recipe"));
  g_object_set_data_full (G_OBJECT (menu->button), "ce-recipe-menu", menu, free_menu);

  return menu->button;
}

/* What the recipe is called that is chosen, (nullable), and whether it is the user's own. */
void
ce_recipe_menu_set_recipe (GtkWidget *button, const char *name, gboolean own)
{
  Menu *menu = g_object_get_data (G_OBJECT (button), "ce-recipe-menu");

  g_free (menu->recipe);
  menu->recipe = g_strdup (name);
  gtk_widget_set_sensitive (menu->delete, own);
}
