"""Weights to begin from: a checkpoint of `train.py`, or the exported model itself, so that training can go on anywhere."""

import onnx
import torch
from onnx import numpy_helper

from model import Detector


def norms(model):
    """Each batch normalisation's name and the convolution before it."""
    for name, part in model.named_modules():
        if isinstance(part, torch.nn.Sequential) and len(part) >= 2 and isinstance(part[1], torch.nn.BatchNorm2d):
            yield f"{name}.1", part[0], part[1]


def read_onnx(path):
    """The state of a `Detector` that answers as the file does. The file's convolutions hold their normalisation already:
    each one after them passes on what it gets and adds the bias."""
    held = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in onnx.load(path).graph.initializer}
    model = Detector()
    state = model.state_dict()
    for name, _, norm in norms(model):
        bias = held.pop(f"{name[:-2]}.0.bias")
        state[f"{name}.weight"] = torch.full_like(bias, (1 + norm.eps) ** 0.5)
        state[f"{name}.bias"] = bias
        state[f"{name}.running_mean"] = torch.zeros_like(bias)
        state[f"{name}.running_var"] = torch.ones_like(bias)
    for name in state:
        if name in held:
            if held[name].shape != state[name].shape:
                raise SystemExit(f"{path}: {name} has the shape {tuple(held[name].shape)}: not this network")
            state[name] = held.pop(name)
    left = [name for name in held if name.endswith((".weight", ".bias"))]
    if left:
        raise SystemExit(f"{path}: weights that this network lacks: {', '.join(left)}")
    return state


def read_weights(path):
    """A checkpoint's parts; of an ONNX file the averaged weights alone."""
    return {"average": read_onnx(path)} if str(path).endswith(".onnx") else torch.load(path, map_location="cpu")


def settle(model, pictures):
    """Gives each normalisation the mean and the spread of what it gets from `pictures`, and takes them out of what it does,
    so that the model answers as before, also while it is trained."""
    found = {}
    hooks = [
        conv.register_forward_hook(lambda _m, _i, out, name=name: found.update({name: (out.mean((0, 2, 3)), out.var((0, 2, 3)))}))
        for name, conv, _ in norms(model)
    ]
    trained = model.training
    with torch.no_grad():
        model.eval()(pictures)
        for name, _, norm in norms(model):
            mean, spread = found[name]
            gain = norm.weight / (norm.running_var + norm.eps).sqrt()
            shift = norm.bias - norm.running_mean * gain
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_(gain * (spread + norm.eps).sqrt())
            norm.bias.copy_(shift + mean * gain)
    for hook in hooks:
        hook.remove()
    model.train(trained)
