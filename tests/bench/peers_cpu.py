# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries on the processor, for peers.py."""
import importlib.metadata

import numpy as np

SHARPEN = np.array([[-1, -1, -1], [-1, 9, -1], [-1, -1, -1]], np.float32)


class OnProcessor:
    """Images stay in host memory. A case makes a function that computes the result from an image."""
    where = "cpu"

    @staticmethod
    def ready(image):
        return image

    @staticmethod
    def send(image):
        return image

    @staticmethod
    def fetch(result):
        return result

    @staticmethod
    def wait():
        pass


class OpenCV(OnProcessor):
    def __init__(self):
        import cv2
        self.cv = cv2
        self.name = f"OpenCV {cv2.__version__}, wheel"
        self.cases = {"canny-l2": self.canny, "canny-l1": self.canny_l1, "canny-blurred": self.canny_blurred,
                      "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen, "unsharp": self.unsharp,
                      "laplacian": self.laplacian, "canny-blurred-rgb": self.canny_colored,
                      "sharpen-kernel-rgb": self.sharpen, "unsharp-rgb": self.unsharp}

    def canny(self, image):
        return lambda: self.cv.Canny(image, 50, 100, L2gradient=True)

    def canny_l1(self, image):
        return lambda: self.cv.Canny(image, 50, 100)

    def blur(self, image, size=(0, 0)):
        return self.cv.GaussianBlur(image, size, 1.4, borderType=self.cv.BORDER_REPLICATE)

    def canny_blurred(self, image):
        return lambda: self.cv.Canny(self.blur(image), 25, 50, L2gradient=True)

    def canny_colored(self, image):
        return lambda: self.cv.Canny(self.blur(self.cv.cvtColor(image, self.cv.COLOR_RGB2GRAY)), 25, 50, L2gradient=True)

    def sobel(self, image):
        cv = self.cv

        def run():
            dx = cv.Sobel(image, cv.CV_32F, 1, 0, borderType=cv.BORDER_REPLICATE)
            dy = cv.Sobel(image, cv.CV_32F, 0, 1, borderType=cv.BORDER_REPLICATE)
            return cv.convertScaleAbs(cv.magnitude(dx, dy))
        return run

    def sharpen(self, image):
        return lambda: self.cv.filter2D(image, -1, SHARPEN, borderType=self.cv.BORDER_REPLICATE)

    def unsharp(self, image):
        return lambda: self.cv.addWeighted(image, 1.5, self.blur(image), -0.5, 0)

    def laplacian(self, image):
        cv = self.cv

        def run():
            second = cv.Laplacian(self.blur(image, (5, 5)), cv.CV_16S, borderType=cv.BORDER_REPLICATE)
            return cv.threshold(cv.convertScaleAbs(second), 5, 255, cv.THRESH_BINARY)[1]
        return run


class OpenCVGradient(OpenCV):
    """Canny of derivatives from spatialGradient, which is OpenCV's faster Sobel."""
    def __init__(self):
        super().__init__()
        self.name += ", spatialGradient"
        self.cases = {"canny-l2": self.canny, "canny-blurred": self.canny_blurred}

    def of(self, image, low, high):
        dx, dy = self.cv.spatialGradient(image, borderType=self.cv.BORDER_REPLICATE)
        return self.cv.Canny(dx, dy, low, high, L2gradient=True)

    def canny(self, image):
        return lambda: self.of(image, 50, 100)

    def canny_blurred(self, image):
        return lambda: self.of(self.blur(image), 25, 50)


class KorniaRs(OnProcessor):
    """Its Canny states OpenCV's bytes; it takes gray as a channel."""
    def __init__(self):
        from kornia_rs import imgproc
        self.library = imgproc
        self.name = f"kornia-rs {importlib.metadata.version('kornia_rs')}, processor"
        self.cases = {"canny-l2": self.canny, "canny-l1": self.canny_l1}

    @staticmethod
    def fetch(result):
        return np.asarray(result)[..., 0]

    def canny(self, image, of_squares=True):
        gray = np.ascontiguousarray(image[..., None])
        return lambda: self.library.canny(gray, 50.0, 100.0, of_squares)

    def canny_l1(self, image):
        return self.canny(image, False)


class ScikitImage(OnProcessor):
    def __init__(self):
        from skimage import feature, filters
        self.feature, self.filters = feature, filters
        self.name = f"scikit-image {importlib.metadata.version('scikit-image')}"
        self.cases = {"canny-blurred": self.canny, "sobel-l2": self.sobel, "unsharp": self.unsharp, "laplacian": self.laplacian}

    def canny(self, image):
        return lambda: self.feature.canny(image, sigma=1.4, low_threshold=25, high_threshold=50, mode="nearest")

    def sobel(self, image):
        # It divides each derivative by 4 and the magnitude by the root of 2.
        return lambda: self.filters.sobel(image.astype(np.float32), mode="nearest") * np.float32(4 * 2 ** 0.5)

    def unsharp(self, image):
        return lambda: self.filters.unsharp_mask(image, 1.4, 0.5, preserve_range=True)

    def laplacian(self, image):
        def run():
            smooth = self.filters.gaussian(image.astype(np.float32), 1.4, mode="nearest", truncate=3.5)
            return abs(self.filters.laplace(smooth)) > 5
        return run


