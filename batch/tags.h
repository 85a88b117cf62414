/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a file says beside its samples, by its own bytes, because libvips has values also for what a file does not say.
 */
#pragma once

#include <glib.h>

/* What is in a file beside its photo, and in no result. */
typedef enum { CE_GAIN_MAP = 1, CE_DEPTH = 2, CE_VIDEO = 4, CE_SOUND = 8, CE_PICTURES = 16, CE_CHANNEL = 32,
               CE_PLACE = 64, CE_TEXTS = 128 } CeExtra;

/* Pixels per millimeter. Where it is no size the file says the shape of a pixel alone, x : y, or nothing, 0 : 0. */
typedef struct { double x, y; gboolean is_size; } CeDensity;

/* 0 is what the file does not say. */
typedef struct
{
  CeDensity density;
  int       n_pages;            /* of an animated PNG; 1 of a TIFF whose other pages are reduced copies */
  gboolean  unnamed;            /* samples beyond gray or RGB have no name in a TIFF, so they are no alpha */
  gboolean  is_srgb;
  gboolean  is_turned;          /* its metadata or its decoder say how to turn it, be it not at all */
  guint8    cicp[4];            /* code points of ITU-T H.273: primaries, transfer, matrix, full range */
  guint32   gamma, chroma[8];   /* of PNG, times 100,000: x and y of white, red, green and blue */
  guint     extras;             /* of CeExtra */
} CeTags;

void     ce_tags_read         (int fd, CeTags *tags);
void     ce_tags_read_exif    (gconstpointer exif, gsize size, CeTags *tags);
void     ce_tags_forget       (guint8 *exif, gsize size, const CeTags *said, gboolean keep_shape);
gboolean ce_colors_are_srgb   (const CeTags *tags);
guint8  *ce_colors_to_profile (const CeTags *tags, gboolean gray, gsize *size);
char    *ce_xmp_clean         (const char *xmp, gsize size, gboolean turned, guint *extras);
