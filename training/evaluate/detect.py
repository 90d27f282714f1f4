"""Runs the exported detector as the program does: same picture, same peaks, same suppression, same thresholds."""

import json
from pathlib import Path

import numpy as np
import onnxruntime

import sys

sys.path.insert(0, str(Path(__file__).parent.parent / "detector"))
from data import PAD, fit, shrink  # noqa: E402
from model import KINDS, PASSIVE  # noqa: E402

SAME_IOU = 0.45
SAME_WITHIN = 0.9
SAME_RATIO = 1.3
ACTIVE = np.array([kind not in PASSIVE for kind in KINDS])


def load(model):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    return onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])


def read_thresholds(manifest):
    """Least confidence per kind, in the order of KINDS."""
    entry = next(m for m in json.loads(Path(manifest).read_text())["models"] if m["name"] == "detector")
    return np.array([entry["thresholds"].get(kind, entry["thresholds"]["default"]) for kind in KINDS])


def prepare(image, longest=640, multiple=32):
    """`[1, 3, H, W]`, and how many input pixels a pixel of the picture is, across and down."""
    size = fit(*image.size, longest)
    up = [-(-side // multiple) * multiple for side in size]
    canvas = np.full((up[1], up[0], 3), PAD, dtype=np.float32)
    canvas[: size[1], : size[0]] = np.asarray(shrink(image.convert("RGB"), size))
    scale = (size[0] / image.width, size[1] / image.height)
    return np.ascontiguousarray(canvas.transpose(2, 0, 1)[None] / 255), scale


def peaks(output, threshold):
    """Boxes `[n, 4]`, kinds and scores of the cells that no neighbour of their kind exceeds."""
    heat, sides = output[:-4], output[-4:]
    padded = np.pad(heat, ((0, 0), (1, 1), (1, 1)), constant_values=-1)
    h, w = heat.shape[1:]
    near = np.max([padded[:, y : y + h, x : x + w] for y in range(3) for x in range(3)], 0)
    kinds, rows, columns = np.nonzero((heat >= near) & (heat >= threshold))
    scores = heat[kinds, rows, columns]
    x, y = (columns + 0.5) * 4, (rows + 0.5) * 4
    left, top, right, bottom = sides[:, rows, columns]
    return np.stack([x - left, y - top, x + right, y + bottom], 1), kinds, scores


def overlap(one, others):
    """IoU, and the shared area over the smaller one."""
    wh = np.minimum(one[2:], others[:, 2:]) - np.maximum(one[:2], others[:, :2])
    both = wh.clip(0).prod(1)
    mine, theirs = (one[2:] - one[:2]).prod(), (others[:, 2:] - others[:, :2]).prod(1)
    return both / np.maximum(mine + theirs - both, 1e-6), both / np.maximum(np.minimum(mine, theirs), 1e-6)


def suppress(boxes, kinds, scores, within_kind=False):
    """The best box of each thing; `within_kind` lets boxes of other kinds stay beside it."""
    if within_kind:
        parts = [suppress(boxes[kinds == k], kinds[kinds == k], scores[kinds == k]) for k in np.unique(kinds)]
        return [np.concatenate(p) for p in zip(*parts)] if parts else (boxes, kinds, scores)
    order = np.argsort(-scores, kind="stable")
    boxes, kinds, scores = boxes[order], kinds[order], scores[order]
    area = (boxes[:, 2:] - boxes[:, :2]).prod(1)
    stays = np.ones(len(boxes), bool)
    for i in range(len(boxes)):
        if not stays[i]:
            continue
        later = i + 1 + np.flatnonzero(stays[i + 1 :])
        iou, within = overlap(boxes[i], boxes[later])
        ratio = np.maximum(area[i], area[later]) / np.maximum(np.minimum(area[i], area[later]), 1e-6)
        stays[later[(iou >= SAME_IOU) | ((within >= SAME_WITHIN) & (ratio < SAME_RATIO))]] = False
    return boxes[stays], kinds[stays], scores[stays]


def look(session, image):
    """The model's answer for a picture, and the scale at which it saw it."""
    tensor, scale = prepare(image)
    return session.run(None, {session.get_inputs()[0].name: tensor})[0][0], scale


def read(answer, image, thresholds, within_kind=False):
    """Boxes in pixels of the picture, kinds and scores. `thresholds` is one number or one per kind."""
    output, (sx, sy) = answer
    boxes, kinds, scores = suppress(*peaks(output, float(np.min(thresholds))), within_kind)
    good = scores >= (thresholds if np.isscalar(thresholds) else np.asarray(thresholds)[kinds])
    boxes, kinds, scores = boxes[good] / np.array([sx, sy, sx, sy]), kinds[good], scores[good]
    boxes = boxes.clip(0, np.array([image.width, image.height, image.width, image.height]))
    large = (boxes[:, 2] - boxes[:, 0] >= 3) & (boxes[:, 3] - boxes[:, 1] >= 3)
    return boxes[large], kinds[large], scores[large]


def detect(session, image, thresholds):
    return read(look(session, image), image, thresholds)
