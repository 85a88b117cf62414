/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the table of CUDA's kernels: each entry agrees with its kernel's name, and a look-up by computation finds each
 * kernel. cuda/kernels/kernels.cu checks that the names exist.
 */
#include "tests/support/support.h"

#include "cuda/kernels/kernels.h"
#include "cuda/kernels/table.h"

static const char *const families[] = {
#define NAME(name) #name,
  CE_CUDA_FAMILIES (NAME)
#undef NAME
};

/* Returns the name that an entry's numbers make. */
static char *
name_of (const CeCudaEntry *entry)
{
  gboolean has_radius = entry->n == 0 && entry->radius == 0 ? entry->family == CE_CUDA_FAMILY_levels : entry->radius > 0;
  GString *name = g_string_new ("ce_cuda_");

  g_string_append (name, families[entry->family]);
  if (entry->n > 0)
    g_string_append_printf (name, "_%d", entry->n);
  if (has_radius && (entry->lanes != CE_CUDA_LANES_NONE || ce_cuda_uses[entry->use].takes == CE_CUDA_TAKES_ART))
    g_string_append_printf (name, "_%d", entry->radius);

  return g_string_free (name, FALSE);
}

static void
check_names (void)
{
  int n_wrong = 0;

  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    {
      g_autofree char *name = name_of (&ce_cuda_table[i]);

      if (! g_str_equal (name, ce_cuda_table[i].name))
        {
          test_note ("%s stands where %s would", ce_cuda_table[i].name, name);
          n_wrong++;
        }
    }
  test_ok (n_wrong == 0, "%d of %d kernels have another name than they are", n_wrong, CE_CUDA_N_KERNELS);
}

/* Checks that each kernel is found by its own numbers, and by each radius down to that of the next smaller kernel. */
static void
check_lookup (void)
{
  int n_wrong = 0, n_asked = 0;

  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    {
      const CeCudaEntry *entry = &ce_cuda_table[i];

      for (int radius = entry->radius; radius >= MIN (entry->radius, 1); radius--)
        {
          const CeCudaEntry *found = &ce_cuda_table[ce_cuda_find_kernel (entry->family, entry->n, radius)];

          n_asked++;
          n_wrong += found->family != entry->family || found->n != entry->n || found->radius < radius
                     || found->radius > entry->radius || (radius == entry->radius && found != entry);
        }
    }
  test_ok (n_wrong == 0, "%d of %d kernels that are asked for are not found", n_wrong, n_asked);
}

/* Checks that each march reads its source, and that each kernel reads and writes something. */
static void
check_uses (void)
{
  int n_wrong = 0;

  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    {
      const CeCudaAccess *use = &ce_cuda_uses[ce_cuda_table[i].use];

      n_wrong += use->reads == 0 || use->writes == 0
                 || (ce_cuda_table[i].lanes != CE_CUDA_LANES_NONE && ! (use->reads & CE_CUDA_PART_SOURCE));
    }
  test_ok (n_wrong == 0, "%d of %d kernels touch no memory", n_wrong, CE_CUDA_N_KERNELS);
}

int
main (void)
{
  check_names ();
  check_lookup ();
  check_uses ();

  return test_done ();
}
