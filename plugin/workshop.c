/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An image of its own, where a layer is made that nobody is to see before it
 * is done. GIMP's Cancel ends this process, and GIMP would keep an unfinished
 * layer of the user's image until that is closed; a workshop that was left is
 * found by the next call and goes with all that is in it.
 */
#include "workshop.h"

#ifdef G_OS_UNIX
#include <errno.h>
#include <signal.h>
#include <unistd.h>
#endif

#include "drawable.h"
#include "refuse.h"

/* A parasite of GIMP's, not of an image, which a file could carry: with the image's number it is the name, its text is
 * the process that works there. GIMP gives a number once, and forgets these parasites when it ends. */
#define SIGN "cuda-edges-workshop-"

#ifdef G_OS_UNIX
static gboolean
is_left (const char *sign)
{
  GimpParasite    *parasite = gimp_get_parasite (sign);
  guint32          size = 0;
  const char      *data = parasite ? gimp_parasite_get_data (parasite, &size) : NULL;
  g_autofree char *text = g_strndup (data ? data : "", size);
  gint64           process = g_ascii_strtoll (text, NULL, 10);

  if (parasite)
    gimp_parasite_free (parasite);

  return process > 0 && kill ((pid_t) process, 0) != 0 && errno == ESRCH;
}
#endif

static void
remove_left (void)
{
#ifdef G_OS_UNIX
  g_auto (GStrv) signs = gimp_get_parasite_list ();

  for (char **sign = signs; sign && *sign; sign++)
    if (g_str_has_prefix (*sign, SIGN) && is_left (*sign))
      {
        GimpImage *image = gimp_image_get_by_id ((gint32) g_ascii_strtoll (*sign + strlen (SIGN), NULL, 10));

        if (image)
          gimp_image_delete (image);
        gimp_detach_parasite (*sign);
      }
#endif
}

static void
put_sign (GimpImage *workshop)
{
#ifdef G_OS_UNIX
  g_autofree char *name = g_strdup_printf (SIGN "%d", gimp_image_get_id (workshop));
  g_autofree char *text = g_strdup_printf ("%ld", (long) getpid ());
  GimpParasite    *sign = gimp_parasite_new (name, 0, (guint32) strlen (text), text);

  gimp_attach_parasite (sign);
  gimp_parasite_free (sign);
#endif
}

/**
 * ce_workshop_close:
 * @workshop: (transfer full) (nullable): an image of ce_workshop_new()
 *
 * Deletes it with all that is in it.
 */
void
ce_workshop_close (GimpImage *workshop)
{
  g_autofree char *name = workshop ? g_strdup_printf (SIGN "%d", gimp_image_get_id (workshop)) : NULL;

  if (! workshop)
    return;

  gimp_image_delete (workshop);
#ifdef G_OS_UNIX
  gimp_detach_parasite (name);
#endif
}

/**
 * ce_workshop_new:
 * @image: an image
 * @source: one of its drawables
 *
 * Removes what earlier calls left.
 *
 * Returns: (transfer full) (nullable): an empty image of the size of @source that is
 *   otherwise like @image, so that layers go from one to the other as they are;
 *   %NULL if GIMP made none
 */
GimpImage *
ce_workshop_new (GimpImage *image, GimpDrawable *source)
{
  GimpColorProfile *profile = gimp_image_get_color_profile (image);
  GimpImage        *workshop;

  remove_left ();
  workshop = gimp_image_new_with_precision (gimp_drawable_get_width (source), gimp_drawable_get_height (source),
                                            gimp_image_get_base_type (image), gimp_image_get_precision (image));
  if (workshop)
    {
      put_sign (workshop);
      gimp_image_undo_disable (workshop);
    }
  if (workshop && profile)
    gimp_image_set_color_profile (workshop, profile);
  g_clear_object (&profile);

  return workshop;
}

/* Makes transparent what is not selected in @image, in whose coordinates the layer is to be at @x and @y. Where
 * GIMP would change colors by that, the writer has done it. */
static gboolean
apply_selection (GimpLayer *layer, GimpImage *image, int x, int y)
{
  GimpLayerMask *mask;

  if (gimp_selection_is_empty (image) || ! ce_drawable_keeps_samples (GIMP_DRAWABLE (layer)))
    return TRUE;

  mask = gimp_layer_create_mask (layer, GIMP_ADD_MASK_BLACK);

  return mask && gimp_layer_add_mask (layer, mask)
         && gimp_channel_combine_masks (GIMP_CHANNEL (mask), GIMP_CHANNEL (gimp_image_get_selection (image)),
                                        GIMP_CHANNEL_OP_ADD, -x, -y)
         && gimp_layer_remove_mask (layer, GIMP_MASK_APPLY);
}

/**
 * ce_workshop_finish:
 * @workshop: (transfer full) (nullable): an image of ce_workshop_new()
 * @layer: (nullable): a layer of it that is done
 * @filter: what was computed
 * @params: and how: its name and its opacity
 * @image: the image it is for
 * @source: above which it is to be
 * @error: return location
 *
 * Closes the workshop.
 *
 * Returns: (transfer none) (nullable): the layer, of which is left what is
 *   selected, to be inserted into @image; %NULL without one, or with
 *   %CE_ERROR_INVALID if GIMP refuses to take it over
 */
GimpLayer *
ce_workshop_finish (GimpImage *workshop, GimpLayer *layer, const CeFilter *filter, const CeParams *params,
                    GimpImage *image, GimpDrawable *source, GError **error)
{
  g_autofree char *name = ce_filter_describe (filter, params);
  GimpLayer       *done = NULL;
  int              x, y;

  gimp_drawable_get_offsets (source, &x, &y);
  if (layer && apply_selection (layer, image, x, y))
    done = gimp_layer_new_from_drawable (GIMP_DRAWABLE (layer), image);
  if (layer && ! done)
    ce_refuse_as_gimp (source, error);
  ce_workshop_close (workshop);
  if (! done)
    return NULL;

  gimp_item_set_name (GIMP_ITEM (done), name);
  gimp_layer_set_opacity (done, params->opacity);
  gimp_layer_set_offsets (done, x, y);

  return done;
}
