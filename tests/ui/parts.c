/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tests the parts of the dialog without a toolkit: commands to copy, and the render thread.
 */
#include "tests/support/support.h"

#include <string.h>

#include <glib/gstdio.h>

#include "live/commands.h"
#include "live/render.h"

/* Checks copied commands with a file for lines. */
static void
copied_lines (void)
{
  const CeFilter *lines = ce_filter_get_lines ();
  CeCommandImage  image = { 7, "photo.png", "/tmp/photo.png", FALSE, "/tmp/a \"b\" 'c'.svg" };
  CeParams        params;
  g_autofree char *scheme = NULL, *python = NULL, *shell = NULL;

  ce_params_init (&params, lines);
  params.lines_output = CE_LINES_TO_SVG;
  scheme = ce_command_script_fu (lines, &params, &image);
  python = ce_command_python (lines, &params, &image);
  image.svg = NULL;
  shell = ce_command_shell (lines, &params, &image);
  test_ok (strstr (scheme, " #:output \"svg\" #:svg-width 0 #:stroke 0 #:file \"/tmp/a \\\"b\\\" 'c'.svg\"") != NULL, "Script-Fu names the file of lines");
  test_ok (strstr (python, "config.set_property('file', Gio.File.new_for_path('/tmp/a \"b\" \\'c\\'.svg'))\n") != NULL, "so does Python");
  test_ok (strstr (shell, "result.xcf") && ! strstr (shell, "#:file"), "a shell's path goes into an XCF file");
}

static void
copied_commands (void)
{
  const CeFilter *filter = ce_filter_get (CE_FILTER_CANNY);
  CeParams        params;
  g_autofree char *scheme = NULL, *python = NULL, *shell = NULL;
  CeCommandImage  saved = { 7, "it's a \"photo\"\n.png", "/tmp/it's a \"photo\"\n.png", FALSE, NULL };
  CeCommandImage  unsaved = { 7, "[Untitled]", NULL, FALSE, NULL };
  CeCommandImage  imported = { 7, "[photo] (imported)", "/tmp/photo.jpg", TRUE, NULL };

  ce_params_init (&params, filter);
  params.sigma = 0.1 + 0.2;
  params.stage = CE_STAGE_THINNED;
  scheme = ce_command_script_fu (filter, &params, &saved);
  python = ce_command_python (filter, &params, &saved);
  shell = ce_command_shell (filter, &params, &saved);

  test_ok (strstr (scheme, "#:low 40 ") && strstr (scheme, "#:stage \"thinned\""), "Script-Fu: short numbers, quoted choices");
  test_ok (strstr (scheme, "#:sigma 0.30000000000000004 ") != NULL, "all digits where they matter");
  test_ok (strstr (python, "config.set_property('sigma', 0.30000000000000004)\n") != NULL, "Python");
  test_ok (strstr (shell, "#:stage \"thinned\"") && strstr (shell, "--quit"), "shell");

  test_ok (strstr (scheme, "(known \"/tmp/it's a \\\"photo\\\"\n.png\")") && strstr (scheme, "(member 7 open)") != NULL,
           "Script-Fu finds its image by file and number");
  test_ok (strstr (python, "known = '/tmp/it\\'s a \"photo\"\\x0a.png'\n") && strstr (python, "get_id() != 7") != NULL, "so does Python");
  test_ok (strstr (shell, "RUN-NONINTERACTIVE \"/tmp/it'\\''s a \\\"photo\\\"\n.png\"") != NULL, "the shell command reads its file");
  test_ok (g_str_has_prefix (scheme, "; “it's a \"photo\" .png”, /tmp/it's a \"photo\" .png\n(let*"),
           "a line end in a name does not end the remark");
  g_free (scheme);
  scheme = ce_command_script_fu (filter, &params, &unsaved);
  test_ok (strstr (scheme, "find ((ids first))") && strstr (scheme, "(equal? known (car (gimp-image-get-name") != NULL,
           "one without a file is found by number and name, and no other");
  g_free (scheme);
  g_free (python);
  scheme = ce_command_script_fu (filter, &params, &imported);
  python = ce_command_python (filter, &params, &imported);
  test_ok (strstr (scheme, "(known \"/tmp/photo.jpg\")") && strstr (scheme, "(equal? known (car (gimp-image-get-imported-file")
           && strstr (python, "image.get_imported_file().get_path() == known"), "one that was imported by the file it came from");
  copied_lines ();
}

