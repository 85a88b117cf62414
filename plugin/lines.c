/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes a path, a vector layer, a selection or an SVG file of the edges of one drawable.
 */
#include "lines.h"

#include <glib/gi18n.h>

#include "live/trace.h"
#include "ui/config.h"

#include "drawable.h"
#include "refuse.h"
#include "results.h"

#define MM_PER_INCH 25.4

/* A call that makes lines. */
typedef struct
{
  GimpImage    *image;
  GimpDrawable *drawable;
  GFile        *file;
  CeParams      params;
  CeFound       found;
  CeLines      *lines;
  guint        *order;          /* in which a pen draws them */
  double        travel;
} Call;

/* CeProgressFuncs of the three steps of a call. */
static gboolean
tell_read (double share, gpointer data)
{
  return ce_drawable_tell_progress (0.2 * share, NULL);
}

static gboolean
tell_found (double share, gpointer data)
{
  return ce_drawable_tell_progress (0.2 + 0.6 * share, NULL);
}

static gboolean
tell_ordered (double share, gpointer data)
{
  return ce_drawable_tell_progress (0.8 + 0.2 * share, NULL);
}

/* Returns (transfer full) (nullable) the file for the lines; Canny has none. */
static GFile *
get_file (GimpProcedureConfig *config)
{
  GFile *file = NULL;

  if (ce_config_has (config, "file"))
    g_object_get (config, "file", &file, NULL);

  return file;
}

/* Forgets the file of an earlier call if it exists, because it belongs to another image and the user did not choose it. */
void
ce_lines_forget_file (GimpProcedureConfig *config)
{
  g_autoptr (GFile) file = get_file (config);

  if (file && g_file_query_exists (file, NULL))
    g_object_set (config, "file", NULL, NULL);
}

/* Returns whether a file exists that is no SVG file by its name: a script may have named a photo. */
static gboolean
is_other_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *lower = name ? g_ascii_strdown (name, -1) : NULL;

  return g_file_query_exists (file, NULL) && ! (lower && g_str_has_suffix (lower, ".svg"));
}

/* Returns whether the output in @config is possible for @drawables; FALSE sets the error, one sentence. */
gboolean
ce_lines_check_call (GimpProcedureConfig *config, const CeParams *params, GimpDrawable **drawables, GError **error)
{
  g_autoptr (GFile) file = get_file (config);

  for (int i = 1; drawables[i]; i++)
    if (drawables[i] != drawables[0])
      return ce_refuse (error, _("Lines are found in one layer at a time; select one."), NULL);
  if (params->lines_output == CE_LINES_TO_SVG && ! file)
    return ce_refuse (error, _("The lines go to an SVG file, and no file was named."), NULL);
  if (params->lines_output == CE_LINES_TO_SVG && is_other_file (file))
    return ce_refuse (error,
                      _("The file for the lines exists, and its name does not end in .svg, so it stays; name another one."),
                      NULL);
  if (params->lines_output == CE_LINES_TO_VECTOR_LAYER && ! ce_config_offers ("vector-layer"))
    return ce_refuse (error, _("This GIMP has no vector layers, which came with GIMP 3.2; let the lines be a path."), NULL);

  return TRUE;
}

/* Reads how much each pixel of the drawable is selected. @mask has no data without a selection, which selects everything. */
static gboolean
read_selection (const Call *call, CeView *mask, GError **error)
{
  g_autoptr (GeglBuffer) buffer = NULL;
  int                    x = 0, y = 0;

  if (gimp_selection_is_empty (call->image))
    return TRUE;

  if (! ce_memory_take (mask, gimp_drawable_get_width (call->drawable), gimp_drawable_get_height (call->drawable), error))
    return FALSE;

  gimp_drawable_get_offsets (call->drawable, &x, &y);
  buffer = gimp_drawable_get_buffer (GIMP_DRAWABLE (gimp_image_get_selection (call->image)));
  gegl_buffer_get (buffer, GEGL_RECTANGLE (x, y, mask->width, mask->height), 1.0, babl_format ("Y u8"), mask->data,
                   (int) mask->stride, GEGL_ABYSS_NONE);

  return TRUE;
}

/* Finds the lines of the drawable, and the order in which a pen draws them. @given: (nullable) (transfer full): a session
 * with the drawable's pixels. */
