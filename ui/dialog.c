/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog of a filter: parameters on one side, the real result for the whole drawable on the other. This file connects
 * the parts.
 */
#include "dialog.h"

#include <string.h>

#include <glib/gi18n.h>

#include "live/recipes.h"

#include "config.h"
#include "dialog-private.h"
#include "style.h"

/* A render that takes longer shows its progress. */
#define PATIENCE_US 300000

/* Shows a sentence about an event; a reason why OK would fail comes before all others. */
static void
say (CeDialog *self, const CeEvent *event)
{
  g_autofree char *looking = ce_dialog_explain_viewed (self), *values = ce_dialog_explain_values (self, event);
  const char      *advice = values ? values : looking;

  advice = advice ? advice : ce_dialog_explain_cut (self);
  advice = advice ? advice : ce_dialog_explain_blend (self);
  advice = advice || ! self->recipes.hint ? advice : _(self->recipes.hint);
  if (self->refusal)
    ce_dialog_say (self, CE_STATUS_ERROR, self->refusal);
  else if (advice)
    ce_dialog_say (self, CE_STATUS_ADVICE, advice);
  else
    ce_dialog_say (self, NULL, "");
}

/* CeEventFunc. */
static void
handle (const CeEvent *event, gpointer data)
{
  CeDialog *self = data;

  switch (event->kind)
    {
    case CE_EVENT_STARTED:
      if (self->loader.again)
        ce_dialog_take_selection (self);
      ce_dialog_seek_radius (self, TRUE);
      ce_dialog_read (self);
      break;

    case CE_EVENT_FRAME:
      ce_preview_take_frame (self->preview, event->frame);
      break;

    case CE_EVENT_RENDERED:
      self->request.answered = event->generation;
      self->request.failed = FALSE;
      say (self, event);
      ce_dialog_show_time (self, event);
      ce_dialog_seek_radius (self, FALSE);
      if (! gtk_widget_get_mapped (GTK_WIDGET (self->preview)))
        ce_dialog_shown (self->preview, event->generation, self);
      break;

    case CE_EVENT_FAILED:
      self->request.answered = event->generation;
      ce_preview_changed (self->preview);
      ce_dialog_fail (self, event->error->message);
      break;

    case CE_EVENT_COMPARED:
      ce_dialog_show_comparison (self, event->comparison);
      break;

    case CE_EVENT_EXPLAINED:
    case CE_EVENT_COUNTED:
    case CE_EVENT_TOUCHED:
    case CE_EVENT_LINES:
      break;

    case CE_EVENT_MORE:
      if (event->found.focus)
        ce_dialog_tell_radius (self, event);
      if (event->error)
        ce_dialog_miss_radius (self, event->error->message);
      break;
    }
  ce_dialog_handle_parts (self, event);
}

/* GSourceFunc. */
static gboolean
show_progress (gpointer data)
{
  CeDialog *self = data;
  double   share = ce_dialog_get_read_share (self), rendered;
  gboolean busy = ce_render_is_busy (self->render, &rendered);

  if (share < 0 && busy && g_get_monotonic_time () - self->request.begun > PATIENCE_US)
    share = rendered;
  ce_dialog_set_progress (self, share);
  ce_dialog_tell_places (GTK_WIDGET (self->dialog));

  return G_SOURCE_CONTINUE;
}

