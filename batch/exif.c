/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libvips leaves out of metadata: IPTC where another format has it, and
 * EXIF in TIFF, which libvips neither reads nor writes. EXIF is a TIFF file
 * without a picture: directories of entries, some of which are directories. They
 * are copied, from either byte order to little-endian, which libvips writes.
 */
#include "batch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Of directories in directories: of the photo, of its place, of standards. What a camera notes for itself has offsets in a
 * way of its own, and sizes are the result's. */
enum { TAG_EXIF = 0x8769, TAG_GPS = 0x8825, TAG_STANDARDS = 0xa005, TAG_NOTE = 0x927c, TAG_WIDTH = 0xa002, TAG_HEIGHT };

/* Bytes in memory or, without any, of a file. What is hostile may say that there is very much, or lead into itself: no more
 * entries are copied than are left, and no more bytes than JPEG has room for. */
typedef struct { const guint8 *data; gsize size; gboolean big; int fd; int left; } Source;

#define MOST_ENTRIES 1000
#define MOST_BYTES 65000
typedef struct { guint16 tag, type; guint32 count, value; } Entry;

static guint32
get (const Source *source, gsize at, int n)
{
  guint32       value = 0;
  guint8        read[4];
  const guint8 *bytes = source->data ? source->data + at : read;

  if (at > source->size || source->size - at < (gsize) n
      || (! source->data && pread (source->fd, read, (size_t) n, (off_t) at) != n))
    return 0;
  for (int i = 0; i < n; i++)
    value |= (guint32) bytes[i] << 8 * (source->big ? n - 1 - i : i);

  return value;
}

static void
put (GByteArray *out, guint32 value, int n)
{
  for (int i = 0; i < n; i++)
    g_byte_array_append (out, &(guint8) { (guint8) (value >> 8 * i) }, 1);
}

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  return ((const Entry *) a)->tag - ((const Entry *) b)->tag;
}

/* Appends a directory; returns where it is, @base being where @out begins. */
static guint32
put_directory (GArray *entries, guint32 next, GByteArray *out, guint32 base)
{
  guint32 at;

  put (out, 0, (int) (out->len & 1));
  at = base + out->len;
  g_array_sort (entries, compare_tags);
  put (out, entries->len, 2);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      put (out, entry->tag, 2);
      put (out, entry->type, 2);
      put (out, entry->count, 4);
      put (out, entry->value, 4);
    }
  put (out, next, 4);

  return at;
}

/* Copies the value of the entry at @at; returns FALSE if it is none. */
static gboolean
copy_value (const Source *source, gsize at, Entry *entry, GByteArray *out, guint32 base)
{
  /* Bytes of a value of each type, and of its parts that have an order. */
  static const guint8    sizes[] = { 0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4 }, parts[] = { 0, 1, 1, 2, 4, 4, 1, 1, 2, 4, 4, 4 };
  gsize                  size = entry->type < G_N_ELEMENTS (sizes) ? (gsize) sizes[entry->type] * entry->count : 0;
  gsize                  from = size > 4 ? get (source, at + 8, 4) : at + 8;
  g_autoptr (GByteArray) values = g_byte_array_new ();

  if (size == 0 || size > MOST_BYTES || out->len + size > MOST_BYTES || from > source->size || source->size - from < size)
    return FALSE;
  for (gsize i = 0; i < size; i += parts[entry->type])
    put (values, get (source, from + i, parts[entry->type]), parts[entry->type]);
  put (values, 0, size < 4 ? (int) (4 - size) : (int) (size & 1));
  if (size <= 4)
    entry->value = get (&(Source) { values->data, values->len, FALSE, -1, 0 }, 0, 4);
  else
    {
      entry->value = base + out->len;
      g_byte_array_append (out, values->data, values->len);
    }

  return TRUE;
}

static gboolean
is_wanted (guint16 tag, gboolean is_main)
{
  /* Description, maker, model, program, time, artist, copyright. */
  static const guint16 of_photo[] = { 0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x8298, TAG_EXIF, TAG_GPS };
  gboolean             found = ! is_main && tag != TAG_NOTE && tag != TAG_WIDTH && tag != TAG_HEIGHT;

  for (guint i = 0; is_main && i < G_N_ELEMENTS (of_photo); i++)
    found |= tag == of_photo[i];

  return found;
}

