"""How well the detector finds what a touch can act on in real screenshots, against their cleaned hierarchies.

    python training/evaluate/pairs.py --pairs ../shared/corpus/pairs

prints a table per source for the detector, for edges and components, and for random boxes in the same number. Sources
`mgpt`, `honor` and `tablet` were looked at while thresholds were chosen (`looked-at`); the others were not (`kept back`).
"""

import argparse
from pathlib import Path

import numpy as np
from PIL import Image
from scipy.optimize import linear_sum_assignment

from baselines import at_random, classical
from detect import ACTIVE, detect, load, look, overlap, read, read_thresholds
from hierarchy import judged_area, read_nodes, true_elements

LOOKED_AT = {"mgpt", "honor", "tablet"}
LEAST_DP = 24
# Trees of another moment than their picture: 33 by the corpus's own index, 13 (a film over the page), 37 (a page that
# moves), 38 (a page that fades) by eye.
MISMATCHED = {"droidbot-13", "droidbot-33", "droidbot-37", "droidbot-38"}
# Pictures with a keyboard that is missing from the tree: where it begins, as a share of the height.
KEYBOARDS = {
    "mgpt-cal-newevent-kb": 0.62,
    "mgpt-cal-newevent-typed": 0.62,
    "mgpt-search-result": 0.62,
    "notes-case-01": 0.58,
    "notes-case-06": 0.58,
}
DENSITIES = {"tablet": 2.0, "notes": 2.8125}


def density_of(source):
    return DENSITIES.get(source, 2.625)


def read_pairs(folder):
    for picture in sorted(p for p in Path(folder).iterdir() if p.suffix in (".jpg", ".png")):
        name, source = picture.stem, picture.stem.split("-")[0]
        tree = next((picture.with_suffix(s) for s in (".xml", ".json") if picture.with_suffix(s).exists()), None)
        if tree is None or name in MISMATCHED:
            continue
        image = Image.open(picture).convert("RGB")
        nodes = read_nodes(tree)
        truth = true_elements(nodes, np.asarray(image))
        left, top, right, bottom = judged_area(nodes, image.width, image.height)
        if name in KEYBOARDS:
            bottom = min(bottom, KEYBOARDS[name] * image.height)
        if len(truth):
            truth = truth[centres(truth)[:, 1] < bottom]
        yield name, source, image, truth, (left, top, right, bottom)


def centres(boxes):
    return (boxes[:, :2] + boxes[:, 2:]) / 2


def judged(boxes, area):
    """Without boxes whose centre lies where the hierarchy says nothing."""
    c = centres(boxes)
    return boxes[(c[:, 0] >= area[0]) & (c[:, 0] < area[2]) & (c[:, 1] >= area[1]) & (c[:, 1] < area[3])]


def match(found, truth):
    """One to one: which true boxes have the centre of a found box within them, and which of those with IoU of 0.5."""
    hit, good = np.zeros(len(truth), bool), np.zeros(len(truth), bool)
    if len(found) == 0 or len(truth) == 0:
        return hit, good
    c = centres(found)[:, None]
    inside = ((c >= truth[None, :, :2]) & (c < truth[None, :, 2:])).all(2)
    iou = np.stack([overlap(t, found)[0] for t in truth], 1)
    rows, columns = linear_sum_assignment(-(inside * (1 + iou)))
    for i, j in zip(rows, columns):
        hit[j], good[j] = inside[i, j], inside[i, j] and iou[i, j] >= 0.5
    return hit, good


def add(table, key, found, truth, density):
    hit, good = match(found, truth)
    large = (truth[:, 2:] - truth[:, :2]).min(1) >= LEAST_DP * density - 0.5 if len(truth) else np.zeros(0, bool)
    row = table.setdefault(key, np.zeros(6))
    row += [len(truth), large.sum(), (hit & large).sum(), (good & large).sum(), len(found), hit.sum()]


def show(table):
    print(f"{'method':10} {'source':12} {'true':>5} {'>=24dp':>6} {'recall':>7} {'IoU50':>6} {'precision':>9} {'boxes/true':>10}")
    for (method, source), (true, large, hit, good, found, hits) in table.items():
        recall, iou = hit / max(large, 1), good / max(large, 1)
        print(f"{method:10} {source:12} {true:5.0f} {large:6.0f} {recall:7.3f} {iou:6.3f} {hits / max(found, 1):9.3f} {found / max(true, 1):10.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = Path(__file__).parents[2]
    parser.add_argument("--pairs", default=root.parent / "shared/corpus/pairs")
    parser.add_argument("--model", default=root / "assets/models/detector.onnx")
    parser.add_argument("--manifest", default=root / "assets/models/models.json")
    parser.add_argument("--threshold", type=float, help="one threshold instead of the manifest's")
    parser.add_argument("--sweep", action="store_true", help="recall and boxes at multiples of the thresholds; choose by looked-at")
    options = parser.parse_args()
    session = load(options.model)
    if options.sweep:
        return sweep(session, options)
    thresholds = options.threshold if options.threshold is not None else read_thresholds(options.manifest)
    table = {}
    for name, source, image, truth, area in read_pairs(options.pairs):
        boxes, kinds, _ = detect(session, image, thresholds)
        seen = judged(boxes[ACTIVE[kinds]], area)
        plain = judged(classical(image), area)
        thrown = at_random(sum(name.encode()), image, truth, len(seen))
        group = "looked-at" if source in LOOKED_AT else "kept back"
        for method, found in (("ours", seen), ("edges", plain), ("random", judged(thrown, area))):
            for key in (source, group, "all"):
                add(table, (method, key), found, truth, density_of(source))
    show(dict(sorted(table.items(), key=lambda kv: (["ours", "edges", "random"].index(kv[0][0]), kv[0][1] == "all", " " in kv[0][1], kv[0][1]))))


def sweep(session, options):
    base = read_thresholds(options.manifest) if options.threshold is None else options.threshold
    held = [(look(session, p[2]), *p) for p in read_pairs(options.pairs)]
    for times in (0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.7, 2):
        table = {}
        for answer, _, source, image, truth, area in held:
            boxes, kinds, _ = read(answer, image, base * times)
            group = "looked-at" if source in LOOKED_AT else "kept back"
            add(table, (f"times {times}", group), judged(boxes[ACTIVE[kinds]], area), truth, density_of(source))
        show(table)


if __name__ == "__main__":
    main()
