"""Screens with their truth, as training crops and targets. Pictures are kept small in memory after their first use."""

import io
import json
import random
from itertools import accumulate
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from model import KINDS, PASSIVE, STRIDE

LONGEST_SIDE = 640
PAD = 114
SPREAD = 0.54
MOST_CELLS = 8
INDEX = {kind: i for i, kind in enumerate(KINDS)}
RARE = {INDEX[kind] for kind in ("field", "checkbox", "radio", "switch", "slider")}
# Boxes of these kinds are few and, most of them, thin or small: their sides count for more.
SIDE_WEIGHTS = np.array([2.0 if i in RARE else 1.5 if KINDS[i] == "row" else 1.0 for i in range(len(KINDS))], np.float32)


def fit(width, height, longest=LONGEST_SIDE):
    """The size in whole pixels of a picture whose longest side is made `longest`."""
    scale = longest / max(width, height)
    return max(1, round(width * scale)), max(1, round(height * scale))


def shrink(image, size):
    """Area averaging when it gets smaller, bilinear when it gets larger."""
    smaller = size[0] <= image.width and size[1] <= image.height
    return image.resize(size, Image.Resampling.BOX if smaller else Image.Resampling.BILINEAR)


def read_truth(path):
    """Boxes `[n, 4]` in pixels of the picture and kinds `[n]`."""
    facts = json.loads(Path(path).read_text())
    kinds = np.array([INDEX[t[0]] for t in facts["truth"]], dtype=np.int64)
    boxes = np.array([t[1:] for t in facts["truth"]], dtype=np.float32).reshape(-1, 4)
    return boxes, kinds, facts


class Screens:
    """All screens of a folder: `screen(i)` gives the small picture as bytes and its truth in pixels of that picture.

    A screen is picked the more often the more rare kinds it has: by `rare` more for each of them."""

    def __init__(self, folder, rare=0.0):
        self.folder = Path(folder)
        self.rare = rare
        self.names = []
        self.reach = []
        self.kept = {}
        self.weights = {}
        self.look_again()

    def look_again(self):
        self.names = sorted(p.stem for p in self.folder.glob("*.json"))
        for name in self.names:
            if name not in self.weights:
                kinds = set(read_truth(self.folder / f"{name}.json")[1].tolist()) if self.rare else set()
                self.weights[name] = 1 + self.rare * len(kinds & RARE)
        self.reach = list(accumulate(self.weights[name] for name in self.names))

    def pick(self, rng):
        return self.screen(rng.choices(self.names, cum_weights=self.reach)[0])

    def screen(self, name):
        if name not in self.kept:
            image = Image.open(self.folder / f"{name}.jpg")
            full = image.size
            size = fit(*full)
            image.draft("RGB", size)
            small = shrink(image.convert("RGB"), size)
            boxes, kinds, _ = read_truth(self.folder / f"{name}.json")
            self.kept[name] = (np.asarray(small), boxes * (size[0] / full[0]), kinds)
        return self.kept[name]


def crop(rng, pixels, boxes, kinds, height, width):
    """A part of a screen at a random scale; boxes of which less than 45 % is left are dropped."""
    scale = rng.uniform(0.75, 1.3) if rng.random() < 0.75 else 1.0
    sx, sy = scale * rng.uniform(0.94, 1.06), scale * rng.uniform(0.94, 1.06)
    image = Image.fromarray(pixels)
    need_w, need_h = width / sx, height / sy

    def place(have, need):
        return rng.uniform(0, have - need) if have > need else -rng.uniform(0, need - have)

    left, top = place(image.width, need_w), place(image.height, need_h)
    if rng.random() < 0.25 and image.height > need_h:
        top = rng.choice([0.0, image.height - need_h])
    seen = (max(0, left), max(0, top), min(image.width, left + need_w), min(image.height, top + need_h))
    put = (round((seen[0] - left) * sx), round((seen[1] - top) * sy))
    size = (min(width - put[0], round((seen[2] - seen[0]) * sx)), min(height - put[1], round((seen[3] - seen[1]) * sy)))
    canvas = Image.new("RGB", (width, height), (PAD, PAD, PAD))
    canvas.paste(image.resize(size, Image.Resampling.BILINEAR, box=seen), put)
    moved = (boxes - np.array([left, top, left, top])) * np.array([sx, sy, sx, sy])
    cut = moved.clip(0, np.array([width, height, width, height]))
    area = (moved[:, 2] - moved[:, 0]) * (moved[:, 3] - moved[:, 1])
    left_over = (cut[:, 2] - cut[:, 0]) * (cut[:, 3] - cut[:, 1])
    good = (left_over > 0.45 * area) & (cut[:, 2] - cut[:, 0] >= 3) & (cut[:, 3] - cut[:, 1] >= 3)
    if rng.random() < 0.25:
        canvas = canvas.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        cut[:, [0, 2]] = width - cut[:, [2, 0]]
    return canvas, cut[good].astype(np.float32), kinds[good]


