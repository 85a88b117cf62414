# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries on the GPU, for peers.py."""
import ctypes
import glob
import importlib.metadata
import os
import sys

import numpy as np


class OnGpu:
    where = "gpu"


class CuPy(OnGpu):
    def __init__(self):
        import cupy
        from cupyx.scipy import ndimage
        self.cp, self.nd = cupy, ndimage
        cupy.cuda.runtime.getDeviceCount()
        self.name = f"CuPy {cupy.__version__}"
        self.wait = cupy.cuda.runtime.deviceSynchronize
        self.send, self.fetch = cupy.asarray, cupy.asnumpy
        self.cases = {"sobel-l2": self.sobel, "sharpen-kernel": self.sharpen, "unsharp": self.unsharp,
                      "laplacian": self.laplacian}

    def rounded(self, values):
        return self.cp.clip(self.cp.rint(values), 0, 255).astype(self.cp.uint8)

    def sobel(self, image):
        def run():
            levels = image.astype(self.cp.float32)
            dx, dy = (self.nd.sobel(levels, axis, mode="nearest") for axis in (1, 0))
            return self.rounded(self.cp.sqrt(dx * dx + dy * dy))
        return run

    def sharpen(self, image):
        weights = -self.cp.ones((3, 3), self.cp.float32)
        weights[1, 1] = 9
        return lambda: self.rounded(self.nd.convolve(image.astype(self.cp.float32), weights, mode="nearest"))

    def unsharp(self, image):
        def run():
            levels = image.astype(self.cp.float32)
            return self.rounded(levels + 0.5 * (levels - self.nd.gaussian_filter(levels, 1.4, mode="nearest", truncate=3.5)))
        return run

    def laplacian(self, image):
        def run():
            smooth = self.nd.gaussian_filter(image.astype(self.cp.float32), 1.4, mode="nearest", truncate=3.5)
            return (abs(self.nd.laplace(smooth, mode="nearest")) > 5) * self.cp.uint8(255)
        return run


class CuCim(CuPy):
    def __init__(self):
        super().__init__()
        from cucim.skimage import feature, filters
        self.feature, self.filters = feature, filters
        self.name = f"cuCIM {importlib.metadata.version('cucim-cu13')}"
        self.cases = {"canny-blurred": self.canny, "sobel-l2": self.sobel, "unsharp": self.unsharp}

    def canny(self, image):
        return lambda: self.feature.canny(image, sigma=1.4, low_threshold=25, high_threshold=50, mode="nearest")

    def sobel(self, image):
        return lambda: self.filters.sobel(image.astype(self.cp.float32), mode="nearest") * self.cp.float32(4 * 2 ** 0.5)

    def unsharp(self, image):
        return lambda: self.filters.unsharp_mask(image, 1.4, 0.5, preserve_range=True)


class Torch(OnGpu):
    def __init__(self):
        import torch
        self.torch = torch
        if not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU")
        torch.backends.cudnn.allow_tf32 = False
        self.name = f"PyTorch {torch.__version__}"
        self.wait = torch.cuda.synchronize
        self.cases = {"sobel-l2": self.sobel, "sharpen-kernel": self.sharpen}

    def send(self, image):
        return self.torch.from_numpy(image).cuda()

    def fetch(self, result):
        return result.cpu().numpy()

    def conv(self, image, weights):
        import torch.nn.functional as functional
        levels = functional.pad(image[None, None].float(), (1, 1, 1, 1), mode="replicate")
        return functional.conv2d(levels, weights)[0]

    def rounded(self, values):
        return values.round().clamp(0, 255).byte()

    def sobel(self, image):
        kx = self.torch.tensor([[-1., 0, 1], [-2, 0, 2], [-1, 0, 1]], device="cuda")
        weights = self.torch.stack([kx, kx.t()])[:, None]

        def run():
            both = self.conv(image, weights)
            return self.rounded((both[0] * both[0] + both[1] * both[1]).sqrt())
        return run

    def sharpen(self, image):
        weights = -self.torch.ones((1, 1, 3, 3), device="cuda")
        weights[0, 0, 1, 1] = 9
        return lambda: self.rounded(self.conv(image, weights)[0])


class Kornia(OnGpu):
    def __init__(self):
        import kornia_rs
        from kornia_rs.cuda import Stream
        from kornia_rs.image import Image
        self.kornia, self.image, self.stream = kornia_rs, Image, Stream.default()
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.name = f"kornia-rs {importlib.metadata.version('kornia_rs')}"
        self.cases = {"canny-l2": self.canny}

    def wait(self):
        self.cuda.cuCtxSynchronize()

    def send(self, image):
        return self.image.from_numpy(np.ascontiguousarray(image[..., None])).to_cuda(self.stream)

    def fetch(self, result):
        return np.asarray(result.cpu().numpy())[..., 0]

    def canny(self, image):
        return lambda: self.kornia.imgproc.canny(image, 50.0, 100.0, True)


class NppStream(ctypes.Structure):
    """NppStreamContext"""
    _fields_ = [("stream", ctypes.c_void_p), ("device", ctypes.c_int), ("processors", ctypes.c_int), ("threads", ctypes.c_int),
                ("block", ctypes.c_int), ("shared", ctypes.c_size_t), ("major", ctypes.c_int), ("minor", ctypes.c_int),
                ("flags", ctypes.c_uint), ("reserved", ctypes.c_int)]


class NppSize(ctypes.Structure):
    """NppiSize and NppiPoint"""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int)]


