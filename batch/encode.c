/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Results to files, with libvips, which asks for rows as it writes them. This
 * program writes the bytes itself, because libvips says what failed in words.
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
 * @result: of the filter
 * @paint: how its rows become pixels
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

/* Where the bytes go. Whether all went there only this says: libtiff goes on after a write that failed. */
typedef struct { int fd, reason; } Sink;

static inline float
share (float value, float most)
{
  value = value > 0.0f ? value : 0.0f;

  return (value < 1.0f ? value : 1.0f) * most + 0.5f;
}

/* The rounding is that of GIMP's layers when their precision is changed. */
static void
convert (CeType from, gconstpointer in, CeType to, gpointer out, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      float value = from == CE_U16 ? ((const guint16 *) in)[i] / 65535.0f : ((const float *) in)[i];

      if (to == CE_U8)
        ((guint8 *) out)[i] = (guint8) share (value, 255.0f);
      else
        ((guint16 *) out)[i] = (guint16) share (value, 65535.0f);
    }
}

static void
thin (const Rows *rows, gpointer row, int n)
{
  int channels = rows->paint.out_channels;

  for (int i = channels - 1; i < n * channels; i += channels)
    if (rows->paint.type == CE_U8)
      ((guint8 *) row)[i] = (guint8) (((guint8 *) row)[i] * rows->coverage + 0.5f);
    else if (rows->paint.type == CE_U16)
      ((guint16 *) row)[i] = (guint16) (((guint16 *) row)[i] * rows->coverage + 0.5f);
    else
      ((float *) row)[i] *= rows->coverage;
}

/* A VipsGenerateFn. */
static int
generate (VipsRegion *region, void *sequence, void *a, void *b, gboolean *stop)
{
  const Rows       *rows = a;
  const VipsRect   *box = &region->valid;
  g_autofree guint8 *scratch = NULL;

  if (! ce_run_goes_on ())
    return -1;
  if (rows->type != rows->paint.type)
    scratch = g_malloc ((gsize) box->width * (gsize) rows->paint.out_channels * ce_type_size (rows->paint.type));
  for (int y = box->top; y < box->top + box->height; y++)
    {
      gpointer out = VIPS_REGION_ADDR (region, box->left, y);
      gpointer row = scratch ? scratch : out;

      ce_paint_row (&rows->paint, ce_view_pixel (rows->result, box->left, y), row, box->width);
      if (rows->paint.lines && rows->coverage < 1.0f)
        thin (rows, row, box->width);
      if (scratch)
        convert (rows->paint.type, row, rows->type, out, (gsize) box->width * (gsize) rows->paint.out_channels);
    }

  return 0;
}

static gint64
write_bytes (VipsTargetCustom *target, const void *bytes, gint64 n, gpointer data)
{
  Sink   *sink = data;
  ssize_t written;

  if (! ce_run_goes_on ())
    sink->reason = ECANCELED;
  if (sink->reason)
    return -1;
  do
    written = write (sink->fd, bytes, (size_t) n);
  while (written < 0 && errno == EINTR);
  if (written < 0)
    sink->reason = errno;

  return written;
}

static gint64
read_bytes (VipsTargetCustom *target, void *bytes, gint64 n, gpointer data)
{
  return read (((Sink *) data)->fd, bytes, (size_t) n);
}

static gint64
seek_bytes (VipsTargetCustom *target, gint64 offset, int whence, gpointer data)
{
  Sink *sink = data;
  off_t at = lseek (sink->fd, offset, whence);

  if (at < 0)
    sink->reason = errno;

  return at;
}

static VipsTarget *
open_target (Sink *sink)
{
  VipsTargetCustom *target = vips_target_custom_new ();

  g_signal_connect (target, "write", G_CALLBACK (write_bytes), sink);
  g_signal_connect (target, "read", G_CALLBACK (read_bytes), sink);
  g_signal_connect (target, "seek", G_CALLBACK (seek_bytes), sink);

  return VIPS_TARGET (target);
}

