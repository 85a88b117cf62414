/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <libgimp/gimp.h>

#include "engine/cuda-edges.h"

typedef struct _CeReader CeReader;

/* A result to be written. */
typedef struct
{
  const CeView *result;
  GimpDrawable *source;     /* the drawable that it was computed from */
  GimpDrawable *onto;       /* a layer of the same size, or @source to write its shadow */
  gboolean      lines;      /* draw with the foreground color; the result is its alpha */
  gboolean      selected;   /* pixels outside the selection become transparent */
} CeWriting;

void          ce_drawable_prepare           (void);
void          ce_drawable_need_buffers_only (void);
gboolean      ce_drawable_tell_progress     (double share, gpointer data);
void          ce_drawable_tell_fallback     (CeSession *session);
void          ce_drawable_tell_found        (GimpDrawable *drawable, const CeFound *found);
char         *ce_drawable_mark              (GimpDrawable *drawable, const char *text);
gboolean      ce_drawable_keeps_samples     (GimpDrawable *drawable);

CeReader     *ce_reader_new      (GimpDrawable *drawable);
void          ce_reader_free     (CeReader *reader);
gboolean      ce_reader_check    (CeReader *reader, GError **error);
const CeView *ce_reader_get_view (CeReader *reader);
gboolean      ce_reader_read     (CeReader *reader, const GeglRectangle *part, const CeView *view, GError **error);

CeSession    *ce_drawable_read   (GimpDrawable *drawable, const CeFilter *filter, const CeParams *params,
                                  const CePlace *wanted, CeProgressFunc progress, gpointer data, GError **error);
gboolean      ce_drawable_write  (const CeWriting *writing, CeProgressFunc progress, gpointer data, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (CeReader, ce_reader_free)
