/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pixels in memory, errors, places to compute, progress, times and devices. Programs include cuda-edges.h alone.
 */
#ifndef CE_TYPES_H
#define CE_TYPES_H

#include "params.h"

G_BEGIN_DECLS

/**
 * CeType:
 * @CE_U8: unsigned bytes; the level is the value
 * @CE_U16: unsigned words in the perceptual (non-linear) encoding; the level is (value / 65535) * 255
 * @CE_F32: floats in the perceptual (non-linear) encoding; the level is the value times 255, or 0 if that is not finite
 *
 * The type of one sample.
 */
typedef enum
{
  CE_U8,
  CE_U16,
  CE_F32
} CeType;

/* The largest width and height, pixels: four times GIMP's. Up to it sums of 32 bits suffice, and so do CUDA's grids of
 * tiles, which have at most 65,535 rows of blocks. */
#define CE_MAX_SIDE 2000000

/**
 * CeView:
 * @data: the first sample of the first row
 * @stride: bytes from one row to the next
 * @width: pixels in a row
 * @height: rows
 * @channels: samples in a pixel: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA;
 *   alpha is straight (not premultiplied)
 * @type: type of every sample
 *
 * A picture; the memory belongs to somebody else.
 */
typedef struct
{
  guint8 *data;
  gsize   stride;
  int     width;
  int     height;
  int     channels;
  CeType  type;
} CeView;

/**
 * CePoint:
 * @x, @y: a pixel
 */
typedef struct { int x, y; } CePoint;

/**
 * CeArea:
 * @x, @y: the first column and row
 * @width, @height: columns and rows
 *
 * A rectangle of a picture, in pixels.
 */
typedef struct
{
  int x;
  int y;
  int width;
  int height;
} CeArea;

/**
 * CeError:
 * @CE_ERROR_CANCELLED: the progress function returned %FALSE; not a failure to report
 * @CE_ERROR_NO_MEMORY: host or device memory did not suffice
 * @CE_ERROR_UNAVAILABLE: the backend cannot be used on this machine, for a reason that has no code of its own
 * @CE_ERROR_DEVICE: the device failed while it worked
 * @CE_ERROR_INVALID: a parameter or an argument is not allowed
 * @CE_ERROR_LATER: the device is being made ready for the filter
 * @CE_ERROR_NOT_BUILT: the backend cannot be used because this build has none
 * @CE_ERROR_NO_DRIVER: the same, because its driver is not installed
 * @CE_ERROR_OLD_DRIVER: the same, because its driver is too old
 * @CE_ERROR_UPDATED_DRIVER: the same, because its driver was updated while the machine ran
 * @CE_ERROR_NO_GPU: the same, because the machine has no GPU for it
 * @CE_ERROR_HIDDEN_GPU: the same, because an environment variable hides every GPU
 *
 * The codes of errors.
 */
typedef enum
{
  CE_ERROR_CANCELLED,
  CE_ERROR_NO_MEMORY,
  CE_ERROR_UNAVAILABLE,
  CE_ERROR_DEVICE,
  CE_ERROR_INVALID,
  CE_ERROR_LATER,
  CE_ERROR_NOT_BUILT,
  CE_ERROR_NO_DRIVER,
  CE_ERROR_OLD_DRIVER,
  CE_ERROR_UPDATED_DRIVER,
  CE_ERROR_NO_GPU,
  CE_ERROR_HIDDEN_GPU
} CeError;

/**
 * CeVariant:
 * @CE_VARIANT_BEST: the fastest one of the machine
 * @CE_VARIANT_PLAIN: the specification
 * @CE_VARIANT_BASE: the one of every machine
 * @CE_VARIANT_V3: x86-64-v3: AVX2
 * @CE_VARIANT_V4: x86-64-v4: AVX-512
 *
 * An instruction set of the CPU backend.
 */
typedef enum { CE_VARIANT_BEST, CE_VARIANT_PLAIN, CE_VARIANT_BASE, CE_VARIANT_V3, CE_VARIANT_V4, CE_N_VARIANTS } CeVariant;

/* The first device. */
#define CE_DEVICE_FIRST -1

/**
 * CePlace:
 * @choice: the CPU, CUDA, or automatic: the one that ends sooner
 * @device: number of the GPU, or %CE_DEVICE_FIRST
 * @variant: of the CPU
 * @may_fall_back: the place was chosen, not named: the CPU continues if it fails
 *
 * A place to compute: a backend, its device, its variant.
 */
typedef struct
{
  CeBackendChoice choice;
  int             device;
  CeVariant       variant;
  gboolean        may_fall_back;
} CePlace;

