/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of the loops of one instruction set.
 */
#include "rows.h"

#define NAME2(isa) #isa
#define NAME(isa) NAME2 (isa)
#define ENTRY(result, family, name, arguments) CE_ROW (family, name),

extern const CeRows CE_ROW (all, rows);

const CeRows CE_ROW (all, rows) = {
  NAME (CE_ISA),
  { CE_ROWS_OF_LEVELS (ENTRY) },
  { CE_ROWS_OF_GAUSSIAN (ENTRY) },
  { CE_ROWS_OF_GRADIENT (ENTRY) },
  { CE_ROWS_OF_THINNING (ENTRY) },
  { CE_ROWS_OF_LAPLACIAN (ENTRY) },
  { CE_ROWS_OF_SHARPENING (ENTRY) },
  { CE_ROWS_OF_MODULATION (ENTRY) },
  { CE_ROWS_OF_DECONVOLUTION (ENTRY) },
  { CE_ROWS_OF_LINE_ART (ENTRY) },
  { CE_ROWS_OF_BITS (ENTRY) }
};
