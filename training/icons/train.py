"""Trains the icon classifier from a seed: python train.py DATA... --out OUT [--steps 8000] [--seed 1]

DATA are folders that make-crops.mjs made; the first also has the crops to tune on. Writes OUT/icons.pt every 500 steps; export.py makes the ONNX file of it.
"""

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from model import IconNet

BATCH = 64
# The mean of the last weights is kept: it is as good as what a lower rate would come to.
KEPT = 0.998
SIDE = 32


def main() -> None:
    options = parsed()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    drawn = [read(data, "train") for data in options.data]
    crops, labels = (torch.cat(parts) for parts in zip(*drawn))
    tune = read(options.data[0], "tune")
    classes = len(json.loads((options.data[0] / "names.json").read_text())) + 1
    net = IconNet(classes).to(memory_format=torch.channels_last)
    print(f"{len(labels)} crops, {classes} classes, {sum(p.numel() for p in net.parameters())} parameters", flush=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-3, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=4e-3, total_steps=options.steps, pct_start=0.15)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEPT), use_buffers=True)
    order = torch.empty(0, dtype=torch.long)
    started, losses = time.monotonic(), []
    for step in range(1, options.steps + 1):
        if len(order) < BATCH:
            order = torch.randperm(len(labels))
        batch, order = order[:BATCH], order[BATCH:]
        inputs = varied(crops[batch].float().div(255).view(-1, 1, SIDE, SIDE))
        loss = functional.cross_entropy(net(inputs), labels[batch], label_smoothing=0.05)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
        mean.update_parameters(net)
        losses.append(loss.item())
        if step % 500 == 0 or step == options.steps:
            right = accuracy(mean.module, tune, classes - 1)
            pace = (time.monotonic() - started) / step * 1000
            print(f"step {step} loss {np.mean(losses):.3f} tune top-1 {right:.4f}, {pace:.0f} ms a step", flush=True)
            losses = []
            torch.save(mean.module.state_dict(), options.out / "icons.pt")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=8000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    return options


def read(data: Path, use: str) -> tuple[torch.Tensor, torch.Tensor]:
    crops = np.fromfile(data / f"{use}.crops", np.uint8).reshape(-1, SIDE * SIDE)
    labels = np.fromfile(data / f"{use}.labels", np.uint16).astype(np.int64)
    return torch.from_numpy(crops), torch.from_numpy(labels)


def varied(inputs: torch.Tensor) -> torch.Tensor:
    """Turned, scaled, moved and shaded a little, with a patch missing at times: cheaper than drawing again."""
    count = len(inputs)
    angle = (torch.rand(count) - 0.5) * 0.16
    scale = 1 + (torch.rand(count, 2) - 0.5) * 0.22
    move = (torch.rand(count, 2) - 0.5) * 0.16
    cos, sin = torch.cos(angle), torch.sin(angle)
    rows = [cos * scale[:, 0], -sin * scale[:, 1], move[:, 0], sin * scale[:, 0], cos * scale[:, 1], move[:, 1]]
    grid = functional.affine_grid(torch.stack(rows, 1).view(-1, 2, 3), list(inputs.shape), align_corners=False)
    moved = functional.grid_sample(inputs, grid, align_corners=False)
    shaded = moved.clamp(0, 1).pow(torch.exp((torch.rand(count, 1, 1, 1) - 0.5) * 0.9))
    for at in torch.nonzero(torch.rand(count) < 0.12).flatten().tolist():
        x, y = torch.randint(0, SIDE - 6, (2,)).tolist()
        shaded[at, :, y : y + 6, x : x + 6] = 0
    return shaded


@torch.no_grad()
def accuracy(net: IconNet, split: tuple[torch.Tensor, torch.Tensor], other: int) -> float:
    """Of the crops that have a name, the share whose likeliest name is the right one."""
    crops, labels = split
    named = labels != other
    net.eval()
    parts = [net(part.float().div(255).view(-1, 1, SIDE, SIDE)) for part in crops[named].split(512)]
    net.train()
    return (torch.cat(parts)[:, :other].argmax(1) == labels[named]).float().mean().item()


if __name__ == "__main__":
    main()
