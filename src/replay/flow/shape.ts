import { lookUp } from "../../base/word-table.js";
import {
  CONDITION_FIELDS,
  type CommandShape,
  type FieldKind,
  type Fields,
  GRAMMAR,
  OWN_GRAMMAR,
  SELECTOR_FIELDS,
} from "./grammar.js";
import type { Yaml, YamlEntry } from "./read-yaml.js";

/** A mistake in the form of a command, and its line. */
export interface ShapeMistake {
  readonly line: number;
  readonly why: string;
}

/** Reports a mistake. */
export type Complain = (mistake: ShapeMistake) => never;

type TextYaml = Extract<Yaml, { readonly kind: "text" }>;
type MapYaml = Extract<Yaml, { readonly kind: "map" }>;

/**
 * The fields of a command as a map, read in all forms that Maestro's parser accepts. A single value is put under its
 * field, numbers and booleans get the notation of this program, and fields without a value are left out. Lists of
 * commands are not changed.
 */
export function commandFields({ key, line, value }: YamlEntry, complain: Complain): MapYaml {
  const shape = shapeOf(key);
  if (value.kind === "text" && value.isNull)
    return complain({ line, why: `${key} has a colon and no value: leave the colon out, or give it what it needs` });
  const fail: Complain = ({ line: at, why }) => complain({ line: at, why: `${key}: ${why}` });
  refuseScripts(key, value, fail);
  const isShort = shape.short !== null && (value.kind === "text" || (value.kind === "list" && key === "addMedia"));
  if (isShort) {
    if (shape.isString) string(value, ({ line: at, why }) => fail({ line: at, why: why.replace(/^: /, "") }));
    return fieldsOf(
      mapOf(shape.short ?? "", value.kind === "text" ? { ...value, isQuoted: true } : value),
      shape,
      fail,
    );
  }
  if (key === "action") return fail({ line, why: "the name of an action is expected: back, scroll, …" });
  if (value.kind !== "map") return fail({ line, why: "a map of fields is expected" });
  if (key === "swipe") requireSwipe(value, fail);
  return fieldsOf(value, { ...shape, isLenient: shape.isLenient && !has(value, "from") }, fail);
}

/** The field of each command that Maestro reads before scripts run, so it cannot have a script. */
const READ_AT_ONCE: Readonly<Record<string, string>> = {
  pressKey: "key",
  action: "action",
  setAirplaneMode: "value",
  setDarkMode: "value",
};

function refuseScripts(key: string, value: Yaml, complain: Complain): void {
  const field = lookUp(READ_AT_ONCE, key);
  const own = value.kind === "map" ? value.entries.find((entry) => entry.key === field)?.value : value;
  if (field !== undefined && own?.kind === "text" && own.text.includes("${"))
    complain({ line: own.line, why: `the ${field} cannot be a script, as in Maestro: write it out` });
}

function has({ entries }: MapYaml, key: string): boolean {
  return entries.some((entry) => entry.key === key);
}

