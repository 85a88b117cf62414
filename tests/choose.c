/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Automatic choice, on machines that are made up: a call or a dialog is played through, band
 * by band, on the CPU and on the GPU, and the one that was chosen may take
 * at most a tenth longer than the other. Machines are not what they were
 * measured to be, either. And: what was measured on another machine is not used.
 */
#include "support.h"

#include "engine/choose.h"

#include <glib/gstdio.h>
#include <math.h>

/* Rows that arrive at a time, and the shares of Canny that cannot begin before
 * the last of them, and of the GPU's start that it takes from the arrival. */
#define BAND 1024
#define HYSTERESIS 0.1
#define SLOWER_ARRIVAL 0.1

/* Renders of a dialog after its first. */
#define LIVE_MORE 19

/* A process of the plug-in, and a result's way back, in milliseconds and
 * nanoseconds for a byte. */
#define PROCESS_MS 40
#define WRITE_NS 1.0

typedef struct
{
  const char *name;
  CeCosts     costs;
} Machine;

static const Machine machines[] = {
  { "two cores, large GPU", { { 0.5, 0.6, 0.5, 0.7 }, 0.7, 2, TRUE, 180, 0.3, 0.04, 0.02, 0.002, 1.4 } },
  { "two cores, GPU that starts at once", { { 0.5, 0.6, 0.5, 0.7 }, 0.7, 2, TRUE, 20, 0.3, 0.1, 0.05, 0.005, 1.4 } },
  { "one core, small GPU", { { 1.5, 2.0, 1.8, 3.0 }, 2.0, 1, TRUE, 150, 1, 0.3, 0.4, 0.05, 1.8 } },
  { "four slow cores, small GPU", { { 1.0, 1.2, 1.1, 2.0 }, 1.2, 4, TRUE, 120, 0.5, 0.15, 0.2, 0.03, 1.2 } },
  { "sixteen cores, large GPU", { { 0.06, 0.08, 0.07, 0.1 }, 0.09, 16, TRUE, 160, 0.2, 0.03, 0.02, 0.002, 1.0 } },
  { "eight cores, GPU on a slow bus", { { 0.2, 0.2, 0.2, 0.3 }, 0.25, 8, TRUE, 250, 1, 1.5, 0.05, 0.01, 1.4 } },
};

typedef struct
{
  CeView          source;
  CeView          result;
  const CeFilter *filter;
  CeParams        params;
  int             n_more;       /* renders of a dialog, when all rows are there */
} Call;

static double
n_pixels (const CeView *view)
{
  return (double) view->width * view->height;
}

static double
n_bytes (const CeView *view)
{
  return n_pixels (view) * view->channels * ce_type_size (view->type);
}

static int
n_taps (const Call *call)
{
  gboolean blurs = call->filter->id == CE_FILTER_CANNY || call->filter->id == CE_FILTER_LAPLACIAN
                   || (call->filter->id == CE_FILTER_SHARPEN && call->params.method == CE_METHOD_UNSHARP);

  return blurs && call->params.sigma > 0 ? 2 * (int) ceil (3 * call->params.sigma) + 1 : 0;
}

/* What is done of the work that has arrived, band by band; the rest with all threads. */
static double
play_cpu (const Machine *machine, const Call *call)
{
  const CeCosts *costs = &machine->costs;
  const double   pixel = costs->cpu_ns[call->filter->id] + n_taps (call) * costs->cpu_tap_ns;
  const double   work = n_pixels (&call->source) * pixel / 1e6;
  const double   late = call->filter->id == CE_FILTER_CANNY ? HYSTERESIS * work : 0;
  const double   arrival = n_bytes (&call->source) * machine->costs.arrival_ns / 1e6;
  double         waiting = 0;

  for (int y = 0; y < call->source.height; y += BAND)
    {
      const double share = MIN (BAND, call->source.height - y) / (double) call->source.height;
      const double speed = (costs->cpu_threads - 1) / costs->cpu_threads;

      /* While these rows arrive, those before are worked on. */
      waiting = MAX (0, waiting - speed * share * arrival) + share * (work - late);
    }

  return PROCESS_MS + arrival + waiting + late + call->n_more * work + n_bytes (&call->source) * WRITE_NS / 1e6;
}

static double
play_gpu (const Machine *machine, const Call *call)
{
  const CeCosts *costs = &machine->costs;
  const double   arrival = n_bytes (&call->source) * costs->arrival_ns / 1e6 + SLOWER_ARRIVAL * costs->gpu_start_ms;
  const double   work = n_pixels (&call->source) * (costs->gpu_ns + n_taps (call) * costs->gpu_tap_ns) / 1e6;
  double         arrived = 0, sent = costs->gpu_start_ms;

  for (int y = 0; y < call->source.height; y += BAND)
    {
      const double share = MIN (BAND, call->source.height - y) / (double) call->source.height;

      arrived += share * arrival;
      sent = MAX (sent, arrived) + share * n_bytes (&call->source) * costs->gpu_byte_ns / 1e6;
    }

  return PROCESS_MS + MAX (arrived, sent) + n_bytes (&call->source) * WRITE_NS / 1e6
         + (1 + call->n_more) * (costs->gpu_fixed_ms + work + n_bytes (&call->result) * costs->gpu_byte_ns / 1e6);
}

/* The machine as it may have been measured: one backend @error times what it is. */
static CeCosts
mistake (const CeCosts *costs, double cpu, double gpu)
{
  CeCosts wrong = *costs;

  for (int i = 0; i < CE_N_FILTERS; i++)
    wrong.cpu_ns[i] *= cpu;
  wrong.cpu_tap_ns *= cpu;
  wrong.gpu_start_ms *= gpu;
  wrong.gpu_ns *= gpu;
  wrong.gpu_tap_ns *= gpu;
  wrong.gpu_byte_ns *= gpu;
  wrong.arrival_ns *= gpu;

  return wrong;
}

