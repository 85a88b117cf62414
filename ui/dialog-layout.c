/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is where in the dialog.
 */
#include "dialog-private.h"

#include "engine/testing.h"

#include <glib/gi18n.h>

#include "controls.h"
#include "help.h"
#include "ui/preview/bar.h"
#include "recipe-row.h"
#include "stages.h"
#include "style.h"
#include "subject.h"
#include "tools.h"

static void
tell_view (CePreview *preview, CeDialog *self)
{
  double zoom, x, y;

  ce_preview_get_view (preview, &zoom, &x, &y);
  ce_trace ("view: zoom=%g x=%g y=%g show=%d outlined=%d", zoom, x, y, ce_preview_get_show (preview),
            ce_preview_get_outlined (preview));
}

/* The line below may take some of its height. */
static void
preview_allocated (GtkWidget *preview, GdkRectangle *allocation, CeDialog *self)
{
  ce_dialog_tell_place (self, "preview", preview);
}

static void
tell_status (CeStatusLine *status, const char *text, CeDialog *self)
{
  ce_trace ("status: %s", text);
}

/* As wide as there is room for; what does not fit is scrolled to. */
static GtkWidget *
new_strip (GtkWidget *stages)
{
  GtkWidget *scroller = gtk_scrolled_window_new (NULL, NULL);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_AUTOMATIC, GTK_POLICY_NEVER);
  gtk_scrolled_window_set_overlay_scrolling (GTK_SCROLLED_WINDOW (scroller), FALSE);
  gtk_container_add (GTK_CONTAINER (scroller), stages);

  return scroller;
}

static GtkWidget *
new_preview_side (CeDialog *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *frame = gtk_frame_new (NULL);
  GtkWidget *preview = ce_preview_new (gimp_drawable_get_width (self->source->drawable),
                                       gimp_drawable_get_height (self->source->drawable));
  GtkWidget *status = ce_status_line_new ();
  GtkWidget *stages = self->canny ? ce_canny_get_stages (self->canny) : ce_levels_get_stages (self->levels);
  GtkWidget *bar;

  self->preview = CE_PREVIEW (preview);
  ce_preview_set_over (self->preview, self->filter->id == CE_FILTER_SHARPEN ? CE_OVER_NOT : CE_OVER_ALL, CE_OVER_NOT, 1);
  self->status = CE_STATUS_LINE (status);
  bar = ce_preview_bar_new (self->preview);
  gtk_widget_set_size_request (preview, 240, 160);
  gtk_frame_set_shadow_type (GTK_FRAME (frame), GTK_SHADOW_IN);
  gtk_container_add (GTK_CONTAINER (frame), preview);
  gtk_box_pack_start (GTK_BOX (box), ce_subject_new (self->source), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), frame, TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (box), bar, FALSE, FALSE, 0);
  if (self->canny)
    gtk_box_pack_start (GTK_BOX (box), ce_canny_get_erased_row (self->canny), FALSE, FALSE, 0);
  if (stages)
    gtk_box_pack_start (GTK_BOX (box), new_strip (stages), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), status, FALSE, FALSE, 0);
  g_signal_connect (preview, "view-changed", G_CALLBACK (tell_view), self);
  g_signal_connect (preview, "show-changed", G_CALLBACK (tell_view), self);
  g_signal_connect_after (preview, "size-allocate", G_CALLBACK (preview_allocated), self);
  g_signal_connect (status, "said", G_CALLBACK (tell_status), self);
  gtk_widget_show_all (box);

  return box;
}

/* The GPU that is chosen, else the best. Whoever develops without one may
 * compare with another place, such as "cpu:plain". */
static CePlace
get_compared (CeDialog *self)
{
  const char *other = ce_testing ()->compare_with;
  CePlace     place;

  if (! (other && ce_place_parse (&place, other, NULL))
      && ! (ce_device_row_get_place (self->devices, &place) && place.choice == CE_BACKEND_CUDA))
    place = ce_place (CE_BACKEND_CUDA);

  return place;
}

static void
compare_clicked (GtkWidget *button, CeDialog *self)
{
  CePlace other = get_compared (self);

  self->compare = ce_compare_new (GTK_WINDOW (self->dialog), self->preview, self->filter);
  ce_worker_compare (self->worker, &other);
  ce_compare_run (self->compare);
  ce_worker_compare (self->worker, NULL);
  g_clear_pointer (&self->compare, ce_compare_free);
}

/* Of the dialog's width, and logical pixels. */
#define CONTROLS_SHARE 0.37
#define MAX_CONTROLS 460

/* Between the sides, logical pixels; the style's "handle-size" knows nothing of it. */
#define HANDLE 13

/* The side of the parameters is as wide as it was, or would like to be, once it
 * is known how wide both are. */
static void
sides_allocated (GtkWidget *paned, GdkRectangle *allocation, CeDialog *self)
{
  int least;

  if (self->controls_width < 0)
    return;

  gtk_widget_get_preferred_width (self->controls, &least, NULL);
  if (self->controls_width == 0)
    self->controls_width = CLAMP ((int) (allocation->width * CONTROLS_SHARE), least, MAX (least, MAX_CONTROLS));

  gtk_paned_set_position (GTK_PANED (paned), allocation->width - HANDLE - self->controls_width);
  self->controls_width = -1;
}

