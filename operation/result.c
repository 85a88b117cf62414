/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * “gimp-cuda-edges:result”: the pixels of another drawable, as they are. A procedure
 * that has computed the results of several layers merges each into its layer
 * with one request, which copies and computes nothing.
 */
#ifdef GEGL_PROPERTIES

property_int (x, "X", 0)
  description ("The other drawable's coordinate of what is here the origin")
property_int (y, "Y", 0)
  description ("The other drawable's coordinate of what is here the origin")

#else

#define GEGL_OP_COMPOSER
#define GEGL_OP_BUNDLE
#define GEGL_OP_NAME     result
#define GEGL_OP_C_SOURCE result.c
#include <gegl-op.h>

#include "operation.h"

static void
prepare (GeglOperation *operation)
{
  const Babl *format = gegl_operation_get_source_format (operation, "aux");

  if (! format)
    format = babl_format ("R'G'B'A float");
  gegl_operation_set_format (operation, "aux", format);
  gegl_operation_set_format (operation, "output", format);
}

static GeglRectangle
get_bounding_box (GeglOperation *operation)
{
  const GeglRectangle *box = gegl_operation_source_get_bounding_box (operation, "input");

  return box ? *box : (GeglRectangle) { 0, 0, 0, 0 };
}

static GeglRectangle
get_required_for_output (GeglOperation *operation, const char *pad, const GeglRectangle *roi)
{
  const GeglProperties *origin = GEGL_PROPERTIES (operation);
  GeglRectangle         moved = { roi->x + origin->x, roi->y + origin->y, roi->width, roi->height };

  return g_str_equal (pad, "aux") ? moved : *roi;
}

static gboolean
process (GeglOperation *operation, GeglBuffer *input, GeglBuffer *aux, GeglBuffer *output, const GeglRectangle *roi,
         int level)
{
  GeglRectangle moved = get_required_for_output (operation, "aux", roi);

  if (! aux)
    return ce_pass (input, output, roi);

  gegl_buffer_copy (aux, &moved, GEGL_ABYSS_NONE, output, roi);

  return TRUE;
}

static void
gegl_op_class_init (GeglOpClass *klass)
{
  GeglOperationClass *operation_class = GEGL_OPERATION_CLASS (klass);

  operation_class->threaded = FALSE;
  operation_class->prepare = prepare;
  operation_class->get_bounding_box = get_bounding_box;
  operation_class->get_required_for_output = get_required_for_output;
  GEGL_OPERATION_COMPOSER_CLASS (klass)->process = process;

  gegl_operation_class_set_keys (operation_class,
    "name", "gimp-cuda-edges:result",
    "title", "CUDA Edges: result",
    "description", "Puts what the procedures of CUDA Edges have computed in its place",
    /* GIMP 3.2 makes no filter of one that is hidden. */
    "categories", "information",
    NULL);
}

#endif
