/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Files to buffers and back, with GEGL's loaders and savers, which keep color
 * profiles; GExiv2, which GIMP uses as well, takes the metadata over.
 */
#include "codec.h"

#include <gegl-plugin.h>
#include <gexiv2/gexiv2.h>
#include <glib/gi18n.h>

#include <string.h>
#include <unistd.h>

#include "pixels/pixels.h"

/* What files begin with. */
static const struct
{
  const char *start;
  gsize       size;
  const char *loader;
} kinds[] = {
  { "\xff\xd8\xff", 3, "gegl:jpg-load" },
  { "\x89PNG\r\n\x1a\n", 8, "gegl:png-load" },
  { "II*\0", 4, "gegl:tiff-load" },
  { "MM\0*", 4, "gegl:tiff-load" },
  { "II+\0", 4, "gegl:tiff-load" },
  { "MM\0+", 4, "gegl:tiff-load" },
  { "RIFF", 4, "gegl:webp-load" },
  { "v/1\x01", 4, "gegl:exr-load" },
  { "P5", 2, "gegl:ppm-load" },
  { "P6", 2, "gegl:ppm-load" },
};

/**
 * ce_codec_loader:
 * @head: the first bytes of a file
 * @size: how many
 *
 * Returns: (nullable): the operation that reads it, or %NULL
 */
const char *
ce_codec_loader (const guint8 *head, gsize size)
{
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (size >= kinds[i].size && memcmp (head, kinds[i].start, kinds[i].size) == 0)
      return kinds[i].loader;

  return NULL;
}

/**
 * ce_codec_knows:
 * @ending: of a file's name, without the dot
 *
 * Returns: whether such files are taken from a folder
 */
gboolean
ce_codec_knows (const char *ending)
{
  static const char *const endings[] = { "jpg", "jpeg", "png", "tif", "tiff", "webp", "exr", "ppm", "pgm", NULL };
  g_autofree char         *lower = g_ascii_strdown (ending, -1);

  return g_strv_contains (endings, lower);
}

/* Bytes that no process uses or could not give back; 0 where the system does not say. */
static guint64
available_memory (void)
{
  g_autofree char *text = NULL;
  const char      *line;

  if (! g_file_get_contents ("/proc/meminfo", &text, NULL, NULL))
    return 0;
  line = strstr (text, "MemAvailable:");

  return line ? g_ascii_strtoull (line + strlen ("MemAvailable:"), NULL, 10) * 1024 : 0;
}

/* The buffer read, the source as a session has it, its result, the buffer to be written. */
static gboolean
fits (const GeglRectangle *box, const Babl *format, GError **error)
{
  double needed = (double) box->width * box->height * (2.0 * babl_format_get_bytes_per_pixel (format)
                                                       + 8.0 * babl_format_get_n_components (format));
  double available = (double) available_memory ();

  if (available <= 0 || needed <= available)
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_NO_MEMORY, _("%d × %d pixels need about %.1f GB of memory, and %.1f GB are free."),
               box->width, box->height, needed / 1e9, available / 1e9);

  return FALSE;
}

/**
 * ce_codec_load:
 * @loader: from ce_codec_loader()
 * @path: in UTF-8
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the file's pixels in its own format,
 *   what the loader could read of them; whether that was all, it says on stderr
 */
GeglBuffer *
ce_codec_load (const char *loader, const char *path, GError **error)
{
  g_autoptr (GeglNode) graph = gegl_node_new ();
  GeglNode            *load = gegl_node_new_child (graph, "operation", loader, "path", path, NULL);
  GeglRectangle        box = gegl_node_get_bounding_box (load);
  GeglBuffer          *buffer = NULL;
  const Babl          *format;
  GeglNode            *sink;

  if (box.width <= 0 || box.height <= 0)
    {
      g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("It holds no image."));
      return NULL;
    }

  format = gegl_operation_get_format (gegl_node_get_gegl_operation (load), "output");
  if (! format || ! ce_pixels_can_exchange (format))
    format = babl_format_with_space (format && babl_format_has_alpha (format) ? "R'G'B'A float" : "R'G'B' float", NULL);
  if (! fits (&box, format, error))
    return NULL;

  sink = gegl_node_new_child (graph, "operation", "gegl:buffer-sink", "buffer", &buffer, "format", format, NULL);
  gegl_node_link (load, sink);
  gegl_node_process (sink);
  if (! buffer)
    g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("It holds no image."));

  return buffer;
}

