"""AP50 on generated screens of libraries, icons and themes that training never saw.

    python training/evaluate/held.py --data HELD [--model FILE]

Boxes of one kind compete with each other alone, as is usual for AP; `as shown` has the program's suppression, where the
best of several kinds at one place is the only one that stays, and `any that can be touched` leaves the kind aside.
"""

import argparse
import sys
from pathlib import Path

import numpy as np
from PIL import Image

from detect import ACTIVE, KINDS, load, look, overlap, read

sys.path.insert(0, str(Path(__file__).parent.parent / "detector"))
from data import read_truth  # noqa: E402

LOWEST = 0.03
SIZES = {"under 24dp": (0, 24), "24-48dp": (24, 48), "over 48dp": (48, 1e9)}


def average_precision(scores, correct, count):
    """Area under precision over recall, precision made to fall only (all points)."""
    if count == 0:
        return float("nan")
    order = np.argsort(-np.asarray(scores), kind="stable")
    hits = np.cumsum(np.asarray(correct, dtype=float)[order])
    if len(hits) == 0:
        return 0.0
    precision = hits / np.arange(1, len(hits) + 1)
    precision = np.maximum.accumulate(precision[::-1])[::-1]
    recall = hits / count
    return float(np.sum(np.diff(np.concatenate([[0], recall])) * precision))


def judge(boxes, scores, truth, counted, mine=None):
    """Per box: its score and whether it is correct. Boxes that meet truth that is not counted are left out, and wrong ones
    that are not `mine` (all are, if nothing is said)."""
    free = np.ones(len(truth), bool)
    out = []
    for i in np.argsort(-scores, kind="stable"):
        iou = overlap(boxes[i], truth)[0] * free if len(truth) else np.zeros(0)
        best = int(np.argmax(iou)) if len(iou) else -1
        if best >= 0 and iou[best] >= 0.5:
            free[best] = False
            if counted[best]:
                out.append((scores[i], True))
        elif mine is None or mine[i]:
            out.append((scores[i], False))
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", required=True)
    parser.add_argument("--model", default=Path(__file__).parents[2] / "assets/models/detector.onnx")
    parser.add_argument("--most", type=int, default=10_000, help="use only the first so many screens")
    options = parser.parse_args()
    session = load(options.model)
    groups = {}

    def note(key, marks, count):
        entry = groups.setdefault(key, [[], 0])
        entry[0].extend(marks)
        entry[1] += int(count)

    for path in sorted(Path(options.data).glob("*.json"))[: options.most]:
        truth, kinds, facts = read_truth(path)
        image = Image.open(path.with_suffix(".jpg")).convert("RGB")
        wheres = ("all", f"library {facts['kit']}", "dark" if facts["dark"] else "light")
        answer = look(session, image)
        note_kinds(note, wheres, read(answer, image, LOWEST, within_kind=True), truth, kinds)
        shown = read(answer, image, LOWEST)
        note_kinds(note, ("all, as shown",), shown, truth, kinds)
        boxes, found, scores = shown
        touch, true = ACTIVE[found], truth[ACTIVE[kinds]]
        note(("all", "any that can be touched"), judge(boxes[touch], scores[touch], true, np.ones(len(true), bool)), len(true))
        scale = facts["scale"]

        def size_of(b):
            return (b[:, 2:] - b[:, :2]).min(1) / scale

        for name, (low, high) in SIZES.items():
            inside = lambda s, low=low, high=high: (s >= low) & (s < high)  # noqa: E731
            marks = judge(boxes[touch], scores[touch], true, inside(size_of(true)), inside(size_of(boxes[touch])))
            note((name, "any that can be touched"), marks, inside(size_of(true)).sum() if len(true) else 0)
    report(groups)


def note_kinds(note, wheres, seen, truth, kinds):
    boxes, found, scores = seen
    for k, kind in enumerate(KINDS):
        mine, true = found == k, truth[kinds == k]
        marks = judge(boxes[mine], scores[mine], true, np.ones(len(true), bool))
        for where in wheres:
            note((where, kind), marks, len(true))


def report(groups):
    value = {key: average_precision([m[0] for m in marks], [m[1] for m in marks], n) for key, (marks, n) in groups.items()}
    for where in sorted({w for w, _ in value}):
        of_kinds = [value[(where, k)] for k in KINDS if (where, k) in value and not np.isnan(value[(where, k)])]
        if of_kinds:
            print(f"{where:22} mean AP50 over kinds {np.mean(of_kinds):.3f}")
    for kind in KINDS:
        print(f"  {kind:12} AP50 {value[('all', kind)]:.3f} of {groups[('all', kind)][1]}")
    for (where, kind), ap in value.items():
        if kind not in KINDS:
            print(f"{where:12} {kind}: AP50 {ap:.3f} of {groups[(where, kind)][1]}")


if __name__ == "__main__":
    main()
