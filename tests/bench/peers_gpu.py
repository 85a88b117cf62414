# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries on the GPU, for peers.py."""
import importlib.metadata

import numpy as np


# Bytes that are overwritten first, for a millisecond, so that the work behind is queued in time.
AHEAD, TIMES = 1 << 30, 4


class OnGpu:
    """Images are sent and fetched. What it queues is queued in the order of CUDA's default stream."""
    where = "gpu"

    def __init__(self):
        import cupy
        self.cp = cupy
        self.wait = cupy.cuda.runtime.deviceSynchronize
        self.wait()

    @staticmethod
    def ready(image):
        return image

    def kernels_ms(self, run):
        """Between two events, without the time that Python takes to start a kernel."""
        begin, end, memory = self.cp.cuda.Event(), self.cp.cuda.Event(), self.cp.empty(AHEAD, self.cp.uint8)
        for _ in range(TIMES):
            self.cp.cuda.runtime.memsetAsync(memory.data.ptr, 0, AHEAD, 0)
        begin.record()
        run()
        end.record()
        end.synchronize()
        return self.cp.cuda.get_elapsed_time(begin, end)


class CuPy(OnGpu):
    def __init__(self):
        super().__init__()
        import cupyx
        from cupyx.scipy import ndimage
        self.pinned, self.nd, self.results = cupyx.empty_pinned, ndimage, {}
        self.name = f"CuPy {self.cp.__version__}"
        self.send = self.cp.asarray
        self.cases = {"sobel-l2": self.sobel, "sharpen-kernel": self.sharpen, "unsharp": self.unsharp,
                      "laplacian": self.laplacian}

    def ready(self, image):
        pinned = self.pinned(image.shape, image.dtype)
        pinned[...] = image
        return pinned

    def fetch(self, result):
        place = (result.shape, result.dtype.str)
        if place not in self.results:
            self.results[place] = self.pinned(*place)
        return result.get(out=self.results[place])

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
        # It divides each derivative by 4 and the magnitude by the root of 2.
        return lambda: self.filters.sobel(image.astype(self.cp.float32), mode="nearest") * self.cp.float32(4 * 2 ** 0.5)

    def unsharp(self, image):
        return lambda: self.filters.unsharp_mask(image, 1.4, 0.5, preserve_range=True)


class Torch(OnGpu):
    def __init__(self):
        super().__init__()
        import torch
        self.torch = torch
        if not torch.cuda.is_available():
            raise RuntimeError("PyTorch sees no GPU")
        torch.backends.cudnn.allow_tf32 = False
        self.name = f"PyTorch {torch.__version__}"
        self.cases, self.result = {"sobel-l2": self.sobel, "sharpen-kernel": self.sharpen}, None

    def ready(self, image):
        return self.torch.from_numpy(image).pin_memory()

    @staticmethod
    def send(image):
        return image.cuda(non_blocking=True)

    def fetch(self, result):
        if self.result is None or self.result.shape != result.shape:
            self.result = self.torch.empty_like(result, device="cpu").pin_memory()
        return self.result.copy_(result).numpy()

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
        super().__init__()
        import kornia_rs
        from kornia_rs.cuda import Stream
        from kornia_rs.image import Image
        self.kornia, self.image, self.stream = kornia_rs, Image, Stream.default()
        self.name = f"kornia-rs {importlib.metadata.version('kornia_rs')}"
        self.cases = {"canny-l2": self.canny}

    def send(self, image):
        return self.image.from_numpy(np.ascontiguousarray(image[..., None])).to_cuda(self.stream)

    def fetch(self, result):
        return np.asarray(result.cpu().numpy())[..., 0]

    def canny(self, image):
        return lambda: self.kornia.imgproc.canny(image, 50.0, 100.0, True)


class OpenCVCuda(OnGpu):
    def __init__(self):
        super().__init__()
        import cv2
        self.cv = cv2
        if not hasattr(cv2, "cuda") or cv2.cuda.getCudaEnabledDeviceCount() == 0:
            raise ImportError("this build of OpenCV has no CUDA module")
        self.name = f"OpenCV {cv2.__version__}, CUDA"
        self.cases = {"canny-l2": self.canny}

    def send(self, image):
        there = self.cv.cuda.GpuMat()
        there.upload(image)
        return there

    def fetch(self, result):
        return result.download()

    def canny(self, image):
        detector = self.cv.cuda.createCannyEdgeDetector(50, 100, 3, True)
        return lambda: detector.detect(image)


LIBRARIES = [CuPy, CuCim, Torch, Kornia, OpenCVCuda]
