/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The memory that a picture needs, and that this process may still take: the least of the system's, its control groups' and
 * its limit's.
 */
#include "batch.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define MARGIN (64.0 * (1 << 20))

/* The files of both versions of control groups with their limit and use; the system takes pages of files back on demand. */
static const struct { const char *line, *mount, *limit, *usage, *pages; } groups[] = {
  { "0::", "/sys/fs/cgroup", "memory.max", "memory.current", "inactive_file " },
  { ":memory:", "/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file " },
};

/* Returns the number after @key in the file @name of @folder, or @otherwise. */
static double
read_number (const char *folder, const char *name, const char *key, double otherwise)
{
  g_autofree char *path = g_build_filename (folder, name, NULL), *text = NULL;
  const char      *at = g_file_get_contents (path, &text, NULL, NULL) ? strstr (text, key) : NULL;

  at = at ? at + strlen (key) + strspn (at + strlen (key), " ") : "";

  return g_ascii_isdigit (*at) ? (double) g_ascii_strtoull (at, NULL, 10) : otherwise;
}

/* Returns the least that this process's group of a version and the groups above it leave, bytes. */
static double
groups_leave (guint version, const char *cgroup)
{
  const char *line = strstr (cgroup, groups[version].line), *mount = groups[version].mount;
  const char *path = line ? line + strlen (groups[version].line) : "";
  char       *folder = g_strdup_printf ("%s%.*s", mount, (int) strcspn (path, "\n"), path);
  double      least = G_MAXDOUBLE;

  for (char *above; line && strlen (folder) >= strlen (mount); folder = above)
    {
      double most = read_number (folder, groups[version].limit, "", G_MAXDOUBLE);

      if (most < G_MAXDOUBLE)
        least = MIN (least, most - read_number (folder, groups[version].usage, "", 0)
                            + read_number (folder, "memory.stat", groups[version].pages, 0));
      above = g_path_get_dirname (folder);
      g_free (folder);
    }
  g_free (folder);

  return least;
}

/* Returns bytes, or a number beyond all memory where the system does not tell. Of a limit on addresses 64 MiB are left for
 * stacks and libraries. */
double
ce_memory_free_bytes (void)
{
  g_autofree char *cgroup = NULL;
  double           least = read_number ("/proc", "meminfo", "MemAvailable:", G_MAXDOUBLE / 1024) * 1024;
  double           used = read_number ("/proc/self", "statm", "", 0) * (double) sysconf (_SC_PAGESIZE);
  struct rlimit    limit;

  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    least = MIN (least, MAX ((double) limit.rlim_cur - used - MARGIN, 0));
  if (g_file_get_contents ("/proc/self/cgroup", &cgroup, NULL, NULL))
    for (guint i = 0; i < G_N_ELEMENTS (groups); i++)
      least = MIN (least, groups_leave (i, cgroup));

  return least;
}

/* Returns the bytes of each pixel that the decoder of @image holds until the last row has come, beside rows; @pixel is the
 * picture's. A progressive JPEG is coefficients of 16 bits, a PPM its file, and the one tile of a JPEG 2000 integers. */
static double
decoder_holds (VipsImage *image, double pixel)
{
  static const struct { const char *loader; double bytes, pixels; } whole[] = {
    { "jxl", 0, 2.1 }, { "heif", 2, 1 }, { "jp2k", 0, 4.3 }, { "gif", 5, 0 }, { "webp", 7.7, 0 }, { "ppm", 0, 1 } };
  const char *loader = "", *chroma = "";

  vips_image_get_string (image, VIPS_META_LOADER, &loader);
  for (guint i = 0; i < G_N_ELEMENTS (whole); i++)
    if (g_str_has_prefix (loader, whole[i].loader))
      return whole[i].bytes + whole[i].pixels * pixel;
  if (! vips_image_get_typeof (image, "interlaced"))
    return 0;
  if (! g_str_has_prefix (loader, "jpeg"))
    return pixel;
  vips_image_get_string (image, "jpeg-chroma-subsample", &chroma);

  return g_str_equal (chroma, "4:4:4") || image->Bands < 3 ? 2.1 * image->Bands : 2 * image->Bands - 2.4;
}

