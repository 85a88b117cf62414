/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What libvips leaves out of metadata: IPTC where another format has it, and EXIF in TIFF, neither read nor written there.
 * EXIF is a TIFF file without a picture, directories of entries, some of which are directories. They are copied, from either
 * byte order to little-endian.
 */
#include "batch.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* Directories in directories: of the photo, of its place, of standards. A camera's own note has offsets in a way of its own,
 * and sizes are the result's. */
enum { TAG_EXIF = 0x8769, TAG_GPS = 0x8825, TAG_STANDARDS = 0xa005, TAG_NOTE = 0x927c, TAG_WIDTH = 0xa002, TAG_HEIGHT };

/* A hostile file may lead into itself: no more entries are read, and no more bytes kept than JPEG has room for. */
#define MOST_ENTRIES 1000
#define MOST_BYTES 65000

/* Bytes in memory or, without any, of a file. */
typedef struct { const guint8 *data; gsize size; int fd; gboolean big; int left; } Source;
typedef struct __attribute__ ((packed)) { guint16 tag, type; guint32 count, value; } Entry;

/* The number of @n bytes at @at; 0 beyond the end. */
static guint32
get (const Source *source, gsize at, guint n)
{
  guint8  bytes[4];
  guint32 value = 0;

  if (at > source->size || source->size - at < n)
    return 0;
  if (source->data)
    memcpy (bytes, source->data + at, n);
  else if (pread (source->fd, bytes, n, (off_t) at) != (ssize_t) n)
    return 0;
  for (guint i = 0; i < n; i++)
    value |= (guint32) bytes[i] << 8 * (source->big ? n - 1 - i : i);

  return value;
}

static gboolean
open_source (Source *source, const guint8 *data, gsize size, int fd)
{
  *source = (Source) { data, size, fd, FALSE, MOST_ENTRIES };
  source->big = get (source, 0, 4) == 0x2a004d4d;

  return source->big || get (source, 0, 4) == 0x002a4949;
}

static void
add (GByteArray *out, gconstpointer bytes, gsize n)
{
  g_byte_array_append (out, bytes, (guint) n);
}

static int
compare_tags (gconstpointer a, gconstpointer b)
{
  return ((const Entry *) a)->tag - ((const Entry *) b)->tag;
}

/* Appends a directory, frees it, and returns where it is, @base being where @out begins. */
static guint32
add_directory (GByteArray *out, guint32 base, GArray *entries, guint32 next)
{
  guint32 at;

  add (out, "", out->len & 1);
  at = base + out->len;
  g_array_sort (entries, compare_tags);
  add (out, &entries->len, 2);
  add (out, entries->data, entries->len * sizeof (Entry));
  add (out, &next, 4);
  g_array_unref (entries);

  return at;
}

/* Copies the value of the entry at @at; returns FALSE if it is none. */
static gboolean
copy_value (const Source *source, gsize at, Entry *entry, GByteArray *out, guint32 base)
{
  /* Bytes of a value of each type, and of its parts that have an order. */
  static const guint8 sizes[] = { 0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4 }, parts[] = { 0, 1, 1, 2, 4, 4, 1, 1, 2, 4, 4, 4 };
  gsize               size = entry->type < G_N_ELEMENTS (sizes) ? (gsize) sizes[entry->type] * entry->count : 0;
  gsize               from = size > 4 ? get (source, at + 8, 4) : at + 8;
  guint               start = out->len;

  if (size == 0 || out->len + size > MOST_BYTES || from > source->size || source->size - from < size)
    return FALSE;
  entry->value = base + start;
  for (gsize i = 0; i < size; i += parts[entry->type])
    {
      guint32 value = get (source, from + i, parts[entry->type]);

      add (out, &value, parts[entry->type]);
    }
  add (out, "\0\0\0", size < 4 ? 4 - size : size & 1);
  if (size <= 4)
    {
      memcpy (&entry->value, out->data + start, 4);
      g_byte_array_set_size (out, start);
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
  guint   n = get (source, at, 2);

  for (at += 2; n > 0 && source->left-- > 0; n--, at += 12)
    {
      Entry    entry = { (guint16) get (source, at, 2), (guint16) get (source, at + 2, 2), get (source, at + 4, 4), 0 };
      gboolean nested = entry.tag == TAG_EXIF || entry.tag == TAG_GPS || entry.tag == TAG_STANDARDS;

      if (! is_wanted (entry.tag, depth == 0) || (nested && depth > 1))
        continue;
      if (nested)
        entry.value = add_directory (out, base, copy_directory (source, get (source, at + 8, 4), depth + 1, out, base), 0);
      if (nested || copy_value (source, at, &entry, out, base))
        g_array_append_val (entries, entry);
    }

  return entries;
}

static void *
copy_exif (VipsImage *from, const char *name, GValue *value, void *to)
{
  if (g_str_has_prefix (name, "exif-"))
    vips_image_set (to, name, value);

  return NULL;
}

/* Gives the EXIF of the TIFF file in @fd to @image, by way of a JPEG file: libvips' fields are made of one. */
void
ce_exif_read (VipsImage *image, int fd)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  g_autoptr (VipsImage)  black = NULL, carrier = NULL;
  void                  *jpeg = NULL;
  size_t                 size = 0;
  guint32                at;
  Source                 source;

  if (! open_source (&source, NULL, (gsize) MAX (lseek (fd, 0, SEEK_END), 0), fd))
    return;
  add (out, "\xff\xd8\xff\xe1\0\0" "Exif\0\0" "II*\0\0\0\0", 20);
  at = add_directory (out, -12u, copy_directory (&source, get (&source, 4, 4), 0, out, -12u), 0);
  memcpy (out->data + 16, &at, 4);
  if (out->len > 26 && out->len < MOST_BYTES && vips_black (&black, 8, 8, NULL) == 0
      && vips_jpegsave_buffer (black, &jpeg, &size, NULL) == 0)
    {
      out->data[4] = (guint8) ((out->len - 4) >> 8);
      out->data[5] = (guint8) (out->len - 4);
      add (out, (const guint8 *) jpeg + 2, size - 2);
      if (vips_jpegload_buffer (out->data, out->len, &carrier, NULL) == 0)
        vips_image_map (carrier, copy_exif, image);
    }
  g_free (jpeg);
  vips_error_clear ();
}

