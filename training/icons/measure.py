"""How good the exported model is on icon sets that it never saw: python measure.py DATA ASSETS [REAL]

REAL is the folder that real-crops.mjs wrote.
"""

import collections
import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime

from train import SIDE


def main() -> None:
    data, assets = (Path(name) for name in sys.argv[1:3])
    table = json.loads((assets / "icons.json").read_text())
    names, threshold = table["names"], table["threshold"]
    session = onnxruntime.InferenceSession(assets / "icons.onnx", providers=["CPUExecutionProvider"])
    print(f"{len(names)} names, threshold {threshold}")
    print("| icons | crops | with a name | top-1 | answered | right when answered | named though nameless | all answers right |")
    print("|---|---|---|---|---|---|---|---|")
    if len(sys.argv) > 3:
        probabilities, labels, _ = answers(session, Path(sys.argv[3]), "real")
        line("real screens", probabilities, labels, np.full(len(labels), True), threshold)
        mistakes = sorted(misnamed(probabilities, labels, names, threshold))
    for use in ["tune", "test"]:
        probabilities, labels, sets = answers(session, data, use)
        drawn = sorted(set(sets) - {"text", "photo"})
        for some in drawn:
            line(f"{some} ({use})", probabilities, labels, sets == some, threshold)
        line(f"text, photos ({use})", probabilities, labels, np.isin(sets, ["text", "photo"]), threshold)
    worst(probabilities, labels, names, threshold)
    if len(sys.argv) > 3:
        print("\nOn real screens:", "; ".join(mistakes))


def answers(session: onnxruntime.InferenceSession, data: Path, use: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    crops = np.fromfile(data / f"{use}.crops", np.uint8).reshape(-1, 1, SIDE, SIDE).astype(np.float32) / 255
    labels = np.fromfile(data / f"{use}.labels", np.uint16).astype(np.int64)
    sets = np.array([json.loads(line)[0] for line in (data / f"{use}.icons").read_text().split("\n")])
    parts = [session.run(None, {"crops": crops[at : at + 512]})[0] for at in range(0, len(crops), 512)]
    return np.concatenate(parts), labels, sets


def misnamed(probabilities: np.ndarray, labels: np.ndarray, names: list[str], threshold: float) -> list[str]:
    outputs = [*names, "none of these"]
    return [
        f"{names[label]}: {outputs[row.argmax()]} {row.max():.2f}{'' if row.max() >= threshold else ' (unsure)'}"
        for row, label in zip(probabilities, labels)
        if row.argmax() != label
    ]


def line(title: str, probabilities: np.ndarray, labels: np.ndarray, of: np.ndarray, threshold: float) -> None:
    other = probabilities.shape[1] - 1
    best, sure, labels = probabilities[of].argmax(1), probabilities[of].max(1), labels[of]
    likeliest = probabilities[of][:, :other].argmax(1)
    answered = (best != other) & (sure >= threshold)
    named = labels != other

    def share(values: np.ndarray) -> str:
        return f"{values.mean():.3f}" if len(values) else "-"

    figures = [
        share((likeliest == labels)[named]),
        share(answered[named]),
        share((best == labels)[named & answered]),
        share(answered[~named]),
        share((best == labels)[answered]),
    ]
    print(f"| {title} | {len(labels)} | {named.sum()} | {' | '.join(figures)} |")


def worst(probabilities: np.ndarray, labels: np.ndarray, names: list[str], threshold: float) -> None:
    best, sure = probabilities.argmax(1), probabilities.max(1)
    wrong: dict[int, collections.Counter] = collections.defaultdict(collections.Counter)
    for label, answer in zip(labels[sure >= threshold], best[sure >= threshold]):
        if label < len(names) and answer not in (label, len(names)):
            wrong[label][answer] += 1
    print("\nTaken for another most often, of the test sets:")
    for label, taken in sorted(wrong.items(), key=lambda entry: -sum(entry[1].values()))[:15]:
        answers = ", ".join(f"{names[answer]} {count}" for answer, count in taken.most_common(3))
        print(f"- {names[label]} ({(labels == label).sum()} crops): {answers}")


if __name__ == "__main__":
    main()
