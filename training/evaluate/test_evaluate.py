"""Run with `python -m unittest discover -s training/evaluate`."""

import unittest

import numpy as np

from detect import peaks, suppress
from held import average_precision, judge
from hierarchy import Node, true_elements
from pairs import match

from data import fit, targets


def tree(*rows):
    """Nodes from `(box, acts, parent index or None)`."""
    nodes = []
    for box, acts, parent in rows:
        node = Node(box, acts, parent=None if parent is None else nodes[parent], order=len(nodes))
        if node.parent:
            node.parent.children.append(node)
        nodes.append(node)
    return nodes


def noise(width=200, height=400):
    return np.random.default_rng(1).integers(0, 255, (height, width, 3)).astype(np.uint8)


class Cleaning(unittest.TestCase):
    def clean(self, *rows, pixels=None):
        found = true_elements(tree(*rows), noise() if pixels is None else pixels)
        return [tuple(int(v) for v in box) for box in found]

    def test_what_fills_the_screen_is_not_a_target(self):
        self.assertEqual(self.clean(((0, 0, 200, 400), True, None), ((10, 10, 60, 40), True, 0)), [(10, 10, 60, 40)])

    def test_a_wrapper_of_the_same_size_counts_once(self):
        self.assertEqual(self.clean(((10, 10, 90, 40), True, None), ((11, 10, 90, 40), True, 0)), [(11, 10, 90, 40)])

    def test_a_row_counts_beside_its_switch_but_not_where_its_parts_fill_it(self):
        row = self.clean(((0, 0, 200, 50), True, None), ((150, 10, 190, 40), True, 0))
        self.assertEqual(row, [(0, 0, 200, 50), (150, 10, 190, 40)])
        full = self.clean(((0, 0, 200, 50), True, None), ((0, 0, 100, 50), True, 0), ((100, 0, 200, 50), True, 0))
        self.assertEqual(full, [(0, 0, 100, 50), (100, 0, 200, 50)])

    def test_what_lies_under_something_drawn_later_is_gone(self):
        self.assertEqual(self.clean(((0, 0, 50, 50), True, None), ((0, 0, 180, 180), True, None)), [(0, 0, 180, 180)])

    def test_what_the_picture_does_not_show_is_gone(self):
        blank = noise()
        blank[:60] = 7
        self.assertEqual(self.clean(((0, 0, 50, 50), True, None), pixels=blank), [])

    def test_what_its_parent_cuts_away_is_gone(self):
        self.assertEqual(self.clean(((0, 0, 100, 100), False, None), ((0, 120, 50, 160), True, 0)), [])


class Judging(unittest.TestCase):
    def test_one_box_cannot_find_two_things(self):
        truth = np.array([[0, 0, 100, 100], [10, 10, 90, 90]], float)
        self.assertEqual(match(np.array([[20, 20, 80, 80]], float), truth)[0].sum(), 1)

    def test_precision_is_one_for_a_perfect_answer_and_half_where_half_is_missed(self):
        truth = np.array([[0, 0, 10, 10], [50, 50, 70, 70]], float)
        marks = judge(truth, np.array([0.9, 0.8]), truth, np.ones(2, bool))
        self.assertEqual(average_precision(*zip(*marks), 2), 1)
        marks = judge(truth[:1], np.array([0.9]), truth, np.ones(2, bool))
        self.assertEqual(average_precision(*zip(*marks), 2), 0.5)


class Decoding(unittest.TestCase):
    def test_targets_decode_to_the_boxes_that_they_were_made_of(self):
        boxes = np.array([[8, 8, 60, 40], [100, 20, 140, 60]], np.float32)
        heat, edges, weight = targets(boxes, np.array([0, 3]), 96, 160)
        self.assertGreater(weight.sum(), 1.9)
        rows, columns = np.mgrid[0 : heat.shape[1], 0 : heat.shape[2]]
        x, y = (columns + 0.5) * 4, (rows + 0.5) * 4
        sides = np.stack([x - edges[0], y - edges[1], edges[2] - x, edges[3] - y])
        found, kinds, _ = suppress(*peaks(np.concatenate([heat, sides]), 0.9))
        order = np.argsort(found[:, 0])
        np.testing.assert_allclose(found[order], boxes)
        self.assertEqual(list(kinds[order]), [0, 3])

    def test_the_longest_side_becomes_640(self):
        self.assertEqual(fit(1080, 2400), (288, 640))
        self.assertEqual(fit(3200, 2000), (640, 400))


if __name__ == "__main__":
    unittest.main()
