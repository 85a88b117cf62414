/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plug-in's entry points for GIMP.
 */
#ifdef __linux__
#include <signal.h>
#include <sys/prctl.h>
#endif

#include <libgimp/gimp.h>

#include "drawable.h"
#include "procedures.h"

#define CE_TYPE_PLUG_IN (ce_plug_in_get_type ())
G_DECLARE_FINAL_TYPE (CePlugIn, ce_plug_in, CE, PLUG_IN, GimpPlugIn)

struct _CePlugIn
{
  GimpPlugIn parent_instance;
  CePurpose  purpose;
};

G_DEFINE_TYPE (CePlugIn, ce_plug_in, GIMP_TYPE_PLUG_IN)

/* Registers the manual beside the executable as GIMP's help, even if it is not installed yet. */
static void
tell_help (GimpPlugIn *plug_in)
{
  g_autofree char   *beside = g_path_get_dirname (gimp_get_progname ());
  g_autofree char   *pages = g_build_filename (beside, "help", NULL);
  g_autoptr (GFile)  folder = g_file_new_for_path (pages);

  gimp_plug_in_set_help_domain (plug_in, "cuda-edges", folder);
}

/* Lists the procedures. GIMP calls this only to register them, never in a process that runs one. */
static GList *
ce_plug_in_query_procedures (GimpPlugIn *plug_in)
{
  CE_PLUG_IN (plug_in)->purpose = CE_TO_REGISTER;
  tell_help (plug_in);

  return ce_procedures_list ();
}

static GimpProcedure *
ce_plug_in_create_procedure (GimpPlugIn *plug_in, const gchar *name)
{
  return ce_procedures_create (plug_in, name, CE_PLUG_IN (plug_in)->purpose);
}

static gboolean
ce_plug_in_set_i18n (GimpPlugIn *plug_in, const gchar *name, gchar **domain, gchar **folder)
{
  g_autofree char *beside = g_path_get_dirname (gimp_get_progname ());
  g_autofree char *catalogues = g_build_filename (beside, "locale", NULL);

  /* GIMP warns on every call about a missing folder. */
  if (! g_file_test (catalogues, G_FILE_TEST_IS_DIR))
    return FALSE;

  *domain = g_strdup (GETTEXT_PACKAGE);
  *folder = g_strdup ("locale");

  return TRUE;
}

static void
ce_plug_in_class_init (CePlugInClass *klass)
{
  GimpPlugInClass *plug_in_class = GIMP_PLUG_IN_CLASS (klass);

  plug_in_class->query_procedures = ce_plug_in_query_procedures;
  plug_in_class->create_procedure = ce_plug_in_create_procedure;
  plug_in_class->set_i18n = ce_plug_in_set_i18n;
}

static void
ce_plug_in_init (CePlugIn *plug_in)
{
  plug_in->purpose = CE_TO_RUN;
}

/* Makes the kernel end this process with its GIMP, also if it hangs or is stopped. */
static void
end_with_gimp (void)
{
#ifdef __linux__
  prctl (PR_SET_PDEATHSIG, SIGKILL);
#endif
}

/* Makes NVIDIA's driver open one channel to a device instead of eight, because one is enough: CUDA starts in 165 instead of
 * 245 ms (H200, driver 580). The driver reads their number only from this variable. Remove it when the driver opens channels
 * on demand or has a function. Only the process of a call sets the variable, before its first thread; the environment of
 * GIMP and of the gegl command stays unchanged. */
static void
start_cuda_sooner (void)
{
  g_setenv ("CUDA_DEVICE_MAX_CONNECTIONS", "1", FALSE);
}

/* Links the operations into the user's folder, because GEGL does not look for them in an extension of Flatpak's GIMP. The
 * link survives updates, and GIMP finds it at its next start. */
static void
link_operations (void)
{
  g_autofree char  *folder = g_build_filename (g_get_user_data_dir (), "gegl-0.4", "plug-ins", NULL);
  g_autofree char  *path = g_build_filename (folder, "cuda-edges-operations.so", NULL);
  g_autoptr (GFile) link = g_file_new_for_path (path);

  if (g_mkdir_with_parents (folder, 0755) == 0)
    g_file_make_symbolic_link (link, CE_OPERATIONS, NULL, NULL);
}

/* Does GIMP_MAIN's work, after four steps that have to precede libgimp's start of babl. */
int
main (int argc, char *argv[])
{
  end_with_gimp ();
  start_cuda_sooner ();
  if (CE_OPERATIONS[0])
    link_operations ();
  ce_drawable_prepare ();

  return gimp_main (CE_TYPE_PLUG_IN, argc, argv);
}
