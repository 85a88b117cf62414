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

#include "pixels/curve.h"

/* How libvips is given files: their names may be any bytes, and mean something to it. */
#define PATH "/proc/self/fd/"

/* Rows that are decoded at a time. */
#define ROWS 64

/* Those of libvips' loaders that are for photos and are made for files of strangers. */
static const char *const loaders[] = {
  "VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadTiff", "VipsForeignLoadWebp", "VipsForeignLoadHeif",
  "VipsForeignLoadJxl", "VipsForeignLoadJp2k", "VipsForeignLoadNsgif", "VipsForeignLoadOpenexr", "VipsForeignLoadPpm"
};

static const struct { const char *ending, *format; } endings[] = {
  { ".jpg", "jpg" }, { ".jpeg", "jpg" }, { ".jpe", "jpg" }, { ".jfif", "jpg" }, { ".png", "png" }, { ".tif", "tif" },
  { ".tiff", "tif" }, { ".webp", "webp" }, { ".heic", "heic" }, { ".heif", "heic" }, { ".avif", "png" }, { ".jxl", "jxl" },
  { ".jp2", "png" }, { ".j2k", "png" }, { ".gif", "png" }, { ".exr", "tif" }, { ".ppm", "png" }, { ".pgm", "png" },
  { ".pbm", "png" }, { ".pnm", "png" }, { ".pfm", "tif" },
};

/* A GLogWriterFunc: what libraries say of a file they say once more as an error. */
static GLogWriterOutput
say_nothing (GLogLevelFlags level, const GLogField *fields, gsize n_fields, gpointer data)
{
  return G_LOG_WRITER_HANDLED;
}

/* Starts libvips, without loaders for anything but photos and without its cache, which would keep what it read. */
gboolean
ce_codec_start (const char *program)
{
  struct rlimit limit;

  g_log_set_writer_func (say_nothing, NULL, NULL);
#ifdef __GLIBC__
  /* Each of malloc's arenas takes 64 MB of addresses. */
  if (getrlimit (RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    mallopt (M_ARENA_MAX, 1);
#endif
  if (vips_init (program) != 0)
    return FALSE;
  vips_cache_set_max (0);
  vips_operation_block_set ("VipsForeignLoad", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (loaders); i++)
    vips_operation_block_set (loaders[i], FALSE);
  /* libvips' own switch, for whoever wants the most fuzzed loaders alone. */
  if (g_getenv ("VIPS_BLOCK_UNTRUSTED"))
    vips_block_untrusted_set (TRUE);

  return TRUE;
}

/* The format of the results of files with such an ending, ".jpg", where none was asked for. */
const char *
ce_codec_format_of (const char *ending)
{
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (endings[i].ending, ending) == 0)
      return ce_codec_can_write (endings[i].format, NULL) ? endings[i].format : "png";

  return "png";
}

/* Whether files with such an ending are taken from a folder. */
gboolean
ce_codec_knows (const char *ending)
{
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strcasecmp (endings[i].ending, ending) == 0)
      return TRUE;

  return FALSE;
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
  g_autofree char *text = vips_error_buffer_copy ();
  char            *name;

  text[strcspn (text, "\n")] = '\0';
  while ((name = strstr (text, PATH)))
    {
      const char *rest = name + strlen (PATH) + strspn (name + strlen (PATH), "0123456789");

      memmove (name, rest, strlen (rest) + 1);
    }

  return *text ? g_utf8_make_valid (text, -1) : g_strdup ("libvips");
}

static gboolean
fail (GError **error)
{
  g_autofree char *text = ce_codec_take_error ();

  g_set_error_literal (error, CE_DECODE_ERROR, 0, text);

  return FALSE;
}

/* Opens the file in @fd; @strict: a warning of its reader is an error, as a wrong checksum in a PNG is in any case. */
static VipsImage *
load (int fd, gboolean strict, GError **error)
{
  g_autofree char *path = g_strdup_printf (PATH "%d", fd);
  const char      *loader = vips_foreign_find_load (path);
  VipsFailOn       fail_on = strict || (loader && strstr (loader, "Png")) ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED;
  int              again = loader ? -1 : open (path, O_RDONLY | O_CLOEXEC);
  VipsImage       *image;

  if (! loader)
    {
      vips_error_clear ();
      if (again < 0)
        return ce_set_errno (error, errno), NULL;
      close (again);
      return refuse (error, _("It is of no known kind.")), NULL;
    }
  image = vips_image_new_from_file (path, "access", VIPS_ACCESS_SEQUENTIAL, "fail_on", fail_on, NULL);
  if (! image)
    fail (error);

  return image;
}

