/*
 * Writes ONNX files, with the part of the format (onnx.proto, IR version 8, operators of version 17) that the small
 * models of tests need. The field numbers are those of onnx.proto.
 */

/** A constant of a model, with floats or integers. */
export interface Constant {
  readonly name: string;
  readonly dims: readonly number[];
  readonly values: readonly number[];
  readonly isWhole?: boolean;
}

export interface OnnxNode {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly output: string;
  /** Integers or lists of integers. */
  readonly attributes?: Readonly<Record<string, number | readonly number[]>>;
}

/** An input or output; a dimension of any size has a name in place of a number. */
export interface OnnxPort {
  readonly name: string;
  readonly dims: readonly (number | string)[];
  /** The type by the table of the format; 32-bit floats if absent. */
  readonly type?: number;
}

export interface OnnxGraph {
  readonly inputs: readonly OnnxPort[];
  readonly outputs: readonly OnnxPort[];
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly Constant[];
}

const FLOAT = 1;
const INT64 = 7;
const INT = 2;
const INTS = 7;

/** The file of a model with this graph. */
export function onnxFile({ inputs, outputs, nodes, constants }: OnnxGraph): Buffer {
  const graph = [
    ...nodes.map((node) => part(1, nodeBytes(node))),
    part(2, text("test")),
    ...constants.map((constant) => part(5, constantBytes(constant))),
    ...inputs.map((port) => part(11, portBytes(port))),
    ...outputs.map((port) => part(12, portBytes(port))),
  ];
  return Buffer.concat([whole(1, 8), part(8, whole(2, 17)), part(7, Buffer.concat(graph))]);
}

function nodeBytes({ op, inputs, output, attributes = {} }: OnnxNode): Buffer {
  const given = Object.entries(attributes).map(([name, value]) => {
    const isList = typeof value !== "number";
    const values = isList ? value.map((one) => whole(8, one)) : [whole(3, value)];
    return part(5, Buffer.concat([part(1, text(name)), ...values, whole(20, isList ? INTS : INT)]));
  });
  return Buffer.concat([
    ...inputs.map((name) => part(1, text(name))),
    part(2, text(output)),
    part(4, text(op)),
    ...given,
  ]);
}

function constantBytes({ name, dims, values, isWhole = false }: Constant): Buffer {
  const raw = isWhole ? BigInt64Array.from(values.map(BigInt)) : Float32Array.from(values);
  const type = isWhole ? INT64 : FLOAT;
  return Buffer.concat([
    ...dims.map((dim) => whole(1, dim)),
    whole(2, type),
    part(8, text(name)),
    part(9, Buffer.from(raw.buffer)),
  ]);
}

function portBytes({ name, dims, type = FLOAT }: OnnxPort): Buffer {
  const shape = dims.map((dim) => part(1, typeof dim === "number" ? whole(1, dim) : part(2, text(dim))));
  const tensor = Buffer.concat([whole(1, type), part(2, Buffer.concat(shape))]);
  return Buffer.concat([part(1, text(name)), part(2, part(1, tensor))]);
}

function text(words: string): Buffer {
  return Buffer.from(words, "utf8");
}

function part(field: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function whole(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) + 128);
  }
}
