/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog of lines: the lines, their numbers and their file.
 */
#include "dialog-private.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n.h>
#include <glib/gstdio.h>

#include "config.h"

#define MM_PER_INCH 25.4

/* Returns (nullable) (transfer full) the path of the file that OK writes. */
char *
ce_dialog_get_svg (CeDialog *self)
{
  g_autoptr (GFile) file = NULL;

  if (self->lines.file && self->params.lines_output == CE_LINES_TO_SVG)
    g_object_get (self->config, "file", &file, NULL);

  return file ? g_file_get_path (file) : NULL;
}

/* Returns (transfer full) the folder of the image's file, or the user's for pictures if the image has none or nobody may
 * write beside it; sets @stem to the file's name without its ending. */
static char *
find_folder (GimpImage *image, char **stem)
{
  GFile           *saved = gimp_image_get_file (image), *file = saved ? saved : gimp_image_get_imported_file (image);
  g_autofree char *path = file ? g_file_get_path (file) : NULL;
  g_autofree char *folder = path ? g_path_get_dirname (path) : NULL;
  const char      *pictures = g_get_user_special_dir (G_USER_DIRECTORY_PICTURES);
  char            *dot;

  *stem = path ? g_path_get_basename (path) : g_strdup ("lines");
  dot = strrchr (*stem, '.');
  if (dot && dot > *stem)
    *dot = '\0';
  if (folder && g_access (folder, W_OK) == 0)
    return g_steal_pointer (&folder);

  return g_strdup (pictures ? pictures : g_get_home_dir ());
}

/* A #GtkCallback: scrolls a path so that its end, the file's name, is seen. */
static void
show_end (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_ENTRY (widget))
    gtk_editable_set_position (GTK_EDITABLE (widget), -1);
  else if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), show_end, NULL);
}

/* Names the file beside the image, "photo.svg", or "photo-2.svg" if that one exists. */
static void
propose_file (CeDialog *self)
{
  g_autofree char  *stem = NULL, *folder = find_folder (self->source->image, &stem), *path = NULL;
  g_autoptr (GFile) file = NULL;

  for (int n = 1; n < 10000 && (! path || g_file_test (path, G_FILE_TEST_EXISTS)); n++)
    {
      g_autofree char *number = n > 1 ? g_strdup_printf ("-%d", n) : g_strdup ("");
      g_autofree char *base = g_strconcat (stem, number, ".svg", NULL);

      g_free (path);
      path = g_build_filename (folder, base, NULL);
    }
  file = g_file_new_for_path (path);
  g_object_set (self->config, "file", file, NULL);
  show_end (self->lines.file, NULL);
}

/* Returns (nullable) (transfer full) a description of the file that OK will replace. */
static char *
describe_replaced (CeDialog *self)
{
  g_autofree char *path = ce_dialog_get_svg (self);
  g_autofree char *name = path ? g_filename_display_name (path) : NULL;

  return path && g_file_test (path, G_FILE_TEST_EXISTS) ? g_strdup_printf (_("OK replaces “%s”, which exists."), name) : NULL;
}

/* Tells the user which file OK will replace. Returns whether there is one. */
static gboolean
tell_replaced (CeDialog *self)
{
  g_free (self->lines.told);
  self->lines.told = describe_replaced (self);
  if (self->lines.told)
    ce_dialog_say (self, CE_STATUS_ADVICE, self->lines.told);

  return self->lines.told != NULL;
}

/* Returns whether OK replaces no file, or one that the user was told of; tells the user of another one. */
gboolean
ce_dialog_may_replace (CeDialog *self)
{
  g_autofree char *replaced = describe_replaced (self);

  return g_strcmp0 (replaced, self->lines.told) == 0 || ! tell_replaced (self);
}

/* Returns (transfer full) the name and the size, millimeters, of the file that OK will write. */
static char *
describe_size (CeDialog *self, double width, double height)
{
  g_autofree char *path = ce_dialog_get_svg (self), *name = path ? g_filename_display_basename (path) : g_strdup ("");

  return g_strdup_printf (_("“%s” will be %.0f × %.0f mm."), name, width, height);
}

/* The time that GIMP 3.2.6 takes to draw a curve of a vector layer, milliseconds, measured with 2,604 to 34,133 curves. */
#define CURVE_MS 0.25

/* Returns (transfer full) (nullable) a sentence about what becomes of the lines. */
static char *
describe_use (CeDialog *self, const CeLines *lines, double travel_mm)
{
  double seconds = MAX (lines->n_curves * CURVE_MS / 1000, 1);

  if (self->params.lines_output == CE_LINES_TO_VECTOR_LAYER)
    return g_strdup_printf (_("GIMP draws them in about %.0f s. GIMP 3.0 opens no XCF file with this layer."), seconds);

  return travel_mm < 0 ? NULL : g_strdup_printf (_("A pen travels %.0f mm between them."), travel_mm);
}

/* Shows the number and the length of lines, the number of dots, and what becomes of them, after the reason why OK would fail
 * or the file that it will replace. */
