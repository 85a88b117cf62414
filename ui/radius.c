/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The line below the radius of deconvolution: the radius of the picture's own blur, with a button that sets it, or the
 * reason why it cannot be told.
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

/* Shows the radius of the picture's blur, or why there is none; NULL: nobody knows yet. Returns whether it is news. */
gboolean
ce_dialog_tell_radius (CeDialog *self, const CeFound *found)
{
  g_autofree char *text = found ? describe (found) : g_strdup (_("Looking for the radius…"));

  if (! self->radius.text || (found && self->radius.known))
    return FALSE;

  self->radius.known = found != NULL;
  gtk_label_set_text (GTK_LABEL (self->radius.text), text);
  self->radius.found = found ? found->blur : 0;
  gtk_widget_set_visible (self->radius.use, found && ! found->is_left);
  ce_trace ("radius: %s", text);

  return TRUE;
}

static void
use (GtkButton *button, CeDialog *self)
{
  g_object_set (self->config, "radius", self->radius.found, NULL);
}

/* Returns the least height that has room for the button, and for the longest reason, logical pixels. */
static int
get_height (CeDialog *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (self->radius.text, "X");
  int                     text, button;

  pango_layout_get_pixel_size (layout, NULL, &text);
  gtk_widget_get_preferred_height (self->radius.use, NULL, &button);

  return MAX (N_ROWS * text, button);
}

/* Returns the line. It always has the same height, so that nothing moves when the radius is found. */
GtkWidget *
ce_dialog_radius_new (CeDialog *self)
{
  const char *tip = _("The radius of the picture's own blur, which the widths of its clear edges tell");
  GtkWidget  *line = g_object_new (GTK_TYPE_BOX, "name", "ce-radius", "spacing", 6, "tooltip-text", tip, "visible", TRUE,
                                   NULL);

  self->radius.text = g_object_new (GTK_TYPE_LABEL, "xalign", 1.0, "justify", GTK_JUSTIFY_RIGHT, "wrap", TRUE, "visible",
                                    TRUE, NULL);
  self->radius.use = g_object_new (GTK_TYPE_BUTTON, "label", _("Use i_t"), "use-underline", TRUE, "name", "ce-use",
                                   "tooltip-text", tip, "visible", TRUE, "valign", GTK_ALIGN_CENTER, NULL);
  ce_style_add (self->radius.text, GTK_STYLE_CLASS_DIM_LABEL);
  gtk_box_pack_start (GTK_BOX (line), self->radius.text, TRUE, TRUE, 0);
  gtk_box_pack_end (GTK_BOX (line), self->radius.use, FALSE, FALSE, 0);
  gtk_widget_set_size_request (line, -1, get_height (self));
  g_signal_connect (self->radius.use, "clicked", G_CALLBACK (use), self);
  ce_dialog_tell_radius (self, NULL);

  return line;
}