static gboolean
find (Call *call, CeSession *given, GError **error)
{
  const CeFilter       *canny = ce_filter_get (CE_FILTER_CANNY);
  CePlace               named = { .choice = (CeBackendChoice) call->params.backend };
  CeView                mask = { .channels = 1, .type = CE_U8 };
  g_autoptr (CeSession) session = given;
  CeFound               told;
  int                   x, y, width, height;

  if (! gimp_drawable_mask_intersect (call->drawable, &x, &y, &width, &height))
    return ce_refuse_unselected (error);

  gimp_progress_init (_("CUDA Lines"));
  if (! session)
    session = ce_drawable_read (call->drawable, canny, &call->params, &named, tell_read, NULL, error);
  if (session && read_selection (call, &mask, error))
    call->lines = ce_lines_find (session, &call->params, mask.data ? &mask : NULL, tell_found, NULL, error);
  ce_memory_put (&mask);
  if (! call->lines)
    return FALSE;

  ce_drawable_tell_fallback (session);
  call->found = told = ce_session_get_status (session)->found;
  /* The dialog has told the user of dots. */
  if (given)
    told.dots = 0;
  ce_drawable_tell_found (call->drawable, &told);
  if (call->lines->n_paths == 0)
    return ce_refuse (error, _("No line was found in “%s”: lower the thresholds or the least length."),
                      GIMP_ITEM (call->drawable));
  call->order = ce_lines_order (call->lines, &call->travel, tell_ordered, NULL, error);

  return call->order != NULL;
}

/* Returns (transfer full) "σ 1.4, 40–80, 0.25 px · CUDA Lines". */
static char *
describe (const Call *call)
{
  return ce_filter_describe (ce_filter_find ("lines"), &call->params, &call->found);
}

/* Returns the lines as one path of the image, above its other paths; NULL with GIMP's reason. They are one element, because
 * GIMP needs 35 seconds for 27,000 elements, and 0.4 for one of as many lines. */
static GimpPath *
import (const Call *call, GError **error)
{
  const CeSvg      svg = { .is_one = TRUE };
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

/* Makes a path visible and the selected one. */
static void
show_path (GimpImage *image, GimpPath *path)
{
  const GimpPath *paths[] = { path, NULL };

  gimp_item_set_visible (GIMP_ITEM (path), TRUE);
  gimp_image_set_selected_paths (image, paths);
}

/* Returns the width of a layer's strokes, which GIMP has once for all of them: the mean along the lines, or 1 along edges.
 * Sets whether most of their length has butt ends. */
static double
find_stroke (const CeLines *lines, gboolean *is_butt)
{
  double width = 0, butt = 0;

  for (guint i = 0; i < lines->n_paths; i++)
    {
      width += lines->paths[i].width * lines->paths[i].length;
      butt += lines->paths[i].is_butt ? lines->paths[i].length : 0;
    }
  *is_butt = 2 * butt > lines->length;

  return width > 0 ? width / lines->length : 1;
}

/* Runs a procedure of GIMP 3.2 on @layer that takes a value; it has no other results. */
#define SET(layer, name, ...) \
  gimp_value_array_unref (gimp_procedure_run (gimp_pdb_lookup_procedure (gimp_get_pdb (), "gimp-vector-layer-set-" name), \
                                              "layer", layer, __VA_ARGS__, NULL))

/* Returns (nullable) a layer that GIMP draws along @path, in the foreground color. It is in no image yet: GIMP draws it once
 * when it is inserted, but again at each change afterwards. */
static GimpLayer *
new_vector_layer (const Call *call, GimpPath *path)
{
  GimpProcedure  *new = gimp_pdb_lookup_procedure (gimp_get_pdb (), "gimp-vector-layer-new");
  GimpValueArray *values = gimp_procedure_run (new, "image", call->image, "path", path, NULL);
  GimpLayer      *layer = GIMP_VALUES_GET_ENUM (values, 0) == GIMP_PDB_SUCCESS ? GIMP_VALUES_GET_LAYER (values, 1) : NULL;
  g_autofree char *name = describe (call);
  gboolean        is_butt;
  double          width = find_stroke (call->lines, &is_butt);

  gimp_value_array_unref (values);
  if (! layer)
    return NULL;

  gimp_item_set_name (GIMP_ITEM (layer), name);
  SET (layer, "enable-fill", "enable-fill", FALSE);
  SET (layer, "stroke-width", "width", call->params.stroke > 0 ? call->params.stroke : width);
  SET (layer, "stroke-cap-style", "cap-style", is_butt ? GIMP_CAP_BUTT : GIMP_CAP_ROUND);
  SET (layer, "stroke-join-style", "join-style", GIMP_JOIN_ROUND);

  return layer;
}

/* Inserts a vector layer along @path above earlier results. */
static gboolean
add_vector_layer (const Call *call, GimpPath *path, GError **error)
{
  GimpLayer *layer = new_vector_layer (call, path);

  if (! layer || ! ce_results_insert (call->image, ce_results_prepare (call->image, call->drawable, layer), layer))
    return ce_refuse_as_gimp (call->drawable, error);

  ce_results_mark_source (call->drawable, layer);

  return TRUE;
}

/* Removes the lines that are not closed. */
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
    return ce_refuse (error, _("No line of “%s” is closed, so there is nothing to select."), GIMP_ITEM (call->drawable));

  gimp_image_undo_group_start (call->image);
  path = import (call, error);
  if (path && call->params.lines_output == CE_LINES_TO_PATH)
    show_path (call->image, path);
  if (path && call->params.lines_output == CE_LINES_TO_SELECTION)
    {
      done = gimp_image_select_item (call->image, GIMP_CHANNEL_OP_REPLACE, GIMP_ITEM (path));
      if (! done)
        ce_refuse_as_gimp (call->drawable, error);
    }
  else if (path)
    done = call->params.lines_output == CE_LINES_TO_PATH || add_vector_layer (call, path, error);
  if (path && ! (done && call->params.lines_output != CE_LINES_TO_SELECTION))
    gimp_image_remove_path (call->image, path);
  gimp_image_undo_group_end (call->image);

  return done;
}

