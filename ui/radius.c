/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line below the radius of deconvolution: the radius of the picture's own blur, with a button that sets it, or the
 * reason why it cannot be told. And the line of noise, which is found together with it.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "style.h"

/* The rows of text that a long reason takes. */
#define N_ROWS 2

/* Returns (transfer full) what the edges tell of the blur. */
static char *
describe (const CeFound *found)
{
  gulong n = (gulong) found->edges;

  if (found->is_left)
    return ce_found_note (found);

  return g_strdup_printf (g_dngettext (NULL, "%.2f px, found in %'lu edge", "%.2f px, found in %'lu edges", n), found->blur,
                          n);
}

/* Returns the line of the image's noise, below the bound of noise. It has its height before the number is known, so that
 * nothing moves then. */
GtkWidget *
ce_dialog_noise_new (CeDialog *self)
{
  g_autofree char *text = g_strdup_printf (_("Noise of this image: about %s levels"), "…");

  self->radius.noise = g_object_new (GTK_TYPE_LABEL, "label", text, "name", "ce-noise", "xalign", 1.0, "wrap", TRUE,
                                     "visible", TRUE, NULL);
  ce_style_add (self->radius.noise, GTK_STYLE_CLASS_DIM_LABEL);

  return self->radius.noise;
}

/* Shows the strength of the image's noise, as advice for the user; a negative one is not known, and its line empty. */
static void
tell_noise (CeDialog *self, double noise)
{
  g_autofree char *number = g_strdup_printf ("%.1f", noise);
  g_autofree char *text = g_strdup_printf (_("Noise of this image: about %s levels"), number);

  gtk_label_set_text (GTK_LABEL (self->radius.noise), noise < 0 ? "" : text);
  ce_trace ("noise: %s", noise < 0 ? "none" : text);
}

/* Shows @text, on a button that marks the (nullable) edges @steps if there are any. */
static void
show (CeDialog *self, const char *text, gboolean usable, GArray *steps)
{
  gboolean has = steps && steps->len > 0;

  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->radius.mark), FALSE);
  g_clear_pointer (&self->radius.steps, g_array_unref);
  self->radius.steps = has ? g_array_ref (steps) : NULL;
  gtk_label_set_text (GTK_LABEL (self->radius.text), text);
  gtk_label_set_text (GTK_LABEL (gtk_bin_get_child (GTK_BIN (self->radius.mark))), text);
  gtk_widget_set_visible (self->radius.text, ! has);
  gtk_widget_set_visible (self->radius.mark, has);
  gtk_widget_set_visible (self->radius.use, usable);
  ce_trace ("radius: %s", text);
}

/* Marks the edges in the preview, or not. */
static void
toggled (GtkToggleButton *mark, CeDialog *self)
{
  const GArray *steps = gtk_toggle_button_get_active (mark) ? self->radius.steps : NULL;

  ce_preview_set_highlight (self->preview, steps ? (const CePoint *) (gconstpointer) steps->data : NULL,
                            steps ? steps->len : 0);
  ce_trace ("marked: %u", steps ? steps->len : 0);
}

/* Says that the radius is being looked for; @anew: in another picture. */
void
ce_dialog_seek_radius (CeDialog *self, gboolean anew)
{
  if (! self->radius.text || (self->radius.known && ! anew))
    return;

  self->radius.known = FALSE;
  show (self, _("Looking for the radius…"), FALSE, NULL);
}

/* Ends a search without an answer, and that for noise: for the reason @text, or "" if the status line has it. */
void
ce_dialog_miss_radius (CeDialog *self, const char *text)
{
  if (! self->radius.text || self->radius.known)
    return;

  show (self, text, FALSE, NULL);
  tell_noise (self, -1);
}

/* Shows the radius of the picture's blur, or why there is none, and its noise, once. */
void
ce_dialog_tell_radius (CeDialog *self, const CeEvent *event)
{
  const CeFound   *found = &event->found;
  g_autofree char *text = describe (found);

  if (! self->radius.text || self->radius.known)
    return;

  self->radius.known = TRUE;
  self->radius.found = found->blur;
  show (self, text, ! found->is_left, event->steps);
  tell_noise (self, found->noise);
}

/* Marks nothing any more when the line is not shown, because of another method. */
static void
leave (GtkWidget *mark, gpointer data)
{
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (mark), FALSE);
}

static void
use (GtkButton *button, CeDialog *self)
{
  g_object_set (self->config, "radius", self->radius.found, NULL);
}

/* Returns the least height that has room for the buttons, and for the longest reason, logical pixels. */
static int
get_height (CeDialog *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->radius.text, "X");
  int                     text, use, mark;

  pango_layout_get_pixel_size (layout, NULL, &text);
  gtk_widget_get_preferred_height (self->radius.use, NULL, &use);
  gtk_widget_get_preferred_height (self->radius.mark, NULL, &mark);

  return MAX (N_ROWS * text, MAX (use, mark + (N_ROWS - 1) * text));
}

static GtkWidget *
new_text (void)
{
  GtkWidget *text = g_object_new (GTK_TYPE_LABEL, "xalign", 1.0, "justify", GTK_JUSTIFY_RIGHT, "wrap", TRUE, "visible", TRUE,
                                  NULL);

  ce_style_add (text, GTK_STYLE_CLASS_DIM_LABEL);

  return text;
}

/* Returns the line. It always has the same height, so that nothing moves when the radius is found. */
GtkWidget *
ce_dialog_radius_new (CeDialog *self)
{
  const char *tip = _("The radius of the picture's own blur, which the widths of its clear edges tell");
  GtkWidget  *line = g_object_new (GTK_TYPE_BOX, "name", "ce-radius", "spacing", 6, "tooltip-text", tip, "visible", TRUE,
                                   NULL);

  self->radius.text = new_text ();
  self->radius.mark = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "child", new_text (), "halign", GTK_ALIGN_END,
                                    "valign", GTK_ALIGN_CENTER, "tooltip-text",
                                    _("Mark in the preview the edges whose widths tell the radius"), "name", "ce-mark", NULL);
  self->radius.use = g_object_new (GTK_TYPE_BUTTON, "label", _("Use i_t"), "use-underline", TRUE, "name", "ce-use",
                                   "tooltip-text", tip, "visible", TRUE, "valign", GTK_ALIGN_CENTER, NULL);
  gtk_box_pack_start (GTK_BOX (line), self->radius.text, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (line), self->radius.mark, TRUE, TRUE, 0);
  gtk_box_pack_end (GTK_BOX (line), self->radius.use, FALSE, FALSE, 0);
  gtk_widget_set_size_request (line, -1, get_height (self));
  g_signal_connect (self->radius.use, "clicked", G_CALLBACK (use), self);
  g_signal_connect (self->radius.mark, "toggled", G_CALLBACK (toggled), self);
  g_signal_connect (self->radius.mark, "unmap", G_CALLBACK (leave), NULL);
  ce_dialog_seek_radius (self, TRUE);

  return line;
}
