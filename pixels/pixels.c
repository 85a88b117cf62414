/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exchanges rows between GEGL's buffers and memory.
 *
 * Light is exchanged as R'G'B'(A) or Y'(A), with the buffer's own 8 or 16 bits or else as floats. Coverage, as in GIMP's
 * masks, keeps its encoding.
 */
#include "pixels.h"

#include <string.h>

#include "lookup.h"

static const char *const types[] = { [CE_U8] = "u8", [CE_U16] = "u16", [CE_F32] = "float" };

static const char *const models[] = { "Y'", "Y'A", "R'G'B'", "R'G'B'A" };

static char *
model_of (const Babl *format)
{
  const char *encoding = babl_format_get_encoding (format);

  return g_strndup (encoding, strcspn (encoding, " "));
}

/* Returns whether a (nullable) format can be exchanged: gray or RGB, straight alpha, samples of a known type. */
gboolean
ce_pixels_can_exchange (const Babl *format)
{
  static const char *const known[] = { "Y", "Y'", "Y~", "YA", "Y'A", "Y~A", "RGB", "R'G'B'", "R~G~B~", "RGBA",
                                       "R'G'B'A", "R~G~B~A", NULL };
  static const char *const readable[] = { "u8", "u16", "u32", "half", "float", "double", NULL };
  g_autofree char *model = NULL;

  if (! format || babl_format_is_palette (format) || babl_format_is_format_n (format))
    return FALSE;

  model = model_of (format);

  return g_strv_contains (known, model) && g_strv_contains (readable, babl_get_name (babl_format_get_type (format, 0)));
}

/* Prepares to exchange the pixels of a buffer with the format @raw, whose samples are light or @coverage. */
void
ce_pixels_init (CePixels *pixels, const Babl *raw, gboolean coverage)
{
  g_autofree char *own = model_of (raw);

  g_strlcpy (pixels->model, coverage ? own : models[babl_format_get_n_components (raw) - 1], sizeof pixels->model);
  ce_converter_init (&pixels->converter, raw, pixels->model);
  pixels->channels = pixels->converter.channels;
  pixels->type = ce_pixels_are_raw (pixels, CE_U8) ? CE_U8 : ce_pixels_are_raw (pixels, CE_U16) ? CE_U16 : CE_F32;
}

/* Converts a color to a pixel of @type, up to four samples, in the color space of the buffer. Words are made of floats, as
 * all others here. */
void
ce_pixels_get_color (const CePixels *pixels, GeglColor *color, CeType type, gpointer pixel)
{
  g_autofree char *name = g_strconcat (pixels->model, " ", types[type == CE_U16 ? CE_F32 : type], NULL);
  float            samples[4] = { 0 };

  gegl_color_get_pixel (color, babl_format_with_space (name, pixels->converter.raw),
                        type == CE_U16 ? (gpointer) samples : pixel);
  if (type == CE_U16)
    ce_samples_from_float (babl_type ("u16"), samples, pixel, 4);
}

/* Returns whether samples of @type are the buffer's own. */
gboolean
ce_pixels_are_raw (const CePixels *pixels, CeType type)
{
  return pixels->converter.curve == CE_CURVE_SAME
         && pixels->converter.type == babl_type (types[type]);
}

/* Rows of a task of conversion. */
#define TASK_ROWS 16

static gsize
raw_size (const CePixels *pixels, int width)
{
  return (gsize) width * (gsize) babl_format_get_bytes_per_pixel (pixels->converter.raw) * CE_SLICE_ROWS;
}

/* Returns the floats of a thread that converts a row: two rows. */
static gsize
scratch_length (const CePixels *pixels, int width)
{
  return 2 * (gsize) width * (gsize) pixels->channels;
}

/* Returns the bytes of scratch memory for a slice of @width pixels: raw samples, and floats for each thread. Conversion
 * allocates nothing, because a refusal could end GIMP. */
gsize
ce_pixels_scratch_size (const CePixels *pixels, int width)
{
  return raw_size (pixels, width) + CE_SLICE_ROWS / TASK_ROWS * scratch_length (pixels, width) * sizeof (float);
}

/* Returns the rows of a band, a multiple of CE_SLICE_ROWS up to CE_BAND_ROWS. Larger bands need fewer round trips to GIMP;
 * CE_BAND_BYTES caps the memory of tiles that GEGL holds at a time. */
int
ce_pixels_band_rows (const CePixels *pixels, int width)
{
  gsize row = (gsize) width * babl_format_get_bytes_per_pixel (pixels->converter.raw);
  int   n_slices = (int) CLAMP (CE_BAND_BYTES / (row * CE_SLICE_ROWS), 1, CE_BAND_ROWS / CE_SLICE_ROWS);

  return n_slices * CE_SLICE_ROWS;
}

