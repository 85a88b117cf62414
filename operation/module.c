/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The entry points of the module for GEGL. GEGL opens and closes the module at its start, and keeps it open once an
 * operation is used, so the entry points only register types.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE             /* dladdr */
#endif
#include <dlfcn.h>
#include <libintl.h>

#include "operation.h"

G_MODULE_EXPORT const GeglModuleInfo *gegl_module_query    (GTypeModule *module);
G_MODULE_EXPORT gboolean              gegl_module_register (GTypeModule *module);

static const GeglModuleInfo info = { GEGL_MODULE_ABI_VERSION };

/* Returns whether the translations are bound already: the plug-in binds its own catalogues before it loads modules. */
static gboolean
is_bound (void)
{
  return g_strcmp0 (bindtextdomain (GETTEXT_PACKAGE, NULL), bindtextdomain ("a-domain-that-nobody-binds", NULL)) != 0;
}

/* Binds the catalogues of translations. For a module in a user's folder (…/gegl-0.4/plug-ins) they are in locale/ beside
 * GEGL's folder, in a package they are those of the plug-in. */
static void
bind_catalogues (void)
{
  g_autofree char *catalogues = g_strdup (CE_CATALOGUES);
  Dl_info          self;

  if (dladdr (&info, &self) && self.dli_fname)
    {
      g_autofree char *folder = g_path_get_dirname (self.dli_fname);

      if (g_str_has_suffix (folder, G_DIR_SEPARATOR_S "plug-ins"))
        {
          g_free (catalogues);
          catalogues = g_build_filename (folder, "..", "..", "locale", NULL);
        }
    }

  bindtextdomain (GETTEXT_PACKAGE, catalogues);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
}

const GeglModuleInfo *
gegl_module_query (GTypeModule *module)
{
  return &info;
}

gboolean
gegl_module_register (GTypeModule *module)
{
  if (! is_bound ())
    bind_catalogues ();
  ce_operation_register (module);
  ce_call_register (module);

  return TRUE;
}
