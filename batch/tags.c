/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What files say of themselves, in JPEG's segments, PNG's chunks, HEIC's properties and the directories of TIFF and EXIF. A
 * number beyond the end of the bytes is 0, and each loop has a limit.
 */
#include "tags.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LIMIT 1024

/* A file or memory from @base on; a TIFF has offsets of @word bytes. */
typedef struct { int fd; const guint8 *data; guint64 base, size; gboolean little; guint8 word; } Bytes;

static gboolean
take (const Bytes *bytes, guint64 at, gpointer out, gsize n)
{
  if (at > bytes->size || n > bytes->size - at)
    return FALSE;
  if (bytes->data)
    memcpy (out, bytes->data + bytes->base + at, n);

  return bytes->data || pread (bytes->fd, out, n, (off_t) (bytes->base + at)) == (gssize) n;
}

/* Returns the number in @n bytes. */
static guint64
number (const Bytes *bytes, guint64 at, gsize n)
{
  guint8  found[8];
  guint64 value = 0;

  if (take (bytes, at, found, n))
    for (gsize i = 0; i < n; i++)
      value = value << 8 | found[bytes->little ? n - 1 - i : i];

  return value;
}

static gboolean
is_at (const Bytes *bytes, guint64 at, const char *text)
{
  char found[32] = "";

  return take (bytes, at, found, strlen (text)) && strcmp (found, text) == 0;
}

/* Returns where a TIFF has its first directory, 0 if the bytes are no TIFF. */
static guint64
begin_tiff (Bytes *bytes)
{
  guint64 version;

  bytes->little = is_at (bytes, 0, "II");
  version = bytes->little || is_at (bytes, 0, "MM") ? number (bytes, 2, 2) : 0;
  bytes->word = version == 43 ? 8 : 4;

  return version == 42 || version == 43 ? number (bytes, bytes->word, bytes->word) : 0;
}

/* Returns where the entry of @tag is in a directory, or the end of all entries where @tag is -1; 0 if there is none. */
static guint64
find (const Bytes *bytes, guint64 directory, int tag)
{
  gsize   head = bytes->word == 8 ? 8 : 2, step = 4 + 2 * bytes->word;
  guint64 n = MIN (number (bytes, directory, head), LIMIT), at = directory + head;

  for (; n > 0 && (tag < 0 || number (bytes, at, 2) != (guint64) tag); n--)
    at += step;

  return n > 0 || tag < 0 ? at : 0;
}

/* Returns value @i of @tag, a whole number or a fraction; 0 if there is none. */
static double
get (const Bytes *bytes, guint64 directory, int tag, guint64 i)
{
  static const guint8 sizes[] = { 0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8 };
  guint64             entry = find (bytes, directory, tag), at = entry + 4 + bytes->word;
  guint64             kind = number (bytes, entry + 2, 2), n = number (bytes, entry + 4, bytes->word);
  gsize               size = kind < G_N_ELEMENTS (sizes) ? sizes[kind] : 0;

  if (! entry || i >= MIN (n, 16 * LIMIT) || size == 0)
    return 0;
  at = (n > bytes->word / size ? number (bytes, at, bytes->word) : at) + i * size;
  if (kind != 5)
    return (double) number (bytes, at, size);

  return number (bytes, at + 4, 4) ? (double) number (bytes, at, 4) / (double) number (bytes, at + 4, 4) : 0;
}

/* @mm pixels more are a millimeter, 0 where no unit is said. The first place that says a size counts. */
static void
set_density (CeTags *tags, double x, double y, double mm)
{
  if (tags->density.is_size || x <= 0 || y <= 0)
    return;
  if (mm > 0)
    tags->density = (CeDensity) { x / mm, y / mm, TRUE };
  else if (x != y)
    tags->density = (CeDensity) { x, y, FALSE };
}

/* The unit is 1 for none, 2 for inches, which is the default, 3 for centimeters. */
static void
read_density (const Bytes *bytes, guint64 directory, CeTags *tags)
{
  double unit = find (bytes, directory, 296) ? get (bytes, directory, 296, 0) : 2;

  set_density (tags, get (bytes, directory, 282, 0), get (bytes, directory, 283, 0), unit == 2 ? 25.4 : unit == 3 ? 10 : 0);
}

