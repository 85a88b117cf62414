/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Encoding results in memory, because libvips reports a failed write as text alone, and libtiff ignores it.
 */
#include "batch.h"

#include <glib/gi18n.h>
#include <string.h>

#include "pixels/paint.h"

/* The endings of photos whose results have this format where the command line has none; the first @n_own are its own. */
static const CeFormat formats[] = {
  { "png", { ".png", ".avif", ".jp2", ".j2k", ".gif", ".ppm", ".pgm", ".pbm", ".pnm" }, 1, CE_U16, FALSE,
    { "0", "1", "2", "3", "4", "5", "6", "7", "8", "9" }, 0 },
  { "jpg", { ".jpg", ".jpeg", ".jpe", ".jfif", ".mpo" }, 4, CE_U8, TRUE, { NULL }, 65500 },
  { "tif", { ".tif", ".tiff" }, 2, CE_F32, FALSE, { "none", "deflate", "lzw" }, 0 },
  { "webp", { ".webp" }, 1, CE_U8, TRUE, { NULL }, 16383 },
  { "heic", { ".heic", ".heif", ".hif" }, 3, CE_U8, TRUE, { NULL }, 16384 },
  { "jxl", { ".jxl" }, 1, CE_U16, TRUE, { NULL }, 0 },
  { "svg", { NULL }, 0, CE_U8, FALSE, { NULL }, 0 },
};

/* The rows of a result, and their conversion to pixels. */
typedef struct { const CeView *result; CePaint paint; } Rows;

/* Returns the format @name, such as "png" or "JPEG", or that of photos with an ending such as ".JPG"; NULL if there is none. */
const CeFormat *
ce_format_find (const char *name, const char *ending)
{
  g_autofree char *lower = g_ascii_strdown (ending ? ending : "", -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      if ((name && g_ascii_strcasecmp (name, formats[i].name) == 0) || g_strv_contains (formats[i].endings, lower))
        return &formats[i];
      for (int k = 0; name && k < formats[i].n_own; k++)
        if (g_ascii_strcasecmp (name, formats[i].endings[k] + 1) == 0)
          return &formats[i];
    }

  return NULL;
}

/* Returns the format of pictures with this index, NULL behind the last one. */
const CeFormat *
ce_format_get (guint i)
{
  return i < G_N_ELEMENTS (formats) - 1 ? &formats[i] : NULL;
}

/* Returns whether libvips can write @format here: an encoder may be missing. */
gboolean
ce_format_works (const CeFormat *format, GError **error)
{
  g_autofree char      *suffix = g_strconcat (".", format->name, NULL), *text = NULL;
  g_autoptr (VipsImage) black = NULL;
  g_autofree void      *data = NULL;
  size_t                size;

  if (vips_black (&black, 64, 64, "bands", 3, NULL) == 0)
    {
      black->Type = VIPS_INTERPRETATION_sRGB;
      if (vips_image_write_to_buffer (black, suffix, &data, &size, NULL) == 0)
        return TRUE;
    }
  text = ce_codec_take_error ();

  return ce_refuse (error, _("“%s” cannot be written here: %s."), format->name, text);
}

/* A VipsGenerateFn. */
static int
generate (VipsRegion *region, void *sequence, void *a, void *b, gboolean *stop)
{
  const Rows     *rows = a;
  const VipsRect *box = &region->valid;

  for (int y = box->top; y < box->top + box->height; y++)
    ce_paint_row (&rows->paint, ce_view_pixel (rows->result, box->left, y), VIPS_REGION_ADDR (region, box->left, y),
                  box->width);

  return ce_run_goes_on (NULL) ? 0 : -1;
}

static void
set_color (CePaint *paint, const guint8 *color)
{
  for (int c = 0; c < 3; c++)
    if (paint->type == CE_U8)
      paint->color.u8[c] = color[c];
    else if (paint->type == CE_U16)
      paint->color.u16[c] = color[c] * 257;
    else
      paint->color.f32[c] = (float) color[c] / 255.0f;
}

/* Converts IPTC between files: in JPEG it is one of Photoshop's resources, which a JPEG's result has all as they are, in
 * TIFF a tag of its own. libvips writes a quarter of that tag, because it counts words where newer libtiffs count bytes. */
