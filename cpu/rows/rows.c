/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The table of the loops of one instruction set.
 */
#include "rows.h"

#define NAME2(isa) #isa
#define NAME(isa) NAME2 (isa)
#define FAMILY(name, loops) { loops (ENTRY) },
#define ENTRY(result, family, name, arguments) CE_ROW (family, name),

extern const CeRows CE_ROW (all, rows);

const CeRows CE_ROW (all, rows) = {
  NAME (CE_ISA),
  CE_ROW_FAMILIES (FAMILY)
};
