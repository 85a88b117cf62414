/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Compiles the kernels for the CPU, so that tests compare the results of cuda/kernels with the specification without a GPU.
 * Races and times need a real GPU.
 */
#include <new>
#include <tuple>

#include "instructions.h"

#include "cuda/kernels/kernels.cu"

template <auto F>
struct Kernel;

template <class... A, void (*F) (A...)>
struct Kernel<F>
{
  typedef std::tuple<A...> Args;

  template <std::size_t... I>
  static void
  take (void **args, void *to, std::index_sequence<I...>)
  {
    new (to) Args (*(A *) args[I]...);
  }

  static void copy (void **args, void *to) { take (args, to, std::index_sequence_for<A...> {}); }
  static void run (const void *args) { std::apply (F, *(const Args *) args); }
};

#define ENTRY(name, ...) { sizeof (Kernel<&ce_cuda_ ## name>::Args), Kernel<&ce_cuda_ ## name>::copy, Kernel<&ce_cuda_ ## name>::run },

extern "C" const FakeKernel fake_kernels[] = { CE_CUDA_KERNELS (ENTRY) };