/* Follows a change of a parameter at once, not when the slider rests. */
static void
config_changed (GimpProcedureConfig *config, GParamSpec *pspec, CeDialog *self)
{
  CeParams params, old;
  int      stage;

  ce_dialog_round_values (self);
  ce_config_get_params (config, self->filter, &params);
  old = self->params;
  if (! self->sets_all && ce_defaults_follow (&params, &old, self->filter))
    {
      ce_dialog_set_params (self, &params);
      return;
    }
  stage = ce_dialog_get_stage (self);
  self->params = params;
  if (memcmp (&self->params, &old, sizeof old) == 0)
    return;

  ce_dialog_record (self, pspec->name);
  if (ce_dialog_get_stage (self) != stage)
    ce_dialog_leave_stage (self);
  if (self->params.backend != old.backend)
    ce_dialog_show_place (self);
  if (self->params.output != old.output || self->params.style != old.style || self->params.backend != old.backend
      || self->params.stage != old.stage || self->params.lines_output != old.lines_output)
    ce_dialog_check (self);
  /* Found thresholds come back as values that have no effect now. */
  if (! ce_dialog_is_pushing (self) || self->params.thresholds == CE_THRESHOLDS_MANUAL)
    ce_dialog_request (self);
  ce_dialog_show_params (self);
  ce_dialog_show_rows (self);
  ce_dialog_show_all_rows (self);
  ce_dialog_show_recipe (self);
}

/* Makes thresholds that were found in the selection manual, so that a repeated call, and each of several layers, has the
 * same ones. */
static void
settle_thresholds (CeDialog *self)
{
  if (self->filter->id != CE_FILTER_CANNY || ! ce_dialog_is_within (self) || self->params.thresholds == CE_THRESHOLDS_MANUAL)
    return;

  g_signal_handlers_disconnect_by_func (self->config, config_changed, self);
  g_object_set (self->config, "thresholds", "manual", NULL);
}

/* Returns the filter's label in the menu, in the user's language, without mnemonic and dots. */
static char *
get_title (const CeFilter *filter)
{
  g_autoptr (GRegex) marks = g_regex_new ("\\(_\\w\\)|_|\\s*…$", 0, 0, NULL);

  return g_regex_replace_literal (marks, _(filter->menu_label), -1, 0, "", 0, NULL);
}

static void
open_dialog (CeDialog *self, GimpProcedure *procedure)
{
  g_autofree char *title = get_title (self->filter);

  self->selection = ce_selection_new (self->source->image, self->source->drawable);
  self->dialog = GIMP_PROCEDURE_DIALOG (gimp_procedure_dialog_new (procedure, self->config, title));
  ce_config_get_params (self->config, self->filter, &self->params);
  ce_config_set_params (self->config, self->filter, &self->params);   /* empties old names */
  ce_dialog_round_values (self);
  ce_config_get_params (self->config, self->filter, &self->params);
  self->render = ce_render_new (ce_filter_get (self->filter->id), handle, self);
  ce_dialog_fill (self);
  g_signal_connect (self->preview, "shown", G_CALLBACK (ce_dialog_shown), self);

  ce_preview_set_render (self->preview, self->render);
  ce_dialog_follow_screen (self);
  g_object_set (self->preview, "selected", ce_selection_get_mask (self->selection) != NULL, NULL);

  ce_dialog_show_params (self);
  g_signal_connect (self->config, "notify", G_CALLBACK (config_changed), self);
  self->request.timer = g_timeout_add (100, show_progress, self);
  ce_dialog_say (self, NULL, _("Looking for the GPU…"));
  ce_dialog_show_place (self);
  ce_dialog_check_always (self);
  ce_dialog_request (self);
}

/* Closes the window before everything else, because a driver's start, or freeing memory, may take longer than a window may
 * take to close. */
static void
vanish (CeDialog *self, gboolean ok)
{
  ce_dialog_remember (self, ok);
  ce_trace_mark (self->generation, "gone");
  gtk_widget_hide (GTK_WIDGET (self->dialog));
  gdk_display_flush (gtk_widget_get_display (GTK_WIDGET (self->dialog)));
  ce_dialog_canvas_end (self);
  gtk_clipboard_store (gtk_clipboard_get (GDK_SELECTION_CLIPBOARD));
  ce_preview_set_render (self->preview, NULL);
}

