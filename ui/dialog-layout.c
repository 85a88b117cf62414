/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lays out the dialog.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "style.h"

static void
tell_view (CePreview *preview)
{
  double   zoom, scale, x, y;
  int      show;
  gboolean outlined, bolder;

  ce_preview_get_view (preview, &zoom, &x, &y);
  g_object_get (preview, "show", &show, "outlined", &outlined, "bolder", &bolder, "zoom", &scale, NULL);
  ce_trace ("view: zoom=%g x=%g y=%g show=%d outlined=%d bolder=%d scale=%g", zoom, x, y, show, outlined, bolder, scale);
}

static GtkWidget *
new_preview_side (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *preview = ce_preview_new (gimp_drawable_get_width (self->source->drawable),
                                       gimp_drawable_get_height (self->source->drawable),
                                       self->filter->id != CE_FILTER_SHARPEN && ! self->filter->makes_paths);

  self->preview = CE_PREVIEW (preview);
  self->sides.status = ce_dialog_status_new (self);
  /* The sentence about lines is long and always visible, so it has a line of its own. */
  self->sides.bottom = self->filter->makes_paths ? gtk_box_new (GTK_ORIENTATION_VERTICAL, 0)
                                                             : gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  gtk_widget_set_name (preview, "ce-preview");
  gtk_widget_set_size_request (preview, 240, 160);
  g_object_set (preview, "show", CLAMP (self->state.show, CE_SHOW_SPLIT, CE_SHOW_OVERLAY), "split", self->state.split, NULL);
  ce_preview_set_view (self->preview, self->state.zoom, self->state.x, self->state.y);
  gtk_frame_set_shadow_type (GTK_FRAME (frame), GTK_SHADOW_IN);
  gtk_container_add (GTK_CONTAINER (frame), preview);
  gtk_box_pack_start (GTK_BOX (box), ce_dialog_source_label_new (self), FALSE, FALSE, 0);
  ce_dialog_place_hiding (self, GTK_BOX (box), 1);
  gtk_box_pack_start (GTK_BOX (box), frame, TRUE, TRUE, 0);
  ce_preview_add_bar (self->preview, GTK_BOX (box));
  if (ce_filter_find_param (self->filter, "stage"))
    gtk_box_pack_start (GTK_BOX (box), ce_dialog_stages_new (self, ce_dialog_view_stage), FALSE, FALSE, 0);
  if (self->filter->id == CE_FILTER_CANNY)
    gtk_box_pack_start (GTK_BOX (self->sides.bottom), ce_dialog_edges_new (self), FALSE, TRUE, 0);
  gtk_box_pack_end (GTK_BOX (self->sides.bottom), self->sides.status, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), self->sides.bottom, FALSE, FALSE, 0);
  g_signal_connect (preview, "view-changed", G_CALLBACK (tell_view), NULL);
  g_signal_connect_swapped (preview, "notify::show", G_CALLBACK (tell_view), preview);
  g_signal_connect_swapped (preview, "notify::outlined", G_CALLBACK (tell_view), preview);
  gtk_widget_show_all (box);

  return box;
}

/* The margin beside all rows, and the width of the scroll bar in it, logical pixels. */
#define ROWS_END 14
#define BAR_WIDTH 12

/* Hides the scroll bar if there is nothing to scroll, but keeps its room, so that all rows end at the same place. */
static void
range_changed (GtkAdjustment *range, GtkWidget *bar)
{
  gtk_widget_set_opacity (bar, gtk_adjustment_get_upper (range) > gtk_adjustment_get_page_size (range));
}

/* Returns a scrolled window for the rows, because Canny has too many rows for a small screen. */
static GtkWidget *
new_scroller (GtkWidget *rows)
{
  GtkWidget *scroller = g_object_new (GTK_TYPE_SCROLLED_WINDOW, "hscrollbar-policy", GTK_POLICY_NEVER, "vscrollbar-policy",
                                      GTK_POLICY_ALWAYS, "propagate-natural-height", TRUE, "propagate-natural-width", TRUE,
                                      "overlay-scrolling", FALSE, "child", rows, "visible", TRUE, "name", "ce-parameters", NULL);
  GtkWidget *bar = gtk_scrolled_window_get_vscrollbar (GTK_SCROLLED_WINDOW (scroller));

  gtk_widget_set_size_request (bar, BAR_WIDTH, -1);
  gtk_widget_set_margin_end (rows, ROWS_END - BAR_WIDTH);
  g_signal_connect (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), "changed",
                    G_CALLBACK (range_changed), bar);

  return scroller;
}

