/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Exchanges pixels while the heap refuses every large block, because in GIMP's process GLib would end GIMP with all images.
 */
#include <string.h>

#include "pixels/exchange.h"
#include "tests/support/support.h"

/* A size larger than GEGL's tiles, and smaller than blocks that grow with a row of this width. */
#define LARGE (400 << 10)
#define WIDTH 60000
#define HEIGHT 150

static int refuses;             /* atomic */

static gboolean
is_refused (size_t size)
{
  return size >= LARGE && g_atomic_int_get (&refuses);
}

/* A sanitizer has its own. */
#if ! defined __SANITIZE_ADDRESS__ && ! defined __SANITIZE_THREAD__ && defined __GLIBC__ && ! defined __clang__

extern void *__libc_malloc (size_t size);
extern void *__libc_calloc (size_t n, size_t size);

/* These two functions replace those of the C library. */
void *
malloc (size_t size)
{
  return is_refused (size) ? NULL : __libc_malloc (size);
}

void *
calloc (size_t n, size_t size)
{
  return is_refused (n * size) ? NULL : __libc_calloc (n, size);
}

#define HAS_HEAP TRUE
#else
#define HAS_HEAP FALSE
#endif

/* Checks that reading and writing give the same pixels with and without refused memory. */
static void
is_right (const char *name)
{
  const GeglRectangle    extent = { 0, 0, WIDTH, HEIGHT };
  const Babl            *format = babl_format (name);
  g_autoptr (GeglBuffer) from = gegl_buffer_new (&extent, format), to = gegl_buffer_new (&extent, format);
  gsize                  n = (gsize) WIDTH * HEIGHT * (gsize) babl_format_get_bytes_per_pixel (format);
  g_autofree guint8     *raw = g_malloc (n);
  g_autoptr (GError)     error = NULL;
  CeExchange             exchange = { .buffer = from };
  CeView                 view, expected;
  gboolean               done;

  ce_pixels_init (&exchange.pixels, format, FALSE);
  test_image_init (&view, WIDTH, HEIGHT, exchange.pixels.channels, exchange.pixels.type);
  test_image_init (&expected, WIDTH, HEIGHT, exchange.pixels.channels, exchange.pixels.type);
  for (gsize i = 0; i < n; i++)
    raw[i] = (guint8) (i * 7 % 61);
  gegl_buffer_set (from, &extent, 0, NULL, raw, GEGL_AUTO_ROWSTRIDE);
  exchange.view = &view;
  g_atomic_int_set (&refuses, TRUE);
  done = ce_exchange_read (&exchange, &extent, NULL, NULL, &error);
  exchange.buffer = to;
  done = done && ce_exchange_write (&exchange, &extent, &error);
  g_atomic_int_set (&refuses, FALSE);

  exchange.view = &expected;
  for (int i = 0; i < 2; i++)
    {
      exchange.buffer = i ? to : from;
      test_ok (done && ce_exchange_read (&exchange, &extent, NULL, NULL, &error)
               && memcmp (view.data, expected.data, view.stride * HEIGHT) == 0,
               "%s is %s while memory is refused%s", name, i ? "written" : "read", error ? error->message : "");
    }
  test_image_clear (&view);
  test_image_clear (&expected);
}

int
main (int argc, char **argv)
{
  if (! HAS_HEAP)
    {
      test_skip ("a sanitizer has its own heap", "pixels without memory");
      return test_done ();
    }

  g_setenv ("GEGL_SWAP", "RAM", TRUE);
  gegl_init (NULL, NULL);
  is_right ("R'G'B'A u8");
  is_right ("RGBA u16");
  is_right ("Y' u32");
  is_right ("YA half");
  is_right ("R'G'B' double");
  gegl_exit ();

  return test_done ();
}
