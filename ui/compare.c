/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The window that compares CPU and GPU on the user's own image.
 */
#include "dialog-private.h"

#include <inttypes.h>

#include <glib/gi18n.h>

#include "live/comparison.h"

enum { RESPONSE_COPY = 1 };

/* Returns a label whose lines wrap. */
static GtkWidget *
new_label (const char *text, double xalign, gboolean bold)
{
  g_autofree char *markup = g_markup_printf_escaped (bold ? "<b>%s</b>" : "%s", text);

  return g_object_new (GTK_TYPE_LABEL, "label", markup, "use-markup", TRUE, "xalign", xalign, "wrap", TRUE,
                       "max-width-chars", 52, "hexpand", xalign > 0, NULL);
}

/* Adds a row below the last one. */
static void
add_row (GtkGrid *grid, const char *name, const char *cpu, const char *gpu, gboolean bold)
{
  GtkWidget *label = new_label (name, 0, bold), *left = new_label (cpu ? cpu : "–", 1, bold);

  gtk_grid_attach_next_to (grid, label, NULL, GTK_POS_BOTTOM, 1, 1);
  gtk_grid_attach_next_to (grid, left, label, GTK_POS_RIGHT, 1, 1);
  gtk_grid_attach_next_to (grid, new_label (gpu ? gpu : "–", 1, bold), left, GTK_POS_RIGHT, 1, 1);
}

/* Returns (transfer full) (nullable) a time as text. */
static char *
format_time (double ms)
{
  return ms >= 0.005 ? g_strdup_printf (ms < 10 ? _("%.2f ms") : _("%.1f ms"), ms) : NULL;
}

static void
add_times (GtkGrid *grid, const char *name, double cpu, double gpu, gboolean bold)
{
  g_autofree char *cpu_text = format_time (cpu), *gpu_text = format_time (gpu);

  add_row (grid, name, cpu_text, gpu_text, bold);
}

/* Adds a table of devices and times, CPU and GPU side by side. */
static void
add_table (CeDialog *self, const CeComparison *comparison)
{
  const CeTimes   *cpu = &comparison->times[CE_SIDE_CPU], *gpu = &comparison->times[CE_SIDE_GPU];
  int              n = MAX (comparison->n_runs[CE_SIDE_CPU], comparison->n_runs[CE_SIDE_GPU]);
  g_autofree char *runs = g_strdup_printf (g_dngettext (NULL, "Of %d run", "Of %d runs, the one of median length", n), n);
  GtkGrid         *grid = g_object_new (GTK_TYPE_GRID, "column-spacing", 24, "row-spacing", 4, NULL);

  add_row (grid, "", _("CPU"), _("GPU"), TRUE);
  add_row (grid, "", comparison->devices[CE_SIDE_CPU], comparison->devices[CE_SIDE_GPU], FALSE);
  add_times (grid, _("Start-up"), cpu->start_ms, gpu->start_ms, FALSE);
  add_times (grid, _("Upload"), cpu->upload_ms, gpu->upload_ms, FALSE);
  add_times (grid, _("Compute"), cpu->compute_ms, gpu->compute_ms, FALSE);
  add_times (grid, _("Download"), cpu->download_ms, gpu->download_ms, FALSE);
  add_times (grid, _("Other"), ce_comparison_get_rest (comparison, CE_SIDE_CPU), ce_comparison_get_rest (comparison, CE_SIDE_GPU),
             FALSE);
  add_times (grid, _("Total"), cpu->total_ms, gpu->total_ms, TRUE);
  gtk_grid_attach_next_to (grid, new_label (runs, 0, FALSE), NULL, GTK_POS_BOTTOM, 1 + CE_N_SIDES, 1);
  gtk_box_pack_start (GTK_BOX (self->compare.box), GTK_WIDGET (grid), FALSE, FALSE, 0);
}

static void
add_sentence (CeDialog *self, const char *icon, const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *image = gtk_image_new_from_icon_name (icon, GTK_ICON_SIZE_BUTTON);

  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_box_pack_start (GTK_BOX (box), image, FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), new_label (text, 0, FALSE), TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self->compare.box), box, FALSE, FALSE, 0);
}

static void
add_speed (CeDialog *self, const CeComparison *comparison)
{
  double           cpu = comparison->times[CE_SIDE_CPU].compute_ms, gpu = comparison->times[CE_SIDE_GPU].compute_ms;
  g_autofree char *text = NULL;

  if (cpu <= 0 || gpu <= 0)
    return;

  if (gpu < cpu)
    text = g_strdup_printf (_("Computing alone, the GPU is %.1f times as fast as the CPU."), cpu / gpu);
  else
    text = g_strdup_printf (_("Computing alone, the CPU is %.1f times as fast as the GPU: "
                              "the GPU is not worthwhile at this size."), gpu / cpu);
  add_sentence (self, "dialog-information", text);
}

