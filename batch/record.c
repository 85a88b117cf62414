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
    if (! run->values[ce_filter_find_param (run->filter, *name + (**name == '/')) - run->filter->params])
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

/* Returns a record's way to make results with today's names of parameters, and with the default of each that it does not
 * know. */
static char *
complete_way (const CeFilter *filter, const char *way)
{
  GString  *text = g_string_new (way);
  CeParams  defaults;

  ce_params_init (&defaults, filter);
  ce_params_quantize (&defaults, filter);
  for (const CeParam *param = filter->params; param->name; param++)
    {
      g_autofree char *value = ce_params_value_to_text (&defaults, param);
      g_autofree char *name = g_strdup_printf (" %s=", param->name), *pair = g_strconcat (name, value, NULL);
      g_autofree char *old_name = param->old_name ? g_strdup_printf (" %s=", param->old_name) : NULL;

      if (old_name)
        g_string_replace (text, old_name, name, 1);
      if (! strstr (text->str, name))
        g_string_insert (text, (gssize) strcspn (text->str, " "), pair);
    }

  return g_string_free (text, FALSE);
}

/* Returns what stands in @way behind @key, such as "sigma=", up to the next parameter, NULL if it has no such key. */
static char *
value_of (char **way, const char *key)
{
  for (char **word = way; *word; word++)
    if (g_str_has_prefix (*word, key))
      return g_strdup (*word + strlen (key));

  return NULL;
}

/* Adds to @text what the words of @new say otherwise than @old's: "sigma 1.4 → 2", "+bare"; @sign stands before a word that
 * has no value there. */
static void
add_changes (GString *text, char **old, char **new, const char *sign)
{
  for (char **word = new; *word; word++)
    {
      const char      *equal = strchr (*word, '=');
      g_autofree char *key = equal ? g_strndup (*word, (gsize) (equal + 1 - *word)) : g_strdup (*word);
      g_autofree char *before = value_of (old, key);
      const char      *comma = text->len > 0 ? ", " : "", *slash = equal ? NULL : strchr (*word, '/');

      if (before && equal && *sign == '+' && ! g_str_equal (before, equal + 1))
        g_string_append_printf (text, "%s%.*s %s → %s", comma, (int) (equal - *word), key, before, equal + 1);
      else if (! before && slash)
        g_string_append_printf (text, "%s%s%.*s per %s px", comma, sign, (int) (slash - *word), *word, slash + 1);
      else if (! before)
        g_string_append_printf (text, "%s%s%s", comma, sign, *word);
    }
}

/* Returns what @new says otherwise than @old of how results are made, "" for nothing: each is a filter, its parameters and
 * more, and the format, which is the same. The points of erased edges are several words. */
static char *
changes_of (const CeFilter *filter, const char *old, const char *new)
{
  g_autofree char *before = complete_way (filter, old), *after = complete_way (filter, new);
  g_auto (GStrv)   was = NULL, is = NULL;
  GString         *text = g_string_new (NULL);

  if (g_str_equal (before, after))
    return g_string_free (text, FALSE);
  was = g_regex_split_simple (" (?![-0-9x,]+( |$))", before, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT);
  is = g_regex_split_simple (" (?![-0-9x,]+( |$))", after, G_REGEX_DEFAULT, G_REGEX_MATCH_DEFAULT);
  if (! g_str_equal (was[0], is[0]))
    g_string_printf (text, "%s → %s", was[0], is[0]);
  else
    {
      add_changes (text, was, is, "+");
      add_changes (text, is, was, "−");
    }

  return g_string_free (text, FALSE);
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
    *again = g_intern_string (_("the photo has changed"));
  else
    {
      g_autofree char *changes = changes_of (run->filter, old[1], new[1]);

      *again = *changes ? g_intern_string (changes) : NULL;
    }

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
