/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libvips writes into files that the photo did not say, and what it leaves out.
 */
#include "batch.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

/* The name of XMP among the texts of a PNG. */
#define XMP_NAME "XML:com.adobe.xmp"

/* Adds a chunk of PNG of @n bytes, with its CRC-32. */
static void
add_chunk (GByteArray *chunks, const char *type, gconstpointer data, guint32 n)
{
  guint32 size = GUINT32_TO_BE (n), sum;

  g_byte_array_append (chunks, (const guint8 *) &size, 4);
  g_byte_array_append (chunks, (const guint8 *) type, 4);
  g_byte_array_append (chunks, data, n);
  sum = GUINT32_TO_BE ((guint32) crc32_z (0, chunks->data + chunks->len - n - 4, n + 4));
  g_byte_array_append (chunks, (const guint8 *) &sum, 4);
}

/* Adds a chunk of text, of @n bytes, to the chunks of a PNG. Where libvips has libpng in place of libspng it compresses XMP,
 * which is undone, so that the record can be found in the bytes. */
static void
add_text (GByteArray *chunks, const char *type, const char *data, guint32 n)
{
  static const char   begin[22] = XMP_NAME;             /* not compressed, no language, no translated name */
  const gsize         packed = sizeof XMP_NAME + 1;     /* behind the name and the method */
  g_autofree guint8  *text = NULL;
  uLongf              room = n, size = 0;
  int                 status = Z_BUF_ERROR;

  if (memcmp (type, "zTXt", 4) == 0 && n > packed && memcmp (data, XMP_NAME, sizeof XMP_NAME) == 0)
    for (; status == Z_BUF_ERROR; room *= 2)
      {
        text = g_realloc (text, sizeof begin + room);
        size = room;
        status = uncompress (text + sizeof begin, &size, (const Bytef *) data + packed, n - packed);
      }
  if (status == Z_OK)
    add_chunk (chunks, "iTXt", memcpy (text, begin, sizeof begin), (guint32) (sizeof begin + size));
  else
    add_chunk (chunks, type, data, n);
}

/* Makes a PNG say what the photo said: the size or the shape of a pixel, which libvips writes of one axis for both, and the
 * code points of colors. */
static char *
mend_png (char *bytes, gsize *n, const CeTags *tags, gboolean with_colors)
{
  g_autoptr (GByteArray) head = g_byte_array_new ();
  double                 x = tags->density.x, y = tags->density.y;
  double                 scale = tags->density.is_size || x != rint (x) || y != rint (y) ? 1000 : 1;
  guint32                phys[] = { GUINT32_TO_BE ((guint32) rint (x * scale)), GUINT32_TO_BE ((guint32) rint (y * scale)),
                                    GUINT32_TO_BE ((guint32) tags->density.is_size << 24) }, size;
  gsize                  at = 33;

  g_byte_array_append (head, (const guint8 *) bytes, (guint) at);
  if (with_colors && tags->cicp[0])
    add_chunk (head, "cICP", tags->cicp, 4);
  if (x > 0)
    add_chunk (head, "pHYs", phys, 9);
  for (; memcmp (bytes + at + 4, "IDAT", 4) != 0; at += 12 + size)
    {
      memcpy (&size, bytes + at, 4);
      size = GUINT32_FROM_BE (size);
      if (memcmp (bytes + at + 4, "pHYs", 4) != 0)
        add_text (head, bytes + at + 4, bytes + at + 8, size);
    }
  bytes = g_realloc (bytes, *n + head->len);
  memmove (bytes + head->len, bytes + at, *n - at);
  memcpy (bytes, head->data, head->len);
  *n += head->len - at;

  return bytes;
}

/* Takes out of the file's @bytes what libvips says of a resolution or a turn that the photo did not say. */
static void
forget (char *bytes, gsize n, const CeFormat *format, const CeTags *tags)
{
  g_autoptr (VipsImage) image = NULL;
  gconstpointer         exif;
  size_t                size;
  guint8               *at;

  if (g_str_equal (format->name, "tif"))
    ce_tags_forget ((guint8 *) bytes, n, tags, tags->density.x > 0);
  else
    image = vips_image_new_from_buffer (bytes, n, "", NULL);
  if (image && vips_image_get_typeof (image, VIPS_META_EXIF_NAME)
      && vips_image_get_blob (image, VIPS_META_EXIF_NAME, &exif, &size) == 0)
    {
      at = memmem (bytes, n, exif, size);
      if (at)
        ce_tags_forget (at, size, tags, FALSE);
    }
}

/* Returns the file @bytes (transfer full) as it says what the photo said, and no more. */
char *
ce_mend (char *bytes, gsize *n, const CeFormat *format, const CeTags *tags, gboolean with_colors)
{
  if (! tags->density.is_size || ! tags->is_turned)
    forget (bytes, *n, format, tags);

  return g_str_equal (format->name, "png") ? mend_png (bytes, n, tags, with_colors) : bytes;
}
