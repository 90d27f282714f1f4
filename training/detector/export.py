"""Writes a checkpoint's averaged weights as `detector.onnx`, compares it with PyTorch, and enters it in `models.json`."""

import argparse
import hashlib
import json
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from torch.nn.utils.fusion import fuse_conv_bn_eval

from model import KINDS, Detector

SIZES = [(640, 288), (640, 320), (288, 640), (416, 640), (640, 640)]
PURPOSE = "Finds what can be touched or read in a screenshot."


def fuse(module):
    """Folds each batch normalisation into the convolution before it."""
    for name, child in module.named_children():
        fuse(child)
        if isinstance(child, torch.nn.Sequential) and len(child) >= 2 and isinstance(child[1], torch.nn.BatchNorm2d):
            rest = list(child)[2:]
            setattr(module, name, torch.nn.Sequential(fuse_conv_bn_eval(child[0], child[1]), *rest))
    return module


def compare(path, model):
    """The largest difference of a distance in pixels and of a heat, over several sizes of picture."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    worst = [0.0, 0.0]
    for n, (height, width) in enumerate(SIZES):
        picture = torch.from_numpy(np.random.default_rng(n).random((1, 3, height, width), dtype=np.float32))
        with torch.no_grad():
            want = model(picture).numpy()
        got = session.run(None, {"image": picture.numpy()})[0]
        if got.shape != want.shape:
            raise SystemExit(f"{height}x{width}: shape {got.shape}, expected {want.shape}")
        worst = [max(worst[0], np.abs(got - want)[:, -4:].max()), max(worst[1], np.abs(got - want)[:, :-4].max())]
    return worst


def enter(manifest, entry):
    held = json.loads(manifest.read_text()) if manifest.exists() else {"version": 1, "models": []}
    others = [m for m in held["models"] if m["name"] != entry["name"]]
    before = next((m for m in held["models"] if m["name"] == entry["name"]), {})
    held["models"] = [{**before, **entry}, *others]
    manifest.write_text(json.dumps(held, indent=2, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoint", required=True)
    parser.add_argument("--out", default=Path(__file__).parents[2] / "assets/models", type=Path)
    parser.add_argument("--threshold", type=float, default=0.3)
    options = parser.parse_args()
    saved = torch.load(options.checkpoint, map_location="cpu")
    model = Detector()
    model.load_state_dict(saved["average"])
    model = fuse(model.eval())
    options.out.mkdir(parents=True, exist_ok=True)
    path = options.out / "detector.onnx"
    axes = {"image": {2: "height", 3: "width"}, "boxes": {2: "rows", 3: "columns"}}
    example = torch.zeros(1, 3, 640, 288)
    torch.onnx.export(model, (example,), str(path), input_names=["image"], output_names=["boxes"], dynamic_axes=axes, opset_version=17, dynamo=False)
    held = onnx.load(path)
    facts = {"kinds": ",".join(KINDS), "licence": "MIT", "purpose": PURPOSE, "steps": saved["step"], "seed": saved["options"]["seed"]}
    for key, value in facts.items():
        held.metadata_props.add(key=key, value=str(value))
    onnx.checker.check_model(held)
    onnx.save(held, path)
    pixels, heat = compare(path, model)
    if pixels >= 0.5 or heat >= 1e-3:
        raise SystemExit(f"the exported model differs: {pixels} px, {heat} of heat")
    content = path.read_bytes()
    entry = {
        "name": "detector",
        "file": path.name,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
        "licence": "MIT",
        "purpose": PURPOSE,
        "kinds": KINDS,
        "longestSide": 640,
        "multipleOf": 32,
    }
    manifest = options.out / "models.json"
    known = json.loads(manifest.read_text())["models"] if manifest.exists() else []
    kept = next((m["thresholds"] for m in known if m["name"] == "detector"), {"default": options.threshold})
    enter(manifest, {**entry, "thresholds": kept})
    print(f"{path}: {len(content)} bytes after {saved['step']} steps; differs by {pixels:.5f} px and {heat:.6f} of heat at most")


if __name__ == "__main__":
    main()
