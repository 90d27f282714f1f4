"""What of a hierarchy is true of its picture: visible things that a touch can act on.

A hierarchy lies: it keeps covered pages, invisible nodes, wrappers that repeat their only child and containers that fill
the screen. `true_elements` gives what is left of it:

1. Only nodes that are clickable, long-clickable, checkable or editable, cut to the screen and to their parents.
2. Without those said to be invisible, those of the system's bars, and those with a side under 3 pixels.
3. Without those over half of the screen.
4. One of each chain of (nearly) equal boxes.
5. Of a node with others within it, only where 35 % of it is its own: there a touch means the node itself.
6. Without those of which 60 % or more lies under a node that is drawn later, takes touches, and is not a relative.
7. Without those where the picture shows nothing at all (deviation of its luminance under 2 of 255).
"""

import json
import re
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

SYSTEM = {"com.android.systemui", "gesture"}
LEAST_SIDE_PX = 3
LARGEST_SHARE = 0.5
SAME_PX = 3
OWN_SHARE = 0.35
COVERED_SHARE = 0.6
LEAST_DEVIATION = 2.0


@dataclass
class Node:
    box: tuple
    acts: bool
    visible: bool = True
    package: str = ""
    name: str = ""
    parent: "Node | None" = None
    order: int = 0
    children: list = field(default_factory=list)


def is_true(value):
    return value is True or value == "true"


def read_xml(path):
    source = Path(path).read_bytes()
    root = xml.fromstring(source)
    nodes = []

    def walk(element, parent):
        for child in element:
            facts = child.attrib
            numbers = [int(n) for n in re.findall(r"-?\d+", facts.get("bounds", ""))]
            acts = any(is_true(facts.get(k)) for k in ("clickable", "long-clickable", "checkable"))
            acts = acts or facts.get("class", "").endswith("EditText")
            visible = facts.get("visible-to-user", "true") == "true"
            box = tuple(numbers) if len(numbers) == 4 else (0, 0, 0, 0)
            node = Node(box, acts, visible, facts.get("package", ""), facts.get("class", ""), parent, len(nodes))
            nodes.append(node)
            if parent:
                parent.children.append(node)
            walk(child, node)

    walk(root, None)
    return nodes


def read_droidbot(path):
    views = json.loads(Path(path).read_text())["views"]
    made = {}
    for view in views:
        (x0, y0), (x1, y1) = view["bounds"]
        acts = any(view.get(k) for k in ("clickable", "long_clickable", "checkable", "editable"))
        made[view["temp_id"]] = Node((x0, y0, x1, y1), acts, view["visible"], view.get("package") or "", view["class"] or "")
    nodes = []

    def walk(at, parent):
        node = made[at]
        node.parent, node.order = parent, len(nodes)
        nodes.append(node)
        if parent:
            parent.children.append(node)
        for child in next(v for v in views if v["temp_id"] == at)["children"]:
            walk(child, node)

    for view in views:
        if view["parent"] == -1:
            walk(view["temp_id"], None)
    return nodes


def read_nodes(path):
    return read_droidbot(path) if str(path).endswith(".json") else read_xml(path)


def cut(a, b):
    return (max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3]))


def area(box):
    return max(0, box[2] - box[0]) * max(0, box[3] - box[1])


def is_above(node, other):
    """Whether `node` is an ancestor of `other`."""
    while other := other.parent:
        if other is node:
            return True
    return False


def shown_box(node, width, height):
    box, visible, up = cut(node.box, (0, 0, width, height)), node.visible, node.parent
    while up:
        box, visible, up = cut(box, up.box), visible and up.visible, up.parent
    return box if visible and box[2] - box[0] >= LEAST_SIDE_PX and box[3] - box[1] >= LEAST_SIDE_PX else None


def share_under(box, others):
    """Share of `box` that lies under `others`, on a grid of 24 by 24 points."""
    x = np.linspace(box[0] + 0.5, box[2] - 0.5, 24)[None, :]
    y = np.linspace(box[1] + 0.5, box[3] - 0.5, 24)[:, None]
    under = np.zeros((24, 24), dtype=bool)
    for o in others:
        under |= (x >= o[0]) & (x < o[2]) & (y >= o[1]) & (y < o[3])
    return under.mean()


def true_elements(nodes, pixels):
    """Boxes `[n, 4]` in pixels. `pixels` is the picture, `[height, width, 3]`."""
    height, width = pixels.shape[:2]
    grey = pixels.astype(np.float32) @ np.array([0.299, 0.587, 0.114], dtype=np.float32)
    boxes = {}
    for node in nodes:
        if node.acts and node.package not in SYSTEM and (box := shown_box(node, width, height)):
            boxes[node.order] = box
    by_order = {n.order: n for n in nodes}
    active = [by_order[o] for o in boxes]
    small = [n for n in active if area(boxes[n.order]) <= LARGEST_SHARE * width * height]

    def same(a, b):
        return max(abs(p - q) for p, q in zip(boxes[a.order], boxes[b.order])) <= SAME_PX

    single = [n for n in small if not any(is_above(n, m) and same(n, m) for m in small)]
    kept = []
    for node in single:
        box = boxes[node.order]
        within = [boxes[m.order] for m in single if is_above(node, m)]
        if within and 1 - share_under(box, within) < OWN_SHARE:
            continue
        later = [boxes[m.order] for m in active if m.order > node.order and not is_above(node, m)]
        if later and share_under(box, later) >= COVERED_SHARE:
            continue
        if grey[box[1] : box[3], box[0] : box[2]].std() < LEAST_DEVIATION:
            continue
        kept.append(box)
    return np.array(sorted(set(kept)), dtype=np.float32).reshape(-1, 4)


def judged_area(nodes, width, height):
    """The box around all windows of the hierarchy: what lies outside of it cannot be judged."""
    roots = [n.box for n in nodes if n.parent is None and n.package not in SYSTEM and area(n.box) > 0]
    if not roots:
        return (0, 0, width, height)
    return (min(r[0] for r in roots), min(r[1] for r in roots), max(r[2] for r in roots), max(r[3] for r in roots))
