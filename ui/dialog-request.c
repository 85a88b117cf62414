/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Requests the result of the parameters: of the render thread for the preview, and of GIMP for its canvas. The canvas
 * follows the parameters when they rest, because GIMP's main loop computes it and does not respond meanwhile.
 */
#include "dialog-private.h"

#include <string.h>

#include "config.h"

/* The time without a change before the canvas follows, milliseconds. */
#define REST_MS 120

/* GSourceFunc. */
static gboolean
show_on_canvas (gpointer data)
{
  CeDialog *self = data;

  self->request.canvas = 0;
  self->source->show (self->source->data, self->state.canvas ? &self->params : NULL);
  ce_trace ("canvas: %s", self->state.canvas ? "shown" : "as it is");

  return G_SOURCE_REMOVE;
}

/* Shows the parameters' result on the canvas when they rest, if the user wants that. */
static void
follow_on_canvas (CeDialog *self)
{
  if (! self->source->show)
    return;
  g_clear_handle_id (&self->request.canvas, g_source_remove);
  self->request.canvas = g_timeout_add (REST_MS, show_on_canvas, self);
}

/* Restores the layer on the canvas. */
void
ce_dialog_canvas_end (CeDialog *self)
{
  g_clear_handle_id (&self->request.canvas, g_source_remove);
  if (self->source->show)
    self->source->show (self->source->data, NULL);
}

/* Shows the reason why there is no result; NULL allows results again. */
void
ce_dialog_fail (CeDialog *self, const char *message)
{
  self->request.failed = message != NULL;
  if (! message)
    return;

  ce_dialog_say (self, CE_STATUS_ERROR, message);
  ce_dialog_show_time (self, NULL);
  ce_dialog_miss_radius (self, "");
}

/* Requests the result of its parameters, once all widgets exist. */
void
ce_dialog_request (CeDialog *self)
{
  g_autofree char *values = ce_params_to_text (&self->params, self->filter, NULL);
  CeRequest        request = { .params = ce_dialog_get_shown (self), .within = ce_dialog_is_within (self) };

  if (! self->request.timer)
    return;

  follow_on_canvas (self);
  self->request.begun = g_get_monotonic_time ();
  ce_trace_mark (self->generation + 1, "changed");
  self->request.look = request.look = ce_dialog_get_look (self, &request.params);
  ce_dialog_ask_lines (self, &request);
  self->generation = ce_render_ask (self->render, &request);
  g_object_set (self->preview, "thin", self->request.look.reduce != CE_REDUCE_MEAN, NULL);
  ce_trace ("mark %u event %u", self->generation, gtk_get_current_event_time ());
  ce_trace ("values %s", values);
}

/* Requests the result again if GIMP's color of lines, or the lock of the layer's alpha, has changed. */
void
ce_dialog_follow_look (CeDialog *self)
{
  CeLook look = ce_dialog_get_look (self, &self->params), *last = &self->request.look;

  if (look.keep_alpha != last->keep_alpha || memcmp (look.color, last->color, sizeof look.color) != 0)
    ce_dialog_request (self);
}

/* Sets all parameters at once; none of them follows a choice. */
void
ce_dialog_set_params (CeDialog *self, const CeParams *params)
{
  self->sets_all = TRUE;
  ce_config_set_params (self->config, self->filter, params);
  self->sets_all = FALSE;
}
