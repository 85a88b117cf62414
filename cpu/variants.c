/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The instruction sets this machine runs.
 */
#include "variants.h"

extern const CeRows ce_cpu_rows_base;
#ifdef CE_WITH_X86_64
extern const CeRows ce_cpu_rows_v3;
extern const CeRows ce_cpu_rows_v4;
#endif

#define MAX_VARIANTS 4

/* "plain" first, then the tables from the slowest to the fastest. */
typedef struct
{
  const char   *names[MAX_VARIANTS + 1];
  const CeRows *rows[MAX_VARIANTS];
  int           n;
} CeVariants;

static void
add (CeVariants *variants, const char *name, const CeRows *rows)
{
  variants->names[variants->n] = name;
  variants->rows[variants->n++] = rows;
}

static const CeVariants *
variants (void)
{
  static CeVariants found;
  static gsize      filled;

  if (g_once_init_enter (&filled))
    {
      add (&found, "plain", NULL);
      add (&found, ce_cpu_rows_base.name, &ce_cpu_rows_base);
#ifdef CE_WITH_X86_64
      __builtin_cpu_init ();
      if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2") && __builtin_cpu_supports ("fma"))
        add (&found, ce_cpu_rows_v3.name, &ce_cpu_rows_v3);
      if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw")
          && __builtin_cpu_supports ("avx512cd") && __builtin_cpu_supports ("avx512dq")
          && __builtin_cpu_supports ("avx512vl"))
        add (&found, ce_cpu_rows_v4.name, &ce_cpu_rows_v4);
#endif
      g_once_init_leave (&filled, 1);
    }

  return &found;
}

/**
 * ce_cpu_variants:
 *
 * Returns: (array zero-terminated=1): names; "plain" is the specification
 */
const char *const *
ce_cpu_variants (void)
{
  return variants ()->names;
}

/**
 * ce_cpu_variant_rows:
 * @name: (nullable): a variant, %NULL for the fastest
 *
 * Returns: (nullable): its loops; %NULL for "plain"
 */
const CeRows *
ce_cpu_variant_rows (const char *name)
{
  const CeVariants *all = variants ();

  if (! name)
    return all->rows[all->n - 1];

  for (int i = 0; i < all->n; i++)
    if (g_str_equal (all->names[i], name))
      return all->rows[i];

  return NULL;
}

/**
 * ce_cpu_best_variant:
 *
 * Returns: name of the fastest variant
 */
const char *
ce_cpu_best_variant (void)
{
  return variants ()->names[variants ()->n - 1];
}
