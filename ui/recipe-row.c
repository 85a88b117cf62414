/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The recipes at the top of the parameters: choose, save, and what else there is
 * to do with them.
 */
#include "recipe-row.h"

#include <string.h>

#include <glib/gi18n.h>

#include "config.h"
#include "live/recipes.h"
#include "recipe-files.h"
#include "recipe-menu.h"
#include "recipe-name.h"

/* What is in the list before the recipes; a line parts those that come along from the user's own. */
enum { OWN_VALUES, DEFAULT_VALUES, FIRST_RECIPE };

typedef struct
{
  GimpProcedureConfig *config;
  GimpProcedure       *procedure;
  const CeFilter      *filter;
  int                  size;           /* of the image */
  CeRecipes           *recipes;
  char                *last;           /* (nullable) what the recipe that was chosen last is called */
  char                *trouble;        /* (nullable) why some cannot be used */
  GtkWidget           *label;
  GtkWidget           *combo;          /* see above */
  GtkWidget           *problem;        /* says it */
  GtkWidget           *menu;
  gboolean             setting;        /* not the user */
} Row;

static void
free_row (gpointer data)
{
  Row *row = data;

  ce_recipes_free (row->recipes);
  g_free (row->last);
  g_free (row->trouble);
  g_free (row);
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

/* Where a recipe is in the list; the line is before the first of the user's own. */
static int
position_of (Row *row, int recipe)
{
  return FIRST_RECIPE + recipe + ce_recipes_get (row->recipes, (guint) recipe)->own;
}

/* (nullable): the one that is at a position of the list. */
static const CeRecipe *
recipe_at (Row *row, int position)
{
  for (int i = 0; i < (int) ce_recipes_count (row->recipes); i++)
    if (position_of (row, i) == position)
      return ce_recipes_get (row->recipes, (guint) i);

  return NULL;
}

/* "Line art for coloring, changed" */
static void
name_own_values (Row *row)
{
  g_autofree char *text = row->last ? g_strdup_printf (_("%s, changed"), row->last) : g_strdup (_("(own values)"));

  gtk_combo_box_text_remove (GTK_COMBO_BOX_TEXT (row->combo), OWN_VALUES);
  gtk_combo_box_text_insert_text (GTK_COMBO_BOX_TEXT (row->combo), OWN_VALUES, text);
}

static void
show_active (Row *row, const CeParams *params)
{
  int      index = ce_recipes_find (row->recipes, params);
  CeParams defaults;

  ce_params_init (&defaults, row->filter);
  row->setting = TRUE;
  if (index >= 0)
    {
      g_free (row->last);
      row->last = g_strdup (get_name (ce_recipes_get (row->recipes, (guint) index)));
      gtk_combo_box_set_active (GTK_COMBO_BOX (row->combo), position_of (row, index));
    }
  else if (ce_recipes_same (row->filter, &defaults, params))
    {
      g_clear_pointer (&row->last, g_free);
      gtk_combo_box_set_active (GTK_COMBO_BOX (row->combo), DEFAULT_VALUES);
    }
  else
    {
      name_own_values (row);
      gtk_combo_box_set_active (GTK_COMBO_BOX (row->combo), OWN_VALUES);
    }
  ce_recipe_menu_set_recipe (row->menu, index >= 0 ? row->last : NULL,
                             index >= 0 && ce_recipes_get (row->recipes, (guint) index)->own);
  row->setting = FALSE;
}

static void
load (Row *row)
{
  g_autoptr (GBytes) common = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char   *text = g_strndup (g_bytes_get_data (common, NULL), g_bytes_get_size (common));

  ce_recipes_free (row->recipes);
  g_free (row->trouble);
  row->recipes = ce_recipes_new (row->filter, text);
  ce_recipes_fit (row->recipes, row->size);
  row->trouble = ce_recipe_files_load (row->recipes, row->procedure, row->filter);
  gtk_label_set_text (GTK_LABEL (row->problem), row->trouble ? row->trouble : "");
  gtk_widget_set_visible (row->problem, row->trouble != NULL);
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
  gtk_combo_box_text_append_text (combo, _("(own values)"));
  gtk_combo_box_text_append_text (combo, _("(default values)"));
  for (guint i = 0; i < ce_recipes_count (row->recipes); i++)
    {
      const CeRecipe *recipe = ce_recipes_get (row->recipes, i);

      if (recipe->own && ! parted)
        gtk_combo_box_text_append_text (combo, "");
      parted |= recipe->own;
      gtk_combo_box_text_append_text (combo, get_name (recipe));
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
  int             index = gtk_combo_box_get_active (combo);
  const CeRecipe *recipe = recipe_at (row, index);
  CeParams        params, values;

  if (row->setting || (! recipe && index != DEFAULT_VALUES))
    return;

  ce_params_init (&values, row->filter);
  ce_config_get_params (row->config, row->filter, &params);
  ce_recipes_apply (row->filter, recipe ? &recipe->params : &values, &params);
  ce_config_set_params (row->config, row->filter, &params);
}

static void
save_clicked (GtkWidget *button, Row *row)
{
  const CeRecipe    *active = recipe_at (row, gtk_combo_box_get_active (GTK_COMBO_BOX (row->combo)));
  g_autofree char   *name = ce_recipe_name_ask (button, row->recipes, active && active->own ? active->name : NULL);
  g_autoptr (GError) error = NULL;
  CeParams           params;

  if (! name)
    return;

  ce_config_get_params (row->config, row->filter, &params);
  if (! ce_recipe_files_save (row->procedure, row->filter, name, &params, &error))
    ce_recipe_menu_complain (button, error);
  fill (row);
}

static gboolean
is_sure (Row *row, const char *name)
{
  GtkWidget *dialog = gtk_message_dialog_new (GTK_WINDOW (gtk_widget_get_toplevel (row->combo)), GTK_DIALOG_MODAL,
                                              GTK_MESSAGE_QUESTION, GTK_BUTTONS_NONE, _("Delete the recipe “%s”?"), name);
  gboolean   sure;

  gtk_window_set_title (GTK_WINDOW (dialog), _("Delete Recipe"));
  gtk_dialog_add_buttons (GTK_DIALOG (dialog), _("_Cancel"), GTK_RESPONSE_CANCEL, _("_Delete"), GTK_RESPONSE_OK, NULL);
  sure = gtk_dialog_run (GTK_DIALOG (dialog)) == GTK_RESPONSE_OK;
  gtk_widget_destroy (dialog);

  return sure;
}

static void
delete_clicked (GtkMenuItem *item, Row *row)
{
  const CeRecipe    *recipe = recipe_at (row, gtk_combo_box_get_active (GTK_COMBO_BOX (row->combo)));
  g_autoptr (GError) error = NULL;

  if (! recipe || ! recipe->own || ! is_sure (row, recipe->name))
    return;

  if (! ce_recipe_files_delete (row->filter, recipe->name, &error))
    ce_recipe_menu_complain (row->combo, error);
  g_clear_pointer (&row->last, g_free);
  fill (row);
}

static GtkWidget *
new_save (Row *row)
{
  const char *tooltip = _("Save these values as a recipe of your own");
  GtkWidget  *button = gtk_button_new_from_icon_name ("document-save", GTK_ICON_SIZE_BUTTON);

  gtk_widget_set_name (button, "ce-save recipe");
  gtk_widget_set_tooltip_text (button, tooltip);
  atk_object_set_name (gtk_widget_get_accessible (button), tooltip);
  g_signal_connect (button, "clicked", G_CALLBACK (save_clicked), row);

  return button;
}

/* A sentence with the name of a file: it may take some lines, but not make the
 * dialog wider. */
static GtkWidget *
new_problem (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_line_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_width_chars (GTK_LABEL (label), 10);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 10);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_can_focus (label, FALSE);
  gtk_widget_set_no_show_all (label, TRUE);
  atk_object_set_role (gtk_widget_get_accessible (label), ATK_ROLE_ALERT);

  return label;
}

static GtkWidget *
new_combo (Row *row)
{
  GtkWidget *combo = gtk_combo_box_text_new ();

  gtk_combo_box_set_row_separator_func (GTK_COMBO_BOX (combo), is_line, NULL, NULL);
  gtk_label_set_xalign (GTK_LABEL (row->label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (row->label), combo);
  gtk_widget_set_tooltip_text (combo, _("Parameters for a purpose; “Compute on” and where the output goes stay as they are"));

  return combo;
}

/* A row for the top of the parameters. */
GtkWidget *
ce_recipe_row_new (GimpProcedureConfig *config, const CeFilter *filter, int size)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Row       *row = g_new0 (Row, 1);

  row->config = config;
  row->procedure = gimp_procedure_config_get_procedure (config);
  row->filter = filter;
  row->size = size;
  row->label = gtk_label_new_with_mnemonic (_("Recipe"));
  row->combo = new_combo (row);
  row->menu = ce_recipe_menu_new (config, filter, G_CALLBACK (delete_clicked), row);
  row->problem = new_problem ();
  gtk_box_pack_start (GTK_BOX (box), row->label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row->combo, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), new_save (row), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row->menu, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (both), box, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (both), row->problem, FALSE, FALSE, 0);
  g_object_set_data_full (G_OBJECT (both), "ce-recipe-row", row, free_row);

  fill (row);
  g_signal_connect (row->combo, "changed", G_CALLBACK (chosen), row);
  gtk_widget_show_all (both);

  return both;
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
  return row_of (row)->label;
}

/* (nullable): why some of the user's own cannot be used. */
const char *
ce_recipe_row_get_problem (GtkWidget *row)
{
  return row_of (row)->trouble;
}

/* Shows which recipe these parameters are, if any. */
void
ce_recipe_row_config_changed (GtkWidget *row, const CeParams *params)
{
  show_active (row_of (row), params);
}
