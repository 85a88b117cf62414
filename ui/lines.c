/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog of lines: the lines, their numbers and their file.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#define MM_PER_INCH 25.4

/* Returns whether the preview shows lines, not a stage. */
gboolean
ce_dialog_shows_lines (CeDialog *self, const CeParams *params)
{
  return (ce_filter_get_kind (self->filter, params) & CE_RESULT_PATHS)
         && ce_dialog_get_viewed (self) == ce_dialog_get_stage (self);
}

/* Requests edges one pixel wide and their lines, if the preview shows lines. */
void
ce_dialog_ask_lines (CeDialog *self, CeRequest *request)
{
  request->traced = ce_dialog_shows_lines (self, &request->params);
  if (! request->traced)
    return;

  request->params.stage = CE_STAGE_EDGES;
  request->params.style = CE_STYLE_WHITE_ON_BLACK;
  request->params.width = 1;
}

/* Sets the look of edges before their lines are ready, and below 100 %: lines over the picture. */
void
ce_dialog_set_lines_look (CeLook *look)
{
  look->coverage = TRUE;
  look->color[0] = CE_LINES_RED;
  look->color[1] = CE_LINES_GREEN;
  look->color[2] = CE_LINES_BLUE;
  look->overlay = look->as_layer = CE_OVERLAY_LINES;
  look->opacity = 1;
  look->replace = look->keep_alpha = FALSE;
}

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

/* Shows the number and the length of lines. */
static void
tell (CeDialog *self, const CeLines *lines, double travel)
{
  double           x_dpi = 72, y_dpi = 72, mm;
  g_autofree char *numbers = NULL, *pen = NULL, *text = NULL;

  if (tell_replaced (self))
    return;

  gimp_image_get_resolution (self->source->image, &x_dpi, &y_dpi);
  mm = MM_PER_INCH / x_dpi;
  numbers = g_strdup_printf (_("Lines: %u, of %u curves, %.0f px or %.0f mm long."), lines->n_paths, lines->n_curves,
                             lines->length, lines->length * mm);
  pen = travel < 0 ? NULL : g_strdup_printf (_("A pen travels %.0f mm between them."), travel * mm);
  text = g_strconcat (numbers, pen ? " " : NULL, pen, NULL);
  ce_dialog_say (self, NULL, text);
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
    ce_dialog_say (self, CE_STATUS_ADVICE, _("No line is as long as the least length."));
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
