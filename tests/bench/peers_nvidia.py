# SPDX-License-Identifier: GPL-3.0-or-later
"""NPP and CV-CUDA, for peers.py. What they lack (a threshold, a weighted sum) CuPy does between their calls."""
import ctypes
import glob
import importlib.metadata
import os
import sys

import numpy as np

from peers_gpu import CuPy

# Of 3x3, the nearest pixel outside, Sobel, norms: NppiMaskSize, NppiBorderType, NppiDifferentialKernel, NppiNorm.
SIZE_3, NEAREST, SOBEL, L1, L2 = map(ctypes.c_int, (200, 2, 0, 1, 2))


class Stream(ctypes.Structure):
    """NppStreamContext"""
    _fields_ = [("stream", ctypes.c_void_p), ("device", ctypes.c_int), ("processors", ctypes.c_int), ("threads", ctypes.c_int),
                ("block", ctypes.c_int), ("shared", ctypes.c_size_t), ("major", ctypes.c_int), ("minor", ctypes.c_int),
                ("flags", ctypes.c_uint), ("workspace", ctypes.c_uint)]


class Pair(ctypes.Structure):
    """NppiSize and NppiPoint"""
    _fields_ = [("x", ctypes.c_int), ("y", ctypes.c_int)]


def load():
    """The libraries of the nvidia-npp wheel, wherever Python finds packages."""
    for path in sys.path:
        found = glob.glob(os.path.join(path, "nvidia", "cu*", "lib", "libnppif.so.*"))
        if found:
            core = glob.glob(os.path.join(os.path.dirname(found[0]), "libnppc.so.*"))
            ctypes.CDLL(core[0], ctypes.RTLD_GLOBAL)
            return ctypes.CDLL(found[0])
    raise ImportError("libnppif is not installed")


def gaussian(sigma):
    reach = int(np.ceil(3 * sigma))
    weights = np.exp(-np.arange(-reach, reach + 1) ** 2 / (2 * sigma ** 2))
    return (weights / weights.sum()).astype(np.float32)


