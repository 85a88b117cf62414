# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of every kind by libvips, which writes the inputs of cuda-edges and reads its results. libvips runs in this
process, so it gets no broken file."""
import ctypes
import ctypes.util
import random

VIPS = ctypes.CDLL('libvips.so.42')
Pointer = ctypes.c_void_p
FORMATS = ('u8', 's8', 'u16', 's16', 'u32', 's32', 'f32', 'c64', 'f64')
# Interpretations of libvips by their numbers.
MULTIBAND, GRAY, LAB, CMYK, SRGB, RGB16, GRAY16, SCRGB = 0, 1, 13, 15, 22, 25, 26, 28
for name, result, *arguments in (
        ('vips_init', ctypes.c_int, ctypes.c_char_p), ('vips_error_buffer', ctypes.c_char_p), ('vips_error_clear', None),
        ('vips_image_new_from_memory_copy', Pointer, ctypes.c_char_p, ctypes.c_size_t, *[ctypes.c_int] * 4),
        ('vips_image_new_from_file', Pointer), ('vips_image_write_to_file', ctypes.c_int),
                                 ('vips_image_get_width', ctypes.c_int, Pointer),
        ('vips_image_get_height', ctypes.c_int, Pointer), ('vips_image_get_bands', ctypes.c_int, Pointer),
        ('vips_image_get_format', ctypes.c_int, Pointer), ('vips_image_get_interpretation', ctypes.c_int, Pointer),
        ('vips_image_get_xres', ctypes.c_double, Pointer),
                                 ('vips_image_get_typeof', ctypes.c_size_t, Pointer, ctypes.c_char_p),
        ('vips_image_write_to_memory', Pointer, Pointer, Pointer), ('g_free', None, Pointer),
                                 ('g_object_unref', None, Pointer),
        ('vips_image_get_blob', ctypes.c_int, Pointer, ctypes.c_char_p, Pointer, Pointer),
        ('vips_image_get_as_string', ctypes.c_int, Pointer, ctypes.c_char_p, Pointer),
        ('vips_image_set_int', None, Pointer, ctypes.c_char_p, ctypes.c_int),
        ('vips_image_set_string', None, Pointer, ctypes.c_char_p, ctypes.c_char_p),
        ('vips_image_set_blob_copy', None, Pointer, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_size_t)):
    function = getattr(VIPS, name)
    function.restype = result
    if arguments or name == 'vips_error_clear':
        function.argtypes = arguments
VIPS.vips_init(b'tests')
VIPS.vips_cache_set_max(0)         # a file is read again when it is another one of the same name


class Failed(Exception):
    """libvips' error text."""
    def __init__(self):
        super().__init__(VIPS.vips_error_buffer().decode(errors='replace').strip())
        VIPS.vips_error_clear()


