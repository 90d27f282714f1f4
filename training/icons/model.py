"""The classifier: a small plain CNN on one channel of 32 × 32."""

import torch
from torch import nn


def block(inputs: int, outputs: int, stride: int) -> nn.Sequential:
    convolution = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(outputs), nn.ReLU(inplace=True))


class IconNet(nn.Module):
    """[N, 1, 32, 32] of 0-1 to logits [N, names + 1]; the last is none of the names."""

    def __init__(self, classes: int):
        super().__init__()
        self.features = nn.Sequential(block(1, 24, 2), block(24, 48, 2), block(48, 64, 1), block(64, 128, 2))
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(256, classes)

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        seen = self.features(crops)
        return self.head(self.drop(torch.cat([seen.mean((2, 3)), seen.amax((2, 3))], 1)))


class Calibrated(nn.Module):
    """What is exported: probabilities, with the temperature that makes them mean what they say."""

    def __init__(self, net: IconNet, temperature: float):
        super().__init__()
        self.net = net
        self.register_buffer("temperature", torch.tensor(temperature))

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.net(crops) / self.temperature, 1)
