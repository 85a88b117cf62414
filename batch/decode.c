/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Reading files with libvips. A truncated file is refused, however many of its rows can be decoded.
 */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* libvips' loaders of photos; the others are blocked. */
static const char *const loaders[] = { "Jpeg", "Png", "Tiff", "Webp", "Heif", "Jxl", "Jp2k", "Nsgif", "Ppm" };

/* Starts libvips with its loaders of photos alone and without its cache, which would keep pictures in memory. */
gboolean
ce_codec_start (const char *program, GError **error)
{
  struct rlimit limit;

  /* Warnings of libraries are not printed. */
  g_setenv ("VIPS_WARNING", "1", TRUE);
#ifdef __GLIBC__
  /* Each of malloc's arenas takes 64 MB of addresses. */
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    mallopt (M_ARENA_MAX, 1);
#endif
  if (vips_init (program) != 0)
    return ce_refuse (error, _("libvips cannot be started."));
  vips_cache_set_max (0);
  vips_operation_block_set ("VipsForeignLoad", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (loaders); i++)
    {
      g_autofree char *name = g_strconcat ("VipsForeignLoad", loaders[i], NULL);

      vips_operation_block_set (name, FALSE);
    }
  /* libvips' own switch, which allows the most fuzzed loaders alone. */
  if (g_getenv ("VIPS_BLOCK_UNTRUSTED"))
    vips_block_untrusted_set (TRUE);

  return TRUE;
}

/* Returns the first line of libvips' errors. All threads share this text, so it may be another file's where several are in
 * flight. */
char *
ce_codec_take_error (void)
{
  g_autofree char *text = vips_error_buffer_copy ();

  return *text ? g_utf8_make_valid (text, (gssize) strcspn (text, "\n")) : g_strdup ("libvips");
}

static gboolean
fail (GError **error)
{
  g_autofree char *text = ce_codec_take_error ();

  g_set_error (error, CE_VIPS, 0, _("It cannot be read: %s."), text);

  return FALSE;
}

/* Returns the regular file at @path, or -1: libvips is given an open file, because names may be any bytes and mean something
 * to it. */
static int
open_file (const char *path, GError **error)
{
  struct stat info;
  int         fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (fd < 0 || fstat (fd, &info) != 0)
    ce_fail_errno (error, errno);
  else if (! S_ISREG (info.st_mode) || info.st_size == 0)
    ce_refuse (error, "%s", S_ISREG (info.st_mode) ? _("It is empty.") : _("It is not a file."));
  else
    return fd;
  if (fd >= 0)
    close (fd);

  return -1;
}

/* Opens a picture without decoding a row, and reads its @tags, which may be NULL. To the reader of PNG a wrong checksum is a
 * warning. */
