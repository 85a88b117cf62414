/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The catalogue as tables. Names and nicks are a public contract: add to them, never change them.
 */
#include "filters.h"

#define N_(text) text
#define END_CHOICES { NULL, NULL, NULL }
#define ONLY(value) (1u << (value))
#define ALWAYS { { NULL, 0 }, { NULL, 0 } }
#define WHEN(name, values) { { name, values }, { NULL, 0 } }
#define ONE_DEFAULT { NULL, { 0 } }
/* A condition and, in the dialog, a row that is folded. */
#define ADVANCED(...) __VA_ARGS__, .is_advanced = TRUE

#define CHOICE(name, label, blurb, table, def, field, step, ...) \
  { name, label, blurb, CE_PARAM_CHOICE, NULL, 0, 0, def, 0, table, G_STRUCT_OFFSET (CeParams, field), \
    CE_STEP_##step, .defaults = ONE_DEFAULT, .applies = __VA_ARGS__ }
#define NUMBER(name, label, blurb, unit, min, max, def, digits, field, step, ...) \
  { name, label, blurb, CE_PARAM_DOUBLE, unit, min, max, def, digits, NULL, G_STRUCT_OFFSET (CeParams, field), \
    CE_STEP_##step, .defaults = ONE_DEFAULT, .applies = __VA_ARGS__ }
#define BY(choice, ...) { choice, { __VA_ARGS__ } }
#define NUMBER_BY(name, label, blurb, unit, min, max, def, by, digits, field, step, ...) \
  { name, label, blurb, CE_PARAM_DOUBLE, unit, min, max, def, digits, NULL, G_STRUCT_OFFSET (CeParams, field), \
    CE_STEP_##step, .defaults = by, .applies = __VA_ARGS__ }

#define INTEGER(name, label, blurb, unit, min, max, def, field, step, ...) \
  { name, label, blurb, CE_PARAM_INT, unit, min, max, def, 0, NULL, G_STRUCT_OFFSET (CeParams, field), \
    CE_STEP_##step, .defaults = ONE_DEFAULT, .applies = __VA_ARGS__ }

#define TEXT(name, label, blurb, field, step, ...) \
  { name, label, blurb, CE_PARAM_TEXT, NULL, 0, 0, 0, 0, NULL, G_STRUCT_OFFSET (CeParams, field), \
    CE_STEP_##step, .defaults = ONE_DEFAULT, .applies = __VA_ARGS__ }

static const CeChoice backends[] = {
  { "auto", N_("Automatic"), N_("Whatever finishes sooner for this image") },
  { "cuda", N_("GPU (CUDA)"), N_("The GPU, or an error that says why not") },
  { "cpu", N_("CPU"), N_("The processor; the GPU and its driver are left alone") },
  END_CHOICES
};
#define OUTPUTS \
  { "new-layer", N_("New layer"), N_("A layer above each source layer, which stays as it is") }, \
  { "replace", N_("Replace"), N_("The pixels of the layer itself") }, \
  { "effect", N_("Effect"), N_("An effect on the layer that can be changed and removed later") }
static const CeChoice outputs[] = { OUTPUTS, END_CHOICES };
static const CeChoice canny_outputs[] = {
  OUTPUTS,
  { "path", N_("Path"), N_("The edges as a path of GIMP; “CUDA Lines” has more for that") },
  END_CHOICES
};
static const CeChoice blends[] = {
  { "normal", N_("Normal"), NULL },
  { "multiply", N_("Multiply"), NULL },
  { "screen", N_("Screen"), NULL },
  { "overlay", N_("Overlay"), NULL },
  { "soft-light", N_("Soft light"), NULL },
  { "hard-light", N_("Hard light"), NULL },
  { "darken-only", N_("Darken only"), NULL },
  { "lighten-only", N_("Lighten only"), NULL },
  { "addition", N_("Addition"), NULL },
  { "subtract", N_("Subtract"), NULL },
  { "difference", N_("Difference"), NULL },
  { "luminance", N_("Luminance"), NULL },
  END_CHOICES
};
#define LUMAS                                                                   \
  { "luma-709", N_("Rec. 709"), N_("Brightness as in sRGB and HDTV") },         \
  { "luma-601", N_("Rec. 601"), N_("Brightness as in JPEG and OpenCV") }
static const CeChoice lumas[] = {
  LUMAS,
  END_CHOICES
};
static const CeChoice lumas_and_colors[] = {
  LUMAS,
  { "strongest", N_("All colors"), N_("Red, green and blue each for itself; each pixel has the strongest one's edge") },
  END_CHOICES
};
static const CeChoice styles[] = {
  { "white-on-black", N_("White on black"), N_("Edges bright on a black ground") },
  { "black-on-white", N_("Black on white"), N_("Edges dark on a white ground") },
  { "lines", N_("Transparent lines"), N_("The foreground color on nothing, as opaque as the edge is strong") },
  END_CHOICES
};
static const CeChoice operators[] = {
  { "sobel", N_("Sobel"), N_("Weights 1, 2, 1") },
  { "scharr", N_("Scharr"), N_("Weights 3, 10, 3: the most even in all directions") },
  { "prewitt", N_("Prewitt"), N_("Weights 1, 1, 1") },
  END_CHOICES
};
static const CeChoice components[] = {
  { "magnitude", N_("Magnitude"), N_("How strong the edge is") },
  { "horizontal", N_("Horizontal derivative"), N_("Change from left to right; gray is none") },
  { "vertical", N_("Vertical derivative"), N_("Change from top to bottom; gray is none") },
  { "direction", N_("Direction"), N_("The angle of the gradient, 0 to 360° as 0 to 255") },
  END_CHOICES
};
static const CeChoice norms[] = {
  { "l2", N_("L2: √(dx² + dy²)"), N_("The length of the gradient") },
  { "l1", N_("L1: |dx| + |dy|"), N_("The sum of its parts, up to 41 % larger on diagonals") },
  END_CHOICES
};
static const CeChoice methods[] = {
  { "unsharp", N_("Unsharp mask"), N_("Adds the difference from a Gaussian blur") },
  { "kernel", N_("3×3 kernel"), N_("Adds the difference from the eight neighbors") },
  { "deconvolve", N_("Deconvolution"), N_("Removes the blur of a lens, in linear light, step by step (Richardson-Lucy)") },
  { "adaptive", N_("Contrast-adaptive"), N_("Sharpens most where contrast is low (AMD FidelityFX CAS); Amount is 0 to 1") },
  END_CHOICES
};
static const CeChoice radius_choices[] = {
  { "given", N_("As stated"), N_("The number that is stated") },
  { "found", N_("Found in the picture"), N_("The radius of the picture's own blur; where it cannot be told the picture stays as it is") },
  END_CHOICES
};
static const CeChoice threshold_kinds[] = {
  { "hard", N_("Hard"), N_("Detail above the threshold is added whole") },
  { "soft", N_("Soft"), N_("Only the part of the detail above the threshold is added: no jumps") },
  END_CHOICES
};
static const CeChoice shown_choices[] = {
  { "result", N_("Result"), N_("The sharpened image") },
  { "mask", N_("Mask"), N_("Where it is sharpened: white is fully, black is not at all") },
  { "sharpness", N_("Sharpness"), N_("Where the picture is sharp: white is, black is not, or has no clear edges") },
  END_CHOICES
};
static const CeChoice channel_choices[] = {
  { "luminance", N_("Luminance"), N_("The same change to R, G and B: no color fringes") },
  { "rgb", N_("Each color channel"), N_("R, G and B alone") },
  END_CHOICES
};
static const CeChoice responses[] = {
  { "edges", N_("Edges"), N_("White where the response is stronger than the threshold") },
  { "zero-crossings", N_("Zero crossings"), N_("Thin lines where the response changes its sign") },
  { "signed", N_("Signed response"), N_("The response itself around middle gray") },
  END_CHOICES
};
#define OFS \
  { "edges", N_("Edges"), N_("Where brightness changes most") }, \
  { "dark-lines", N_("Middles of dark lines"), N_("One line along the middle of each drawn line that is darker than its ground") }, \
  { "light-lines", N_("Middles of light lines"), N_("One line along the middle of each drawn line that is lighter than its ground") }
static const CeChoice ofs[] = { OFS, END_CHOICES };
static const CeChoice lines_ofs[] = {
  OFS,
  { "line-art", N_("Ink of line art"), N_("The middles of the lines that “CUDA Line Art” draws of a photo") },
  END_CHOICES
};
static const CeChoice threshold_choices[] = {
  { "manual", N_("Manual"), N_("The two thresholds below") },
  { "percentile", N_("Share of pixels"), N_("The high threshold leaves out a share of all pixels") },
  { "otsu", N_("Otsu"), N_("The high threshold splits the thinned edges into weak and strong") },
  END_CHOICES
};
static const CeChoice stages[] = {
  { "luma", N_("Luma"), N_("Brightness, before anything else") },
  { "blurred", N_("Blurred"), N_("After the Gaussian") },
  { "magnitude", N_("Magnitude"), N_("Strength of the gradient") },
  { "direction", N_("Direction"), N_("Angle of the gradient") },
  { "thinned", N_("Thinned"), N_("Strength where it is largest across the edge") },
  { "classes", N_("Classes"), N_("Strong edges white, weak ones gray") },
  { "edges", N_("Edges"), N_("The result") },
  END_CHOICES
};

static const CeChoice drawn_choices[] = {
  { "smoothed", N_("Smoothed"), N_("Brightness after the first Gaussian") },
  { "flow", N_("Flow"), N_("The angle of the lines, 0 to 180° as 0 to 255") },
  { "difference", N_("Difference"), N_("The difference of Gaussians across the lines, before it is smoothed along them") },
  { "lines", N_("Lines"), N_("The result") },
  END_CHOICES
};

#define BACKEND_ROW CHOICE ("backend", N_("Co_mpute on"), N_("Where to compute; the result is the same to the last bit"), backends, CE_BACKEND_AUTO, backend, NONE, ADVANCED (ALWAYS))
#define OUTPUT_ROW(table) CHOICE ("output", N_("O_utput"), N_("Where the result goes"), table, CE_OUTPUT_NEW_LAYER, output, PLACE, ALWAYS)
#define OPACITY_ROW NUMBER ("opacity", N_("O_verall opacity"), N_("Opacity of the new layer"), N_("%"), 0, 100, 100, 0, opacity, PLACE, WHEN ("output", ONLY (CE_OUTPUT_NEW_LAYER)))
#define BLEND_ROW CHOICE ("blend-mode", N_("Blen_d mode"), N_("How GIMP lays the new layer, or the effect, over the picture"), blends, CE_BLEND_NORMAL, blend, PLACE, WHEN ("output", ONLY (CE_OUTPUT_NEW_LAYER) | ONLY (CE_OUTPUT_EFFECT)))
#define LUMA_ROW_OF(choices) CHOICE ("channel", N_("_Brightness"), N_("How red, green and blue make up the brightness whose edges are found"), choices, CE_LUMA_709, luma, LEVELS, ADVANCED (ALWAYS))
#define LUMA_ROW LUMA_ROW_OF (lumas)
#define COLORS_ROW LUMA_ROW_OF (lumas_and_colors)
#define STYLE_ROW(style_, ...) CHOICE ("style", N_("St_yle"), N_("What edges look like in the result"), styles, style_, style, OUTPUT, __VA_ARGS__)
#define OPERATOR_ROW(...) CHOICE ("operator", N_("O_perator"), N_("The 3×3 derivative operator"), operators, CE_OPERATOR_SOBEL, operator_, GRADIENT, ADVANCED (__VA_ARGS__))
#define NORM_ROW(...) CHOICE ("norm", N_("_Norm"), N_("How the two derivatives make one magnitude"), norms, CE_NORM_L2, norm, GRADIENT, ADVANCED (__VA_ARGS__))
#define SIGMA_ROW(...) NUMBER ("sigma", N_("_Gaussian σ"), N_("Standard deviation of the Gaussian that removes noise first; 0 is none"), N_("px"), 0, 50, 1.4, 2, sigma, BLUR, __VA_ARGS__)
#define END_PARAMS { .name = NULL }

static const CeParam sobel_params[] = {
  OPERATOR_ROW (ALWAYS),
  CHOICE ("component", N_("Compon_ent"), N_("What to show of the gradient"), components, CE_COMPONENT_MAGNITUDE, component, OUTPUT, ALWAYS),
  NORM_ROW (WHEN ("component", ONLY (CE_COMPONENT_MAGNITUDE))),
  NUMBER ("gain", N_("Ga_in"), N_("Factor the result is multiplied by"), NULL, 0.01, 100, 1, 2, gain, OUTPUT,
          WHEN ("component", ~ONLY (CE_COMPONENT_DIRECTION))),
  COLORS_ROW,
  STYLE_ROW (CE_STYLE_WHITE_ON_BLACK, WHEN ("component", ONLY (CE_COMPONENT_MAGNITUDE))),
  BACKEND_ROW,
  OUTPUT_ROW (outputs),
  OPACITY_ROW,
  BLEND_ROW,
  END_PARAMS
};

#define SHARPENED WHEN ("stage", ONLY (CE_SHOWN_RESULT))
#define SHARPENED_BY(methods) { { "method", methods }, { "stage", ONLY (CE_SHOWN_RESULT) } }

static const CeParam sharpen_params[] = {
  CHOICE ("method", N_("M_ethod"), N_("How detail is measured"), methods, CE_METHOD_UNSHARP, method, BLUR, ALWAYS),
  NUMBER_BY ("radius", N_("Rad_ius"), N_("Standard deviation of the Gaussian: the size of the detail that is sharpened; for deconvolution the blur that is removed, 0.3 to 5"), N_("px"), 0, 50, CE_BY_CHOICE, BY ("method", 3, 3, 1, 3), 2, sigma, BLUR,
             SHARPENED_BY (ONLY (CE_METHOD_UNSHARP) | ONLY (CE_METHOD_DECONVOLVE))),
  CHOICE ("radius-from", N_("Radius _from"), N_("Where the radius of deconvolution comes from"), radius_choices, CE_RADIUS_GIVEN, radius_from, BLUR,
          SHARPENED_BY (ONLY (CE_METHOD_DECONVOLVE))),
  INTEGER ("iterations", N_("Ste_ps"), N_("Steps of deconvolution: more restore finer detail, and noise"), NULL, 1, 100, 20, iterations, BLUR,
           SHARPENED_BY (ONLY (CE_METHOD_DECONVOLVE))),
  NUMBER ("amount", N_("_Amount"), N_("Factor of the detail that is added; 1 is all of what deconvolution restores"), NULL, 0, 10, 0.5, 2, amount, OUTPUT, SHARPENED),
  NUMBER ("threshold", N_("_Threshold"), N_("Detail up to this is left alone, so noise is not sharpened"), N_("levels"), 0, 255, 0, 1, threshold, THRESHOLDS,
          SHARPENED_BY (ONLY (CE_METHOD_UNSHARP))),
  CHOICE ("threshold-kind", N_("Threshold t_ype"), N_("What becomes of detail above the threshold"), threshold_kinds, CE_THRESHOLD_HARD, threshold_kind, THRESHOLDS,
          SHARPENED_BY (ONLY (CE_METHOD_UNSHARP))),
  NUMBER ("detail", N_("Noise _bound"), N_("Detail below this many levels is noise and is not sharpened; 0 is no bound"), N_("levels"), 0, 255, 0, 1, detail, THRESHOLDS, ALWAYS),
  NUMBER ("edge-mask", N_("Ed_ge mask"), N_("How much only edges are sharpened; 0 sharpens everywhere"), N_("%"), 0, 100, 0, 0, edge_mask, OUTPUT, ALWAYS),
  NUMBER ("halo-light", N_("Light _halos"), N_("How much of a light halo stays, where a pixel gets lighter than all its neighbors; 0 leaves none"), N_("%"), 0, 100, 100, 0, halo_light, OUTPUT, SHARPENED),
  NUMBER ("halo-dark", N_("Dar_k halos"), N_("How much of a dark halo stays, where a pixel gets darker than all its neighbors; 0 leaves none"), N_("%"), 0, 100, 100, 0, halo_dark, OUTPUT, SHARPENED),
  CHOICE ("channels", N_("Cha_nnels"), N_("What is sharpened"), channel_choices, CE_CHANNELS_LUMINANCE, channels, LEVELS, SHARPENED),
  CHOICE ("stage", N_("Sho_w"), N_("What to show: the result, the mask of edges and noise, or where the picture is sharp"), shown_choices, CE_SHOWN_RESULT, stage, OUTPUT, ALWAYS),
  BACKEND_ROW,
  OUTPUT_ROW (outputs),
  OPACITY_ROW,
  BLEND_ROW,
  END_PARAMS
};

static const CeParam laplacian_params[] = {
  SIGMA_ROW (ALWAYS),
  CHOICE ("response", N_("R_esponse"), N_("What to show of the Laplacian"), responses, CE_RESPONSE_EDGES, response, OUTPUT, ALWAYS),
  NUMBER ("threshold", N_("_Threshold"), N_("Responses up to this do not count"), N_("levels"), 0, 2040, 5, 1, threshold, THRESHOLDS,
          WHEN ("response", ~ONLY (CE_RESPONSE_SIGNED))),
  NUMBER ("gain", N_("Ga_in"), N_("Factor the response is multiplied by"), NULL, 0.01, 100, 1, 2, gain, OUTPUT,
          WHEN ("response", ONLY (CE_RESPONSE_SIGNED))),
  LUMA_ROW,
  STYLE_ROW (CE_STYLE_WHITE_ON_BLACK, WHEN ("response", ~ONLY (CE_RESPONSE_SIGNED))),
  BACKEND_ROW,
  OUTPUT_ROW (outputs),
  OPACITY_ROW,
  BLEND_ROW,
  END_PARAMS
};

#define DRAWN_LINES WHEN ("stage", ONLY (CE_DRAWN_LINES))
#define DRAWN_FLOW WHEN ("stage", ~ONLY (CE_DRAWN_SMOOTHED))
#define DRAWN_DIFFERENCE WHEN ("stage", ONLY (CE_DRAWN_DIFFERENCE) | ONLY (CE_DRAWN_LINES))

static const CeParam line_art_params[] = {
  NUMBER ("sigma", N_("Line _width"), N_("Size of the details that become lines: standard deviation of the Gaussian across a line, which gets 2 to 3 times as wide"), N_("px"), 0.3, 10, 1, 2, sigma, GRADIENT, DRAWN_DIFFERENCE),
  NUMBER ("coherence", N_("Smoo_thness"), N_("How far lines are smoothed along themselves: larger joins pieces and drops specks; 0 is not at all"), N_("px"), 0, 20, 5, 2, coherence, GRADIENT, DRAWN_LINES),
  NUMBER ("flow", N_("Flow si_ze"), N_("Size of the shapes that lines follow: standard deviation of the Gaussian over the structure tensor"), N_("px"), 0.3, 20, 2.5, 2, flow, BLUR, ADVANCED (DRAWN_FLOW)),
  NUMBER ("strength", N_("Det_ail"), N_("How much differences of brightness count: more draws fainter lines, too"), NULL, 0, 200, 40, 1, strength, GRADIENT, DRAWN_DIFFERENCE),
  NUMBER ("tone", N_("_Ink"), N_("How much dark areas are inked: 0 is lines alone"), N_("%"), 0, 100, 0, 0, tone, GRADIENT, DRAWN_DIFFERENCE),
  NUMBER ("threshold", N_("_Paper threshold"), N_("From this level on the paper stays white; lower draws less"), N_("levels"), 0, 255, 200, 1, threshold, THRESHOLDS, ADVANCED (DRAWN_LINES)),
  NUMBER ("softness", N_("Soft_ness"), N_("Width of the ramp from black to white; 0 is black and white alone"), N_("levels"), 0, 255, 100, 1, softness, THRESHOLDS, ADVANCED (DRAWN_LINES)),
  NUMBER ("smooth", N_("Smoot_h first"), N_("Standard deviation of a Gaussian before everything, for noisy photos; 0 is none"), N_("px"), 0, 10, 0, 2, smooth, BLUR, ADVANCED (ALWAYS)),
  CHOICE ("stage", N_("Stag_e"), N_("The stage of the computation to show"), drawn_choices, CE_DRAWN_LINES, stage, OUTPUT, ALWAYS),
  LUMA_ROW,
  STYLE_ROW (CE_STYLE_BLACK_ON_WHITE, DRAWN_DIFFERENCE),
  BACKEND_ROW,
  OUTPUT_ROW (outputs),
  OPACITY_ROW,
  BLEND_ROW,
  END_PARAMS
};

#define BEYOND_BLUR (~(ONLY (CE_STAGE_LUMA) | ONLY (CE_STAGE_BLURRED)))
#define WITH_THRESHOLDS (ONLY (CE_STAGE_CLASSES) | ONLY (CE_STAGE_EDGES))

#define MIDDLES (~ONLY (CE_OF_EDGES))
#define OF_ROW(table, ...) CHOICE ("of", N_("Loo_k for"), N_("Edges, or the middles of lines that are drawn"), table, CE_OF_EDGES, of, BLUR, __VA_ARGS__)
#define LINE_WIDTH_ROW(old_name, ...) \
  { "line-width", N_("Si_ze of drawn lines"), N_("Width of the drawn lines whose middles are found; 0 finds the width"), CE_PARAM_DOUBLE, \
    N_("px"), 0, CE_MAX_LINE_WIDTH, 0, 1, NULL, G_STRUCT_OFFSET (CeParams, line_width), CE_STEP_BLUR, __VA_ARGS__, ONE_DEFAULT, old_name, FALSE }

#define THRESHOLDS_ROW(...) CHOICE ("thresholds", N_("_Thresholds"), N_("Where the two thresholds come from"), threshold_choices, CE_THRESHOLDS_MANUAL, thresholds, THRESHOLDS, __VA_ARGS__)
/* A middle's strength is about a third of its line's contrast, an edge's about four times its own. */
#define LOW_ROW(...) NUMBER_BY ("low", N_("Lo_w threshold"), N_("Edges weaker than this are dropped; between the two thresholds an edge is kept if it is connected to a strong one"), N_("levels"), 0, 1500, 40, BY ("of", 40, 10, 10, 10), 1, low, THRESHOLDS, __VA_ARGS__)
#define HIGH_ROW(...) NUMBER_BY ("high", N_("H_igh threshold"), N_("Stronger edges than this are kept"), N_("levels"), 0, 1500, 80, BY ("of", 80, 20, 20, 20), 1, high, THRESHOLDS, __VA_ARGS__)
#define SHARE_ROW(...) NUMBER ("share", N_("Sh_are"), N_("Percent of the pixels that are not edges"), N_("%"), 0, 100, 80, 1, share, THRESHOLDS, __VA_ARGS__)
#define ERASED_ROW(...) TEXT ("erased", N_("Erased edges"), N_("Edges that are left out: a pixel of each, “10,20 300,40”, counted from the layer's upper left corner"), erased, OUTPUT, __VA_ARGS__)
#define DRAWN_ROW(...) TEXT ("drawn", N_("Drawn edges"), N_("Edges that are kept, however weak: a pixel of each, “10,20 300,40”, counted from the layer's upper left corner"), drawn, OUTPUT, __VA_ARGS__)

static const CeParam canny_params[] = {
  OF_ROW (ofs, WHEN ("stage", ~ONLY (CE_STAGE_LUMA))),
  SIGMA_ROW ({ { "stage", ~ONLY (CE_STAGE_LUMA) }, { "of", ONLY (CE_OF_EDGES) } }),
  LINE_WIDTH_ROW (NULL, { { "stage", ~ONLY (CE_STAGE_LUMA) }, { "of", MIDDLES } }),
  THRESHOLDS_ROW (WHEN ("stage", WITH_THRESHOLDS)),
  LOW_ROW ({ { "thresholds", ONLY (CE_THRESHOLDS_MANUAL) }, { "stage", WITH_THRESHOLDS } }),
  HIGH_ROW ({ { "thresholds", ONLY (CE_THRESHOLDS_MANUAL) }, { "stage", WITH_THRESHOLDS } }),
  SHARE_ROW ({ { "thresholds", ONLY (CE_THRESHOLDS_PERCENTILE) }, { "stage", WITH_THRESHOLDS } }),
  OPERATOR_ROW ({ { "stage", BEYOND_BLUR }, { "of", ONLY (CE_OF_EDGES) } }),
  NORM_ROW ({ { "stage", BEYOND_BLUR & ~ONLY (CE_STAGE_DIRECTION) }, { "of", ONLY (CE_OF_EDGES) } }),
  INTEGER ("width", N_("Line widt_h"), N_("How wide the lines are: each edge pixel becomes a round dot of that size"), N_("px"), 1, 32, 1, width, OUTPUT,
           WHEN ("stage", ONLY (CE_STAGE_EDGES))),
  ERASED_ROW (WHEN ("stage", ONLY (CE_STAGE_EDGES))),
  DRAWN_ROW (WHEN ("stage", ONLY (CE_STAGE_EDGES))),
  CHOICE ("stage", N_("Stag_e"), N_("The stage of the computation to show"), stages, CE_STAGE_EDGES, stage, OUTPUT, ALWAYS),
  COLORS_ROW,
  STYLE_ROW (CE_STYLE_WHITE_ON_BLACK, WHEN ("stage", ~ONLY (CE_STAGE_DIRECTION))),
  BACKEND_ROW,
  OUTPUT_ROW (canny_outputs),
  OPACITY_ROW,
  BLEND_ROW,
  END_PARAMS
};

static const CeChoice lines_outputs[] = {
  { "path", N_("Path"), N_("A path of GIMP, with all lines as its strokes") },
  { "vector-layer", N_("Vector layer"), N_("A layer that GIMP draws along the path; from GIMP 3.2 on, and GIMP 3.0 opens no XCF file with it") },
  { "selection", N_("Selection"), N_("What the closed lines enclose") },
  { "svg", N_("SVG file"), N_("A file in millimeters, in an order that is short for a pen") },
  END_CHOICES
};

static const CeParam lines_params[] = {
  OF_ROW (lines_ofs, ALWAYS),
  SIGMA_ROW (WHEN ("of", ONLY (CE_OF_EDGES) | ONLY (CE_OF_LINE_ART))),
  LINE_WIDTH_ROW ("width", WHEN ("of", MIDDLES)),
  THRESHOLDS_ROW (ALWAYS),
  LOW_ROW (WHEN ("thresholds", ONLY (CE_THRESHOLDS_MANUAL))),
  HIGH_ROW (WHEN ("thresholds", ONLY (CE_THRESHOLDS_MANUAL))),
  SHARE_ROW (WHEN ("thresholds", ONLY (CE_THRESHOLDS_PERCENTILE))),
  OPERATOR_ROW (WHEN ("of", ONLY (CE_OF_EDGES))),
  NORM_ROW (WHEN ("of", ONLY (CE_OF_EDGES))),
  ERASED_ROW (ALWAYS),
  DRAWN_ROW (ALWAYS),
  COLORS_ROW,
  NUMBER ("tolerance", N_("Tol_erance"), N_("Largest distance of a curve from the points of its edge"), N_("px"), 0.05, 10, 0.25, 2, tolerance, OUTPUT, ALWAYS),
  INTEGER ("least-length", N_("Least lengt_h"), N_("Lines of fewer pixels are left out"), N_("px"), 0, 10000, 8, least_length, OUTPUT, ALWAYS),
  INTEGER ("gap", N_("Gap to _join"), N_("Ends of lines that look at each other over at most so many pixels are joined"), N_("px"), 0, 10, 0, gap, OUTPUT, ALWAYS),
  BACKEND_ROW,
  CHOICE ("output", N_("O_utput"), N_("Where the lines go"), lines_outputs, CE_LINES_TO_PATH, lines_output, PLACE, ALWAYS),
  NUMBER ("svg-width", N_("SVG wi_dth"), N_("Width of the SVG file, whose height follows; 0 is the size at which the image is printed"), N_("mm"), 0, 10000, 0, 1, svg_width, NONE, WHEN ("output", ONLY (CE_LINES_TO_SVG))),
  NUMBER ("stroke", N_("_Vector line width"), N_("How wide GIMP draws the lines of a vector layer; 0 is as wide as drawn lines are, and 1 along edges"), N_("px"), 0, 100, 0, 1, stroke, PLACE,
          WHEN ("output", ONLY (CE_LINES_TO_VECTOR_LAYER))),
  END_PARAMS
};

#define EDGE_DETECT "<Image>/Filters/Edge-Detect"
#define ENHANCE "<Image>/Filters/Enhance"

const CeFilter ce_catalogue[CE_N_FILTERS] = {
  [CE_FILTER_SOBEL] = {
    CE_FILTER_SOBEL, "sobel", "plug-in-cuda-sobel", N_("CUDA Sobel"), N_("CUDA So_bel…"), EDGE_DETECT,
    N_("Draw soft outlines or a pencil sketch, or show the gradient's magnitude, derivatives or direction; on the GPU or the processor"),
    N_("Computes the gradient of brightness with the Sobel, Scharr or Prewitt operator, on the GPU through CUDA or on all cores of "
       "the processor, with the same result to the last bit."),
    sobel_params, "gain", FALSE, FALSE },
  [CE_FILTER_SHARPEN] = {
    CE_FILTER_SHARPEN, "sharpen", "plug-in-cuda-sharpen", N_("CUDA Sharpen"), N_("_CUDA Sharpen…"), ENHANCE,
    N_("Sharpen with an unsharp mask, by deconvolution or adaptively; on the GPU or the processor"),
    N_("Adds detail to brightness or to each color channel, with an unsharp mask, a 3×3 kernel, Richardson-Lucy deconvolution or "
       "contrast-adaptive sharpening, where wanted only at edges and without halos, on the GPU through CUDA or on all cores of the "
       "processor, with the same result to the last bit."),
    sharpen_params, "edge-mask", TRUE, FALSE },
  [CE_FILTER_LAPLACIAN] = {
    CE_FILTER_LAPLACIAN, "laplacian", "plug-in-cuda-laplacian", N_("CUDA Laplacian of Gaussian"), N_("CUDA La_placian of Gaussian…"), EDGE_DETECT,
    N_("Find edges with the Laplacian of a Gaussian; on the GPU or the processor"),
    N_("Blurs brightness with a Gaussian and takes its Laplacian: thresholded, its zero crossings, or the signed response, on the GPU "
       "through CUDA or on all cores of the processor, with the same result to the last bit."),
    laplacian_params, "threshold", FALSE, FALSE },
  [CE_FILTER_CANNY] = {
    CE_FILTER_CANNY, "canny", "plug-in-cuda-canny", N_("CUDA Canny"), N_("CUDA _Canny…"), EDGE_DETECT,
    N_("Find thin, connected edges with Canny's method: outlines, line art, a page to color; on the GPU or the processor"),
    N_("Gaussian, gradient, thinning, two thresholds and exact hysteresis, on the GPU through CUDA or on all cores of the processor, "
       "with the same result to the last bit."),
    canny_params, "thresholds", FALSE, FALSE },
  [CE_FILTER_LINE_ART] = {
    CE_FILTER_LINE_ART, "line-art", "plug-in-cuda-line-art", N_("CUDA Line Art"), N_("CUDA Line A_rt…"), EDGE_DETECT,
    N_("Draw a photo in ink, as line art, a sketch or a page to color: long, even lines and, where wanted, black areas; on the GPU or the processor"),
    N_("Draws the lines that a pen would draw, by a difference of Gaussians across the flow of the picture that is smoothed along it, on "
       "the GPU through CUDA or on all cores of the processor, with the same result to the last bit."),
    line_art_params, NULL, FALSE, FALSE },
};

/* Canny's edges as lines. It is no filter of pixels, but has parameters and a dialog like one. */
const CeFilter ce_catalogue_lines = {
  CE_FILTER_CANNY, "lines", "plug-in-cuda-lines", N_("CUDA Lines"), N_("CUD_A Lines…"), EDGE_DETECT,
  N_("Trace outlines or drawn lines and vectorize them: a path, a selection or an SVG file for laser cutters and plotters"),
  N_("Finds edges with Canny's method, on the GPU through CUDA or on all cores of the processor, and fits lines and cubic Bézier curves to "
     "them, the same to the last digit on both."),
  lines_params, "thresholds", FALSE, TRUE
};
