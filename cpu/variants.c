/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The instruction sets of this machine.
 */
#include "variants.h"

extern const CeRows ce_cpu_all_rows_base;
#ifdef CE_WITH_X86_64
extern const CeRows ce_cpu_all_rows_v3;
extern const CeRows ce_cpu_all_rows_v4;
#endif

/* The variants and the texts of their places, "cpu:plain" first, then from the slowest to the fastest. */
typedef struct
{
  const char   *texts[CE_N_VARIANTS];
  const CeRows *rows[CE_N_VARIANTS];    /* by variant; NULL without it */
  CeVariant     best;
  int           n;
} CeVariants;

static void
add (CeVariants *variants, CeVariant variant, const char *text, const CeRows *rows)
{
  variants->texts[variants->n++] = text;
  variants->rows[variant] = rows;
  variants->best = variant;
}

static const CeVariants *
variants (void)
{
  static CeVariants found;
  static gsize      filled;

  if (g_once_init_enter (&filled))
    {
      add (&found, CE_VARIANT_PLAIN, "cpu:plain", NULL);
      add (&found, CE_VARIANT_BASE, "cpu:base", &ce_cpu_all_rows_base);
#ifdef CE_WITH_X86_64
      __builtin_cpu_init ();
      if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("bmi2") && __builtin_cpu_supports ("fma"))
        add (&found, CE_VARIANT_V3, "cpu:v3", &ce_cpu_all_rows_v3);
      if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw")
          && __builtin_cpu_supports ("avx512cd") && __builtin_cpu_supports ("avx512dq")
          && __builtin_cpu_supports ("avx512vl"))
        add (&found, CE_VARIANT_V4, "cpu:v4", &ce_cpu_all_rows_v4);
#endif
      g_once_init_leave (&filled, 1);
    }

  return &found;
}

/* Returns the texts of all places, NULL behind them; "cpu:plain" is the specification. */
const char *const *
ce_cpu_variants (void)
{
  return variants ()->texts;
}

/* Returns the loops of a variant of this machine; NULL for the specification. */
const CeRows *
ce_cpu_variant_rows (CeVariant variant)
{
  const CeVariants *all = variants ();

  return all->rows[variant == CE_VARIANT_BEST ? all->best : variant];
}

/* Returns the fastest variant. */
CeVariant
ce_cpu_best_variant (void)
{
  return variants ()->best;
}
