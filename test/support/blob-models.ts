import type { LayoutName } from "../../src/base/options/choices.js";
import { type Constant, type OnnxNode, onnxFile } from "./onnx-file.js";

/*
 * Small models, one for each layout, that detect red blobs (class 0) and green blobs (class 1) on a dark background. A
 * cell's score is the sigmoid of its mean red (or green) minus its mean blue. The sides of each box have the distances
 * SIDES from the middle of its cell. So the right output is known for any image.
 */

/** The distances from the middle of a cell to the left, top, right and bottom of its box, in pixels of the input. */
export const SIDES = [10, 6, 14, 8] as const;
/** The score of a cell of this mean colour: `sigmoid(SLOPE × (own − blue) − BIAS)` with colours from 0 to 1. */
const SLOPE = 12;
const BIAS = 6;

/** The input size of the models. */
export const BLOB_INPUT = { width: 192, height: 320 } as const;
const STRIDES = [8, 16, 32];

const PICTURE = { name: "images", dims: [1, 3, BLOB_INPUT.height, BLOB_INPUT.width] };

/** The file of the model of this layout. */
export function blobModel(layout: LayoutName): Buffer {
  return MODELS[layout]();
}

const MODELS: Readonly<Record<LayoutName, () => Buffer>> = {
  center,
  yolo: () =>
    single(
      (cells) => [boxOf(cells), 1],
      (values) => transposed(values),
    ),
  end2end: () =>
    single(
      (cells) => [edgesOf(cells), 1],
      (values) => values,
      32,
    ),
  yolov9,
  yolox,
  detr: () => pair("pred_logits", "pred_boxes"),
  "rf-detr": () => pair("labels", "dets"),
};

/**
 * A model for crops of icons, `[n, 1, 32, 32]`: it gives each the second of two names, with a confidence of about
 * `sigmoid(4)`.
 */
export function secondNameModel(): Buffer {
  const inputs = [{ name: "crops", dims: ["n", 1, 32, 32] }];
  const nodes: OnnxNode[] = [
    { op: "Conv", inputs: ["crops", "weights", "bias"], output: "raw", attributes: { kernel_shape: [32, 32] } },
    { op: "Flatten", inputs: ["raw"], output: "flat", attributes: { axis: 1 } },
    { op: "Softmax", inputs: ["flat"], output: "probabilities", attributes: { axis: 1 } },
  ];
  const constants: Constant[] = [
    { name: "weights", dims: [3, 1, 32, 32], values: Array.from({ length: 3 * 32 * 32 }, () => 0) },
    { name: "bias", dims: [3], values: [0, 5, 0] },
  ];
  return onnxFile({ inputs, outputs: [{ name: "probabilities", dims: ["n", 3] }], nodes, constants });
}

/** A model for any input size, as the bundled model, with cells of 4 pixels. */
function center(): Buffer {
  const nodes: OnnxNode[] = [
    ...scoresOf({ stride: 4, from: "images", to: "heat", classes: 2 }),
    { op: "Mul", inputs: ["heat", "none"], output: "zero" },
    { op: "Concat", inputs: ["zero", "zero"], output: "four", attributes: { axis: 1 } },
    { op: "Add", inputs: ["four", "sides"], output: "distances" },
    { op: "Concat", inputs: ["heat", "distances"], output: "out", attributes: { axis: 1 } },
  ];
  const constants: Constant[] = [
    ...weightsOf({ stride: 4, to: "heat", classes: 2 }),
    { name: "none", dims: [1], values: [0] },
    { name: "sides", dims: [1, 4, 1, 1], values: SIDES },
  ];
  const inputs = [{ name: "images", dims: [1, 3, "height", "width"] }];
  return onnxFile({ inputs, outputs: [{ name: "out", dims: [1, 6, "rows", "columns"] }], nodes, constants });
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
  readonly stride: number;
}

function cellsOf(stride: number): Cells {
  return { columns: BLOB_INPUT.width / stride, rows: BLOB_INPUT.height / stride, stride };
}

/** The middles of the cells, row by row. */
function middles({ columns, rows, stride }: Cells): readonly (readonly [number, number])[] {
  return Array.from({ length: columns * rows }, (_, at) => {
    return [((at % columns) + 0.5) * stride, (Math.floor(at / columns) + 0.5) * stride] as const;
  });
}

