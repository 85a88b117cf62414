/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record ends with a checksum of the result's whole file but these 16 digits, so that a file which anybody has changed
 * since is known, whatever was changed.
 */
#include "batch.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#define N_DIGITS (sizeof CE_NO_SUM - 1)

/* Where the digits of a file's record are, and in a PNG the chunk around them and its checksum, which depends on them; the
 * latter is the file's size in other files. */
typedef struct { gsize digits, chunk, crc; } Place;

/* Returns whether the @n bytes of a file have @record, and where. */
static gboolean
find (const char *bytes, gsize n, const char *record, Place *place)
{
  gsize       size = strlen (record);
  const char *at = size < N_DIGITS ? NULL : memmem (bytes, n, record, size);
  guint32     length;

  *place = (Place) { at ? (gsize) (at - bytes) + size - N_DIGITS : 0, 0, n };
  if (at && memcmp (bytes, "\x89PNG", 4) == 0)
    for (gsize chunk = 8; chunk < place->digits; chunk = place->crc + 4)
      {
        memcpy (&length, bytes + chunk, 4);
        place->chunk = chunk;
        place->crc = chunk + 8 + GUINT32_FROM_BE (length);
      }

  return at && (! place->chunk || (place->digits < place->crc && place->crc + 4 <= n));
}

/* Returns the checksum of a file. */
static char *
sum_of (const char *bytes, gsize n, const Place *place)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_MD5);
  gsize                 behind = place->digits + N_DIGITS, after = MIN (place->crc + 4, n);

  g_checksum_update (sum, (const guchar *) bytes, (gssize) place->digits);
  g_checksum_update (sum, (const guchar *) bytes + behind, (gssize) (place->crc - behind));
  g_checksum_update (sum, (const guchar *) bytes + after, (gssize) (n - after));

  return g_strndup (g_checksum_get_string (sum), N_DIGITS);
}

/* Returns whether the @n bytes of a file have @record, which ends with CE_NO_SUM. */
gboolean
ce_seal_is_in (const char *bytes, gsize n, const char *record)
{
  Place place;

  return find (bytes, n, record, &place);
}

/* Writes the checksum of a file into its @record. Returns FALSE if that is not there. */
gboolean
ce_seal_put (char *bytes, gsize n, const char *record)
{
  g_autofree char *sum = NULL;
  Place            place;
  guint32          crc;

  if (! find (bytes, n, record, &place))
    return FALSE;
  sum = sum_of (bytes, n, &place);
  memcpy (bytes + place.digits, sum, N_DIGITS);
  if (place.chunk)
    {
      crc = GUINT32_TO_BE ((guint32) crc32_z (0, (const Bytef *) bytes + place.chunk + 4, place.crc - place.chunk - 4));
      memcpy (bytes + place.crc, &crc, 4);
    }

  return TRUE;
}

/* Returns whether the file at @path, whose record is @found, is as it was written. */
gboolean
ce_seal_is_whole (const char *path, const char *found)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  const char             *bytes = file ? g_mapped_file_get_contents (file) : NULL;
  gsize                   n = file ? g_mapped_file_get_length (file) : 0;
  g_autofree char        *sum = NULL;
  Place                   place;

  if (! bytes || ! find (bytes, n, found, &place))
    return FALSE;
  sum = sum_of (bytes, n, &place);

  return g_str_has_suffix (found, sum);
}

/* Returns the checksum of the content of a regular file, or CE_NO_SUM if it cannot be read. */
char *
ce_seal_of_source (const char *path)
{
  g_autoptr (GChecksum)  sum = g_checksum_new (G_CHECKSUM_MD5);
  g_autofree guchar     *bytes = g_malloc (1 << 20);
  struct stat            info;
  ssize_t                n = -1;
  int                    fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode))
    while ((n = read (fd, bytes, 1 << 20)) > 0 && ce_run_goes_on (NULL))
      g_checksum_update (sum, bytes, n);
  if (fd >= 0)
    close (fd);

  return g_strndup (n == 0 ? g_checksum_get_string (sum) : CE_NO_SUM, N_DIGITS);
}
