"""Turns the detector's scores into probabilities, by how often a detection of each score is right.

    python training/evaluate/calibrate.py --data CHOOSE [--most 100] [--write]

On generated screens that training did not see, each box of a kind that can be touched is right if its middle lies in
something to touch that no surer box has, and the box is of about that thing or within it. Per kind

    probability = 1 / (1 + exp(-(offset + slope * log(score / (1 - score)))))

is fitted, with one slope for all kinds and offsets that are drawn to a common one where a kind is rare. `--write` enters them in
`assets/models/models.json` as `calibration`. What comes of it is printed: by steps of the probability how many were right.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image

from choose import read_truth
from detect import ACTIVE, KINDS, detect, load, overlap, read_thresholds

# As many made-up boxes of the common kind pull at a kind's offset.
PULL = 2.0
STEPS = np.arange(0, 1.01, 0.1)


def are_right(boxes, scores, truth):
    """Per box whether it is the surest one of something to touch."""
    right, taken = np.zeros(len(boxes), bool), np.zeros(len(truth), bool)
    area = (truth[:, 2:] - truth[:, :2]).prod(1) if len(truth) else np.zeros(0)
    for i in np.argsort(-scores, kind="stable"):
        if len(truth) == 0:
            break
        centre = (boxes[i, :2] + boxes[i, 2:]) / 2
        inside = ((centre >= truth[:, :2]) & (centre < truth[:, 2:])).all(1)
        wh = (np.minimum(boxes[i, 2:], truth[:, 2:]) - np.maximum(boxes[i, :2], truth[:, :2])).clip(0)
        within = wh.prod(1) / max((boxes[i, 2:] - boxes[i, :2]).prod(), 1e-6)
        alike = inside & ((overlap(boxes[i], truth)[0] >= 0.1) | (within >= 0.8))
        if alike.any():
            best = np.flatnonzero(alike)[np.argmin(area[alike])]
            right[i], taken[best] = not taken[best], True
    return right


def fit(kinds, scores, right):
    """The slope, and the offset of each kind of KINDS; Newton's method on the penalised likelihood."""
    logits = np.log(scores / (1 - scores))
    design = np.concatenate([np.ones((len(logits), 1)), logits[:, None], kinds[:, None] == np.arange(len(KINDS))], 1).astype(float)
    pull = np.diag([1e-6, 1e-6] + [PULL] * len(KINDS))
    weights = np.zeros(design.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-design @ weights))
        gradient = design.T @ (right - p) - pull @ weights
        weights += np.linalg.solve(design.T @ (design * (p * (1 - p))[:, None]) + pull, gradient)
    return weights[1], weights[0] + weights[2:], weights[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).parents[2]
    parser.add_argument("--data", required=True)
    parser.add_argument("--most", type=int, default=10_000, help="use only the first so many screens")
    parser.add_argument("--model", default=root / "assets/models/detector.onnx")
    parser.add_argument("--manifest", default=root / "assets/models/models.json")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    session, thresholds = load(options.model), read_thresholds(options.manifest)
    seen = []
    for path in sorted(Path(options.data).glob("*.json"))[: options.most]:
        truth, kinds, _ = read_truth(path)
        boxes, found, scores = detect(session, Image.open(path.with_suffix(".jpg")), thresholds)
        touch = ACTIVE[found]
        right = are_right(boxes[touch], scores[touch], truth[ACTIVE[kinds]])
        seen += zip(found[touch], scores[touch], right)
    kinds, scores, right = (np.array(column) for column in zip(*seen))
    scores = scores.astype(float).clip(1e-4, 1 - 1e-4)
    slope, offsets, common = fit(kinds, scores, right.astype(float))
    p = 1 / (1 + np.exp(-(offsets[kinds] + slope * np.log(scores / (1 - scores)))))
    print(f"{len(p)} boxes, {right.mean():.3f} of them right")
    for low, high in zip(STEPS, STEPS[1:]):
        here = (p >= low) & (p < high)
        if here.any():
            print(f"{low:.1f}-{high:.1f}: {right[here].mean():.3f} of {here.sum()}")
    calibration = {"slope": round(float(slope), 3), "offsets": {"default": round(float(common), 3)}}
    for k, kind in enumerate(KINDS):
        if ACTIVE[k]:
            calibration["offsets"][kind] = round(float(offsets[k]), 3)
    print(json.dumps(calibration))
    if options.write:
        manifest = json.loads(Path(options.manifest).read_text())
        next(m for m in manifest["models"] if m["name"] == "detector")["calibration"] = calibration
        Path(options.manifest).write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
