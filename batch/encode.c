/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results to files, with libvips, which asks for rows as it writes them. This program writes the bytes itself, because
 * libvips says what failed in words, and libtiff goes on after a write that failed.
 */
#include "batch.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "pixels/curve.h"
#include "pixels/paint.h"

/**
 * Rows:
 * @paint: how rows of @result become pixels
 * @coverage: of lines, 0 to 1
 * @type: of the file's samples
 */
typedef struct
{
  const CeView *result;
  CePaint       paint;
  float         coverage;
  CeType        type;
} Rows;

/* Where the bytes go; @reason: an errno. */
typedef struct { int fd, reason; } Sink;

/* The rounding is that of GIMP's layers when their precision is changed. */
static void
put_sample (CeType type, gpointer samples, gsize i, float value)
{
  float share = value > 0.0f ? MIN (value, 1.0f) : 0.0f;

  if (type == CE_U8)
    ((guint8 *) samples)[i] = (guint8) (share * 255.0f + 0.5f);
  else if (type == CE_U16)
    ((guint16 *) samples)[i] = (guint16) (share * 65535.0f + 0.5f);
  else
    ((float *) samples)[i] = value;
}

static float
get_sample (CeType type, gconstpointer samples, gsize i)
{
  return type == CE_U8 ? ((const guint8 *) samples)[i] / 255.0f
         : type == CE_U16 ? ((const guint16 *) samples)[i] / 65535.0f : ((const float *) samples)[i];
}

/* A VipsGenerateFn. */
static int
generate (VipsRegion *region, void *sequence, void *a, void *b, gboolean *stop)
{
  const Rows        *rows = a;
  const CePaint     *paint = &rows->paint;
  const VipsRect    *box = &region->valid;
  gsize              channels = (gsize) paint->out_channels, n = (gsize) box->width * channels;
  gboolean           thins = paint->lines && rows->coverage < 1.0f, as_it_is = rows->type == paint->type && ! thins;
  g_autofree guint8 *scratch = as_it_is ? NULL : g_malloc (n * ce_type_size (paint->type));

  for (int y = box->top; y < box->top + box->height; y++)
    {
      gpointer out = VIPS_REGION_ADDR (region, box->left, y);

      ce_paint_row (paint, ce_view_pixel (rows->result, box->left, y), as_it_is ? out : scratch, box->width);
      for (gsize i = 0; i < n && ! as_it_is; i++)
        put_sample (rows->type, out, i, get_sample (paint->type, scratch, i)
                                        * (thins && i % channels == channels - 1 ? rows->coverage : 1.0f));
    }

  return ce_run_goes_on (NULL) ? 0 : -1;
}

static gint64
write_bytes (VipsTargetCustom *target, const void *bytes, gint64 n, Sink *sink)
{
  ssize_t written = -1;

  while (! sink->reason && written < 0)
    {
      errno = ECANCELED;
      written = ce_run_goes_on (NULL) ? write (sink->fd, bytes, (size_t) n) : -1;
      if (written < 0 && errno != EINTR)
        sink->reason = errno;
    }

  return written;
}

static gint64
read_bytes (VipsTargetCustom *target, void *bytes, gint64 n, Sink *sink)
{
  return read (sink->fd, bytes, (size_t) n);
}

static gint64
seek_bytes (VipsTargetCustom *target, gint64 offset, int whence, Sink *sink)
{
  return lseek (sink->fd, offset, whence);
}

/* Whether libvips can write @format here: an encoder may be missing. */
gboolean
ce_codec_can_write (const char *format, GError **error)
{
  static GHashTable *known;
  g_autofree char   *suffix = g_strconcat (".", format, NULL), *text = NULL;
  g_autoptr (VipsImage) black = NULL, image = NULL;
  gpointer           can = NULL;
  void              *data = NULL;
  size_t             size;

  known = known ? known : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (! g_hash_table_lookup_extended (known, format, NULL, &can))
    {
      can = GINT_TO_POINTER (vips_black (&black, 64, 64, "bands", 3, NULL) == 0
                             && vips_copy (black, &image, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) == 0
                             && vips_image_write_to_buffer (image, suffix, &data, &size, NULL) == 0);
      g_hash_table_insert (known, g_strdup (format), can);
      g_free (data);
    }
  text = ce_codec_take_error ();
  if (! can)
    g_set_error (error, CE_ERROR, CE_ERROR_UNAVAILABLE, _("“%s” cannot be written here: %s."), format, text);

  return can != NULL;
}

static gboolean
is_one_of (const char *format, const char *words)
{
  return strstr (words, format) != NULL;
}

