/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kernels, compiled for the CPU: what cuda/kernels computes is held to the contract without a GPU. What only a GPU can
 * show, races and the time they take, it does not.
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
