/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What of the pictures is shown: before, after, both, the selection's outline.
 */
#include "private.h"

/**
 * ce_preview_set_show:
 * @preview: a preview
 * @show: what to show
 */
void
ce_preview_set_show (CePreview *preview, CePreviewShow show)
{
  preview->show = CLAMP (show, CE_SHOW_SPLIT, CE_SHOW_OVERLAY);
  if (preview->show == CE_SHOW_OVERLAY && ! ce_preview_has_over (preview))
    preview->show = CE_SHOW_SPLIT;
  preview->flipped = FALSE;
  ce_preview_forget_over (preview);
  g_signal_emit_by_name (preview, "show-changed");
}

/**
 * ce_preview_get_show:
 * @preview: a preview
 *
 * Returns: what it shows
 */
CePreviewShow
ce_preview_get_show (CePreview *preview)
{
  return preview->show;
}

/**
 * ce_preview_set_split:
 * @preview: a preview
 * @split: where the line between before and after is, 0 to 1 of the widget's width
 */
void
ce_preview_set_split (CePreview *preview, double split)
{
  preview->split = CLAMP (split, 0, 1);
  gtk_widget_queue_draw (GTK_WIDGET (preview));
}

/**
 * ce_preview_get_split:
 * @preview: a preview
 *
 * Returns: where the line between before and after is
 */
double
ce_preview_get_split (CePreview *preview)
{
  return preview->split;
}

/**
 * ce_preview_set_outlined:
 * @preview: a preview
 * @outlined: whether the selection's outline, if there is one, is drawn
 */
void
ce_preview_set_outlined (CePreview *preview, gboolean outlined)
{
  preview->outlined = outlined;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  g_signal_emit_by_name (preview, "show-changed");
}

/**
 * ce_preview_get_outlined:
 * @preview: a preview
 *
 * Returns: whether the selection's outline, if there is one, is drawn
 */
gboolean
ce_preview_get_outlined (CePreview *preview)
{
  return preview->outlined;
}

/**
 * ce_preview_set_pickable:
 * @preview: a preview
 * @pickable: whether a click asks about an edge, with the signal "picked"
 */
void
ce_preview_set_pickable (CePreview *preview, gboolean pickable)
{
  if (preview->pickable == pickable)
    return;

  preview->pickable = pickable;
  gtk_widget_queue_draw (GTK_WIDGET (preview));
  g_signal_emit_by_name (preview, "show-changed");
}

/**
 * ce_preview_get_pickable:
 * @preview: a preview
 *
 * Returns: whether a click asks about an edge
 */
gboolean
ce_preview_get_pickable (CePreview *preview)
{
  return preview->pickable;
}
