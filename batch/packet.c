/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record in XMP, and XMP in files where libvips leaves it out or compresses it.
 */
#include "batch.h"

#include <string.h>

#define RDF "xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\""
#define ELEMENT "cuda-edges:made"
#define OPENING "<rdf:Description " RDF " rdf:about=\"\" xmlns:cuda-edges=\"urn:cuda-edges\"><" ELEMENT ">"
#define CLOSING "</" ELEMENT "></rdf:Description>"
#define BEGIN "<?xpacket begin=\"\xef\xbb\xbf\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF " RDF ">"
#define END "</rdf:RDF></x:xmpmeta>\n<?xpacket end=\"w\"?>"

/* What a result's XMP does not keep: a record, as an element or, after other programs wrote it, as an attribute, and the
 * mark of a second part of the XMP, which libvips does not read. */
#define OURS "<" ELEMENT "[^>]*>[^<]*</" ELEMENT ">"
#define NOT_KEPT "<rdf:Description[^<>]*>\\s*" OURS "\\s*</rdf:Description>|" OURS \
  "|\\s(?:" ELEMENT "|[\\w.-]+:HasExtendedXMP)\\s*=\\s*(?:\"[^\"]*\"|'[^']*')" \
  "|<([\\w.-]+:HasExtendedXMP)[^>]*>[^<]*</\\1>"

/* The head of a JPEG's segment of XMP, with a zero byte at its end, and the most bytes behind it. */
#define HEAD "http://ns.adobe.com/xap/1.0/"
#define LONGEST 65502

/* Returns the last end of an RDF, whose prefix may be any, in @text, or NULL. */
static const char *
end_of (const char *text)
{
  for (const char *at = g_strrstr (text, "</"); at; at = g_strrstr_len (text, at - text, "</"))
    {
      const char *name = at + 2, *local = name + strcspn (name, ":>");

      local = *local == ':' ? local + 1 : name;
      if (g_str_has_prefix (local, "RDF") && (local[3] == '>' || g_ascii_isspace (local[3])))
        return at;
    }

  return NULL;
}

/* Returns @xmp, which may be NULL, with @record in place of an older record. Sets @whole, which may be NULL, to whether all
 * of it is there: a text that is no XMP is left out. */
char *
ce_record_into_xmp (const char *record, const char *xmp, gsize size, gboolean *whole)
{
  g_autoptr (GRegex) not_kept = g_regex_new (NOT_KEPT, G_REGEX_RAW | G_REGEX_OPTIMIZE, 0, NULL);
  g_autofree char   *text = g_strndup (xmp ? xmp : "", size);
  g_autofree char   *kept = g_regex_replace_literal (not_kept, text, -1, 0, "", 0, NULL);
  const char        *end = kept ? end_of (kept) : NULL;

  if (whole)
    *whole = size == 0 || (end && ! strstr (text, ":HasExtendedXMP"));

  return end ? g_strdup_printf ("%.*s" OPENING "%s" CLOSING "%s", (int) (end - kept), kept, record, end)
             : g_strconcat (BEGIN OPENING, record, CLOSING END, NULL);
}

/* Returns the record in @xmp, an element or, after other programs wrote it, an attribute; NULL if there is none. */
char *
ce_record_from_xmp (const char *xmp, gsize size)
{
  g_autofree char *text = g_utf8_make_valid (xmp, (gssize) size);
  const char      *name = strstr (text, ELEMENT), *record = name ? name + strlen (ELEMENT) : "";

  record += strspn (record, " =>\"'");

  return name ? g_strndup (record, strcspn (record, "<\"'")) : NULL;
}

/* Returns where a JPEG XL has its compressed XMP, and its size; 0 if it has none. */
static gsize
find_box (const char *bytes, gsize n, guint32 *size)
{
  for (gsize at = 0; at + 12 <= n; at += *size)
    {
      memcpy (size, bytes + at, 4);
      *size = GUINT32_FROM_BE (*size);
      if (*size < 8 || at + *size > n)
        return 0;
      if (memcmp (bytes + at + 4, "brobxml ", 8) == 0)
        return at;
    }

  return 0;
}

/* Returns where XMP may stand in a JPEG, which is behind JFIF and EXIF; 0 if it is no JPEG. */
static gsize
find_segment (const char *bytes, gsize n)
{
  gsize   at = n > 12 && memcmp (bytes, "\xff\xd8\xff", 3) == 0 ? 2 : 0;
  guint16 length;

  while (at && at + 12 < n && (bytes[at + 1] == '\xe0' || memcmp (bytes + at + 4, "Exif", 4) == 0))
    {
      memcpy (&length, bytes + at + 2, 2);
      at += 2 + GUINT16_FROM_BE (length);
    }

  return at < n ? at : 0;
}

/* Returns the file @bytes (transfer full) with @xmp: a JPEG gets it as a segment, because libvips leaves large XMP out, and
 * a JPEG XL without compression, so that its record can be found in the bytes. Other files stay as they are. */
char *
ce_xmp_put (char *bytes, gsize *n, const char *xmp, gsize size)
{
  guint32          n_old = 0, box = GUINT32_TO_BE ((guint32) size + 8);
  guint16          segment = GUINT16_TO_BE ((guint16) (2 + sizeof HEAD + size));
  gsize            in_box = find_box (bytes, *n, &n_old), at = in_box ? in_box : find_segment (bytes, *n);
  g_autofree char *old = bytes;
  GString         *file;

  if (! at || (! in_box && size > LONGEST))
    return g_steal_pointer (&old);
  file = g_string_new_len (old, (gssize) at);
  if (in_box)
    g_string_append_len (g_string_append_len (file, (const char *) &box, 4), "xml ", 4);
  else
    {
      g_string_append_len (g_string_append (file, "\xff\xe1"), (const char *) &segment, 2);
      g_string_append_len (file, HEAD, sizeof HEAD);
    }
  g_string_append_len (file, xmp, (gssize) size);
  at += in_box ? n_old : 0;
  g_string_append_len (file, old + at, (gssize) (*n - at));
  *n = file->len;

  return g_string_free (file, FALSE);
}
