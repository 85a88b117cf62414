/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A result's record: the program, the parameters and the source that made it, as one text in XMP, which every format of
 * results has:
 *
 *   cuda-edges 0.3.0; FILTER PARAMETERS FORMAT…; SIZE MTIME FOLDER NAME; PLACE CONTENT RESULT
 *
 * where SIZE to NAME are of the source: its size in bytes, when it was changed, a checksum of its folder's path, its name
 * with escapes. PLACE is a checksum of the way to that folder from the result's, CONTENT of the source's bytes, and RESULT
 * of the result (seal.c). Version 0.2.0 wrote no checksums but FOLDER. No character of it has a meaning in XML.
 */
#include "batch.h"

#include <glib/gi18n.h>
#include <string.h>

/* Returns the part of a record that decides a result's pixels and metadata, without the format's name, which follows. */
char *
ce_record_describe (const CeRun *run)
{
  CeParams         params = run->params;
  g_autofree char *values = NULL;
  GString         *text = g_string_new (run->filter->name);

  params.backend = CE_BACKEND_AUTO;
  values = ce_params_to_text (&params, run->filter, NULL);
  g_string_append_printf (text, " %s", values);
  for (char **name = run->given ? run->given->scaled : NULL; name && *name; name++)
    if (! run->values[ce_filter_find_param (run->filter, *name) - run->filter->params])
      g_string_append_printf (text, " %s/%d", *name, run->given->size);
  if (run->color_name && (ce_filter_get_kind (run->filter, &params) & CE_RESULT_COVERAGE))
    g_string_append_printf (text, " color=%s", run->color_name);
  if (run->quality != -1)
    g_string_append_printf (text, " quality=%d", run->quality);
  if (run->compression)
    g_string_append_printf (text, " compression=%s", run->compression);

  return g_string_free (g_string_append (text, run->bare ? " bare" : ""), FALSE);
}

/* Returns the first digits of the checksum of @text. */
static char *
sum_of (const char *text)
{
  g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strndup (sum, strlen (CE_NO_SUM));
}

/* Returns the way from one folder to another, both absolute, which stays where both are moved together. */
static char *
way_to (const char *folder, const char *from)
{
  g_auto (GStrv)   there = g_strsplit (folder, "/", -1), here = g_strsplit (from, "/", -1);
  g_autofree char *rest = NULL;
  GString         *way = g_string_new (NULL);
  int              n = 0;

  while (there[n] && here[n] && g_str_equal (there[n], here[n]))
    n++;
  for (int i = n; here[i]; i++)
    g_string_append (way, "../");
  rest = g_strjoinv ("/", there + n);

  return g_string_free (g_string_append (way, rest), FALSE);
}

/* Returns the record of the result at @path up to PLACE. */
char *
ce_record_new (const CeRun *run, const CeJob *job, const struct stat *source, const char *path)
{
  g_autofree char *from = g_canonicalize_filename (job->input, NULL), *folder = g_path_get_dirname (from);
  g_autofree char *to = g_canonicalize_filename (path, NULL), *beside = g_path_get_dirname (to);
  g_autofree char *way = way_to (folder, beside), *place = sum_of (way), *sum = sum_of (folder);
  g_autofree char *base = g_path_get_basename (from);
  g_autofree char *name = g_uri_escape_bytes ((const guint8 *) base, strlen (base), " ()!$+,=@");

  return g_strdup_printf ("cuda-edges %s; %s %s; %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT ".%09ld %s %s; %s", CE_VERSION,
                          run->made, job->format->name, (guint64) source->st_size, (guint64) source->st_mtim.tv_sec,
                          source->st_mtim.tv_nsec, sum, name, place);
}

/* Returns whether @old and @new say the same of how results are made; a parameter that @old does not know has its
 * default, and one that was renamed since is the same. */
static gboolean
is_same_way (const CeFilter *filter, const char *old, const char *new)
{
  g_autoptr (GString) text = g_string_new (new), known = g_string_new (old);
  CeParams            defaults;

  ce_params_init (&defaults, filter);
  ce_params_quantize (&defaults, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = ce_params_value_to_text (&defaults, param);
      g_autofree char *name = g_strdup_printf (" %s=", param->name), *pair = g_strconcat (name, value, " ", NULL);

      if (param->old_name)
        {
          g_autofree char *old_name = g_strdup_printf (" %s=", param->old_name);

          g_string_replace (known, old_name, name, 1);
        }
      if (! strstr (known->str, name))
        g_string_replace (text, pair, " ", 1);
    }

  return g_str_equal (known->str, text->str);
}

/* Fails if a result with the record @found, which may be NULL, is not of the source of @wanted, the file @input; else sets
 * @again to the reason to make it again, or to NULL. A source that was moved, copied or touched is the same as long as its
 * content is. */
gboolean
ce_record_compare (const CeRun *run, const char *found, const char *wanted, const char *input, const char **again,
                   GError **error)
{
  enum { SIZE, MTIME, FOLDER, NAME, N_PARTS };
  enum { PLACE, CONTENT, RESULT, N_SUMS };
  g_auto (GStrv) old = g_strsplit (found ? found : "", "; ", 4), new = g_strsplit (wanted, "; ", 4);
  gboolean       has_sums = g_strv_length (old) == 4;
  g_auto (GStrv) was = g_strsplit (g_strv_length (old) > 2 ? old[2] : "", " ", N_PARTS);
  g_auto (GStrv) is = g_strsplit (new[2], " ", N_PARTS), sums = g_strsplit (has_sums ? old[3] : "", " ", N_SUMS);
  gboolean       same, is_named, is_there;

  *again = NULL;
  if (g_strv_length (was) != N_PARTS || (has_sums && g_strv_length (sums) != N_SUMS))
    return ce_refuse (error, _("A file that cuda-edges did not make has the name of its result and stays as it is."));
  is_named = g_str_equal (was[NAME], is[NAME]);
  is_there = g_str_equal (was[FOLDER], is[FOLDER]);
  same = is_named && (is_there || ! has_sums) && g_str_equal (was[SIZE], is[SIZE]) && g_str_equal (was[MTIME], is[MTIME]);
  if (! same && has_sums)
    {
      g_autofree char *content = ce_seal_of_source (input);

      same = g_str_equal (content, sums[CONTENT]);
      is_there |= g_str_equal (sums[PLACE], new[3]);
    }
  else if (! same && run->overwrite)
    is_there |= g_str_equal (was[SIZE], is[SIZE]);
  if (! same && ! (is_named && is_there))
    {
      g_autofree char *name = g_uri_unescape_string (was[NAME], NULL);
      g_autofree char *shown = g_filename_display_name (name ? name : "?");

      return ce_refuse (error, _("The result of another file, “%s”, has the name of its result and stays as it is."), shown);
    }
  if (! same)
    *again = _("its source has changed");
  else if (! is_same_way (run->filter, old[1], new[1]))
    *again = _("it was made in another way");

  return TRUE;
}

/* Returns whether the result at @path, whose record is @found, is as this program made it; else fails. A record of version
 * 0.2.0 does not tell. */
gboolean
ce_record_is_ours (const CeRun *run, const char *found, const char *path, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (found, "; ", 4);

  if (g_strv_length (parts) < 4)
    return run->overwrite
           || ce_refuse (error, _("Its result is of cuda-edges 0.2.0, which did not note whether somebody changed it since: "
                                  "--overwrite makes it again."));

  return ce_seal_is_whole (path, found)
         || ce_refuse (error, _("Its result has been changed since it was made and stays as it is."));
}
