/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * 003's images, and its blurs, which its other stages begin with.
 */
#pragma once

#include "rungs.h"

#define BIT LADDER_BIT

/* The blurs have one slot for each sigma from 1 to 5. */
enum { RGB, GREY, GREY_FLOAT, BACK, WHOLE, ALONG_Y = WHOLE + 5, SMOOTH = ALONG_Y + 5, MAGNITUDE = SMOOTH + 5, SECTOR,
       MAGNITUDE_PRINTED, SECTOR_PRINTED, THIN, CLASSES, ONE_PASS, FIVE_PASSES = ONE_PASS + 4, COPY = FIVE_PASSES + 4,
       OTHER_COPY, N_SLOTS };

void ladder_prepare_blurs (void);
void ladder_state_blur    (LadderImages *images, guint slot);
void ladder_blur_along    (LadderRun *run, int which, int from, int to, int sigma, int along, gboolean along_y);
void ladder_add_blurs     (GArray *rungs);
