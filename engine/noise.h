/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_NOISE_H
#define CE_NOISE_H

#include "image.h"

G_BEGIN_DECLS

double ce_noise_estimate (const CeView *view);

G_END_DECLS

#endif
