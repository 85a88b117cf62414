/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recipes at the top of the parameters: choose, save, delete; presets of GIMP's, which Batcher and others load, out of
 * the dialog and into it.
 */
#include "recipe-row.h"

#include <glib/gi18n.h>

#include "config.h"
#include "engine/preset.h"
#include "live/recipes.h"
#include "live/trace.h"
#include "recipe-files.h"
#include "recipe-questions.h"

/* What is in the list before the recipes, whose ids are their numbers; a line parts those that come along from the user's
 * own. */
#define OWN_VALUES "own"
#define DEFAULT_VALUES "default"

typedef struct
{
  GimpProcedureConfig *config;
  GimpProcedure       *procedure;
  const CeFilter      *filter;
  int                  size;           /* of the image */
  GPtrArray           *recipes;        /* of CeRecipe */
  char                *last;           /* (nullable) what the recipe that was chosen last is called */
  GtkBuilder          *layout;
  GtkWidget           *combo;          /* see above */
  gboolean             setting;        /* not the user */
} Row;

static void
free_row (Row *row)
{
  g_ptr_array_unref (row->recipes);
  g_free (row->last);
  g_object_unref (row->layout);
  g_free (row);
}

static GtkWidget *
get (Row *row, const char *id)
{
  return GTK_WIDGET (gtk_builder_get_object (row->layout, id));
}

static Row *
row_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "ce-recipe-row");
}

static const char *
get_name (const CeRecipe *recipe)
{
  return recipe->own ? recipe->name : _(recipe->name);
}

/* (nullable): the one that is chosen. */
static const CeRecipe *
get_chosen (Row *row)
{
  const char *id = gtk_combo_box_get_active_id (GTK_COMBO_BOX (row->combo));

  return id && g_ascii_isdigit (*id) ? row->recipes->pdata[g_ascii_strtoull (id, NULL, 10)] : NULL;
}

static void
choose (Row *row, int index)
{
  g_autofree char *id = g_strdup_printf ("%d", index);

  g_free (row->last);
  row->last = g_strdup (get_name (row->recipes->pdata[index]));
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), id);
}

/* "Line art for coloring, changed" */
static void
choose_own_values (Row *row)
{
  g_autofree char *text = row->last ? g_strdup_printf (_("%s, changed"), row->last) : g_strdup (_("(own values)"));

  gtk_combo_box_text_remove (GTK_COMBO_BOX_TEXT (row->combo), 0);
  gtk_combo_box_text_insert (GTK_COMBO_BOX_TEXT (row->combo), 0, OWN_VALUES, text);
  gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), OWN_VALUES);
}

static void
show_active (Row *row, const CeParams *params)
{
  int             index = ce_recipes_find (row->recipes, row->filter, params);
  const CeRecipe *recipe;
  CeParams        defaults;

  ce_params_init (&defaults, row->filter);
  row->setting = TRUE;
  if (index >= 0)
    choose (row, index);
  else if (ce_recipes_same (row->filter, &defaults, params))
    {
      g_clear_pointer (&row->last, g_free);
      gtk_combo_box_set_active_id (GTK_COMBO_BOX (row->combo), DEFAULT_VALUES);
    }
  else
    choose_own_values (row);
  recipe = get_chosen (row);
  gtk_widget_set_sensitive (get (row, "delete"), recipe && recipe->own);
  row->setting = FALSE;
}

/* @text: (nullable): what is wrong. */
static void
show_problem (Row *row, const char *text)
{
  gtk_label_set_text (GTK_LABEL (get (row, "problem")), text ? text : "");
  gtk_widget_set_visible (get (row, "problem"), text != NULL);
  if (text)
    ce_trace ("recipes: %s", text);
}

static void
load (Row *row)
{
  g_autoptr (GBytes)   common = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (GKeyFile) keys = g_key_file_new ();
  g_autofree char     *trouble = NULL;

  g_key_file_load_from_bytes (keys, common, G_KEY_FILE_NONE, NULL);
  g_clear_pointer (&row->recipes, g_ptr_array_unref);
  row->recipes = ce_recipes_new ();
  ce_recipes_read (row->recipes, row->filter, keys, FALSE);
  ce_recipes_fit (row->recipes, row->filter, row->size);
  trouble = ce_recipe_files_load (row->recipes, row->procedure, row->filter);
  show_problem (row, trouble);
}

/* As the files are now: another dialog may have saved one. */
static void
fill (Row *row)
{
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (row->combo);
  gboolean         parted = FALSE;
  CeParams         params;

  load (row);
  row->setting = TRUE;
  gtk_combo_box_text_remove_all (combo);
  gtk_combo_box_text_append (combo, OWN_VALUES, _("(own values)"));
  gtk_combo_box_text_append (combo, DEFAULT_VALUES, _("(default values)"));
  for (guint i = 0; i < row->recipes->len; i++)
    {
      const CeRecipe  *recipe = row->recipes->pdata[i];
      g_autofree char *id = g_strdup_printf ("%u", i);

      if (recipe->own && ! parted)
        gtk_combo_box_text_append (combo, NULL, "");
      parted |= recipe->own;
      gtk_combo_box_text_append (combo, id, get_name (recipe));
    }
  row->setting = FALSE;

  ce_config_get_params (row->config, row->filter, &params);
  show_active (row, &params);
}

