/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Lines as SVG files: in millimeters if a width is wanted or the photo says its resolution, else in pixels. The record is
 * the last line, behind the picture, so that this is the same to the byte as GIMP's.
 */
#include "batch.h"

#define MM_PER_INCH 25.4

/* Returns the @n bytes of the file of @lines in a pen's order, with @record; @mm: its width, 0 by the photo's resolution. */
char *
ce_svg_encode (const CeLines *lines, const char *record, const CePicture *picture, double mm, CeProgressFunc progress,
               gsize *n, GError **error)
{
  double            travel;
  g_autofree guint *order = ce_lines_order (lines, &travel, progress, NULL, error);
  const CeDensity  *density = &picture->tags.density;
  CeSvg             svg = { .mm = mm, .order = order, .progress = progress };
  GString          *text;

  if (! order)
    return NULL;
  if (density->is_size)
    svg.x_dpi = density->x * MM_PER_INCH, svg.y_dpi = density->y * MM_PER_INCH;
  text = ce_lines_to_svg (lines, &svg);
  if (! text)
    {
      ce_run_goes_on (error);
      return NULL;
    }
  g_string_append_printf (text, "<?cuda-edges cuda-edges:made=\"%s\"?>\n", record);
  *n = text->len;

  return g_string_free (text, FALSE);
}
