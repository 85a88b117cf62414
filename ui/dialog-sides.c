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
  if (self->is_folded)
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

/* The width of the small window, and the height of a title before its own is known, logical pixels. */
#define SMALL_WIDTH 448
#define TITLE 40

/* Moves edges by hand and status line below the preview, or below the parameters if the preview is folded, and the line
 * about a hidden layer above them. */
static void
move_bottom (CeDialog *self)
{
  GtkWidget *bottom = g_object_ref (self->sides.bottom);
  gboolean   upright = self->is_folded || self->filter->makes_paths;

  ce_dialog_place_hiding (self, GTK_BOX (self->is_folded ? self->sides.controls : self->sides.preview),
                          self->is_folded ? 0 : 1);
  gtk_container_remove (GTK_CONTAINER (gtk_widget_get_parent (bottom)), bottom);
  gtk_box_pack_start (GTK_BOX (self->is_folded ? self->sides.controls : self->sides.preview), bottom, FALSE, FALSE, 0);
  gtk_orientable_set_orientation (GTK_ORIENTABLE (bottom), upright ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  g_object_unref (bottom);
}

/* Sets the part of the monitor that windows may cover: that of the window's monitor or, before it is shown, of the mouse's,
 * which has just chosen the filter. And the room that the window's frame takes. */
static void
get_room (GtkWidget *window, GdkRectangle *room, int *frame_width, int *frame_height)
{
  GdkDisplay  *display = gtk_widget_get_display (window);
  GdkWindow   *shown = gtk_widget_get_mapped (window) ? gtk_widget_get_window (window) : NULL;
  GdkDevice   *mouse = gdk_seat_get_pointer (gdk_display_get_default_seat (display));
  GdkMonitor  *monitor;
  GdkRectangle outer = { 0, 0, 0, TITLE };
  int          x = 0, y = 0;

  if (shown)
    {
      gdk_window_get_frame_extents (shown, &outer);
      outer.width -= gdk_window_get_width (shown);
      outer.height -= gdk_window_get_height (shown);
      monitor = gdk_display_get_monitor_at_window (display, shown);
    }
  else
    {
      if (mouse)
        gdk_device_get_position (mouse, NULL, &x, &y);
      monitor = gdk_display_get_monitor_at_point (display, x, y);
    }
  gdk_monitor_get_workarea (monitor, room);
  *frame_width = outer.width;
  *frame_height = outer.height;
}

/* Gives the window another size and place, the size first, because GTK takes the answer to a move for one to a resize. */
static void
place (GtkWindow *window, int x, int y, int width, int height)
{
  if (! gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_window_set_default_size (window, width, height);
  else
    {
      gtk_window_resize (window, width, height);
      gtk_container_check_resize (GTK_CONTAINER (window));
    }
  gtk_window_move (window, x, y);
}

/* Returns the height that all rows of the small window need, or that of the screen if it is less. */
static int
get_small_height (CeDialog *self)
{
  GdkRectangle room;
  int          frame_width, frame_height, height;

  get_room (GTK_WIDGET (self->dialog), &room, &frame_width, &frame_height);
  gtk_widget_get_preferred_height_for_width (GTK_WIDGET (self->dialog), SMALL_WIDTH, NULL, &height);

  return MIN (height, room.height - frame_height);
}

/* Makes the small window higher if rows have come that are out of sight. */
void
ce_dialog_show_all_rows (CeDialog *self)
{
  int width, height, wanted;

  if (! self->is_folded || ! gtk_widget_get_mapped (GTK_WIDGET (self->dialog)))
    return;

  gtk_window_get_size (GTK_WINDOW (self->dialog), &width, &height);
  wanted = get_small_height (self);
  if (wanted > height)
    gtk_window_resize (GTK_WINDOW (self->dialog), width, wanted);
}

/* Makes the small window as high as its rows turn out to need, once, because their pane tells the height that they have at
 * another width. A "size-allocate" handler. */
static void
settle (GtkWidget *window, GdkRectangle *allocation, CeDialog *self)
{
  g_autoptr (GList) children = gtk_container_get_children (GTK_CONTAINER (self->sides.controls));
  GList            *pane = children;
  GtkAdjustment    *range;
  GdkRectangle      room;
  int               frame_width, frame_height, width, height, missing;

  while (! GTK_IS_SCROLLED_WINDOW (pane->data))
    pane = pane->next;
  range = gtk_scrolled_window_get_vadjustment (pane->data);
  missing = (int) (gtk_adjustment_get_upper (range) - gtk_adjustment_get_page_size (range));
  gtk_window_get_size (GTK_WINDOW (window), &width, &height);
  if (width > SMALL_WIDTH)
    return;

  g_signal_handlers_disconnect_by_func (window, settle, self);
  get_room (window, &room, &frame_width, &frame_height);
  if (missing > 0)
    gtk_window_resize (GTK_WINDOW (window), width, MIN (height + missing, room.height - frame_height));
}

/* Puts the small window at the right edge of the screen, beside the picture, as high as its rows need and the screen allows.
 * Where windows have no position of their own, as in Wayland, the desktop puts it where it likes. */
static void
put_aside (CeDialog *self)
{
  GtkWidget   *window = GTK_WIDGET (self->dialog);
  GdkRectangle room;
  int          frame_width, frame_height;

  get_room (window, &room, &frame_width, &frame_height);
  g_signal_handlers_disconnect_by_func (window, settle, self);
  g_signal_connect_after (window, "size-allocate", G_CALLBACK (settle), self);
  place (GTK_WINDOW (window), room.x + room.width - SMALL_WIDTH - frame_width, room.y, SMALL_WIDTH,
         get_small_height (self));
}

/* A "map-event" handler. */
static gboolean
put_aside_once (GtkWidget *window, GdkEvent *event, CeDialog *self)
{
  g_signal_handlers_disconnect_by_func (window, put_aside_once, self);
  if (self->is_folded)
    put_aside (self);

  return FALSE;
}

/* Where all buttons are wider than the small window, in German, undo has its keys alone. */
static void
fold (CeDialog *self)
{
  GtkWindow *window = GTK_WINDOW (self->dialog);
  int        least;

  if (gtk_widget_get_mapped (GTK_WIDGET (window)))
    gtk_window_get_position (window, &self->sides.x, &self->sides.y);
  else
    g_signal_connect (window, "map-event", G_CALLBACK (put_aside_once), self);
  gtk_widget_hide (self->sides.preview);
  move_bottom (self);
  gtk_widget_get_preferred_width (GTK_WIDGET (window), &least, NULL);
  ce_dialog_show_undo (self, least <= SMALL_WIDTH);
  put_aside (self);
}

/* Returns the window to its place, or to the middle of the screen if it began as the small one. */
static void
unfold (CeDialog *self)
{
  GtkWindow   *window = GTK_WINDOW (self->dialog);
  GdkRectangle room;
  int          frame_width, frame_height, x = self->sides.x, y = self->sides.y;

  get_room (GTK_WIDGET (window), &room, &frame_width, &frame_height);
  if (x == 0 && y == 0)
    {
      x = room.x + MAX (0, (room.width - self->state.width - frame_width) / 2);
      y = room.y + MAX (0, (room.height - self->state.height - frame_height) / 2);
    }
  gtk_widget_show (self->sides.preview);
  ce_dialog_show_undo (self, TRUE);
  move_bottom (self);
  place (window, x, y, self->state.width, self->state.height);
  self->sides.to_restore = self->sides.wanted_width;
}

/* Folds the preview in a small window, or shows it in a window of the old size. */
void
ce_dialog_fold (CeDialog *self, gboolean folded)
{
  if (folded == self->is_folded)
    return;

  self->is_folded = folded;
  gtk_widget_set_visible (self->sides.help, ! folded);
  ce_dialog_show_by_hand (self);
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
