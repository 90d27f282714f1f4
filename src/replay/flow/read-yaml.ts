import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseAllDocuments,
  type Scalar,
} from "yaml";
import { FoveaError } from "../../base/errors.js";
import { yamlWords } from "../../base/yaml-words.js";
import { inOneLine } from "../../screen/label.js";

/**
 * YAML as data with line numbers. Scalars are texts, as written in the file: the reader of a field decides which text
 * is a number.
 */
export type Yaml =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly line: number;
      /** Whether the value is missing, or a plain `null` or `~`. */
      readonly isNull?: boolean;
      /** Whether it is in quotes or a block of lines: then it is always a text. */
      readonly isQuoted?: boolean;
    }
  | { readonly kind: "list"; readonly items: readonly Yaml[]; readonly line: number }
  | { readonly kind: "map"; readonly entries: readonly YamlEntry[]; readonly line: number };

export interface YamlEntry {
  readonly key: string;
  readonly line: number;
  readonly value: Yaml;
}

/** A flow is written by hand, and so at most a few pages long. */
const MOST_CHARS = 200_000;
const DEEPEST = 100;
/** The widest indentation: no flow is indented this far, and each column may be a level. */
const WIDEST_INDENT = 400;

/** Reads the documents of a YAML text. Errors: FLOW_INVALID with file and line. */
export function readYaml(text: string, file: string): readonly Yaml[] {
  if (text.length > MOST_CHARS) throw flowInvalid(file, 1, `it is longer than ${MOST_CHARS} characters`);
  refuseNesting(text, file);
  const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/.exec(text);
  if (control)
    throw flowInvalid(
      file,
      text.slice(0, control.index).split("\n").length,
      "it has a control character, which YAML does not allow",
    );
  const lines = new LineCounter();
  const reader: Reader = { file, lineOf: (offset) => Math.max(1, lines.linePos(offset ?? 0).line) };
  return documentsOf(text, lines, reader).map((document) => {
    const room = { left: MOST_NODES };
    return yamlOf(document.contents, { ...reader, room, resolved: (alias) => alias.resolve(document) }, 1);
  });
}

/**
 * Refuses deep nesting: with thousands of levels, the parser's recursion ends the process before it can throw. Brackets
 * in quotes count, too: no flow has so many.
 */
function refuseNesting(text: string, file: string): void {
  let brackets = 0;
  for (const [place, line] of text.split("\n").entries()) {
    for (const mark of line) brackets += "[{".includes(mark) ? 1 : "]}".includes(mark) ? -1 : 0;
    const indicators = /^(?:[-?:\s]+)/.exec(line)?.[0] ?? "";
    const isDeep = brackets > DEEPEST || indicators.length > WIDEST_INDENT;
    if (isDeep || indicators.replace(/\s/g, "").length > DEEPEST) throw tooDeep(file, place + 1);
    brackets = Math.max(0, brackets);
  }
}

function tooDeep(file: string, line: number): FoveaError {
  return flowInvalid(file, line, "it is nested too deep to be read");
}

/** The error for a part that Maestro supports but Fovea does not, with file and line. */
export function flowUnsupported(file: string, line: number, why: string): FoveaError {
  return new FoveaError("FLOW_UNSUPPORTED", inOneLine(`${file}:${line}: ${why}`));
}

/** The error for a flow that cannot be run, with file and line. */
export function flowInvalid(file: string, line: number, why: string): FoveaError {
  return new FoveaError("FLOW_INVALID", inOneLine(`${file}:${line}: ${why}`));
}

/** The most nodes of a document: aliases can turn a short text into a huge one. */
const MOST_NODES = 50_000;

interface Reader {
  readonly file: string;
  readonly lineOf: (offset: number | undefined) => number;
}

function documentsOf(text: string, lineCounter: LineCounter, { file, lineOf }: Reader): readonly Document[] {
  const parsed = parseAllDocuments(text, { schema: "failsafe", lineCounter, prettyErrors: false, uniqueKeys: false });
  const documents = Array.isArray(parsed) ? parsed : [];
  for (const { errors, warnings } of documents) {
    const [first] = [...errors, ...warnings];
    if (first) throw flowInvalid(file, lineOf(first.pos[0]), yamlWords(first));
  }
  return documents;
}

