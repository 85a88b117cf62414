/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes a file as a GIMP preset: it is refused in a sentence, or its values are in their ranges and the same after they
 * were written in GIMP's way and read again.
 */
#include "fuzz.h"

#include "live/preset.h"

#include <string.h>

/* Returns parameters as GIMP writes them: "(low 0.5)", "(style \"mask\")". */
static char *
as_preset (const CeFilter *filter, const CeParams *params)
{
  GString *text = g_string_new ("# settings\n\n");

  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = ce_params_value_to_text (params, param);
      const char      *quote = param->kind == CE_PARAM_CHOICE || param->kind == CE_PARAM_TEXT ? "\"" : "";

      g_string_append_printf (text, "(%s %s%s%s)\n", param->name, quote, value, quote);
    }

  return g_string_free (text, FALSE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const CeFilter    *filter = ce_filter_get ((CeFilterId) (size ? data[0] % CE_N_FILTERS : 0));
  g_autofree char   *text = g_strndup (size ? (const char *) data + 1 : "", size ? size - 1 : 0);
  g_autofree char   *written = NULL;
  g_autoptr (GError) error = NULL;
  CeParams           params, again;

  if (! ce_preset_parse (text, filter, &params, &error))
    return fuzz_refused (error);

  if (! ce_params_check (&params, filter, &error))
    g_error ("it is taken, and then: %s", error->message);
  written = as_preset (filter, &params);
  if (! ce_preset_parse (written, filter, &again, &error))
    g_error ("%s\nis refused: %s", written, error->message);
  if (memcmp (&params, &again, sizeof params) != 0)
    g_error ("%s\nis not what was read", written);

  return 0;
}
