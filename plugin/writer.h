/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef CE_WRITER_H
#define CE_WRITER_H

#include <libgimp/gimp.h>

#include "engine/session.h"

/* A result to be written. */
typedef struct
{
  CeSession    *session;    /* that has rendered */
  GimpDrawable *source;     /* the drawable it was opened for */
  GimpDrawable *onto;       /* a layer of the same size; or @source itself, whose shadow is written then */
  gboolean      lines;      /* draw with the foreground color, the result is its alpha */
  gboolean      selected;   /* what is not selected is to be transparent */
} CeWriting;

gboolean ce_write_result (const CeWriting *writing, const CeProgress *progress, GError **error);

#endif
