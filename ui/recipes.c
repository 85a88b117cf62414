/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recipes at the top of the parameters: choose, save and delete them; export and import them as GIMP presets, which
 * Batcher and others load.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "config.h"
#include "live/preset.h"
#include "live/recipes.h"
#include "style.h"

/* Ids of the list's first items; recipes have their index as id. A line separates the shipped recipes from the user's own.
 * */
#define OWN_VALUES "own"
#define DEFAULT_VALUES "default"
#define FITTED_VALUES "fitted"

static GtkWidget *
get (CeDialog *self, const char *id)
{
  return GTK_WIDGET (gtk_builder_get_object (self->recipes.layout, id));
}

static GtkComboBox *
get_list (CeDialog *self)
{
  return GTK_COMBO_BOX (get (self, "list"));
}

/* Returns the longer side of the layer, pixels. */
static int
get_size (CeDialog *self)
{
  return MAX (self->source->view->width, self->source->view->height);
}

static const char *
get_name (const CeRecipe *recipe)
{
  return recipe->own ? recipe->name : _(recipe->name);
}

/* Returns (nullable) the chosen recipe. */
static const CeRecipe *
get_chosen (CeDialog *self)
{
  const char *id = gtk_combo_box_get_active_id (get_list (self));

  return id && g_ascii_isdigit (*id) ? self->recipes.list->pdata[g_ascii_strtoull (id, NULL, 10)] : NULL;
}

/* Sets the name of changed values: "Coloring page, changed". */
static void
name_own_values (CeDialog *self)
{
  GtkComboBoxText *list = GTK_COMBO_BOX_TEXT (get_list (self));
  const char      *last = self->recipes.last;
  g_autofree char *text = last ? g_strdup_printf (_("%s, changed"), last) : g_strdup (_("(own values)"));

  gtk_combo_box_text_remove (list, 0);
  gtk_combo_box_text_insert (list, 0, OWN_VALUES, text);
}

static void
chosen (GtkComboBox *list, CeDialog *self)
{
  const CeRecipe *recipe = get_chosen (self);
  const char     *id = gtk_combo_box_get_active_id (list);
  CeParams        params = self->params, values;

  if (! recipe && g_strcmp0 (id, DEFAULT_VALUES) != 0 && g_strcmp0 (id, FITTED_VALUES) != 0)
    return;

  ce_defaults_fit (&values, self->filter, g_strcmp0 (id, FITTED_VALUES) == 0 ? get_size (self) : 0);
  ce_recipes_apply (self->filter, recipe ? &recipe->params : &values, &params);
  if (recipe && recipe->output)
    ce_params_put_text (&params, ce_filter_find_param (self->filter, "output"), recipe->output, NULL);
  ce_dialog_set_params (self, &params);
}

/* Shows the recipe that has the parameters, if any. */
void
ce_dialog_show_recipe (CeDialog *self)
{
  int              index = ce_recipes_find (self->recipes.list, self->filter, &self->params);
  const CeRecipe  *recipe = index < 0 ? NULL : self->recipes.list->pdata[index];
  gboolean         is_default, is_fitted;
  g_autofree char *id = NULL;
  CeParams         defaults, values;

  ce_params_init (&defaults, self->filter);
  ce_defaults_fit (&values, self->filter, get_size (self));
  is_default = ! recipe && ce_recipes_same (self->filter, &defaults, &self->params);
  self->recipes.hint = recipe ? recipe->hint : NULL;
  is_fitted = ! recipe && ! is_default && ce_recipes_same (self->filter, &values, &self->params);
  id = recipe ? g_strdup_printf ("%d", index)
       : g_strdup (is_default ? DEFAULT_VALUES : is_fitted ? FITTED_VALUES : OWN_VALUES);
  g_signal_handlers_block_by_func (get_list (self), chosen, self);
  if (recipe || is_default || is_fitted)
    {
      g_free (self->recipes.last);
      self->recipes.last = recipe ? g_strdup (get_name (recipe)) : NULL;
    }
  else
    name_own_values (self);
  gtk_combo_box_set_active_id (get_list (self), id);
  gtk_widget_set_sensitive (get (self, "delete"), recipe && recipe->own);
  g_signal_handlers_unblock_by_func (get_list (self), chosen, self);
}