/** The left, top, right and bottom of the box of each cell. */
function edgesOf(cells: Cells): readonly (readonly number[])[] {
  const [left, top, right, bottom] = SIDES;
  return middles(cells).map(([x, y]) => [x - left, y - top, x + right, y + bottom]);
}

/** The middle, width and height of the box of each cell. */
function boxOf(cells: Cells): readonly (readonly number[])[] {
  return edgesOf(cells).map(([l = 0, t = 0, r = 0, b = 0]) => [(l + r) / 2, (t + b) / 2, r - l, b - t]);
}

function transposed(rows: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column] ?? 0));
}

/** One output of boxes and scores, by value (`yolo`) or by row with a class of 0 (`end2end`). */
function single(
  boxes: (cells: Cells) => readonly [readonly (readonly number[])[], number],
  arrange: (values: readonly (readonly number[])[]) => readonly (readonly number[])[],
  stride = 8,
): Buffer {
  const cells = cellsOf(stride);
  const [rows, classes] = boxes(cells);
  const count = cells.columns * cells.rows;
  const isByRow = stride === 32;
  const arranged = arrange(rows);
  const axis = isByRow ? 2 : 1;
  const shape = isByRow ? [1, count, 1] : [1, 1, count];
  const parts = isByRow ? ["boxes", "flat", "labels"] : ["boxes", "flat"];
  const nodes: OnnxNode[] = [
    ...scoresOf({ stride, from: "images", to: "heat", classes }),
    { op: "Reshape", inputs: ["heat", "shape"], output: "flat" },
    { op: "Concat", inputs: parts, output: "output0", attributes: { axis } },
  ];
  const constants: Constant[] = [
    ...weightsOf({ stride, to: "heat", classes }),
    { name: "shape", dims: [3], values: shape, isWhole: true },
    { name: "boxes", dims: isByRow ? [1, count, 4] : [1, 4, count], values: arranged.flat() },
    { name: "labels", dims: [1, count, 1], values: Array.from({ length: count }, () => 0) },
  ];
  const dims = isByRow ? [1, count, 6] : [1, 4 + classes, count];
  return onnxFile({ inputs: [PICTURE], outputs: [{ name: "output0", dims }], nodes, constants });
}

function yolov9(): Buffer {
  const nodes = STRIDES.flatMap((stride) => [
    ...scoresOf({ stride, from: "images", to: `heat${stride}`, classes: 2 }).slice(0, 1),
    { op: "Mul", inputs: [`heat${stride} raw`, "none"], output: `zero${stride}` },
    { op: "Concat", inputs: [`zero${stride}`, `zero${stride}`], output: `four${stride}`, attributes: { axis: 1 } },
    { op: "Add", inputs: [`four${stride}`, `sides${stride}`], output: `distances${stride}` },
  ]);
  const constants: Constant[] = STRIDES.flatMap((stride) => [
    ...weightsOf({ stride, to: `heat${stride}`, classes: 2 }),
    { name: `sides${stride}`, dims: [1, 4, 1, 1], values: SIDES.map((side) => side / stride) },
  ]);
  const outputs = STRIDES.flatMap((stride) => {
    const { rows, columns } = cellsOf(stride);
    return [
      { name: `heat${stride} raw`, dims: [1, 2, rows, columns] },
      { name: `distances${stride}`, dims: [1, 4, rows, columns] },
    ];
  });
  const none = { name: "none", dims: [1], values: [0] };
  return onnxFile({ inputs: [PICTURE], outputs, nodes, constants: [...constants, none] });
}

