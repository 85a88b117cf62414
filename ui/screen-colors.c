/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "screen-colors.h"

#include <string.h>

#include <libgimp/gimpui.h>

/* One image on one monitor. */
typedef struct
{
  GimpColorTransform *transform;
  const Babl         *from;
  const Babl         *to;
} Colors;

/* What a preview shows, and where. */
typedef struct
{
  GimpImage    *image;
  GimpDrawable *drawable;
  GdkMonitor   *monitor;
} Followed;

/* CeTintFunc. */
static void
convert (const guint8 *in, guint8 *out, int n, gpointer data)
{
  Colors *colors = data;

  gimp_color_transform_process_pixels (colors->transform, colors->from, in, colors->to, out, (gsize) n);
}

static void
free_colors (gpointer data)
{
  Colors *colors = data;

  g_object_unref (colors->transform);
  g_free (colors);
}

/* As the filters see the samples, which is encoded, whatever the image's precision. */
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

/* As gimp_widget_get_color_transform() finds it. */
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

static gboolean
fill_light (CeTintTables *tables, GimpColorProfile *source, const Babl *from, GimpColorProfile *linear,
            GimpColorRenderingIntent intent)
{
  const Babl *to = babl_format ("R'G'B' float");
  g_autoptr (GimpColorTransform) transform = gimp_color_transform_new (source, from, linear, to, intent, 0);
  float black[3] = { 0, 0, 0 };

  if (! transform)
    return FALSE;

  gimp_color_transform_process_pixels (transform, from, black, to, black, 1);
  for (int channel = 0; channel < 3; channel++)
    for (int level = 0; level < 256; level++)
      {
        float  in[3] = { 0, 0, 0 };
        float *light = tables->light[channel][level];

        in[channel] = (float) level / 255.0f;
        gimp_color_transform_process_pixels (transform, from, in, to, light, 1);
        light[3] = 0;
        for (int c = 0; channel > 0 && c < 3; c++)
          light[c] -= black[c];
      }

  return TRUE;
}

static gboolean
fill_levels (CeTintTables *tables, GimpColorProfile *linear, GimpColorProfile *screen, GimpColorRenderingIntent intent)
{
  const Babl *from = babl_format ("R'G'B' float"), *to = babl_format ("R'G'B' u8");
  g_autoptr (GimpColorTransform) transform = gimp_color_transform_new (linear, from, screen, to, intent, 0);
  g_autofree float  *in = g_new (float, CE_TINT_STEPS * 3);
  g_autofree guint8 *out = g_new (guint8, CE_TINT_STEPS * 3);

  if (! transform)
    return FALSE;

  for (int i = 0; i < CE_TINT_STEPS * 3; i++)
    in[i] = (float) (i / 3) / (CE_TINT_STEPS - 1);
  gimp_color_transform_process_pixels (transform, from, in, to, out, CE_TINT_STEPS);
  for (int i = 0; i < CE_TINT_STEPS * 3; i++)
    tables->level[i % 3][i / 3] = out[i];

  return TRUE;
}

/* GIMP's transforms take 30 to 200 ns for a pixel, and hundreds of thousands
 * are visible. The profiles of cameras and monitors are mostly curves and a
 * matrix: tables then do the same in 5 ns. */
static void
speed_up (CeTint *tint, GtkWidget *widget, GimpColorConfig *config, GimpColorProfile *source, GimpDrawable *drawable)
{
  GimpColorRenderingIntent intent = gimp_color_config_get_display_intent (config);
  g_autoptr (GimpColorProfile) screen = get_screen (widget, config);
  g_autoptr (GimpColorProfile) linear = gimp_color_profile_new_linear_from_color_profile (screen);
  CeTintTables *tables = g_new (CeTintTables, 1);

  if (linear && fill_light (tables, source, get_format (drawable, "float"), linear, intent)
      && fill_levels (tables, linear, screen, intent))
    ce_tint_take_tables (tint, tables);
  else
    g_free (tables);
}

/* NULL: the screen shows the image's colors as they are. */
static CeTint *
new_tint (GtkWidget *widget, GimpImage *image, GimpDrawable *drawable)
{
  gboolean gray = gimp_drawable_is_gray (drawable);
  g_autoptr (GimpColorConfig)  config = gimp_get_color_configuration ();
  g_autoptr (GimpColorProfile) source = get_profile (image, gray);
  Colors  colors = { NULL, get_format (drawable, "u8"), babl_format ("R'G'B' u8") };
  CeTint *tint;

  colors.transform = gimp_widget_get_color_transform (widget, config, source, colors.from, colors.to, NULL,
                                                      GIMP_COLOR_RENDERING_INTENT_RELATIVE_COLORIMETRIC, FALSE);
  if (! colors.transform)
    return NULL;

  tint = ce_tint_new (gray, convert, g_memdup2 (&colors, sizeof colors), free_colors);
  if (! gray)
    speed_up (tint, widget, config, source, drawable);

  return tint;
}

static void
update (GtkWidget *preview, Followed *followed)
{
  GdkWindow  *window = gtk_widget_get_window (gtk_widget_get_toplevel (preview));
  GdkMonitor *monitor;
  g_autoptr (CeTint) tint = NULL;

  if (! window)
    return;

  monitor = gdk_display_get_monitor_at_window (gtk_widget_get_display (preview), window);
  if (monitor == followed->monitor)
    return;

  followed->monitor = monitor;
  tint = new_tint (preview, followed->image, followed->drawable);
  ce_preview_set_tint (CE_PREVIEW (preview), tint);
}

/* The window has moved, perhaps to another monitor. */
static gboolean
configured (GtkWidget *window, GdkEvent *event, GtkWidget *preview)
{
  update (preview, g_object_get_data (G_OBJECT (preview), "ce-followed"));

  return FALSE;
}

static void
realized (GtkWidget *preview, Followed *followed)
{
  update (preview, followed);
  g_signal_connect_object (gtk_widget_get_toplevel (preview), "configure-event", G_CALLBACK (configured), preview, 0);
}

/**
 * ce_screen_colors_follow:
 * @preview: a preview that is not realized
 * @image: whose profile counts
 * @drawable: what is shown; the values of channels and masks are no colors
 *
 * Has the preview show colors as GIMP's canvas does, on whatever monitor it is.
 */
void
ce_screen_colors_follow (CePreview *preview, GimpImage *image, GimpDrawable *drawable)
{
  Followed *followed;

  if (! GIMP_IS_LAYER (drawable))
    return;

  followed = g_new0 (Followed, 1);
  followed->image = image;
  followed->drawable = drawable;
  g_object_set_data_full (G_OBJECT (preview), "ce-followed", followed, g_free);
  g_signal_connect_after (preview, "realize", G_CALLBACK (realized), followed);
}

/**
 * ce_screen_colors_of_lines:
 * @drawable: a drawable
 * @color: (out): GIMP's foreground color in the drawable's own values, red, green and blue
 */
void
ce_screen_colors_of_lines (GimpDrawable *drawable, guint8 *color)
{
  GeglColor *foreground = gimp_context_get_foreground ();

  gegl_color_get_pixel (foreground, get_format (drawable, "u8"), color);
  if (gimp_drawable_is_gray (drawable))
    color[1] = color[2] = color[0];
  g_object_unref (foreground);
}
