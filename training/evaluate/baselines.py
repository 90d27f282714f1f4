"""What a detector has to beat: edges joined into components, and boxes thrown at random."""

import numpy as np
from PIL import Image
from scipy import ndimage

WIDTH = 360
EDGE = 12.0


def classical(image, least_dp=10):
    """Boxes of edges that lie near each other, in pixels of the picture, in the manner of UIED: gradient, closing,
    components; without what is tiny or fills the screen, and of nested boxes that are nearly equal only one."""
    scale = WIDTH / min(image.width, image.height)
    small = image.convert("L").resize((round(image.width * scale), round(image.height * scale)), Image.Resampling.BOX)
    grey = np.asarray(small, dtype=np.float32)
    edges = np.hypot(ndimage.sobel(grey, 0), ndimage.sobel(grey, 1)) / 4 > EDGE
    joined = ndimage.binary_closing(np.pad(edges, 8), np.ones((5, 9)))[8:-8, 8:-8]
    labels, _ = ndimage.label(joined, np.ones((3, 3)))
    boxes = []
    for rows, columns in ndimage.find_objects(labels):
        w, h = columns.stop - columns.start, rows.stop - rows.start
        if min(w, h) < least_dp or w * h > 0.5 * grey.size:
            continue
        boxes.append((columns.start, rows.start, columns.stop, rows.stop))
    return np.array(boxes, dtype=np.float64).reshape(-1, 4) / scale


def at_random(seed, image, like, count):
    """As many boxes as `count`, each of the size of one of `like`, anywhere on the screen."""
    random = np.random.default_rng(seed)
    if len(like) == 0 or count == 0:
        return np.zeros((0, 4))
    sizes = (like[:, 2:] - like[:, :2])[random.integers(0, len(like), count)]
    places = random.random((count, 2)) * (np.array([image.width, image.height]) - sizes)
    return np.concatenate([places, places + sizes], 1)