/* Returns the bytes of each pixel that the encoder and the file take beside the result; a written picture has @bands and
 * @pixel bytes for a pixel. */
static double
encoder_holds (const CeRun *run, const CeFormat *format, double pixel, int bands)
{
  gboolean has_alpha = bands % 2 == 0;

  if (g_str_equal (format->name, "tif"))
    return run->compression && ! g_str_equal (run->compression, "none") ? pixel : 1.15 * pixel;
  if (g_str_equal (format->name, "webp"))
    return has_alpha ? 15.2 : 5.4;
  if (g_str_equal (format->name, "heic"))
    return has_alpha ? 39 : 27.8;
  if (g_str_equal (format->name, "jxl"))
    return 17.2 + 0.6 * bands + (has_alpha ? 4.8 : 0) + 2.4 * (pixel - bands);

  return has_alpha ? 0.9 * pixel / bands : 0.9 * pixel;
}

/* Returns the bytes that the filter takes on the processor for each of @n pixels beside source and result: planes, bitmaps,
 * ridges for automatic thresholds, the edges that tell a line's width, and lines. @sample: bytes. */
static double
filter_holds (const CeRun *run, double n, double sample)
{
  const CeParams *params = &run->params;
  gboolean        is_drawn = params->of == CE_OF_DARK_LINES || params->of == CE_OF_LIGHT_LINES;
  gboolean        finds_width = is_drawn && params->line_width == 0, paths = run->filter->makes_paths;
  double          ridges = MIN (50e6 / n, paths && ! is_drawn ? 1.3 : 0.85), bits = 0.25;

  if (run->filter->id == CE_FILTER_SOBEL || run->filter->id == CE_FILTER_LAPLACIAN)
    return 0;
  if (run->filter->id == CE_FILTER_SHARPEN)
    return params->method == CE_METHOD_DECONVOLVE && params->stage == CE_SHOWN_RESULT ? 8.2 : 0.1;
  if (run->filter->id != CE_FILTER_CANNY)
    return 16.5;

  return bits + (paths ? 0.65 : 0) + (params->of > CE_OF_LIGHT_LINES ? 16.7 : 0) + (finds_width ? sample : 0)
         + (finds_width || params->thresholds != CE_THRESHOLDS_MANUAL ? ridges : 0)
         + (params->drawn && *params->drawn ? 4.3 : 0);         /* strengths, and a stack of pixels */
}

/* Returns the bytes that the result of @image in @format takes at the most beside the program: while its rows come, while it
 * is computed, or while it is written. Threads of libvips hold rows, and malloc keeps some of them. The figures are those of
 * libvips 8.16 with 24 megapixels and 2 and 16 processors; tests/batch/memory.py compares them. How many lines a picture has
 * nobody knows before. */
double
ce_memory_estimate (const CeRun *run, const CeFormat *format, VipsImage *image)
{
  double      n = (double) VIPS_IMAGE_N_PELS (image), decoded = (double) VIPS_IMAGE_SIZEOF_PEL (image);
  double      sample = MIN (decoded / image->Bands, 4), holds = decoder_holds (image, decoded);
  int         bands = MIN (image->Bands, 4);
  double      source = bands * sample, result = run->filter->keeps_channels ? source : sample;
  double      turned = vips_image_get_orientation (image) > 1 ? decoded : 0;
  gboolean    lines = (ce_filter_get_kind (run->filter, &run->params) & CE_RESULT_COVERAGE) != 0;
  int         out = lines ? (bands < 3 ? 2 : 4) : run->filter->keeps_channels ? bands : 1;
  double      finest = format->finest == CE_U8 ? 1 : format->finest == CE_U16 ? 2 : 4;
  double      decode = MAX (turned + source, holds + (turned > 0 ? turned : source));
  double      compute = source + result + filter_holds (run, n, sample);
  double      encode = run->svg ? 0 : result + encoder_holds (run, format, out * MIN (sample, finest), out);
  double      row = image->Xsize * source, more = MAX (vips_concurrency_get () - 2, 0);
  double      kept = (run->format ? 350 : 0) + 45 * more, arriving = 450 + 70 * more;

  return MAX (n * decode + row * arriving, n * MAX (compute, encode) + row * kept) * 1.015 + 1.2e6
         + 0.25e6 * g_get_num_processors ();
}
