/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "stages.h"

#include <glib/gi18n.h>

#include "live/raster.h"
#include "style.h"

#define MAX_STAGES 8

struct _CeStages
{
  GtkBox     parent_instance;

  GtkWidget *buttons[MAX_STAGES];
  GtkWidget *images[MAX_STAGES];
  GtkWidget *labels[MAX_STAGES];
  int        n;
  const CeChoice *choices;
  gboolean   setting;               /* not the user */
};

G_DEFINE_TYPE (CeStages, ce_stages, GTK_TYPE_BOX)

static void
ce_stages_class_init (CeStagesClass *class)
{
  /* The user wants to see this stage. */
  g_signal_new ("stage-clicked", CE_TYPE_STAGES, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
ce_stages_init (CeStages *stages)
{
  g_object_set (stages, "name", "ce-stages", "homogeneous", TRUE, "spacing", 4, NULL);
}

static void
toggled (GtkToggleButton *button, CeStages *stages)
{
  if (! stages->setting && gtk_toggle_button_get_active (button))
    for (int i = 0; i < stages->n; i++)
      if (stages->buttons[i] == GTK_WIDGET (button))
        g_signal_emit_by_name (stages, "stage-clicked", i);
}

/* An empty picture: nothing moves when the real ones come. */
static void
keep_place (GtkWidget *image, int width)
{
  cairo_surface_t *nothing = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, CE_STAGE_HEIGHT);

  gtk_image_set_from_surface (GTK_IMAGE (image), nothing);
  cairo_surface_destroy (nothing);
}

static void
add_stage (CeStages *stages, const CeChoice *choice)
{
  GtkRadioButton *first = stages->n ? GTK_RADIO_BUTTON (stages->buttons[0]) : NULL;
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
  gtk_box_pack_start (GTK_BOX (stages), button, TRUE, TRUE, 0);
  g_signal_connect (button, "toggled", G_CALLBACK (toggled), stages);

  stages->images[stages->n] = image;
  stages->labels[stages->n] = label;
  stages->buttons[stages->n++] = button;
}

/* A row of buttons without pictures. */
GtkWidget *
ce_stages_new (const CeFilter *filter)
{
  CeStages *stages = g_object_new (CE_TYPE_STAGES, NULL);

  stages->choices = ce_filter_find_param (filter, "stage")->choices;
  for (const CeChoice *choice = stages->choices; choice->nick && stages->n < MAX_STAGES; choice++)
    add_stage (stages, choice);
  for (int i = 0; i < stages->n; i++)
    keep_place (stages->images[i], ce_stages_get_width (stages));

  return GTK_WIDGET (stages);
}

/* Of one picture, logical pixels. */
int
ce_stages_get_width (CeStages *stages)
{
  return CE_STAGES_WIDTH / stages->n;
}

/* Pixel for pixel on the screen. */
static void
set_picture (CeStages *stages, int stage, const CeView *picture)
{
  static const CeLook plain;
  CeRegion            all = { .scale = 1, .width = picture->width, .height = picture->height };
  double              factor = gtk_widget_get_scale_factor (GTK_WIDGET (stages));
  cairo_surface_t    *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, all.width, all.height);

  ce_raster_paint (picture, NULL, &plain, &all, NULL, (guint32 *) cairo_image_surface_get_data (surface),
                   cairo_image_surface_get_stride (surface) / 4);
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, factor, factor);
  gtk_image_set_from_surface (GTK_IMAGE (stages->images[stage]), surface);
  cairo_surface_destroy (surface);
}

/* @stages: a row of stages; @pictures: (element-type CeView) (nullable): what each looks like; %NULL: as before. */
void
ce_stages_set_pictures (CeStages *stages, const GArray *pictures)
{
  g_return_if_fail (! pictures || (int) pictures->len <= stages->n);

  for (int i = 0; pictures && i < (int) pictures->len; i++)
    set_picture (stages, i, &g_array_index (pictures, CeView, i));
}

/* @stages: a row of stages; @stage: which one is shown large; @chosen: which one OK makes. */
void
ce_stages_set_active (CeStages *stages, int stage, int chosen)
{
  for (int i = 0; i < stages->n; i++)
    {
      g_autofree char *text = g_strconcat (i == chosen ? "✓ " : "", _(stages->choices[i].label), NULL);

      gtk_label_set_text (GTK_LABEL (stages->labels[i]), text);
    }
  stages->setting = TRUE;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (stages->buttons[stage]), TRUE);
  stages->setting = FALSE;
}