/* Shows the (nullable) @problem. */
static void
show_problem (CeDialog *self, const GError *problem)
{
  gtk_label_set_text (GTK_LABEL (get (self, "problem")), problem ? problem->message : "");
  gtk_widget_set_visible (get (self, "problem"), problem != NULL);
  if (problem)
    ce_trace ("recipes: %s", problem->message);
}

/* Returns (transfer full) the shipped recipes for a picture whose longer side has @size pixels. */
static GPtrArray *
get_shipped (CeDialog *self, int size)
{
  g_autoptr (GBytes)   common = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  GPtrArray           *list = ce_recipes_new ();

  g_key_file_load_from_bytes (keys, common, G_KEY_FILE_NONE, NULL);
  ce_recipes_read (list, self->filter, keys, FALSE);
  ce_recipes_fit (list, self->filter, size);

  return list;
}

/* Returns whether the values are the defaults, fitted to the last picture. If they are those of every picture, only the
 * filter's first opening is meant, because later ones are the user's choice. */
static gboolean
were_fitted (CeDialog *self)
{
  CeParams defaults, last;

  ce_params_init (&defaults, self->filter);
  ce_defaults_fit (&last, self->filter, self->state.size);

  return ce_recipes_same (self->filter, &last, &self->params)
         && (self->state.size == 0 || ! ce_recipes_same (self->filter, &last, &defaults));
}

/* If the values are those of a recipe for the last picture, or fitted to it, sets those for this one. The defaults of line
 * art are a recipe, so that its first sight has lines that fit the picture. */
static void
fit_values (CeDialog *self)
{
  g_autoptr (GPtrArray) last = get_shipped (self, self->state.size);
  int                   index = ce_recipes_find (last, self->filter, &self->params);
  CeParams              params = self->params, values;

  if (index < 0 && ! were_fitted (self))
    return;

  ce_defaults_fit (&values, self->filter, get_size (self));
  ce_recipes_apply (self->filter, index < 0 ? &values : &((const CeRecipe *) self->recipes.list->pdata[index])->params,
                    &params);
  self->params = params;
  ce_dialog_set_params (self, &params);
}

/* Reads the current files, because another dialog may have saved a recipe. */
static void
load (CeDialog *self)
{
  g_autoptr (GPtrArray) plain = get_shipped (self, 0);
  g_autoptr (GError)    problem = NULL;

  g_clear_pointer (&self->recipes.list, g_ptr_array_unref);
  self->recipes.list = get_shipped (self, get_size (self));
  ce_dialog_load_recipes (self, self->recipes.list, &problem);
  ce_dialog_write_presets (self->filter, self->recipes.list, plain);
  show_problem (self, problem);
}

/* Fills the list with what was read. */
static void
fill (CeDialog *self)
{
  GtkComboBoxText *list = GTK_COMBO_BOX_TEXT (get_list (self));
  gboolean         parted = FALSE;
  CeParams         defaults, values;

  ce_params_init (&defaults, self->filter);
  ce_defaults_fit (&values, self->filter, get_size (self));
  g_signal_handlers_block_by_func (list, chosen, self);
  gtk_combo_box_text_remove_all (list);
  gtk_combo_box_text_append (list, OWN_VALUES, _("(own values)"));
  gtk_combo_box_text_append (list, DEFAULT_VALUES, _("(default values)"));
  if (! ce_recipes_same (self->filter, &defaults, &values))
    gtk_combo_box_text_append (list, FITTED_VALUES, _("(fitted to this image)"));
  for (guint i = 0; i < self->recipes.list->len; i++)
    {
      const CeRecipe  *recipe = self->recipes.list->pdata[i];
      g_autofree char *id = g_strdup_printf ("%u", i);

      if (recipe->own && ! parted)
        gtk_combo_box_text_append (list, NULL, "");
      parted |= recipe->own;
      gtk_combo_box_text_append (list, id, get_name (recipe));
    }
  g_signal_handlers_unblock_by_func (list, chosen, self);
  ce_dialog_show_recipe (self);
}

