/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The module as GEGL sees it. GEGL opens and closes it at start and keeps it
 * once an operation is used: nothing happens here but the naming of types.
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

/* The plug-in loads modules, too, and has its own catalogues by then. */
static gboolean
is_bound (void)
{
  return g_strcmp0 (bindtextdomain (GETTEXT_PACKAGE, NULL), bindtextdomain ("a-domain-that-nobody-binds", NULL)) != 0;
}

/* In a user's folder (…/gegl-0.4/plug-ins) the catalogues are in locale/ beside
 * that of GEGL, in a package where the plug-in has them. */
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
