/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Refuses drawables that cannot be filtered, before the image changes. GIMP itself would refuse them later, or end the
 * plug-in in the middle of a write.
 */
#include "refuse.h"

#include <glib/gi18n.h>
#include <gmodule.h>

#include "core.h"

/* Sets CE_ERROR_INVALID, one sentence in which %s is the name of @item, and returns FALSE. */
gboolean
ce_refuse (GError **error, const char *format, GimpItem *item)
{
  g_autofree char *name = item ? gimp_item_get_name (item) : NULL;
  g_autofree char *message = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  message = g_strdup_printf (format, name);
#pragma GCC diagnostic pop
  g_set_error_literal (error, CE_ERROR, CE_ERROR_INVALID, message);

  return FALSE;
}

/* Sets CE_ERROR_INVALID, because an image or a drawable is gone, and returns FALSE. */
gboolean
ce_refuse_gone (GError **error)
{
  return ce_refuse (error, _("The image or layer to filter is no longer there."), NULL);
}

/* Sets CE_ERROR_INVALID, because no pixel of the drawables is selected, and returns FALSE. */
gboolean
ce_refuse_unselected (GError **error)
{
  return ce_refuse (error, _("No pixel to filter is selected; change the selection or select nothing."), NULL);
}

/* Returns whether the item is in the image's trees of items, where it has a position; a mask is if its layer is, and a
 * selection always. */
static gboolean
is_in (GimpImage *image, GimpItem *item)
{
  if (GIMP_IS_LAYER_MASK (item))
    item = GIMP_ITEM (gimp_layer_from_mask (GIMP_LAYER_MASK (item)));
  if (! item || gimp_item_get_image (item) != image)
    return FALSE;

  gimp_image_get_item_position (image, item);

  return GIMP_IS_SELECTION (item) || gimp_pdb_get_last_status (gimp_get_pdb ()) == GIMP_PDB_SUCCESS;
}

/* Sets GIMP's reason for refusing the last request. Call it before any other request. */
gboolean
ce_refuse_as_gimp (GimpDrawable *drawable, GError **error)
{
  g_autofree char *reason = g_strdup (gimp_pdb_get_last_error (gimp_get_pdb ()));
  g_autofree char *name = gimp_item_get_name (GIMP_ITEM (drawable));

  g_set_error (error, CE_ERROR, CE_ERROR_INVALID, _("GIMP did not take the result for “%s”: %s"), name, reason);

  return FALSE;
}

/* Returns whether the drawables can be filtered at all; FALSE sets CE_ERROR_INVALID, one sentence. */
gboolean
ce_check_image (GimpImage *image, GimpDrawable **drawables, GError **error)
{
  if (! gimp_image_is_valid (image))
    return ce_refuse_gone (error);

  if (gimp_image_get_base_type (image) == GIMP_INDEXED)
    return ce_refuse (error, _("Indexed images cannot be filtered; choose Image → Mode → RGB first."), NULL);

  if (! drawables || ! drawables[0])
    return ce_refuse (error, _("There is no layer to filter; select one first."), NULL);

  for (int i = 0; drawables[i]; i++)
    if (! gimp_item_is_valid (GIMP_ITEM (drawables[i])))
      return ce_refuse_gone (error);
    else if (! is_in (image, GIMP_ITEM (drawables[i])))
      return ce_refuse (error, _("“%s” is not in this image."), GIMP_ITEM (drawables[i]));

  return TRUE;
}

/* Returns (nullable) the item whose lock protects the drawable: a group's lock covers its layers, a layer's its mask. */
static GimpItem *
find_lock (GimpDrawable *drawable)
{
  GimpItem *item = GIMP_ITEM (drawable);

  if (GIMP_IS_LAYER_MASK (item))
    item = GIMP_ITEM (gimp_layer_from_mask (GIMP_LAYER_MASK (item)));

  for (; item; item = gimp_item_get_parent (item))
    if (gimp_item_get_lock_content (item))
      return item;

  return NULL;
}

static gboolean
check_lock (GimpDrawable *drawable, GError **error)
{
  GimpItem *locked = find_lock (drawable);

  return ! locked || ce_refuse (error, _("The pixels of “%s” are locked; unlock them or let the result be a new layer."), locked);
}

/* Returns whether GIMP 3.2 makes the layer's pixels from a file or a path. A layer that was rasterized keeps its type; only
 * a function of that GIMP tells, because GIMP's procedures cannot pass its argument. */
static gboolean
is_link (GimpDrawable *drawable)
{
  const char *type = G_OBJECT_TYPE_NAME (drawable);
  GModule    *program;
  gpointer    is_rasterized;
  gboolean    rasterized;

  if (! g_str_equal (type, "GimpLinkLayer") && ! g_str_equal (type, "GimpVectorLayer"))
    return FALSE;

  program = g_module_open (NULL, G_MODULE_BIND_LAZY);
  rasterized = g_module_symbol (program, "gimp_rasterizable_is_rasterized", &is_rasterized)
               && ((gboolean (*) (GimpDrawable *)) is_rasterized) (drawable);
  g_module_close (program);

  return ! rasterized;
}

static gboolean
check_replacing (GimpDrawable *drawable, CeResultKind kind, GError **error)
{
  GimpItem *item = GIMP_ITEM (drawable);

  if (gimp_item_is_group (item))
    return ce_refuse (error, _("“%s” is a layer group and has no pixels to replace; let the result be a new layer."), item);

  if (! check_lock (drawable, error))
    return FALSE;

  if (is_link (drawable))
    return ce_refuse (error, _("“%s” has no pixels of its own to replace; rasterize it or let the result be a new layer."),
                      item);

  if (GIMP_IS_LAYER (item) && gimp_layer_get_lock_alpha (GIMP_LAYER (item)) && (kind & CE_RESULT_COVERAGE))
    return ce_refuse (error,
                      _("The alpha channel of “%s” is locked, but lines are drawn in it; unlock it or choose another style."),
                      item);

  return TRUE;
}

static gboolean
check_effect (GimpDrawable *drawable, CeBackendChoice backend, GError **error)
{
  CePlace cuda = { .choice = CE_BACKEND_CUDA };

  if (! GIMP_IS_LAYER (drawable))
    return ce_refuse (error, _("“%s” is not a layer, and only layers keep effects; let the result be a new layer."),
                      GIMP_ITEM (drawable));

  /* GIMP's own filters do the same. */
  if (! check_lock (drawable, error)
      || (backend == CE_BACKEND_CUDA && ! ce_place_start (&cuda, CE_START_FIND, error)))
    return FALSE;

  if (! ce_core_is_ready (drawable))
    return ce_refuse (error,
                      _("GIMP has no operations of CUDA Edges, which effects need; install them and start GIMP again."),
                      NULL);

  return TRUE;
}

/* Returns whether a result of that kind is possible as that output of each of the drawables; FALSE sets CE_ERROR_INVALID,
 * one sentence. */
gboolean
ce_check_drawables (GimpImage *image, GimpDrawable **drawables, CeResultKind kind, CeOutput output,
                    CeBackendChoice backend, GError **error)
{
  if (output == CE_OUTPUT_NEW_LAYER && gimp_image_get_floating_sel (image))
    return ce_refuse (error, _("A new layer needs the floating selection anchored first."), NULL);

  for (int i = 0; drawables[i]; i++)
    if ((output == CE_OUTPUT_REPLACE && ! check_replacing (drawables[i], kind, error))
        || (output == CE_OUTPUT_EFFECT && ! check_effect (drawables[i], backend, error)))
      return FALSE;

  return TRUE;
}
