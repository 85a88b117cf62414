/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Undo and redo of the user's steps in the dialog: values, recipes, edges by hand and output are in one list.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "config.h"
#include "style.h"

/* Changes of one value within this time are one step, as when a slider is dragged. */
#define ONE_STEP_US 800000

static void
show (CeDialog *self)
{
  gtk_widget_set_sensitive (self->undo.back, self->undo.at > 0);
  gtk_widget_set_sensitive (self->undo.forth, self->undo.at + 1 < self->undo.states->len);
}

/* Records a change of parameters; @name is the first changed one. Found values, and a threshold that another one
 * pushes, are no step of the user. */
void
ce_dialog_record (CeDialog *self, const char *name)
{
  gint64   now = g_get_monotonic_time ();
  gboolean goes_on = g_strcmp0 (name, self->undo.acted) == 0 && now - self->undo.acted_at <= ONE_STEP_US
                     && ! g_str_equal (name, "erased") && ! g_str_equal (name, "drawn");

  if (self->undo.going)
    return;

  if (! ce_dialog_is_pushing (self))
    {
      self->undo.acted = g_intern_string (name);
      self->undo.acted_at = now;
    }
  if (ce_dialog_is_pushing (self) || goes_on)
    g_array_index (self->undo.states, CeParams, self->undo.at) = self->params;
  else
    {
      g_array_set_size (self->undo.states, ++self->undo.at);
      g_array_append_val (self->undo.states, self->params);
    }
  show (self);
}

static void
go (CeDialog *self, int step)
{
  guint at = self->undo.at + (guint) step;

  if (at >= self->undo.states->len)
    return;

  self->undo.at = at;
  self->undo.going = TRUE;
  ce_dialog_set_params (self, &g_array_index (self->undo.states, CeParams, at));
  self->undo.going = FALSE;
  self->undo.acted = NULL;
  ce_trace ("undo: at %u of %u", at, self->undo.states->len - 1);
  show (self);
}

/* Handles Ctrl+Z, Shift+Ctrl+Z and Ctrl+Y, which GTK's entries do not use. */
gboolean
ce_dialog_undo_key (CeDialog *self, const GdkEventKey *event)
{
  guint key = gdk_keyval_to_lower (event->keyval);

  if (! (event->state & GDK_CONTROL_MASK) || (key != GDK_KEY_z && key != GDK_KEY_y))
    return FALSE;

  go (self, key == GDK_KEY_y || (event->state & GDK_SHIFT_MASK) ? 1 : -1);

  return TRUE;
}

static void
go_back (CeDialog *self)
{
  go (self, -1);
}

static void
go_forth (CeDialog *self)
{
  go (self, 1);
}

static GtkWidget *
add_button (CeDialog *self, GtkButtonBox *box, const char *icon, const char *text, void (*clicked) (CeDialog *))
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon, GTK_ICON_SIZE_BUTTON);

  ce_style_explain (button, text);
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (clicked), self);
  gtk_widget_show (button);
  gtk_container_add (GTK_CONTAINER (box), button);
  gtk_button_box_set_child_secondary (box, button, TRUE);
  gtk_button_box_set_child_non_homogeneous (box, button, TRUE);

  return button;
}

/* Adds both buttons at the other end than OK, and begins the list with the current parameters. */
void
ce_dialog_add_undo (CeDialog *self, GtkButtonBox *box)
{
  self->undo.back = add_button (self, box, GIMP_ICON_EDIT_UNDO, _("Undo (Ctrl+Z)"), go_back);
  self->undo.forth = add_button (self, box, GIMP_ICON_EDIT_REDO, _("Redo (Shift+Ctrl+Z)"), go_forth);
  self->undo.states = g_array_new (FALSE, FALSE, sizeof (CeParams));
  g_array_append_val (self->undo.states, self->params);
  show (self);
}

/* Shows the two buttons or hides them; their keys do the same. */
void
ce_dialog_show_undo (CeDialog *self, gboolean shown)
{
  gtk_widget_set_visible (self->undo.back, shown);
  gtk_widget_set_visible (self->undo.forth, shown);
}
