"""Calibrates on the tuning set and writes the model: python export.py DATA OUT ASSETS

Reads OUT/icons.pt; writes ASSETS/icons.onnx and ASSETS/icons.json and puts the entry into ASSETS/models.json.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch.nn import functional

from model import Calibrated, IconNet
from train import SIDE, read

# Right so often on the tuning set where it answers, as if half of its crops had no name.
PRECISION = 0.9


def main() -> None:
    data, out, assets = (Path(name) for name in sys.argv[1:4])
    names = json.loads((data / "names.json").read_text())
    net = IconNet(len(names) + 1)
    net.load_state_dict(torch.load(out / "icons.pt"))
    net.eval()
    crops, labels = read(data, "tune")
    with torch.no_grad():
        logits = torch.cat([net(part.float().div(255).view(-1, 1, SIDE, SIDE)) for part in crops.split(512)])
    temperature = calibrated(logits, labels)
    threshold = least_threshold(torch.softmax(logits / temperature, 1).numpy(), labels.numpy(), len(names))
    print(f"temperature {temperature:.2f}, threshold {threshold:.2f}")
    file = assets / "icons.onnx"
    batch = torch.export.Dim("batch", min=1, max=4096)
    torch.onnx.export(
        Calibrated(net, temperature).eval(),
        (torch.zeros(2, 1, SIDE, SIDE),),
        file,
        input_names=["crops"],
        output_names=["probabilities"],
        dynamic_shapes={"crops": {0: batch}},
        dynamo=True,
        external_data=False,
    )
    strip(file)
    (assets / "icons.json").write_text(json.dumps({"names": names, "threshold": threshold}, indent=2) + "\n")
    register(assets, file)


def strip(file: Path) -> None:
    """Takes out what the exporter notes of the machine and the code that the network came from."""
    model = onnx.load(file)
    graph = model.graph
    model.doc_string = graph.doc_string = ""
    parts = [model, graph, *graph.node, *graph.input, *graph.output, *graph.value_info, *graph.initializer, *model.functions]
    for part in parts:
        part.doc_string = ""
        if hasattr(part, "metadata_props"):
            del part.metadata_props[:]
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, file)


def calibrated(logits: torch.Tensor, labels: torch.Tensor) -> float:
    """The temperature at which the labels are likeliest."""
    choices = np.arange(0.3, 3.0, 0.05)
    return float(min(choices, key=lambda t: functional.cross_entropy(logits / t, labels).item()))


def least_threshold(probabilities: np.ndarray, labels: np.ndarray, other: int) -> float:
    best, sure = probabilities.argmax(1), probabilities.max(1)
    nameless = labels == other
    weights = np.where(nameless, 1 / nameless.sum(), 1 / (~nameless).sum())
    for threshold in np.arange(0.3, 1.0, 0.01):
        answered = (best != other) & (sure >= threshold)
        right = weights[answered & (best == labels)].sum()
        if right >= PRECISION * weights[answered].sum():
            return round(float(threshold), 2)
    raise SystemExit("no threshold makes it right often enough")


def register(assets: Path, file: Path) -> None:
    listed = assets / "models.json"
    known = json.loads(listed.read_text())["models"] if listed.exists() else []
    content = file.read_bytes()
    entry = {
        "name": "icons",
        "file": file.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "licence": "MIT",
        "purpose": "Names the icon on a button that has no words.",
    }
    models = [model for model in known if model["name"] != "icons"] + [entry]
    listed.write_text(json.dumps({"version": 1, "models": models}, indent=2) + "\n")


if __name__ == "__main__":
    main()
