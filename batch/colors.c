/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Profiles of colors that a file describes by primaries and a curve, by lcms2.
 */
#include "tags.h"

#include <lcms2.h>
#include <string.h>

/* The chromaticities of ITU-T H.273 times 100,000: white, red, green, blue. */
static const struct { int codes[3]; guint32 chroma[8]; } primaries[] = {
  { { 1 }, { 31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000 } },
  { { 5 }, { 31270, 32900, 64000, 33000, 29000, 60000, 15000, 6000 } },
  { { 6, 7 }, { 31270, 32900, 63000, 34000, 31000, 59500, 15500, 7000 } },
  { { 9 }, { 31270, 32900, 70800, 29200, 17000, 79700, 13100, 4600 } },
  { { 11 }, { 31400, 35100, 68000, 32000, 26500, 69000, 15000, 6000 } },
  { { 12 }, { 31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000 } },
};

/* Returns the curve from samples to light, NULL of a transfer that is none of one picture's, as PQ and HLG. */
static cmsToneCurve *
curve_of (const CeTags *tags)
{
  static const double srgb[] = { 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045 };
  static const double video[] = { 1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081 };

  switch (tags->cicp[0] ? tags->cicp[1] : tags->gamma ? 0 : 13)
    {
    case 0: return cmsBuildGamma (NULL, 100000.0 / tags->gamma);
    case 1: case 6: case 14: case 15: return cmsBuildParametricToneCurve (NULL, 4, video);
    case 4: return cmsBuildGamma (NULL, 2.2);
    case 5: return cmsBuildGamma (NULL, 2.8);
    case 8: return cmsBuildGamma (NULL, 1);
    case 13: return cmsBuildParametricToneCurve (NULL, 4, srgb);
    default: return NULL;
    }
}

/* Returns whether @tags describe no colors, or sRGB. */
gboolean
ce_colors_are_srgb (const CeTags *tags)
{
  if (tags->cicp[0])
    return tags->cicp[0] == 1 && tags->cicp[1] == 13;

  return tags->is_srgb || (! tags->gamma && ! tags->chroma[0]);
}

/* Returns the profile of @size bytes of the colors that @tags describe, NULL where that cannot be. */
guint8 *
ce_colors_to_profile (const CeTags *tags, gboolean gray, gsize *size)
{
  const guint32  *c = tags->cicp[0] ? NULL : tags->chroma[0] ? tags->chroma : primaries[0].chroma;
  cmsToneCurve   *curve = curve_of (tags);
  cmsCIExyY       xy[4];
  cmsHPROFILE     profile = NULL;
  cmsUInt32Number n = 0;
  guint8         *bytes = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (primaries) && ! c; i++)
    if (tags->cicp[0] == primaries[i].codes[0] || tags->cicp[0] == primaries[i].codes[1])
      c = primaries[i].chroma;
  for (guint i = 0; i < 4 && c; i++)
    xy[i] = (cmsCIExyY) { c[2 * i] / 1e5, MAX (c[2 * i + 1], 1) / 1e5, 1 };
  if (c && curve)
    profile = gray ? cmsCreateGrayProfile (&xy[0], curve)
                   : cmsCreateRGBProfile (&xy[0], &(cmsCIExyYTRIPLE) { xy[1], xy[2], xy[3] },
                                          (cmsToneCurve *[]) { curve, curve, curve });
  if (profile && cmsSaveProfileToMem (profile, NULL, &n))
    {
      bytes = g_malloc0 (n);
      cmsSaveProfileToMem (profile, bytes, &n);
      /* The same colors give the same bytes: the date is that of ICC 4.4. */
      memcpy (bytes + 24, "\x07\xe6\0\1\0\1\0\0\0\0\0", 12);
    }
  if (profile)
    cmsCloseProfile (profile);
  if (curve)
    cmsFreeToneCurve (curve);
  *size = n;

  return bytes;
}
