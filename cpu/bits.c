/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bits.h"

#include "engine/memory.h"

#include <string.h>

/**
 * ce_bits_init:
 * @bits: (out): bits of an image, all 0
 * @width, @height: its size in pixels
 * @error: return location
 *
 * Returns: %TRUE, or %FALSE with %CE_ERROR_NO_MEMORY
 */
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

/* Eight bytes, 255 where the byte's bit is set. */
static inline guint64
spread (guint64 byte)
{
  guint64 spread = (byte * 0x0101010101010101) & 0x8040201008040201;

  /* Every byte holds one bit or none; make it 0x80 where there is one. */
  spread = (spread + 0x7f7f7f7f7f7f7f7f) | spread;
  spread = (spread >> 7) & 0x0101010101010101;

  return spread * 255;
}

/**
 * ce_bits_expand:
 * @words: bits of a row
 * @n: pixels
 * @invert: white becomes black
 * @type: of @out
 * @out: samples of @n pixels: black or white
 */
void
ce_bits_expand (const guint64 *words, int n, gboolean invert, CeType type, gpointer out)
{
  guint64 flip = invert ? ~(guint64) 0 : 0;
  int     x;

  if (type == CE_F32)
    {
      for (x = 0; x < n; x++)
        ((float *) out)[x] = (float) (((words[x / 64] ^ flip) >> (x % 64)) & 1);
      return;
    }

  for (x = 0; x + 8 <= n; x += 8)
    {
      guint64 eight = GUINT64_TO_LE (spread (((words[x / 64] ^ flip) >> (x % 64)) & 255));

      memcpy ((guint8 *) out + x, &eight, 8);
    }
  for (; x < n; x++)
    ((guint8 *) out)[x] = ((words[x / 64] ^ flip) >> (x % 64)) & 1 ? 255 : 0;
}
