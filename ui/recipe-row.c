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
#include "recipe-menu.h"

/* What is in the list before the recipes. */
enum { OWN_VALUES, DEFAULT_VALUES, FIRST_RECIPE };

typedef struct
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  int                  size;           /* of the image */
  CeRecipes           *recipes;
  GtkWidget           *label;
  GtkWidget           *combo;          /* see above */
  GtkWidget           *problem;        /* what is wrong with the user's own */
  GtkWidget           *save;
  GtkWidget           *menu;
  gboolean             setting;        /* not the user */
} Row;

static void
free_row (gpointer data)
{
  Row *row = data;

  ce_recipes_free (row->recipes);
  g_free (row);
}

static Row *
row_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "ce-recipe-row");
}

static int
get_active (Row *row, int recipe, const CeParams *params)
{
  CeParams defaults;

  if (recipe >= 0)
    return FIRST_RECIPE + recipe;

  ce_params_init (&defaults, row->filter);

  return ce_recipes_same (row->filter, &defaults, params) ? DEFAULT_VALUES : OWN_VALUES;
}

static void
show_active (Row *row, const CeParams *params)
{
  int index = ce_recipes_find (row->recipes, params);

  row->setting = TRUE;
  gtk_combo_box_set_active (GTK_COMBO_BOX (row->combo), get_active (row, index, params));
  ce_recipe_menu_set_deletable (row->menu, index >= 0 && ce_recipes_get (row->recipes, index)->own);
  row->setting = FALSE;
}

static CeRecipes *
load (const CeFilter *filter)
{
  g_autoptr (GBytes) common = g_resources_lookup_data ("/cuda-edges/recipes.ini", G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autofree char   *text = g_strndup (g_bytes_get_data (common, NULL), g_bytes_get_size (common));
  g_autofree char   *file = g_build_filename (gimp_directory (), "cuda-edges-recipes.ini", NULL);

  return ce_recipes_new (filter, text, file);
}

/* As the file is now: another dialog may have saved one. */
static void
fill (Row *row)
{
  GtkComboBoxText *combo = GTK_COMBO_BOX_TEXT (row->combo);
  CeParams         params;
  const char      *problem;

  ce_recipes_free (row->recipes);
  row->recipes = load (row->filter);
  ce_recipes_fit (row->recipes, row->size);
  problem = ce_recipes_get_problem (row->recipes);
  gtk_label_set_text (GTK_LABEL (row->problem), problem ? problem : "");
  gtk_widget_set_visible (row->problem, problem != NULL);

  row->setting = TRUE;
  gtk_combo_box_text_remove_all (combo);
  gtk_combo_box_text_append_text (combo, _("(own values)"));
  gtk_combo_box_text_append_text (combo, _("(default values)"));
  for (guint i = 0; i < ce_recipes_count (row->recipes); i++)
    {
      const CeRecipe *recipe = ce_recipes_get (row->recipes, i);

      gtk_combo_box_text_append_text (combo, recipe->own ? recipe->name : _(recipe->name));
    }
  row->setting = FALSE;

  ce_config_get_params (row->config, row->filter, &params);
  show_active (row, &params);
}

static void
chosen (GtkComboBox *combo, Row *row)
{
  int      index = gtk_combo_box_get_active (combo);
  CeParams params, old;

  if (row->setting || index == OWN_VALUES)
    return;

  ce_config_get_params (row->config, row->filter, &old);
  if (index == DEFAULT_VALUES)
    ce_params_init (&params, row->filter);
  else
    params = ce_recipes_get (row->recipes, index - FIRST_RECIPE)->params;
  params.backend = old.backend;
  params.output = old.output;
  params.opacity = old.opacity;
  ce_config_set_params (row->config, row->filter, &params);
}

/* (transfer full) (nullable) */
static char *
ask_name (GtkWidget *parent)
{
  GtkWidget *dialog = gtk_dialog_new_with_buttons (_("Save Recipe"), GTK_WINDOW (gtk_widget_get_toplevel (parent)),
                                                   GTK_DIALOG_MODAL, _("_Cancel"), GTK_RESPONSE_CANCEL,
                                                   _("_Save"), GTK_RESPONSE_OK, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new_with_mnemonic (_("_Name"));
  GtkWidget *entry = gtk_entry_new ();
  char      *name = NULL;

  gtk_label_set_mnemonic_widget (GTK_LABEL (label), entry);
  gtk_entry_set_width_chars (GTK_ENTRY (entry), 32);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_container_set_border_width (GTK_CONTAINER (box), 12);
  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), entry, TRUE, TRUE, 0);
  gtk_container_add (GTK_CONTAINER (gtk_dialog_get_content_area (GTK_DIALOG (dialog))), box);
  gtk_dialog_set_default_response (GTK_DIALOG (dialog), GTK_RESPONSE_OK);
  gtk_widget_show_all (box);

  if (gtk_dialog_run (GTK_DIALOG (dialog)) == GTK_RESPONSE_OK)
    name = g_strstrip (g_strdup (gtk_entry_get_text (GTK_ENTRY (entry))));
  gtk_widget_destroy (dialog);
  if (name && ! *name)
    g_clear_pointer (&name, g_free);

  return name;
}

