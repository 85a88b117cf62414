/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Fuzzes the readers of what files say of themselves: of a file, of EXIF, of XMP.
 */
#include "fuzz.h"

#include <fcntl.h>
#include <math.h>
#include <unistd.h>

#include "batch/tags.h"

static void
check (const CeTags *tags)
{
  const CeDensity   *density = &tags->density;
  gsize              size;
  g_autofree guint8 *profile = ce_colors_to_profile (tags, FALSE, &size);

  if (! isfinite (density->x) || ! isfinite (density->y) || density->x < 0 || (density->x > 0) != (density->y > 0))
    g_error ("a resolution of %g and %g", density->x, density->y);
  if (! profile != ! size || (profile && size < 128))
    g_error ("a profile of %" G_GSIZE_FORMAT " bytes", size);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char   *path = fuzz_file (data, size), *xmp = NULL;
  g_autofree guint8 *copy = g_memdup2 (data, size);
  int                fd = open (path, O_RDONLY | O_CLOEXEC);
  guint              extras = 0;
  CeTags             tags;

  ce_tags_read (fd, &tags);
  close (fd);
  check (&tags);
  ce_tags_read_exif (data, size, &tags);
  check (&tags);
  memset (&tags, 0, sizeof tags);
  ce_tags_forget (copy, size, &tags, TRUE);
  ce_tags_forget (copy, size, &tags, FALSE);
  xmp = ce_xmp_clean ((const char *) data, size, TRUE, &extras);
  if (strlen (xmp) > size)
    g_error ("XMP has grown");

  return 0;
}