static void
tell (CeDialog *self, const CeLines *lines, double travel)
{
  gboolean         replaces = ! self->refusal && tell_replaced (self);
  const char      *first = self->refusal ? self->refusal : replaces ? self->lines.told : "";
  gboolean         is_file = self->lines.file && self->params.lines_output == CE_LINES_TO_SVG;
  double           x_dpi = 72, y_dpi = 72, mm;
  g_autofree char *dots = ce_found_note (&(CeFound) { .dots = lines->n_dots });
  g_autofree char *numbers = NULL, *use = NULL, *size = NULL, *text = NULL;

  gimp_image_get_resolution (self->source->image, &x_dpi, &y_dpi);
  mm = is_file && self->params.svg_width > 0 ? self->params.svg_width / lines->width : MM_PER_INCH / x_dpi;
  size = is_file ? describe_size (self, mm * lines->width, mm * lines->height * x_dpi / y_dpi) : NULL;
  numbers = g_strdup_printf (_("Lines: %u, of %u curves, %.0f px or %.0f mm long."), lines->n_paths, lines->n_curves,
                             lines->length, lines->length * mm);
  use = describe_use (self, lines, travel < 0 ? travel : travel * mm);
  text = g_strdup_printf ("%s%s%s%s%s%s%s%s%s", first, *first ? " " : "", numbers, dots ? " " : "", dots ? dots : "",
                          use ? " " : "", use ? use : "", size && ! replaces ? " " : "", size && ! replaces ? size : "");
  ce_dialog_say (self, self->refusal ? CE_STATUS_ERROR : replaces ? CE_STATUS_ADVICE : NULL, text);
}

/* Shows that no line was found, and how many dots. */
static void
tell_none (CeDialog *self, const CeLines *lines)
{
  g_autofree char *dots = ce_found_note (&(CeFound) { .dots = lines->n_dots });
  g_autofree char *text = g_strjoin (" ", _("No line is as long as the least length."), dots, NULL);

  ce_dialog_say (self, CE_STATUS_ADVICE, text);
}

/* Handles the render thread's events about lines. */
void
ce_dialog_handle_lines (CeDialog *self, const CeEvent *event)
{
  if (event->kind != CE_EVENT_LINES)
    return;

  ce_preview_set_lines (self->preview, event->lines, event->generation);
  if (event->generation != self->generation || (self->refusal && (event->error || event->lines->n_paths == 0)))
    return;
  if (event->error)
    ce_dialog_say (self, CE_STATUS_ADVICE, event->error->message);
  else if (event->lines->n_paths > 0)
    tell (self, event->lines, event->travel);
  else if (event->lines->n_pixels > 0)
    tell_none (self, event->lines);
}

/* Tells the user that an existing file will be replaced. */
static void
file_changed (CeDialog *self)
{
  ce_dialog_check (self);
  ce_dialog_request (self);
}

/* Shows the row of the file if the output is one, and names it if it has no name yet. */
static void
output_changed (CeDialog *self)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char  *output = NULL;
  gboolean          is_file;

  g_object_get (self->config, "output", &output, "file", &file, NULL);
  is_file = g_str_equal (output, "svg");
  gtk_widget_set_visible (self->lines.file, is_file);
  if (is_file && ! file)
    propose_file (self);
}

/* A #GtkCallback: removes choices that this GIMP cannot do from the menus of a container. */
static void
leave_out (GtkWidget *widget, gpointer data)
{
  GtkTreeModel *model = GTK_IS_COMBO_BOX (widget) ? gtk_combo_box_get_model (GTK_COMBO_BOX (widget)) : NULL;
  GtkTreeIter   row;
  gboolean      goes_on = GTK_IS_LIST_STORE (model) && gtk_tree_model_get_iter_first (model, &row);

  while (goes_on)
    {
      g_autofree char *id = NULL;

      gtk_tree_model_get (model, &row, 0, &id, -1);
      goes_on = id && ! ce_config_offers (id) ? gtk_list_store_remove (GTK_LIST_STORE (model), &row)
                                              : gtk_tree_model_iter_next (model, &row);
    }
  if (GTK_IS_CONTAINER (widget))
    gtk_container_forall (GTK_CONTAINER (widget), leave_out, NULL);
}

/* Adds the row of the SVG file, if the output needs one, and leaves out what this GIMP cannot do. */
void
ce_dialog_add_file (CeDialog *self, GtkBox *strip)
{
  if (! self->filter->makes_paths)
    return;

  leave_out (gimp_procedure_dialog_get_widget (self->dialog, "output", GTK_TYPE_COMBO_BOX), NULL);
  self->lines.file = gimp_procedure_dialog_get_widget (self->dialog, "file", G_TYPE_NONE);
  gtk_box_pack_start (strip, self->lines.file, FALSE, FALSE, 0);
  g_signal_connect_swapped (self->config, "notify::output", G_CALLBACK (output_changed), self);
  g_signal_connect_swapped (self->config, "notify::file", G_CALLBACK (file_changed), self);
  output_changed (self);
}
