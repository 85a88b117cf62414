/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_STATUS_H
#define CE_STATUS_H

#include "engine/backend.h"

typedef enum { CE_STATUS_READ, CE_STATUS_RENDER, CE_STATUS_WRITE, CE_N_STATUS } CeStatusPart;

/* What GIMP's status bar shows of a call. */
typedef struct
{
  CeStatusPart part;          /* of the work on a drawable, that is done now */
  int          n_drawables;   /* of the call */
  int          n_done;        /* of them */
  gint64       told;          /* monotonic time of the last word to GIMP, microseconds */
} CeStatus;

void       ce_status_start (CeStatus *status, const char *text, int n_drawables);
CeProgress ce_status_begin (CeStatus *status, CeStatusPart part);

#endif