/* The render thread's events: the number of results, and the last one's generation. The loop ends with an event of @kind. */
typedef struct { GMainLoop *loop; CeEventKind kind; guint generation; int n_rendered; guint rendered; char *error; } Heard;

static void
hear (const CeEvent *event, gpointer data)
{
  Heard *heard = data;

  if (event->kind == CE_EVENT_RENDERED)
    {
      heard->n_rendered++;
      heard->rendered = event->generation;
    }
  if (event->kind != heard->kind || (event->kind == CE_EVENT_RENDERED && event->generation != heard->generation))
    return;
  g_free (heard->error);
  heard->error = event->error ? g_strdup (event->error->message) : NULL;
  g_main_loop_quit (heard->loop);
}

static gboolean
too_late (gpointer data)
{
  g_error ("the render has not answered for %u seconds", test_patience (30));
  return G_SOURCE_REMOVE;
}

static void
wait_for (Heard *heard, CeEventKind kind, guint generation)
{
  guint alarm = g_timeout_add_seconds (test_patience (30), too_late, NULL);

  heard->kind = kind;
  heard->generation = generation;
  g_main_loop_run (heard->loop);
  g_source_remove (alarm);
}

static gboolean
result_is (CeSession *session, const CeView *image, const CeFilter *filter, const CeParams *params)
{
  CePlace               plain = test_place ("cpu:plain");
  g_autoptr (CeSession) other = ce_session_new (filter, &plain, image->width, image->height, image->channels,
                                                image->type, NULL);
  const CeView         *a = ce_session_get_result (session), *b;

  ce_session_put_rows (other, 0, image->height, image->data, image->stride);
  ce_session_render (other, params, NULL, NULL, NULL);
  b = ce_session_get_result (other);
  for (int y = 0; y < a->height; y++)
    if (memcmp (ce_view_row (a, y), ce_view_row (b, y), a->width) != 0)
      return FALSE;

  return TRUE;
}

/* Makes a hundred changes while the screen is drawn all the time. */
static void
overtaken_requests (CeRender *render, Heard *heard, CeParams *params)
{
  CePainter *painter = ce_render_get_painter (render);
  guint      generation = 0;

  for (int i = 0; i < 100; i++)
    {
      CeFrame *frame = NULL;

      params->low = 10 + i;
      generation = ce_render_ask (render, &(CeRequest) { .params = *params });
      if (i % 7 == 0)
        frame = ce_painter_paint (painter, &(CeViewport) { .region = { .scale = 0.5, .x = i, .width = 30, .height = 20 } });
      ce_frame_unref (frame);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (500);
    }
  if (heard->rendered != generation)           /* on a busy machine the last one may be answered already */
    wait_for (heard, CE_EVENT_RENDERED, generation);
  test_ok (heard->n_rendered > 1 && heard->n_rendered <= 101, "of 100 changes the last is answered, and some before it");
  test_note ("%d results", heard->n_rendered);
}