/* Passes the preview's keys on from any focus, except keys that a text entry takes and keys that move or press the focused
 * widget. */
static gboolean
key_pressed (GtkWindow *dialog, GdkEventKey *event, CeDialog *self)
{
  static const guint others[] = {
    GDK_KEY_space, GDK_KEY_Return, GDK_KEY_KP_Enter, GDK_KEY_Tab, GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down,
    GDK_KEY_KP_Left, GDK_KEY_KP_Right, GDK_KEY_KP_Up, GDK_KEY_KP_Down
  };
  GtkWidget *focus = gtk_window_get_focus (dialog), *preview = GTK_WIDGET (self->preview);

  if (event->keyval == GDK_KEY_F1)
    {
      ce_dialog_show_help (self);
      return TRUE;
    }
  if (ce_dialog_undo_key (self, event))
    return TRUE;
  if (focus == preview || GTK_IS_EDITABLE (focus) || ! gtk_widget_get_mapped (preview))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (event->keyval == others[i])
      return FALSE;

  return gtk_widget_event (preview, (GdkEvent *) event);
}

/* A #GtkCallback: makes a button as wide as its text, so that all buttons fit a small window. */
static void
narrow (GtkWidget *button, gpointer buttons)
{
  gtk_widget_set_size_request (button, 76, -1);
  gtk_button_box_set_child_non_homogeneous (buttons, button, TRUE);
}

/* Adds help at the other end of GIMP's buttons, as in GIMP's dialogs. The buttons end where the rows above them end. */
static void
add_help (CeDialog *self)
{
  GtkWidget *help = self->sides.help = ce_dialog_help_new (self);
  GtkWidget *ok = gtk_dialog_get_widget_for_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_OK);
  GtkWidget *buttons = gtk_widget_get_parent (ok);

  gtk_container_add (GTK_CONTAINER (buttons), help);
  gtk_button_box_set_child_secondary (GTK_BUTTON_BOX (buttons), help, TRUE);
  gtk_container_foreach (GTK_CONTAINER (buttons), narrow, buttons);
  g_object_set (buttons, "border-width", 0, "margin-top", 12, "margin-end", ROWS_END, NULL);
  ce_dialog_add_undo (self, GTK_BUTTON_BOX (buttons));
}

/* A #GtkCallback: hides GIMP's buttons for its one set of values, because recipes are any number of named sets, and one of
 * them is that set. */
static void
hide_settings (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON_BOX (widget))
    {
      gtk_widget_set_no_show_all (widget, TRUE);
      gtk_widget_hide (widget);
    }
}

/* Adds the histogram below its parameter; it is hidden if no count explains one. */
static void
add_histogram (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *histogram = ce_dialog_histogram_new (self);
  GtkWidget *within = ce_dialog_within_new (self);
  gboolean   is_shown = self->filter->counted != NULL;

  gtk_box_pack_start (GTK_BOX (box), histogram, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), within, FALSE, FALSE, 0);
  g_signal_connect_swapped (within, "toggled", G_CALLBACK (ce_dialog_request), self);
  gtk_widget_show_all (box);
  gtk_widget_set_visible (box, is_shown);
  ce_dialog_insert_row (self, is_shown ? self->filter->counted : self->filter->params->name, box, is_shown);
}

static void
folded_or_not (GtkExpander *expander, GParamSpec *pspec, CeDialog *self)
{
  self->state.advanced = gtk_expander_get_expanded (expander);
  self->sides.unfolding = self->state.advanced && gtk_widget_get_mapped (GTK_WIDGET (expander));
  ce_trace ("advanced: %s", self->state.advanced ? "open" : "folded");
  ce_dialog_show_all_rows (self);
}

