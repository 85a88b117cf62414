/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Finds the layers that this plug-in has made of a layer, so that a new one lies above them. A parasite marks each of them:
 * it survives a new name, a new place, undo, a copy of the layer or of the image, and a file. GIMP's tattoos do not: a copy
 * of an image has other ones.
 */
#include "results.h"

#include <string.h>

/* The parasite of a source and of its results, the words “ID SOURCE”: an id of the layer and, of a result, that of the layer
 * that it was made of. */
#define MARK "cuda-edges-layer"

/* Returns (nullable) the layer above which a result lies: a mask's layer, or none for a channel. */
static GimpItem *
get_layer (GimpDrawable *source)
{
  if (GIMP_IS_LAYER_MASK (source))
    return GIMP_ITEM (gimp_layer_from_mask (GIMP_LAYER_MASK (source)));

  return GIMP_IS_LAYER (source) ? GIMP_ITEM (source) : NULL;
}

/* Returns (transfer full) the words of a layer's mark, or none. */
static char **
get_words (GimpItem *layer)
{
  GimpParasite    *mark = layer ? gimp_item_get_parasite (layer, MARK) : NULL;
  guint32          size = 0;
  const char      *data = mark ? gimp_parasite_get_data (mark, &size) : NULL;
  g_autofree char *text = g_strndup (data ? data : "", size);

  g_clear_pointer (&mark, gimp_parasite_free);

  return g_strsplit (text, " ", 2);
}

static void
put_words (GimpItem *layer, const char *id, const char *source)
{
  const guint32    flags = GIMP_PARASITE_PERSISTENT | GIMP_PARASITE_UNDOABLE;
  g_autofree char *text = g_strjoin (" ", id, source, NULL);
  GimpParasite    *mark = gimp_parasite_new (MARK, flags, (guint32) strlen (text), text);

  gimp_item_attach_parasite (layer, mark);
  gimp_parasite_free (mark);
}

/* Returns the results that lie directly above @layer, the lowest first. Results of results are among them, because they hide
 * the layer as well. */
static GPtrArray *
list_results (GimpImage *image, GimpItem *layer)
{
  GPtrArray            *results = g_ptr_array_new ();
  GimpItem             *parent = gimp_item_get_parent (layer);
  g_autofree GimpItem **siblings = parent ? gimp_item_get_children (parent) : (GimpItem **) gimp_image_get_layers (image);
  g_auto (GStrv)        words = get_words (layer);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  int                   above = gimp_image_get_item_position (image, layer) - 1;

  if (words[0])
    g_ptr_array_add (ids, g_strdup (words[0]));
  for (; ids->len > 0 && siblings && above >= 0; above--)
    {
      g_auto (GStrv) own = get_words (siblings[above]);

      if (! own[0] || ! own[1] || ! g_ptr_array_find_with_equal_func (ids, own[1], g_str_equal, NULL))
        break;
      g_ptr_array_add (ids, g_strdup (own[0]));
      g_ptr_array_add (results, siblings[above]);
    }

  return results;
}

/* Marks a new layer, which is in no image yet, as a result of @source. Returns (nullable) the item above which it
 * belongs. */
GimpItem *
ce_results_prepare (GimpImage *image, GimpDrawable *source, GimpLayer *layer)
{
  GimpItem             *below = get_layer (source);
  g_auto (GStrv)        words = get_words (below);
  g_autofree char      *id = g_uuid_string_random (), *of = words[0] ? g_strdup (words[0]) : g_uuid_string_random ();
  g_autoptr (GPtrArray) results = NULL;

  if (! below)
    return NULL;

  put_words (GIMP_ITEM (layer), id, of);
  results = list_results (image, below);

  return results->len > 0 ? results->pdata[results->len - 1] : below;
}

/* Marks the source of a result. FALSE if it has its mark. */
gboolean
ce_results_mark_source (GimpDrawable *source, GimpLayer *layer)
{
  GimpItem      *own = get_layer (source);
  g_auto (GStrv) has = get_words (own), words = get_words (GIMP_ITEM (layer));

  if (! own || has[0] || ! words[0] || ! words[1])
    return FALSE;

  put_words (own, words[1], NULL);

  return TRUE;
}

/* Removes the mark of a source. */
void
ce_results_forget (GimpDrawable *source)
{
  gimp_item_detach_parasite (get_layer (source), MARK);
}

/* Inserts a layer above an item, or above all layers. FALSE if GIMP refuses. */
gboolean
ce_results_insert (GimpImage *image, GimpItem *below, GimpLayer *layer)
{
  GimpItem *parent = below ? gimp_item_get_parent (below) : NULL;
  int       position = below ? gimp_image_get_item_position (image, below) : 0;

  return gimp_image_insert_layer (image, layer, GIMP_LAYER (parent), position);
}

/* Returns (nullable) (transfer full) the name of the highest visible result that lies directly above @source. */
char *
ce_results_find_hiding (GimpImage *image, GimpDrawable *source)
{
  GimpItem             *layer = get_layer (source);
  g_autoptr (GPtrArray) results = layer ? list_results (image, layer) : NULL;

  for (guint i = results ? results->len : 0; i > 0; i--)
    if (gimp_item_get_visible (results->pdata[i - 1]))
      return gimp_item_get_name (results->pdata[i - 1]);

  return NULL;
}