static void
working_thread (void)
{
  const CeFilter *filter = ce_filter_get (CE_FILTER_CANNY);
  Heard           heard = { .loop = g_main_loop_new (NULL, FALSE) };
  CeRender       *render = ce_render_new (filter, hear, &heard);
  CePlace         cpu = { .choice = CE_BACKEND_CPU };
  CePlace         nowhere = test_place ("cuda:77");
  CeSession      *session = ce_session_new (filter, &cpu, 301, 203, 3, CE_U8, NULL);
  TestRandom      random = { 7 };
  CeView          image;
  CeParams        params;
  CeFrame        *frame;

  test_image_init (&image, 301, 203, 3, CE_U8);
  for (int y = 0; y < image.height; y++)
    for (int x = 0; x < image.width * 3; x++)
      ((guint8 *) ce_view_row (&image, y))[x] = (guint8) (x / 3 / 20 * 20 + test_random_int (&random, 0, 60));
  ce_params_init (&params, filter);

  ce_session_keep_stages (session);
  ce_render_start (render, &cpu);
  wait_for (&heard, CE_EVENT_STARTED, 0);
  ce_render_take_session (render, session, TRUE);
  ce_render_set_detail (render, &(CeArea) { 10, 10, 60, 40 });
  ce_render_ask (render, &(CeRequest) { .params = params });
  for (int y = 0; y < image.height; y += 64)
    {
      int n = MIN (64, image.height - y);

      ce_session_put_rows (session, y, n, ce_view_row (&image, y), image.stride);
      ce_render_rows_arrived (render, y + n);
    }
  wait_for (&heard, CE_EVENT_RENDERED, 1);
  overtaken_requests (render, &heard, &params);

  ce_render_set_place (render, &nowhere);
  wait_for (&heard, CE_EVENT_FAILED, 0);
  test_ok (heard.error && test_is_sentence (heard.error), "a backend that cannot be used is one sentence: %s", heard.error);
  frame = ce_painter_paint (ce_render_get_painter (render),
                            &(CeViewport) { .region = { .scale = 0.5, .width = 30, .height = 20 } });
  test_ok (frame->before && ! frame->after, "and the result before it is seen no more");
  ce_frame_unref (frame);
  ce_render_set_place (render, &cpu);
  wait_for (&heard, CE_EVENT_RENDERED, 101);
  test_ok (TRUE, "on the CPU the last request is rendered again");
  params.high = 200;
  wait_for (&heard, CE_EVENT_RENDERED, ce_render_ask (render, &(CeRequest) { .params = params }));
  test_ok (TRUE, "and the CPU goes on with the same pixels");

  session = ce_render_steal (render);
  test_ok (session && result_is (session, &image, filter, &params), "the session handed over has the last request's result");
  ce_session_free (session);
  ce_render_free (render);
  test_image_clear (&image);
  g_free (heard.error);
  g_main_loop_unref (heard.loop);
}

static void
found_differences (void)
{
  guint8       a[12] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, b[12];
  CeView       one = { a, 6, 2, 2, 3, CE_U8 }, two = { b, 6, 2, 2, 3, CE_U8 };
  CeDifference difference;

  memcpy (b, a, sizeof b);
  ce_difference_find (&one, &two, &difference);
  test_ok (difference.pixels == 0 && difference.largest == 0, "the same pictures do not differ");
  b[3] = 14;
  b[5] = 5;
  b[11] = 0;
  ce_difference_find (&one, &two, &difference);
  test_ok (difference.pixels == 2 && difference.largest == 12, "two pixels differ, by up to 12 levels");
  b[9] = 40;
  ce_difference_find (&one, &two, &difference);
  test_ok (difference.pixels == 2 && difference.largest == 30, "the largest difference is not that of the last channel");
  test_ok (difference.n_points == 2 && difference.points[0].x == 1 && difference.points[0].y == 0
           && difference.points[1].x == 1 && difference.points[1].y == 1, "and these are they");
}

static void
compared_sides (void)
{
  const CeFilter *filter = ce_filter_get (CE_FILTER_CANNY);
  TestRandom      random = { 11 };
  CeView          image;
  CeParams        params;
  CePlace         cuda = { .choice = CE_BACKEND_CUDA };
  CeComparison   *comparison;
  char           *report;

  test_image_init (&image, 301, 203, 3, CE_U8);
  test_image_fill (&image, TEST_NATURAL, TEST_ALPHA_OPAQUE, &random);
  ce_params_init (&params, filter);
  comparison = ce_comparison_run (filter, &image, &params, &cuda, FALSE, NULL, NULL);
  report = ce_comparison_report (comparison, filter);

  test_ok (comparison->devices[CE_SIDE_CPU] && comparison->times[CE_SIDE_CPU].total_ms > 0, "the CPU computes, and is timed");
  if (comparison->errors[CE_SIDE_GPU])
    test_unavailable (comparison->errors[CE_SIDE_GPU], "why the GPU does not");
  else
    test_ok (ce_comparison_is_both (comparison) && comparison->difference.pixels == 0, "the GPU computes the same");
  test_ok (strstr (report, "sigma=1.4") && strstr (report, comparison->devices[CE_SIDE_CPU]), "the report tells how and on what");
  test_note ("%s", report);

  g_free (report);
  ce_comparison_free (comparison);
  test_image_clear (&image);
}

int
main (void)
{
  copied_commands ();
  found_differences ();
  compared_sides ();
  working_thread ();

  return test_done ();
}