static void
close_dialog (CeDialog *self)
{
  g_signal_handlers_disconnect_by_data (self->config, self);
  g_source_remove (self->request.timer);
  g_clear_handle_id (&self->shown.source, g_source_remove);
  g_clear_handle_id (&self->devices.poll, g_source_remove);
  ce_dialog_stop_reading (self);
  ce_dialog_recipes_end (self);
  gtk_widget_destroy (GTK_WIDGET (self->dialog));
  ce_render_free (self->render);
  ce_selection_free (self->selection);
  g_clear_object (&self->edges.layout);
  g_object_unref (self->recipes.layout);
  g_object_unref (self->tools);
  g_ptr_array_unref (self->recipes.list);
  g_array_unref (self->undo.states);
  g_clear_pointer (&self->radius.steps, g_array_unref);
  g_free (self->edges.asked.points);
  g_free (self->rows.widgets);
  g_free (self->recipes.last);
  g_free (self->state.gpu);
  g_free (self->devices.cuda);
  g_clear_object (&self->line_color.first);
  g_free (self->refusal);
  g_free (self->lines.told);
  g_free (self->help.manual);
}

static void
cancelled (GtkDialog *dialog, int response, gboolean *cancel)
{
  *cancel = TRUE;
}

/* Returns whether the preview shows OK's result for the current layer. */
static gboolean
is_answered (CeDialog *self)
{
  return ce_dialog_is_current (self) && self->request.answered == self->generation;
}

/* Waits after OK until the last request is answered for the current layer. A failure is tried once more. FALSE if the user
 * cancels; without a current result there is nothing to apply, and a sentence gives the reason. */
static gboolean
wait_for_result (CeDialog *self)
{
  GtkDialog *dialog = GTK_DIALOG (self->dialog);
  gboolean   cancel = FALSE;
  gulong     handler = g_signal_connect (dialog, "response", G_CALLBACK (cancelled), &cancel);
  gulong     stay = g_signal_connect (dialog, "delete-event", G_CALLBACK (gtk_true), NULL);

  gtk_dialog_set_response_sensitive (dialog, GTK_RESPONSE_OK, FALSE);
  ce_dialog_check_anew (self);
  if (ce_dialog_get_viewed (self) != ce_dialog_get_stage (self))
    ce_dialog_view_stage (self, ce_dialog_get_stage (self));
  if (self->request.failed)
    ce_dialog_read_anew (self);
  while (! cancel && ! self->request.failed && ! self->refused && ! is_answered (self))
    {
      if (self->request.answered == self->generation)
        ce_dialog_go_on_checking (self);
      g_main_context_iteration (NULL, TRUE);
    }
  gtk_dialog_set_response_sensitive (dialog, GTK_RESPONSE_OK, ! self->refused);
  g_signal_handler_disconnect (dialog, handler);
  g_signal_handler_disconnect (dialog, stay);

  return ! cancel;
}

static gboolean
ask (CeDialog *self)
{
  gboolean ok, told;

  do
    {
      ok = gimp_procedure_dialog_run (self->dialog);
      /* This takes a number that is being typed. */
      gtk_window_set_focus (GTK_WINDOW (self->dialog), NULL);
      told = ce_dialog_may_replace (self);
    }
  while (ok && (ok = wait_for_result (self)) && ! (is_answered (self) && told));

  return ok;
}

/* Asks the user for the parameters, with a preview. Without a result OK only gives the reason. Returns TRUE on OK, FALSE
 * if the user cancelled. */
gboolean
ce_dialog_run (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter,
               const CeDialogSource *source, CeSession **session)
{
  CeDialog self = { .config = config, .filter = filter, .source = source, .viewed_stage = -1, .edge_share = -1 };
  gboolean ok;

  *session = NULL;
  gimp_ui_init ("cuda-edges");
  ce_style_load ();
  gimp_dialogs_show_help_button (FALSE);        /* GIMP's button would open GIMP's manual */
  open_dialog (&self, procedure);

  ok = ask (&self);
  if (ok)
    settle_thresholds (&self);
  else
    ce_dialog_give_line_color_back (&self);

  vanish (&self, ok);
  if (ok)
    *session = ce_render_steal (self.render);
  close_dialog (&self);

  return ok;
}