typedef struct
{
  int    n_calls;
  int    n_cuda;
  double worst;
  char  *what;
} Outcome;

static void
play (Outcome *outcome, const Machine *machine, const CeCosts *measured, const Call *call)
{
  const double cpu = play_cpu (machine, call), gpu = play_gpu (machine, call);
  const char    *taken = (call->n_more > 0 ? ce_choose_live_with : ce_choose_with) (measured, &call->source, call->filter,
                                                                                   &call->params);
  const gboolean takes_gpu = g_str_equal (taken, "cuda");
  const double ratio = (takes_gpu ? gpu : cpu) / MIN (cpu, gpu);

  outcome->n_calls++;
  outcome->n_cuda += takes_gpu;
  if (ratio > outcome->worst)
    {
      outcome->worst = ratio;
      g_free (outcome->what);
      outcome->what = g_strdup_printf ("%s %dx%d sigma %g: cpu %.0f ms, cuda %.0f ms, took %s", call->filter->name,
                                       call->source.width, call->source.height, call->params.sigma, cpu, gpu,
                                       takes_gpu ? "cuda" : "cpu");
    }
}

/* 0.25 to 400 megapixels, sigma 0 to 20, every filter, grey and RGB. */
static void
play_all (Outcome *outcome, const Machine *machine, const CeCosts *measured, int n_more)
{
  static const int sides[] = { 500, 707, 1000, 1414, 2000, 2828, 4000, 4900, 5657, 8000, 10000, 14142, 20000 };

  for (guint i = 0; i < G_N_ELEMENTS (sides); i++)
    for (int id = 0; id < CE_N_FILTERS; id++)
      for (double sigma = 0; sigma <= 20; sigma += 0.5)
        for (int channels = 1; channels <= 3; channels += 2)
          {
            Call call = { .filter = ce_filter_get (id), .n_more = n_more };

            call.source = (CeView) { .width = sides[i], .height = sides[i], .channels = channels, .type = CE_U8 };
            ce_params_init (&call.params, call.filter);
            call.params.sigma = sigma;
            ce_filter_result_format (call.filter, &call.source, &call.result);
            play (outcome, machine, measured, &call);
          }
}

static void
bound_on (const Machine *machine, double cpu, double gpu, int n_more)
{
  Outcome outcome = { 0 };
  CeCosts measured = mistake (&machine->costs, cpu, gpu);

  play_all (&outcome, machine, &measured, n_more);
  test_ok (outcome.worst <= 1.1, "%s, measured %g and %g times: %d %s, %d on the GPU, at worst %.3f times the better (%s)",
           machine->name, cpu, gpu, outcome.n_calls, n_more ? "dialogs" : "calls", outcome.n_cuda, outcome.worst, outcome.what);
  g_free (outcome.what);
}

static void
kept_costs (void)
{
  g_autofree char *folder = g_dir_make_tmp ("ce-costs-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "costs.ini", NULL);
  g_autofree char *machine = ce_costs_machine ();
  g_autofree char *other = g_strconcat (machine, "0", NULL);
  CeCosts          costs = machines[3].costs, loaded;

  test_ok (ce_costs_save (&costs, path, machine), "costs are kept");
  test_ok (ce_costs_load (&loaded, path, machine) && memcmp (&costs, &loaded, sizeof costs) == 0, "and come back as they were");
  test_ok (! ce_costs_load (&loaded, path, other), "but not where driver, device or code is another");
  test_ok (! strchr (machine, '\n') && strstr (machine, "code ") != NULL, "what they depend on: %s", machine);

  g_unlink (path);
  g_rmdir (folder);
}

/* A folder like that of NVIDIA's driver, of one GPU. */
static char *
describe (const char *model, int interrupt)
{
  g_autofree char *folder = g_dir_make_tmp ("ce-gpus-XXXXXX", NULL);
  g_autofree char *gpu = g_build_filename (folder, "0000:0a:00.0", NULL);
  g_autofree char *path = g_build_filename (gpu, "information", NULL);
  g_autofree char *text = g_strdup_printf ("Model: \t\t %s\nIRQ:   \t\t %d\nBus Type: \t PCIe\n", model, interrupt);
  char            *result;

  g_mkdir (gpu, 0700);
  g_file_set_contents (path, text, -1, NULL);
  result = ce_costs_describe_gpus (folder);
  g_unlink (path);
  g_rmdir (gpu);
  g_rmdir (folder);

  return result;
}

/* Costs would be measured again after each start of the machine. */
static void
same_gpu (void)
{
  g_autofree char *first = describe ("NVIDIA H200", 120);
  g_autofree char *again = describe ("NVIDIA H200", 133);
  g_autofree char *other = describe ("NVIDIA L4", 120);
  g_autofree char *none = ce_costs_describe_gpus ("/no/such/folder");

  test_ok (g_str_equal (first, "NVIDIA H200") && g_str_equal (again, first),
           "a GPU is the same with another interrupt: %s, %s", first, again);
  test_ok (g_str_equal (other, "NVIDIA L4") && g_str_equal (none, ""), "another is another: %s", other);
}

int
main (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      for (int n_more = 0; n_more <= LIVE_MORE; n_more += LIVE_MORE)
        {
          bound_on (&machines[i], 1, 1, n_more);
          bound_on (&machines[i], 1.04, 1 / 1.04, n_more);
          bound_on (&machines[i], 1 / 1.04, 1.04, n_more);
        }
    }
  kept_costs ();
  same_gpu ();

  return test_done ();
}