/* Copies what the directory at @at says of the photo: its values go to @out, its entries are returned. */
static GArray *
copy_directory (Source *source, gsize at, int depth, GByteArray *out, guint32 base)
{
  GArray *entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  int     n = (int) get (source, at, 2);

  for (gsize one = at + 2; n > 0 && source->left-- > 0 && one + 12 <= source->size; n--, one += 12)
    {
      Entry    entry = { (guint16) get (source, one, 2), (guint16) get (source, one + 2, 2), get (source, one + 4, 4), 0 };
      gboolean nested = entry.tag == TAG_EXIF || entry.tag == TAG_GPS || entry.tag == TAG_STANDARDS;

      if (! is_wanted (entry.tag, depth == 0) || (nested && depth > 1))
        continue;
      if (nested)
        {
          GArray *below = copy_directory (source, get (source, one + 8, 4), depth + 1, out, base);

          entry.value = put_directory (below, 0, out, base);
          g_array_unref (below);
        }
      if (nested || copy_value (source, one, &entry, out, base))
        g_array_append_val (entries, entry);
    }

  return entries;
}

/* @data may be NULL: then it is the file in @fd. */
static gboolean
open_source (Source *source, const guint8 *data, int fd, gsize size)
{
  guint32 magic;

  *source = (Source) { data, size, FALSE, fd, MOST_ENTRIES };
  magic = get (source, 0, 4);
  source->big = magic == 0x2a004d4d;

  return source->big || magic == 0x002a4949;
}

/* EXIF as other formats have it, of the TIFF file in @fd; NULL if that is none, or says nothing of the photo. */
static GByteArray *
of_tiff (int fd)
{
  Source      source;
  GByteArray *out = g_byte_array_new ();
  GArray     *entries;
  guint32     at;
  struct stat info;

  if (fstat (fd, &info) != 0 || ! open_source (&source, NULL, fd, (gsize) info.st_size))
    return g_byte_array_unref (out), NULL;
  g_byte_array_append (out, (const guint8 *) "Exif\0\0II*\0\0\0\0", 14);
  entries = copy_directory (&source, get (&source, 4, 4), 0, out, -6u);
  at = put_directory (entries, 0, out, -6u);
  memcpy (out->data + 10, &(guint32) { GUINT32_TO_LE (at) }, 4);
  if (entries->len == 0 || out->len > MOST_BYTES)
    g_clear_pointer (&out, g_byte_array_unref);
  g_array_unref (entries);

  return out;
}

/* Adds EXIF to the TIFF file in @fd, which libvips has written and whose own entries stay; returns FALSE with an errno. */
static gboolean
into_tiff (int fd, const guint8 *exif, gsize size)
{
  guint8      head[8], count[2];
  off_t       end = lseek (fd, 0, SEEK_END);
  Source      source, file = { head, sizeof head, FALSE, -1, 0 };
  GByteArray *out;
  GArray     *entries;
  guint32     at;
  gboolean    written;

  /* More than 4 GB have another kind of directories. */
  if (size > 6 && memcmp (exif, "Exif", 4) == 0)
    exif += 6, size -= 6;
  if (! open_source (&source, exif, -1, size) || pread (fd, head, 8, 0) != 8 || memcmp (head, "II*\0", 4) != 0
      || end > (off_t) 0xfff00000 || pread (fd, count, 2, at = get (&file, 4, 4)) != 2)
    return TRUE;
  out = g_byte_array_new ();
  put (out, 0, (int) (end & 1));
  entries = copy_directory (&source, get (&source, 4, 4), 0, out, (guint32) end);
  guint               n = (guint) (count[0] | count[1] << 8), n_more = entries->len;
  g_autofree guint8  *old = g_malloc0 ((gsize) n * 12 + 4);

  written = pread (fd, old, (gsize) n * 12 + 4, at + 2) == (ssize_t) n * 12 + 4;
  file = (Source) { old, (gsize) n * 12 + 4, FALSE, -1, 0 };
  for (guint i = 0; i < n && written; i++)
    {
      Entry entry = { (guint16) get (&file, i * 12, 2), (guint16) get (&file, i * 12 + 2, 2), get (&file, i * 12 + 4, 4),
                      get (&file, i * 12 + 8, 4) };

      for (guint j = 0; j < n_more; j++)
        if (g_array_index (entries, Entry, j).tag == entry.tag)
          g_array_remove_index (entries, j), n_more--, j--;
      g_array_append_val (entries, entry);
    }
  at = GUINT32_TO_LE (put_directory (entries, get (&file, (gsize) n * 12, 4), out, (guint32) end));
  errno = EIO;
  written = written && pwrite (fd, out->data, out->len, end) == (ssize_t) out->len && pwrite (fd, &at, 4, 4) == 4;
  g_array_unref (entries);
  g_byte_array_unref (out);

  return written;
}