class LibVips(OnProcessor):
    """Of its Canny, which does not follow chains, the magnitude after thinning counts as it is."""
    def __init__(self):
        import pyvips
        self.vips = pyvips
        self.name = "libvips " + ".".join(str(pyvips.version(i)) for i in range(3))
        self.cases = {"canny-blurred": self.canny, "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen,
                      "unsharp": self.unsharp, "laplacian": self.laplacian}

    def canny(self, image):
        source = self.vips.Image.new_from_array(image)
        return lambda: source.canny(sigma=1.4, precision="integer").numpy()

    def sobel(self, image):
        source = self.vips.Image.new_from_array(image)
        return lambda: source.sobel().numpy()

    def sharpen(self, image):
        source, mask = self.vips.Image.new_from_array(image), self.vips.Image.new_from_array(SHARPEN.tolist())
        return lambda: source.conv(mask, precision="integer").cast("uchar").numpy()

    def unsharp(self, image):
        source = self.vips.Image.new_from_array(image)
        return lambda: (source * 1.5 - source.gaussblur(1.4) * 0.5).rint().cast("uchar").numpy()

    def laplacian(self, image):
        source = self.vips.Image.new_from_array(image)
        mask = self.vips.Image.new_from_array([[0, 1, 0], [1, -4, 1], [0, 1, 0]])
        return lambda: (source.cast("float").gaussblur(1.4, precision="float").conv(mask).abs() > 5).numpy()


class ImageMagick(OnProcessor):
    def __init__(self):
        from wand.image import Image
        from wand.version import MAGICK_VERSION
        self.image = Image
        self.name = " ".join(MAGICK_VERSION.split()[:2])
        self.cases = {"canny-blurred": self.canny, "unsharp": self.unsharp}

    @staticmethod
    def fetch(result):
        return np.array(result)[..., 0]

    def done(self, image, what):
        source = self.image.from_array(image, channel_map="I")

        def run():
            one = source.clone()
            what(one)
            return one
        return run

    def canny(self, image):
        return self.done(image, lambda one: one.canny(0, 1.4, 25 / 1020, 50 / 1020))

    def unsharp(self, image):
        return self.done(image, lambda one: one.unsharp_mask(0, 1.4, 0.5, 0))


class GMic(OnProcessor):
    """Its images are floats, and its thresholds of Canny shares of the greatest gradient."""
    def __init__(self):
        import gmic
        self.gmic = gmic
        self.name = f"G'MIC {importlib.metadata.version('gmic')}"
        self.cases = {"canny-blurred": self.does("canny 1.4,0.05,0.1 mul 255"),
                      "sobel-l2": self.does("gradient[0] xy,2 sqr +[^] sqrt"), "unsharp": self.does("unsharp 1.4,0.5"),
                      "laplacian": self.does("blur 1.4,1,1 laplacian abs gt 5 mul 255")}

    @staticmethod
    def fetch(result):
        return result[0].to_numpy().squeeze().T

    def does(self, commands):
        def make(image):
            source = self.gmic.Image.from_yxc(image.astype(np.float32)[..., None])
            return lambda: self.gmic.run(commands, self.gmic.ImageList([source]))
        return make


class LineArtization(OnProcessor):
    """Its method for photographs, a minimum filter."""
    def __init__(self):
        import lineartization
        self.library = lineartization
        self.name = f"lineartization {importlib.metadata.version('lineartization')}"
        self.cases = {"line-art-rgb": self.draw}

    def draw(self, image):
        bgr, how = np.ascontiguousarray(image[..., ::-1]), self.library.LineArtConfig(method="minimum")
        return lambda: self.library.extract_lineart(bgr, how)


class Img2Sktch(OnProcessor):
    def __init__(self):
        import img2sktch
        self.library = img2sktch
        self.name = f"img2sktch {importlib.metadata.version('img2sktch')}"
        self.cases = {"line-art-rgb": self.draw}

    def draw(self, image):
        bgr, sketch = np.ascontiguousarray(image[..., ::-1]), self.library.PencilSketch()
        return lambda: sketch(bgr)[..., 0]


LIBRARIES = [OpenCV, OpenCVGradient, KorniaRs, ScikitImage, LibVips, ImageMagick, GMic, LineArtization, Img2Sktch]