static void
convert_iptc (VipsImage *image, gboolean to_jpeg)
{
  static const guint8 begin[] = "Photoshop 3.0\0" "8BIM\4\4\0";   /* 22 bytes with the last zero */
  g_autofree guint8  *out = NULL;
  gsize               head = to_jpeg ? sizeof begin + 4 : 0, size, skipped;
  gconstpointer       data;
  const guint8       *resource;
  guint32             length;

  if (! vips_image_get_typeof (image, VIPS_META_IPTC_NAME)
      || vips_image_get_blob (image, VIPS_META_IPTC_NAME, &data, &size) != 0)
    return;
  if (size >= 14 && memcmp (data, begin, 14) == 0)
    {
      if (to_jpeg)
        return;
      /* Its number, its name and the length of that, which are a multiple of 2 bytes, four bytes of a size. */
      resource = memmem (data, size, begin + 14, 6);
      skipped = resource ? (gsize) (resource + 6 - (const guint8 *) data) : size;
      skipped += skipped < size ? (((const guint8 *) data)[skipped] | 1u) + 5 : 0;
      if (skipped >= size)
        {
          vips_image_remove (image, VIPS_META_IPTC_NAME);
          return;
        }
      data = (const guint8 *) data + skipped;
      memcpy (&length, (const guint8 *) data - 4, 4);
      size = MIN (GUINT32_FROM_BE (length), size - skipped);
    }
  length = GUINT32_TO_BE ((guint32) size);
  out = g_malloc0 (head + 4 * size);
  memcpy (out, begin, MIN (head, sizeof begin));
  memcpy (out + MIN (head, sizeof begin), &length, MIN (head, 4));
  memcpy (out + head, data, size);
  vips_image_set_blob_copy (image, VIPS_META_IPTC_NAME, out, to_jpeg ? head + size : 4 * size);
}

/* Returns the XMP of a result: @image's, with @record; says if some is left out. */
static char *
xmp_of (VipsImage *image, const CeRun *run, const char *record, const char **left_out)
{
  gconstpointer data = NULL;
  size_t        size = 0;
  gboolean      whole = TRUE;
  char         *xmp;

  if (! run->bare && vips_image_get_typeof (image, VIPS_META_XMP_NAME))
    vips_image_get_blob (image, VIPS_META_XMP_NAME, &data, &size);
  xmp = ce_record_into_xmp (record, data, data ? size : 0, &whole);
  if (! whole)
    *left_out = _("Some of its XMP cannot be read here and was left out.");

  return xmp;
}

/* Changes the photo's metadata in @image to those of its result. */
static void
set_metadata (VipsImage *image, const CeRun *run, const CeFormat *format, gboolean lines, const char *xmp)
{
  static const char *const of_photo[] = { VIPS_META_LOADER, VIPS_META_N_PAGES, VIPS_META_PAGE_HEIGHT, VIPS_META_N_SUBIFDS,
    VIPS_META_ORIENTATION, VIPS_META_BITS_PER_SAMPLE, VIPS_META_PALETTE, "palette-bit-depth", VIPS_META_SEQUENTIAL,
    "heif-bitdepth", "heif-compression", "heif-primary", "interlaced", "background", "jpeg-thumbnail-data",
    "exif-ifd0-ImageWidth", "exif-ifd0-ImageLength", "exif-ifd4-RelatedImageWidth", "exif-ifd4-RelatedImageLength" };
  gconstpointer    data = NULL;
  size_t           size = 0;

  for (guint i = 0; i < G_N_ELEMENTS (of_photo); i++)
    vips_image_remove (image, of_photo[i]);
  /* Else libvips writes the orientation of the photo's EXIF. */
  if (vips_image_get_typeof (image, VIPS_META_EXIF_NAME))
    vips_image_set_int (image, VIPS_META_ORIENTATION, 1);
  /* A profile belongs to gray or to RGB, not to Lab; the color of lines is sRGB. */
  if (vips_image_get_typeof (image, VIPS_META_ICC_NAME)
      && (lines || vips_image_get_blob (image, VIPS_META_ICC_NAME, &data, &size) != 0 || size < 20
          || memcmp ((const char *) data + 16, image->Bands < 3 ? "GRAY" : "RGB ", 4) != 0
          || ! vips_icc_is_compatible_profile (image, data, size)))
    vips_image_remove (image, VIPS_META_ICC_NAME);
  vips_image_set_blob_copy (image, VIPS_META_XMP_NAME, xmp, strlen (xmp));
  if (g_str_equal (format->name, "jpg") || g_str_equal (format->name, "tif"))
    convert_iptc (image, format->finest == CE_U8);
}

/* Returns the result as an image of the finest type that @format has for it, rounded as GIMP rounds layers whose precision
 * is changed; NULL if libvips cannot do so. */
static VipsImage *
make_image (const CeRun *run, const CeFormat *format, const CePicture *picture, const char *xmp, Rows *rows)
{
  static const VipsBandFormat     types[] = { VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT, VIPS_FORMAT_FLOAT };
  static const double             white[] = { 255, 65535, 1 };
  static const VipsInterpretation kinds[2][3] = {
    { VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16, VIPS_INTERPRETATION_B_W },
    { VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16, VIPS_INTERPRETATION_sRGB } };
  g_autoptr (VipsImage) image = vips_image_new (), scaled = NULL;
  VipsImage            *out = NULL;
  const CeDensity      *density = &picture->tags.density;
  const double          more = 1 + 1e-9;        /* libvips truncates dots per inch to thousandths */
  CeType                type = rows->paint.type, finest = MIN (type, format->finest);
  int                   channels = rows->paint.out_channels;

  if (vips_image_pipelinev (image, VIPS_DEMAND_STYLE_THINSTRIP, picture->image, NULL) != 0)
    return NULL;
  vips_image_init_fields (image, rows->result->width, rows->result->height, channels, types[type], VIPS_CODING_NONE,
                          kinds[channels > 2][finest], (density->x > 0 ? density->x : 1) * more,
                          (density->x > 0 ? density->y : 1) * more);
  set_metadata (image, run, format, rows->paint.lines, xmp);
  vips_image_set_int (image, VIPS_META_CONCURRENCY, CE_ROW_THREADS);
  if (vips_image_generate (image, NULL, generate, NULL, rows, NULL) != 0)
    return NULL;
  /* WebP and HEIC have no gray, so its profile cannot stay. */
  if (format->lossy && finest == CE_U8 && ! g_str_equal (format->name, "jpg") && channels < 3
      && vips_image_get_typeof (image, VIPS_META_ICC_NAME))
    {
      g_autoptr (VipsImage) gray = g_steal_pointer (&image);

      if (vips_icc_transform (gray, &image, "srgb", "embedded", TRUE, NULL) != 0)
        return NULL;
    }
  if (finest == type)
    return g_steal_pointer (&image);

  return vips_linear1 (image, &scaled, white[finest] / white[type], 0.5, NULL) == 0
         && vips_cast (scaled, &out, types[finest], NULL) == 0 ? out : NULL;
}