/* GtkTreeViewRowSeparatorFunc. */
static gboolean
is_line (GtkTreeModel *model, GtkTreeIter *iter, gpointer data)
{
  g_autofree char *text = NULL;

  gtk_tree_model_get (model, iter, 0, &text, -1);

  return text && ! *text;
}

/* Follows a typed name: warns before a recipe is replaced, and refuses the name of a shipped recipe. */
static void
name_typed (GtkEntry *entry, CeDialog *self)
{
  GtkDialog       *question = GTK_DIALOG (gtk_widget_get_toplevel (GTK_WIDGET (entry)));
  GtkWidget       *save = gtk_dialog_get_widget_for_response (question, GTK_RESPONSE_OK);
  g_autofree char *name = g_strstrip (g_strdup (gtk_entry_get_text (entry)));
  const CeRecipe  *same = NULL;
  const char      *hint;

  for (guint i = 0; i < self->recipes.list->len && ! same; i++)
    {
      const CeRecipe *recipe = self->recipes.list->pdata[i];

      if (g_str_equal (recipe->name, name) || g_str_equal (get_name (recipe), name))
        same = recipe;
    }
  hint = same && same->own ? _("There is a recipe of this name: it will be replaced.")
         : same ? _("A recipe that comes with the filter has this name: choose another one.") : "";
  gtk_label_set_text (GTK_LABEL (get (self, "hint")), hint);
  gtk_button_set_label (GTK_BUTTON (save), same && same->own ? _("_Replace") : _("_Save"));
  gtk_widget_set_sensitive (save, *name && (! same || same->own));
  ce_trace ("recipe name: %s", *name ? hint : "none");
}

/* Asks for a name; the field begins with the (nullable) @proposed. Returns (transfer full) (nullable) the name. */
static char *
ask_name (CeDialog *self, const char *proposed)
{
  GtkWidget *question = gtk_dialog_new_with_buttons (_("Save Recipe"), GTK_WINDOW (self->dialog), GTK_DIALOG_MODAL,
                                                     _("_Cancel"), GTK_RESPONSE_CANCEL, _("_Save"), GTK_RESPONSE_OK, NULL);
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (question)), *entry = get (self, "name");
  char      *name = NULL;

  gtk_container_add (GTK_CONTAINER (content), get (self, "naming"));
  gtk_dialog_set_default_response (GTK_DIALOG (question), GTK_RESPONSE_OK);
  gtk_entry_set_text (GTK_ENTRY (entry), proposed ? proposed : "");
  name_typed (GTK_ENTRY (entry), self);
  gtk_widget_grab_focus (entry);
  if (gtk_dialog_run (GTK_DIALOG (question)) == GTK_RESPONSE_OK)
    name = g_strstrip (g_strdup (gtk_entry_get_text (GTK_ENTRY (entry))));
  gtk_container_remove (GTK_CONTAINER (content), get (self, "naming"));
  gtk_widget_destroy (question);

  return name;
}

static gboolean
ask_delete (CeDialog *self, const char *name)
{
  GtkWidget *question = gtk_message_dialog_new (GTK_WINDOW (self->dialog), GTK_DIALOG_MODAL, GTK_MESSAGE_QUESTION,
                                                GTK_BUTTONS_NONE, _("Delete the recipe “%s”?"), name);
  gboolean   sure;

  gtk_window_set_title (GTK_WINDOW (question), _("Delete Recipe"));
  gtk_dialog_add_buttons (GTK_DIALOG (question), _("_Cancel"), GTK_RESPONSE_CANCEL, _("_Delete"), GTK_RESPONSE_OK, NULL);
  sure = gtk_dialog_run (GTK_DIALOG (question)) == GTK_RESPONSE_OK;
  gtk_widget_destroy (question);

  return sure;
}

/* Asks for a file to write, with the name @proposed at first, or with NULL for a file to read. Returns (transfer full)
 * (nullable) the file. */