/* A conversion of rows between @view and raw samples. */
typedef struct
{
  const CePixels *pixels;
  const CeView   *view;
  const CeLookup *lookup;       /* (nullable): decodes instead of the converter */
  int             n_rows;
  guint8         *raw;
  gsize           raw_stride;
  float          *scratch;      /* of all tasks */
} Conversion;

static void
init_conversion (Conversion *conversion, const CePixels *pixels, const CeView *view, int n_rows, gpointer scratch)
{
  conversion->pixels = pixels;
  conversion->view = view;
  conversion->lookup = NULL;
  conversion->n_rows = n_rows;
  conversion->raw = scratch;
  conversion->raw_stride = (gsize) view->width * (gsize) babl_format_get_bytes_per_pixel (pixels->converter.raw);
  conversion->scratch = (gpointer) (conversion->raw + raw_size (pixels, view->width));
}

static float *
scratch_of (const Conversion *conversion, int task)
{
  return conversion->scratch + (gsize) task * scratch_length (conversion->pixels, conversion->view->width);
}

/* A CeTask: decodes TASK_ROWS rows. */
static void
decode_rows (int task, gpointer data)
{
  const Conversion *conversion = data;
  float            *scratch = scratch_of (conversion, task);
  int               first = task * TASK_ROWS;

  for (int i = first; i < MIN (first + TASK_ROWS, conversion->n_rows); i++)
    {
      const guint8 *raw = conversion->raw + (gsize) i * conversion->raw_stride;
      float        *row = ce_view_row (conversion->view, i);

      if (conversion->lookup)
        ce_lookup_decode (conversion->lookup, raw, row, conversion->view->width);
      else
        ce_converter_decode (&conversion->pixels->converter, raw, row, scratch, conversion->view->width);
    }
}

/* A CeTask: encodes TASK_ROWS rows. */
static void
encode_rows (int task, gpointer data)
{
  const Conversion *conversion = data;
  gsize             n = (gsize) conversion->view->width * conversion->pixels->channels;
  float            *scratch = scratch_of (conversion, task);
  int               first = task * TASK_ROWS;

  for (int i = first; i < MIN (first + TASK_ROWS, conversion->n_rows); i++)
    {
      const float *row = ce_view_row (conversion->view, i);

      if (conversion->view->type != CE_F32)
        {
          ce_samples_to_float (babl_type (types[conversion->view->type]), row, scratch + n, n);
          row = scratch + n;
        }

      ce_converter_encode (&conversion->pixels->converter, row, conversion->raw + (gsize) i * conversion->raw_stride,
                           scratch, conversion->view->width);
    }
}

static void
convert (Conversion *conversion, CeTask task, gboolean shared)
{
  int n_tasks = (conversion->n_rows + TASK_ROWS - 1) / TASK_ROWS;

  if (shared)
    ce_threads_share (n_tasks, task, conversion);
  else
    for (int i = 0; i < n_tasks; i++)
      task (i, conversion);
}

/**
 * ce_pixels_read:
 * @pixels: the formats
 * @buffer: the buffer
 * @area: the pixels, at most #CE_SLICE_ROWS rows unless the samples are the buffer's own; 0 outside the buffer
 * @view: (out): the pixels of @area
 * @scratch: ce_pixels_scratch_size() bytes
 * @shared: whether other threads help to convert
 */
void
ce_pixels_read (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area, const CeView *view,
                gpointer scratch, gboolean shared)
{
  Conversion conversion;

  if (ce_pixels_are_raw (pixels, view->type))
    {
      gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, view->data, (int) view->stride, GEGL_ABYSS_NONE);
      return;
    }

  g_return_if_fail (view->type == CE_F32 && area->height <= CE_SLICE_ROWS);

  init_conversion (&conversion, pixels, view, area->height, scratch);
  gegl_buffer_get (buffer, area, 1.0, pixels->converter.raw, conversion.raw, (int) conversion.raw_stride,
                   GEGL_ABYSS_NONE);
  conversion.lookup = ce_lookup_get (&pixels->converter, (gsize) area->width * area->height);
  convert (&conversion, decode_rows, shared);
}

/* Writes the rows of @area from @view, of any type; the other arguments are as of ce_pixels_read(). */
void
ce_pixels_write (const CePixels *pixels, GeglBuffer *buffer, const GeglRectangle *area, const CeView *view,
                 gpointer scratch, gboolean shared)
{
  Conversion conversion;

  if (ce_pixels_are_raw (pixels, view->type))
    {
      gegl_buffer_set (buffer, area, 0, pixels->converter.raw, view->data, (int) view->stride);
      return;
    }

  g_return_if_fail (area->height <= CE_SLICE_ROWS);

  init_conversion (&conversion, pixels, view, area->height, scratch);
  convert (&conversion, encode_rows, shared);
  gegl_buffer_set (buffer, area, 0, pixels->converter.raw, conversion.raw, (int) conversion.raw_stride);
}