/* Scrolls rows that the user unfolds into sight. */
static void
advanced_allocated (GtkWidget *expander, GdkRectangle *allocation, CeDialog *self)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (expander, GTK_TYPE_SCROLLED_WINDOW);

  if (self->sides.unfolding)
    gtk_adjustment_clamp_page (gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), allocation->y,
                               allocation->y + allocation->height);
  self->sides.unfolding = FALSE;
}

/* Returns the folder of rows that few users need, folded or unfolded as the last time. */
static GtkWidget *
new_advanced (CeDialog *self)
{
  GtkWidget *rows = self->rows.advanced, *expander = gtk_expander_new (_("Advanced"));

  gtk_box_pack_start (GTK_BOX (rows), ce_dialog_time_new (self), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (rows), ce_dialog_tools_new (self), FALSE, FALSE, 0);
  gtk_widget_set_name (gtk_expander_get_label_widget (GTK_EXPANDER (expander)), "ce-advanced");
  g_signal_connect (expander, "notify::expanded", G_CALLBACK (folded_or_not), self);
  g_signal_connect_after (expander, "size-allocate", G_CALLBACK (advanced_allocated), self);
  gtk_container_add (GTK_CONTAINER (expander), rows);
  gtk_widget_set_margin_top (rows, 6);
  gtk_widget_show_all (expander);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), self->state.advanced);

  return expander;
}

/* Returns the strip of rows about OK's result, which are always visible. */
static GtkWidget *
new_strip (CeDialog *self)
{
  GtkWidget *strip = self->rows.strip;
  GtkWidget *line = gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *last = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);

  gtk_box_pack_start (GTK_BOX (strip), line, FALSE, FALSE, 0);
  gtk_box_reorder_child (GTK_BOX (strip), line, 0);
  ce_dialog_add_canvas (self, GTK_BOX (last));
  gtk_box_pack_end (GTK_BOX (last), ce_dialog_line_color_new (self), FALSE, TRUE, 0);
  ce_dialog_add_file (self, GTK_BOX (strip));
  gtk_box_pack_start (GTK_BOX (strip), last, FALSE, FALSE, 0);
  gtk_widget_set_margin_end (strip, ROWS_END);
  gtk_widget_set_name (strip, "ce-strip");
  gtk_widget_show (line);
  gtk_widget_show (last);
  gtk_widget_show (strip);

  return strip;
}

/* Fills the dialog with its widgets. */
void
ce_dialog_fill (CeDialog *self)
{
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *sides = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);

  ce_dialog_recall (self);
  gtk_window_set_default_size (GTK_WINDOW (self->dialog), self->state.width, self->state.height);
  ce_dialog_add_rows (self);
  gtk_container_foreach (GTK_CONTAINER (content), hide_settings, NULL);
  add_histogram (self);
  if (ce_filter_find_param (self->filter, "detail"))
    ce_dialog_insert_row (self, "detail", ce_dialog_noise_new (self), FALSE);
  ce_dialog_put_first (self, ce_dialog_recipes_new (self));
  self->sides.preview = new_preview_side (self);
  gtk_paned_pack1 (GTK_PANED (sides), self->sides.preview, TRUE, FALSE);
  gtk_box_pack_start (GTK_BOX (self->rows.box), new_advanced (self), FALSE, FALSE, 0);
  add_help (self);
  self->sides.controls = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_pack_start (GTK_BOX (self->sides.controls), new_scroller (self->rows.box), TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self->sides.controls), new_strip (self), FALSE, FALSE, 0);
  ce_dialog_finish_rows (self->sides.controls, NULL);
  gtk_widget_show (self->sides.controls);
  gtk_paned_pack2 (GTK_PANED (sides), self->sides.controls, FALSE, FALSE);
  ce_dialog_follow_sides (self, sides);
  g_signal_connect (self->dialog, "key-press-event", G_CALLBACK (key_pressed), self);
  g_signal_connect_after (self->dialog, "size-allocate", G_CALLBACK (ce_dialog_tell_places), NULL);
  gtk_box_pack_start (GTK_BOX (content), sides, TRUE, TRUE, 0);
  gtk_widget_show (self->rows.box);
  gtk_widget_show (sides);
  ce_dialog_recall_canvas (self);
}
