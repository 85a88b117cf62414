/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * CUDA's functions that the rungs use beyond cuda/clang, for clang without a toolkit. NVIDIA's library is missing then, so
 * the arc tangents are Abramowitz and Stegun's 4.4.49, within 2e-8 of the angle, and take other instructions than nvcc's.
 */
#ifndef LADDER_CLANG_CUH
#define LADDER_CLANG_CUH

#define LADDER_WORD static __forceinline__ __device__
#define LADDER_TWO(name, instruction) \
  LADDER_WORD float name (float a, float b) { float r; asm (instruction " %0, %1, %2;" : "=f" (r) : "f" (a), "f" (b)); return r; }
LADDER_TWO (__fdividef, "div.approx.f32")
LADDER_TWO (__fadd_rd, "add.rm.f32")
LADDER_TWO (__fmul_rd, "mul.rm.f32")
LADDER_TWO (__fdiv_rd, "div.rm.f32")
LADDER_TWO (__fadd_rn, "add.rn.f32")
LADDER_TWO (__fmul_rn, "mul.rn.f32")

LADDER_WORD int abs (int v) { return v < 0 ? -v : v; }
LADDER_WORD float sqrtf (float v) { return __nvvm_sqrt_rn_f (v); }
LADDER_WORD int atomicAdd (int *p, int v) { return __nvvm_atom_add_gen_i (p, v); }

#define __constant__ __attribute__ ((constant))

/* Textures of one channel. */
template <class T> LADDER_WORD T tex2D (unsigned long long texture, float x, float y);
template <> __forceinline__ __device__ float
tex2D<float> (unsigned long long texture, float x, float y)
{
  float r, g, b, a;

  asm volatile ("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                : "=f" (r), "=f" (g), "=f" (b), "=f" (a) : "l" (texture), "f" (x), "f" (y));
  return r;
}
template <> __forceinline__ __device__ unsigned char
tex2D<unsigned char> (unsigned long long texture, float x, float y)
{
  unsigned r, g, b, a;

  asm volatile ("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
                : "=r" (r), "=r" (g), "=r" (b), "=r" (a) : "l" (texture), "f" (x), "f" (y));
  return (unsigned char) r;
}

LADDER_WORD int
__syncthreads_or (int p)
{
  int r;

  asm volatile ("{ .reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 0, p; selp.s32 %0, 1, 0, q; }"
                : "=r" (r) : "r" (p) : "memory");
  return r;
}

LADDER_WORD int
__syncthreads_count (int p)
{
  int r;

  asm volatile ("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r" (r) : "r" (p) : "memory");
  return r;
}

/* Returns the arc tangent of 0 to 1. */
LADDER_WORD float
ladder_small_atan (float t)
{
  const float of[] = { 0.0028662257f, -0.0161657367f, 0.0429096138f, -0.0752896400f, 0.1065626393f, -0.1420889944f,
                       0.1999355085f, -0.3333314528f };
  float       s = t * t, sum = of[0];

  for (int i = 1; i < 8; i++)
    sum = sum * s + of[i];

  return t + t * (s * sum);
}

LADDER_WORD float
atan2f (float y, float x)
{
  float ax = fabsf (x), ay = fabsf (y), most = fmaxf (ax, ay);
  float angle = most > 0 ? ladder_small_atan (fminf (ax, ay) / most) : 0;

  angle = ay > ax ? 1.57079632679f - angle : angle;
  angle = x < 0 ? 3.14159265359f - angle : angle;

  return y < 0 ? -angle : angle;
}

/* Returns the arc tangent, also of an infinite number. */
LADDER_WORD float
atanf (float v)
{
  float a = fabsf (v), angle = a > 1 ? 1.57079632679f - ladder_small_atan (1 / a) : ladder_small_atan (a);

  return v < 0 ? -angle : angle;
}

#endif