class Npp(CuPy):
    """Through CuPy's memory. Of Sobel it gives the magnitude in 16 bits, which counts as it is."""
    def __init__(self):
        super().__init__()
        folders = [os.path.join(path, "nvidia", "cu13", "lib") for path in sys.path] + [os.environ.get("NPP", "")]
        found = [path for folder in folders if folder for path in sorted(glob.glob(os.path.join(folder, "libnppif.so*")))]
        if not found:
            raise ImportError("libnppif is not installed")
        ctypes.CDLL(os.path.join(os.path.dirname(found[0]), "libnppc.so.13"), ctypes.RTLD_GLOBAL)
        self.npp = ctypes.CDLL(found[0])
        try:
            self.name = f"NPP {importlib.metadata.version('nvidia-npp')}"
        except importlib.metadata.PackageNotFoundError:
            self.name = "NPP 13"
        about = self.cp.cuda.Device().attributes
        self.context = NppStream(self.cp.cuda.get_current_stream().ptr, 0, about["MultiProcessorCount"],
                                 about["MaxThreadsPerMultiProcessor"], about["MaxThreadsPerBlock"],
                                 about["MaxSharedMemoryPerBlock"], about["ComputeCapabilityMajor"],
                                 about["ComputeCapabilityMinor"], 0, 0)
        self.cases = {"canny-l1": self.canny, "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen}

    def call(self, name, *arguments):
        status = getattr(self.npp, name)(*arguments, self.context)
        if status < 0:
            raise RuntimeError(f"{name} says {status}")

    @staticmethod
    def area(image):
        size, origin = NppSize(image.shape[1], image.shape[0]), NppSize(0, 0)
        return [ctypes.c_void_p(image.data.ptr), ctypes.c_int(image.shape[1]), size, origin], size

    def canny(self, image):
        source, size = self.area(image)
        out, bytes_needed = self.cp.empty_like(image), ctypes.c_int()
        if self.npp.nppiFilterCannyBorderGetBufferSize(size, ctypes.byref(bytes_needed)) < 0:
            raise RuntimeError("no size of the buffer")
        buffer = self.cp.empty(bytes_needed.value + 1024, self.cp.uint8)

        def run():
            # Sobel (0) of 3x3 (200), the sum of both (1), the nearest pixel outside (2)
            self.call("nppiFilterCannyBorder_8u_C1R_Ctx", *source, ctypes.c_void_p(out.data.ptr), ctypes.c_int(image.shape[1]), size,
                      ctypes.c_int(0), ctypes.c_int(200), ctypes.c_short(50), ctypes.c_short(100), ctypes.c_int(1),
                      ctypes.c_int(2), ctypes.c_void_p(buffer.data.ptr))
            return out
        return run

    def sobel(self, image):
        source, size = self.area(image)
        out, none = self.cp.empty(image.shape, self.cp.int16), (ctypes.c_void_p(0), ctypes.c_int(0))

        def run():
            self.call("nppiGradientVectorSobelBorder_8u16s_C1R_Ctx", *source, *none, *none, ctypes.c_void_p(out.data.ptr),
                      ctypes.c_int(2 * image.shape[1]), *none, size, ctypes.c_int(200), ctypes.c_int(2), ctypes.c_int(2))
            return out
        return run

    def sharpen(self, image):
        source, size = self.area(image)
        out = self.cp.empty_like(image)

        def run():
            self.call("nppiFilterSharpenBorder_8u_C1R_Ctx", *source, ctypes.c_void_p(out.data.ptr), ctypes.c_int(image.shape[1]),
                      size, ctypes.c_int(2))
            return out
        return run


class CvCuda(CuPy):
    """It has no Canny."""
    def __init__(self):
        super().__init__()
        import cvcuda
        self.cv = cvcuda
        self.name = f"CV-CUDA {cvcuda.__version__}"
        self.cases = {"unsharp": self.unsharp, "laplacian": self.laplacian}

    def tensor(self, image):
        return self.cv.as_tensor(image[None, ..., None], "NHWC")

    def array(self, tensor):
        return self.cp.asarray(tensor.cuda())[0, ..., 0]

    def gauss(self, tensor, size):
        return self.cv.gaussian(tensor, (size, size), (1.4, 1.4), self.cv.Border.REPLICATE)

    def unsharp(self, image):
        levels = self.tensor(image.astype(self.cp.float32))
        return lambda: self.rounded(1.5 * self.array(levels) - 0.5 * self.array(self.gauss(levels, 11)))

    def laplacian(self, image):
        levels = self.tensor(image.astype(self.cp.float32))

        def run():
            second = self.array(self.cv.laplacian(self.gauss(levels, 11), 1, 1.0, self.cv.Border.REPLICATE))
            return (abs(second) > 5) * self.cp.uint8(255)
        return run


class OpenCVCuda(OnGpu):
    def __init__(self):
        import cv2
        self.cv = cv2
        if not hasattr(cv2, "cuda") or cv2.cuda.getCudaEnabledDeviceCount() == 0:
            raise ImportError("this build of OpenCV has no CUDA module")
        self.name = f"OpenCV {cv2.__version__}, CUDA"
        self.cases = {"canny-l2": self.canny}

    def wait(self):
        self.cv.cuda.Stream.Null().waitForCompletion()

    def send(self, image):
        there = self.cv.cuda.GpuMat()
        there.upload(image)
        return there

    def fetch(self, result):
        return result.download()

    def canny(self, image):
        detector = self.cv.cuda.createCannyEdgeDetector(50, 100, 3, True)
        return lambda: detector.detect(image)


LIBRARIES = [CuPy, CuCim, Torch, Kornia, Npp, CvCuda, OpenCVCuda]