/* Writes the SVG file, in millimeters; a file that exists is replaced when the new one is whole. */
static gboolean
write_file (const Call *call, double x_dpi, double y_dpi, GError **error)
{
  const CeSvg         svg = { x_dpi, y_dpi, call->params.svg_width, FALSE, call->order, NULL, NULL };
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

/* Makes lines of a drawable's edges and writes them to the output in @config; sets @found. @session: (nullable) (transfer
 * full): one with the drawable's pixels. */
gboolean
ce_lines_compute (GimpProcedureConfig *config, const CeParams *params, GimpImage *image, GimpDrawable **drawables,
                  CeSession *session, CeLinesFound *found, GError **error)
{
  Call     call = { .image = image, .drawable = drawables[0], .params = *params };
  gboolean to_file = params->lines_output == CE_LINES_TO_SVG, done;
  double   x_dpi = 72, y_dpi = 72, mm;

  call.file = get_file (config);
  done = find (&call, session, error);
  if (done)
    {
      gimp_image_get_resolution (image, &x_dpi, &y_dpi);
      mm = to_file && params->svg_width > 0 ? params->svg_width / call.lines->width : MM_PER_INCH / x_dpi;
      *found = (CeLinesFound) { (CeLinesOutput) params->lines_output, (int) call.lines->n_paths, (int) call.lines->n_curves,
                                call.lines->length, call.lines->length * mm, call.travel * mm };
      if (to_file)
        done = write_file (&call, x_dpi, y_dpi, error);
      else
        done = put_into_image (&call, error);
    }
  g_free (call.order);
  g_clear_pointer (&call.lines, ce_lines_unref);
  g_clear_object (&call.file);

  return done;
}

/* The most characters of a file's name. GIMP opens a window for a sentence that does not fit its status bar. */
#define MOST_CHARACTERS 16

/* Returns (transfer full) "868 lines in photo.svg". */
static char *
describe_file (GimpProcedureConfig *config, int n)
{
  g_autoptr (GFile) file = get_file (config);
  g_autofree char  *path = g_file_get_basename (file), *whole = g_filename_display_name (path);
  glong             length = g_utf8_strlen (whole, -1);
  g_autofree char  *begin = g_utf8_substring (whole, 0, MIN (length, MOST_CHARACTERS - 4));
  g_autofree char  *name = length > MOST_CHARACTERS ? g_strconcat (begin, "….svg", NULL) : g_strdup (whole);

  /* TRANSLATORS: a number and a file's name, "868 lines in photo.svg" */
  return g_strdup_printf (g_dngettext (NULL, "%d line in %s", "%d lines in %s", (gulong) n), n, name);
}

/* Tells the user in GIMP's status bar what was made, if that is not in the image's window. Call it before
 * gimp_progress_end(), after which GIMP opens a window for what a call of a script says. */
void
ce_lines_tell (GimpProcedureConfig *config, const CeLinesFound *found)
{
  int              n = found->n_paths;
  g_autofree char *text = NULL;

  if (n > 0 && found->output == CE_LINES_TO_SVG)
    text = describe_file (config, n);
  else if (n > 0 && found->output == CE_LINES_TO_PATH)
    /* TRANSLATORS: the number of lines of a new path, and the name of GIMP's dock that lists paths */
    text = g_strdup_printf (g_dngettext (NULL, "%d line: dock Paths", "%d lines: dock Paths", (gulong) n), n);
  if (! text)
    return;

  gimp_message (text);
  ce_trace ("told: %s", text);
}

/* Returns the return values of a successful call. */
GimpValueArray *
ce_lines_return (GimpProcedure *procedure, const CeLinesFound *found)
{
  GimpValueArray *values = gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);

  GIMP_VALUES_SET_INT (values, 1, found->n_paths);
  GIMP_VALUES_SET_INT (values, 2, found->n_curves);
  GIMP_VALUES_SET_DOUBLE (values, 3, found->length);
  GIMP_VALUES_SET_DOUBLE (values, 4, found->length_mm);
  GIMP_VALUES_SET_DOUBLE (values, 5, found->travel_mm);

  return values;
}
