/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog of lines: the lines, their numbers and their file.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

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

/* Shows the number and the length of lines, and the number of dots. */
static void
tell (CeDialog *self, const CeLines *lines, double travel)
{
  double           x_dpi = 72, y_dpi = 72, mm;
  g_autofree char *numbers = NULL, *pen = NULL, *dots = ce_found_note (&(CeFound) { .dots = lines->n_dots }), *text = NULL;

  if (tell_replaced (self))
    return;

  gimp_image_get_resolution (self->source->image, &x_dpi, &y_dpi);
  mm = MM_PER_INCH / x_dpi;
  numbers = g_strdup_printf (_("Lines: %u, of %u curves, %.0f px or %.0f mm long."), lines->n_paths, lines->n_curves,
                             lines->length, lines->length * mm);
  pen = travel < 0 ? NULL : g_strdup_printf (_("A pen travels %.0f mm between them."), travel * mm);
  text = g_strjoin (" ", numbers, dots ? dots : pen, dots ? pen : NULL, NULL);
  ce_dialog_say (self, NULL, text);
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
  if (self->refusal || event->generation != self->generation)
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

static void
output_changed (CeDialog *self)
{
  g_autofree char *output = NULL;

  g_object_get (self->config, "output", &output, NULL);
  gtk_widget_set_visible (self->lines.file, g_str_equal (output, "svg"));
}

/* Adds the row of the SVG file, if the output needs one. */
void
ce_dialog_add_file (CeDialog *self, GtkBox *strip)
{
  if (! self->filter->makes_paths)
    return;

  self->lines.file = gimp_procedure_dialog_get_widget (self->dialog, "file", G_TYPE_NONE);
  gtk_box_pack_start (strip, self->lines.file, FALSE, FALSE, 0);
  g_signal_connect_swapped (self->config, "notify::output", G_CALLBACK (output_changed), self);
  g_signal_connect_swapped (self->config, "notify::file", G_CALLBACK (file_changed), self);
  output_changed (self);
}