/* The record in a file, NULL if it has none or is no picture. */
char *
ce_codec_get_record (int folder, const char *name)
{
  int            fd = openat (folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  struct stat    info;
  gboolean       is_file = fd >= 0 && fstat (fd, &info) == 0 && S_ISREG (info.st_mode);
  VipsImage     *image = is_file ? load (fd, FALSE, NULL) : NULL;
  gconstpointer  xmp = NULL;
  size_t         size = 0;
  char          *record = NULL;

  if (image && vips_image_get_typeof (image, VIPS_META_XMP_NAME)
      && vips_image_get_blob (image, VIPS_META_XMP_NAME, &xmp, &size) == 0)
    record = ce_record_from_xmp (xmp, size);
  g_clear_object (&image);
  vips_error_clear ();
  if (fd >= 0)
    close (fd);

  return record;
}

/* libvips reads a PNG up to its last row: whether the end that has to follow is there. */
static gboolean
has_end (int fd)
{
  static const char  start[] = "\x89PNG\r\n\x1a\n", end[] = "IEND\xae\x42\x60\x82";
  enum { PART = 1 << 16 };
  g_autofree char   *part = g_malloc (PART + 8);
  ssize_t            n = pread (fd, part, 8, 0);
  off_t              at = lseek (fd, 0, SEEK_END);
  gboolean           has = n != 8 || memcmp (part, start, 8) != 0;

  for (; ! has && at > 0; at -= PART)
    {
      n = pread (fd, part, PART + 8, MAX (at - PART, 0));
      has = n < 0 || memmem (part, (size_t) n, end, 8);
    }

  return has;
}

/* Replaces the image by what @status made of it. */
static gboolean
become (CePicture *picture, VipsImage **image, int status, GError **error)
{
  if (status != 0)
    return fail (error);
  g_object_unref (picture->image);
  picture->image = *image;

  return TRUE;
}

static void
give_up (VipsImage *image, VipsProgress *progress, gpointer data)
{
  if (! ce_run_goes_on ())
    vips_image_set_kill (image, TRUE);
}

/* Turned pictures have to be in memory first. */
static gboolean
set_upright (CePicture *picture, GError **error)
{
  VipsImage *image = NULL;

  if (vips_image_get_orientation (picture->image) < 2)
    return TRUE;
  vips_image_set_progress (picture->image, TRUE);
  g_signal_connect (picture->image, "eval", G_CALLBACK (give_up), NULL);
  image = vips_image_copy_memory (picture->image);

  return become (picture, &image, image ? 0 : -1, error)
         && become (picture, &image, vips_autorot (picture->image, &image, NULL), error);
}

/* To gray or RGB. */
static gboolean
set_colors (CePicture *picture, GError **error)
{
  VipsImage *in = picture->image, *out = NULL;
  int        wide = in->BandFmt != VIPS_FORMAT_UCHAR;

  switch (in->Type)
    {
    case VIPS_INTERPRETATION_CMYK:
      picture->note = _("Its CMYK colors became sRGB.");
      return become (picture, &out, vips_icc_transform (in, &out, "srgb", "embedded", TRUE, "input_profile", "cmyk", "depth",
                                                       wide ? 16 : 8, NULL), error);
    case VIPS_INTERPRETATION_LAB:
    case VIPS_INTERPRETATION_LABQ:
    case VIPS_INTERPRETATION_LABS:
    case VIPS_INTERPRETATION_XYZ:
    case VIPS_INTERPRETATION_LCH:
    case VIPS_INTERPRETATION_YXY:
    case VIPS_INTERPRETATION_HSV:
      return become (picture, &out, vips_colourspace (in, &out, wide ? VIPS_INTERPRETATION_RGB16 : VIPS_INTERPRETATION_sRGB,
                                                     NULL), error);
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
  int        n = MIN (in->Bands, gray ? 2 : 4);

  if (in->Coding != VIPS_CODING_NONE)
    return refuse (error, _("Its samples are of a kind that cannot be filtered."));
  if (n < in->Bands && ! become (picture, &out, vips_extract_band (in, &out, 0, "n", n, NULL), error))
    return FALSE;
  in = picture->image;
  switch (in->BandFmt)
    {
    case VIPS_FORMAT_UCHAR:
      picture->view.type = CE_U8;
      break;
    case VIPS_FORMAT_USHORT:
      picture->view.type = CE_U16;
      break;
    case VIPS_FORMAT_FLOAT:
    case VIPS_FORMAT_UINT:
      picture->view.type = CE_F32;
      break;
    case VIPS_FORMAT_DOUBLE:
      picture->view.type = CE_F32;
      return become (picture, &out, vips_cast_float (in, &out, NULL), error);
    default:
      return refuse (error, _("Its samples are of a kind that cannot be filtered."));
    }

  return TRUE;
}

/* JPEG 2000's pages are the picture in other sizes. */
static gboolean
check (const CePicture *picture, const char *loader, int fd, GError **error)
{
  int n = vips_image_get_n_pages (picture->image);

  if (n > 1 && ! g_str_has_prefix (loader, "jp2k"))
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("It has %d pages; files of one are filtered."), n);
      return FALSE;
    }

  return has_end (fd) || refuse (error, _("It is cut off."));
}

