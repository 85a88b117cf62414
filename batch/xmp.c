/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Properties of XMP that are not true of a result: where its photo lay, and what stood beside it in the file.
 */
#include "tags.h"

#define GOOGLE "http://ns.google.com/photos/1.0/"
#define NAME "[\\w.-]+"
#define TAG "(?:[^>\"']|\"[^\"]*\"|'[^']*')*+"

/* The properties of a namespace, as a regular expression, and what they speak of. Those of a turned photo are not true of
 * one that stands upright. */
static const struct { const char *space, *names; CeExtra extra; gboolean turned; } properties[] = {
  { "http://ns.adobe.com/tiff/1.0/", "(Orientation|Image(Width|Length)|[XY]Resolution|ResolutionUnit)", 0, TRUE },
  { "http://ns.adobe.com/exif/1.0/", "Pixel[XY]Dimension", 0, TRUE },
  { "http://ns.adobe.com/photoshop/1.0/", "(ColorMode|ICCProfile)", 0, FALSE },
  { "http://ns.adobe.com/xap/1.0/", "Thumbnails", 0, FALSE },
  { "http://ns.adobe.com/hdr-gain-map/1.0/", NAME, CE_GAIN_MAP, FALSE },
  { "http://ns.apple.com/HDRGainMap/1.0/", NAME, CE_GAIN_MAP, FALSE },
  { GOOGLE "camera/", "(MotionPhoto|MicroVideo)", CE_VIDEO, FALSE },
  { GOOGLE "camera/", "(MotionPhoto|MicroVideo)" NAME, 0, FALSE },
  { GOOGLE "container/", NAME, 0, FALSE },
  { GOOGLE "depthmap/", NAME, CE_DEPTH, FALSE },
  { GOOGLE "image/", NAME, CE_PICTURES, FALSE },
  { GOOGLE "audio/", NAME, CE_SOUND, FALSE },
};

/* Returns the prefix of a namespace in @xmp, NULL if it has none. */
static char *
prefix_of (const char *xmp, const char *space)
{
  g_autofree char       *pattern = g_strdup_printf ("xmlns:(" NAME ")\\s*=\\s*[\"']%s[\"']", space);
  g_autoptr (GRegex)     regex = g_regex_new (pattern, G_REGEX_RAW, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  return g_regex_match (regex, xmp, 0, &match) ? g_match_info_fetch (match, 1) : NULL;
}

/* Returns @xmp without what is not true of a result; adds what was beside the photo to @extras. */
char *
ce_xmp_clean (const char *xmp, gsize size, gboolean turned, guint *extras)
{
  char *text = g_strndup (xmp, size), *less;

  for (guint i = 0; i < G_N_ELEMENTS (properties); i++)
    {
      g_autofree char   *prefix = prefix_of (text, properties[i].space), *pattern = NULL;
      g_autoptr (GRegex) regex = NULL;

      if (! prefix || (properties[i].turned && ! turned))
        continue;
      pattern = g_strdup_printf ("\\s%s:%s\\s*=\\s*(\"[^\"]*\"|'[^']*')|<(?<name>%s:%s)(?=[\\s/>])" TAG
                                 "((?<=/)>|>.*?</\\k<name>\\s*>)", prefix, properties[i].names, prefix, properties[i].names);
      regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_DOTALL, 0, NULL);
      if (g_regex_match (regex, text, 0, NULL))
        *extras |= properties[i].extra;
      less = g_regex_replace_literal (regex, text, -1, 0, "", 0, NULL);
      if (less)
        {
          g_free (text);
          text = less;
        }
    }

  return text;
}