/**
 * CeStart:
 * @CE_START_FIND: its driver and its devices are found, and none is started
 * @CE_START_NOW: it is started; blocks
 * @CE_START_SOON: it is started on a thread of its own, so that its start overlaps with the arrival of pixels
 *
 * What ce_place_start() does.
 */
typedef enum { CE_START_FIND, CE_START_NOW, CE_START_SOON } CeStart;

/**
 * CeProgressFunc:
 * @share: the share done, 0 to 1
 * @data: of the caller
 *
 * Called on the thread that renders, about every 10 ms.
 *
 * Returns: %FALSE to cancel
 */
typedef gboolean (*CeProgressFunc) (double share, gpointer data);

/* A task of ce_threads_run(), 0 to the number of tasks less 1; any thread runs it. */
typedef void (*CeTask) (int task, gpointer data);

/* A progress, or a section of one. */
typedef struct
{
  CeProgressFunc func;          /* nullable */
  gpointer       data;
  double         before;        /* shares of the whole that come before the section and after it */
  double         after;
} CeProgress;

/**
 * CeTimes:
 * @start_ms: the device's start; 0 once it runs
 * @upload_ms: the source's way to the device, with the first render
 * @compute_ms: computing alone
 * @download_ms: the result's way to the host
 * @total_ms: wall time of the render for its caller
 *
 * The times of the last render, in milliseconds.
 */
typedef struct
{
  double start_ms;
  double upload_ms;
  double compute_ms;
  double download_ms;
  double total_ms;
} CeTimes;

/**
 * CeDevice:
 * @name: for users: "NVIDIA H200", or the CPU's instruction set "x86-64-v4"
 * @threads: threads of the CPU, else 0
 * @memory: bytes of device memory, 0 for the CPU
 * @major, @minor: CUDA compute capability, else 0
 * @driver: CUDA version that the driver supports, 1000 * major + 10 * minor, else 0
 * @has_started: atomic: whether it runs in this process
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * A device of a backend.
 */
typedef struct
{
  char    name[256];
  int     threads;
  guint64 memory;
  int     major;
  int     minor;
  int     driver;
  int     has_started;
  char   *refusal;
} CeDevice;

/**
 * CeDeviceEntry:
 * @place: the CPU or a GPU; CUDA as such if no GPU can be named
 * @device: (nullable): the device; %NULL if there is none
 * @refusal: (nullable): the reason why it cannot be used, one sentence, as far as it is known without a start
 *
 * One entry of the list.
 */
typedef struct
{
  CePlace         place;
  const CeDevice *device;
  const char     *refusal;
} CeDeviceEntry;

/**
 * CeUse:
 * @CE_USE_ONCE: one render, in a process that ends with it
 * @CE_USE_LIVE: renders whenever a slider moves
 *
 * The use of a session.
 */
typedef enum { CE_USE_ONCE, CE_USE_LIVE } CeUse;

/**
 * CeTestingFault:
 * @CE_FAULT_START: CUDA does not start
 * @CE_FAULT_MEMORY: no device memory can be allocated
 * @CE_FAULT_LAUNCH: no kernel can be launched
 *
 * Faults of CUDA.
 */
typedef enum { CE_FAULT_START = 1, CE_FAULT_MEMORY = 2, CE_FAULT_LAUNCH = 4 } CeTestingFault;

/**
 * CeTesting:
 * @threads: threads of the CPU backend; 0 is one per processor
 * @keep_memory: bytes that the CPU may keep between renders; 0 is its own limit
 * @cuda_memory: bytes of device memory of a job; 0 is nearly all
 * @cuda_taps: taps between two polls of Cancel, so that small images are cut, too; 0 is the best number
 * @cuda_fail: #CeTestingFault bits
 * @idle: seconds after which operations release unused memory; 0 is their own limit
 * @soon: a dialog shows the visible part of every result first, and a slow effect is computed in blocks
 * @trace: a dialog prints its steps and their times
 * @compare_with: (nullable): the place that a dialog compares the CPU with, "cpu:plain"
 *
 * Read once from CE_TESTING, a list like "threads=2 cuda-fail=start,launch trace"; 0 everywhere without it. Test programs
 * may set members.
 */
typedef struct
{
  int      threads;
  gint64   keep_memory;
  gint64   cuda_memory;
  gint64   cuda_taps;
  guint    cuda_fail;
  int      idle;
  gboolean soon;
  gboolean trace;
  char    *compare_with;
} CeTesting;

G_END_DECLS

#endif
