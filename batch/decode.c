/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files to rows. A file that was cut off is no picture, however much of it can be decoded.
 */
#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <malloc.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* How libvips is given files: their names may be any bytes, and mean something to it. */
#define PATH "/proc/self/fd/"

/* Rows that are decoded at a time. */
#define ROWS 64

/* Those of libvips' loaders that are for photos. */
static const char *const loaders[] = { "Jpeg", "Png", "Tiff", "Webp", "Heif", "Jxl", "Jp2k", "Nsgif", "Ppm" };

/* What endings of photos there are, by the format of their results. */
static const struct { const char *format, *endings; } kinds[] = {
  { "jpg", ".jpg .jpeg .jpe .jfif" }, { "tif", ".tif .tiff" }, { "webp", ".webp" }, { "heic", ".heic .heif" },
  { "jxl", ".jxl" }, { "png", ".png .avif .jp2 .j2k .gif .ppm .pgm .pbm .pnm" }
};

/* What a library has said of the file that this thread reads. */
static GPrivate warning = G_PRIVATE_INIT (g_free);

/* A GLogWriterFunc: libraries write nothing themselves. */
static GLogWriterOutput
keep_warning (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  for (gsize i = 0; i < n_fields && level & G_LOG_LEVEL_WARNING && ! g_private_get (&warning); i++)
    if (g_str_equal (fields[i].key, "MESSAGE"))
      g_private_replace (&warning, g_utf8_make_valid (fields[i].value, fields[i].length));

  return G_LOG_WRITER_HANDLED;
}

/* Starts libvips, without loaders for anything but photos and without its cache, which would keep what it read. */
gboolean
ce_codec_start (const char *program)
{
  struct rlimit limit;

  g_log_set_writer_func (keep_warning, NULL, NULL);
#ifdef __GLIBC__
  /* Else each image's blocks are given back to the system and come again, page by page. */
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, 64 << 20);
  /* Each of malloc's arenas takes 64 MB of addresses. */
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    mallopt (M_ARENA_MAX, 1);
#endif
  if (vips_init (program) != 0)
    return FALSE;
  vips_cache_set_max (0);
  vips_operation_block_set ("VipsForeignLoad", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (loaders); i++)
    {
      g_autofree char *name = g_strconcat ("VipsForeignLoad", loaders[i], NULL);

      vips_operation_block_set (name, FALSE);
    }
  /* libvips' own switch, for whoever wants the most fuzzed loaders alone. */
  if (g_getenv ("VIPS_BLOCK_UNTRUSTED"))
    vips_block_untrusted_set (TRUE);

  return TRUE;
}

/* The format of the results of photos with such an ending, ".JPG", where none was asked for; NULL if no photo has it. */
const char *
ce_codec_kind (const char *ending)
{
  g_autofree char *lower = g_ascii_strdown (ending, -1);

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_auto (GStrv) endings = g_strsplit (kinds[i].endings, " ", -1);

      if (g_strv_contains ((const char *const *) endings, lower))
        return ce_codec_can_write (kinds[i].format, NULL) ? kinds[i].format : "png";
    }

  return NULL;
}

static gboolean
refuse (GError **error, const char *text)
{
  g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, text);

  return FALSE;
}

/* Returns the first line of what libvips says, without the name by which it was given the file. */
char *
ce_codec_take_error (void)
{
  g_autoptr (GRegex) name = g_regex_new (PATH "\\d+", 0, 0, NULL);
  g_autofree char   *text = vips_error_buffer_copy (), *line = g_utf8_make_valid (text, (gssize) strcspn (text, "\n"));

  return *line ? g_regex_replace_literal (name, line, -1, 0, "", 0, NULL) : g_strdup ("libvips");
}

static gboolean
fail (GError **error)
{
  g_autofree char *text = ce_codec_take_error ();

  g_set_error_literal (error, CE_DECODE_ERROR, 0, text);

  return FALSE;
}

/* Opens the file in @fd. A wrong sum in a PNG is only a warning to its reader. */
static VipsImage *
load (int fd, GError **error)
{
  g_autofree char *path = g_strdup_printf (PATH "%d", fd);
  const char      *loader = vips_foreign_find_load (path);
  VipsFailOn       fail_on = loader && strstr (loader, "Png") ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED;
  int              again = loader ? -1 : open (path, O_RDONLY | O_CLOEXEC);
  VipsImage       *image = NULL;

  if (loader && ! (image = vips_image_new_from_file (path, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL)))
    fail (error);
  else if (! loader && again < 0)
    ce_set_errno (error, errno);
  else if (! loader)
    refuse (error, _("It is of no known kind."));
  if (again >= 0)
    close (again);

  return image;
}

/* The record in a file, NULL if it has none or is no picture. */
char *
ce_codec_get_record (int folder, const char *name)
{
  struct stat   info;
  int           fd = openat (folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  gconstpointer xmp = NULL;
  size_t        size = 0;
  char         *record = NULL;

  g_autoptr (VipsImage) image = fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode) ? load (fd, NULL) : NULL;
  if (image && vips_image_get_typeof (image, VIPS_META_XMP_NAME)
      && vips_image_get_blob (image, VIPS_META_XMP_NAME, &xmp, &size) == 0)
    record = ce_record_from_xmp (xmp, size);
  vips_error_clear ();
  if (fd >= 0)
    close (fd);

  return record;
}

/* Replaces the image by what @status made of it. */
static gboolean
become (CePicture *picture, VipsImage *image, int status, GError **error)
{
  if (status != 0 || ! image)
    return fail (error);
  g_object_unref (picture->image);
  picture->image = image;

  return TRUE;
}