static GFile *
ask_file (CeDialog *self, const char *proposed)
{
  g_autoptr (GtkFileChooserNative) native
    = gtk_file_chooser_native_new (proposed ? _("Export as GIMP Preset") : _("Import GIMP Preset"), GTK_WINDOW (self->dialog),
                                   proposed ? GTK_FILE_CHOOSER_ACTION_SAVE : GTK_FILE_CHOOSER_ACTION_OPEN,
                                   proposed ? _("_Export") : _("_Import"), _("_Cancel"));
  GtkFileChooser *chooser = GTK_FILE_CHOOSER (native);

  if (proposed)
    {
      gtk_file_chooser_set_do_overwrite_confirmation (chooser, TRUE);
      gtk_file_chooser_set_current_name (chooser, proposed);
    }

  if (gtk_native_dialog_run (GTK_NATIVE_DIALOG (native)) != GTK_RESPONSE_ACCEPT)
    return NULL;

  return gtk_file_chooser_get_file (chooser);
}

static void
save_clicked (CeDialog *self)
{
  const CeRecipe    *recipe = get_chosen (self);
  g_autofree char   *name = ask_name (self, recipe && recipe->own ? recipe->name : NULL);
  g_autoptr (GError) error = NULL;

  if (! name)
    return;

  ce_dialog_save_recipe (self, name, &self->params, &error);
  load (self);
  fill (self);
  if (error)
    show_problem (self, error);
}

static void
delete_clicked (CeDialog *self)
{
  const CeRecipe    *recipe = get_chosen (self);
  g_autoptr (GError) error = NULL;

  if (! recipe || ! recipe->own || ! ask_delete (self, recipe->name))
    return;

  ce_dialog_delete_recipe (self, recipe->name, &error);
  g_clear_pointer (&self->recipes.last, g_free);
  load (self);
  fill (self);
  if (error)
    show_problem (self, error);
}

/* Exports a preset; its proposed name is that of the recipe or of the filter. */
static void
export_clicked (CeDialog *self)
{
  const CeRecipe    *recipe = get_chosen (self);
  g_autofree char   *name = recipe ? g_strdup (get_name (recipe)) : g_strconcat ("cuda-", self->filter->name, NULL);
  g_autofree char   *base = g_strconcat (g_strdelimit (name, "/", '-'), CE_PRESET_SUFFIX, NULL);
  g_autoptr (GFile)  file = ask_file (self, base);
  g_autoptr (GError) error = NULL;

  if (! file)
    return;
  ce_dialog_write_preset (self, file, self->config, &error);
  show_problem (self, error);
}

static void
import_clicked (CeDialog *self)
{
  g_autoptr (GFile)  file = ask_file (self, NULL);
  g_autoptr (GError) error = NULL;
  CeParams           params;

  if (! file)
    return;
  ce_dialog_read_preset (self, file, &params, &error);
  show_problem (self, error);
  if (error)
    return;

  params.erased = self->params.erased;
  params.drawn = self->params.drawn;
  ce_dialog_set_params (self, &params);
}

/* Returns a row for the top of the parameters. */
GtkWidget *
ce_dialog_recipes_new (CeDialog *self)
{
  self->recipes.layout = gtk_builder_new_from_resource ("/cuda-edges/layout/recipes.ui");
  gtk_builder_add_callback_symbols (self->recipes.layout, "save_clicked", G_CALLBACK (save_clicked), "delete_clicked",
                                    G_CALLBACK (delete_clicked), "export_clicked", G_CALLBACK (export_clicked),
                                    "import_clicked", G_CALLBACK (import_clicked), "chosen", G_CALLBACK (chosen),
                                    "name_typed", G_CALLBACK (name_typed), NULL);
  gtk_builder_connect_signals (self->recipes.layout, self);
  ce_style_name_icons (self->recipes.layout);
  gtk_combo_box_set_row_separator_func (get_list (self), is_line, NULL, NULL);
  load (self);
  if (! self->source->edited)   /* an effect has its values */
    fit_values (self);
  fill (self);
  /* No letter of its label is free in every filter. If this one is not free either, GTK cycles between the widgets. */
  gtk_window_add_mnemonic (GTK_WINDOW (self->dialog), GDK_KEY_f, GTK_WIDGET (get_list (self)));

  return get (self, "row");
}

/* Ends the recipes; call it before the window is destroyed. */
void
ce_dialog_recipes_end (CeDialog *self)
{
  gtk_window_remove_mnemonic (GTK_WINDOW (self->dialog), GDK_KEY_f, GTK_WIDGET (get_list (self)));
}
