/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The buttons below the parameters: copy as a command, compare.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "config.h"
#include "live/commands.h"

typedef char *(*Command) (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);

static const struct { const char *label; Command command; } commands[] = {
  { N_("_Script-Fu"), ce_command_script_fu },
  { N_("_Python"), ce_command_python },
  { N_("Shell _Command"), ce_command_shell },
};

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
tell_copied (CeDialog *self, const char *name)
{
  gboolean         kept = gdk_display_supports_clipboard_persistence (gtk_widget_get_display (GTK_WIDGET (self->dialog)));
  g_autofree char *text = g_strdup_printf (kept ? _("Copied a command for “%s”")
                                                : _("Copied a command for “%s”; paste it before this dialog closes"), name);

  ce_dialog_say (self, NULL, text);
}

static void
copy (GtkMenuItem *item, CeDialog *self)
{
  int              index = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (item), "ce-command"));
  GtkClipboard    *clipboard = gtk_clipboard_get (GDK_SELECTION_CLIPBOARD);
  g_autofree char *name = gimp_image_get_name (self->source->image);
  gboolean         imported;
  g_autofree char *path = path_of (self->source->image, &imported);
  CeCommandImage   image = { gimp_image_get_id (self->source->image), name, path, imported };
  g_autofree char *text = NULL;
  CeParams         params;

  if (! name)   /* the image is gone */
    return;

  ce_config_get_params (self->config, self->filter, &params);
  if (ce_dialog_is_within (self))
    params.thresholds = CE_THRESHOLDS_MANUAL;       /* these numbers were found in the selection */
  text = commands[index].command (self->filter, &params, &image);
  gtk_clipboard_set_text (clipboard, text, -1);
  gtk_clipboard_set_can_store (clipboard, NULL, 0);
  tell_copied (self, name);
}

static GtkWidget *
new_copy_menu (CeDialog *self)
{
  GtkWidget *menu = gtk_menu_new ();

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      GtkWidget *item = gtk_menu_item_new_with_mnemonic (_(commands[i].label));

      g_object_set_data (G_OBJECT (item), "ce-command", GINT_TO_POINTER (i));
      g_signal_connect (item, "activate", G_CALLBACK (copy), self);
      gtk_menu_shell_append (GTK_MENU_SHELL (menu), item);
    }
  gtk_widget_show_all (menu);

  return menu;
}

/* A label with an arrow, as GIMP's Reset has. */
static GtkWidget *
new_copy_button (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkWidget *button = g_object_new (GTK_TYPE_MENU_BUTTON, "name", "ce-copy", "child", box, "popup", new_copy_menu (self),
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
ce_dialog_tools_new (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *button = g_object_new (GTK_TYPE_BUTTON, "label", _("Compare CPU and GPU…"), "name", "ce-compare", "tooltip-text",
                                    _("Compute this on the CPU and on the GPU, and compare times and every pixel"), NULL);
  GtkWidget *label = gtk_bin_get_child (GTK_BIN (button));

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (ce_dialog_compare), self);
  gtk_box_pack_end (GTK_BOX (box), button, FALSE, FALSE, 0);
  gtk_box_pack_end (GTK_BOX (box), new_copy_button (self), FALSE, FALSE, 0);

  return box;
}