/* GtkTreeViewRowSeparatorFunc. */
static gboolean
is_line (GtkTreeModel *model, GtkTreeIter *iter, gpointer data)
{
  g_autofree char *text = NULL;

  gtk_tree_model_get (model, iter, 0, &text, -1);

  return text && ! *text;
}

static void
chosen (GtkComboBox *combo, Row *row)
{
  const CeRecipe *recipe = get_chosen (row);
  CeParams        params, values;

  if (row->setting || (! recipe && g_strcmp0 (gtk_combo_box_get_active_id (combo), DEFAULT_VALUES) != 0))
    return;

  ce_params_init (&values, row->filter);
  ce_config_get_params (row->config, row->filter, &params);
  ce_recipes_apply (row->filter, recipe ? &recipe->params : &values, &params);
  ce_config_set_params (row->config, row->filter, &params);
}

static void
save_clicked (Row *row)
{
  const CeRecipe    *active = get_chosen (row);
  g_autofree char   *name = ce_recipe_ask_name (row->combo, row->recipes, active && active->own ? active->name : NULL);
  g_autoptr (GError) error = NULL;
  CeParams           params;

  if (! name)
    return;

  ce_config_get_params (row->config, row->filter, &params);
  ce_recipe_files_save (row->procedure, row->filter, name, &params, &error);
  fill (row);
  if (error)
    show_problem (row, error->message);
}

static void
delete_clicked (Row *row)
{
  const CeRecipe    *recipe = get_chosen (row);
  g_autoptr (GError) error = NULL;

  if (! recipe || ! recipe->own || ! ce_recipe_ask_delete (row->combo, recipe->name))
    return;

  ce_recipe_files_delete (row->filter, recipe->name, &error);
  g_clear_pointer (&row->last, g_free);
  fill (row);
  if (error)
    show_problem (row, error->message);
}

/* A preset is called as its recipe, or as the filter. */
static void
export_clicked (Row *row)
{
  const CeRecipe    *recipe = get_chosen (row);
  g_autofree char   *name = recipe ? g_strdup (get_name (recipe)) : g_strconcat ("cuda-", row->filter->name, NULL);
  g_autofree char   *base = g_strconcat (g_strdelimit (name, "/", '-'), CE_PRESET_SUFFIX, NULL);
  g_autoptr (GFile)  file = ce_recipe_ask_file (row->combo, base);
  g_autoptr (GError) error = NULL;

  if (file && ! ce_recipe_files_write (file, row->config, row->filter, &error))
    show_problem (row, error->message);
}

static void
import_clicked (Row *row)
{
  g_autoptr (GFile)  file = ce_recipe_ask_file (row->combo, NULL);
  g_autoptr (GError) error = NULL;
  CeParams           params, old;

  if (! file)
    return;
  if (! ce_recipe_files_read (file, row->procedure, row->filter, &params, &error))
    {
      show_problem (row, error->message);
      return;
    }

  ce_config_get_params (row->config, row->filter, &old);
  params.erased = old.erased;
  ce_config_set_params (row->config, row->filter, &params);
}

/* A row for the top of the parameters. */
GtkWidget *
ce_recipe_row_new (GimpProcedureConfig *config, const CeFilter *filter, int size)
{
  Row       *row = g_new0 (Row, 1);
  GtkWidget *widget;

  row->config = config;
  row->procedure = gimp_procedure_config_get_procedure (config);
  row->filter = filter;
  row->size = size;
  row->layout = gtk_builder_new_from_resource ("/cuda-edges/layout/recipes.ui");
  row->combo = get (row, "list");
  gtk_builder_add_callback_symbols (row->layout, "save_clicked", G_CALLBACK (save_clicked), "delete_clicked",
                                    G_CALLBACK (delete_clicked), "export_clicked", G_CALLBACK (export_clicked),
                                    "import_clicked", G_CALLBACK (import_clicked), NULL);
  gtk_builder_connect_signals (row->layout, row);
  gtk_combo_box_set_row_separator_func (GTK_COMBO_BOX (row->combo), is_line, NULL, NULL);
  fill (row);
  g_signal_connect (row->combo, "changed", G_CALLBACK (chosen), row);
  widget = get (row, "row");
  g_object_set_data (G_OBJECT (widget), "ce-recipe-row", row);
  g_signal_connect_swapped (widget, "destroy", G_CALLBACK (free_row), row);      /* the layout holds it until then */

  return widget;
}

/* (transfer none): the list, which a key may go to. */
GtkWidget *
ce_recipe_row_get_list (GtkWidget *row)
{
  return row_of (row)->combo;
}

/* (transfer none): to be aligned with others. */
GtkWidget *
ce_recipe_row_get_label (GtkWidget *row)
{
  return get (row_of (row), "label");
}

/* Shows which recipe these parameters are, if any. */
void
ce_recipe_row_config_changed (GtkWidget *row, const CeParams *params)
{
  show_active (row_of (row), params);
}