/* Opens the picture in @fd, which stays open as long as it; no row is decoded. @strict: a warning of its reader is an
 * error. */
gboolean
ce_codec_open (int fd, gboolean strict, CePicture *picture, GError **error)
{
  const char *loader = "";
  VipsImage  *image = load (fd, strict, error);

  *picture = (CePicture) { .image = image };
  if (! image)
    return FALSE;
  if (vips_image_get_typeof (image, VIPS_META_LOADER))
    vips_image_get_string (image, VIPS_META_LOADER, &loader);
  if (g_str_has_prefix (loader, "tiff") && ! vips_image_get_typeof (image, VIPS_META_EXIF_NAME))
    ce_exif_read (image, fd);
  /* Both are in linear light by definition. */
  picture->is_light = image->BandFmt == VIPS_FORMAT_FLOAT
                      && (g_str_has_prefix (loader, "openexr") || g_str_has_prefix (loader, "ppm"));
  /* The source as a session has it, what the filter keeps, the result, and a picture of the decoder or encoder. */
  picture->needs = (double) VIPS_IMAGE_N_PELS (image) * (3 * (double) VIPS_IMAGE_SIZEOF_PEL (image) + 8.0 * image->Bands);

  return check (picture, loader, fd, error);
}

/* Lets the image and the view be as #CePicture says. */
gboolean
ce_codec_prepare (CePicture *picture, GError **error)
{
  VipsImage *out = NULL;

  if (! set_upright (picture, error) || ! set_colors (picture, error) || ! set_samples (picture, error))
    return FALSE;
  /* EXR has it multiplied in. */
  if (picture->is_light && picture->image->Bands == 4
      && ! become (picture, &out, vips_unpremultiply (picture->image, &out, "max_alpha", 1.0, NULL), error))
    return FALSE;

  picture->view.width = picture->image->Xsize;
  picture->view.height = picture->image->Ysize;
  picture->view.channels = picture->image->Bands;

  return TRUE;
}

/* A row of samples as a session has them. */
static void
put_row (const CePicture *picture, gconstpointer in, gpointer out)
{
  gsize n = (gsize) picture->view.width * (gsize) picture->view.channels;

  if (picture->image->BandFmt == VIPS_FORMAT_UINT)
    for (gsize i = 0; i < n; i++)
      ((float *) out)[i] = (float) (((const guint32 *) in)[i] / 4294967295.0);
  else if (picture->is_light)
    ce_curve_to_perceptual (in, out, (gsize) picture->view.width, picture->view.channels);
  else
    memcpy (out, in, n * ce_type_size (picture->view.type));
}

/* Brings all rows of @picture to @session. */
gboolean
ce_codec_read (const CePicture *picture, CeSession *session, GError **error)
{
  VipsRegion   *region = vips_region_new (picture->image);
  const CeView *view = ce_session_get_source (session);
  gboolean      read = TRUE;

  for (int y = 0; y < view->height && read; y += ROWS)
    {
      VipsRect strip = { 0, y, view->width, MIN (ROWS, view->height - y) };

      if (! ce_run_goes_on ())
        {
          g_set_error_literal (error, CE_ERROR, CE_ERROR_CANCELLED, "");
          read = FALSE;
        }
      else if (vips_region_prepare (region, &strip) != 0)
        read = fail (error);
      else
        {
          for (int i = y; i < y + strip.height; i++)
            put_row (picture, VIPS_REGION_ADDR (region, 0, i), ce_view_row (view, i));
          ce_session_rows_arrived (session, y, strip.height);
        }
    }
  g_object_unref (region);

  return read;
}