static VipsImage *
load (const char *path, CeTags *tags, GError **error)
{
  int                    fd = open_file (path, error);
  g_autoptr (VipsSource) source = fd >= 0 ? vips_source_new_from_descriptor (fd) : NULL;
  gboolean               is_open = source && VIPS_CONNECTION (source)->descriptor >= 0;
  const char            *loader = is_open ? vips_foreign_find_load_source (source) : NULL;
  VipsFailOn             fail_on = loader && strstr (loader, "Png") ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED;
  VipsImage             *image = NULL;

  vips_error_clear ();
  if (loader)
    image = vips_image_new_from_source (source, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
  if (loader && ! image)
    fail (error);
  else if (is_open && ! loader)
    ce_refuse (error, _("It is of no known kind."));
  else if (fd >= 0 && ! is_open)
    ce_fail_errno (error, EMFILE);
  if (image && tags)
    ce_tags_read (fd, tags);
  if (fd >= 0)
    close (fd);

  return image;
}

/* Returns the record in a file, NULL if it has none or is no picture. */
char *
ce_codec_get_record (const char *path)
{
  g_autofree char      *text = NULL, *record = NULL;
  g_autoptr (VipsImage) image = NULL;
  gconstpointer         xmp = NULL;
  size_t                size = 0;

  if (g_str_has_suffix (path, ".svg"))
    return g_file_test (path, G_FILE_TEST_IS_REGULAR) && g_file_get_contents (path, &text, &size, NULL)
           ? ce_record_from_xmp (text, size) : NULL;
  image = load (path, NULL, NULL);
  if (image && vips_image_get_typeof (image, VIPS_META_XMP_NAME)
      && vips_image_get_blob (image, VIPS_META_XMP_NAME, &xmp, &size) == 0)
    record = ce_record_from_xmp (xmp, size);

  return g_steal_pointer (&record);
}

/* The steps to an image for a session: each returns a new reference, or NULL if libvips fails. libvips rotates pictures in
 * memory alone. */
static VipsImage *
upright (VipsImage *in, CeTags *tags)
{
  g_autoptr (VipsImage) memory = NULL;
  VipsImage            *out = NULL;

  if (vips_image_get_orientation (in) < 2)
    return g_object_ref (in);
  if (vips_image_get_orientation (in) > 4)
    tags->density = (CeDensity) { tags->density.y, tags->density.x, tags->density.is_size };
  memory = vips_image_copy_memory (in);

  return memory && vips_autorot (memory, &out, NULL) == 0 ? out : NULL;
}

/* Converts to gray or RGB. */
static VipsImage *
gray_or_rgb (VipsImage *in, CeTags *tags)
{
  gboolean   wide = in->BandFmt != VIPS_FORMAT_UCHAR;
  VipsImage *out = NULL;

  switch (in->Type)
    {
    case VIPS_INTERPRETATION_MULTIBAND:
    case VIPS_INTERPRETATION_B_W:
    case VIPS_INTERPRETATION_GREY16:
    case VIPS_INTERPRETATION_RGB:
    case VIPS_INTERPRETATION_sRGB:
    case VIPS_INTERPRETATION_RGB16:
    case VIPS_INTERPRETATION_scRGB:
      return g_object_ref (in);
    case VIPS_INTERPRETATION_CMYK:
      vips_icc_transform (in, &out, "srgb", "embedded", TRUE, "input_profile", "cmyk", "depth", wide ? 16 : 8, NULL);
      return out;
    default:
      vips_colourspace (in, &out, wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, NULL);
      return out;
    }
}

/* Converts to at most four channels, and doubles to floats. A channel without a name is no alpha. */
static VipsImage *
few_channels (VipsImage *in, CeTags *tags)
{
  gboolean              gray = in->Type == VIPS_INTERPRETATION_B_W || in->Type == VIPS_INTERPRETATION_GREY16;
  VipsBandFormat        format = in->BandFmt == VIPS_FORMAT_DOUBLE ? VIPS_FORMAT_FLOAT : in->BandFmt;
  g_autoptr (VipsImage) few = NULL;
  VipsImage            *out = NULL;

  return vips_extract_band (in, &few, 0, "n", MIN (in->Bands, (gray ? 2 : 4) - tags->unnamed), NULL) == 0
         && vips_cast (few, &out, format, NULL) == 0 ? out : NULL;
}

/* Scales the samples of a PPM whose header says a largest value of its own, such as a camera's 1023, because libvips leaves
 * them as they are. GIMP cuts the quotient, too. */
static VipsImage *
full_range (VipsImage *in, CeTags *tags)
{
  gboolean              is_wide = in->BandFmt == VIPS_FORMAT_USHORT;
  const guint           most = is_wide ? 65535 : 255;
  int                   largest = 0;
  g_autofree guint16   *words = NULL;
  guint8               *bytes;
  g_autoptr (VipsImage) table = NULL;
  VipsImage            *out = NULL;

  if (! vips_image_get_typeof (in, "ppm-max-value") || vips_image_get_int (in, "ppm-max-value", &largest) != 0
      || largest < 1 || (guint) largest >= most || (! is_wide && in->BandFmt != VIPS_FORMAT_UCHAR))
    return g_object_ref (in);
  words = g_new (guint16, most + 1);
  bytes = (guint8 *) words;
  for (guint i = 0; i <= most; i++)
    {
      guint sample = MIN (i, (guint) largest) * most / (guint) largest;

      if (is_wide)
        words[i] = (guint16) sample;
      else
        bytes[i] = (guint8) sample;
    }
  table = vips_image_new_from_memory_copy (words, (most + 1) * (is_wide ? 2 : 1), (int) most + 1, 1, 1, in->BandFmt);

  return table && vips_maplut (in, &out, table, NULL) == 0 ? out : NULL;
}

/* Returns whether the header of the PPM at @path has the size of @image: libvips takes one that is out of its range for
 * 1. */
static gboolean
is_size_of (const char *path, const VipsImage *image)
{
  g_autofree char *header = g_strdup_printf ("^P.(\\s|#[^\n]*\n)+0*%d(\\s|#[^\n]*\n)+0*%d\\s", image->Xsize, image->Ysize);
  char             bytes[4096] = "";
  int              fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t          n = fd < 0 ? -1 : read (fd, bytes, sizeof bytes - 1);

  if (fd >= 0)
    close (fd);

  return n > 0 && g_regex_match_simple (header, bytes, G_REGEX_RAW, 0);
}

/* Opens the picture at @path. */
gboolean
ce_codec_open (const char *path, CePicture *picture, GError **error)
{
  const char *loader = "";
  CeTags      tags;
  VipsImage  *image = load (path, &tags, error);
  int         n, n_below = 0;

  *picture = (CePicture) { .image = image, .tags = tags };
  if (! image)
    return FALSE;
  /* Of a camera's raw file, which is a TIFF, the first page is a small picture, and the photo stands below it. */
  if (vips_image_get_typeof (image, VIPS_META_N_SUBIFDS))
    vips_image_get_int (image, VIPS_META_N_SUBIFDS, &n_below);
  n = picture->tags.n_pages > 0 ? picture->tags.n_pages : vips_image_get_n_pages (image) + n_below;
  vips_image_get_string (image, VIPS_META_LOADER, &loader);
  /* JPEG 2000's pages are the picture in other sizes. */
  if (n > 1 && ! g_str_has_prefix (loader, "jp2k"))
    return ce_refuse (error, _("It has %d pages, and only files of one page are filtered."), n);

  if (g_str_has_prefix (loader, "ppm") && ! is_size_of (path, image))
    return ce_refuse (error, _("Its header says an impossible size."));

  /* A PFM is in linear light. */
  return ! (g_str_has_prefix (loader, "ppm") && image->BandFmt == VIPS_FORMAT_FLOAT)
         || ce_refuse (error, _("Its samples are of a kind that cannot be filtered."));
}

/* Makes a profile of colors that the file describes in another way, if that can be; else the code points stay in the tags.
 * In a PNG they count more than a profile, elsewhere less. */
static void
describe_colors (VipsImage *image, CeTags *tags)
{
  const char        *loader = "";
  gboolean           has_profile = vips_image_get_typeof (image, VIPS_META_ICC_NAME) != 0, is_png;
  gboolean           is_full;
  g_autofree guint8 *profile = NULL;
  gsize              size;

  vips_image_get_string (image, VIPS_META_LOADER, &loader);
  is_png = g_str_has_prefix (loader, "png");
  is_full = ! is_png || (tags->cicp[2] == 0 && tags->cicp[3] == 1);
  if (tags->cicp[0] == 2 || tags->cicp[1] == 2 || (has_profile && ! is_png))
    tags->cicp[0] = 0;
  if (tags->cicp[0] ? ! is_full : has_profile)
    return;
  profile = ce_colors_are_srgb (tags) ? NULL : ce_colors_to_profile (tags, image->Bands < 3, &size);
  if (profile)
    vips_image_set_blob_copy (image, VIPS_META_ICC_NAME, profile, size);
  else if (ce_colors_are_srgb (tags))
    vips_image_remove (image, VIPS_META_ICC_NAME);
  if (profile || ce_colors_are_srgb (tags))
    tags->cicp[0] = 0;
  tags->cicp[2] = 0;
  tags->cicp[3] = 1;
}

/* Reads from the metadata what the result needs, and takes out of them what is not true of it. A turn that XMP alone says is
 * true as before, except of HEIC and JPEG XL, whose decoders turn. */
static void
read_metadata (VipsImage *image, CeTags *tags)
{
  const char      *loader = "";
  g_autofree char *xmp = NULL;
  gconstpointer    data;
  size_t           size;

  vips_image_get_string (image, VIPS_META_LOADER, &loader);
  tags->is_turned = vips_image_get_typeof (image, VIPS_META_ORIENTATION) || g_str_has_prefix (loader, "heif")
                    || g_str_has_prefix (loader, "jxl");
  if (vips_image_get_typeof (image, VIPS_META_EXIF_NAME)
      && vips_image_get_blob (image, VIPS_META_EXIF_NAME, &data, &size) == 0)
    ce_tags_read_exif (data, size, tags);
  if (vips_image_get_typeof (image, VIPS_META_XMP_NAME)
      && vips_image_get_blob (image, VIPS_META_XMP_NAME, &data, &size) == 0)
    {
      xmp = ce_xmp_clean (data, size, tags->is_turned, &tags->extras);
      vips_image_set_blob_copy (image, VIPS_META_XMP_NAME, xmp, strlen (xmp));
    }
  describe_colors (image, tags);
}

/* Returns a sentence about what the file had beside the photo and the result has not, or NULL. */
char *
ce_codec_list_extras (const CePicture *picture)
{
  const char *const names[] = { _("gain map"), _("depth map"), _("video"), _("sound"), _("other pictures"),
                                _("unnamed channel"), "GeoTIFF", _("TIFF’s own texts") };
  g_autofree char *list = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (picture->tags.extras >> i & 1)
      {
        char *longer = list ? g_strconcat (list, ", ", names[i], NULL) : g_strdup (names[i]);

        g_free (list);
        list = longer;
      }

  return list ? g_strdup_printf (_("Left out of its result: %s."), list) : NULL;
}

/* Converts the image and sets the view as #CePicture describes them. */
gboolean
ce_codec_prepare (CePicture *picture, GError **error)
{
  static VipsImage *(*const steps[]) (VipsImage *, CeTags *) = { upright, full_range, gray_or_rgb, few_channels };
  VipsBandFormat            format;

  picture->note = picture->image->Type == VIPS_INTERPRETATION_CMYK ? _("Its CMYK colors became sRGB.") : NULL;
  read_metadata (picture->image, &picture->tags);
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      VipsImage *out = steps[i] (picture->image, &picture->tags);

      if (! out)
        return fail (error);
      g_object_unref (picture->image);
      picture->image = out;
    }
  format = picture->image->BandFmt;
  picture->view = (CeView) { .width = picture->image->Xsize, .height = picture->image->Ysize,
                             .channels = picture->image->Bands,
                             .type = format == VIPS_FORMAT_UCHAR ? CE_U8 : format == VIPS_FORMAT_USHORT ? CE_U16 : CE_F32 };

  return picture->view.type != CE_F32 || format == VIPS_FORMAT_FLOAT
         || ce_refuse (error, _("Its samples are of a kind that cannot be filtered."));
}