static gboolean
is_reduced (const Bytes *bytes, guint64 directory)
{
  return ((int) get (bytes, directory, 254, 0) & 1) || get (bytes, directory, 255, 0) == 2;
}

/* Returns whether all pages but the first one are reduced copies, also those below it, where the photo of a camera's raw
 * file is. */
static gboolean
has_one_page (const Bytes *bytes, guint64 first)
{
  guint64  next = first;
  gboolean one = TRUE;

  for (int i = 0; i < LIMIT && (next = number (bytes, find (bytes, next, -1), bytes->word)); i++)
    one &= is_reduced (bytes, next);
  for (guint i = 0; i < LIMIT && (next = (guint64) get (bytes, first, 330, i)); i++)
    one &= is_reduced (bytes, next);

  return one;
}

static void
read_tiff (const Bytes *bytes, guint64 directory, CeTags *tags)
{
  static const struct { int tag; CeExtra extra; } extras[] = {
    { 306, CE_TEXTS }, { 315, CE_TEXTS }, { 33432, CE_TEXTS }, { 42113, CE_TEXTS },
    { 33550, CE_PLACE }, { 33922, CE_PLACE }, { 34264, CE_PLACE }, { 34735, CE_PLACE } };
  double n = get (bytes, directory, 277, 0);

  read_density (bytes, directory, tags);
  tags->n_pages = has_one_page (bytes, directory);
  tags->unnamed = get (bytes, directory, 338, 0) == 0 && get (bytes, directory, 262, 0) <= 2;
  tags->extras = tags->unnamed && (n == 2 || n > 3) ? CE_CHANNEL : 0;
  for (guint i = 0; i < G_N_ELEMENTS (extras); i++)
    if (find (bytes, directory, extras[i].tag))
      tags->extras |= extras[i].extra;
}

/* Reads a camera's list of the pictures in a file. Those of kind 1 are smaller copies of the first one. */
static void
read_pictures (Bytes bytes, guint64 at, CeTags *tags)
{
  guint64 directory;

  bytes.base += at;
  bytes.size -= MIN (bytes.size, at);
  directory = begin_tiff (&bytes);
  for (guint i = 1; i < MIN (get (&bytes, directory, 0xb001, 0), LIMIT); i++)
    if (get (&bytes, directory, 0xb002, 16 * i + (bytes.little ? 2 : 1)) != 1)
      tags->extras |= CE_PICTURES;
}

/* Bytes between segments are skipped, as decoders do. */
static void
read_jpeg (const Bytes *bytes, CeTags *tags)
{
  static const double mm[] = { 0, 25.4, 10 };
  guint64             at = 2, kind = 0;

  for (int i = 0; i < 64 * LIMIT && kind != 0xda && kind != 0xd9; i++)
    {
      kind = number (bytes, at, 1) == 0xff ? number (bytes, at + 1, 1) : 0;
      if (kind == 0xe0 && is_at (bytes, at + 4, "JFIF"))
        set_density (tags, (double) number (bytes, at + 12, 2), (double) number (bytes, at + 14, 2),
                     mm[number (bytes, at + 11, 1) % G_N_ELEMENTS (mm)]);
      else if (kind == 0xe2 && is_at (bytes, at + 4, "MPF"))
        read_pictures (*bytes, at + 8, tags);
      else if (kind == 0xe2 && is_at (bytes, at + 4, "urn:iso:std:iso:ts:21496:-1"))
        tags->extras |= CE_GAIN_MAP;
      at += kind == 0 || kind == 0xff ? 1 : 2 + number (bytes, at + 2, 2);
    }
}

static void
read_png (const Bytes *bytes, CeTags *tags)
{
  guint64 n = 0;

  for (guint64 i = 0, at = 8; i < LIMIT && ! is_at (bytes, at + 4, "IDAT"); i++, at += 12 + n)
    {
      n = number (bytes, at, 4);
      if (n == 9 && is_at (bytes, at + 4, "pHYs"))
        set_density (tags, (double) number (bytes, at + 8, 4), (double) number (bytes, at + 12, 4),
                     number (bytes, at + 16, 1) == 1 ? 1000 : 0);
      else if (n == 8 && is_at (bytes, at + 4, "acTL"))
        tags->n_pages = (int) MIN (number (bytes, at + 8, 4), G_MAXINT);
      else if (n == 4 && is_at (bytes, at + 4, "cICP"))
        take (bytes, at + 8, tags->cicp, 4);
      else if (n == 4 && is_at (bytes, at + 4, "gAMA"))
        tags->gamma = (guint32) number (bytes, at + 8, 4);
      else if (n == 1 && is_at (bytes, at + 4, "sRGB"))
        tags->is_srgb = TRUE;
      else if (n == 32 && is_at (bytes, at + 4, "cHRM"))
        for (guint c = 0; c < 8; c++)
          tags->chroma[c] = (guint32) number (bytes, at + 8 + 4 * c, 4);
    }
}

