/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The buttons below the parameters: copy as a command, compare.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "config.h"
#include "live/commands.h"

typedef char *(*Command) (const CeFilter *filter, const CeParams *params, const CeCommandImage *image);

/* The commands by the names of the menu's items. */
static const struct { const char *name; Command command; } commands[] = {
  { "script-fu", ce_command_script_fu }, { "python", ce_command_python }, { "shell", ce_command_shell },
};

/* Returns (nullable) (transfer full) the path of the image's local file with a valid name: its own, or the one that it was
 * imported from. */
static char *
path_of (GimpImage *image, gboolean *imported)
{
  g_autoptr (GFile) own = gimp_image_get_file (image);
  g_autoptr (GFile) file = own ? g_object_ref (own) : gimp_image_get_imported_file (image);
  g_autofree char  *path = file ? g_file_get_path (file) : NULL;

  *imported = ! own;

  return path && g_utf8_validate (path, -1, NULL) ? g_steal_pointer (&path) : NULL;
}

/* Tells the user that a command was copied. Without a clipboard manager the text is lost when the dialog closes, because its
 * process offers it. */
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
  GtkClipboard    *clipboard = gtk_clipboard_get (GDK_SELECTION_CLIPBOARD);
  g_autofree char *name = gimp_image_get_name (self->source->image);
  gboolean         imported;
  g_autofree char *path = path_of (self->source->image, &imported);
  g_autofree char *svg = ce_dialog_get_svg (self);
  CeCommandImage   image = { gimp_image_get_id (self->source->image), name, path, imported, svg };
  g_autofree char *text = NULL;
  CeParams         params;

  if (! name)   /* the image is gone */
    return;

  ce_config_get_params (self->config, self->filter, &params);
  if (ce_dialog_is_within (self))
    params.thresholds = CE_THRESHOLDS_MANUAL;       /* these numbers were found in the selection */
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    if (g_str_equal (gtk_widget_get_name (GTK_WIDGET (item)), commands[i].name))
      text = commands[i].command (self->filter, &params, &image);
  gtk_clipboard_set_text (clipboard, text, -1);
  gtk_clipboard_set_can_store (clipboard, NULL, 0);
  tell_copied (self, name);
}

/* Returns a row of buttons. */
GtkWidget *
ce_dialog_tools_new (CeDialog *self)
{
  GtkBuilder *layout = self->tools = gtk_builder_new_from_resource ("/cuda-edges/layout/tools.ui");

  gtk_builder_add_callback_symbols (layout, "copy", G_CALLBACK (copy), "ce_dialog_compare", G_CALLBACK (ce_dialog_compare),
                                    NULL);
  gtk_builder_connect_signals (layout, self);

  return GTK_WIDGET (gtk_builder_get_object (layout, "tools"));
}
