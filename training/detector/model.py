"""The detector: a small anchor-free network of 3x3 convolutions with one head at stride 4.

Depthwise blocks would make the file smaller, but on a CPU they train several times slower than plain ones in bfloat16
(oneDNN), and the file is within its limit as it is."""

import torch
from torch import nn

KINDS = [
    "button",
    "iconButton",
    "field",
    "checkbox",
    "radio",
    "switch",
    "slider",
    "tab",
    "row",
    "image",
    "text",
    "clickable",
]
PASSIVE = {"image", "text"}
STRIDE = 4
# Distances are exp(raw) * BASE pixels, so that an untrained network (raw = 0) gives boxes of a small button's size.
BASE = 16.0


def conv(inputs, outputs, size, stride=1, groups=1, act=True):
    layers = [
        nn.Conv2d(inputs, outputs, size, stride, size // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
    ]
    return nn.Sequential(*layers, nn.ReLU(inplace=True)) if act else nn.Sequential(*layers)


class Block(nn.Module):
    """A 3x3 convolution; adds its input where the shapes allow it."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.main = conv(inputs, outputs, 3, stride, act=False)
        self.adds = stride == 1 and inputs == outputs
        self.act = nn.ReLU(inplace=True)

    def forward(self, x):
        y = self.main(x)
        return self.act(x + y) if self.adds else self.act(y)


def stage(inputs, outputs, count, stride):
    return nn.Sequential(Block(inputs, outputs, stride), *[Block(outputs, outputs) for _ in range(count - 1)])


class Detector(nn.Module):
    """Takes `[n, 3, H, W]` RGB in 0..1, H and W multiples of 32. Gives `[n, kinds + 4, H/4, W/4]`: heat in 0..1, then
    the distances to left, top, right and bottom in input pixels. While training, heat is given as logits."""

    def __init__(self, widths=(16, 32, 56, 96, 128), depths=(1, 2, 3, 2), neck=(64, 48, 32)):
        super().__init__()
        w = widths
        self.stem = nn.Sequential(conv(3, w[0], 3, 2), conv(w[0], w[1], 3, 2))
        self.c4 = stage(w[1], w[1], depths[0], 1)
        self.c8 = stage(w[1], w[2], depths[1], 2)
        self.c16 = stage(w[2], w[3], depths[2], 2)
        self.c32 = stage(w[3], w[4], depths[3], 2)
        self.side32 = conv(w[4], neck[0], 1, act=False)
        self.side16 = conv(w[3], neck[0], 1, act=False)
        self.mix16 = Block(neck[0], neck[1])
        self.side8 = conv(w[2], neck[1], 1, act=False)
        self.mix8 = stage(neck[1], neck[2], 2, 1)
        self.side4 = conv(w[1], neck[2], 1, act=False)
        self.mix4 = stage(neck[2], neck[2], 2, 1)
        self.heat = nn.Conv2d(neck[2], len(KINDS), 1)
        self.box = nn.Sequential(Block(neck[2], neck[2]), nn.Conv2d(neck[2], 4, 1))
        nn.init.constant_(self.heat.bias, -4.0)
        nn.init.normal_(self.heat.weight, std=0.01)
        nn.init.zeros_(self.box[1].bias)
        nn.init.normal_(self.box[1].weight, std=0.01)
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x):
        c4 = self.c4(self.stem(x))
        c8 = self.c8(c4)
        c16 = self.c16(c8)
        c32 = self.c32(c16)
        p16 = self.mix16(torch.relu(self.up(self.side32(c32)) + self.side16(c16)))
        p8 = self.mix8(torch.relu(self.up(p16) + self.side8(c8)))
        p4 = self.mix4(torch.relu(self.up(p8) + self.side4(c4)))
        heat = self.heat(p4)
        raw = self.box(p4)
        if self.training:
            return heat, raw
        return torch.cat([torch.sigmoid(heat), torch.exp(raw.clamp(-4, 4)) * BASE], 1)
