/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The statements: the computations of the rungs in plain C. Images are packed rows; levels are 0 to 255. Compile with
 * -ffp-contract=off. A function computes rows y0 to y1 - 1, so that threads can share the work.
 */
#pragma once

#include <glib.h>

/* 000: R. Sadhu, Sobel Edge Detection and Image Sharpening in CUDA using Libtorch. Outside is 0. */
void plain_sobel   (const float *in, float *out, int width, int height);
void plain_sharpen (const float *in, float *out, int width, int height);

/* 001: D. Persson Proos, B. Rodríguez Gálvez, GPU Accelerated Edge Detection, 2018. Outside is the nearest pixel. */
extern const float plain_conv3_filter[9], plain_conv5_filter[25], plain_conv5_side[5];
void plain_conv      (const float *in, float *out, int width, int height, int radius, int y0, int y1);
void plain_conv_edge (const float *in, float *out, int width, int height);

/* 002: M. Černáč, Cannyho detekce hran na platformě CUDA, 2017. */
extern const float plain_gauss_side[5], plain_gauss_whole_filter[25];
void plain_grey_709       (const guint8 *rgb, guint8 *grey, gsize n);
void plain_gauss_x        (const guint8 *in, float *out, int width, int height);
void plain_gauss_y        (const float *in, guint8 *out, int width, int height);
void plain_gauss_whole    (const guint8 *in, guint8 *out, int width, int height, int y0, int y1);
void plain_gradient       (const guint8 *in, float *magnitude, float *direction, int width, int height, int y0, int y1);
int  plain_octant_sector  (float direction);
void plain_thin_float     (const float *magnitude, const float *direction, float *out, int width, int height,
                           int y0, int y1);
void plain_hysteresis_queue (const float *thinned, guint8 *out, int width, int height, float low, float high);

/* 003: J. Lam, Edge Detection - Canny Filter Implementation, 2021, after Y. Luo and R. Duraiswami, Canny Edge
 * Detection on NVIDIA CUDA, 2008. */
enum { PLAIN_NONE = 0, PLAIN_WEAK = 0x60, PLAIN_NEW = 0x90, PLAIN_EDGE = 0xff };

void plain_grey_601       (const guint8 *rgb, guint8 *grey, gsize n);
void plain_grey_601_float (const guint8 *rgb, guint8 *grey, gsize n);
void plain_ungrey         (const guint8 *grey, guint8 *rgb, gsize n);
int  plain_blur_taps      (double sigma);
void plain_blur_side      (double sigma, float *side);
void plain_blur_filter    (double sigma, float *filter);
void plain_blur_whole     (const guint8 *in, guint8 *out, int width, int height, const float *filter, int taps,
                           int y0, int y1);
void plain_blur_along_y   (const guint8 *in, guint8 *out, int width, int height, const float *side, int taps,
                           int y0, int y1);
void plain_blur_along_x   (const guint8 *in, guint8 *out, int width, int height, const float *side, int taps,
                           int y0, int y1);

/* A variant of the Sobel step for the experiments. */
typedef struct
{
  gboolean printed;     /* the sector as printed: 9/8 in integers */
  gboolean wraps;       /* roots above 255 lose their upper bits */
  gboolean kept_ties;   /* thinning keeps one of two equal neighbours, as ours does */
} PlainSlips;

int  plain_sector         (int v, int h);
int  plain_sector_float   (int v, int h);
int  plain_sector_printed (int v, int h);
void plain_sobel_bytes    (const guint8 *in, guint8 *magnitude, guint8 *sector, int width, int height,
                           const PlainSlips *slips, int y0, int y1);
void plain_thin_bytes     (const guint8 *magnitude, const guint8 *sector, guint8 *out, int width, int height,
                           const PlainSlips *slips, int y0, int y1);
void plain_threshold      (const guint8 *in, guint8 *out, gsize n, int low, int high);
int  plain_hysteresis     (const guint8 *classes, guint8 *out, int width, int height, int tile, int n_passes);
void plain_hysteresis_depth (const guint8 *classes, guint8 *out, int width, int height);

/* 004: Mali OpenCL SDK 1.1.0, Sobel Filter. The outermost ring is not written. */
void plain_sobel_shifted  (const guint8 *in, gint8 *dx, gint8 *dy, int width, int height, int stride, int y0, int y1);
void plain_combine        (const gint8 *dx, const gint8 *dy, guint8 *out, gsize n);
void plain_channels       (const gint8 *const *derivatives, guint8 *out, gsize n);