static void *
copy_exif (VipsImage *from, const char *name, GValue *value, void *to)
{
  if (g_str_has_prefix (name, "exif-"))
    vips_image_set (to, name, value);

  return NULL;
}

/* Gives a TIFF file's EXIF to @image, by way of a JPEG file: libvips' fields are made of one. */
void
ce_exif_read (VipsImage *image, int fd)
{
  g_autoptr (GByteArray)  exif = of_tiff (fd);
  VipsImage              *black = NULL, *carrier = NULL;
  void                   *jpeg = NULL;
  size_t                  size = 0;

  if (exif && vips_black (&black, 8, 8, NULL) == 0 && vips_jpegsave_buffer (black, &jpeg, &size, NULL) == 0)
    {
      guint length = exif->len + 2;

      g_byte_array_prepend (exif, (const guint8[]) { 0xff, 0xd8, 0xff, 0xe1, (guint8) (length >> 8), (guint8) length }, 6);
      g_byte_array_append (exif, (const guint8 *) jpeg + 2, (guint) size - 2);
      if (vips_jpegload_buffer (exif->data, exif->len, &carrier, NULL) == 0)
        vips_image_map (carrier, copy_exif, image);
    }
  g_clear_object (&carrier);
  g_clear_object (&black);
  g_free (jpeg);
  vips_error_clear ();
}

/* Adds @image's EXIF to the TIFF file in @fd, which libvips has written; returns FALSE with an errno. */
gboolean
ce_exif_write (VipsImage *image, int fd)
{
  gconstpointer exif;
  size_t        size;

  return ! vips_image_get_typeof (image, VIPS_META_EXIF_NAME)
         || vips_image_get_blob (image, VIPS_META_EXIF_NAME, &exif, &size) != 0 || into_tiff (fd, exif, size);
}

/* IPTC is in a JPEG file one of Photoshop's resources, in a TIFF file it is by itself. */
void
ce_iptc_set (VipsImage *image, gboolean is_jpeg, gboolean is_tiff)
{
  static const guint8    begin[] = "Photoshop 3.0\0" "8BIM\4\4\0\0";
  gconstpointer          data;
  const guint8          *iptc;
  size_t                 size;
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint32                length;

  if (! vips_image_get_typeof (image, VIPS_META_IPTC_NAME)
      || vips_image_get_blob (image, VIPS_META_IPTC_NAME, &data, &size) != 0)
    return;
  iptc = memmem (data, size, begin + 14, 8);
  if (iptc && iptc + 12 <= (const guint8 *) data + size)
    {
      length = GUINT32_FROM_BE (*(const guint32 *) (iptc + 8));
      size = MIN (length, size - (gsize) (iptc + 12 - (const guint8 *) data));
      data = iptc + 12;
    }
  length = GUINT32_TO_BE ((guint32) size);
  if (is_jpeg)
    {
      g_byte_array_append (out, begin, 22);
      g_byte_array_append (out, (const guint8 *) &length, 4);
    }
  g_byte_array_append (out, data, (guint) size);
  /* libvips writes a quarter of it, because it counts words where newer libtiffs count bytes. */
  for (gsize n = is_tiff ? 3 * size : 0; n > 0; n--)
    g_byte_array_append (out, (const guint8 *) "", 1);
  vips_image_set_blob_copy (image, VIPS_META_IPTC_NAME, out->data, out->len);
}
