/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA has no function for these PTX instructions. The driver for tests has the same functions in C++
 * (tests/fake-cuda/instructions.h), because it runs the kernels on the CPU.
 */
#ifndef CE_CUDA_INSTRUCTIONS_CUH
#define CE_CUDA_INSTRUCTIONS_CUH

#define CE_INSTRUCTION static __device__ __forceinline__

/* Shared memory, as much as the launch asks for. */
#define CE_LAUNCHED_SHARED(type, name) extern __shared__ type name[]

/* Waits for the kernel before and its writes; kernels that ce_cuda_launch_next() queues may start before it has ended. */
CE_INSTRUCTION void
after_the_kernel_before ()
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Lets the next kernel start, as far as processors are free. */
CE_INSTRUCTION void
let_the_next_kernel_start ()
{
#if __CUDA_ARCH__ >= 900
  asm volatile ("griddepcontrol.launch_dependents;");
#endif
}

CE_INSTRUCTION void
prefetch (const void *p)
{
  asm volatile ("prefetch.global.L2 [%0];" :: "l" (p));
}

/* As __byte_perm(), but 8 added to a digit of @SELECTOR repeats the sign of that byte. */
template <unsigned SELECTOR>
CE_INSTRUCTION unsigned
permute_signs (unsigned a, unsigned b)
{
  unsigned out;

  asm ("prmt.b32 %0, %1, %2, %3;" : "=r" (out) : "r" (a), "r" (b), "n" (SELECTOR));
  return out;
}

/* Return about sqrt (v) and 1 / v, within about a unit in the last place. Numbers below 2^-126 are 0. */
CE_INSTRUCTION float
near_root (float v)
{
  float out;

  asm ("sqrt.approx.ftz.f32 %0, %1;" : "=f" (out) : "f" (v));
  return out;
}

CE_INSTRUCTION float
near_inverse (float v)
{
  float out;

  asm ("rcp.approx.ftz.f32 %0, %1;" : "=f" (out) : "f" (v));
  return out;
}

/* Returns a b + c rounded once and clamped to 0 to 1; a NaN gives 0. */
CE_INSTRUCTION float
fma_clamped (float a, float b, float c)
{
  float out;

  asm ("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f" (out) : "f" (a), "f" (b), "f" (c));
  return out;
}

/* Return all bits set if a > b, or a >= b, else none. */
CE_INSTRUCTION float
mask_of_more (float a, float b)
{
  float mask;

  asm ("{ .reg .u32 m; set.gt.u32.f32 m, %1, %2; mov.b32 %0, m; }" : "=f" (mask) : "f" (a), "f" (b));
  return mask;
}

CE_INSTRUCTION float
mask_of_not_less (float a, float b)
{
  float mask;

  asm ("{ .reg .u32 m; set.ge.u32.f32 m, %1, %2; mov.b32 %0, m; }" : "=f" (mask) : "f" (a), "f" (b));
  return mask;
}

#undef CE_INSTRUCTION

#endif
