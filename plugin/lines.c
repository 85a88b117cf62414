/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A call of plug-in-cuda-lines: the edges of one drawable as a path, a vector layer, a selection or an SVG file.
 */
#include "procedures.h"

#include <glib/gi18n.h>

#include "engine/lines/lines.h"
#include "engine/memory.h"
#include "ui/config.h"

#include "canvas.h"
#include "drawable.h"
#include "refuse.h"

#define MM_PER_INCH 25.4

/* GIMP's status bar is told at most every 50 ms. */
#define TELL_US 50000

/* Lines and what they are found in; the parameters have the thresholds that were found. */
typedef struct
{
  GimpImage    *image;
  GimpDrawable *drawable;
  GFile        *file;
  CeParams      params;
  CeLines      *lines;
  CePen        *pen;
  gint64        told;         /* to the status bar, monotonic time */
} Call;

/* A CeProgressFunc of the whole call. Its Cancel ends this process. */
static gboolean
tell_progress (double share, gpointer data)
{
  Call  *call = data;
  gint64 now = g_get_monotonic_time ();

  if (now - call->told >= TELL_US)
    {
      gimp_progress_update (share);
      call->told = now;
    }

  return TRUE;
}

/* A CeProgressFunc of finding the lines, between reading and ordering. */
static gboolean
tell_found (double share, gpointer data)
{
  return tell_progress (0.2 + 0.6 * share, data);
}

/* Returns whether the call cannot be served, before anything is computed. */
static gboolean
refuse (const Call *call, GimpDrawable **drawables, GError **error)
{
  if (ce_refuse_image (call->image, drawables, error))
    return TRUE;
  if (drawables[1])
    return ce_refuse (error, _("Lines are found in one layer at a time; select one."), NULL);
  if (call->params.lines_output == CE_LINES_TO_SVG && ! call->file)
    return ce_refuse (error, _("The lines go to an SVG file, and no file was named."), NULL);
  if (call->params.lines_output == CE_LINES_TO_VECTOR_LAYER
      && ! gimp_pdb_procedure_exists (gimp_get_pdb (), "gimp-vector-layer-new"))
    return ce_refuse (error, _("This GIMP has no vector layers, which came with GIMP 3.2; let the lines be a path."), NULL);

  return FALSE;
}

/* Reads how much each pixel of the drawable is selected; no data where nothing is selected, which means everything. */
static gboolean
read_selection (const Call *call, CeView *mask, GError **error)
{
  g_autoptr (GeglBuffer) buffer = NULL;
  int                    x = 0, y = 0;

  if (gimp_selection_is_empty (call->image))
    return TRUE;

  *mask = (CeView) { .width = gimp_drawable_get_width (call->drawable), .height = gimp_drawable_get_height (call->drawable),
                     .channels = 1, .type = CE_U8 };
  mask->stride = mask->width;
  mask->data = ce_memory_alloc (ce_view_size (mask), error);
  if (! mask->data)
    return FALSE;

  gimp_drawable_get_offsets (call->drawable, &x, &y);
  buffer = gimp_drawable_get_buffer (GIMP_DRAWABLE (gimp_image_get_selection (call->image)));
  gegl_buffer_get (buffer, GEGL_RECTANGLE (x, y, mask->width, mask->height), 1.0, babl_format ("Y u8"), mask->data,
                   (int) mask->stride, GEGL_ABYSS_NONE);

  return TRUE;
}

/* Finds the lines of the drawable, and the order in which a pen draws them. */
static gboolean
find (Call *call, GError **error)
{
  const CeFilter       *canny = ce_filter_get (CE_FILTER_CANNY);
  CeLinesParams         wanted = { call->params.tolerance, call->params.least_length, call->params.gap };
  CePlace               named = ce_place ((CeBackendChoice) call->params.backend);
  CeProgress            reading = { tell_progress, call, 0, 0.8 }, ordering = { tell_progress, call, 0.8, 0 };
  CeView                mask = { 0 };
  g_autoptr (CeSession) session = NULL;

  gimp_progress_init (_("CUDA Lines"));
  session = ce_drawable_read (call->drawable, canny, &call->params, &named, &reading, error);
  if (session && read_selection (call, &mask, error))
    call->lines = ce_lines_find (session, &call->params, &wanted, mask.data ? &mask : NULL, tell_found, call, error);
  ce_memory_free (mask.data, ce_view_size (&mask));
  if (! call->lines)
    return FALSE;

  call->params.low = ce_session_get_params (session)->low;
  call->params.high = ce_session_get_params (session)->high;
  if (call->lines->n_paths == 0)
    return ! ce_refuse (error, _("No line was found in “%s”: lower the thresholds or the least length."),
                        GIMP_ITEM (call->drawable));
  call->pen = ce_pen_new (call->lines, &ordering, error);

  return call->pen != NULL;
}

