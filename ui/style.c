/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The style sheet of the dialog.
 */
#include "style.h"

/* Our style, beside GIMP's themes. The themes frame the handle between the sides, which here is only a gap; they leave
 * more room around buttons than the zoom bar has on a small screen; they paint the box in a stage's button, which should
 * show whether its button is down; and they put arrows close to words. A menu of recipes would open with the chosen one over
 * its button, so a long menu at the top of the screen would scroll the items above out of sight. */
static const char css[] =
  "#ce-sides > separator { min-width: 13px; margin: 0; padding: 0; box-shadow: none; background-position: center; }"
  "#ce-bar button { padding: 4px 7px; min-width: 0; }"
  "#ce-mark { padding: 1px 4px; min-width: 0; min-height: 0; }"
  "#ce-stages button box { background: none; }"
  "#ce-progress > trough, #ce-progress > trough > progress { min-height: 3px; }"
  "expander title > arrow { margin-right: 6px; }"
  "#ce-recipes { -GtkComboBox-appears-as-list: 1; }"
  "button.text-button label + image { margin-left: 6px; }"
  "." CE_STYLE_SMALL " { font-size: smaller; }";

void
ce_style_load (void)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  gtk_css_provider_load_from_data (provider, css, -1, NULL);
  gtk_style_context_add_provider_for_screen (gdk_screen_get_default (), GTK_STYLE_PROVIDER (provider),
                                             GTK_STYLE_PROVIDER_PRIORITY_USER);
}

void
ce_style_add (GtkWidget *widget, const char *class)
{
  gtk_style_context_add_class (gtk_widget_get_style_context (widget), class);
}

/* Sets the tooltip of a widget without a label, and its name for a screen reader. */
void
ce_style_explain (GtkWidget *widget, const char *text)
{
  gtk_widget_set_tooltip_text (widget, text);
  atk_object_set_name (gtk_widget_get_accessible (widget), text);
}

/* Names buttons that have only an icon by their tooltips, for screen readers. */
void
ce_style_name_icons (GtkBuilder *layout)
{
  GSList *objects = gtk_builder_get_objects (layout);

  for (GSList *object = objects; object; object = object->next)
    if (GTK_IS_BUTTON (object->data) && gtk_button_get_image (object->data) && ! gtk_button_get_label (object->data))
      {
        g_autofree char *text = gtk_widget_get_tooltip_text (object->data);

        ce_style_explain (object->data, text);
      }
  g_slist_free (objects);
}
