/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "recipe-questions.h"

#include <glib/gi18n.h>

#include "live/trace.h"

typedef struct
{
  GPtrArray *recipes;
  GtkDialog *dialog;
  GtkWidget *entry;
  GtkWidget *hint;
} Question;

static GtkWindow *
window_of (GtkWidget *widget)
{
  return GTK_WINDOW (gtk_widget_get_toplevel (widget));
}

/* (nullable): the one that has this name for the user. */
static const CeRecipe *
find (GPtrArray *recipes, const char *name)
{
  for (guint i = 0; i < recipes->len; i++)
    {
      const CeRecipe *recipe = recipes->pdata[i];

      if (g_str_equal (recipe->name, name) || (! recipe->own && g_str_equal (_(recipe->name), name)))
        return recipe;
    }

  return NULL;
}

/* (transfer full): as it is typed, without blanks around. */
static char *
get_name (Question *question)
{
  return g_strstrip (g_strdup (gtk_entry_get_text (GTK_ENTRY (question->entry))));
}

/* Nothing is written over without a word, and a recipe that comes along has its name for itself. */
static void
changed (GtkEditable *entry, Question *question)
{
  g_autofree char *name = get_name (question);
  const CeRecipe  *same = find (question->recipes, name);
  const char      *hint = same && same->own ? _("There is a recipe of this name: it will be replaced.")
                          : same ? _("A recipe that comes with the filter has this name: choose another one.") : "";
  GtkWidget       *save = gtk_dialog_get_widget_for_response (question->dialog, GTK_RESPONSE_OK);

  gtk_label_set_text (GTK_LABEL (question->hint), hint);
  gtk_button_set_label (GTK_BUTTON (save), same && same->own ? _("_Replace") : _("_Save"));
  gtk_widget_set_sensitive (save, *name && (! same || same->own));
  ce_trace ("recipe name: %s", *name ? hint : "none");
}

static void
fill (Question *question, const char *proposed)
{
  GtkWidget *box = g_object_new (GTK_TYPE_GRID, "border-width", 12, "column-spacing", 12, "row-spacing", 6, NULL);
  GtkWidget *label = gtk_label_new_with_mnemonic (_("_Name"));

  question->entry = g_object_new (GTK_TYPE_ENTRY, "width-chars", 40, "activates-default", TRUE, "text",
                                  proposed ? proposed : "", NULL);
  question->hint = g_object_new (GTK_TYPE_LABEL, "xalign", 0.0, NULL);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), question->entry);
  gtk_grid_attach (GTK_GRID (box), label, 0, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (box), question->entry, 1, 0, 1, 1);
  gtk_grid_attach (GTK_GRID (box), question->hint, 1, 1, 1, 1);
  gtk_container_add (GTK_CONTAINER (gtk_dialog_get_content_area (question->dialog)), box);
  gtk_widget_show_all (box);
  g_signal_connect (question->entry, "changed", G_CALLBACK (changed), question);
  changed (NULL, question);
}

/* (transfer full) (nullable): a name to save under; @proposed, (nullable), is in the field at first. */
char *
ce_recipe_ask_name (GtkWidget *parent, GPtrArray *recipes, const char *proposed)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (_("Save Recipe"), window_of (parent), GTK_DIALOG_MODAL,
                                                   _("_Cancel"), GTK_RESPONSE_CANCEL, _("_Save"), GTK_RESPONSE_OK, NULL);
  Question   question = { recipes, GTK_DIALOG (dialog), NULL, NULL };
  char      *name;

  gtk_dialog_set_default_response (question.dialog, GTK_RESPONSE_OK);
  fill (&question, proposed);
  name = gtk_dialog_run (question.dialog) == GTK_RESPONSE_OK ? get_name (&question) : NULL;
  gtk_widget_destroy (dialog);

  return name;
}

/* Whether a recipe is to go. */
gboolean
ce_recipe_ask_delete (GtkWidget *parent, const char *name)
{
  GtkWidget *dialog = gtk_message_dialog_new (window_of (parent), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE,
                                              _("Delete the recipe “%s”?"), name);
  gboolean   sure;

  gtk_window_set_title (GTK_WINDOW (dialog), _("Delete Recipe"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _("_Cancel"), GTK_RESPONSE_CANCEL, _("_Delete"), GTK_RESPONSE_OK, NULL);
  sure = gtk_dialog_run (GTK_DIALOG (dialog)) == GTK_RESPONSE_OK;
  gtk_widget_destroy (dialog);

  return sure;
}

/* (transfer full) (nullable): a file to write, which is called @proposed at first; of NULL one to read. */
GFile *
ce_recipe_ask_file (GtkWidget *parent, const char *proposed)
{
  GtkFileChooserNative *native = gtk_file_chooser_native_new (proposed ? _("Export as GIMP Preset") : _("Import GIMP Preset"),
                                                              window_of (parent),
                                                              proposed ? GTK_FILE_CHOOSER_ACTION_SAVE
                                                                       : GTK_FILE_CHOOSER_ACTION_OPEN,
                                                              proposed ? _("_Export") : _("_Import"), _("_Cancel"));
  GtkFileChooser       *chooser = GTK_FILE_CHOOSER (native);
  GFile                *file = NULL;

  if (proposed)
    {
      gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
      gtk_file_chooser_set_current_name (chooser, proposed);
    }
  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (native)) == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (chooser);
  g_object_unref (native);

  return file;
}