static void
add_identity (CeDialog *self, const CeComparison *comparison)
{
  const CeDifference *difference = &comparison->difference;
  gint64              all = (gint64) comparison->width * comparison->height;
  g_autofree char    *text = NULL;

  if (difference->pixels == 0)
    {
      text = g_strdup_printf (_("No pixel differs: all %'" PRId64 " are the same to the last bit."), all);
      add_sentence (self, "object-select", text);
      return;
    }

  text = g_strdup_printf (_("%'" PRId64 " of %'" PRId64 " pixels differ, by up to %.4g levels. "
                            "That must not happen: please copy the report and file it as a bug."),
                          difference->pixels, all, difference->largest);
  add_sentence (self, "dialog-warning", text);
}

static void
add_failures (CeDialog *self, const CeComparison *comparison)
{
  const GError    *error = comparison->errors[CE_SIDE_GPU];
  const char      *advice = ce_comparison_advise (comparison);
  g_autofree char *text = NULL;

  if (comparison->errors[CE_SIDE_CPU])
    add_sentence (self, "dialog-warning", comparison->errors[CE_SIDE_CPU]->message);
  if (! error)
    return;

  text = g_strconcat (advice ? advice : "", advice ? " " : "", _("Without a GPU everything works the same on the CPU."), NULL);
  add_sentence (self, "dialog-warning", error->message);
  add_sentence (self, "dialog-information", text);
}

static void
add_choice (CeDialog *self, const CeComparison *comparison)
{
  const char *text = _("Automatic takes the GPU in dialogs, where it starts once and computes often; a single call of this "
                       "size takes the CPU, which has finished before a GPU has started.");

  if (! comparison->devices[CE_SIDE_GPU])
    text = _("Automatic takes the CPU here: no GPU can be used.");
  else if (comparison->automatic == CE_SIDE_GPU)
    text = _("Automatic takes the GPU here, in dialogs and for a single call of this size.");
  add_sentence (self, "dialog-information", text);
}

/* A #GtkCallback. */
static void
destroy (GtkWidget *widget, gpointer data)
{
  gtk_widget_destroy (widget);
}

/* Shows the comparison, if the window is still open. */
void
ce_dialog_show_comparison (CeDialog *self, const CeComparison *comparison)
{
  GtkWidget *window;

  if (! self->compare.box)
    return;

  window = gtk_widget_get_toplevel (self->compare.box);
  gtk_container_foreach (GTK_CONTAINER (self->compare.box), destroy, NULL);
  add_table (self, comparison);
  add_failures (self, comparison);
  if (ce_comparison_is_both (comparison))
    {
      add_speed (self, comparison);
      add_identity (self, comparison);
    }
  add_choice (self, comparison);

  self->compare.report = ce_comparison_report (comparison, self->filter);
  gtk_dialog_set_response_sensitive (GTK_DIALOG (window), RESPONSE_COPY, TRUE);
  gtk_widget_show_all (window);
}

/* Returns the chosen GPU, or else the best one. Developers without a GPU may compare another place, such as "cpu:plain". */
static CePlace
get_compared (CeDialog *self)
{
  const char *other = ce_testing ()->compare_with;
  CePlace     place;

  if (other && ce_place_parse (&place, other, NULL))
    return place;

  return self->place.choice == CE_BACKEND_CUDA ? self->place : (CePlace) { .choice = CE_BACKEND_CUDA };
}

/* Compares in a window, until the user closes it. */
void
ce_dialog_compare (CeDialog *self)
{
  CePlace       other = get_compared (self);
  GtkClipboard *clipboard = gtk_clipboard_get (GDK_SELECTION_CLIPBOARD);
  GtkWidget    *window = gtk_dialog_new_with_buttons (_("CPU and GPU Compared"), GTK_WINDOW (self->dialog),
                                                      GTK_DIALOG_MODAL | GTK_DIALOG_DESTROY_WITH_PARENT,
                                                      _("_Copy Report"), RESPONSE_COPY, _("C_lose"), GTK_RESPONSE_CLOSE, NULL);
  GtkDialog    *dialog = GTK_DIALOG (window);

  gtk_dialog_set_default_response (dialog, GTK_RESPONSE_CLOSE);
  gtk_dialog_set_response_sensitive (dialog, RESPONSE_COPY, FALSE);
  gtk_window_set_resizable (GTK_WINDOW (window), FALSE);
  self->compare.box = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing", 12, "border-width", 12,
                                   NULL);
  gtk_container_add (GTK_CONTAINER (gtk_dialog_get_content_area (dialog)), self->compare.box);
  gtk_container_add (GTK_CONTAINER (self->compare.box), g_object_new (GTK_TYPE_SPINNER, "active", TRUE, NULL));
  gtk_container_add (GTK_CONTAINER (self->compare.box), new_label (_("Computing on both…"), 0, FALSE));
  gtk_widget_show_all (window);

  ce_render_compare (self->render, &other);
  while (gtk_dialog_run (dialog) == RESPONSE_COPY)
    gtk_clipboard_set_text (clipboard, self->compare.report, -1);
  ce_render_compare (self->render, NULL);
  gtk_clipboard_store (clipboard);
  gtk_widget_destroy (window);
  self->compare.box = NULL;
  g_clear_pointer (&self->compare.report, g_free);
}
