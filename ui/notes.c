/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "notes.h"

#include <glib/gi18n.h>

#include "live/trace.h"
#include "style.h"

typedef struct
{
  CePreview *preview;
  GtkWidget *bold;
  CeReduce   reduce;
} Notes;

static Notes *
notes_of (GtkWidget *row)
{
  return g_object_get_data (G_OBJECT (row), "ce-notes");
}

/* Of lines that are made smaller the strongest pixel is shown, else they would fade. */
static void
update (GtkWidget *row)
{
  Notes   *notes = notes_of (row);
  double   zoom;
  gboolean bold;

  g_object_get (notes->preview, "zoom", &zoom, NULL);
  bold = notes->reduce != CE_REDUCE_MEAN && zoom < 1;
  if (bold == gtk_widget_get_visible (notes->bold))
    return;

  gtk_widget_set_visible (notes->bold, bold);
  ce_trace ("lines are drawn %s", bold ? "bolder" : "as they are");
}

static void
clicked (GtkButton *button, Notes *notes)
{
  ce_preview_zoom_to (notes->preview, gtk_widget_get_scale_factor (GTK_WIDGET (button)));
}

/* Must not outlive the preview's place in the dialog. */
GtkWidget *
ce_notes_new (CePreview *preview)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  Notes     *notes = g_new0 (Notes, 1);
  GtkWidget *label;

  notes->preview = preview;
  notes->bold = g_object_new (GTK_TYPE_BUTTON, "label", _("Lines are drawn bolder than they are: see them at 100 %"),
                              "tooltip-text", _("The preview keeps thin lines in sight where it is smaller than the image. "
                                                "GIMP's canvas lets them fade"),
                              "relief", GTK_RELIEF_NONE, "no-show-all", TRUE, NULL);
  label = gtk_bin_get_child (GTK_BIN (notes->bold));
  ce_style_make_small (GTK_LABEL (label));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  g_signal_connect (notes->bold, "clicked", G_CALLBACK (clicked), notes);
  gtk_box_pack_start (GTK_BOX (row), notes->bold, FALSE, TRUE, 0);
  gtk_widget_set_size_request (row, -1, 34);
  g_object_set_data_full (G_OBJECT (row), "ce-notes", notes, g_free);
  g_signal_connect_object (preview, "view-changed", G_CALLBACK (update), row, G_CONNECT_SWAPPED);

  return row;
}

/* How what is shown is made smaller. */
void
ce_notes_show (GtkWidget *row, CeReduce reduce)
{
  notes_of (row)->reduce = reduce;
  update (row);
}
