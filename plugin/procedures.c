/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The procedures, made from the catalogue.
 *
 * If a value is outside the range of the registered argument, the caller's GIMP library logs that and calls with the
 * default, so a call that should fail succeeds with another value. We therefore register wide arguments (a choice as any
 * string, a number without limits; the description has the allowed values) and make them strict when the procedure runs.
 * GIMP then checks the value that arrived, and fails the call before anything happens. A "lax" number lets an infinity
 * arrive as the largest number. The dialog is made from the strict arguments, so it has their menus and ranges.
 */
#include "procedures.h"

#include <glib/gi18n.h>

#include "engine/cuda-edges.h"

GList *
ce_procedures_list (void)
{
  GList *names = NULL;

  for (int i = 0; i < CE_N_FILTERS; i++)
    names = g_list_append (names, g_strdup (ce_filter_get (i)->procedure));
  names = g_list_append (names, g_strdup (ce_filter_find ("lines")->procedure));
  names = g_list_append (names, g_strdup (CE_PROCEDURE_COMPARE));
  names = g_list_append (names, g_strdup (CE_PROCEDURE_INFO));

  return names;
}

/* Returns a blurb with the choices: "What edges look like in the result (“white-on-black”, “lines”)". */
static char *
describe_choice (const char *blurb, const CeChoice *choices)
{
  GString *text = g_string_new (blurb);

  for (int i = 0; choices[i].nick; i++)
    g_string_append_printf (text, "%s“%s”", i ? ", " : " (", choices[i].nick);
  g_string_append (text, ")");

  return g_string_free (text, FALSE);
}

static void
add_choice (GimpProcedure *procedure, CePurpose purpose, const char *name, const char *label,
            const char *blurb, const CeChoice *choices, int def)
{
  if (purpose == CE_TO_REGISTER)
    {
      g_autofree char *text = describe_choice (blurb, choices);

      gimp_procedure_add_string_argument (procedure, name, label, text, choices[def].nick,
                                          G_PARAM_READWRITE);
    }
  else
    {
      GimpChoice *choice = gimp_choice_new ();

      for (int i = 0; choices[i].nick; i++)
        gimp_choice_add (choice, choices[i].nick, i, _(choices[i].label),
                         choices[i].blurb ? _(choices[i].blurb) : NULL);
      gimp_procedure_add_choice_argument (procedure, name, label, blurb, choice, choices[def].nick,
                                          G_PARAM_READWRITE);
    }
}

static void
add_number (GimpProcedure *procedure, CePurpose purpose, const CeFilter *filter, const CeParam *param)
{
  gboolean         wide = purpose == CE_TO_REGISTER;
  g_autofree char *usual = ce_param_default_to_text (filter, param);
  g_autofree char *more = g_strdup_printf (_("%s; %g takes the default (%s)"), _(param->blurb), param->def, usual);
  const char      *text = param->def < param->min ? more : _(param->blurb);
  g_autofree char *range = g_strdup_printf (_("%s (%g to %g)"), text, param->min, param->max);
  const char      *blurb = wide ? range : text;

  if (param->kind == CE_PARAM_INT)
    gimp_procedure_add_int_argument (procedure, param->name, _(param->label), blurb, wide ? G_MININT : (int) param->min,
                                     wide ? G_MAXINT : (int) param->max, (int) param->def, G_PARAM_READWRITE);
  else
    gimp_procedure_add_double_argument (procedure, param->name, _(param->label), blurb,
                                        wide ? -G_MAXDOUBLE : MIN (param->min, param->def),
                                        wide ? G_MAXDOUBLE : param->max, param->def,
                                        wide ? G_PARAM_READWRITE | G_PARAM_LAX_VALIDATION : G_PARAM_READWRITE);
}

/* Adds the old name of a number as an argument of its own, which counts where the new one has its default. */
static void
add_old_name (GimpProcedure *procedure, CePurpose purpose, const CeFilter *filter, const CeParam *param)
{
  CeParam old = *param;

  old.name = param->old_name;
  old.blurb = N_("Another name of “line-width”, the only one in version 0.2");
  add_number (procedure, purpose, filter, &old);
}