class Picture:
    """An image of libvips."""
    def __init__(self, pointer):
        if not pointer:
            raise Failed
        self.pointer = Pointer(pointer)

    def __del__(self):
        if hasattr(self, 'pointer'):
            VIPS.g_object_unref(self.pointer)

    @staticmethod
    def of(samples, width, height, bands, kind='u8', interpretation=None):
        picture = Picture(VIPS.vips_image_new_from_memory_copy(samples, len(samples), width, height, bands,
                                                               FORMATS.index(kind)))
        if interpretation is None:
            wide = {'u8': (GRAY, SRGB), 'u16': (GRAY16, RGB16)}.get(kind, (GRAY, SCRGB))
            interpretation = wide[bands > 2]
        return picture.with_values(interpretation=interpretation)

    @staticmethod
    def load(path, options=''):
        """Reads a whole file at random access, so every sample is read on demand."""
        return Picture(VIPS.vips_image_new_from_file(str(path).encode('utf-8', 'surrogateescape') + options.encode(), None))

    def _made(self, name, *words):
        made = Pointer()
        if getattr(VIPS, name)(self.pointer, ctypes.byref(made), *words, None):
            raise Failed
        return Picture(made.value)

    def with_values(self, dpi=None, interpretation=None):
        words = [b'interpretation', ctypes.c_int(interpretation)] if interpretation is not None else []
        if dpi:
            words += [b'xres', ctypes.c_double(dpi / 25.4), b'yres', ctypes.c_double(dpi / 25.4)]
        return self._made('vips_copy', *words)

    def crop(self, left, top, width, height):
        return self._made('vips_extract_area', left, top, width, height)

    def cast(self, kind):
        return self._made('vips_cast', FORMATS.index(kind))

    def to_profile(self, name):
        """Through color management into a profile of libvips (srgb, cmyk, p3) or of a file."""
        return self._made('vips_icc_transform', str(name).encode())

    def put(self, name, value):
        """A copy with a text, a number or bytes under a name."""
        picture = self._made('vips_copy')
        if isinstance(value, bytes):
            VIPS.vips_image_set_blob_copy(picture.pointer, name.encode(), value, len(value))
        elif isinstance(value, int):
            VIPS.vips_image_set_int(picture.pointer, name.encode(), value)
        else:
            VIPS.vips_image_set_string(picture.pointer, name.encode(), value.encode())
        return picture

    def save(self, path, options=''):
        if VIPS.vips_image_write_to_file(self.pointer, str(path).encode('utf-8', 'surrogateescape') + options.encode(),
                                         None):
            raise Failed
        return path

    width = property(lambda self: VIPS.vips_image_get_width(self.pointer))
    height = property(lambda self: VIPS.vips_image_get_height(self.pointer))
    bands = property(lambda self: VIPS.vips_image_get_bands(self.pointer))
    kind = property(lambda self: FORMATS[VIPS.vips_image_get_format(self.pointer)])
    interpretation = property(lambda self: VIPS.vips_image_get_interpretation(self.pointer))
    dpi = property(lambda self: VIPS.vips_image_get_xres(self.pointer) * 25.4)
    shape = property(lambda self: (self.width, self.height, self.bands, self.kind))

    def samples(self):
        size = ctypes.c_size_t()
        data = VIPS.vips_image_write_to_memory(self.pointer, ctypes.byref(size))
        if not data:
            raise Failed
        try:
            return ctypes.string_at(data, size.value)
        finally:
            VIPS.g_free(data)

    def blob(self, name):
        data, size = Pointer(), ctypes.c_size_t()
        if not VIPS.vips_image_get_typeof(self.pointer, name.encode()) or \
                VIPS.vips_image_get_blob(self.pointer, name.encode(), ctypes.byref(data), ctypes.byref(size)):
            VIPS.vips_error_clear()
            return b''
        return ctypes.string_at(data, size.value)

    def text(self, name):
        found = Pointer()
        if not VIPS.vips_image_get_typeof(self.pointer, name.encode()) or \
                VIPS.vips_image_get_as_string(self.pointer, name.encode(), ctypes.byref(found)):
            VIPS.vips_error_clear()
            return ''
        try:
            return ctypes.string_at(found.value).decode(errors='replace')
        finally:
            VIPS.g_free(found)


def noise(width, height, bands, kind='u8', seed=1):
    """Blocks of gray and color with some noise, as samples."""
    source = random.Random(seed)
    cells = [source.randrange(200) for _ in range(64)]
    values = [cells[(y // 16 * 5 + x // 16 + c) % 64] + source.randrange(40)
              for y in range(height) for x in range(width) for c in range(bands)]
    if kind == 'u8':
        return bytes(values)
    if kind == 'u16':
        return b''.join(min(v * 257 + v % 7 * 31, 65535).to_bytes(2, 'little') for v in values)
    return bytes(memoryview((ctypes.c_float * len(values))(*(v / 255 for v in values))).cast('B'))


def picture(width=120, height=90, bands=3, kind='u8', seed=1):
    return Picture.of(noise(width, height, bands, kind, seed), width, height, bands, kind)


def writable(endings):
    """Those of the formats that libvips can write here, with the reason for the others."""
    import tempfile
    yes, no = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for ending in endings:
            try:
                picture(16, 16).save(f'{folder}/a.{ending}')
                yes.append(ending)
            except Failed as failed:
                no[ending] = f'libvips writes no {ending} here: {failed}'
    return yes, no