def spoil(rng, image):
    """Colours, contrast, noise and compression that real pictures have and clean renderings do not."""
    if rng.random() < 0.3:
        held = io.BytesIO()
        image.save(held, "JPEG", quality=rng.randint(35, 92))
        image = Image.open(held)
    x = np.asarray(image.convert("RGB"), dtype=np.float32) / 255
    if rng.random() < 0.2:
        x = x[:, :, rng.sample([0, 1, 2], 3)]
    if rng.random() < 0.08:
        x = 1 - x
    if rng.random() < 0.06:
        x = np.repeat(x.mean(2, keepdims=True), 3, 2)
    if rng.random() < 0.5:
        x = x ** rng.uniform(0.6, 1.6)
    if rng.random() < 0.5:
        gain = np.array([rng.uniform(0.75, 1.2) for _ in range(3)], dtype=np.float32)
        x = (x - 0.5) * rng.uniform(0.6, 1.15) + 0.5 + rng.uniform(-0.1, 0.1)
        x = x * gain
    if rng.random() < 0.15:
        x = x + np.random.default_rng(rng.getrandbits(32)).normal(0, rng.uniform(0.005, 0.04), x.shape)
    for _ in range(rng.randint(1, 3) if rng.random() < 0.15 else 0):
        top, left = rng.randrange(x.shape[0] - 24), rng.randrange(x.shape[1] - 24)
        x = x.copy()
        x[top : top + rng.randint(4, 24), left : left + rng.randint(4, 24)] = rng.random()
    return np.clip(x, 0, 1).astype(np.float32).transpose(2, 0, 1)


def targets(boxes, kinds, height, width):
    """Heat `[kinds, h, w]`, and for each cell the box that it answers for `[4, h, w]` with a weight `[h, w]`.

    Around each centre lies a bell as wide and as high as the box asks. Where bells meet, a cell answers for the box whose
    bell is highest there, and for what can be touched before what is only looked at."""
    h, w = height // STRIDE, width // STRIDE
    heat = np.zeros((len(KINDS), h, w), dtype=np.float32)
    owner = np.full((h, w), -1, dtype=np.int32)
    best = np.zeros((h, w), dtype=np.float32)
    bell_at = np.zeros((h, w), dtype=np.float32)
    for i, (box, kind) in enumerate(zip(boxes, kinds)):
        cx, cy = (box[0] + box[2]) / 2 / STRIDE, (box[1] + box[3]) / 2 / STRIDE
        x, y = min(int(cx), w - 1), min(int(cy), h - 1)
        rx = int(min(MOST_CELLS, SPREAD * (box[2] - box[0]) / 2 / STRIDE))
        ry = int(min(MOST_CELLS, SPREAD * (box[3] - box[1]) / 2 / STRIDE))
        x0, x1, y0, y1 = max(0, x - rx), min(w, x + rx + 1), max(0, y - ry), min(h, y + ry + 1)
        gx = np.exp(-((np.arange(x0, x1) - x) ** 2) / (2 * ((2 * rx + 1) / 6) ** 2))
        gy = np.exp(-((np.arange(y0, y1) - y) ** 2) / (2 * ((2 * ry + 1) / 6) ** 2))
        bell = np.outer(gy, gx).astype(np.float32)
        part = heat[kind, y0:y1, x0:x1]
        np.maximum(part, bell, out=part)
        rank = bell + (0.0 if KINDS[kind] in PASSIVE else 0.3)
        wins = rank > best[y0:y1, x0:x1]
        best[y0:y1, x0:x1][wins] = rank[wins]
        owner[y0:y1, x0:x1][wins] = i
        bell_at[y0:y1, x0:x1][wins] = bell[wins]
    weight = np.zeros((h, w), dtype=np.float32)
    edges = np.zeros((4, h, w), dtype=np.float32)
    owned = owner >= 0
    if owned.any():
        total = np.bincount(owner[owned], weights=bell_at[owned], minlength=len(boxes)).astype(np.float32)
        weight[owned] = bell_at[owned] / np.maximum(total[owner[owned]], 1e-6)
        weight[owned] *= SIDE_WEIGHTS[kinds[owner[owned]]]
        edges[:, owned] = boxes[owner[owned]].T
    return heat, edges, weight


def batch(rng, screens, count, height, width):
    """Tensors: pictures, heat, edges, weight."""
    made = []
    for _ in range(count):
        pixels, boxes, kinds = screens.pick(rng)
        image, boxes, kinds = crop(rng, pixels, boxes, kinds, height, width)
        made.append((spoil(rng, image), *targets(boxes, kinds, height, width)))
    return [torch.from_numpy(np.stack(part)) for part in zip(*made)]


def new_random(seed, step):
    return random.Random(seed * 1_000_003 + step)
