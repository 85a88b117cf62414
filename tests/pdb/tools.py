# SPDX-License-Identifier: GPL-3.0-or-later
"""Images, calls and expected pixels for the tests inside GIMP."""
import os
import random
import struct
import subprocess
import tempfile
from array import array

import gi
gi.require_version("Babl", "0.1")
gi.require_version("Gegl", "0.4")
gi.require_version("Gimp", "3.0")
from gi.repository import Babl, Gegl, Gimp  # noqa: E402

RENDER = None       # path of the tool that renders with the engine alone
CURVE = None        # and of the one that converts between encodings
IMAGES = []
EDGE_FILTERS = ("sobel", "laplacian", "canny", "line-art")
FILTERS = EDGE_FILTERS + ("sharpen",)
# The packing of samples, and the value of 1.
TYPES = {"u8": ("B", 255), "u16": ("H", 65535), "u32": ("I", 4294967295), "half": ("e", None), "float": ("f", None),
         "double": ("d", None)}
CHOICES_WITHOUT_STYLE = {"component": ("horizontal", "vertical", "direction"), "response": ("signed",),
                         "stage": ("direction", "flow", "smoothed")}


def new_image(width, height, base="RGB", precision="U8_NON_LINEAR"):
    image = Gimp.Image.new_with_precision(width, height, getattr(Gimp.ImageBaseType, base),
                                          getattr(Gimp.Precision, precision))
    IMAGES.append(image)
    return image


def delete_images():
    while IMAGES:
        IMAGES.pop().delete()


def layer_type(image, alpha):
    base = "GRAY" if image.get_base_type() == Gimp.ImageBaseType.GRAY else "RGB"
    return getattr(Gimp.ImageType, base + ("A" if alpha else "") + "_IMAGE")


def new_layer(image, width, height, alpha=False, name="source", offsets=(0, 0), parent=None, position=0):
    layer = Gimp.Layer.new(image, name, width, height, layer_type(image, alpha), 100, Gimp.LayerMode.NORMAL)
    image.insert_layer(layer, parent, position)
    layer.set_offsets(*offsets)
    return layer


def group_of_two(image):
    group = Gimp.GroupLayer.new(image, "group")
    image.insert_layer(group, None, 0)
    lower = new_layer(image, 30, 20, name="lower", parent=group)
    upper = new_layer(image, 12, 9, True, name="upper", offsets=(15, 8), parent=group)
    fill(lower, 3)
    fill(upper, 4)
    return group, lower, upper


def whole(drawable):
    return Gegl.Rectangle.new(0, 0, drawable.get_width(), drawable.get_height())


def encoding(drawable):
    return Babl.format_get_encoding(drawable.get_format())


def read(drawable, form=None):
    """The drawable's samples, in its own format if none is named."""
    return drawable.get_buffer().get(whole(drawable), 1.0, form, Gegl.AbyssPolicy.NONE)


def write(drawable, form, samples):
    buffer = drawable.get_buffer()
    buffer.set(whole(drawable), form, bytes(samples))
    buffer.flush()
    drawable.update(0, 0, drawable.get_width(), drawable.get_height())


def model(drawable):
    """The format in which the plug-in should exchange the pixels: names and channels."""
    if not isinstance(drawable, Gimp.Layer):
        return encoding(drawable).split(" ")[0]
    return ("Y'" if drawable.is_gray() else "R'G'B'") + ("A" if drawable.has_alpha() else "")


def channels(drawable):
    return {"Y": 1, "Y'": 1, "Y'A": 2, "R'G'B'": 3, "R'G'B'A": 4}[model(drawable)]


def exchange(drawable):
    """Type and format in which the engine is to see the drawable."""
    is_u8 = encoding(drawable).replace("~", "'") == model(drawable) + " u8"
    return ("u8", model(drawable) + " u8") if is_u8 else ("f32", model(drawable) + " float")