/* Looks at the beginning of a HEIC or AVIF for the colors of its first picture and the kinds of others. */
static void
read_heif (const Bytes *bytes, CeTags *tags)
{
  static const struct { const char *name; CeExtra extra; } kinds[] = {
    { "hdrgainmap", CE_GAIN_MAP }, { "tmap", CE_GAIN_MAP }, { "auxid:2", CE_DEPTH }, { "auxiliary:depth", CE_DEPTH },
    { "aux:disparity", CE_DEPTH }, { "matte", CE_PICTURES }, { "mpvd", CE_VIDEO } };
  guint8        head[1 << 14];
  gsize         size = MIN (bytes->size, sizeof head);
  const guint8 *colors;

  if (! take (bytes, 0, head, size))
    return;
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (memmem (head, size, kinds[i].name, strlen (kinds[i].name)))
      tags->extras |= kinds[i].extra;
  colors = memmem (head, size, "colrnclx", 8);
  if (colors && colors + 15 <= head + size)
    memcpy (tags->cicp, (guint8[]) { colors[9], colors[11], 0, 1 }, 4);
}

/* Reads the file @fd. */
void
ce_tags_read (int fd, CeTags *tags)
{
  struct stat info = { .st_size = 0 };
  Bytes       bytes = { .fd = fd, .size = fstat (fd, &info) == 0 ? (guint64) info.st_size : 0 };
  guint64     directory = begin_tiff (&bytes);

  memset (tags, 0, sizeof *tags);
  if (directory)
    read_tiff (&bytes, directory, tags);
  else if (is_at (&bytes, 0, "\xff\xd8\xff"))
    read_jpeg (&bytes, tags);
  else if (is_at (&bytes, 0, "\x89PNG"))
    read_png (&bytes, tags);
  else if (is_at (&bytes, 4, "ftyp"))
    read_heif (&bytes, tags);
}

/* Returns EXIF without the name that it may have, or a TIFF. */
static Bytes
in_memory (gconstpointer exif, gsize size)
{
  gsize name = size > 6 && memcmp (exif, "Exif\0", 6) == 0 ? 6 : 0;

  return (Bytes) { .fd = -1, .data = exif, .base = name, .size = size - name };
}

/* Reads what the file itself does not say from its EXIF. */
void
ce_tags_read_exif (gconstpointer exif, gsize size, CeTags *tags)
{
  Bytes   bytes = in_memory (exif, size);
  guint64 directory = begin_tiff (&bytes);

  if (directory)
    read_density (&bytes, directory, tags);
}

/* Takes out of EXIF, or of a TIFF, of fewer than 256 entries what the photo did not say: a resolution and a turn. With
 * @keep_shape a resolution loses only its unit. */
void
ce_tags_forget (guint8 *exif, gsize size, const CeTags *said, gboolean keep_shape)
{
  static const int tags[] = { 296, 283, 282, 274 };
  Bytes            bytes = in_memory (exif, size);
  guint64          directory = begin_tiff (&bytes), entry, end;
  guint8          *at = exif + bytes.base;

  for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
    {
      entry = find (&bytes, directory, tags[i]);
      end = find (&bytes, directory, -1) + 4;
      if (! directory || ! entry || end > bytes.size || bytes.word == 8 || (i < 3 ? said->density.is_size : said->is_turned))
        continue;
      if (keep_shape && i == 0)
        at[entry + (bytes.little ? 8 : 9)] = 1;
      else if (! keep_shape || i == 3)
        {
          memmove (at + entry, at + entry + 12, (gsize) (end - entry - 12));
          at[directory + (bytes.little ? 0 : 1)]--;
        }
    }
}
