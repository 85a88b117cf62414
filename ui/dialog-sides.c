/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both sides of the dialog: their widths, and the preview that is folded in a small window.
 */
#include "dialog-private.h"

/* The parameters' share of the dialog's width, and their largest width, logical pixels. */
#define CONTROLS_SHARE 0.37
#define MAX_CONTROLS 460

/* The width of the handle between the sides, logical pixels, from our style, because "handle-size" does not have it. */
#define HANDLE 13

/* Stores the width when the user drags the handle. */
static void
handle_moved (GtkPaned *paned, GParamSpec *pspec, CeDialog *self)
{
  g_autoptr (GdkEvent) event = gtk_get_current_event ();

  if (event && gdk_event_get_event_type (event) == GDK_MOTION_NOTIFY)
    self->sides.wanted_width = gtk_widget_get_allocated_width (GTK_WIDGET (paned)) - HANDLE - gtk_paned_get_position (paned);
}

/* Sets the width of the parameters' side, as it was or as it requests, once the width of both sides is known. A larger
 * window restores the width that a small one has reduced. */
static void
sides_allocated (GtkWidget *paned, GdkRectangle *allocation, CeDialog *self)
{
  gboolean grew = allocation->width > self->sides.width;
  int      least;

  self->sides.width = allocation->width;
  if (self->sides.is_folded)
    return;

  gtk_window_get_size (GTK_WINDOW (self->dialog), &self->state.width, &self->state.height);
  self->state.controls = gtk_widget_get_allocated_width (self->sides.controls);
  gtk_widget_get_preferred_width (self->sides.controls, &least, NULL);
  if (self->sides.to_restore == 0)
    self->sides.to_restore = CLAMP ((int) (allocation->width * CONTROLS_SHARE), least, MAX (least, MAX_CONTROLS));
  if (self->sides.to_restore > 0)
    self->sides.wanted_width = self->sides.to_restore;
  else if (! grew || gtk_widget_get_allocated_width (self->sides.controls) >= self->sides.wanted_width)
    return;

  gtk_paned_set_position (GTK_PANED (paned), allocation->width - HANDLE - self->sides.wanted_width);
  self->sides.to_restore = -1;
}

/* The size of the small window, logical pixels. */
#define SMALL_WIDTH 420
#define SMALL_HEIGHT 560

/* Moves the status line below the preview, or below the parameters if the preview is folded, and the line about a hidden
 * layer above them. */
static void
move_lines (CeDialog *self)
{
  GtkWidget *status = g_object_ref (self->sides.status);
  gboolean   folded = self->sides.is_folded;

  ce_dialog_place_hiding (self, GTK_BOX (folded ? self->sides.controls : self->sides.preview), folded ? 0 : 1);
  gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (status)), status);
  gtk_box_pack_end (GTK_BOX (folded ? self->sides.controls : self->sides.bottom), status, ! folded, TRUE, 0);
  g_object_unref (status);
}

/* Where all buttons are wider than the small window, in German, undo has its keys alone. */
static void
fold (CeDialog *self)
{
  GtkWindow *window = GTK_WINDOW (self->dialog);
  int        least;

  gtk_widget_hide (self->sides.preview);
  move_lines (self);
  gtk_widget_get_preferred_width (GTK_WIDGET (window), &least, NULL);
  ce_dialog_show_undo (self, least <= SMALL_WIDTH);
  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_window_resize (window, SMALL_WIDTH, SMALL_HEIGHT);
  else
    gtk_window_set_default_size (window, SMALL_WIDTH, SMALL_HEIGHT);
}

static void
unfold (CeDialog *self)
{
  gtk_widget_show (self->sides.preview);
  ce_dialog_show_undo (self, TRUE);
  move_lines (self);
  gtk_window_resize (GTK_WINDOW (self->dialog), self->state.width, self->state.height);
  self->sides.to_restore = self->sides.wanted_width;
}

/* Folds the preview in a small window, or shows it in a window of the old size. */
void
ce_dialog_fold (CeDialog *self, gboolean folded)
{
  if (folded == self->sides.is_folded)
    return;

  self->sides.is_folded = folded;
  gtk_widget_set_visible (self->sides.help, ! folded);
  ce_dialog_make_narrow (self, folded);
  if (folded)
    fold (self);
  else
    unfold (self);
  ce_trace ("preview: %s", folded ? "folded" : "open");
}

/* Restores the widths of the two @sides, and follows them. */
void
ce_dialog_follow_sides (CeDialog *self, GtkWidget *sides)
{
  self->sides.to_restore = self->state.controls;
  gtk_widget_set_name (sides, "ce-sides");
  g_signal_connect (sides, "size-allocate", G_CALLBACK (sides_allocated), self);
  g_signal_connect (sides, "notify::position", G_CALLBACK (handle_moved), self);
}
