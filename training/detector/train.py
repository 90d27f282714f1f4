"""Trains the detector on generated screens. Repeatable from `--seed` (for one version of PyTorch and one number of
threads); goes on from its own checkpoint with `--resume`, or from other weights with `--init`."""

import argparse
import copy
import queue
import threading
import time
from pathlib import Path

import torch

from data import Screens, batch, new_random
from weights import read_weights, settle
from model import BASE, KINDS, STRIDE, Detector


# What is rare on screens weighs more, what is everywhere less.
WEIGHTS = {
    "field": 4.0,
    "checkbox": 3.0,
    "radio": 3.0,
    "switch": 3.0,
    "slider": 3.0,
    "tab": 3.0,
    "row": 2.0,
    "clickable": 1.5,
    "image": 0.7,
    "text": 0.5,
}


def heat_loss(logits, heat):
    """Focal loss with less blame near a centre (CornerNet, eq. 1), per centre."""
    weight = torch.tensor([WEIGHTS.get(kind, 1.0) for kind in KINDS], device=heat.device)[None, :, None, None]
    p = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    centre = heat > 0.999
    found = torch.where(centre, (1 - p) ** 2 * torch.log(p), torch.zeros_like(p))
    other = torch.where(centre, torch.zeros_like(p), (1 - heat) ** 4 * p**2 * torch.log(1 - p))
    return -((found + other) * weight).sum() / (centre * weight).sum().clamp(min=1)


def box_loss(raw, edges, weight):
    """1 - GIoU of each cell's box with the box that it answers for, averaged over boxes."""
    h, w = weight.shape[1:]
    on = weight > 0
    distance = torch.exp(raw.clamp(-4, 4)) * BASE
    y, x = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
    x, y = (x + 0.5) * STRIDE, (y + 0.5) * STRIDE
    got = torch.stack([x - distance[:, 0], y - distance[:, 1], x + distance[:, 2], y + distance[:, 3]], 1)
    got = got.permute(0, 2, 3, 1)[on]
    want = edges.permute(0, 2, 3, 1)[on]
    wh = (torch.minimum(got[:, 2:], want[:, 2:]) - torch.maximum(got[:, :2], want[:, :2])).clamp(min=0)
    both = wh.prod(1)
    union = (got[:, 2:] - got[:, :2]).prod(1) + (want[:, 2:] - want[:, :2]).prod(1) - both
    around = (torch.maximum(got[:, 2:], want[:, 2:]) - torch.minimum(got[:, :2], want[:, :2])).prod(1)
    giou = both / union.clamp(min=1e-6) - (around - union) / around.clamp(min=1e-6)
    return ((1 - giou) * weight[on]).sum() / weight.sum().clamp(min=1)


def learning_rate(step, options):
    """Warm up, stay, then come down over the last `--cooldown` steps."""
    if step < options.warmup:
        return options.lr * (step + 1) / options.warmup
    left = options.steps - step
    if left < options.cooldown:
        return options.lr * max(0.02, left / options.cooldown)
    return options.lr


def feed(options, first, screens, stop):
    """Makes batches ahead in a thread. The batch of a step depends on the seed and the step alone."""
    made = queue.Queue(maxsize=4)

    def work():
        for step in range(first, options.steps):
            if stop.is_set():
                return
            if step % 100 == 0 and options.grow:
                screens.look_again()
            rng = new_random(options.seed, step)
            made.put(batch(rng, screens, options.batch, options.height, options.width))

    threading.Thread(target=work, daemon=True).start()
    return made


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True)
    parser.add_argument("--out", required=True, help="the checkpoint's file")
    parser.add_argument("--init", help="a checkpoint to take the weights from")
    parser.add_argument("--resume", action="store_true", help="go on from --out")
    parser.add_argument("--steps", type=int, default=6000)
    parser.add_argument("--cooldown", type=int, default=1500)
    parser.add_argument("--warmup", type=int, default=150)
    parser.add_argument("--batch", type=int, default=12)
    parser.add_argument("--height", type=int, default=384)
    parser.add_argument("--width", type=int, default=320)
    parser.add_argument("--lr", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--save-seconds", type=float, default=120)
    parser.add_argument("--grow", action="store_true", help="look for new screens while they are being made")
    parser.add_argument("--rare", type=float, default=0.35, help="how much more often a screen is seen for each rare kind on it")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    torch.manual_seed(options.seed)
    model = Detector().to(options.device, memory_format=torch.channels_last).train()
    average = copy.deepcopy(model)
    decay = [p for p in model.parameters() if p.ndim > 1]
    other = [p for p in model.parameters() if p.ndim <= 1]
    groups = [{"params": decay, "weight_decay": 0.02}, {"params": other, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=options.lr)
    step = 0
    start = options.out if options.resume else options.init
    if start:
        saved = read_weights(start)
        model.load_state_dict(saved["model"] if options.resume else saved["average"])
        average.load_state_dict(saved["average"])
        if options.resume:
            optimiser.load_state_dict(saved["optimiser"])
            step = saved["step"]
    screens = Screens(options.data, options.rare)
    if str(options.init).endswith(".onnx"):
        pictures = batch(new_random(options.seed, -1), screens, 16, options.height, options.width)[0]
        settle(model, pictures.to(options.device))
        average.load_state_dict(model.state_dict())
    stop = threading.Event()
    ahead = feed(options, step, screens, stop)

    def save():
        held = {"model": model.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
        part = Path(f"{options.out}.part")
        torch.save({**held, "step": step, "options": vars(options)}, part)
        part.replace(options.out)

    began = saved_at = time.time()
    shown = [0.0, 0.0, 0]
    while step < options.steps:
        parts = [t.to(options.device) for t in ahead.get()]
        pictures, heat, edges, weight = parts
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(step, options)
        with torch.autocast(options.device, torch.bfloat16):
            logits, raw = model(pictures.contiguous(memory_format=torch.channels_last))
        a, b = heat_loss(logits.float(), heat), box_loss(raw.float(), edges, weight)
        optimiser.zero_grad(set_to_none=True)
        (a + 4 * b).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 10.0)
        optimiser.step()
        step += 1
        keep = min(0.998, step / (step + 10))
        with torch.no_grad():
            for mine, theirs in zip(average.state_dict().values(), model.state_dict().values()):
                if mine.dtype.is_floating_point:
                    mine.lerp_(theirs, 1 - keep)
                else:
                    mine.copy_(theirs)
        shown = [shown[0] + a.item(), shown[1] + b.item(), shown[2] + 1]
        if step % 20 == 0:
            n = shown[2]
            rate = (time.time() - began) / n if n else 0
            print(f"{step} heat {shown[0] / n:.3f} box {shown[1] / n:.3f} {rate:.2f} s/step {len(screens.names)} screens", flush=True)
            shown, began = [0.0, 0.0, 0], time.time()
        if time.time() - saved_at > options.save_seconds:
            save()
            saved_at = time.time()
    stop.set()
    save()


if __name__ == "__main__":
    main()