/* @color of sRGB in the space of the picture, whose profile is for RGB. */
static void
into_space (const CePicture *picture, float *color)
{
  g_autoptr (VipsImage) pixel = vips_image_new_from_memory_copy (color, 3 * sizeof (float), 1, 1, 3, VIPS_FORMAT_FLOAT);
  g_autoptr (VipsImage) large = NULL, words = NULL, seen = NULL, out = NULL;
  gconstpointer         profile;
  size_t                size;

  if (vips_image_get_blob (picture->image, VIPS_META_ICC_NAME, &profile, &size) == 0
      && vips_linear1 (pixel, &large, 65535.0, 0.0, NULL) == 0 && vips_cast_ushort (large, &words, NULL) == 0
      && vips_icc_import (words, &seen, "input_profile", "srgb", "pcs", VIPS_PCS_XYZ, NULL) == 0)
    {
      vips_image_set_blob_copy (seen, VIPS_META_ICC_NAME, profile, size);
      if (vips_icc_export (seen, &out, "depth", 16, NULL) == 0 && out->Bands == 3 && vips_image_wio_input (out) == 0)
        for (gsize c = 0; c < 3; c++)
          color[c] = get_sample (CE_U16, VIPS_IMAGE_ADDR (out, 0, 0), c);
    }
  vips_error_clear ();
}

/* Sets the color of lines; gray is the luminance of sRGB in the connection space of profiles, as GIMP grays a color. */
static void
set_color (const CeRun *run, const CePicture *picture, CePaint *paint)
{
  float color[4] = { run->color[0], run->color[1], run->color[2], 1.0f }, light[3];

  if (paint->out_channels < 3)
    {
      ce_curve_to_linear (color, light, 1, 3);
      light[0] = 0.22248840f * light[0] + 0.71690369f * light[1] + 0.06060791f * light[2];
      ce_curve_to_perceptual (light, color, 1, 1);
    }
  else if (vips_image_get_typeof (picture->image, VIPS_META_ICC_NAME) && (color[0] != color[1] || color[1] != color[2]))
    into_space (picture, color);
  for (int c = 0; c < paint->out_channels; c++)
    put_sample (paint->type, &paint->color, (gsize) c, color[c]);
}

/* Copies what stays true of a result: with @run->bare the profile and the unit of resolutions. */
static void *
copy_field (VipsImage *from, const char *name, GValue *value, void *to)
{
  static const char *const of_source[] = { VIPS_META_LOADER, VIPS_META_N_PAGES, VIPS_META_PAGE_HEIGHT, VIPS_META_N_SUBIFDS,
    VIPS_META_ORIENTATION, VIPS_META_BITS_PER_SAMPLE, VIPS_META_PALETTE, "palette-bit-depth", VIPS_META_SEQUENTIAL,
    "heif-bitdepth", "heif-compression", "heif-primary", "interlaced", "background", NULL };

  if (! g_strv_contains (of_source, name) && ! g_str_has_prefix (name, "gif-"))
    vips_image_set (to, name, value);

  return NULL;
}

static void *
copy_bare_field (VipsImage *from, const char *name, GValue *value, void *to)
{
  if (g_str_equal (name, VIPS_META_ICC_NAME) || g_str_equal (name, VIPS_META_RESOLUTION_UNIT))
    vips_image_set (to, name, value);

  return NULL;
}

/* IPTC is in a JPEG file one of Photoshop's resources, in a TIFF file it is by itself; libvips writes a quarter of it there,
 * because it counts words where newer libtiffs count bytes. */
static void
convert_iptc (VipsImage *image, const char *format)
{
  static const guint8 begin[22] = "Photoshop 3.0\0" "8BIM\4\4\0\0";
  gboolean            is_jpeg = is_one_of (format, "jpg");
  gsize               skip = is_jpeg ? sizeof begin + 4 : 0, size;
  gconstpointer       data;
  const guint8       *resource;
  guint32             length;
  g_autofree guint8  *out = NULL;

  if (! is_one_of (format, "jpg tif") || ! vips_image_get_typeof (image, VIPS_META_IPTC_NAME)
      || vips_image_get_blob (image, VIPS_META_IPTC_NAME, &data, &size) != 0)
    return;
  resource = memmem (data, size, begin + 14, 8);
  if (resource && resource + 12 <= (const guint8 *) data + size)
    {
      memcpy (&length, resource + 8, 4);
      size = MIN (GUINT32_FROM_BE (length), size - (gsize) (resource + 12 - (const guint8 *) data));
      data = resource + 12;
    }
  length = GUINT32_TO_BE ((guint32) size);
  out = g_malloc0 (skip + 4 * size);
  if (is_jpeg)
    {
      memcpy (out, begin, sizeof begin);
      memcpy (out + sizeof begin, &length, 4);
    }
  memcpy (out + skip, data, size);
  vips_image_set_blob_copy (image, VIPS_META_IPTC_NAME, out, is_jpeg ? skip + size : 4 * size);
}

