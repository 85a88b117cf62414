/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Makes the preview's colors those of GIMP's own canvas, by GIMP's color management.
 */
#include "dialog-private.h"

/* The transforms for one image on one monitor; a NULL transform changes nothing. */
typedef struct
{
  GimpColorTransform *to_light;
  GimpColorTransform *to_level;
  const Babl         *from;
  int                 n_channels;      /* of it */
} Colors;

static void
convert (GimpColorTransform *transform, const Babl *from, int n_channels, const float *in, float *out, int n)
{
  g_autofree float *colors = g_new (float, (gsize) n * n_channels);

  for (int i = 0; i < n * n_channels; i++)
    colors[i] = in[n_channels == 3 ? i : 3 * i];
  if (transform)
    gimp_color_transform_process_pixels (transform, from, colors, babl_format ("R'G'B' float"), out, (gsize) n);
  else
    for (int i = 0; i < 3 * n; i++)
      out[i] = colors[n_channels == 3 ? i : i / 3];
}

/* CeLutFunc. */
static void
to_light (const float *in, float *out, int n, gpointer data)
{
  const Colors *colors = data;

  convert (colors->to_light, colors->from, colors->n_channels, in, out, n);
}

/* CeLutFunc. */
static void
to_level (const float *in, float *out, int n, gpointer data)
{
  const Colors *colors = data;

  convert (colors->to_level, babl_format ("R'G'B' float"), 3, in, out, n);
}

/* Returns the profile of the samples that the filters see, which are encoded in every precision of the image. */
static GimpColorProfile *
get_profile (GimpImage *image, gboolean gray)
{
  GimpColorProfile *profile = gimp_image_get_color_profile (image);

  if (profile)
    return profile;

  return gray ? gimp_color_profile_new_d65_gray_srgb_trc () : gimp_color_profile_new_rgb_srgb ();
}

static const Babl *
get_format (GimpDrawable *drawable, const char *type)
{
  g_autofree char *name = g_strconcat (gimp_drawable_is_gray (drawable) ? "Y' " : "R'G'B' ", type, NULL);

  return babl_format_with_space (name, gimp_drawable_get_format (drawable));
}

/* Returns the screen's profile, as gimp_widget_get_color_transform() does. */
static GimpColorProfile *
get_screen (GtkWidget *widget, GimpColorConfig *config)
{
  GimpColorProfile *profile = NULL;

  if (gimp_color_config_get_display_profile_from_gdk (config))
    profile = gimp_widget_get_color_profile (widget);
  if (! profile)
    profile = gimp_color_config_get_display_color_profile (config, NULL);

  return profile ? profile : gimp_color_profile_new_rgb_srgb ();
}

/* Returns (nullable) a table, NULL if the screen shows the image's colors unchanged. If the screen's profile is not of
 * curves and a matrix, its levels replace its light. */
static CeLut *
new_lut (GtkWidget *widget, GimpImage *image, GimpDrawable *drawable)
{
  const Babl *from = get_format (drawable, "float"), *to = babl_format ("R'G'B' float");
  gboolean    gray = gimp_drawable_is_gray (drawable);
  g_autoptr (GimpColorConfig)    config = gimp_get_color_configuration ();
  GimpColorRenderingIntent       intent = gimp_color_config_get_display_intent (config);
  GimpColorTransformFlags        flags = gimp_color_config_get_display_bpc (config)
                                         ? GIMP_COLOR_TRANSFORM_FLAGS_BLACK_POINT_COMPENSATION : 0;
  g_autoptr (GimpColorProfile)   source = get_profile (image, gray);
  g_autoptr (GimpColorProfile)   screen = get_screen (widget, config);
  g_autoptr (GimpColorProfile)   linear = gimp_color_profile_new_linear_from_color_profile (screen);
  g_autoptr (GimpColorTransform) seen = gimp_widget_get_color_transform (widget, config, source, from, to, NULL, intent,
                                                                         FALSE);
  g_autoptr (GimpColorTransform) light = NULL, level = NULL;

  if (! seen)
    return NULL;

  light = gimp_color_transform_new (source, from, linear ? linear : screen, to, intent, flags);
  level = linear ? gimp_color_transform_new (linear, to, screen, to, intent, flags) : NULL;

  return ce_lut_new (to_light, to_level, &(Colors) { light, level, from, gray ? 1 : 3 });
}

/* Follows a new or moved window, perhaps to another monitor. */
static void
update (CeDialog *self)
{
  GtkWidget      *preview = GTK_WIDGET (self->preview);
  GdkWindow      *window = gtk_widget_get_window (GTK_WIDGET (self->dialog));
  GdkMonitor     *monitor = gdk_display_get_monitor_at_window (gtk_widget_get_display (preview), window);
  g_autoptr (CeLut) lut = NULL;

  if (monitor == self->monitor)
    return;

  self->monitor = monitor;
  lut = new_lut (preview, self->source->image, self->source->drawable);
  ce_preview_set_lut (self->preview, lut);
}

static gboolean
configured (GtkWidget *window, GdkEvent *event, CeDialog *self)
{
  update (self);

  return FALSE;
}

/* Makes the preview show the colors of GIMP's canvas, on any monitor. */
void
ce_dialog_follow_screen (CeDialog *self)
{
  if (! GIMP_IS_LAYER (self->source->drawable))
    return;

  g_signal_connect_data (self->preview, "realize", G_CALLBACK (update), self, NULL, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect (self->dialog, "configure-event", G_CALLBACK (configured), self);
}

/* Sets @color to GIMP's foreground color in the drawable's own values, red, green and blue. */
void
ce_dialog_get_foreground (GimpDrawable *drawable, guint8 *color)
{
  GeglColor *foreground = gimp_context_get_foreground ();

  gegl_color_get_pixel (foreground, get_format (drawable, "u8"), color);
  if (gimp_drawable_is_gray (drawable))
    color[1] = color[2] = color[0];
  g_object_unref (foreground);
}
