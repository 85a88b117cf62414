/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plug-in that filters are compared with in GIMP: it only copies a layer to a new one, in the fastest known way. A fresh
 * buffer for each band reuses GEGL's tiles, the layer's own format needs no babl, GEGL loads no operations, and babl times
 * no conversions at GEGL's start.
 *
 * It also has the preparation that runs before each timed call.
 */
#include <libgimp/gimp.h>

#include "engine/memory.h"

#define BAND_ROWS 1024

/* The fresh memory of a call, in layers and generous: the source, the result, the result in GIMP, and CUDA's driver. */
#define TOUCHED_LAYERS 4
#define TOUCHED_BESIDE ((gsize) 256 << 20)
#define PAGE 4096

/* The pause between calls. After a call's end the system works up to 100 ms on another processor and on the GPU, and must
 * not disturb the next call. */
#define SETTLING_MS 150

#define BENCH_TYPE_COPIER (bench_copier_get_type ())
G_DECLARE_FINAL_TYPE (BenchCopier, bench_copier, BENCH, COPIER, GimpPlugIn)

struct _BenchCopier
{
  GimpPlugIn parent_instance;
};

G_DEFINE_TYPE (BenchCopier, bench_copier, GIMP_TYPE_PLUG_IN)

typedef struct
{
  GeglBuffer   *buffer;
  GeglRectangle area;
  const Babl   *format;
  guint8       *rows;
} Part;

static gpointer
read_part (gpointer data)
{
  Part *part = data;

  gegl_buffer_get (part->buffer, &part->area, 1.0, part->format, part->rows, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);

  return NULL;
}

/* Copies with two threads; each reads a half through a buffer of its own. */
static void
read_band (GimpDrawable *from, const GeglRectangle *area, guint8 *rows, int n_threads)
{
  Part     parts[2];
  GThread *other = NULL;
  int      middle = n_threads == 2 ? area->height / 256 * 128 : 0;

  for (int i = 0; i < 2; i++)
    {
      const Babl *format = gimp_drawable_get_format (from);
      int         y = i ? middle : 0, end = i ? area->height : middle;

      parts[i] = (Part) { NULL, { 0, area->y + y, area->width, end - y }, format,
                          rows + (gsize) y * area->width * babl_format_get_bytes_per_pixel (format) };
      if (end > y)
        parts[i].buffer = gimp_drawable_get_buffer (from);
    }

  if (parts[0].buffer)
    other = g_thread_new ("read", read_part, &parts[0]);
  read_part (&parts[1]);
  if (other)
    g_thread_join (other);
  g_clear_object (&parts[0].buffer);
  g_clear_object (&parts[1].buffer);
}

static void
copy_band (GimpDrawable *from, GimpDrawable *to, const GeglRectangle *area, gpointer rows, int n_threads)
{
  g_autoptr (GeglBuffer) result = NULL;

  read_band (from, area, rows, n_threads);
  result = gimp_drawable_get_buffer (to);
  gegl_buffer_set (result, area, 0, gimp_drawable_get_format (from), rows, GEGL_AUTO_ROWSTRIDE);
}

static GimpValueArray *
copy (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
      GimpProcedureConfig *config, gpointer n_threads)
{
  GimpDrawable *from = drawables[0];
  int           width = gimp_drawable_get_width (from);
  int           height = gimp_drawable_get_height (from);
  GimpLayer    *to;
  gpointer      rows;

  g_setenv ("GEGL_PATH", gimp_get_progname (), TRUE);
  gegl_init (NULL, NULL);

  rows = g_malloc ((gsize) width * BAND_ROWS * babl_format_get_bytes_per_pixel (gimp_drawable_get_format (from)));
  to = gimp_layer_new (image, "Copy", width, height, gimp_drawable_type (from), 100, GIMP_LAYER_MODE_NORMAL);
  for (int y = 0; y < height; y += BAND_ROWS)
    copy_band (from, GIMP_DRAWABLE (to), GEGL_RECTANGLE (0, y, width, MIN (BAND_ROWS, height - y)), rows,
               GPOINTER_TO_INT (n_threads));
  g_free (rows);

  gimp_drawable_update (GIMP_DRAWABLE (to), 0, 0, width, height);
  gimp_image_insert_layer (image, to, NULL, 0);

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

/* Allocates as much memory as a call will and frees it, so that each call finds the same. A virtual machine may return
 * memory that was free for 2 s to its host (free page reporting). Getting it back takes ten times as long as clearing it,
 * 160 ms for 72 MB, and the first call would pay that for all later ones. */
static GimpValueArray *
touch (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
       GimpProcedureConfig *config, gpointer unused)
{
  gsize   layer = (gsize) gimp_drawable_get_width (drawables[0]) * (gsize) gimp_drawable_get_height (drawables[0])
                  * (gsize) gimp_drawable_get_bpp (drawables[0]);
  gsize   size = layer * TOUCHED_LAYERS + TOUCHED_BESIDE;
  guint8 *memory = ce_memory_alloc (size, NULL);

  for (gsize i = 0; memory && i < size; i += PAGE)
    ((volatile guint8 *) memory)[i] = 1;
  if (memory)
    ce_memory_free (memory, size);
  g_usleep (SETTLING_MS * 1000);

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

static GList *
bench_copier_query_procedures (GimpPlugIn *plug_in)
{
  GList *names = g_list_append (NULL, g_strdup ("bench-copy"));

  names = g_list_append (names, g_strdup ("bench-copy-two-threads"));

  return g_list_append (names, g_strdup ("bench-touch"));
}

static GimpProcedure *
bench_copier_create_procedure (GimpPlugIn *plug_in, const gchar *name)
{
  int            n_threads = g_str_equal (name, "bench-copy") ? 1 : 2;
  gboolean       copies = g_str_has_prefix (name, "bench-copy");
  GimpProcedure *procedure = gimp_image_procedure_new (plug_in, name, GIMP_PDB_PROC_TYPE_PLUGIN,
                                                       copies ? copy : touch, GINT_TO_POINTER (n_threads), NULL);

  gimp_procedure_set_image_types (procedure, "*");
  gimp_procedure_set_documentation (procedure, copies ? "Copies a layer to a new one" : "Takes memory and gives it back",
                                    NULL, name);

  return procedure;
}

static gboolean
bench_copier_set_i18n (GimpPlugIn *plug_in, const gchar *name, gchar **domain, gchar **folder)
{
  return FALSE;
}

static void
bench_copier_class_init (BenchCopierClass *klass)
{
  GIMP_PLUG_IN_CLASS (klass)->query_procedures = bench_copier_query_procedures;
  GIMP_PLUG_IN_CLASS (klass)->create_procedure = bench_copier_create_procedure;
  GIMP_PLUG_IN_CLASS (klass)->set_i18n = bench_copier_set_i18n;
}

static void
bench_copier_init (BenchCopier *copier)
{
}

int
main (int argc, char *argv[])
{
  g_setenv ("BABL_PATH_LENGTH", "1", FALSE);

  return gimp_main (BENCH_TYPE_COPIER, argc, argv);
}
