/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A scratch image holds a layer until it is complete. GIMP's Cancel ends this process, and GIMP would keep an unfinished
 * layer in the user's image until that image is closed. The next call finds a scratch image that was left, and deletes it.
 */
#include "scratch.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/* The beginning of a parasite's name; the scratch image's id follows. Its text is the id of the process that owns the image.
 * It is a parasite of GIMP, because files contain those of images. GIMP uses an id once, and drops these parasites when it
 * ends. */
#define SIGN "cuda-edges-scratch-"

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

static void
remove_left (void)
{
  g_auto (GStrv) signs = gimp_get_parasite_list ();

  for (char **sign = signs; sign && *sign; sign++)
    if (g_str_has_prefix (*sign, SIGN) && is_left (*sign))
      {
        GimpImage *image = gimp_image_get_by_id ((gint32) g_ascii_strtoll (*sign + strlen (SIGN), NULL, 10));

        if (image)
          gimp_image_delete (image);
        gimp_detach_parasite (*sign);
      }
}

static void
put_sign (GimpImage *scratch)
{
  g_autofree char *name = g_strdup_printf (SIGN "%d", gimp_image_get_id (scratch));
  g_autofree char *text = g_strdup_printf ("%ld", (long) getpid ());
  GimpParasite    *sign = gimp_parasite_new (name, 0, (guint32) strlen (text), text);

  gimp_attach_parasite (sign);
  gimp_parasite_free (sign);
}

/* Deletes a (nullable) scratch image with its layers. */
void
ce_scratch_close (GimpImage *scratch)
{
  g_autofree char *name = scratch ? g_strdup_printf (SIGN "%d", gimp_image_get_id (scratch)) : NULL;

  if (! scratch)
    return;

  gimp_image_delete (scratch);
  gimp_detach_parasite (name);
}

/* Returns (nullable) an empty image of the size of @source with the type, precision and profile of @image, so that layers
 * move between both unchanged. Scratch images of ended processes are deleted first. */
GimpImage *
ce_scratch_new (GimpImage *image, GimpDrawable *source)
{
  GimpColorProfile *profile = gimp_image_get_color_profile (image);
  GimpImage        *scratch;

  remove_left ();
  scratch = gimp_image_new_with_precision (gimp_drawable_get_width (source), gimp_drawable_get_height (source),
                                            gimp_image_get_base_type (image), gimp_image_get_precision (image));
  if (scratch)
    {
      put_sign (scratch);
      gimp_image_undo_disable (scratch);
    }
  if (scratch && profile)
    gimp_image_set_color_profile (scratch, profile);
  g_clear_object (&profile);

  return scratch;
}

/* Returns (nullable) a layer for the result of @source, in the (nullable) @scratch. */
GimpLayer *
ce_scratch_add_layer (GimpImage *scratch, GimpImage *image, GimpDrawable *source, gboolean needs_alpha)
{
  gboolean      is_gray = gimp_image_get_base_type (image) == GIMP_GRAY;
  GimpImageType type = is_gray ? GIMP_GRAY_IMAGE : GIMP_RGB_IMAGE;
  GimpLayer    *layer;

  if (needs_alpha || gimp_drawable_has_alpha (source))
    type = is_gray ? GIMP_GRAYA_IMAGE : GIMP_RGBA_IMAGE;
  layer = scratch ? gimp_layer_new (scratch, NULL, gimp_drawable_get_width (source), gimp_drawable_get_height (source), type,
                                    100, gimp_image_get_default_new_layer_mode (image)) : NULL;

  return layer && gimp_image_insert_layer (scratch, layer, NULL, 0) ? layer : NULL;
}
