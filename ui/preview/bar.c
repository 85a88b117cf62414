/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bar.h"

#include <glib/gi18n.h>
#include <libgimp/gimpui.h>

#include "live/trace.h"
#include "ui/style.h"

/* Callbacks of buttons. */
static void
zoom_out (CePreview *preview)
{
  ce_preview_zoom_step (preview, -1);
}

static void
zoom_in (CePreview *preview)
{
  ce_preview_zoom_step (preview, 1);
}

static void
add_button (GtkWidget *box, const char *icon, const char *text, GCallback func, CePreview *preview)
{
  GtkWidget *button = ce_style_new_button (icon, text, func, preview);

  gtk_button_set_relief (GTK_BUTTON (button), GTK_RELIEF_NONE);
  gtk_box_pack_start (GTK_BOX (box), button, FALSE, FALSE, 0);
}

/* GBindingTransformFunc. GIMP counts pixels as large as the screen's at scale 1. */
static gboolean
zoom_to_text (GBinding *binding, const GValue *zoom, GValue *text, gpointer data)
{
  double percent = g_value_get_double (zoom) * 100 / gtk_widget_get_scale_factor (GTK_WIDGET (data));

  g_value_take_string (text, g_strdup_printf (percent < 10 ? _("%.1f %%") : _("%.0f %%"), percent));

  return TRUE;
}

/* To be seen where something is selected. */
static GtkWidget *
new_outline_button (CePreview *preview)
{
  GtkWidget *icon = gtk_image_new_from_icon_name (GIMP_ICON_SELECTION, GTK_ICON_SIZE_BUTTON);
  GtkWidget *button = g_object_new (GTK_TYPE_TOGGLE_BUTTON, "child", icon, "relief", GTK_RELIEF_NONE, NULL);

  gtk_widget_set_tooltip_text (button, _("Show the outline of the selection (O)"));
  atk_object_set_name (gtk_widget_get_accessible (button), _("Show the outline of the selection"));
  g_object_bind_property (preview, "outlined", button, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_widget_show_all (button);
  gtk_widget_set_no_show_all (button, TRUE);
  g_object_bind_property (preview, "selected", button, "visible", G_BINDING_SYNC_CREATE);

  return button;
}

static const struct { CePreviewShow show; const char *label; const char *tooltip; } shows[] = {
  { CE_SHOW_BEFORE, N_("Before"), N_("The layer as it is (B)") },
  { CE_SHOW_SPLIT, N_("Split"), N_("Before and after, with a line between them that can be dragged; space swaps the sides (S)") },
  { CE_SHOW_AFTER, N_("After"), N_("The result (A)") },
  { CE_SHOW_OVERLAY, N_("Overlay"), N_("The edges over the layer, to compare; transparent lines in a new layer stay so (V)") },
};

static gboolean
is_offered (CePreview *preview, guint row)
{
  gboolean overlays;

  g_object_get (preview, "overlays", &overlays, NULL);

  return shows[row].show != CE_SHOW_OVERLAY || overlays;
}

/* GBindingTransformFunc. */
static gboolean
show_to_active (GBinding *binding, const GValue *show, GValue *active, gpointer own)
{
  g_value_set_boolean (active, g_value_get_int (show) == GPOINTER_TO_INT (own));

  return TRUE;
}

/* GBindingTransformFunc. FALSE: another button of the group says what is shown. */
static gboolean
active_to_show (GBinding *binding, const GValue *active, GValue *show, gpointer own)
{
  g_value_set_int (show, GPOINTER_TO_INT (own));

  return g_value_get_boolean (active);
}

static GtkWidget *
new_show_buttons (CePreview *preview)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  GtkWidget *first = NULL;

  gtk_style_context_add_class (gtk_widget_get_style_context (box), GTK_STYLE_CLASS_LINKED);
  for (guint i = 0; i < G_N_ELEMENTS (shows) && is_offered (preview, i); i++)
    {
      GtkWidget *button = gtk_radio_button_new_with_label_from_widget (GTK_RADIO_BUTTON (first), _(shows[i].label));

      first = first ? first : button;
      gtk_toggle_button_set_mode (GTK_TOGGLE_BUTTON (button), FALSE);
          gtk_label_set_ellipsize (GTK_LABEL (gtk_bin_get_child (GTK_BIN (button))), PANGO_ELLIPSIZE_END);
      gtk_widget_set_tooltip_text (button, _(shows[i].tooltip));
      g_object_bind_property_full (preview, "show", button, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE,
                                   show_to_active, active_to_show, GINT_TO_POINTER (shows[i].show), NULL);
      gtk_box_pack_start (GTK_BOX (box), button, FALSE, FALSE, 0);
    }

  return box;
}

/* In the order of CePreviewShow: its rows are the numbers of "show". */
static GtkWidget *
new_show_menu (CePreview *preview)
{
  GtkWidget *menu = gtk_combo_box_text_new ();

  for (guint i = 0; i < G_N_ELEMENTS (shows) && is_offered (preview, i); i++)
    gtk_combo_box_text_insert_text (GTK_COMBO_BOX_TEXT (menu), (int) shows[i].show, _(shows[i].label));
  gtk_widget_set_tooltip_text (menu, _("What is shown (B, S, A, V)"));
  g_object_bind_property (preview, "show", menu, "active", G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);

  return menu;
}

