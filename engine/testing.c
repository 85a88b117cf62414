/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "testing.h"

static const GDebugKey faults[] = {
  { "start", CE_FAULT_START }, { "memory", CE_FAULT_MEMORY }, { "launch", CE_FAULT_LAUNCH }
};

/* Returns whether there is such a member. */
static gboolean
set (CeTesting *testing, const char *name, const char *value)
{
  if (g_str_equal (name, "threads"))
    testing->threads = (int) g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (name, "keep-memory"))
    testing->keep_memory = g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (name, "cuda-memory"))
    testing->cuda_memory = g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (name, "cuda-small"))
    testing->cuda_small = TRUE;
  else if (g_str_equal (name, "cuda-fail"))
    testing->cuda_fail = g_parse_debug_string (value, faults, G_N_ELEMENTS (faults));
  else if (g_str_equal (name, "idle"))
    testing->idle = (int) g_ascii_strtoll (value, NULL, 10);
  else if (g_str_equal (name, "soon"))
    testing->soon = TRUE;
  else if (g_str_equal (name, "trace"))
    testing->trace = TRUE;
  else if (g_str_equal (name, "compare-with"))
    testing->compare_with = g_strdup (value);
  else
    return FALSE;

  return TRUE;
}

static void
parse (CeTesting *testing, const char *text)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word; word++)
    {
      g_auto (GStrv) parts = g_strsplit (*word, "=", 2);

      if (parts[0] && ! set (testing, parts[0], parts[1] ? parts[1] : ""))
        g_warning ("CE_TESTING has no “%s”.", *word);
    }
}

/**
 * ce_testing:
 *
 * Returns: (transfer none): what this process's tests ask for
 */
CeTesting *
ce_testing (void)
{
  static CeTesting testing;
  static gsize     once;

  if (g_once_init_enter (&once))
    {
      parse (&testing, g_getenv ("CE_TESTING") ? g_getenv ("CE_TESTING") : "");
      g_once_init_leave (&once, 1);
    }

  return &testing;
}