/* Returns (transfer full) "CUDA Lines σ 1.4, 40–80, 0.25 px". */
static char *
describe (const Call *call)
{
  const CeParams *params = &call->params;

  return g_strdup_printf ("CUDA Lines σ %.4g, %.4g–%.4g, %.4g px", params->sigma, MIN (params->low, params->high),
                          MAX (params->low, params->high), params->tolerance);
}

/* Returns the lines as one path of the image, above the others; NULL with GIMP's reason. */
static GimpPath *
import (const Call *call, GError **error)
{
  const CeSvg      svg = { 1, 1, "", 1, NULL, NULL };
  GString         *text = ce_lines_to_svg (call->lines, &svg);
  g_autofree char *name = describe (call);
  g_autofree GimpPath **paths = NULL;
  GimpPath        *path = NULL;
  int              x = 0, y = 0;

  gimp_drawable_get_offsets (call->drawable, &x, &y);
  gimp_image_import_paths_from_string (call->image, text->str, (int) text->len, TRUE, FALSE, &paths);
  if (paths && paths[0])
    {
      path = paths[0];
      gimp_item_set_name (GIMP_ITEM (path), name);
      if (x != 0 || y != 0)
        gimp_item_transform_translate (GIMP_ITEM (path), x, y);
    }
  else
    ce_refuse_as_gimp (call->drawable, error);
  g_string_free (text, TRUE);

  return path;
}

/* Runs a procedure of GIMP 3.2 that sets a property of @layer. */
static void
set_on_layer (GimpLayer *layer, const char *name, const char *argument, GType type, gpointer value)
{
  GimpProcedure       *procedure = gimp_pdb_lookup_procedure (gimp_get_pdb (), name);
  GimpProcedureConfig *config = procedure ? gimp_procedure_create_config (procedure) : NULL;

  if (! config)
    return;

  g_object_set (config, "layer", layer, NULL);
  if (type == G_TYPE_BOOLEAN)
    g_object_set (config, argument, *(gboolean *) value, NULL);
  else if (type == G_TYPE_DOUBLE)
    g_object_set (config, argument, *(double *) value, NULL);
  gimp_value_array_unref (gimp_procedure_run_config (procedure, config));
  g_object_unref (config);
}

/* Inserts a layer that GIMP draws along @path, one pixel wide, in the foreground color. */
static gboolean
add_vector_layer (const Call *call, GimpPath *path, GError **error)
{
  GimpProcedure  *make = gimp_pdb_lookup_procedure (gimp_get_pdb (), "gimp-vector-layer-new");
  GimpValueArray *values = gimp_procedure_run (make, "image", call->image, "path", path, NULL);
  GimpLayer      *layer = GIMP_VALUES_GET_ENUM (values, 0) == GIMP_PDB_SUCCESS ? GIMP_VALUES_GET_LAYER (values, 1) : NULL;
  g_autofree char *name = describe (call);
  gboolean        fill = FALSE, inserted;
  double          width = 1;

  inserted = layer && gimp_image_insert_layer (call->image, layer, NULL, -1);
  if (inserted)
    {
      gimp_item_set_name (GIMP_ITEM (layer), name);
      set_on_layer (layer, "gimp-vector-layer-set-enable-fill", "enable-fill", G_TYPE_BOOLEAN, &fill);
      set_on_layer (layer, "gimp-vector-layer-set-stroke-width", "width", G_TYPE_DOUBLE, &width);
      set_on_layer (layer, "gimp-vector-layer-refresh", NULL, G_TYPE_NONE, NULL);
    }
  else
    ce_refuse_as_gimp (call->drawable, error);
  gimp_value_array_unref (values);

  return inserted;
}