/** Maestro reads the directions and places of swipes before scripts run. */
function requireSwipe({ entries, line }: MapYaml, complain: Complain): void {
  const textAt = (key: string) => {
    const value = entries.find((entry) => entry.key === key)?.value;
    return value?.kind === "text" ? value.text : undefined;
  };
  for (const key of ["direction", "start", "end"]) {
    if (textAt(key)?.includes("${") === true) complain({ line, why: `${key} cannot have a script: write it out` });
  }
  const duration = textAt("duration");
  if (duration !== undefined && /\$\{|\./.test(duration))
    complain({ line, why: "duration: a whole number of ms is expected, and no script" });
  const way = textAt("direction");
  if (way !== undefined && way !== way.toUpperCase() && way !== way.toLowerCase())
    complain({ line, why: "direction: UP, DOWN, LEFT or RIGHT is expected" });
  const [start, end] = [textAt("start"), textAt("end")];
  if (start !== undefined && end !== undefined && start.includes("%") !== end.includes("%"))
    complain({ line, why: "start and end are both in per cent, or both in pixels" });
}

/** The fields of a command that consists only of its name. */
export function wordFields({ text, line }: TextYaml, complain: Complain): MapYaml {
  if (shapeOf(text).isWord) return { kind: "map", entries: [], line };
  const { short } = shapeOf(text);
  return complain({ line, why: `${text} needs more: \`${text}: …\`${short === null ? "" : `, its ${short}`}` });
}

/** The fields of a map that is not a command, such as the head of a flow. */
export function blockFields(yaml: MapYaml, fields: Fields, isLenient: boolean, complain: Complain): MapYaml {
  return fieldsOf(yaml, { fields, needed: [], filled: [], isLenient }, complain);
}

function shapeOf(command: string): CommandShape {
  return (
    lookUp(GRAMMAR, command) ??
    lookUp(OWN_GRAMMAR, command) ?? {
      isWord: false,
      short: null,
      fields: {},
      needed: [],
      filled: [],
      isString: false,
      isLenient: false,
    }
  );
}

function mapOf(key: string, value: Yaml): MapYaml {
  return { kind: "map", entries: [{ key, line: value.line, value }], line: value.line };
}

function fieldsOf(
  yaml: MapYaml,
  { fields, needed, filled, isLenient }: Pick<CommandShape, "fields" | "needed" | "filled" | "isLenient">,
  complain: Complain,
): MapYaml {
  const entries = new Map<string, YamlEntry>();
  for (const { key, line, value } of yaml.entries) {
    const kind = lookUp(fields, key);
    if (kind === undefined) {
      if (!isLenient) complain({ line, why: `${key} is not supported here` });
      continue;
    }
    const fail: Complain = ({ line: at, why }) => complain({ line: at, why: `${key}${why}` });
    // As in Maestro, the last of several equal keys counts.
    entries.delete(key);
    if (NEVER_NULL.has(key) && value.kind === "text" && value.isNull)
      fail({ line, why: " has a colon and no value: leave it out, or give it names and texts" });
    if (filled.includes(key) && value.kind === "text" && value.isNull)
      fail({ line, why: " has a colon and no value: leave it out, or give it one" });
    if (!(value.kind === "text" && value.isNull)) entries.set(key, { key, line, value: VALUES[kind](value, fail) });
  }
  for (const key of needed) if (!entries.has(key)) complain({ line: yaml.line, why: `${key} is missing` });
  return { kind: "map", entries: [...entries.values()], line: yaml.line };
}

const NEVER_NULL: ReadonlySet<string> = new Set(["env", "properties"]);

type Reader = (yaml: Yaml, complain: Complain) => Yaml;

/** Readers of values. The text of a complaint is appended to the name of the field. */
const VALUES: Readonly<Record<FieldKind, Reader>> = {
  text: scalar,
  string,
  traits: (yaml, complain) => {
    const given = scalar(yaml, complain);
    if (given.text.includes("${")) complain({ line: given.line, why: " cannot have a script: write it out" });
    if (given.text === "") complain({ line: given.line, why: " is empty: text, long-text or square is expected" });
    return given;
  },
  integer: (yaml, complain) => {
    const given = scalar(yaml, complain);
    const digits = /^\s*([-+]?\d[\d_]*)(?:\.\d*)?\s*$/.exec(given.text)?.[1]?.replaceAll("_", "");
    if (digits === undefined) return complain({ line: given.line, why: ": a whole number is expected" });
    return { ...given, text: String(Number(digits)) };
  },
  number: (yaml, complain) => {
    const given = scalar(yaml, complain);
    const number = given.text.trim().replaceAll("_", "");
    if (!/^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(number))
      return complain({ line: given.line, why: ": a number is expected" });
    return { ...given, text: number };
  },
  yesNo: (yaml, complain) => {
    const given = scalar(yaml, complain);
    const text = given.text.trim();
    const isPlain = given.isQuoted !== true;
    if (/^(?:true|True|TRUE)$/.test(text) || (isPlain && IS_TRUE.test(text))) return { ...given, text: "true" };
    if (/^(?:false|False|FALSE)$/.test(text) || (isPlain && IS_FALSE.test(text))) return { ...given, text: "false" };
    return complain({ line: given.line, why: ": true or false is expected" });
  },
  selector,
  selectors: (yaml, complain) => listOf(yaml, selector, complain),
  texts: (yaml, complain) => listOf(yaml, scalar, complain),
  textMap: (yaml, complain) => {
    if (yaml.kind !== "map") return complain({ line: yaml.line, why: ": a map of names and texts is expected" });
    for (const { key, line, value } of yaml.entries) {
      if (value.kind === "text" && value.isNull)
        complain({ line, why: `.${key} has no value: give it one, for example "${key}: ''"` });
      scalar(value, ({ line: at, why }) => complain({ line: at, why: `.${key}${why}` }));
    }
    return yaml;
  },
  anyMap: (yaml, complain) => {
    if (yaml.kind !== "map") return complain({ line: yaml.line, why: ": a map of names and values is expected" });
    return yaml;
  },
  platform: (yaml, complain) => {
    const given = scalar(yaml, complain);
    const text = given.text.toLowerCase();
    if (["android", "ios", "web"].includes(text)) return { ...given, text };
    return complain({ line: given.line, why: ": Android, iOS or Web is expected" });
  },
  scrollDirection: (yaml, complain) => {
    const given = scalar(yaml, complain);
    const text = given.text.toLowerCase();
    if (["up", "down", "left", "right"].includes(text)) return { ...given, text };
    return complain({ line: given.line, why: ": UP, DOWN, LEFT or RIGHT is expected" });
  },
  condition: (yaml, complain) => {
    if (yaml.kind !== "map") return complain({ line: yaml.line, why: ": a map of fields is expected" });
    return fieldsOf(yaml, { fields: CONDITION_FIELDS, needed: [], filled: [], isLenient: false }, under(complain));
  },
  commands: (yaml, complain) => {
    if (yaml.kind !== "list") return complain({ line: yaml.line, why: ": a list of commands is expected" });
    return yaml;
  },
};

function under(complain: Complain): Complain {
  return ({ line, why }) => complain({ line, why: `.${why}` });
}

function scalar(yaml: Yaml, complain: Complain): TextYaml {
  if (yaml.kind === "text") return yaml;
  return complain({ line: yaml.line, why: ": a text is expected" });
}

/** The values that count as true in YAML 1.1, which Maestro uses. */
const IS_TRUE = /^(?:yes|Yes|YES|on|On|ON|[-+]?[1-9][\d_]*|[-+]?0x[\da-fA-F]+)$/;
const IS_FALSE = /^(?:no|No|NO|off|Off|OFF|[-+]?0+)$/;
const IS_NUMBER =
  /^(?:[-+]?(?:\d[\d_]*(?:\.[\d_]*)?|\._?\d[\d_]*)(?:[eE][-+]?\d+)?|[-+]?0[xb][\da-fA-F_]+|[-+]?\.(?:inf|nan))$/i;

/** A text; numbers and booleans have to be in quotes. */
function string(yaml: Yaml, complain: Complain): Yaml {
  const given = scalar(yaml, complain);
  const isOther =
    /^(?:true|false)$/i.test(given.text) || [IS_TRUE, IS_FALSE, IS_NUMBER].some((one) => one.test(given.text));
  if (given.isQuoted === true || !isOther) return given;
  return complain({ line: given.line, why: `: a text is expected, as in Maestro: put it in quotes, "${given.text}"` });
}

function listOf(yaml: Yaml, read: Reader, complain: Complain): Yaml {
  if (yaml.kind !== "list") return complain({ line: yaml.line, why: ": a list is expected" });
  return { ...yaml, items: yaml.items.map((item) => read(item, complain)) };
}

/** A single text is not changed. */
function selector(yaml: Yaml, complain: Complain): Yaml {
  if (yaml.kind === "text") return yaml;
  if (yaml.kind === "list") return complain({ line: yaml.line, why: ": a text or a map of fields is expected" });
  return fieldsOf(yaml, { fields: SELECTOR_FIELDS, needed: [], filled: [], isLenient: false }, under(complain));
}
