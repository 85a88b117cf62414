/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every parameter is written out, so that a command does the same when
 * defaults change. Numbers have a point in every locale.
 */
#include "commands.h"

static char *
quoted_value (const CeParams *params, const CeParam *param, const char *quote)
{
  g_autofree char *value = ce_params_value_to_text (params, param);

  return param->kind == CE_PARAM_CHOICE ? g_strconcat (quote, value, quote, NULL) : g_steal_pointer (&value);
}

static char *
arguments (const CeFilter *filter, const CeParams *params)
{
  GString *text = g_string_new (NULL);

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = quoted_value (params, param, "\"");

      g_string_append_printf (text, " #:%s %s", param->name, value);
    }

  return g_string_free (text, FALSE);
}

/**
 * ce_command_script_fu:
 * @filter: a filter
 * @params: its parameters
 *
 * Returns: (transfer full): an expression for the Script-Fu console; filters
 *   the selected layers of the image that was opened last
 */
char *
ce_command_script_fu (const CeFilter *filter, const CeParams *params)
{
  g_autofree char *values = arguments (filter, params);

  return g_strdup_printf ("(let* ((image (vector-ref (car (gimp-get-images)) 0)))\n"
                          "  (%s #:run-mode RUN-NONINTERACTIVE #:image image\n"
                          "    #:drawables (car (gimp-image-get-selected-drawables image))\n"
                          "   %s)\n"
                          "  (gimp-displays-flush))\n",
                          filter->procedure, values);
}

/**
 * ce_command_python:
 * @filter: a filter
 * @params: its parameters
 *
 * Returns: (transfer full): lines for the Python console; they filter the
 *   selected layers of the image that was opened last
 */
char *
ce_command_python (const CeFilter *filter, const CeParams *params)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text,
                          "image = Gimp.get_images()[0]\n"
                          "config = Gimp.get_pdb().lookup_procedure('%s').create_config()\n"
                          "config.set_property('run-mode', Gimp.RunMode.NONINTERACTIVE)\n"
                          "config.set_property('image', image)\n"
                          "config.set_core_object_array('drawables', image.get_selected_drawables())\n",
                          filter->procedure);
  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = quoted_value (params, param, "'");

      g_string_append_printf (text, "config.set_property('%s', %s)\n", param->name, value);
    }
  g_string_append_printf (text,
                          "Gimp.get_pdb().lookup_procedure('%s').run(config)\n"
                          "Gimp.displays_flush()\n",
                          filter->procedure);

  return g_string_free (text, FALSE);
}

/**
 * ce_command_shell:
 * @filter: a filter
 * @params: its parameters
 *
 * Returns: (transfer full): a command for a shell, of any GIMP 3, which reads photo.png and
 *   writes result.png
 */
char *
ce_command_shell (const CeFilter *filter, const CeParams *params)
{
  g_autofree char *values = arguments (filter, params);

  return g_strdup_printf ("gimp-console-3 --no-interface --quit --batch-interpreter=plug-in-script-fu-eval --batch '\n"
                          "  (let* ((image (car (gimp-file-load RUN-NONINTERACTIVE \"photo.png\")))\n"
                          "         (drawables (car (gimp-image-get-selected-drawables image))))\n"
                          "    (%s #:run-mode RUN-NONINTERACTIVE #:image image #:drawables drawables\n"
                          "     %s)\n"
                          "    (gimp-file-save RUN-NONINTERACTIVE image \"result.png\" -1))'\n",
                          filter->procedure, values);
}
