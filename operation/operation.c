/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The filters as GEGL operations. A result depends on the whole input, because hysteresis may follow an edge from one
 * corner to the other. So one process() computes the whole result, and GEGL's cache hands it out. A slow filter whose
 * result depends on less is computed in blocks (block.c).
 */
#include "operation.h"

#include <glib/gi18n-lib.h>

#include "pixels/pixels.h"

/* The version in XCF files. GIMP drops an effect whose operation has another version, so change it only if the meaning of a
 * property changes. */
#define OP_VERSION "1:0"

static gpointer parent_class;

/* Returns the source's extent, or @roi if the extent is infinite. */
static GeglRectangle
whole (GeglOperation *operation, const GeglRectangle *roi)
{
  const GeglRectangle *box = gegl_operation_source_get_bounding_box (operation, ce_operation_source_pad (operation));

  return box && ! gegl_rectangle_is_infinite_plane (box) ? *box : *roi;
}

static GeglRectangle
get_required_for_output (GeglOperation *operation, const char *pad, const GeglRectangle *roi)
{
  return whole (operation, roi);
}

static GeglRectangle
get_cached_region (GeglOperation *operation, const GeglRectangle *roi)
{
  GeglRectangle all = whole (operation, roi);

  return ce_block_find ((CeOperation *) operation, &all, roi);
}

/* Returns the part of the output that a change of the input makes stale. GEGL calls this only when the input has changed,
 * and drops that part from its cache. We do not query the input's extent here, because each of n effects would prepare
 * all effects below it, n^2 / 2 for one change. */
static GeglRectangle
get_invalidated_by_change (GeglOperation *operation, const char *pad, const GeglRectangle *changed)
{
  return ce_session_cache_add_change (((CeOperation *) operation)->cache, changed);
}

/* Returns the format of @source, so that GIMP converts nothing when it merges. Alpha is added for lines, and if the
 * layer that is merged into has alpha. */
static const Babl *
result_format (CeOperation *self, const Babl *source)
{
  const Babl      *into = gegl_operation_get_source_format (GEGL_OPERATION (self), "input");
  g_auto (GStrv)   parts = g_strsplit (babl_format_get_encoding (source), " ", 2);
  g_autofree char *name = g_strconcat (parts[0], "A ", parts[1], NULL);

  if (babl_format_has_alpha (source)
      || ! ((ce_filter_get_kind (self->filter, &self->params) & CE_RESULT_COVERAGE)
            || (into && babl_format_has_alpha (into))))
    return source;

  return babl_format_with_space (name, source);
}

/* Asks for the input's own samples, because babl's choice of a conversion, made by timing, may change the last bit. */
static void
prepare (GeglOperation *operation)
{
  const char *pad = ce_operation_source_pad (operation);
  const Babl *source = gegl_operation_get_source_format (operation, pad);

  if (! ce_pixels_can_exchange (source))
    source = babl_format_with_space ("R'G'B'A float", source);

  gegl_operation_set_format (operation, pad, source);
  gegl_operation_set_format (operation, "output", result_format ((CeOperation *) operation, source));
}

/* Computes the result, or copies the input. It never returns FALSE, because GIMP would merge black pixels and report a
 * success. */
static gboolean
process (GeglOperation *operation, GeglBuffer *input, GeglBuffer *output, const GeglRectangle *roi, int level)
{
  CeOperation  *self = (CeOperation *) operation;
  GeglRectangle area = whole (operation, roi);

  if (! input || gegl_rectangle_is_empty (roi) || gegl_rectangle_is_empty (&area))
    return TRUE;

  if (! ce_operation_render (self, input, output, &area, roi))
    gegl_buffer_copy (input, roi, GEGL_ABYSS_NONE, output, roi);

  return TRUE;
}

static void
finalize (GObject *object)
{
  CeOperation *self = (CeOperation *) object;

  ce_session_cache_free (self->cache);
  g_clear_object (&self->color);
  G_OBJECT_CLASS (parent_class)->finalize (object);
}

static void
set_keys (GeglOperationClass *klass, const CeFilter *filter)
{
  g_autofree char *name = g_strconcat ("cuda-edges:", filter->name, NULL);
  g_autofree char *unlisted = g_strconcat ("gimp-", name, NULL);

  gegl_operation_class_set_keys (klass,
    "name", name,
    "compat-name", unlisted,
    "title", _(filter->title),
    "description", _(filter->blurb),
    "categories", filter->keeps_channels ? "enhance:sharpen" : "edge-detect",
    "op-version", OP_VERSION,
    NULL);
}

/* Sets the functions of a class of #CeOperation. */
void
ce_operation_class_setup (gpointer klass)
{
  GeglOperationClass       *operation_class = klass;
  GeglOperationFilterClass *filter_class = klass;

  parent_class = g_type_class_peek_parent (klass);
  G_OBJECT_CLASS (klass)->finalize = finalize;

  /* GEGL would call process() for parts of the image on several threads. */
  operation_class->threaded = FALSE;
  operation_class->prepare = prepare;
  operation_class->get_required_for_output = get_required_for_output;
  operation_class->get_cached_region = get_cached_region;
  operation_class->get_invalidated_by_change = get_invalidated_by_change;
  filter_class->process = process;
}

/* Hides a class from GIMP's search, which lists our procedures already. At its start GIMP adds each operation to its search,
 * except names that begin with “gimp” and some categories (gimp_gegl_op_blacklisted() in app/gegl/gimp-gegl-utils.c); GIMP
 * 3.2 makes no effects of these categories. So the class has a name that begins with “gimp” until it has an instance; GEGL
 * finds it by that name, too. */
static void
hide_from_search (GeglOperationClass *klass)
{
  if (g_str_has_prefix (g_get_prgname () ? g_get_prgname () : "", "gimp"))
    klass->name = klass->compat_name;
}

static void
class_init (gpointer klass, gpointer filter)
{
  ((CeOperationClass *) klass)->filter = filter;
  ce_operation_class_setup (klass);
  ce_operation_add_properties (klass);
  set_keys (klass, filter);
  hide_from_search (klass);
}

/* Initializes an instance with the defaults of its filter. */
void
ce_operation_init (GTypeInstance *instance, gpointer klass)
{
  CeOperation *self = (CeOperation *) instance;

  self->filter = ((CeOperationClass *) klass)->filter;
  ce_params_init (&self->params, self->filter);
  self->color = gegl_color_new ("black");
  self->cache = ce_session_cache_new ();
}

static void
init (GTypeInstance *instance, gpointer klass)
{
  GEGL_OPERATION_CLASS (klass)->name = gegl_operation_class_get_key (klass, "name");
  ce_operation_init (instance, klass);
}

/* Registers the types. */
void
ce_operation_register (GTypeModule *module)
{
  for (int i = 0; i < CE_N_FILTERS; i++)
    {
      const CeFilter  *filter = ce_filter_get (i);
      g_autofree char *name = g_strconcat ("CeOperation-", filter->name, NULL);
      GTypeInfo        info = { sizeof (CeOperationClass), NULL, NULL, class_init, NULL, filter,
                                sizeof (CeOperation), 0, init, NULL };

      gegl_module_register_type (module, GEGL_TYPE_OPERATION_FILTER, name, &info, 0);
    }
}
