/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Places as text: "auto", "cpu", "cpu:v3", "cuda:1"; "cuda" is read as "cuda:0".
 */
#include "place.h"
#include "text.h"

#include <string.h>

static const char *const choices[] = {
  [CE_BACKEND_AUTO] = "auto", [CE_BACKEND_CUDA] = "cuda", [CE_BACKEND_CPU] = "cpu"
};
static const char *const variants[] = {
  [CE_VARIANT_BEST] = "", [CE_VARIANT_PLAIN] = "plain", [CE_VARIANT_BASE] = "base", [CE_VARIANT_V3] = "v3",
  [CE_VARIANT_V4] = "v4"
};

static gboolean
parse_detail (CePlace *place, const char *detail)
{
  guint64 number;

  if (place->choice == CE_BACKEND_CUDA && g_ascii_string_to_unsigned (detail, 10, 0, G_MAXINT, &number, NULL))
    {
      place->device = (int) number;
      return TRUE;
    }

  for (guint i = CE_VARIANT_PLAIN; place->choice == CE_BACKEND_CPU && i < G_N_ELEMENTS (variants); i++)
    if (g_str_equal (variants[i], detail))
      {
        place->variant = (CeVariant) i;
        return TRUE;
      }

  return FALSE;
}

/* Sets @place from @text. CE_ERROR_UNAVAILABLE, with @place unchanged, if no machine has such a place. */
gboolean
ce_place_parse (CePlace *place, const char *text, GError **error)
{
  gsize length = strcspn (text, ":");

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (strlen (choices[i]) == length && strncmp (choices[i], text, length) == 0)
      {
        CePlace parsed = { .choice = (CeBackendChoice) i };

        if (text[length] && ! parse_detail (&parsed, text + length + 1))
          break;
        *place = parsed;
        return TRUE;
      }

  g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("There is no backend “%s”."), text);
  return FALSE;
}

/* Returns the name of an instruction set, empty for the best one. */
const char *
ce_variant_name (CeVariant variant)
{
  return variants[variant];
}

/* Returns (transfer full) the text that ce_place_parse() reads. */
char *
ce_place_to_text (const CePlace *place)
{
  if (place->choice == CE_BACKEND_CUDA)
    return g_strdup_printf ("cuda:%d", place->device);
  if (place->choice == CE_BACKEND_CPU && place->variant != CE_VARIANT_BEST)
    return g_strdup_printf ("cpu:%s", variants[place->variant]);

  return g_strdup (choices[place->choice]);
}

gboolean
ce_place_equal (const CePlace *a, const CePlace *b)
{
  return a->choice == b->choice && a->device == b->device && a->variant == b->variant
         && a->may_fall_back == b->may_fall_back;
}
