/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Paths as SVG.
 */
#include "trace.h"

#define MM_PER_INCH 25.4

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
put_dot (GString *text, char before, CeVec point)
{
  g_string_append_c (text, before);
  put_number (text, point.x);
  g_string_append_c (text, ' ');
  put_number (text, point.y);
}

static void
put_curve (GString *text, gboolean is_line, CeVec a, CeVec b, CeVec to)
{
  if (is_line)
    {
      put_dot (text, 'L', to);
      return;
    }

  put_dot (text, 'C', a);
  put_dot (text, ' ', b);
  put_dot (text, ' ', to);
}

/* Appends the commands that draw a path. */
static void
put_commands (GString *text, const CeLines *lines, const CePath *path, gboolean backwards)
{
  const CeBezier *curves = lines->curves + path->first;

  put_dot (text, 'M', backwards ? curves[path->n - 1].to : path->from);
  for (guint k = 0; k < path->n; k++)
    {
      guint          i = backwards ? path->n - 1 - k : k;
      const CeBezier *curve = &curves[i];

      if (backwards)
        put_curve (text, curve->is_line, curve->handle[1], curve->handle[0], i > 0 ? curve[-1].to : path->from);
      else
        put_curve (text, curve->is_line, curve->handle[0], curve->handle[1], curve->to);
    }
  if (path->is_closed)
    g_string_append_c (text, 'Z');
}

/* Ends the element of @path, whose stroke is as wide as the line whose middle it is. */
static void
end_path (GString *text, const CePath *path)
{
  g_string_append_c (text, '"');
  if (path->is_butt)
    g_string_append (text, " stroke-linecap=\"butt\"");
  if (path->width > 0)
    {
      g_string_append (text, " stroke-width=\"");
      put_number (text, path->width);
      g_string_append_c (text, '"');
    }
  g_string_append (text, "/>\n");
}

/* Returns a resolution; one that is as close to whole pixels per inch as whole pixels per meter, which PNG rounds to, stands
 * for these. */
static double
whole_if_close (double dpi)
{
  double whole = floor (dpi + 0.5);

  return fabs (dpi - whole) < MM_PER_INCH / 2000 ? whole : dpi;
}

/* Appends the size that the image has on one axis, of @n pixels: millimeters, or pixels without a resolution. */
static void
put_size (GString *text, const char *name, int n, double dpi)
{
  g_string_append_printf (text, " %s=\"", name);
  put_number (text, dpi > 0 ? n * (MM_PER_INCH / dpi) : n);
  g_string_append (text, dpi > 0 ? "mm\"" : "\"");
}

/* Begins the document: its coordinates are pixels. */
static void
put_head (GString *text, const CeLines *lines, const CeSvg *svg)
{
  CeVec    size = { lines->width, lines->height };
  gboolean has_unit = svg->x_dpi > 0 && svg->y_dpi > 0;
  double   x_dpi = has_unit ? whole_if_close (svg->x_dpi) : 0, y_dpi = has_unit ? whole_if_close (svg->y_dpi) : 0;
  double   shape = has_unit ? y_dpi / x_dpi : 1;

  g_string_append (text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"");
  if (svg->mm > 0)
    x_dpi = lines->width * MM_PER_INCH / svg->mm, y_dpi = shape * x_dpi;
  put_size (text, "width", lines->width, x_dpi);
  put_size (text, "height", lines->height, y_dpi);
  g_string_append (text, " viewBox=\"0 0");
  put_dot (text, ' ', size);
  g_string_append (text, has_unit && svg->x_dpi != svg->y_dpi ? "\" preserveAspectRatio=\"none\">\n" : "\">\n");
  g_string_append (text, "<g fill=\"none\" stroke=\"#000000\" stroke-width=\"1.000\" stroke-linecap=\"round\" "
                         "stroke-linejoin=\"round\">\n");
}

/**
 * ce_lines_to_svg:
 * @lines: the paths
 * @svg: resolution and order
 *
 * Writes paths as an SVG document. Its coordinates are pixels with three decimals, because programs read a unit of a viewBox
 * in different ways; its size is that of the image, in millimeters if there is a width or a resolution.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL if @svg's progress was cancelled
 */
GString *
ce_lines_to_svg (const CeLines *lines, const CeSvg *svg)
{
  GString   *text = g_string_sized_new (256 + 64 * (gsize) lines->n_curves);
  CeProgress progress = { svg->progress, svg->data, 0, 0 };
  CeSteps    steps = { .progress = &progress, .all = lines->n_curves };

  put_head (text, lines, svg);
  for (guint i = 0; i < lines->n_paths; i++)
    {
      guint         order = svg->order ? svg->order[i] : 2 * (svg->is_one ? lines->n_paths - 1 - i : i);
      const CePath *path = &lines->paths[order / 2];

      if (i == 0 || ! svg->is_one)
        g_string_append (text, "<path d=\"");
      put_commands (text, lines, path, order & 1);
      if (i + 1 == lines->n_paths || ! svg->is_one)
        end_path (text, path);
      if (! ce_steps_add (&steps, path->n, NULL))
        {
          g_string_free (text, TRUE);
          return NULL;
        }
    }
  g_string_append (text, "</g>\n</svg>\n");

  return text;
}
