/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Allocates and frees bitmaps of one bit per pixel.
 */
#include "bits.h"

#include "engine/memory.h"

#include <string.h>

/* Allocates the bits of an image, all 0. FALSE with CE_ERROR_NO_MEMORY. */
gboolean
ce_bits_init (CeBits *bits, int width, int height, GError **error)
{
  bits->width = width;
  bits->height = height;
  bits->n_words = (width + 63) / 64;
  bits->pitch = (gsize) bits->n_words + 2;
  bits->size = bits->pitch * ((gsize) height + 2) * sizeof (guint64);
  bits->memory = ce_memory_alloc (bits->size, error);
  bits->words = bits->memory ? bits->memory + bits->pitch + 1 : NULL;

  return bits->memory != NULL;
}

void
ce_bits_clear (CeBits *bits)
{
  ce_memory_free (bits->memory, bits->size);
  memset (bits, 0, sizeof *bits);
}