/* Turned pictures have to be in memory first. */
static gboolean
set_upright (CePicture *picture, GError **error)
{
  VipsImage *image = NULL;
  int        status;

  if (vips_image_get_orientation (picture->image) < 2)
    return TRUE;
  if (! become (picture, vips_image_copy_memory (picture->image), 0, error))
    return FALSE;
  status = vips_autorot (picture->image, &image, NULL);

  return become (picture, image, status, error);
}

/* To gray or RGB. */
static gboolean
set_colors (CePicture *picture, GError **error)
{
  VipsImage *in = picture->image, *out = NULL;
  gboolean   wide = in->BandFmt != VIPS_FORMAT_UCHAR;
  int        status;

  switch (in->Type)
    {
    case VIPS_INTERPRETATION_CMYK:
      picture->note = _("Its CMYK colors became sRGB.");
      status = vips_icc_transform (in, &out, "srgb", "embedded", TRUE, "input_profile", "cmyk", "depth", wide ? 16 : 8, NULL);
      return become (picture, out, status, error);
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABQ:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_XYZ:
    case VIPS_INTERPRETATION_LCH:
    case VIPS_INTERPRETATION_YXY:
    case VIPS_INTERPRETATION_HSV:
      status = vips_colourspace (in, &out, wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB, NULL);
      return become (picture, out, status, error);
    default:
      return TRUE;
    }
}

/* To one to four channels of a type that sessions have; whole numbers of 32 bits and doubles become floats. */
static gboolean
set_samples (CePicture *picture, GError **error)
{
  VipsImage *in = picture->image, *out = NULL;
  gboolean   gray = in->Bands < 3 || in->Type == VIPS_INTERPRETATION_B_W || in->Type == VIPS_INTERPRETATION_GREY16;
  int        n = MIN (in->Bands, gray ? 2 : 4), status = 0;

  if (in->Coding == VIPS_CODING_NONE && n < in->Bands)
    {
      status = vips_extract_band (in, &out, 0, "n", n, NULL);
      if (! become (picture, out, status, error))
        return FALSE;
      in = g_steal_pointer (&out);
    }
  picture->view.type = in->BandFmt == VIPS_FORMAT_UCHAR ? CE_U8 : in->BandFmt == VIPS_FORMAT_USHORT ? CE_U16 : CE_F32;
  if (in->BandFmt == VIPS_FORMAT_UINT)
    status = vips_linear1 (in, &out, 1 / 4294967295.0, 0, NULL);
  else if (in->BandFmt == VIPS_FORMAT_DOUBLE)
    status = vips_cast_float (in, &out, NULL);
  if (out || status != 0)
    return become (picture, out, status, error);

  return (in->Coding == VIPS_CODING_NONE && (picture->view.type != CE_F32 || in->BandFmt == VIPS_FORMAT_FLOAT))
         || refuse (error, _("Its samples are of a kind that cannot be filtered."));
}

/* Opens the picture in @fd, which stays open as long as it; no row is decoded. */
gboolean
ce_codec_open (int fd, CePicture *picture, GError **error)
{
  const char *loader = "";
  VipsImage  *image;
  int         n;

  g_private_replace (&warning, NULL);
  image = load (fd, error);
  *picture = (CePicture) { .image = image };
  if (! image)
    return FALSE;
  n = vips_image_get_n_pages (image);
  if (vips_image_get_typeof (image, VIPS_META_LOADER))
    vips_image_get_string (image, VIPS_META_LOADER, &loader);
  /* The source as a session has it, what the filter keeps, the result, and a picture of the decoder or encoder. */
  picture->needs = (double) VIPS_IMAGE_N_PELS (image) * (3 * (double) VIPS_IMAGE_SIZEOF_PEL (image) + 8.0 * image->Bands);
  /* JPEG 2000's pages are the picture in other sizes. */
  if (n > 1 && ! g_str_has_prefix (loader, "jp2k"))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("It has %d pages; files of one are filtered."), n);
      return FALSE;
    }

  /* A PFM is in linear light. */
  return ! (g_str_has_prefix (loader, "ppm") && image->BandFmt == VIPS_FORMAT_FLOAT)
         || refuse (error, _("Its samples are of a kind that cannot be filtered."));
}

/* Lets the image and the view be as #CePicture says. */
gboolean
ce_codec_prepare (CePicture *picture, GError **error)
{
  if (! set_upright (picture, error) || ! set_colors (picture, error) || ! set_samples (picture, error))
    return FALSE;
  picture->view.width = picture->image->Xsize;
  picture->view.height = picture->image->Ysize;
  picture->view.channels = picture->image->Bands;

  return TRUE;
}

/* Brings all rows of @picture to @session; sets what a library has said of them. */
gboolean
ce_codec_read (CePicture *picture, CeSession *session, GError **error)
{
  g_autoptr (VipsRegion) region = vips_region_new (picture->image);
  const CeView          *view = ce_session_get_source (session);
  gsize                  size = (gsize) view->width * (gsize) view->channels * ce_type_size (view->type);
  gboolean               read = TRUE;

  for (int y = 0; y < view->height && read; y += ROWS)
    {
      VipsRect strip = { 0, y, view->width, MIN (ROWS, view->height - y) };

      read = ce_run_goes_on (error) && (vips_region_prepare (region, &strip) == 0 || fail (error));
      for (int i = y; i < y + strip.height && read; i++)
        memcpy (ce_view_row (view, i), VIPS_REGION_ADDR (region, 0, i), size);
      if (read)
        ce_session_rows_arrived (session, y, strip.height);
    }
  picture->warning = g_private_get (&warning);

  return read;
}
