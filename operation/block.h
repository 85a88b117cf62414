/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_BLOCK_H
#define CE_BLOCK_H

#include "properties.h"

GeglRectangle ce_block_find (CeOperation *self, const GeglRectangle *area, const GeglRectangle *roi);

#endif