/* An image without pixels that says what @rows' will be, with what is kept of @picture's metadata. */
static VipsImage *
describe (const CeRun *run, const CeJob *job, const Rows *rows, const CePicture *picture, const char *record)
{
  static const VipsBandFormat     formats[] = { VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT, VIPS_FORMAT_FLOAT };
  static const VipsInterpretation kinds[2][3] = {
    { VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_B_W },
    { VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_sRGB } };
  VipsImage       *image = vips_image_new ();
  int              channels = rows->paint.out_channels;
  gconstpointer    data = NULL;
  size_t           size = 0;
  g_autofree char *text = NULL;

  vips_image_init_fields (image, rows->result->width, rows->result->height, channels, formats[rows->type], VIPS_CODING_NONE,
                          kinds[channels > 2][rows->type], picture->image->Xres, picture->image->Yres);
  vips_image_map (picture->image, run->bare ? copy_bare_field : copy_field, image);
  /* It shows the photo as it was, and came again with the field of the whole EXIF. */
  vips_image_remove (image, "jpeg-thumbnail-data");
  /* Without it libvips writes what the source's EXIF says. */
  if (vips_image_get_typeof (image, VIPS_META_EXIF_NAME))
    vips_image_set_int (image, VIPS_META_ORIENTATION, 1);
  /* A profile belongs to gray or to RGB. */
  if (vips_image_get_typeof (image, VIPS_META_ICC_NAME) && vips_image_get_blob (image, VIPS_META_ICC_NAME, &data, &size) == 0
      && (size < 20 || memcmp ((const char *) data + 16, channels < 3 ? "GRAY" : "RGB ", 4) != 0))
    vips_image_remove (image, VIPS_META_ICC_NAME);
  data = NULL;
  if (vips_image_get_typeof (image, VIPS_META_XMP_NAME))
    vips_image_get_blob (image, VIPS_META_XMP_NAME, &data, &size);
  text = ce_record_into_xmp (record, data, size);
  vips_image_set_blob_copy (image, VIPS_META_XMP_NAME, text, strlen (text));
  convert_iptc (image, job->format);
  vips_image_pipelinev (image, VIPS_DEMAND_STYLE_THINSTRIP, NULL);

  return image;
}

/* The finest type that a format has for samples of a type. */
static CeType
type_of (const char *format, CeType type)
{
  return is_one_of (format, "jpg webp heic") ? CE_U8 : type == CE_F32 && is_one_of (format, "png jxl") ? CE_U16 : type;
}

/* ".jpg[Q=90]" */
static char *
suffix_of (const CeRun *run, const char *format, CeType type)
{
  GString *suffix = g_string_new (NULL);

  g_string_printf (suffix, ".%s[keep=%s", format, run->bare ? "icc:xmp" : "all");
  if (is_one_of (format, "jpg webp heic jxl"))
    g_string_append_printf (suffix, ",Q=%d", run->quality > 0 ? run->quality : 90);
  if (is_one_of (format, "jpg"))
    g_string_append_printf (suffix, ",background=255");
  if (run->compression && is_one_of (format, g_ascii_isdigit (run->compression[0]) ? "png" : "tif"))
    g_string_append_printf (suffix, ",compression=%s", run->compression);
  if (run->compression && is_one_of (format, "tif"))
    g_string_append_printf (suffix, ",predictor=%s", type == CE_F32 ? "float" : "horizontal");

  return g_string_free (g_string_append_c (suffix, ']'), FALSE);
}

static gboolean
write_rows (VipsImage *image, Rows *rows, const char *suffix, Sink *sink)
{
  g_autoptr (VipsTargetCustom) target = vips_target_custom_new ();
  gboolean                     written;

  g_signal_connect (target, "write", G_CALLBACK (write_bytes), sink);
  g_signal_connect (target, "read", G_CALLBACK (read_bytes), sink);
  g_signal_connect (target, "seek", G_CALLBACK (seek_bytes), sink);
  written = vips_image_generate (image, NULL, generate, NULL, rows, NULL) == 0
            && vips_image_write_to_target (image, suffix, VIPS_TARGET (target), NULL) == 0 && ! sink->reason;

  return written && ! sink->reason;
}

/* Writes @session's result to @fd, with what is kept of @picture's metadata and with @record. */
gboolean
ce_codec_write (const CeRun *run, const CeJob *job, const char *record, const CePicture *picture, CeSession *session, int fd,
                GError **error)
{
  Sink             sink = { .fd = fd };
  const CeView    *result = ce_session_get_result (session);
  gboolean         lines = ce_filter_draws_lines (run->filter, ce_session_get_params (session));
  int              channels = picture->view.channels;
  Rows             rows = { .result = result, .coverage = run->color[3], .type = type_of (job->format, result->type) };
  g_autofree char *suffix = suffix_of (run, job->format, rows.type), *text = NULL;
  g_autoptr (VipsImage) image = NULL;
  gboolean         written;

  rows.paint = (CePaint) { .type = result->type, .in_channels = result->channels, .lines = lines,
                           .out_channels = lines ? channels + (channels & 1) : channels };
  if (lines)
    set_color (run, picture, &rows.paint);
  image = describe (run, job, &rows, picture, record);
  written = write_rows (image, &rows, suffix, &sink);
  text = ce_codec_take_error ();
  if (! written && ce_run_goes_on (error) && sink.reason)
    ce_set_errno (error, sink.reason);
  else if (! written && ! *error)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("Its result cannot be written: %s."), text);

  return written;
}
