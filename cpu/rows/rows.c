/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of one instruction set.
 */
#include "rows.h"

#include "vector-words.h"

#define NAME2(isa) #isa
#define NAME(isa) NAME2 (isa)

extern const CeRows CE_ROW (rows);

const CeRows CE_ROW (rows) = {
  NAME (CE_ISA),
  CE_ROW (luma),
  CE_ROW (alpha),
  CE_ROW (covered),
  CE_ROW (samples),
  CE_ROW (gaussian_x),
  CE_ROW (gaussian_y),
  CE_ROW (gradient),
  CE_ROW (stronger),
  CE_ROW (l1),
  CE_ROW (root),
  CE_ROW (bin_numbers),
  CE_ROW (direction),
  CE_ROW (scaled),
  CE_ROW (clamped),
#ifdef __AVX512BW__
  CE_ROW (gradient_sectors),
  CE_ROW (sectors_u8),
  CE_ROW (thin_sectors),
#else
  NULL,
  NULL,
  NULL,
#endif
  CE_ROW (thin),
  CE_ROW (collect),
  CE_ROW (classify),
  CE_ROW (laplacian),
  CE_ROW (larger),
  CE_ROW (edges_u8),
  CE_ROW (beyond),
  CE_ROW (crossings),
  CE_ROW (kernel_change),
  CE_ROW (detail_change),
  CE_ROW (quotient),
  CE_ROW (product),
  CE_ROW (fraction),
  CE_ROW (sharpened),
  CE_ROW (words),
#ifdef CE_WITH_WORDS
  CE_ROW (gaussian_words),
  CE_ROW (unsharp_words),
#else
  NULL,
  NULL,
#endif
  CE_ROW (unsharp_u8),
  CE_ROW (kernel_u8),
  CE_ROW (sobel_u8),
  CE_ROW (gradient_u8),
  CE_ROW (expand),
  CE_ROW (store_u8),
  CE_ROW (store_f32),
};
