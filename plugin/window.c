/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The dialog, loaded when one is asked for. It lies in a module beside the
 * executable because linking GTK takes a process 10 to 15 ms, as long as some
 * filters take, and most calls of a script need no window.
 */
#include "window.h"

#include <gio/gio.h>
#include <glib/gi18n.h>
#include <gmodule.h>

#define MODULE "cuda-edges-dialog." G_MODULE_SUFFIX

typedef __typeof__ (&ce_dialog_run) RunDialog;

/* The module stays: what it registered with GLib cannot be taken back. */
static RunDialog
load (GError **error)
{
  g_autofree char *beside = g_path_get_dirname (gimp_get_progname ());
  g_autofree char *path = g_build_filename (beside, MODULE, NULL);
  GModule         *module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  gpointer         run;

  if (module && g_module_symbol (module, "ce_dialog_run", &run))
    {
      g_module_make_resident (module);
      return (RunDialog) run;
    }

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("The dialog could not be loaded: %s"), g_module_error ());

  return NULL;
}

/* Loads the dialog and runs it, as ce_dialog_run(). FALSE with CE_ERROR_CANCELLED, or with CE_ERROR_INVALID if there
 * is no dialog. */
gboolean
ce_window_run (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter,
               const CeDialogSource *source, CeSession **session, GError **error)
{
  RunDialog run = load (error);

  if (! run)
    return FALSE;

  if (run (procedure, config, filter, source, session))
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_CANCELLED, _("Cancelled."));

  return FALSE;
}
