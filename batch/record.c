/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result's record: the program, the parameters and the source that made it, as one text in XMP, which every format of
 * results has:
 *
 *   cuda-edges 0.2.0; FILTER PARAMETERS FORMAT…; SIZE MTIME FOLDER NAME
 *
 * where the last part is of the source: its size in bytes, when it was changed, a checksum of its folder's path, its name
 * with escapes; no character of it has a meaning in XML.
 */
#include "batch.h"

#include <glib/gi18n.h>
#include <string.h>

#define ELEMENT "cuda-edges:made"
#define OPENING "<rdf:Description rdf:about=\"\" xmlns:cuda-edges=\"urn:cuda-edges\"><" ELEMENT ">"
#define CLOSING "</" ELEMENT "></rdf:Description>"
#define BEGIN "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">" \
  "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
#define END "</rdf:RDF>"

/* Returns the part of a record that decides a result's pixels and metadata, without the format's name, which follows. */
char *
ce_record_describe (const CeRun *run)
{
  CeParams         params = run->params;
  g_autofree char *values = NULL;
  GString         *text = g_string_new (run->filter->name);

  params.backend = CE_BACKEND_AUTO;
  values = ce_params_to_text (&params, run->filter);
  g_string_append_printf (text, " %s", values);
  for (char **name = run->given ? run->given->scaled : NULL; name && *name; name++)
    if (! run->values[ce_filter_find_param (run->filter, *name) - run->filter->params])
      g_string_append_printf (text, " %s/%d", *name, run->given->size);
  if (run->color_name && ce_filter_draws_lines (run->filter, &params))
    g_string_append_printf (text, " color=%s", run->color_name);
  if (run->quality != -1)
    g_string_append_printf (text, " quality=%d", run->quality);
  if (run->compression)
    g_string_append_printf (text, " compression=%s", run->compression);

  return g_string_free (g_string_append (text, run->bare ? " bare" : ""), FALSE);
}

/* Returns the record of a result. */
char *
ce_record_new (const CeRun *run, const CeJob *job, const struct stat *source)
{
  g_autofree char *path = g_canonicalize_filename (job->input, NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder, -1);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = g_uri_escape_bytes ((const guint8 *) base, strlen (base), " ()!$+,=@");

  return g_strdup_printf ("cuda-edges %s; %s %s; %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT ".%09ld %.16s %s", CE_VERSION,
                          run->made, job->format->name, (guint64) source->st_size, (guint64) source->st_mtim.tv_sec,
                          source->st_mtim.tv_nsec, sum, name);
}

/* Fails if a result with the record @found, which may be NULL, is not of the source of @wanted; else sets @again to the
 * reason to make it again, or to NULL. */
gboolean
ce_record_compare (const char *found, const char *wanted, const char **again, GError **error)
{
  enum { SIZE, MTIME, FOLDER, NAME, N_PARTS };
  g_auto (GStrv) old = g_strsplit (found ? found : "", "; ", 3), new = g_strsplit (wanted, "; ", 3);
  g_auto (GStrv) was = g_strsplit (g_strv_length (old) == 3 ? old[2] : "", " ", N_PARTS);
  g_auto (GStrv) is = g_strsplit (new[2], " ", N_PARTS);
  gboolean       same;

  *again = NULL;
  if (g_strv_length (was) != N_PARTS)
    return ce_refuse (error, _("A file that cuda-edges did not make has the name of its result and stays as it is."));
  same = g_str_equal (was[SIZE], is[SIZE]) && g_str_equal (was[MTIME], is[MTIME]);
  /* A file that was moved and has its size and time is the same source. */
  if (! g_str_equal (was[NAME], is[NAME]) || (! same && ! g_str_equal (was[FOLDER], is[FOLDER])))
    {
      g_autofree char *name = g_uri_unescape_string (was[NAME], NULL);
      g_autofree char *shown = g_filename_display_name (name ? name : "?");

      return ce_refuse (error, _("The result of another file, “%s”, has the name of its result and stays as it is."), shown);
    }
  if (! same)
    *again = _("its source has changed");
  else if (! g_str_equal (old[1], new[1]))
    *again = _("it was made in another way");

  return TRUE;
}

/* Returns @xmp, which may be NULL, with @record in place of an older record; a text that is no XMP is left out. */
char *
ce_record_into_xmp (const char *record, const char *xmp, gsize size)
{
  g_autofree char *text = g_strndup (xmp ? xmp : "", size);
  char            *old = strstr (text, OPENING), *after = old ? strstr (old, CLOSING) : NULL, *end;

  if (after)
    memmove (old, after + strlen (CLOSING), strlen (after + strlen (CLOSING)) + 1);
  end = g_strrstr (text, END);
  if (! end)
    return g_strconcat (BEGIN OPENING, record, CLOSING END "</x:xmpmeta>\n<?xpacket end=\"w\"?>", NULL);

  return g_strdup_printf ("%.*s" OPENING "%s" CLOSING "%s", (int) (end - text), text, record, end);
}

/* Returns the record in @xmp, an element or, after other programs wrote it, an attribute; NULL if there is none. */
char *
ce_record_from_xmp (const char *xmp, gsize size)
{
  g_autofree char *text = g_utf8_make_valid (xmp, (gssize) size);
  const char      *name = strstr (text, ELEMENT), *record = name ? name + strlen (ELEMENT) : "";

  record += strspn (record, "=>\"'");

  return name ? g_strndup (record, strcspn (record, "<\"'")) : NULL;
}
