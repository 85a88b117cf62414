/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "undo.h"

#include <string.h>

#include <glib/gi18n.h>

#include "config.h"
#include "live/trace.h"
#include "style.h"

/* Changes of the same values that follow each other sooner are one step: a slider that is dragged. */
#define ONE_STEP_US 800000

struct _CeUndo
{
  GimpProcedureConfig *config;
  const CeFilter      *filter;
  GArray              *states;       /* of CeParams, the first one as the dialog opened */
  guint                at;           /* which of them is set now */
  gint64               changed;      /* when, monotonic time */
  gboolean             going;        /* it is set here, not by the user */
  GtkWidget           *buttons[2];   /* back, forth */
};

CeUndo *
ce_undo_new (GimpProcedureConfig *config, const CeFilter *filter)
{
  CeUndo *undo = g_new0 (CeUndo, 1);

  undo->config = config;
  undo->filter = filter;
  undo->states = g_array_new (FALSE, FALSE, sizeof (CeParams));

  return undo;
}

void
ce_undo_free (CeUndo *undo)
{
  g_array_unref (undo->states);
  g_free (undo);
}

static CeParams *
get_state (CeUndo *undo, guint at)
{
  return &g_array_index (undo->states, CeParams, at);
}

/* Found thresholds are no act of the user. */
static gboolean
is_found (const CeParam *param, const CeParams *params)
{
  return params->thresholds != CE_THRESHOLDS_MANUAL && (g_str_equal (param->name, "low") || g_str_equal (param->name, "high"));
}

/* Which values differ, a bit for each; one threshold may push the other, so both are one. */
static guint64
find_changes (CeUndo *undo, const CeParams *a, const CeParams *b)
{
  guint64 changes = 0;
  int     i = 0;

  for (const CeParam *param = undo->filter->params; param->name; param++, i++)
    if ((param->kind == CE_PARAM_TEXT ? a->erased != b->erased : ce_params_get (a, param) != ce_params_get (b, param))
        && ! is_found (param, b))
      changes |= G_GUINT64_CONSTANT (1) << (g_str_equal (param->name, "high") ? i - 1 : i);

  return changes;
}

static void
show (CeUndo *undo)
{
  gtk_widget_set_sensitive (undo->buttons[0], undo->at > 0);
  gtk_widget_set_sensitive (undo->buttons[1], undo->at + 1 < undo->states->len);
}

/* Whether a state only goes on with the step that led to the last one. */
static gboolean
goes_on (CeUndo *undo, const CeParams *params)
{
  const CeParams *last = get_state (undo, undo->at);
  guint64         before;

  if (undo->at == 0 || g_get_monotonic_time () - undo->changed > ONE_STEP_US || params->erased != last->erased)
    return FALSE;

  before = find_changes (undo, get_state (undo, undo->at - 1), last);

  return (find_changes (undo, last, params) & ~before) == 0;
}

/* These are the values now. */
void
ce_undo_record (CeUndo *undo, const CeParams *params)
{
  if (undo->going)
    return;

  if (undo->states->len && (! find_changes (undo, get_state (undo, undo->at), params) || goes_on (undo, params)))
    *get_state (undo, undo->at) = *params;
  else
    {
      g_array_set_size (undo->states, undo->states->len ? undo->at + 1 : 0);
      g_array_append_vals (undo->states, params, 1);
      undo->at = undo->states->len - 1;
    }
  undo->changed = g_get_monotonic_time ();
  show (undo);
}

static void
go (CeUndo *undo, int step)
{
  if (step < 0 ? undo->at == 0 : undo->at + 1 >= undo->states->len)
    return;

  undo->at += step;
  undo->going = TRUE;
  ce_config_set_params (undo->config, undo->filter, get_state (undo, undo->at));
  undo->going = FALSE;
  undo->changed = 0;
  ce_trace ("undo: at %u of %u", undo->at, undo->states->len - 1);
  show (undo);
}

/* Ctrl+Z, Shift+Ctrl+Z and Ctrl+Y; GTK's entries know nothing of them. */
gboolean
ce_undo_key (CeUndo *undo, const GdkEventKey *event)
{
  guint key = gdk_keyval_to_lower (event->keyval);

  if (! (event->state & GDK_CONTROL_MASK) || (key != GDK_KEY_z && key != GDK_KEY_y))
    return FALSE;

  go (undo, key == GDK_KEY_y || (event->state & GDK_SHIFT_MASK) ? 1 : -1);

  return TRUE;
}

static void
go_back (CeUndo *undo)
{
  go (undo, -1);
}

static void
go_forth (CeUndo *undo)
{
  go (undo, 1);
}

/* At the other end than OK. */
void
ce_undo_add_buttons (CeUndo *undo, GtkButtonBox *box)
{
  undo->buttons[0] = ce_style_new_button (GIMP_ICON_EDIT_UNDO, _("Undo (Ctrl+Z)"), G_CALLBACK (go_back), undo);
  undo->buttons[1] = ce_style_new_button (GIMP_ICON_EDIT_REDO, _("Redo (Shift+Ctrl+Z)"), G_CALLBACK (go_forth), undo);
  for (int i = 0; i < 2; i++)
    {
      gtk_widget_show (undo->buttons[i]);
      gtk_container_add (GTK_CONTAINER (box), undo->buttons[i]);
      gtk_button_box_set_child_secondary (box, undo->buttons[i], TRUE);
      gtk_button_box_set_child_non_homogeneous (box, undo->buttons[i], TRUE);
    }
  show (undo);
}
