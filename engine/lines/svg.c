/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paths as SVG.
 */
#include "trace.h"

/* Appends a number with three decimals, in no locale. */
static void
put_number (GString *text, double v)
{
  gint64  n = (gint64) floor (v * 1000 + 0.5);
  guint64 size = (guint64) (n < 0 ? -n : n);
  char    digits[24];
  int     i = sizeof digits;

  for (int k = 0; k < 4 || size > 0; k++, size /= 10)
    {
      if (k == 3)
        digits[--i] = '.';
      digits[--i] = (char) ('0' + size % 10);
    }
  if (n < 0)
    digits[--i] = '-';
  g_string_append_len (text, digits + i, (gssize) sizeof digits - i);
}

static void
put_dot (GString *text, const CeSvg *svg, char before, CeDot dot)
{
  g_string_append_c (text, before);
  put_number (text, dot.x * svg->x_scale);
  g_string_append_c (text, ' ');
  put_number (text, dot.y * svg->y_scale);
}

static void
put_curve (GString *text, const CeSvg *svg, gboolean is_line, CeDot a, CeDot b, CeDot to)
{
  if (is_line)
    {
      put_dot (text, svg, 'L', to);
      return;
    }

  put_dot (text, svg, 'C', a);
  put_dot (text, svg, ' ', b);
  put_dot (text, svg, ' ', to);
}

static void
put_path (GString *text, const CeSvg *svg, const CeLines *lines, const CePath *path, gboolean backwards)
{
  const CeSegment *curves = lines->curves + path->first;

  g_string_append (text, "<path d=\"");
  put_dot (text, svg, 'M', backwards ? curves[path->n - 1].to : path->from);
  for (guint k = 0; k < path->n; k++)
    {
      guint          i = backwards ? path->n - 1 - k : k;
      const CeSegment *curve = &curves[i];

      if (backwards)
        put_curve (text, svg, curve->is_line, curve->handle[1], curve->handle[0], i > 0 ? curve[-1].to : path->from);
      else
        put_curve (text, svg, curve->is_line, curve->handle[0], curve->handle[1], curve->to);
    }
  g_string_append (text, path->is_closed ? "Z\"" : "\"");
  if (path->width > 0)
    {
      g_string_append (text, " stroke-width=\"");
      put_number (text, path->width * svg->x_scale);
      g_string_append_c (text, '"');
    }
  g_string_append (text, "/>\n");
}

/**
 * ce_lines_to_svg:
 * @lines: the paths
 * @svg: units, stroke and order
 *
 * Writes paths as an SVG document, whose coordinates have three decimals. Its size is that of the image.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if @svg's progress was cancelled
 */
GString *
ce_lines_to_svg (const CeLines *lines, const CeSvg *svg)
{
  GString *text = g_string_sized_new (256 + 64 * (gsize) lines->n_curves);
  CeDot    size = { lines->width, lines->height };
  CeSteps  steps = { .progress = svg->progress, .all = lines->n_curves };

  g_string_append (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  put_number (text, size.x * svg->x_scale);
  g_string_append_printf (text, "%s\" height=\"", svg->unit);
  put_number (text, size.y * svg->y_scale);
  g_string_append_printf (text, "%s\" viewBox=\"0 0", svg->unit);
  put_dot (text, svg, ' ', size);
  g_string_append (text, "\">\n<g fill=\"none\" stroke=\"#000000\" stroke-width=\"");
  put_number (text, svg->stroke);
  g_string_append (text, "\" stroke-linecap=\"round\" stroke-linejoin=\"round\">\n");

  for (guint i = 0; i < lines->n_paths; i++)
    {
      guint         order = svg->pen ? svg->pen->order[i] : 2 * i;
      const CePath *path = &lines->paths[order / 2];

      put_path (text, svg, lines, path, order & 1);
      if (svg->progress && ! ce_steps_add (&steps, path->n, NULL))
        {
          g_string_free (text, TRUE);
          return NULL;
        }
    }
  g_string_append (text, "</g>\n</svg>\n");

  return text;
}