/* Sets the icon of the menu entry, a file beside the plug-in; GIMP stores its path. */
static void
set_icon (GimpProcedure *procedure)
{
  g_autofree char  *folder = g_path_get_dirname (gimp_get_progname ());
  g_autofree char  *path = g_build_filename (folder, "cuda-edges.svg", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
    gimp_procedure_set_icon_file (procedure, file);
}

/* Returns whether version 0.2.0 did not have an argument that stands before older ones here. */
static gboolean
is_late (const CeParam *param)
{
  static const char *const late[] = { "drawn", "radius-from", "svg-width", "stroke", NULL };

  return g_strv_contains (late, param->name);
}

/* Adds the arguments that are @late or not. Late ones, and old names, come last, because Script-Fu takes arguments by
 * position, too. */
static void
add_arguments (GimpProcedure *procedure, const CeFilter *filter, CePurpose purpose, gboolean late)
{
  for (const CeParam *param = filter->params; param->name; param++)
    if (is_late (param) != late)
      continue;
    else if (param->kind == CE_PARAM_TEXT)
      gimp_procedure_add_string_argument (procedure, param->name, _(param->label), _(param->blurb), "", G_PARAM_READWRITE);
    else if (param->kind == CE_PARAM_CHOICE)
      add_choice (procedure, purpose, param->name, _(param->label), _(param->blurb), param->choices,
                  (int) param->def);
    else
      add_number (procedure, purpose, filter, param);

  for (const CeParam *param = filter->params; late && param->name; param++)
    if (param->old_name)
      add_old_name (procedure, purpose, filter, param);
}

static GimpProcedure *
create_filter (GimpPlugIn *plug_in, const CeFilter *filter, CePurpose purpose)
{
  GimpProcedure *procedure = gimp_image_procedure_new (plug_in, filter->procedure, GIMP_PDB_PROC_TYPE_PLUGIN,
                                                       ce_run_filter, (gpointer) filter, NULL);

  /* The menu entry stays sensitive for indexed images, because the call then tells the user what to do. */
  gimp_procedure_set_image_types (procedure, "RGB*, GRAY*, INDEXED*");
  gimp_procedure_set_sensitivity_mask (procedure, GIMP_PROCEDURE_SENSITIVE_DRAWABLE
                                                    | GIMP_PROCEDURE_SENSITIVE_DRAWABLES);
  gimp_procedure_set_menu_label (procedure, _(filter->menu_label));
  gimp_procedure_add_menu_path (procedure, filter->menu_path);
  gimp_procedure_set_documentation (procedure, _(filter->blurb), _(filter->help), filter->procedure);

  add_arguments (procedure, filter, purpose, FALSE);
  if (purpose == CE_TO_REGISTER)
    set_icon (procedure);

  return procedure;
}

static GimpProcedure *
create_lines (GimpPlugIn *plug_in, const CeFilter *lines, CePurpose purpose)
{
  GimpProcedure *procedure = create_filter (plug_in, lines, purpose);

  gimp_procedure_add_file_argument (procedure, "file", _("_File"), _("The SVG file, which is replaced if it exists"),
                                    GIMP_FILE_CHOOSER_ACTION_SAVE, TRUE, NULL, G_PARAM_READWRITE);
  gimp_procedure_add_int_return_value (procedure, "paths", _("Lines"), _("How many lines there are"), 0, G_MAXINT, 0,
                                       G_PARAM_READWRITE);
  gimp_procedure_add_int_return_value (procedure, "curves", _("Curves"), _("How many curves they have"), 0, G_MAXINT, 0,
                                       G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "length", _("Length"), _("Of all lines, pixels"), 0, G_MAXDOUBLE, 0,
                                          G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "length-mm", _("Length"),
                                          _("Of all lines, millimeters at the image's horizontal resolution"), 0,
                                          G_MAXDOUBLE, 0, G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "travel-mm", _("Travel"),
                                          _("A pen's way from line to line, millimeters"), 0, G_MAXDOUBLE, 0,
                                          G_PARAM_READWRITE);

  return procedure;
}

static GimpProcedure *
create_compare (GimpPlugIn *plug_in, CePurpose purpose)
{
  GimpProcedure *procedure = gimp_image_procedure_new (plug_in, CE_PROCEDURE_COMPARE, GIMP_PDB_PROC_TYPE_PLUGIN,
                                                       ce_run_compare, NULL, NULL);
  CeChoice       filters[CE_N_FILTERS + 1] = { { NULL, NULL, NULL } };

  for (int i = 0; i < CE_N_FILTERS; i++)
    {
      filters[i].nick = ce_filter_get (i)->name;
      filters[i].label = ce_filter_get (i)->title;
    }

  gimp_procedure_set_image_types (procedure, "RGB*, GRAY*");
  gimp_procedure_set_documentation (procedure, _("Run a filter on the processor and on the GPU and compare"),
                                    _("Computes one filter of the first drawable with both and counts the "
                                      "pixels that differ. Fails with the reason where there is no usable GPU."),
                                    CE_PROCEDURE_COMPARE);
  add_choice (procedure, purpose, "filter", _("_Filter"), _("The filter"), filters, CE_FILTER_CANNY);
  gimp_procedure_add_string_argument (procedure, "parameters", _("_Parameters"),
                                      _("Its parameters, “sigma=1.4 low=40 high=80”; empty for the defaults"), "",
                                      G_PARAM_READWRITE);

  gimp_procedure_add_int_return_value (procedure, "different-pixels", _("Different pixels"),
                                       _("How many pixels differ"), 0, G_MAXINT, 0, G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "largest-difference", _("Largest difference"),
                                          _("In levels, 0 to 255"), 0, G_MAXDOUBLE, 0, G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "cpu-ms", _("CPU time"), _("Milliseconds of computing"),
                                          0, G_MAXDOUBLE, 0, G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "cuda-ms", _("GPU time"), _("Milliseconds of computing"),
                                          0, G_MAXDOUBLE, 0, G_PARAM_READWRITE);
  gimp_procedure_add_double_return_value (procedure, "cuda-total-ms", _("GPU time with transfers"),
                                          _("Milliseconds with transfers to and from the GPU"), 0, G_MAXDOUBLE, 0,
                                          G_PARAM_READWRITE);
  gimp_procedure_add_string_return_value (procedure, "device", _("Device"), _("Name of the GPU"), "",
                                          G_PARAM_READWRITE);
  gimp_procedure_add_string_return_value (procedure, "report", _("Report"), _("All of it as JSON"), "",
                                          G_PARAM_READWRITE);

  return procedure;
}

static GimpProcedure *
create_info (GimpPlugIn *plug_in)
{
  GimpProcedure *procedure = gimp_procedure_new (plug_in, CE_PROCEDURE_INFO, GIMP_PDB_PROC_TYPE_PLUGIN,
                                                 ce_run_info, NULL, NULL);

  gimp_procedure_set_documentation (procedure, _("Tell what CUDA Edges computes on"),
                                    _("Returns versions, the processor's instruction set, each CUDA device, and "
                                      "where CUDA cannot be used the reason, as JSON."),
                                    CE_PROCEDURE_INFO);
  gimp_procedure_add_string_return_value (procedure, "report", _("Report"), _("JSON"), "", G_PARAM_READWRITE);

  return procedure;
}

/* Returns the procedure @name of ce_procedures_list(). */
GimpProcedure *
ce_procedures_create (GimpPlugIn *plug_in, const char *name, CePurpose purpose)
{
  const CeFilter *filter = ce_filter_find (name);
  GimpProcedure  *procedure;

  if (filter)
    {
      procedure = filter->makes_paths ? create_lines (plug_in, filter, purpose) : create_filter (plug_in, filter, purpose);
      add_arguments (procedure, filter, purpose, TRUE);
    }
  else if (g_str_equal (name, CE_PROCEDURE_COMPARE))
    procedure = create_compare (plug_in, purpose);
  else
    procedure = create_info (plug_in);

  gimp_procedure_set_attribution (procedure, "CUDA Edges", "GPL-3.0-or-later", "2026");

  return procedure;
}
