"""The other side of detector-parity.mjs: the same models and pictures through Python's onnxruntime, with scaling, decoding
and suppression written for themselves in NumPy. Argument: a folder with cases.json and what it names. Prints, for each
case, `[left, top, right, bottom, score, label]` in pixels of the picture, not rounded."""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime

PADDING = 114


def shares(source, target):
    """`[target, source]`: how much each pixel counts in the mean of what a pixel stands for."""
    edges = np.arange(target + 1) * (source / target)
    pixels = np.arange(source)
    covered = np.minimum(edges[1:, None], pixels + 1) - np.maximum(edges[:-1, None], pixels)
    return covered.clip(0) * (target / source)


def whole_parts(exact):
    """The same in 256ths, each rounded so that those up to it add up: what our rows are weighted by."""
    return np.diff(np.floor(np.cumsum(exact, 1) * 256 + 0.5), axis=1, prepend=0) / 256


def place(size, sides, fit, longest, multiple):
    """Size of the input, size of the picture in it, its left upper corner."""
    wanted = longest / max(size)
    up = [max(1, -(-round(side * wanted) // multiple)) * multiple for side in size]
    whole = [given or other for given, other in zip(sides, up)]
    if fit == "stretch":
        return whole, whole, (0, 0)
    scale = min(w / s for w, s in zip(whole, size)) if any(sides) else wanted
    inner = [max(1, int(np.floor(side * scale + 0.5))) for side in size]
    corner = [(w - i) // 2 for w, i in zip(whole, inner)] if fit == "centre" else (0, 0)
    return whole, inner, corner


def prepare(pixels, whole, inner, corner, form):
    tall = np.tensordot(shares(pixels.shape[1], inner[0]), pixels, (1, 1))  # [x, height, 3]
    small = np.tensordot(whole_parts(shares(pixels.shape[0], inner[1])), tall, (1, 1))  # [y, x, 3]
    canvas = np.full((whole[1], whole[0], 3), float(PADDING))
    canvas[corner[1] : corner[1] + inner[1], corner[0] : corner[0] + inner[0]] = small
    canvas = (canvas / 255 - form["mean"]) / form["deviation"]
    if form["channels"] == "bgr":
        canvas = canvas[:, :, ::-1]
    return np.ascontiguousarray(canvas.transpose(2, 0, 1)[None], dtype=np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def corners(middle):
    x, y, w, h = middle.T
    return np.stack([x - w / 2, y - h / 2, x + w / 2, y + h / 2], 1)


def grid(columns, rows):
    y, x = np.divmod(np.arange(columns * rows), columns)
    return np.stack([x, y], 1)


def around(sides, step, columns, rows):
    """Boxes from distances `[4, rows, columns]` in steps."""
    middle = (grid(columns, rows) + 0.5) * step
    left, top, right, bottom = sides.reshape(4, -1) * step
    return np.stack([middle[:, 0] - left, middle[:, 1] - top, middle[:, 0] + right, middle[:, 1] + bottom], 1)


def best(scores):
    return scores.max(1), scores.argmax(1)


def center(outputs, whole):
    heat, sides = outputs[0][0][:-4], outputs[0][0][-4:]
    _, rows, columns = heat.shape
    step = whole[0] / columns
    padded = np.pad(heat, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    near = np.max([padded[:, y : y + rows, x : x + columns] for y in range(3) for x in range(3)], 0)
    boxes = around(sides / step, step, columns, rows)
    kinds, cells = np.nonzero((heat >= near).reshape(len(heat), -1))
    return boxes[cells], heat.reshape(len(heat), -1)[kinds, cells], kinds


def yolo(outputs, whole):
    rows = outputs[0][0].T
    return corners(rows[:, :4]), *best(rows[:, 4:])


def end2end(outputs, whole):
    rows = outputs[0][0]
    return rows[:, :4], rows[:, 4], rows[:, 5].astype(int)


def yolov9(outputs, whole):
    parts = []
    for logits, sides in zip(outputs[::2], outputs[1::2]):
        _, classes, rows, columns = logits.shape
        scores = sigmoid(logits[0].reshape(classes, -1).T)
        parts.append((around(sides[0], whole[0] / columns, columns, rows), *best(scores)))
    return tuple(np.concatenate(part) for part in zip(*parts))


def yolox(outputs, whole):
    values = outputs[0][0]
    cells = [(stride, grid(whole[0] // stride, whole[1] // stride)) for stride in (8, 16, 32)]
    places = np.concatenate([cell for _, cell in cells])
    strides = np.concatenate([np.full((len(cell), 1), stride) for stride, cell in cells])
    middle = np.concatenate([(values[:, :2] + places) * strides, np.exp(values[:, 2:4]) * strides], 1)
    return corners(middle), *best(values[:, 5:] * values[:, 4:5])


def detr(outputs, whole):
    logits, boxes = outputs[0][0], outputs[1][0]
    return corners(boxes) * np.array(whole * 2), *best(sigmoid(logits))


LAYOUTS = {
    "center": center,
    "yolo": yolo,
    "end2end": end2end,
    "yolov9": yolov9,
    "yolox": yolox,
    "detr": detr,
    "rf-detr": detr,
}
DENSE = {"center", "yolo", "yolov9", "yolox"}


def is_same(a, b):
    wide, high = (np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2])).clip(0)
    shared = wide * high
    areas = sorted(np.prod(box[2:] - box[:2]) for box in (a, b))
    return shared >= 0.45 * (sum(areas) - shared) or (shared >= 0.9 * areas[0] and areas[1] < 1.3 * areas[0])


def suppress(found):
    kept = []
    for one in sorted(found, key=lambda entry: -entry[1]):
        if not any(is_same(one[0], other[0]) for other in kept):
            kept.append(one)
    return kept


def look(case, folder):
    width, height = case["size"]
    pixels = np.fromfile(folder / case["picture"], dtype=np.uint8).reshape(height, width, 4)[:, :, :3].astype(float)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(folder / case["model"]), options, providers=["CPUExecutionProvider"])
    given = session.get_inputs()[0]
    sides = [side if isinstance(side, int) else None for side in (given.shape[3], given.shape[2])]
    whole, inner, corner = place([width, height], sides, case["form"]["fit"], case["longestSide"], case["multipleOf"])
    outputs = session.run(None, {given.name: prepare(pixels, whole, inner, corner, case["form"])})
    boxes, scores, labels = LAYOUTS[case["layout"]](outputs, list(whole))
    found = [entry for entry in zip(boxes, scores, labels) if entry[1] >= case["threshold"]]
    if case["layout"] in DENSE:
        found = suppress(found)
    scale = np.array([width / inner[0], height / inner[1]] * 2)
    limits = np.array([width, height] * 2)
    moved = [(((box - np.array(list(corner) * 2)) * scale).clip(0, limits), score, label) for box, score, label in found]
    large = [entry for entry in moved if min(entry[0][2] - entry[0][0], entry[0][3] - entry[0][1]) >= 3]
    return [[*map(float, box), float(score), int(label)] for box, score, label in large]


folder = Path(sys.argv[1])
cases = json.loads((folder / "cases.json").read_text())
print(json.dumps([look(case, folder) for case in cases]))