/** A model whose input channels are blue, green and red, from 0 to 255. */
function yolox(): Buffer {
  const [left, top, right, bottom] = SIDES;
  const nodes: OnnxNode[] = STRIDES.flatMap((stride) => [
    ...scoresOf({ stride, from: "rgb", to: `heat${stride}`, classes: 2 }),
    { op: "Reshape", inputs: [`heat${stride}`, `shape${stride}`], output: `flat${stride}` },
    { op: "Transpose", inputs: [`flat${stride}`], output: `rows${stride}`, attributes: { perm: [0, 2, 1] } },
    { op: "Concat", inputs: [`boxes${stride}`, `rows${stride}`], output: `level${stride}`, attributes: { axis: 2 } },
  ]);
  const constants: Constant[] = STRIDES.flatMap((stride) => {
    const { columns, rows } = cellsOf(stride);
    const count = columns * rows;
    const [x, y] = [0.5 + (right - left) / 2 / stride, 0.5 + (bottom - top) / 2 / stride];
    const one = [x, y, Math.log((left + right) / stride), Math.log((top + bottom) / stride), 0.9];
    return [
      ...weightsOf({ stride, to: `heat${stride}`, classes: 2 }),
      { name: `shape${stride}`, dims: [3], values: [1, 2, count], isWhole: true },
      { name: `boxes${stride}`, dims: [1, count, 5], values: Array.from({ length: count }, () => one).flat() },
    ];
  });
  const anchors = STRIDES.reduce((sum, stride) => sum + cellsOf(stride).columns * cellsOf(stride).rows, 0);
  return onnxFile({
    inputs: [PICTURE],
    outputs: [{ name: "output", dims: [1, anchors, 7] }],
    nodes: [
      { op: "Gather", inputs: ["images", "reversed"], output: "coloured", attributes: { axis: 1 } },
      { op: "Mul", inputs: ["coloured", "part"], output: "rgb" },
      ...nodes,
      { op: "Concat", inputs: STRIDES.map((stride) => `level${stride}`), output: "output", attributes: { axis: 1 } },
    ],
    constants: [
      { name: "reversed", dims: [3], values: [2, 1, 0], isWhole: true },
      { name: "part", dims: [1], values: [1 / 255] },
      ...constants,
    ],
  });
}

/** Logits and boxes as shares of the input, by row. */
function pair(logits: string, boxes: string): Buffer {
  const cells = cellsOf(16);
  const count = cells.columns * cells.rows;
  const { width, height } = BLOB_INPUT;
  const shares = boxOf(cells).map(([x = 0, y = 0, w = 0, h = 0]) => [x / width, y / height, w / width, h / height]);
  // ONNX does not allow a constant as an output, so zeros are added to it.
  const nodes: OnnxNode[] = [
    ...scoresOf({ stride: 16, from: "images", to: "heat", classes: 2 }).slice(0, 1),
    { op: "Reshape", inputs: ["heat raw", "shape"], output: "flat" },
    { op: "Transpose", inputs: ["flat"], output: logits, attributes: { perm: [0, 2, 1] } },
    { op: "Mul", inputs: [logits, "none"], output: "zero" },
    { op: "Concat", inputs: ["zero", "zero"], output: "four", attributes: { axis: 2 } },
    { op: "Add", inputs: ["four", "shares"], output: boxes },
  ];
  const constants: Constant[] = [
    ...weightsOf({ stride: 16, to: "heat", classes: 2 }),
    { name: "shape", dims: [3], values: [1, 2, count], isWhole: true },
    { name: "none", dims: [1], values: [0] },
    { name: "shares", dims: [1, count, 4], values: shares.flat() },
  ];
  const outputs = [
    { name: logits, dims: [1, count, 2] },
    { name: boxes, dims: [1, count, 4] },
  ];
  return onnxFile({ inputs: [PICTURE], outputs, nodes, constants });
}

interface Scores {
  readonly stride: number;
  readonly to: string;
  readonly classes: number;
}

/** `TO raw` are the logits of each cell, `TO` their sigmoids. */
function scoresOf({ stride, from, to }: Scores & { readonly from: string }): OnnxNode[] {
  const square = [stride, stride];
  return [
    {
      op: "Conv",
      inputs: [from, `${to} weights`, `${to} bias`],
      output: `${to} raw`,
      attributes: { kernel_shape: square, strides: square },
    },
    { op: "Sigmoid", inputs: [`${to} raw`], output: to },
  ];
}

function weightsOf({ stride, to, classes }: Scores): Constant[] {
  const cell = stride * stride;
  const colour = (weight: number) => Array.from({ length: cell }, () => (weight * SLOPE) / cell);
  const values = Array.from({ length: classes }, (_, label) => [
    ...colour(label === 0 ? 1 : 0),
    ...colour(label === 1 ? 1 : 0),
    ...colour(-1),
  ]).flat();
  return [
    { name: `${to} weights`, dims: [classes, 3, stride, stride], values },
    { name: `${to} bias`, dims: [classes], values: Array.from({ length: classes }, () => -BIAS) },
  ];
}
