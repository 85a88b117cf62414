/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The stages of a computation as a row of small pictures; a click shows one. OK makes the one with a check mark.
 */
#include "dialog-private.h"

#include <glib/gi18n.h>

#include "style.h"

/* The width of all small pictures together, and their height, logical pixels. */
#define WIDTH 532
#define HEIGHT 57

static const CeChoice *
get_choices (CeDialog *self)
{
  return ce_filter_find_param (self->filter, "stage")->choices;
}

static double
get_zoom (CeDialog *self)
{
  double zoom;

  g_object_get (self->preview, "zoom", &zoom, NULL);

  return zoom;
}

/* Places the stages: Canny's show the part of the view with most edges, or its middle at 100 % and above; sharpening's
 * show the middle. */
static void
place_stages (CeDialog *self)
{
  int      factor = gtk_widget_get_scale_factor (GTK_WIDGET (self->preview));
  gboolean edges = self->filter->id == CE_FILTER_CANNY;
  CeArea   detail = { 0, 0, WIDTH / self->stages.n * factor, HEIGHT * factor };

  ce_preview_get_detail (self->preview, &detail.x, &detail.y, &detail.width, &detail.height);
  self->stages.placed = ! edges || ce_preview_find_densest (self->preview, detail.width, detail.height, &detail.x, &detail.y)
                        || get_zoom (self) >= 1;
  ce_render_set_detail (self->render, &detail);
}

static void
view_changed (CePreview *preview, CeDialog *self)
{
  self->stages.placed = FALSE;
  if (self->filter->id != CE_FILTER_CANNY || get_zoom (self) >= 1)
    place_stages (self);
}

/* Follows a result on the screen. */
static void
shown (CePreview *preview, guint generation, CeDialog *self)
{
  if (! self->stages.placed)
    place_stages (self);
}

static void
toggled (GtkToggleButton *button, CeDialog *self)
{
  for (int i = 0; i < self->stages.n; i++)
    if (self->stages.buttons[i] == GTK_WIDGET (button) && gtk_toggle_button_get_active (button)
        && i != ce_dialog_get_viewed (self))
      self->stages.view (self, i);
}

/* Sets the picture of a stage, with one screen pixel for each pixel, in the middle of a place whose size is always the same,
 * so that nothing moves when it arrives; NULL: none yet. */
static void
set_picture (CeDialog *self, int stage, const CeView *picture)
{
  static const CeLook plain;
  CeRegion            all = { .scale = 1, .width = picture ? picture->width : 0, .height = picture ? picture->height : 0 };
  int                 factor = gtk_widget_get_scale_factor (GTK_WIDGET (self->preview));
  int                 width = WIDTH / self->stages.n * factor, height = HEIGHT * factor;
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  guint32            *pixels = (guint32 *) cairo_image_surface_get_data (surface);

  pixels += MAX (0, height - all.height) / 2 * width + MAX (0, width - all.width) / 2;
  all.width = MIN (all.width, width);
  all.height = MIN (all.height, height);
  if (picture)
    ce_raster_paint (picture, NULL, &plain, &all, NULL, pixels, width);
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, factor, factor);
  gtk_image_set_from_surface (GTK_IMAGE (self->stages.images[stage]), surface);
  cairo_surface_destroy (surface);
}

/* Adds a stage. */
static void
add_stage (CeDialog *self, GtkBox *row, const CeChoice *choice)
{
  GtkRadioButton *first = self->stages.n ? GTK_RADIO_BUTTON (self->stages.buttons[0]) : NULL;
  GtkWidget      *button = gtk_radio_button_new_from_widget (first);
  GtkWidget      *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget      *image = gtk_image_new ();
  GtkWidget      *label = g_object_new (GTK_TYPE_LABEL, "label", _(choice->label), "ellipsize", PANGO_ELLIPSIZE_END, NULL);

  ce_style_add (label, CE_STYLE_SMALL);
  gtk_toggle_button_set_mode (GTK_TOGGLE_BUTTON (button), FALSE);
  gtk_widget_set_tooltip_text (button, choice->blurb ? _(choice->blurb) : NULL);
  atk_object_set_name (gtk_widget_get_accessible (button), _(choice->label));
  gtk_box_pack_start (GTK_BOX (box), image, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  gtk_container_add (GTK_CONTAINER (button), box);
  gtk_box_pack_start (row, button, TRUE, TRUE, 0);
  g_signal_connect (button, "toggled", G_CALLBACK (toggled), self);

  self->stages.images[self->stages.n] = image;
  self->stages.labels[self->stages.n] = label;
  self->stages.buttons[self->stages.n++] = button;
}

/* Returns buttons for pictures of a part of the view, whose clicks @view follows. They are as wide as the dialog allows; the
 * rest is scrolled. */
GtkWidget *
ce_dialog_stages_new (CeDialog *self, CeDialogViewFunc view)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "name", "ce-stages", "homogeneous", TRUE, "spacing", 4, NULL);

  self->stages.view = view;
  for (const CeChoice *choice = get_choices (self); choice->nick && self->stages.n < CE_MAX_STAGES; choice++)
    add_stage (self, GTK_BOX (row), choice);
  for (int i = 0; i < self->stages.n; i++)
    set_picture (self, i, NULL);
  g_signal_connect (self->preview, "view-changed", G_CALLBACK (view_changed), self);
  g_signal_connect (self->preview, "shown", G_CALLBACK (shown), self);

  return g_object_new (GTK_TYPE_SCROLLED_WINDOW, "vscrollbar-policy", GTK_POLICY_NEVER, "propagate-natural-width", TRUE,
                       "overlay-scrolling", FALSE, "child", row, NULL);
}

/* Shows the (element-type CeView) (nullable) @pictures of all stages; NULL keeps the old ones. */
void
ce_dialog_show_stages (CeDialog *self, const GArray *pictures)
{
  for (int i = 0; pictures && i < MIN ((int) pictures->len, self->stages.n); i++)
    set_picture (self, i, &g_array_index (pictures, CeView, i));
}

/* Marks the stage that is shown large, and the one that OK makes. */
void
ce_dialog_mark_stages (CeDialog *self)
{
  int chosen = ce_dialog_get_stage (self);

  for (int i = 0; i < self->stages.n; i++)
    {
      g_autofree char *text = g_strconcat (i == chosen ? "✓ " : "", _(get_choices (self)[i].label), NULL);

      gtk_label_set_text (GTK_LABEL (self->stages.labels[i]), text);
    }
  if (self->stages.n)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->stages.buttons[ce_dialog_get_viewed (self)]), TRUE);
}
