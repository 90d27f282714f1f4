"""The exported model can be trained on: what is read from it answers as it does."""

import sys
import unittest
from pathlib import Path

import numpy as np
import onnxruntime
import torch

sys.path.insert(0, str(Path(__file__).parent))
from model import Detector  # noqa: E402
from weights import read_onnx, settle  # noqa: E402

MODEL = Path(__file__).parents[2] / "assets/models/detector.onnx"


def pictures(count):
    return np.random.default_rng(5).random((count, 3, 128, 96), dtype=np.float32)


def answers(model, batch):
    with torch.no_grad():
        return model(torch.from_numpy(batch)).numpy()


class WeightsTest(unittest.TestCase):
    def setUp(self):
        self.model = Detector().eval()
        self.model.load_state_dict(read_onnx(MODEL))

    def test_reads_the_exported_model(self):
        session = onnxruntime.InferenceSession(str(MODEL), providers=["CPUExecutionProvider"])
        want = session.run(None, {"image": pictures(1)})[0]
        np.testing.assert_allclose(answers(self.model, pictures(1)), want, rtol=1e-3, atol=1e-3)

    def test_settling_changes_no_answer(self):
        before = answers(self.model, pictures(2))
        settle(self.model, torch.from_numpy(pictures(2)))
        np.testing.assert_allclose(answers(self.model, pictures(2)), before, rtol=1e-3, atol=1e-3)

    def test_settled_weights_answer_alike_while_training(self):
        batch = torch.from_numpy(pictures(4))
        before = answers(self.model, pictures(4))
        settle(self.model, batch)
        with torch.no_grad():
            heat, _ = self.model.train()(batch)
        np.testing.assert_allclose(torch.sigmoid(heat).numpy(), before[:, :-4], atol=0.02)


if __name__ == "__main__":
    unittest.main()