/* A VipsRegionWrite; libvips calls it from top to bottom. */
static int
arrive (VipsRegion *region, VipsRect *area, void *session)
{
  if (! ce_run_goes_on (NULL))
    return -1;
  ce_session_put_rows (session, area->top, area->height, VIPS_REGION_ADDR (region, 0, area->top),
                       VIPS_REGION_LSKIP (region));

  return 0;
}

/* Decodes all rows of @picture into @session's source, and frees its decoder, which may hold a whole picture; the image has
 * its metadata from then on. This is on threads of libvips, because only these keep the buffers of an operation for its next
 * rows. */
gboolean
ce_codec_read (CePicture *picture, CeSession *session, GError **error)
{
  VipsImage *header = vips_image_new ();
  gboolean   arrived;

  vips_image_set_int (picture->image, VIPS_META_CONCURRENCY, CE_ROW_THREADS);
  arrived = vips_sink_disc (picture->image, arrive, session) == 0
            && vips_image_pipelinev (header, VIPS_DEMAND_STYLE_ANY, picture->image, NULL) == 0;
  g_object_unref (picture->image);
  picture->image = header;
#ifdef __GLIBC__
  /* The rows that its threads held stay with malloc's arenas otherwise. */
  malloc_trim (0);
#endif

  return arrived || (ce_run_goes_on (error) && fail (error));
}