/* ".jpg[Q=90]" */
static char *
suffix_of (const CeRun *run, const CeFormat *format, const CePicture *picture)
{
  GString *suffix = g_string_new (NULL);
  /* libvips states a resolution in all EXIF that it writes, and packs that of JPEG XL, so it could not be taken out. */
  gboolean with_exif = ! g_str_equal (format->name, "jxl") || picture->tags.density.is_size;

  g_string_printf (suffix, ".%s[keep=%s,background=255", format->name, run->bare || ! with_exif ? "icc:xmp" : "all");
  if (format->lossy)
    g_string_append_printf (suffix, ",Q=%d", run->quality > 0 ? run->quality : 90);
  if (run->compression && g_strv_contains (format->compressions, run->compression))
    g_string_append_printf (suffix, ",compression=%s", run->compression);

  return g_string_free (g_string_append_c (suffix, ']'), FALSE);
}

/* Returns the @n bytes of the file of @rows with @xmp, which libvips may leave out; NULL if libvips cannot do so. */
static char *
encode (const CeRun *run, const CeFormat *format, const CePicture *picture, const char *xmp, Rows *rows, gsize *n)
{
  g_autofree char      *suffix = suffix_of (run, format, picture);
  g_autoptr (VipsImage) image = make_image (run, format, picture, xmp, rows);
  void                 *bytes = NULL;

  return image && vips_image_write_to_buffer (image, suffix, &bytes, n, NULL) == 0
         ? ce_mend (bytes, n, format, &picture->tags, run->filter->keeps_channels) : NULL;
}

/* Fails if the result of @picture would lose colors that no profile can describe, as PQ and HLG. */
gboolean
ce_codec_keeps_colors (const CeRun *run, const CeFormat *format, const CePicture *picture, GError **error)
{
  return picture->tags.cicp[0] == 0 || ! run->filter->keeps_channels || g_str_equal (format->name, "png")
         || vips_image_get_typeof (picture->image, VIPS_META_ICC_NAME)
         || ce_refuse (error, _("Only PNG can keep its HDR colors: give --format=png."));
}

/* Returns the @n bytes of the file of @session's result, with @picture's metadata and with @record; sets @left_out to a note
 * if some of these have no room there. */
char *
ce_codec_encode (const CeRun *run, const CeFormat *format, const char *record, const CePicture *picture, CeSession *session,
                 gsize *n, const char **left_out, GError **error)
{
  const CeView    *result = ce_session_get_result (session);
  gboolean         lines = (ce_filter_get_kind (run->filter, &run->params) & CE_RESULT_COVERAGE) != 0;
  gboolean         gray = picture->view.channels < 3 && run->color[0] == run->color[1] && run->color[1] == run->color[2];
  Rows             rows = { result, { .type = result->type, .in_channels = result->channels, .lines = lines,
                                      .out_channels = ! lines ? picture->view.channels : gray ? 2 : 4 } };
  g_autofree char *xmp = xmp_of (picture->image, run, record, left_out), *text = NULL;
  char            *bytes;

  set_color (&rows.paint, run->color);
  bytes = encode (run, format, picture, xmp, &rows, n);
  if (bytes && ! ce_seal_is_in (bytes, *n, record))
    bytes = ce_xmp_put (bytes, n, xmp, strlen (xmp));
  if (bytes && ! ce_seal_is_in (bytes, *n, record))
    {
      g_autofree char *alone = ce_record_into_xmp (record, NULL, 0, NULL);

      g_free (bytes);
      *left_out = _("Its XMP has no room in a file of this format and was left out.");
      bytes = encode (run, format, picture, alone, &rows, n);
      bytes = bytes && ! ce_seal_is_in (bytes, *n, record) ? ce_xmp_put (bytes, n, alone, strlen (alone)) : bytes;
    }
  if (bytes)
    return bytes;
  text = ce_codec_take_error ();
  if (ce_run_goes_on (error))
    g_set_error (error, CE_VIPS, 0, _("Its result cannot be written: %s."), text);

  return NULL;
}
