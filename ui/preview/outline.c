/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The outline of the selection in the preview.
 */
#include "private.h"

/* CeAntsFunc. */
static void
outlined (gpointer data)
{
  gtk_widget_queue_draw (data);
}

/**
 * ce_preview_set_selection:
 * @preview: a preview
 * @mask: (nullable): how much each pixel is selected; must stay until another takes its
 *   place. %NULL: no outline
 *
 * Outlines the selection.
 */
void
ce_preview_set_selection (CePreview *preview, const CeView *mask)
{
  g_clear_pointer (&preview->ants, ce_ants_free);
  if (mask)
    preview->ants = ce_ants_new (mask, outlined, preview);
  ce_preview_ask_outline (preview);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  g_signal_emit_by_name (preview, "show-changed");
}

/**
 * ce_preview_has_selection:
 * @preview: a preview
 *
 * Returns: whether there is an outline to show
 */
gboolean
ce_preview_has_selection (CePreview *preview)
{
  return preview->ants != NULL;
}

/**
 * ce_preview_ask_outline:
 * @preview: a preview whose view has moved or whose source has more rows
 *
 * Has the outline made of what is visible.
 */
void
ce_preview_ask_outline (CePreview *preview)
{
  GtkWidget    *widget = GTK_WIDGET (preview);
  int           factor = gtk_widget_get_scale_factor (widget);
  double        zoom = MAX (preview->scale, 1);
  CeOutlineArea area = { .scale = preview->scale };
  CePicturePlace place;

  if (! preview->ants || ! gtk_widget_get_realized (widget))
    return;

  ce_preview_get_place (preview, &place);
  area.x = MAX (0, -place.x - MARGIN);
  area.y = MAX (0, -place.y - MARGIN);
  area.width = (int) MIN (ce_raster_size (preview->width, preview->scale) * zoom,
                          place.width - place.x + MARGIN) - area.x;
  area.height = (int) MIN (ce_raster_size (preview->height, preview->scale) * zoom,
                           place.height - place.y + MARGIN) - area.y;
  if (area.width > 0 && area.height > 0)
    ce_ants_ask (preview->ants, &area, preview->paintings[CE_PICTURE_BEFORE].n_rows, factor);
}
