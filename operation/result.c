/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * “gimp-cuda-edges:result”: the pixels of another drawable, as they are. A procedure
 * that has computed the results of several layers merges each into its layer
 * with one request, which copies and computes nothing.
 */
#include "operation.h"

enum { PROP_0, PROP_X, PROP_Y };

/* The other drawable's coordinates of what is here the origin. */
typedef struct
{
  GeglOperationComposer parent_instance;
  int                   x;
  int                   y;
} CeResult;

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
  CeResult     *self = (CeResult *) operation;
  GeglRectangle moved = *roi;

  if (g_str_equal (pad, "aux"))
    {
      moved.x += self->x;
      moved.y += self->y;
    }

  return moved;
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
set_property (GObject *object, guint id, const GValue *value, GParamSpec *spec)
{
  CeResult *self = (CeResult *) object;

  *(id == PROP_X ? &self->x : &self->y) = g_value_get_int (value);
}

static void
get_property (GObject *object, guint id, GValue *value, GParamSpec *spec)
{
  CeResult *self = (CeResult *) object;

  g_value_set_int (value, id == PROP_X ? self->x : self->y);
}

static void
class_init (gpointer klass, gpointer data)
{
  GeglOperationClass         *operation_class = klass;
  GeglOperationComposerClass *composer_class = klass;

  operation_class->threaded = FALSE;
  operation_class->prepare = prepare;
  operation_class->get_bounding_box = get_bounding_box;
  operation_class->get_required_for_output = get_required_for_output;
  composer_class->process = process;
  G_OBJECT_CLASS (klass)->set_property = set_property;
  G_OBJECT_CLASS (klass)->get_property = get_property;

  g_object_class_install_property (klass, PROP_X,
    g_param_spec_int ("x", "X", "Where the origin is", G_MININT, G_MAXINT, 0, G_PARAM_READWRITE));
  g_object_class_install_property (klass, PROP_Y,
    g_param_spec_int ("y", "Y", "Where the origin is", G_MININT, G_MAXINT, 0, G_PARAM_READWRITE));
  gegl_operation_class_set_keys (klass,
    "name", "gimp-cuda-edges:result",
    "title", "CUDA Edges: result",
    "description", "Puts what the procedures of CUDA Edges have computed in its place",
    /* GIMP 3.2 makes no filter of one that is hidden. */
    "categories", "information",
    NULL);
}

/* Names the type. */
void
ce_result_register (GTypeModule *module)
{
  GTypeInfo info = { sizeof (GeglOperationComposerClass), NULL, NULL, class_init, NULL, NULL,
                     sizeof (CeResult), 0, NULL, NULL };

  gegl_module_register_type (module, GEGL_TYPE_OPERATION_COMPOSER, "CeOperation-result", &info, 0);
}
