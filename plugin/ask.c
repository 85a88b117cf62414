/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Loads and runs the dialog. The dialog is a module beside the executable, because linking GTK takes a process 10 to
 * 15 ms, as long as some filters take, and most calls of a script need no window.
 */
#include "run.h"

#include <glib/gi18n.h>
#include <gmodule.h>

#include "ui/dialog.h"

#include "canvas.h"
#include "drawable.h"
#include "lines.h"
#include "refuse.h"
#include "results.h"

#define MODULE "cuda-edges-dialog." G_MODULE_SUFFIX

/* The subject of a dialog. */
typedef struct
{
  GimpImage      *image;
  GimpDrawable  **drawables;
  const CeFilter *filter;
  GimpProcedureConfig *config;
  CeReader       *reader;     /* of the first drawable */
  CeCanvasEffect  canvas;
} Question;

/* Reads a part of the drawable, after a check that its size and format are unchanged: GIMP ends the plug-in for a tile of
 * another size. */
static gboolean
read_part (gpointer data, const GeglRectangle *part, const CeView *view, GError **error)
{
  Question *question = data;

  return (part->x > 0 || ce_reader_check (question->reader, error))
         && ce_reader_read (question->reader, part, view, error);
}

/* Returns whether the image and the drawable are there, with the size and format that they had. */
static gboolean
check_unchanged (const Question *question, GError **error)
{
  return ce_check_image (question->image, question->drawables, error) && ce_reader_check (question->reader, error);
}

static gboolean
check (gpointer data, const CeParams *params, GError **error)
{
  const Question *question = data;
  CeResultKind    kind = ce_filter_get_kind (question->filter, params);

  if (kind & CE_RESULT_PATHS)
    return check_unchanged (question, error) && ce_lines_check_call (question->config, params, question->drawables, error);

  return check_unchanged (question, error)
         && ce_check_drawables (question->image, question->drawables, kind, params->output, params->backend, error);
}

static char *
find_hiding (gpointer data)
{
  const Question *question = data;

  return ce_results_find_hiding (question->image, question->drawables[0]);
}

static void
show_on_canvas (gpointer data, const CeParams *params)
{
  ce_canvas_show (&((Question *) data)->canvas, params);
}

/* Returns (nullable) ce_dialog_run(). The module stays loaded, because GLib cannot unregister its types. */
static __typeof__ (&ce_dialog_run)
load_dialog (GError **error)
{
  g_autofree char *beside = g_path_get_dirname (gimp_get_progname ());
  g_autofree char *path = g_build_filename (beside, MODULE, NULL);
  GModule         *module = g_module_open (path, G_MODULE_BIND_LAZY | G_MODULE_BIND_LOCAL);
  gpointer         run;

  if (module && g_module_symbol (module, "ce_dialog_run", &run))
    {
      g_module_make_resident (module);
      return (__typeof__ (&ce_dialog_run)) run;
    }

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("The dialog could not be loaded: %s"), g_module_error ());

  return NULL;
}

/* Runs the dialog, as ce_dialog_run(), about the (nullable) effect of the name @edited. FALSE with CE_ERROR_CANCELLED, or
 * with CE_ERROR_INVALID if there is no dialog, or if the image or a layer was closed while it was open. */
gboolean
ce_ask (GimpProcedure *procedure, GimpProcedureConfig *config, const CeFilter *filter, GimpImage *image,
        GimpDrawable **drawables, const char *edited, const char *complaint, CeSession **session, GError **error)
{
  g_autoptr (CeReader) reader = ce_reader_new (drawables[0]);
  Question             question = { image, drawables, filter, config, reader, { drawables[0], filter, NULL } };
  CeDialogSource       source = { read_part, check, NULL, find_hiding, &question, ce_reader_get_view (reader), image,
                                  drawables[0], 0, edited, complaint };
  __typeof__ (&ce_dialog_run) run = load_dialog (error);

  if (! run)
    return FALSE;

  /* The canvas shows the edited effect, which another one would filter; hidden, it stayed so if this process died. */
  if (! filter->makes_paths && ! edited && ce_canvas_can_show (&question.canvas))
    source.show = show_on_canvas;
  while (drawables[source.n_drawables])
    source.n_drawables++;

  if (! run (procedure, config, filter, &source, session))
    {
      g_set_error_literal (error, CE_ERROR, CE_ERROR_CANCELLED, "Cancelled.");
      return FALSE;
    }
  if (check_unchanged (&question, error))
    return TRUE;

  g_clear_pointer (session, ce_session_free);

  return FALSE;
}