def scene(width, height, n_channels, alpha, seed, top=255):
    """Blocks, a ramp and noise, as levels: something with edges in it; some of it transparent."""
    rnd = random.Random(seed)
    blocks = [[rnd.randrange(256) for _ in range(4)] for _ in range(64)]
    levels = []
    for y in range(height):
        for x in range(width):
            block = blocks[(x // 9 + 8 * (y // 7)) % 64]
            for c in range(n_channels):
                if alpha and c == n_channels - 1:
                    levels.append(rnd.choice((0, 255, 255, rnd.randrange(256))) if x > width // 2 else 255)
                else:
                    levels.append(min(255, max(0, block[c] + x + rnd.randrange(-4, 5))))
    return levels


def fill(drawable, seed=1):
    """Fills a drawable; exactly 8-bit levels where it is 8-bit, also beyond 0..1 where it is float."""
    kind, form = exchange(drawable)
    alpha = drawable.has_alpha()
    n = channels(drawable)
    levels = scene(drawable.get_width(), drawable.get_height(), n, alpha, seed)
    if kind == "u8":
        write(drawable, form, levels)
        return
    samples = array("f", ((level - 10.3) / 230 if not (alpha and i % n == n - 1) else level / 255
                          for i, level in enumerate(levels)))
    write(drawable, form, samples.tobytes())


def engine(drawable, name, parameters, backend="cpu:plain"):
    """The engine's result for the drawable's current pixels, without the plug-in."""
    kind, form = exchange(drawable)
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "in"), os.path.join(folder, "out")
        with open(source, "wb") as file:
            file.write(read(drawable) if kind == "u8" else floats(drawable).tobytes())
        subprocess.run([RENDER, name, backend, parameters, str(drawable.get_width()), str(drawable.get_height()),
                        str(channels(drawable)), kind, source, result], check=True)
        with open(result, "rb") as file:
            samples = array("B" if kind == "u8" else "f", file.read())
    return samples


def text_of(parameters):
    return " ".join(f"{name.replace('_', '-')}={value}" for name, value in parameters.items()
                    if name not in ("backend", "output", "opacity", "blend-mode", "blend_mode"))


def has_style(name, parameters):
    return name in EDGE_FILTERS and not any(parameters.get(p) in nicks for p, nicks in CHOICES_WITHOUT_STYLE.items())


def foreground(kind, form):
    return array("B" if kind == "u8" else "f", Gimp.context_get_foreground().get_bytes(Babl.format(form)).get_data())


def painted(samples, n_in, n_out, kind, color=None, selection=None, top=None):
    """The expected pixels from the engine's samples: color for lines, and selection as one sample per pixel. GIMP multiplies
    the selection by the layer's alpha in integers up to top; without top the plug-in does so before it rounds."""
    full = 255 if kind == "u8" else 1.0
    out = array("B" if kind == "u8" else "f")
    for i in range(len(samples) // n_in):
        pixel = list(samples[i * n_in:(i + 1) * n_in])
        if color is not None:
            pixel = list(color[:n_out - 1]) + [min(pixel[0], full)]
        elif n_in == 1:
            pixel = pixel * (n_out - 1 + n_out % 2) + [full] * (1 - n_out % 2)
        elif n_in < n_out:
            pixel.append(full)
        if selection is not None and kind == "u8":
            pixel[-1] = (pixel[-1] * selection[i] + 127) // 255
        elif selection is not None:
            had = array("f", [nearest(pixel[-1], top) / top])[0] if top else pixel[-1]
            pixel[-1] = array("f", [had * selection[i]])[0]
        out.extend(pixel)
    return out


def selected(image, drawable, kind):
    """The share of each pixel of the drawable that is selected; None if everything is."""
    if Gimp.Selection.is_empty(image):
        return None
    _, x, y = drawable.get_offsets()
    area = Gegl.Rectangle.new(x, y, drawable.get_width(), drawable.get_height())
    own = encoding(image.get_selection())
    if own.split(" ")[1] in ("u32", "double"):
        return unpacked(own, image.get_selection().get_buffer().get(area, 1.0, own, Gegl.AbyssPolicy.NONE))
    data = image.get_selection().get_buffer().get(area, 1.0, "Y u8" if kind == "u8" else "Y float",
                                                  Gegl.AbyssPolicy.NONE)
    return array("B" if kind == "u8" else "f", data)


def recoded(samples, n, form, wanted):
    """Floats of n channels between linear light and the perceptual encoding. The curve has a test of its own."""
    if ("'" in form or "~" in form) == ("'" in wanted or "~" in wanted):
        return samples
    done = subprocess.run([CURVE, "to-perceptual" if "'" in wanted else "to-linear", str(n)], check=True,
                          input=samples.tobytes(), stdout=subprocess.PIPE)
    return array("f", done.stdout)


def unpacked(form, data):
    """Samples of a format as floats, without babl."""
    code, top = TYPES[form.split(" ")[1]]
    values = struct.unpack(f"={len(data) // struct.calcsize(code)}{code}", data)
    return array("f", (value / top for value in values) if top else values)


def floats(drawable):
    """The drawable's pixels as the engine is to see them, from its own samples."""
    form = encoding(drawable)
    return recoded(unpacked(form, read(drawable)), channels(drawable), form.split(" ")[0], model(drawable))


def nearest(value, top):
    """A share as an integer of 0 to top."""
    share = min(1.0, max(0.0, value))
    scaled = share * float(top) if top > 65535 else array("f", [array("f", [share * top])[0] + 0.5])[0] - 0.5
    return int(scaled + 0.5)


def stored(like, samples):
    """Pixels as the engine gives them in the drawable's own format."""
    raw_model = encoding(like).split(" ")[0]
    if samples.typecode == "B":
        if exchange(like)[0] == "u8":
            return samples.tobytes()
        samples = array("f", (level / 255 for level in samples))
    return packed(like, recoded(samples, channels(like), model(like), raw_model))


def packed(like, samples):
    """A channel's samples from the engine's result."""
    code, top = TYPES[encoding(like).split(" ")[1]]
    if samples.typecode == "B":
        return samples.tobytes()
    return struct.pack(f"={len(samples)}{code}", *((nearest(value, top) for value in samples) if top else samples))


def expected_layer(source, result, name, parameters):
    """The bytes of the layer that a call with the parameters is to make of the source."""
    kind, _ = exchange(source)
    form = model(result) + (" u8" if kind == "u8" else " float")
    samples = engine(source, name, text_of(parameters))
    lines = parameters.get("style") == "lines" and has_style(name, parameters)
    n_in = channels(source) if name == "sharpen" else 1
    top = TYPES[encoding(result).split(" ")[1]][1]
    out = painted(samples, n_in, channels(result), kind, foreground(kind, form) if lines else None,
                  selected(source.get_image(), source, kind), top if top != 4294967295 else None)
    return stored(result, out)


def call(name, image, drawables, **parameters):
    """Calls a procedure. Returns its status, its values, and GIMP's message."""
    procedure = Gimp.get_pdb().lookup_procedure(name if name.startswith("plug-in-") else "plug-in-cuda-" + name)
    config = procedure.create_config()
    config.set_property("image", image)
    config.set_core_object_array("drawables", drawables)
    for key, value in parameters.items():
        config.set_property(key.replace("_", "-"), value)
    values = procedure.run(config)
    rest = [values.index(i) for i in range(1, values.length())]
    return values.index(0), rest, Gimp.get_pdb().get_last_error()


def succeed(name, image, drawables, **parameters):
    status, values, said = call(name, image, drawables, **parameters)
    assert status == Gimp.PDBStatusType.SUCCESS, f"{status.value_nick}: {said}"
    return values


def same(found, wanted, what):
    if bytes(found) != bytes(wanted):
        different = [i for i, (a, b) in enumerate(zip(found, wanted)) if a != b]
        first = different[0] if different else None
        raise AssertionError(f"{what}: {len(found)} bytes, {len(wanted)} expected, {len(different)} differ, first at "
                             f"{first}: {bytes(found[first:first + 8]).hex() if first is not None else ''} instead of "
                             f"{bytes(wanted[first:first + 8]).hex() if first is not None else ''}")


def take_result(image):
    """Removes the new layer, and returns its properties."""
    layer = image.get_layers()[0]
    result = layer.get_name(), tuple(layer.get_offsets()), bytes(read(layer))
    image.remove_layer(layer)
    return result


def scratch_images():
    """The images of calls, by the parasites that tell of them: of calls that were killed they are left."""
    return {int(name.rsplit("-", 1)[1]) for name in Gimp.get_parasite_list() if name.startswith("cuda-edges-scratch-")}


def snapshot(image):
    """Everything of an image that a refused call must leave alone."""
    def items(parent):
        for item in parent:
            mask = item.get_mask() if isinstance(item, Gimp.Layer) else None
            yield (item.get_id(), item.get_name(), tuple(item.get_offsets()), encoding(item), bytes(read(item)),
                   bytes(read(mask)) if mask else None)
            if item.is_group():
                yield from items(item.get_children())

    return (list(items(image.get_layers())), list(items(image.get_channels())),
            [layer.get_id() for layer in image.get_selected_layers()], image.get_width(), image.get_height())


def effect_is_there():
    """Whether GIMP's core has the operations."""
    image = new_image(8, 8)
    layer = new_layer(image, 8, 8)
    fill(layer)
    status, _, _ = call("canny", image, [layer], backend="cpu", output="effect")
    return status == Gimp.PDBStatusType.SUCCESS