/**
 * ce_codec_save:
 * @buffer: pixels
 * @path: in UTF-8; its ending decides
 * @quality: of JPEG and WebP
 * @error: return location
 *
 * Whether all of it could be written, GEGL says on stderr.
 *
 * Returns: %TRUE, or %FALSE if nothing was written
 */
gboolean
ce_codec_save (GeglBuffer *buffer, const char *path, int quality, GError **error)
{
  g_autoptr (GeglNode) graph = gegl_node_new ();
  GeglNode            *source = gegl_node_new_child (graph, "operation", "gegl:buffer-source", "buffer", buffer, NULL);
  const char          *ending = strrchr (path, '.') + 1;
  g_autofree char     *saver = g_strconcat ("gegl:", g_str_equal (ending, "tif") ? "tiff" : ending, "-save", NULL);
  GeglNode            *save = gegl_node_new_child (graph, "operation", saver, "path", path, NULL);

  if (g_str_equal (ending, "png"))
    gegl_node_set (save, "bitdepth", babl_format_get_type (gegl_buffer_get_format (buffer), 0) == babl_type ("u8") ? 8 : 16,
                   NULL);
  else if (! g_str_equal (ending, "tif"))
    gegl_node_set (save, "quality", quality, NULL);
  /* GEGL's defaults make files 3 % smaller and take several times as long. */
  if (g_str_equal (ending, "jpg"))
    gegl_node_set (save, "optimize", FALSE, "progressive", FALSE, NULL);
  gegl_node_link (source, save);
  gegl_node_process (save);

  if (access (path, R_OK) == 0)
    return TRUE;

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("Nothing was written."));

  return FALSE;
}

/* What describes how pixels lie in a file, not what they show. */
static const char *const layout_tags[] = {
  "NewSubfileType", "SubfileType", "ImageWidth", "ImageLength", "BitsPerSample", "Compression", "PhotometricInterpretation",
  "FillOrder", "StripOffsets", "SamplesPerPixel", "RowsPerStrip", "StripByteCounts", "PlanarConfiguration", "Predictor",
  "TileWidth", "TileLength", "TileOffsets", "TileByteCounts", "ExtraSamples", "SampleFormat", "JPEGTables",
  "InterColorProfile", NULL
};

/**
 * ce_codec_metadata:
 * @from: a file with metadata, or without
 * @onto: a file of any of the kinds that are saved
 * @error: return location
 *
 * EXIF, IPTC and XMP, but not the small picture of the photo as it was.
 *
 * Returns: %TRUE, or %FALSE if @onto could not be written
 */
gboolean
ce_codec_metadata (const char *from, const char *onto, GError **error)
{
  g_autoptr (GExiv2Metadata) metadata = gexiv2_metadata_new ();

  /* What has none, or none that can be understood, has none to lose. */
  if (! gexiv2_metadata_open_path (metadata, from, NULL)
      || ! (gexiv2_metadata_has_exif (metadata) || gexiv2_metadata_has_iptc (metadata)
            || gexiv2_metadata_has_xmp (metadata)))
    return TRUE;

  gexiv2_metadata_try_erase_exif_thumbnail (metadata, NULL);
  for (int i = 0; layout_tags[i]; i++)
    {
      g_autofree char *tag = g_strconcat ("Exif.Image.", layout_tags[i], NULL);

      gexiv2_metadata_try_clear_tag (metadata, tag, NULL);
    }

  return gexiv2_metadata_save_file (metadata, onto, error);
}
