"""Chooses the threshold of each kind: where F1 on generated screens is best, then all times `--times`.

    python training/evaluate/choose.py --data TRAIN --times 0.5 --write

The factor was chosen by `pairs.py --sweep`, on the sources that may be looked at.
"""

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image

from detect import KINDS, load, look, read
from held import LOWEST, judge

from data import read_truth


def best_threshold(marks, count):
    """The score from which on F1 is best, of `(score, correct)`."""
    if not marks or not count:
        return 0.2
    scores, correct = np.array(sorted(marks, key=lambda m: -m[0]), dtype=float).T
    hits = np.cumsum(correct)
    f1 = 2 * hits / (np.arange(1, len(hits) + 1) + count)
    return float(scores[int(np.argmax(f1))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    models = Path(__file__).parents[2] / "assets/models"
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", default=models / "detector.onnx")
    parser.add_argument("--manifest", default=models / "models.json", type=Path)
    parser.add_argument("--most", type=int, default=150)
    parser.add_argument("--times", type=float, default=1.0)
    parser.add_argument("--write", action="store_true", help="into the manifest")
    options = parser.parse_args()
    session = load(options.model)
    marks, counts = {k: [] for k in KINDS}, {k: 0 for k in KINDS}
    for path in sorted(Path(options.data).glob("*.json"))[-options.most :]:
        truth, kinds, _ = read_truth(path)
        image = Image.open(path.with_suffix(".jpg")).convert("RGB")
        boxes, found, scores = read(look(session, image), image, LOWEST)
        for k, kind in enumerate(KINDS):
            true = truth[kinds == k]
            marks[kind] += judge(boxes[found == k], scores[found == k], true, np.ones(len(true), bool))
            counts[kind] += len(true)
    chosen = {k: round(min(0.6, max(0.05, best_threshold(marks[k], counts[k]) * options.times)), 3) for k in KINDS}
    print(chosen)
    if options.write:
        held = json.loads(options.manifest.read_text())
        entry = next(m for m in held["models"] if m["name"] == "detector")
        entry["thresholds"] = {"default": round(float(np.median(list(chosen.values()))), 3), **chosen}
        options.manifest.write_text(json.dumps(held, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