/* Canny's rows are too many for a small screen. */
static GtkWidget *
new_scroller (GtkWidget *controls)
{
  GtkWidget         *scroller = gtk_scrolled_window_new (NULL, NULL);
  GtkScrolledWindow *window = GTK_SCROLLED_WINDOW (scroller);

  gtk_scrolled_window_set_policy (window, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (window, TRUE);
  gtk_scrolled_window_set_propagate_natural_width (window, TRUE);
  gtk_scrolled_window_set_overlay_scrolling (window, FALSE);
  gtk_container_add (GTK_CONTAINER (scroller), controls);
  gtk_widget_show (scroller);

  return scroller;
}

/* Beside GIMP's buttons, at the other end, where its dialogs have help. */
static void
add_help (CeDialog *self)
{
  GtkWidget *help = ce_help_new (GTK_WINDOW (self->dialog), self->filter, self->preview,
                                 ce_selection_get_mask (self->selection) != NULL);
  GtkWidget *ok = gtk_dialog_get_widget_for_response (GTK_DIALOG (self->dialog), GTK_RESPONSE_OK);
  GtkWidget *buttons = gtk_widget_get_parent (ok);

  gtk_container_add (GTK_CONTAINER (buttons), help);
  gtk_button_box_set_child_secondary (GTK_BUTTON_BOX (buttons), help, TRUE);
}

/* A #GtkCallback. GIMP keeps one set of values for each filter; recipes are as
 * many as one likes, with names, and one of them is that set. */
static void
hide_settings (GtkWidget *widget, gpointer data)
{
  if (GTK_IS_BUTTON_BOX (widget))
    {
      gtk_widget_set_no_show_all (widget, TRUE);
      gtk_widget_hide (widget);
    }
}

/* Below the bound of noise. */
static GtkWidget *
new_noise (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_label_set_line_wrap (GTK_LABEL (label), TRUE);
  gtk_style_context_add_class (gtk_widget_get_style_context (label), GTK_STYLE_CLASS_DIM_LABEL);

  return label;
}

/**
 * ce_dialog_tell_noise:
 * @self: a dialog of a filter with a parameter that is about noise
 * @noise: of the source, levels
 *
 * Says how strong the image's noise is; it is for the user to follow.
 */
void
ce_dialog_tell_noise (CeDialog *self, double noise)
{
  g_autofree char *text = g_strdup_printf (_("Noise of this image: about %.1f levels"), noise);

  gtk_label_set_text (GTK_LABEL (self->noise), text);
  gtk_widget_show (self->noise);
  ce_trace ("noise: %s", text);
}

/* Below the parameter that it is about. */
static void
add_histogram (CeDialog *self, GtkWidget *controls, GtkWidget *histogram, const char *after)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);

  gtk_box_pack_start (GTK_BOX (box), histogram, FALSE, FALSE, 0);
  self->within = gtk_check_button_new_with_label (_("Count what is selected only"));
  gtk_widget_set_tooltip_text (self->within, _("The histogram is that of the selection, and so are thresholds that are "
                                               "found automatically"));
  gtk_box_pack_start (GTK_BOX (box), self->within, FALSE, FALSE, 0);
  gtk_widget_show_all (box);
  gtk_widget_set_no_show_all (self->within, TRUE);
  gtk_widget_set_visible (self->within, ce_selection_get_mask (self->selection) != NULL);
  ce_controls_insert (controls, after, box);
}

/**
 * ce_dialog_fill:
 * @self: a dialog
 *
 * Puts everything in it.
 */
void
ce_dialog_fill (CeDialog *self)
{
  GtkWidget *content = gtk_dialog_get_content_area (GTK_DIALOG (self->dialog));
  GtkWidget *sides = gtk_paned_new (GTK_ORIENTATION_HORIZONTAL);
  GtkWidget *controls = ce_controls_new (self->dialog, self->config, self->filter);

  gtk_container_foreach (GTK_CONTAINER (content), hide_settings, NULL);
  if (self->filter->id == CE_FILTER_CANNY)
    {
      self->canny = ce_canny_new (self->config, self->filter);
      add_histogram (self, controls, ce_canny_get_histogram (self->canny), "thresholds");
    }
  else
    {
      self->levels = ce_levels_new (self->config, self->filter);
      add_histogram (self, controls, ce_levels_get_histogram (self->levels), ce_levels_get_param (self->levels));
    }
  if (ce_filter_find_param (self->filter, "detail"))
    ce_controls_insert (controls, "detail", self->noise = new_noise ());
  if (ce_dialog_canvas_new (self))
    ce_controls_insert (controls, "output", self->canvas);
  self->devices = CE_DEVICE_ROW (ce_controls_get_row (controls, "backend"));
  self->recipes = ce_recipe_row_new (self->config, self->filter,
                                     MAX (gimp_drawable_get_width (self->source->drawable),
                                          gimp_drawable_get_height (self->source->drawable)));
  ce_controls_put_first (controls, self->recipes, ce_recipe_row_get_label (self->recipes));
  gtk_paned_pack1 (GTK_PANED (sides), new_preview_side (self), TRUE, FALSE);
  self->tools = ce_tools_new (self->config, self->filter, self->source->image, self->status,
                              G_CALLBACK (compare_clicked), self);
  add_help (self);
  ce_controls_finish (controls);
  self->controls = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_box_pack_start (GTK_BOX (self->controls), new_scroller (controls), TRUE, TRUE, 0);
  gtk_box_pack_start (GTK_BOX (self->controls), self->tools, FALSE, FALSE, 0);
  gtk_widget_show (self->controls);
  gtk_paned_pack2 (GTK_PANED (sides), self->controls, FALSE, FALSE);
  /* GIMP's themes frame the handle; here it is only the gap. */
  ce_style_add (sides, "paned > separator { min-width: " G_STRINGIFY (HANDLE) "px; margin: 0; padding: 0; box-shadow: none;"
                       " background-position: center; }");
  g_signal_connect (sides, "size-allocate", G_CALLBACK (sides_allocated), self);
  gtk_box_pack_start (GTK_BOX (content), sides, TRUE, TRUE, 0);
  gtk_widget_show (controls);
  gtk_widget_show (sides);
  ce_dialog_recall (self);
}