/* GSourceFunc. */
static gboolean
choose_child (gpointer data)
{
  GtkStack *stack = data;

  gtk_stack_set_visible_child_name (stack, g_object_get_data (data, "ce-child"));
  g_object_unref (stack);

  return G_SOURCE_REMOVE;
}

/* Words that were cut say nothing: where they have no room, in some languages
 * or on a small screen, there is a menu. */
static void
fit_shows (GtkWidget *box, GdkRectangle *allocation, GtkStack *stack)
{
  GList      *children = gtk_container_get_children (GTK_CONTAINER (box));
  const char *child;
  int         needed = 0, width;

  for (GList *row = children; row; row = row->next)
    {
      GtkWidget *widget = row->data == stack ? gtk_stack_get_child_by_name (stack, "buttons") : row->data;

      gtk_widget_get_preferred_width (widget, NULL, &width);
      needed += gtk_widget_get_visible (widget) ? width : 0;
    }
  g_list_free (children);

  child = needed <= allocation->width ? "buttons" : "menu";
  if (g_strcmp0 (child, gtk_stack_get_visible_child_name (stack)) == 0)
    return;
  ce_trace ("views: %s", child);
  /* GTK asks for no sizes while it gives them. */
  g_object_set_data (G_OBJECT (stack), "ce-child", (gpointer) child);
  g_idle_add (choose_child, g_object_ref (stack));
}

static GtkWidget *
new_shows (CePreview *preview, GtkWidget *bar)
{
  GtkWidget *stack = gtk_stack_new ();

  gtk_stack_set_hhomogeneous (GTK_STACK (stack), FALSE);
  gtk_stack_add_named (GTK_STACK (stack), new_show_buttons (preview), "buttons");
  gtk_stack_add_named (GTK_STACK (stack), new_show_menu (preview), "menu");
  g_signal_connect_object (bar, "size-allocate", G_CALLBACK (fit_shows), stack, 0);

  return stack;
}

static void
show_bolder (CePreview *preview, GParamSpec *pspec, GtkWidget *note)
{
  gboolean bolder;

  g_object_get (preview, "bolder", &bolder, NULL);
  if (bolder == gtk_widget_get_visible (note))
    return;

  gtk_widget_set_visible (note, bolder);
  ce_trace ("lines are drawn %s", bolder ? "bolder" : "as they are");
}

/* The width of lines is judged by the preview, which draws them bolder below 100 %: a click shows 100 %. */
static GtkWidget *
new_note (CePreview *preview)
{
  GtkWidget *note = g_object_new (GTK_TYPE_BUTTON, "label", _("Lines are drawn bolder than they are: see them at 100 %"),
                                  "tooltip-text", _("The preview keeps thin lines in sight where it is smaller than the image. "
                                                    "GIMP's canvas lets them fade"),
                                  "relief", GTK_RELIEF_NONE, "no-show-all", TRUE, NULL);
  GtkLabel  *label = GTK_LABEL (gtk_bin_get_child (GTK_BIN (note)));

  ce_style_add (GTK_WIDGET (label), CE_STYLE_SMALL);
  g_object_set (label, "ellipsize", PANGO_ELLIPSIZE_END, "max-width-chars", 1 /* it takes what others leave */, NULL);
  g_signal_connect_swapped (note, "clicked", G_CALLBACK (ce_preview_zoom_original), preview);
  g_signal_connect (preview, "notify::bolder", G_CALLBACK (show_bolder), note);

  return note;
}

/* Buttons for the preview's zoom and for what it shows. */
GtkWidget *
ce_preview_bar_new (CePreview *preview)
{
  GtkWidget *box = g_object_new (GTK_TYPE_BOX, "name", "ce-bar", NULL);
  GtkWidget *label = gtk_label_new (NULL);

  add_button (box, "zoom-out", _("Zoom out (−)"), G_CALLBACK (zoom_out), preview);
  gtk_label_set_width_chars (GTK_LABEL (label), 6);
  gtk_box_pack_start (GTK_BOX (box), label, FALSE, FALSE, 0);
  g_object_bind_property_full (preview, "zoom", label, "label", G_BINDING_SYNC_CREATE, zoom_to_text, NULL, preview, NULL);
  add_button (box, "zoom-in", _("Zoom in (+)"), G_CALLBACK (zoom_in), preview);
  add_button (box, "zoom-original", _("As large as GIMP shows it at 100 % (1)"), G_CALLBACK (ce_preview_zoom_original), preview);
  add_button (box, "zoom-fit-best", _("Fit the whole image (0)"), G_CALLBACK (ce_preview_fit), preview);
  gtk_box_pack_start (GTK_BOX (box), new_outline_button (preview), FALSE, FALSE, 0);
  gtk_box_pack_end (GTK_BOX (box), new_shows (preview, box), FALSE, FALSE, 0);
  gtk_box_pack_start (GTK_BOX (box), new_note (preview), TRUE, TRUE, 0);
  gtk_widget_show_all (box);

  return box;
}