static void
save_clicked (GtkWidget *button, Row *row)
{
  g_autofree char   *name = ask_name (button);
  g_autoptr (GError) error = NULL;
  CeParams           params;

  if (! name)
    return;

  ce_config_get_params (row->config, row->filter, &params);
  if (! ce_recipes_save (row->recipes, name, &params, &error))
    ce_recipe_menu_complain (button, error);
  fill (row);
}

static void
delete_clicked (GtkMenuItem *item, Row *row)
{
  int                index = gtk_combo_box_get_active (GTK_COMBO_BOX (row->combo)) - FIRST_RECIPE;
  g_autoptr (GError) error = NULL;

  if (index >= 0 && ! ce_recipes_delete (row->recipes, index, &error))
    ce_recipe_menu_complain (row->combo, error);
  fill (row);
}

static GtkWidget *
new_save (Row *row)
{
  const char *tooltip = _("Save these values as a recipe of your own");
  GtkWidget  *button = gtk_button_new_from_icon_name ("document-save", GTK_ICON_SIZE_BUTTON);

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

/**
 * ce_recipe_row_new:
 * @config: what recipes set
 * @filter: whose recipes
 * @size: of the image, the longer side in pixels
 *
 * Returns: a row for the top of the parameters
 */
GtkWidget *
ce_recipe_row_new (GimpProcedureConfig *config, const CeFilter *filter, int size)
{
  GtkWidget *both = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Row       *row = g_new0 (Row, 1);

  row->config = config;
  row->filter = filter;
  row->size = size;
  row->label = gtk_label_new_with_mnemonic (_("Recipe _for"));
  row->combo = gtk_combo_box_text_new ();
  gtk_label_set_xalign (GTK_LABEL (row->label), 0);
  gtk_label_set_mnemonic_widget (GTK_LABEL (row->label), row->combo);
  gtk_widget_set_tooltip_text (row->combo, _("Parameters for a purpose; “Compute on” and “Output” stay as they are"));

  gtk_box_pack_start (GTK_BOX (box), row->label, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), row->combo, TRUE, TRUE, 0);
  row->save = new_save (row);
  gtk_box_pack_start (GTK_BOX (box), row->save, FALSE, FALSE, 0);
  row->menu = ce_recipe_menu_new (config, filter, G_CALLBACK (delete_clicked), row);
  gtk_box_pack_start (GTK_BOX (box), row->menu, FALSE, FALSE, 0);
  row->problem = new_problem ();
  gtk_box_pack_start (GTK_BOX (both), box, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (both), row->problem, FALSE, FALSE, 0);
  g_object_set_data_full (G_OBJECT (both), "ce-recipe-row", row, free_row);

  fill (row);
  g_signal_connect (row->combo, "changed", G_CALLBACK (chosen), row);
  gtk_widget_show_all (both);

  return both;
}

/**
 * ce_recipe_row_get_label:
 * @row: a row of recipes
 *
 * Returns: (transfer none): its label, to be aligned with others
 */
GtkWidget *
ce_recipe_row_get_label (GtkWidget *row)
{
  return row_of (row)->label;
}

/**
 * ce_recipe_row_get_save:
 * @row: a row of recipes
 *
 * Returns: (transfer none): the button that saves a recipe
 */
GtkWidget *
ce_recipe_row_get_save (GtkWidget *row)
{
  return row_of (row)->save;
}

/**
 * ce_recipe_row_get_menu:
 * @row: a row of recipes
 *
 * Returns: (transfer none): the button with what else can be done with one
 */
GtkWidget *
ce_recipe_row_get_menu (GtkWidget *row)
{
  return row_of (row)->menu;
}

/**
 * ce_recipe_row_get_problem:
 * @row: a row of recipes
 *
 * Returns: (nullable): why the user's own cannot be used
 */
const char *
ce_recipe_row_get_problem (GtkWidget *row)
{
  return ce_recipes_get_problem (row_of (row)->recipes);
}

/**
 * ce_recipe_row_config_changed:
 * @row: a row of recipes
 * @params: the parameters now
 *
 * Shows which recipe they are, if any.
 */
void
ce_recipe_row_config_changed (GtkWidget *row, const CeParams *params)
{
  show_active (row_of (row), params);
}
