/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Shows the manual and the keys of the preview.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

/* Returns (nullable) the filter's page of the manual, which is beside the plug-in, with a folder for each language. */
static char *
find_page (const CeFilter *filter)
{
  g_autofree char          *folder = g_path_get_dirname (gimp_get_progname ());
  g_autofree char          *name = g_strconcat (filter->name, ".html", NULL);
  g_autoptr (GStrvBuilder)  builder = g_strv_builder_new ();
  g_auto (GStrv)            languages = NULL;

  g_strv_builder_addv (builder, (const char **) g_get_language_names ());
  g_strv_builder_add (builder, "en");
  languages = g_strv_builder_end (builder);
  for (char **language = languages; *language; language++)
    {
      g_autofree char *page = g_build_filename (folder, "help", *language, name, NULL);

      if (g_file_test (page, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&page);
    }

  return NULL;
}

/* Opens the manual. If no program opens it, shows the keys, the reason and the manual's path. */
static void
open_manual (CeDialog *self)
{
  g_autofree char   *uri = g_filename_to_uri (self->help.manual, NULL, NULL);
  g_autofree char   *text = NULL;
  g_autoptr (GError) error = NULL;

  ce_trace ("help: %s", uri);
  gtk_widget_hide (self->help.failure);
  if (gtk_show_uri_on_window (NULL, uri, gtk_get_current_event_time (), &error))      /* a window would get no error */
    return;

  text = g_strdup_printf ("%s\n%s", error->message, uri);
  gtk_label_set_text (GTK_LABEL (self->help.failure), text);
  gtk_widget_show (self->help.failure);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->help.button), TRUE);
}

/* Opens the manual for F1, or shows the keys if there is no manual. */
void
ce_dialog_show_help (CeDialog *self)
{
  if (self->help.manual)
    {
      open_manual (self);
      return;
    }

  ce_trace ("help: keys");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->help.button), TRUE);
}

/* Returns (transfer full) a sentence for each key of this dialog. */
static char **
describe_keys (CeDialog *self)
{
  g_autoptr (GStrvBuilder) sentences = g_strv_builder_new ();
  gboolean                 overlays;

  g_object_get (self->preview, "overlays", &overlays, NULL);
  g_strv_builder_add_many (sentences, _("The result on the whole layer."),
                           _("Plus and minus zoom, 1 shows it at 100 %, 0 fits it, arrow keys move it."),
                           _("B, S and A show it before, split and after; space swaps the sides, comma and period move the "
                             "line between them."), NULL);
  if (overlays)
    g_strv_builder_add (sentences, _("V shows it over the photo."));
  if (ce_selection_get_mask (self->selection))
    g_strv_builder_add (sentences, _("O shows the outline of the selection."));
  if (self->filter->id == CE_FILTER_CANNY)
    g_strv_builder_add_many (sentences, _("E asks about the edge in the middle."),
                             _("A drag with Shift erases all edges in a rectangle, one with Ctrl those that a brush goes "
                               "over."), NULL);
  g_strv_builder_add_many (sentences, _("Ctrl+Z undoes the last change in this window, Shift+Ctrl+Z redoes it."),
                           _("Alt+F goes to the recipes."), NULL);

  return g_strv_builder_end (sentences);
}

static GtkWidget *
add_text (GtkWidget *box, const char *text)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "label", text, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                                   "max-width-chars", 48, "xalign", 0.0, NULL);

  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);

  return label;
}

static GtkWidget *
new_popover (CeDialog *self, char **keys)
{
  GtkWidget *popover = gtk_popover_new (self->help.button);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_container_set_border_width (GTK_CONTAINER (box), 12);
  for (int i = 0; keys[i]; i++)
    add_text (box, keys[i]);
  self->help.failure = add_text (box, NULL);
  g_object_set (self->help.failure, "selectable", TRUE, "can-focus", FALSE, "no-show-all", TRUE, NULL);
  if (self->help.manual)
    {
      GtkWidget *button = gtk_button_new_with_label (_("Open the Manual"));

      g_signal_connect_swapped (button, "clicked", G_CALLBACK (open_manual), self);
      gtk_box_pack_start (GTK_BOX (box), button, FALSE, FALSE, 0);
    }
  gtk_container_add (GTK_CONTAINER (popover), box);
  gtk_widget_show_all (box);

  return popover;
}

/* Returns a button for help. */
GtkWidget *
ce_dialog_help_new (CeDialog *self)
{
  g_auto (GStrv)   keys = describe_keys (self);
  g_autofree char *text = g_strjoinv (" ", keys);

  self->help.button = g_object_new (GTK_TYPE_MENU_BUTTON, "label", _("Help"), "tooltip-text", _("Help (F1)"), "visible", TRUE,
                                    NULL);
  self->help.manual = find_page (self->filter);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (self->help.button), new_popover (self, keys));
  ce_trace ("keys: %s", text);
  atk_object_set_description (gtk_widget_get_accessible (GTK_WIDGET (self->preview)), text);

  return self->help.button;
}
