/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of kernels for the host and the driver for tests, and the look-up in it.
 */
#include "cuda/kernels/kernels.h"
#include "cuda/kernels/table.h"

const CeCudaEntry ce_cuda_table[CE_CUDA_N_KERNELS] = {
#define ENTRY(name, family, n, lanes, depth, use, radius)              \
  { "ce_cuda_" #name, CE_CUDA_FAMILY_ ## family, n, CE_CUDA_LANES_ ## lanes, depth, CE_CUDA_USE_ ## use, \
    radius },
  CE_CUDA_KERNELS (ENTRY)
#undef ENTRY
};

const CeCudaAccess ce_cuda_uses[CE_CUDA_N_USES] = {
#define USE(name, takes, reads, writes) { CE_CUDA_TAKES_ ## takes, CE_CUDA_PART_ ## reads, CE_CUDA_PART_ ## writes },
  CE_CUDA_USES (USE)
#undef USE
};

/* Returns the kernel of a family for the smallest Gaussian that is at least as wide as @radius (0: none), or
 * CE_CUDA_N_KERNELS. @n, channels or signals, counts where it tells kernels apart. */
static CeCudaKernel
look_up (CeCudaFamily family, int n, int radius)
{
  CeCudaKernel best = CE_CUDA_N_KERNELS;

  for (int i = 0; i < CE_CUDA_N_KERNELS; i++)
    {
      const CeCudaEntry *entry = &ce_cuda_table[i];

      if (entry->family == family && (entry->n == n || entry->n == 0) && entry->radius >= radius
          && (entry->radius > 0) == (radius > 0)
          && (best == CE_CUDA_N_KERNELS || entry->radius < ce_cuda_table[best].radius))
        best = (CeCudaKernel) i;
    }

  return best;
}

/* Returns whether there is such a kernel that reads samples, not planes of signals alone. */
gboolean
ce_cuda_has_kernel (CeCudaFamily family, int n, int radius)
{
  CeCudaKernel kernel = look_up (family, n, radius);

  return kernel < CE_CUDA_N_KERNELS && ce_cuda_table[kernel].lanes != CE_CUDA_LANES_SIGNALS;
}

/* Returns the kernel of a family for @n channels or signals and a Gaussian of @radius (0: none). */
CeCudaKernel
ce_cuda_find_kernel (CeCudaFamily family, int n, int radius)
{
  CeCudaKernel kernel = look_up (family, n, radius);

  g_return_val_if_fail (kernel < CE_CUDA_N_KERNELS, CE_CUDA_KERNEL_levels_0);

  return kernel;
}
