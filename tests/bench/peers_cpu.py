# SPDX-License-Identifier: GPL-3.0-or-later
"""Libraries on the processor, for peers.py."""
import importlib.metadata

import numpy as np

SHARPEN = np.array([[-1, -1, -1], [-1, 9, -1], [-1, -1, -1]], np.float32)


class OnProcessor:
    """Images are where they are. A case makes, of an image, a function that computes the result."""
    where = "cpu"

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
        self.name = f"OpenCV {cv2.__version__}"
        self.cases = {"canny-l2": self.canny, "canny-l1": self.canny_l1, "canny-blurred": self.canny_blurred,
                      "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen, "unsharp": self.unsharp,
                      "laplacian": self.laplacian}

    def canny(self, image):
        return lambda: self.cv.Canny(image, 50, 100, L2gradient=True)

    def canny_l1(self, image):
        return lambda: self.cv.Canny(image, 50, 100)

    def blur(self, image, size=(0, 0)):
        return self.cv.GaussianBlur(image, size, 1.4, borderType=self.cv.BORDER_REPLICATE)

    def canny_blurred(self, image):
        return lambda: self.cv.Canny(self.blur(image), 25, 50, L2gradient=True)

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


class ScikitImage(OnProcessor):
    def __init__(self):
        from skimage import feature, filters
        self.feature, self.filters = feature, filters
        self.name = f"scikit-image {importlib.metadata.version('scikit-image')}"
        self.cases = {"canny-blurred": self.canny, "sobel-l2": self.sobel, "unsharp": self.unsharp}

    def canny(self, image):
        return lambda: self.feature.canny(image, sigma=1.4, low_threshold=25, high_threshold=50, mode="nearest")

    def sobel(self, image):
        # It divides each derivative by 4 and the magnitude by the root of 2.
        return lambda: self.filters.sobel(image.astype(np.float32), mode="nearest") * np.float32(4 * 2 ** 0.5)

    def unsharp(self, image):
        return lambda: self.filters.unsharp_mask(image, 1.4, 0.5, preserve_range=True)


class LibVips(OnProcessor):
    def __init__(self):
        import pyvips
        self.vips = pyvips
        self.name = "libvips " + ".".join(str(pyvips.version(i)) for i in range(3))
        self.cases = {"canny-blurred": self.canny, "sobel-l2": self.sobel, "sharpen-kernel": self.sharpen}

    def canny(self, image):
        source = self.vips.Image.new_from_array(image)
        return lambda: source.canny(sigma=1.4, precision="integer").numpy()

    def sobel(self, image):
        source = self.vips.Image.new_from_array(image)
        return lambda: source.sobel().numpy()

    def sharpen(self, image):
        source, mask = self.vips.Image.new_from_array(image), self.vips.Image.new_from_array(SHARPEN.tolist())
        return lambda: source.conv(mask, precision="integer").cast("uchar").numpy()


class ImageMagick(OnProcessor):
    def __init__(self):
        from wand.image import Image
        from wand.version import MAGICK_VERSION
        self.image = Image
        self.name = " ".join(MAGICK_VERSION.split()[:2])
        self.cases = {"canny-blurred": self.canny, "unsharp": self.unsharp}

    def done(self, image, what):
        def run():
            with self.image.from_array(image, channel_map="I") as one:
                what(one)
                return np.array(one)[..., 0]
        return run

    def canny(self, image):
        return self.done(image, lambda one: one.canny(0, 1.4, 25 / 1020, 50 / 1020))

    def unsharp(self, image):
        return self.done(image, lambda one: one.unsharp_mask(0, 1.4, 0.5, 0))


class GMic(OnProcessor):
    def __init__(self):
        import gmic
        self.gmic = gmic
        self.name = f"G'MIC {importlib.metadata.version('gmic')}, gradient_norm"
        self.cases = {"sobel-l2": self.sobel}

    def sobel(self, image):
        source = image.astype(np.float32)

        def run():
            images = self.gmic.ImageList([self.gmic.Image.from_yxc(source[..., None])])
            return self.gmic.run("gradient_norm", images)[0].to_numpy().squeeze().T
        return run


LIBRARIES = [OpenCV, OpenCVGradient, ScikitImage, LibVips, ImageMagick, GMic]
