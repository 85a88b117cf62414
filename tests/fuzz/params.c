/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes parameters as text: they are refused in a sentence, or are in their ranges and the same after they were written and
 * read again.
 */
#include "fuzz.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const CeFilter    *filter = ce_filter_get ((CeFilterId) (size ? data[0] % CE_N_FILTERS : 0));
  g_autofree char   *text = g_strndup (size ? (const char *) data + 1 : "", size ? size - 1 : 0);
  g_autofree char   *written = NULL;
  g_autoptr (GError) error = NULL;
  CeParams           params, again;

  ce_params_init (&params, filter);
  ce_params_init (&again, filter);
  if (! ce_params_parse (&params, filter, text, &error))
    return fuzz_refused (error);

  written = ce_params_to_text (&params, filter, NULL);
  if (! ce_params_check (&params, filter, &error) || ! ce_params_parse (&again, filter, written, &error))
    g_error ("%s is taken, and then: %s", written, error->message);
  if (memcmp (&params, &again, sizeof params) != 0)
    g_error ("%s is not what was read", written);

  return 0;
}
