/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cuda-edges.h"

static const GDebugKey faults[] = {
  { "start", CE_FAULT_START }, { "memory", CE_FAULT_MEMORY }, { "launch", CE_FAULT_LAUNCH }
};

/* Reads a number with nothing behind it, 0 to @most. */
static gboolean
take (gint64 *number, const char *value, gint64 most)
{
  return g_ascii_string_to_signed (value, 10, 0, most, number, NULL);
}

/* Sets the member @name. FALSE if there is no such member or its value is not allowed. */
static gboolean
set (CeTesting *testing, const char *name, const char *value)
{
  gint64 number = 0;

  if (g_str_equal (name, "threads") && take (&number, value, G_MAXINT))
    testing->threads = (int) number;
  else if (g_str_equal (name, "idle") && take (&number, value, G_MAXINT))
    testing->idle = (int) number;
  else if (g_str_equal (name, "keep-memory"))
    return take (&testing->keep_memory, value, G_MAXINT64);
  else if (g_str_equal (name, "cuda-memory"))
    return take (&testing->cuda_memory, value, G_MAXINT64);
  else if (g_str_equal (name, "cuda-taps"))
    return take (&testing->cuda_taps, value, G_MAXINT64);
  else if (g_str_equal (name, "cuda-fail"))
    return (testing->cuda_fail = g_parse_debug_string (value, faults, G_N_ELEMENTS (faults))) != 0;
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

/* Returns (transfer none) the requests of this process's tests. */
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