/* Adds the @n entries in the directory at @at of a TIFF file to those of EXIF, whose tags it may have, too. */
static void
add_old (const Source *file, gsize at, guint n, GArray *entries)
{
  for (at += 2; n > 0; n--, at += 12)
    {
      Entry old = { (guint16) get (file, at, 2), (guint16) get (file, at + 2, 2), get (file, at + 4, 4),
                    get (file, at + 8, 4) };

      for (guint i = entries->len; i > 0; i--)
        if (g_array_index (entries, Entry, i - 1).tag == old.tag)
          g_array_remove_index (entries, i - 1);
      g_array_append_val (entries, old);
    }
}

/* Adds @image's EXIF to the TIFF file in @fd, which libvips has written; returns FALSE with an errno. Files above 4 GB,
 * whose directories are of another kind, stay as they are. */
gboolean
ce_exif_write (VipsImage *image, int fd)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();
  off_t                  end = lseek (fd, 0, SEEK_END);
  gconstpointer          exif;
  size_t                 size;
  GArray                *entries;
  Source                 source, file;
  guint32                at;

  if (! vips_image_get_typeof (image, VIPS_META_EXIF_NAME)
      || vips_image_get_blob (image, VIPS_META_EXIF_NAME, &exif, &size) != 0)
    return TRUE;
  if (size > 6 && memcmp (exif, "Exif", 4) == 0)
    exif = (const guint8 *) exif + 6, size -= 6;
  if (! open_source (&source, exif, size, -1) || end > (off_t) 0xfff00000
      || ! open_source (&file, NULL, (gsize) MAX (end, 0), fd) || (at = get (&file, 4, 4)) == 0)
    return TRUE;
  add (out, "", end & 1);
  entries = copy_directory (&source, get (&source, 4, 4), 0, out, (guint32) end);
  add_old (&file, at, get (&file, at, 2), entries);
  at = add_directory (out, (guint32) end, entries, get (&file, at + 2 + 12 * get (&file, at, 2), 4));
  errno = EIO;

  return pwrite (fd, out->data, out->len, end) == (ssize_t) out->len && pwrite (fd, &at, 4, 4) == 4;
}

/* IPTC is in a JPEG file one of Photoshop's resources, in a TIFF file it is by itself. */
void
ce_iptc_set (VipsImage *image, gboolean is_jpeg, gboolean is_tiff)
{
  static const guint8    begin[22] = "Photoshop 3.0\0" "8BIM\4\4\0\0";
  g_autoptr (GByteArray) out = g_byte_array_new ();
  gconstpointer          data;
  const guint8          *resource;
  size_t                 size;
  guint32                length;

  if (! vips_image_get_typeof (image, VIPS_META_IPTC_NAME)
      || vips_image_get_blob (image, VIPS_META_IPTC_NAME, &data, &size) != 0)
    return;
  resource = memmem (data, size, begin + 14, 8);
  if (resource && resource + 12 <= (const guint8 *) data + size)
    {
      Source source = { resource, 12, -1, TRUE, 0 };

      size = MIN (get (&source, 8, 4), size - (gsize) (resource + 12 - (const guint8 *) data));
      data = resource + 12;
    }
  length = GUINT32_TO_BE ((guint32) size);
  add (out, begin, is_jpeg ? 22 : 0);
  add (out, &length, is_jpeg ? 4 : 0);
  add (out, data, size);
  /* libvips writes a quarter of it in TIFF, because it counts words where newer libtiffs count bytes. */
  if (is_tiff)
    {
      g_byte_array_set_size (out, 4 * (guint) size);
      memset (out->data + size, 0, 3 * size);
    }
  vips_image_set_blob_copy (image, VIPS_META_IPTC_NAME, out->data, out->len);
}
