/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plug-in that filters are measured against in GIMP: it copies a layer to
 * a new one by the fastest way known, and does nothing else. A fresh buffer for
 * each band lets GEGL use its tiles' memory again, the layer's own format keeps
 * babl out, and GEGL's operations are not loaded.
 */
#include <libgimp/gimp.h>

#define BAND_ROWS 1024

#define BENCH_TYPE_COPIER (bench_copier_get_type ())
G_DECLARE_FINAL_TYPE (BenchCopier, bench_copier, BENCH, COPIER, GimpPlugIn)

struct _BenchCopier
{
  GimpPlugIn parent_instance;
};

G_DEFINE_TYPE (BenchCopier, bench_copier, GIMP_TYPE_PLUG_IN)

static void
copy_band (GimpDrawable *from, GimpDrawable *to, const GeglRectangle *area, gpointer rows)
{
  const Babl             *format = gimp_drawable_get_format (from);
  g_autoptr (GeglBuffer)  source = gimp_drawable_get_buffer (from);
  g_autoptr (GeglBuffer)  result = gimp_drawable_get_buffer (to);

  gegl_buffer_get (source, area, 1.0, format, rows, GEGL_AUTO_ROWSTRIDE, GEGL_ABYSS_NONE);
  gegl_buffer_set (result, area, 0, format, rows, GEGL_AUTO_ROWSTRIDE);
}

static GimpValueArray *
copy (GimpProcedure *procedure, GimpRunMode run_mode, GimpImage *image, GimpDrawable **drawables,
      GimpProcedureConfig *config, gpointer unused)
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
    copy_band (from, GIMP_DRAWABLE (to), GEGL_RECTANGLE (0, y, width, MIN (BAND_ROWS, height - y)), rows);
  g_free (rows);

  gimp_drawable_update (GIMP_DRAWABLE (to), 0, 0, width, height);
  gimp_image_insert_layer (image, to, NULL, 0);

  return gimp_procedure_new_return_values (procedure, GIMP_PDB_SUCCESS, NULL);
}

static GList *
bench_copier_query_procedures (GimpPlugIn *plug_in)
{
  return g_list_append (NULL, g_strdup ("bench-copy"));
}

static GimpProcedure *
bench_copier_create_procedure (GimpPlugIn *plug_in, const gchar *name)
{
  GimpProcedure *procedure = gimp_image_procedure_new (plug_in, name, GIMP_PDB_PROC_TYPE_PLUGIN, copy, NULL, NULL);

  gimp_procedure_set_image_types (procedure, "*");
  gimp_procedure_set_documentation (procedure, "Copies a layer to a new one", NULL, name);

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

GIMP_MAIN (BENCH_TYPE_COPIER)