/* Leaves the closed lines alone. */
static void
keep_closed (CeLines *lines)
{
  guint n = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    if (lines->paths[i].is_closed)
      lines->paths[n++] = lines->paths[i];
  lines->n_paths = n;
}

/* Puts the lines into the image, in one step of its history. */
static gboolean
put_into_image (Call *call, GError **error)
{
  GimpPath *path;
  gboolean  done = FALSE;

  if (call->params.lines_output == CE_LINES_TO_SELECTION)
    keep_closed (call->lines);
  if (call->lines->n_paths == 0)
    return ! ce_refuse (error, _("No line of “%s” is closed, so there is nothing to select."), GIMP_ITEM (call->drawable));

  gimp_image_undo_group_start (call->image);
  path = import (call, error);
  if (path && call->params.lines_output == CE_LINES_TO_SELECTION)
    {
      done = gimp_image_select_item (call->image, GIMP_CHANNEL_OP_REPLACE, GIMP_ITEM (path));
      gimp_image_remove_path (call->image, path);
    }
  else if (path)
    done = call->params.lines_output == CE_LINES_TO_PATH || add_vector_layer (call, path, error);
  gimp_image_undo_group_end (call->image);

  return done;
}

/* Writes the SVG file, in millimeters; a file that exists is replaced when the new one is whole. */
static gboolean
write_file (const Call *call, double x_mm, double y_mm, GError **error)
{
  const CeSvg         svg = { x_mm, y_mm, "mm", x_mm, call->pen, NULL };
  GString            *text = ce_lines_to_svg (call->lines, &svg);
  g_autofree char    *name = g_file_get_parse_name (call->file);
  g_autoptr (GError)  failure = NULL;
  gboolean            written = g_file_replace_contents (call->file, text->str, text->len, NULL, FALSE, G_FILE_CREATE_NONE,
                                                         NULL, NULL, &failure);

  if (! written)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("“%s” cannot be written: %s."), name, failure->message);
  g_string_free (text, TRUE);

  return written;
}

/* Returns what the call returns when it is done: counts, lengths and the pen's travel. */
static GimpValueArray *
return_values (GimpProcedure *procedure, const Call *call, guint n_paths, double mm)
{
  GimpValueArray *values = gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);

  GIMP_VALUES_SET_INT (values, 1, (int) n_paths);
  GIMP_VALUES_SET_INT (values, 2, (int) call->lines->n_curves);
  GIMP_VALUES_SET_DOUBLE (values, 3, call->lines->length);
  GIMP_VALUES_SET_DOUBLE (values, 4, call->lines->length * mm);
  GIMP_VALUES_SET_DOUBLE (values, 5, call->pen->travel * mm);

  return values;
}

/* A GimpRunImageFunc, without a dialog. */
GimpValueArray *
ce_run_lines (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
              GimpProcedureConfig *config, gpointer filter)
{
  Call              call = { .image = image, .drawable = drawables ? drawables[0] : NULL };
  GError           *error = NULL;
  GimpValueArray   *values;
  double            x_dpi = 72, y_dpi = 72;
  guint             n_paths;
  gboolean          done;

  gimp_plug_in_set_pdb_error_handler (gimp_get_plug_in (), GIMP_PDB_ERROR_HANDLER_PLUGIN);
  ce_canvas_remove_strays ();
  ce_drawable_need_buffers_only ();
  ce_config_get_params (config, filter, &call.params);
  call.params.stage = CE_STAGE_EDGES;
  call.params.width = 1;
  g_object_get (config, "file", &call.file, NULL);
  done = ! refuse (&call, drawables, &error) && find (&call, &error);
  if (done)
    {
      gimp_image_get_resolution (image, &x_dpi, &y_dpi);
      n_paths = call.lines->n_paths;
      if (call.params.lines_output == CE_LINES_TO_SVG)
        done = write_file (&call, MM_PER_INCH / x_dpi, MM_PER_INCH / y_dpi, &error);
      else
        done = put_into_image (&call, &error);
    }
  values = done ? return_values (procedure, &call, n_paths, MM_PER_INCH / x_dpi) : ce_run_failed (procedure, error);
  g_clear_pointer (&call.pen, ce_pen_free);
  g_clear_pointer (&call.lines, ce_lines_free);
  g_clear_object (&call.file);
  gimp_progress_end ();
  ce_backend_wait ();

  return values;
}
