/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Writes commands. They contain every parameter, so that they stay right when defaults change, and numbers with a point in
 * every locale. A command finds its image by its file, or by its id if several images have that file or the image has none,
 * so it never changes another image. The selected layers stay selected, as after the dialog, so that a second paste
 * filters the same layer.
 */
#include "commands.h"

static char *
quoted_value (const CeParams *params, const CeParam *param, const char *quote)
{
  g_autofree char *value = ce_params_value_to_text (params, param);
  gboolean         is_string = param->kind == CE_PARAM_CHOICE || param->kind == CE_PARAM_TEXT;

  return is_string ? g_strconcat (quote, value, quote, NULL) : g_steal_pointer (&value);
}

/* Quotes a string for Script-Fu or Python. Script-Fu accepts line ends in strings. */
static char *
quote (const char *text, char mark, gboolean escape_controls)
{
  GString *quoted = g_string_new (NULL);

  g_string_append_c (quoted, mark);
  for (const char *c = text; *c; c++)
    if (escape_controls && g_ascii_iscntrl (*c))
      g_string_append_printf (quoted, "\\x%02x", *c);
    else
      {
        if (*c == mark || *c == '\\')
          g_string_append_c (quoted, '\\');
        g_string_append_c (quoted, *c);
      }
  g_string_append_c (quoted, mark);

  return g_string_free (quoted, FALSE);
}

static char *
arguments (const CeFilter *filter, const CeParams *params, const CeCommandImage *image)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *file = image->svg ? quote (image->svg, '"', FALSE) : NULL;

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = quoted_value (params, param, "\"");

      g_string_append_printf (text, " #:%s %s", param->name, value);
    }

  if (file)
    g_string_append_printf (text, " #:file %s", file);

  return g_string_free (text, FALSE);
}

/* Returns a comment line that names the image. */
static char *
remark (const char *begin, const CeCommandImage *image)
{
  char *text = g_strdup_printf ("%s “%s”, %s", begin, image->name, image->path ? image->path : "not saved yet");

  for (char *c = text; *c; c++)
    if (g_ascii_iscntrl (*c))
      *c = ' ';

  return text;
}

/* Returns (transfer full) an expression for the Script-Fu console that filters the selected layers of the open image. */
char *
ce_command_script_fu (const CeFilter *filter, const CeParams *params, const CeCommandImage *image)
{
  g_autofree char *values = arguments (filter, params, image);
  g_autofree char *which = remark (";", image);
  g_autofree char *known = quote (image->path ? image->path : image->name, '"', FALSE);

  return g_strdup_printf ("%s\n"
                          "(let* ((known %s)\n"
                          "       (open (vector->list (car (gimp-get-images))))\n"
                          "       (first (if (member %d open) (list %d) (list)))\n"
                          "       (image (let find ((ids %s))\n"
                          "                (cond ((null? ids) (error \"This image is not open:\" known))\n"
                          "                      ((equal? known (car (%s (car ids)))) (car ids))\n"
                          "                      (else (find (cdr ids))))))\n"
                          "       (layers (car (gimp-image-get-selected-layers image))))\n"
                          "  (%s #:run-mode RUN-NONINTERACTIVE #:image image\n"
                          "    #:drawables (car (gimp-image-get-selected-drawables image))\n"
                          "   %s)\n"
                          "  (if (> (vector-length layers) 0) (gimp-image-set-selected-layers image layers))\n"
                          "  (gimp-displays-flush))\n",
                          which, known, image->id, image->id, image->path ? "(append first open)" : "first",
                          ! image->path ? "gimp-image-get-name"
                          : image->imported ? "gimp-image-get-imported-file" : "gimp-image-get-file",
                          filter->procedure, values);
}

/* Returns the line that finds the image among the open ones. */
static char *
find_in_python (const CeCommandImage *image)
{
  g_autofree char *known = quote (image->path ? image->path : image->name, '\'', TRUE);
  const char      *get = image->imported ? "get_imported_file" : "get_file";
  g_autofree char *fits = image->path ? g_strdup_printf ("image.%s() and image.%s().get_path() == known", get, get)
                                      : g_strdup_printf ("image.get_id() == %d and image.get_name() == known", image->id);

  return g_strdup_printf ("known = %s\n"
                          "fits = [image for image in Gimp.get_images() if %s]\n"
                          "assert fits, 'This image is not open: ' + known\n"
                          "image = sorted(fits, key=lambda image: image.get_id() != %d)[0]\n", known, fits, image->id);
}

/* Returns (transfer full) lines for the Python console that filter the selected layers of the open image. */
char *
ce_command_python (const CeFilter *filter, const CeParams *params, const CeCommandImage *image)
{
  GString         *text = g_string_new (NULL);
  g_autofree char *which = remark ("#", image);
  g_autofree char *find = find_in_python (image);
  g_autofree char *file = image->svg ? quote (image->svg, '\'', TRUE) : NULL;

  g_string_append_printf (text,
                          "%s\n%s"
                          "config = Gimp.get_pdb().lookup_procedure('%s').create_config()\n"
                          "config.set_property('run-mode', Gimp.RunMode.NONINTERACTIVE)\n"
                          "config.set_property('image', image)\n"
                          "config.set_core_object_array('drawables', image.get_selected_drawables())\n"
                          "layers = image.get_selected_layers()\n",
                          which, find, filter->procedure);
  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = quoted_value (params, param, "'");

      g_string_append_printf (text, "config.set_property('%s', %s)\n", param->name, value);
    }
  g_string_append_printf (text,
                          "%s%s%sGimp.get_pdb().lookup_procedure('%s').run(config)\n"
                          "assert not layers or image.set_selected_layers(layers)\n"
                          "Gimp.displays_flush()\n",
                          file ? "config.set_property('file', Gio.File.new_for_path(" : "", file ? file : "", file ? "))\n" : "",
                          filter->procedure);

  return g_string_free (text, FALSE);
}

/* Returns (transfer full) a shell command for any GIMP 3 that reads the image's file, or photo.png if it has none, and
 * writes result.png or, with a path, result.xcf. */
char *
ce_command_shell (const CeFilter *filter, const CeParams *params, const CeCommandImage *image)
{
  g_autofree char *values = arguments (filter, params, image);
  g_autofree char *which = remark ("#", image);
  g_autofree char *file = quote (image->path ? image->path : "photo.png", '"', FALSE);
  g_autofree char *script = g_strdup_printf ("\n  (let* ((image (car (gimp-file-load RUN-NONINTERACTIVE %s)))\n"
                                             "         (drawables (car (gimp-image-get-selected-drawables image))))\n"
                                             "    (%s #:run-mode RUN-NONINTERACTIVE #:image image #:drawables drawables\n"
                                             "     %s)\n"
                                             "    (gimp-file-save RUN-NONINTERACTIVE image \"result.%s\" -1)\n"
                                             "    (gimp-image-delete image))",
                                             file, filter->procedure, values,
                                             (ce_filter_get_kind (filter, params) & CE_RESULT_PATHS) ? "xcf" : "png");
  g_autofree char *quoted = g_shell_quote (script);

  return g_strdup_printf ("%s\ngimp-console-3 --no-interface --quit --batch-interpreter=plug-in-script-fu-eval --batch %s\n",
                          which, quoted);
}