class Npp(CuPy):
    """Its images are in CuPy's memory. Of Sobel it gives the magnitude in 16 bits, which counts as it is."""
    def __init__(self):
        super().__init__()
        self.npp = load()
        self.name = f"NPP {importlib.metadata.version('nvidia-npp')}"
        about, version = self.cp.cuda.Device().attributes, int(self.cp.cuda.Device().compute_capability)
        self.context = Stream(self.cp.cuda.get_current_stream().ptr, 0, about["MultiProcessorCount"],
                              about["MaxThreadsPerMultiProcessor"], about["MaxThreadsPerBlock"],
                              about["MaxSharedMemoryPerBlock"], version // 10, version % 10, 0, 0)
        self.weights = self.cp.asarray(gaussian(1.4))
        self.cases = {"canny-l2": lambda image: self.canny(image, L2), "canny-l1": lambda image: self.canny(image, L1),
                      "canny-blurred": self.canny_blurred, "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen,
                      "unsharp": self.unsharp, "laplacian": self.laplacian}

    def call(self, name, *arguments):
        status = getattr(self.npp, name)(*arguments, self.context)
        if status < 0:
            raise RuntimeError(f"{name} says {status}")

    @staticmethod
    def at(image):
        """An image's address, and the bytes of its rows."""
        return ctypes.c_void_p(image.data.ptr), ctypes.c_int(image.strides[0])

    @staticmethod
    def size(image):
        return Pair(image.shape[1], image.shape[0])

    def of(self, image):
        """The arguments of a source that is used as a whole."""
        return (*self.at(image), self.size(image), Pair(0, 0))

    def into(self, out):
        return (*self.at(out), self.size(out))

    def buffer(self, ask, *arguments):
        needed = ctypes.c_int()
        if getattr(self.npp, ask)(*arguments, ctypes.byref(needed)) < 0:
            raise RuntimeError(f"{ask} gives no size")
        return self.cp.empty(needed.value + 1024, self.cp.uint8)

    def canny(self, image, norm, low=50, high=100):
        out, buffer = self.cp.empty_like(image), self.buffer("nppiFilterCannyBorderGetBufferSize", self.size(image))

        def run():
            self.call("nppiFilterCannyBorder_8u_C1R_Ctx", *self.of(image), *self.into(out), SOBEL, SIZE_3, ctypes.c_short(low),
                      ctypes.c_short(high), norm, NEAREST, ctypes.c_void_p(buffer.data.ptr))
            return out
        return run

    def blur(self, image, out, kind):
        self.call(f"nppiFilterGaussAdvancedBorder_{kind}_C1R_Ctx", *self.of(image), *self.into(out),
                  ctypes.c_int(self.weights.size), ctypes.c_void_p(self.weights.data.ptr), NEAREST)

    def canny_blurred(self, image):
        smooth = self.cp.empty_like(image)
        canny = self.canny(smooth, L2, 25, 50)

        def run():
            self.blur(image, smooth, "8u")
            return canny()
        return run

    def sobel(self, image):
        out, none = self.cp.empty(image.shape, self.cp.int16), (ctypes.c_void_p(0), ctypes.c_int(0))

        def run():
            self.call("nppiGradientVectorSobelBorder_8u16s_C1R_Ctx", *self.of(image), *none, *none, *self.at(out), *none,
                      self.size(image), SIZE_3, L2, NEAREST)
            return out
        return run

    def sharpen(self, image):
        """Its general filter of integers."""
        out = self.cp.empty_like(image)
        weights = -self.cp.ones((3, 3), self.cp.int32)
        weights[1, 1] = 9

        def run():
            self.call("nppiFilterBorder_8u_C1R_Ctx", *self.of(image), *self.into(out), ctypes.c_void_p(weights.data.ptr), Pair(3, 3),
                      Pair(1, 1), ctypes.c_int(1), NEAREST)
            return out
        return run

    def unsharp(self, image):
        radius, sigma, amount, threshold = map(ctypes.c_float, (5, 1.4, 0.5, 0))
        out, buffer = self.cp.empty_like(image), self.buffer("nppiFilterUnsharpGetBufferSize_8u_C1R", radius, sigma)

        def run():
            self.call("nppiFilterUnsharpBorder_8u_C1R_Ctx", *self.at(image), Pair(0, 0), *self.into(out), radius, sigma, amount,
                      threshold, NEAREST, ctypes.c_void_p(buffer.data.ptr))
            return out
        return run

    def laplacian(self, image):
        smooth, second = (self.cp.empty(image.shape, self.cp.float32) for _ in range(2))
        weights = self.cp.asarray([[0, 1, 0], [1, -4, 1], [0, 1, 0]], self.cp.float32)

        def run():
            self.blur(image.astype(self.cp.float32), smooth, "32f")
            self.call("nppiFilterBorder_32f_C1R_Ctx", *self.of(smooth), *self.into(second), ctypes.c_void_p(weights.data.ptr),
                      Pair(3, 3), Pair(1, 1), NEAREST)
            return (abs(second) > 5) * self.cp.uint8(255)
        return run


class NppFixed(Npp):
    """Its own sharpening: 2 in the middle, eighths around it, which is another result."""
    def __init__(self):
        super().__init__()
        self.name += ", its own kernel"
        self.cases = {"sharpen-kernel": self.sharpen}

    def sharpen(self, image):
        out = self.cp.empty_like(image)

        def run():
            self.call("nppiFilterSharpenBorder_8u_C1R_Ctx", *self.of(image), *self.into(out), NEAREST)
            return out
        return run


class CvCuda(CuPy):
    """It has no Canny."""
    def __init__(self):
        super().__init__()
        import cvcuda
        self.cv = cvcuda
        self.name = f"CV-CUDA {cvcuda.__version__}"
        self.cases = {"sharpen-kernel": self.sharpen, "unsharp": self.unsharp, "laplacian": self.laplacian}

    def tensor(self, image):
        return self.cv.as_tensor(image.astype(self.cp.float32)[None, ..., None], "NHWC")

    def array(self, tensor):
        return self.cp.asarray(tensor.cuda())[0, ..., 0]

    def gauss(self, tensor):
        return self.cv.gaussian(tensor, (11, 11), (1.4, 1.4), self.cv.Border.REPLICATE)

    def batch(self, array, kind):
        batch = self.cv.ImageBatchVarShape(1)
        batch.pushback(self.cv.as_image(array, kind))
        return batch

    def sharpen(self, image):
        weights = -self.cp.ones((3, 3), self.cp.float32)
        weights[1, 1] = 9
        kernel = self.batch(weights, self.cv.Format.F32)
        center = self.cv.as_tensor(self.cp.full((1, 2), -1, self.cp.int32), "NC")
        source = self.batch(image, self.cv.Format.U8)

        def run():
            out = self.cv.conv2d(source, kernel, center, self.cv.Border.REPLICATE)
            return self.cp.asarray(next(iter(out)).cuda()).reshape(image.shape)
        return run

    def unsharp(self, image):
        def run():
            levels = self.tensor(image)
            return self.rounded(1.5 * self.array(levels) - 0.5 * self.array(self.gauss(levels)))
        return run

    def laplacian(self, image):
        def run():
            second = self.array(self.cv.laplacian(self.gauss(self.tensor(image)), 1, 1.0, self.cv.Border.REPLICATE))
            return (abs(second) > 5) * self.cp.uint8(255)
        return run


LIBRARIES = [Npp, NppFixed, CvCuda]
