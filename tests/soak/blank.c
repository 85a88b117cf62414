/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Marks memory for MemorySanitizer (blanks.sh), which does not see GLib's writes. Blocks of the heap count as written if
 * GLib allocates them, and as blank if our code does. Memory of pictures counts as blank, too. The linker makes our code
 * call these functions instead of those of the same names.
 */
#include "engine/image.h"
#include "engine/memory.h"

#include <sanitizer/msan_interface.h>

gboolean __real_ce_memory_take (CeView *view, int width, int height, GError **error);
gpointer __real_g_malloc       (gsize size);
gpointer __real_g_malloc_n     (gsize n, gsize size);
gpointer __real_g_try_malloc   (gsize size);
gpointer __real_g_try_malloc_n (gsize n, gsize size);
gdouble  __real_g_ascii_strtod (const char *text, char **end);

void     __sanitizer_malloc_hook (const volatile void *memory, gsize size);
gboolean __wrap_ce_memory_take (CeView *view, int width, int height, GError **error);
gpointer __wrap_g_malloc       (gsize size);
gpointer __wrap_g_malloc_n     (gsize n, gsize size);
gpointer __wrap_g_try_malloc   (gsize size);
gpointer __wrap_g_try_malloc_n (gsize n, gsize size);
gdouble  __wrap_g_ascii_strtod (const char *text, char **end);

/* MemorySanitizer calls this for each block of the heap. */
void
__sanitizer_malloc_hook (const volatile void *memory, gsize size)
{
  __msan_unpoison (memory, size);
}

static gpointer
blank (gpointer memory, gsize size)
{
  if (memory)
    __msan_poison (memory, size);

  return memory;
}

gboolean
__wrap_ce_memory_take (CeView *view, int width, int height, GError **error)
{
  return __real_ce_memory_take (view, width, height, error) && blank (view->data, ce_view_size (view));
}

gpointer __wrap_g_malloc       (gsize size) { return blank (__real_g_malloc (size), size); }
gpointer __wrap_g_malloc_n     (gsize n, gsize size) { return blank (__real_g_malloc_n (n, size), n * size); }
gpointer __wrap_g_try_malloc   (gsize size) { return blank (__real_g_try_malloc (size), size); }
gpointer __wrap_g_try_malloc_n (gsize n, gsize size) { return blank (__real_g_try_malloc_n (n, size), n * size); }

/* GLib writes @end. */
gdouble
__wrap_g_ascii_strtod (const char *text, char **end)
{
  gdouble value = __real_g_ascii_strtod (text, end);

  if (end)
    __msan_unpoison (end, sizeof *end);

  return value;
}