interface NodeReader extends Reader {
  readonly room: { left: number };
  /** The node of an alias; undefined if no such anchor comes before it. */
  readonly resolved: (alias: Alias) => unknown;
}

function yamlOf(node: unknown, reader: NodeReader, depth: number): Yaml {
  const line = lineOfNode(node, reader);
  reader.room.left -= 1;
  if (depth > DEEPEST || reader.room.left < 0) throw tooDeep(reader.file, line);
  if (node === null) return { kind: "text", text: "", line, isNull: true };
  if (isAlias(node)) return yamlOf(anchorOf(node, line, reader), reader, depth + 1);
  if (isScalar(node)) return scalarOf(node, line);
  if (isSeq(node)) {
    const alias = node.items.find((item) => isAlias(item) && reader.resolved(item) !== undefined);
    if (isAlias(alias)) throw notForLists(alias, "an item of a list", reader);
    return { kind: "list", items: node.items.map((item) => yamlOf(item, reader, depth + 1)), line };
  }
  if (!isMap(node)) throw flowInvalid(reader.file, line, "this is neither a text nor a list nor a map");
  const entries = node.items.map(({ key, value }) => {
    if (!isScalar(key)) throw flowInvalid(reader.file, lineOfNode(key, reader), "a key has to be a plain word");
    return {
      key: textOf(key.value),
      line: lineOfNode(key, reader),
      value: value === null ? emptyAt(key, reader) : yamlOf(value, reader, depth + 1),
    };
  });
  return { kind: "map", entries, line };
}

/** The node of an alias. Errors: FLOW_INVALID if no such anchor comes before it. */
function anchorOf(alias: Alias, line: number, { file, resolved }: NodeReader): unknown {
  const node = resolved(alias);
  if (isSeq(node)) throw notForLists(alias, "a list", { file, lineOf: () => line });
  if (node !== undefined) return node;
  throw flowInvalid(file, line, `*${alias.source} has no value: no &${alias.source} comes before it`);
}

/**
 * The error for an alias of a list: Maestro reads its name as a text there, so the flow would have another meaning or
 * none.
 */
function notForLists(alias: Alias, what: string, reader: Reader): FoveaError {
  const why = `*${alias.source} stands for ${what}, which Maestro refuses: write out what it stands for`;
  return flowInvalid(reader.file, lineOfNode(alias, reader), why);
}

function emptyAt(key: unknown, reader: Reader): Yaml {
  return { kind: "text", text: "", line: lineOfNode(key, reader), isNull: true };
}

function scalarOf({ value, type, tag }: Scalar, line: number): Yaml {
  const text = textOf(value);
  const isPlain = (type === undefined || type === "PLAIN") && tag !== "tag:yaml.org,2002:str";
  const isNull = isPlain && /^(?:|~|null|Null|NULL)$/.test(text);
  return {
    kind: "text",
    text: isNull ? "" : text,
    line,
    ...(isNull && { isNull }),
    ...(!isPlain && { isQuoted: true }),
  };
}

function lineOfNode(node: unknown, { lineOf }: Reader): number {
  const range = typeof node === "object" && node !== null && "range" in node ? node.range : null;
  const start: unknown = Array.isArray(range) ? range[0] : undefined;
  return lineOf(typeof start === "number" ? start : undefined);
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : value === null || value === undefined ? "" : String(value);
}

/** The line of the node at this path, or of the innermost existing node around it. */
export function lineAt(yaml: Yaml, path: readonly PropertyKey[]): number {
  let at = yaml;
  let { line } = yaml;
  for (const step of path) {
    const next = inside(at, step);
    if (!next) break;
    ({ line } = next);
    at = next.value;
  }
  return line;
}

function inside(yaml: Yaml, step: PropertyKey): { readonly line: number; readonly value: Yaml } | undefined {
  if (yaml.kind === "map") return yaml.entries.find(({ key }) => key === step);
  const item = yaml.kind === "list" ? yaml.items[Number(step)] : undefined;
  return item && { line: item.line, value: item };
}
