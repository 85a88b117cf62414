/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simple fuzzer without coverage, for all compilers and for the short tests: it tries the inputs of a corpus, then random
 * changes of them. libFuzzer finds more (tests/soak).
 *
 *   fuzz-NAME CORPUS [CASES [SEED]]
 */
#include "fuzz.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES 4096

static GByteArray *input;       /* the current input */

/* Stores the input that ended the process, for CORPUS in another run. */
static void
keep_input (int number)
{
  g_autofree char *text = g_base64_encode (input->data, input->len);

  g_printerr ("# this input, in base64, ends with signal %d: %s\n", number, text);
  signal (number, SIG_DFL);
  raise (number);
}

static GPtrArray *
read_corpus (const char *folder)
{
  GPtrArray      *corpus = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);

  for (const char *name = dir ? g_dir_read_name (dir) : NULL; name; name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char            *text;
      gsize            size;

      if (g_file_get_contents (path, &text, &size, NULL))
        g_ptr_array_add (corpus, g_bytes_new_take (text, size));
    }

  return corpus;
}

static void
change (TestRandom *random)
{
  static const guint8 likely[] = { 0, 1, 127, 128, 255, '-', '.', '=', ' ', '\n', '[', ']' };
  guint at = (guint) test_random_int (random, 0, (int) MAX (input->len, 1) - 1);
  guint n = (guint) test_random_int (random, 1, 8);

  switch (test_random_int (random, 0, 4))
    {
    case 0:
      if (at < input->len)
        input->data[at] ^= (guint8) (1 << test_random_int (random, 0, 7));
      break;
    case 1:
      if (at < input->len)
        input->data[at] = likely[test_random_int (random, 0, G_N_ELEMENTS (likely) - 1)];
      break;
    case 2:
      if (at < input->len)
        g_byte_array_remove_range (input, at, MIN (input->len - at, n));
      break;
    case 3:
      g_byte_array_append (input, &likely[test_random_int (random, 0, G_N_ELEMENTS (likely) - 1)], 1);
      break;
    default:
      if (at < input->len && input->len < MOST_BYTES / 2)
        {
          g_autofree guint8 *part = g_memdup2 (input->data + at, input->len - at);

          g_byte_array_append (input, part, input->len - at);
        }
    }
}

int
main (int argc, char **argv)
{
  g_autoptr (GPtrArray) corpus = read_corpus (argc > 1 ? argv[1] : ".");
  int                   n_cases = argc > 2 ? atoi (argv[2]) : 2000;
  guint64               seed = argc > 3 ? g_ascii_strtoull (argv[3], NULL, 10) : (guint64) g_get_real_time () % 1000000;
  TestRandom            random = { seed };

  test_note ("seed %" G_GUINT64_FORMAT, seed);
  input = g_byte_array_new ();
  signal (SIGABRT, keep_input);
  signal (SIGTRAP, keep_input);
  signal (SIGSEGV, keep_input);
  test_ok (corpus->len > 0, "there are %u inputs to begin with", corpus->len);
  for (int i = 0; corpus->len && i < (int) corpus->len + n_cases; i++)
    {
      guint  which = i < (int) corpus->len ? (guint) i : (guint) test_random_int (&random, 0, (int) corpus->len - 1);
      gsize  size;
      const guint8 *data = g_bytes_get_data (corpus->pdata[which], &size);

      g_byte_array_set_size (input, 0);
      g_byte_array_append (input, data, (guint) size);
      for (int n = i < (int) corpus->len ? 0 : test_random_int (&random, 1, 8); n > 0; n--)
        change (&random);
      LLVMFuzzerTestOneInput (input->data, input->len);
    }
  test_ok (TRUE, "%d inputs made of them do no harm", n_cases);
  g_byte_array_unref (input);

  return test_done ();
}