/* Whether libvips can write @format here: an encoder may be missing. */
gboolean
ce_codec_can_write (const char *format, GError **error)
{
  static GHashTable *known;
  g_autofree char   *suffix = g_strconcat (".", format, NULL), *text = NULL;
  VipsImage         *image = NULL, *three = NULL;
  gpointer           can = NULL;
  void              *data = NULL;
  size_t             size;

  known = known ? known : g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (! g_hash_table_lookup_extended (known, format, NULL, &can))
    {
      can = GINT_TO_POINTER (vips_black (&image, 64, 64, "bands", 3, NULL) == 0
                             && vips_copy (image, &three, "interpretation", VIPS_INTERPRETATION_sRGB, NULL) == 0
                             && vips_image_write_to_buffer (three, suffix, &data, &size, NULL) == 0);
      g_hash_table_insert (known, g_strdup (format), can);
      g_clear_object (&three);
      g_clear_object (&image);
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

/* The luminance of sRGB in the connection space of profiles, as GIMP grays a color. */
static float
gray_of (const float *color)
{
  float light[3], gray;

  ce_curve_to_linear (color, light, 1, 3);
  gray = 0.22248840f * light[0] + 0.71690369f * light[1] + 0.06060791f * light[2];
  ce_curve_to_perceptual (&gray, &gray, 1, 1);

  return gray;
}

/* @color of sRGB in the space of the picture, whose profile is for RGB. */
static void
into_space (const CePicture *picture, float *color)
{
  VipsImage    *pixel = vips_image_new_from_memory_copy (color, 3 * sizeof (float), 1, 1, 3, VIPS_FORMAT_FLOAT);
  VipsImage    *steps[4] = { NULL };
  gconstpointer profile;
  size_t        size;

  if (vips_image_get_blob (picture->image, VIPS_META_ICC_NAME, &profile, &size) == 0
      && vips_linear1 (pixel, &steps[0], 65535.0, 0.0, NULL) == 0
      && vips_cast (steps[0], &steps[1], VIPS_FORMAT_USHORT, NULL) == 0
      && vips_icc_import (steps[1], &steps[2], "input_profile", "srgb", "pcs", VIPS_PCS_XYZ, NULL) == 0)
    {
      vips_image_set_blob_copy (steps[2], VIPS_META_ICC_NAME, profile, size);
      if (vips_icc_export (steps[2], &steps[3], "depth", 16, NULL) == 0 && steps[3]->Bands == 3
          && vips_image_wio_input (steps[3]) == 0)
        for (int c = 0; c < 3; c++)
          color[c] = ((guint16 *) VIPS_IMAGE_ADDR (steps[3], 0, 0))[c] / 65535.0f;
    }
  for (int i = 0; i < 4; i++)
    g_clear_object (&steps[i]);
  g_object_unref (pixel);
  vips_error_clear ();
}

static void
set_color (const CeRun *run, const CePicture *picture, CePaint *paint)
{
  float color[4] = { run->color[0], run->color[1], run->color[2], 1.0f };
  int   n = paint->out_channels;

  if (n < 3)
    color[0] = gray_of (color);
  else if (vips_image_get_typeof (picture->image, VIPS_META_ICC_NAME) && (color[0] != color[1] || color[1] != color[2]))
    into_space (picture, color);
  for (int c = 0; c < n; c++)
    {
      paint->color.f32[c] = paint->type == CE_F32 ? color[c] : paint->color.f32[c];
      if (paint->type == CE_U8)
        paint->color.u8[c] = (guint8) share (color[c], 255.0f);
      else if (paint->type == CE_U16)
        paint->color.u16[c] = (guint16) share (color[c], 65535.0f);
    }
}

static void
init_rows (const CeRun *run, const CeJob *job, const CePicture *picture, CeSession *session, Rows *rows)
{
  const CeParams *params = ce_session_get_params (session);
  gboolean        lines = params->style == CE_STYLE_LINES && ce_filter_has_style (run->filter, params);
  int             channels = picture->view.channels;

  *rows = (Rows) { .result = ce_session_get_result (session), .coverage = run->color[3] };
  rows->paint = (CePaint) { .type = rows->result->type, .in_channels = rows->result->channels, .lines = lines,
                            .out_channels = lines ? channels + (channels & 1) : channels };
  rows->type = is_one_of (job->format, "jpg webp heic") ? CE_U8
               : rows->paint.type == CE_F32 && is_one_of (job->format, "png jxl") ? CE_U16 : rows->paint.type;
  if (lines)
    set_color (run, picture, &rows->paint);
}

/* What is true of the source's file alone. */
static gboolean
is_of_source (const char *name)
{
  static const char *const names[] = { VIPS_META_LOADER, VIPS_META_N_PAGES, VIPS_META_PAGE_HEIGHT, VIPS_META_N_SUBIFDS,
    VIPS_META_ORIENTATION, VIPS_META_BITS_PER_SAMPLE, VIPS_META_PALETTE, "palette-bit-depth", VIPS_META_SEQUENTIAL,
    "heif-bitdepth", "heif-compression", "heif-primary", "interlaced", "background", NULL };

  return g_strv_contains (names, name) || g_str_has_prefix (name, "gif-");
}

static void *
copy_field (VipsImage *from, const char *name, GValue *value, void *to)
{
  if (! is_of_source (name))
    vips_image_set (to, name, value);

  return NULL;
}

/* The color profile and how resolutions are given. */
static void *
copy_bare_field (VipsImage *from, const char *name, GValue *value, void *to)
{
  if (g_str_equal (name, VIPS_META_ICC_NAME) || g_str_equal (name, VIPS_META_RESOLUTION_UNIT))
    vips_image_set (to, name, value);

  return NULL;
}

/* A profile belongs to gray or to RGB; samples that were linear light have the curve of sRGB now. */
static void
set_profile (VipsImage *image, gboolean was_light)
{
  gconstpointer profile;
  size_t        size;
  VipsBlob     *srgb = NULL;

  if (was_light && vips_profile_load ("srgb", &srgb, NULL) == 0)
    {
      profile = vips_blob_get (srgb, &size);
      vips_image_set_blob_copy (image, VIPS_META_ICC_NAME, profile, size);
      vips_area_unref (VIPS_AREA (srgb));
    }
  if (vips_image_get_typeof (image, VIPS_META_ICC_NAME)
      && vips_image_get_blob (image, VIPS_META_ICC_NAME, &profile, &size) == 0
      && (size < 20 || memcmp ((const char *) profile + 16, image->Bands < 3 ? "GRAY" : "RGB ", 4) != 0))
    vips_image_remove (image, VIPS_META_ICC_NAME);
}

static VipsImage *
describe (const CeRun *run, const Rows *rows, const CePicture *picture, const char *record)
{
  static const VipsBandFormat formats[] = { VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT, VIPS_FORMAT_FLOAT };
  static const VipsInterpretation kinds[2][3] = {
    { VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_B_W },
    { VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_sRGB } };
  VipsImage       *image = vips_image_new ();
  gconstpointer    xmp = NULL;
  size_t           size = 0;
  g_autofree char *text = NULL;

  vips_image_init_fields (image, rows->result->width, rows->result->height, rows->paint.out_channels, formats[rows->type],
                          VIPS_CODING_NONE, kinds[rows->paint.out_channels > 2][rows->type], picture->image->Xres,
                          picture->image->Yres);
  vips_image_map (picture->image, run->bare ? copy_bare_field : copy_field, image);
  /* It shows the photo as it was, and came again with the field of the whole EXIF. */
  vips_image_remove (image, "jpeg-thumbnail-data");
  /* Without it libvips writes what the source's EXIF says. */
  if (vips_image_get_typeof (image, VIPS_META_EXIF_NAME))
    vips_image_set_int (image, VIPS_META_ORIENTATION, 1);
  set_profile (image, picture->is_light);
  if (vips_image_get_typeof (image, VIPS_META_XMP_NAME))
    vips_image_get_blob (image, VIPS_META_XMP_NAME, &xmp, &size);
  text = ce_record_into_xmp (record, xmp, size);
  vips_image_set_blob_copy (image, VIPS_META_XMP_NAME, text, strlen (text));
  vips_image_pipelinev (image, VIPS_DEMAND_STYLE_THINSTRIP, NULL);

  return image;
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
    g_string_append (suffix, ",background=255");
  if (run->compression && is_one_of (format, g_ascii_isdigit (run->compression[0]) ? "png" : "tif"))
    g_string_append_printf (suffix, ",compression=%s", run->compression);
  if (run->compression && is_one_of (format, "tif"))
    g_string_append_printf (suffix, ",predictor=%s", type == CE_F32 ? "float" : "horizontal");

  return g_string_free (g_string_append_c (suffix, ']'), FALSE);
}

/* Writes @session's result to @fd, with what is kept of @picture's metadata and with @record. */
gboolean
ce_codec_write (const CeRun *run, const CeJob *job, const char *record, const CePicture *picture, CeSession *session, int fd,
                GError **error)
{
  Sink             sink = { .fd = fd };
  Rows             rows;
  VipsImage       *image;
  VipsTarget      *target = open_target (&sink);
  g_autofree char *suffix = NULL, *text = NULL;
  gboolean         written;

  init_rows (run, job, picture, session, &rows);
  image = describe (run, &rows, picture, record);
  ce_iptc_set (image, is_one_of (job->format, "jpg"), is_one_of (job->format, "tif"));
  suffix = suffix_of (run, job->format, rows.type);
  written = vips_image_generate (image, NULL, generate, NULL, &rows, NULL) == 0
            && vips_image_write_to_target (image, suffix, target, NULL) == 0 && ! sink.reason;
  if (written && is_one_of (job->format, "tif") && ! ce_exif_write (image, fd))
    {
      sink.reason = errno;
      written = FALSE;
    }
  g_object_unref (image);
  g_object_unref (target);
  if (written)
    return TRUE;

  text = ce_codec_take_error ();
  if (! ce_run_goes_on ())
    g_set_error_literal (error, CE_ERROR, CE_ERROR_CANCELLED, "");
  else if (sink.reason)
    ce_set_errno (error, sink.reason);
  else
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("Its result cannot be written: %s."), text);

  return FALSE;
}
