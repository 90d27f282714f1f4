import { basename } from "node:path";
import { nearest } from "../../base/nearest.js";
import { FLOW_SYNONYMS } from "../../base/synonyms.js";
import { lookUp } from "../../base/word-table.js";
import { inOneLine } from "../../screen/label.js";
import { delayed, expected } from "./beside-command.js";
import { readBlock } from "./blocks.js";
import { commandWords } from "./command-words.js";
import type { DeferredCommand, FlowCommand, FlowStep } from "./flow.js";
import { GRAMMAR, OWN_GRAMMAR } from "./grammar.js";
import { isOfModels, NO_MODEL } from "./model/model-commands.js";
import { OWN_COMMANDS } from "./own-commands.js";
import { isMaestroKey } from "./press-key-command.js";
import { flowInvalid, flowUnsupported, lineAt, type Yaml, type YamlEntry } from "./read-yaml.js";
import { blockFields, type Complain, commandFields, wordFields } from "./shape.js";
import { SIMPLE_COMMANDS } from "./simple-commands.js";
import { fillData, fillText, hasScripts, needsScripts } from "./template.js";
import {
  complainOf,
  type MapYaml,
  plainOf,
  type StepReader,
  type StepScope,
  textField,
  typedOf,
  valueAt,
} from "./yaml-fields.js";

/** Reads one command of a flow. Errors: FLOW_INVALID. */
export async function readFlowStep(item: Yaml, scope: StepScope, reader: StepReader): Promise<FlowStep> {
  const { file } = scope;
  if (item.kind === "list") throw flowInvalid(file, item.line, "a command is expected, not a list");
  const entries = item.kind === "text" ? [asEntry(item)] : item.entries;
  const [command, ...others] = entries.filter(({ key }) => !BESIDE.has(key));
  if (!command) throw flowInvalid(file, item.line, "a command is expected");
  const [other] = others;
  if (other)
    throw flowInvalid(
      file,
      other.line,
      `one command is expected, but here are ${command.key} and ${other.key}: indent ${other.key}, or begin it with -`,
    );
  const isOwn = lookUp(OWN_GRAMMAR, command.key) !== undefined;
  if (isOwn && !scope.isOwn) throw flowInvalid(file, command.line, `${command.key}: ${NOT_MAESTROS}`);
  if (!isOwn && !lookUp(GRAMMAR, command.key)) throw flowInvalid(file, command.line, unknownCommand(command.key));
  const expect = entries.find(({ key }) => key === "expect");
  const delay = entries.find(({ key }) => key === "delay_ms");
  const device = deviceOf(
    entries.find(({ key }) => key === "device"),
    scope,
  );
  const masks = entries.find(({ key }) => key === "masks");
  if (masks && command.key !== "assertScreenshot")
    throw flowInvalid(file, masks.line, "masks is allowed only beside assertScreenshot");
  const delayMs = delay ? delayed(delay, scope) : 0;
  const condition = expect ? expected(expect, scope) : null;
  const beside = entries.find(({ key }) => BESIDE.has(key));
  if (beside && !scope.isOwn) throw flowInvalid(file, beside.line, `${beside.key}: ${NOT_MAESTROS}`);
  return {
    ...(await readCommand(command, item, { scope: { ...scope, device }, reader, masks })),
    place: `${basename(file)}:${command.line}`,
    file,
    device,
    delayMs,
    expect: condition,
  };
}

const NOT_MAESTROS = "Maestro does not know it: write `fovea: {}` in the head of the flow to use it anyway";

/**
 * Fields of Fovea: a condition for the result, a delay before the command, the parts of a picture that are not
 * compared, the phone.
 */
const BESIDE: ReadonlySet<string> = new Set(["expect", "masks", "device", "delay_ms"]);

/** The name of the step's phone. Errors: FLOW_INVALID for a phone that the head does not name. */
function deviceOf(entry: YamlEntry | undefined, { file, devices, device }: StepScope): string | null {
  if (!entry) return device;
  const { line, value } = entry;
  if (value.kind === "text" && devices.includes(value.text)) return value.text;
  const known =
    devices.length === 0 ? "`fovea: {devices: [sender, receiver]}` in the head names some" : devices.join(", ");
  throw flowInvalid(file, line, `device: the name of a phone of this flow is expected: ${known}`);
}

interface Reading {
  readonly masks: YamlEntry | undefined;
  readonly scope: StepScope;
  readonly reader: StepReader;
}

async function readCommand(command: YamlEntry, item: Yaml, { scope, reader, masks }: Reading) {
  const complain = complainOf(scope.file);
  const own = item.kind === "text" ? wordFields(item, complain) : commandFields(command, complain);
  const fields = masks ? withMasks(own, masks, complain) : own;
  const label = textField(fields, "label");
  const isOptional = (textField(fields, "optional") ?? (isOfModels(command.key) ? "true" : "false")) === "true";
  if (command.key === "addMedia") await requireFiles(fields, { scope, reader });
  const block = await readBlock({ ...command, value: fields }, scope, reader);
  const unable = withoutModel(command, isOptional, scope);
  const read = block ?? unable ?? whereItRuns({ ...command, value: fields }, scope);
  const isDeferred = read.kind === "deferred" || (label !== undefined && hasScripts(label));
  const name = label ?? (read.kind === "deferred" ? command.key : titleOf(command.key, read));
  return { name: inOneLine(name), isOptional, command: isDeferred ? withLabel(label, read, command.key) : read };
}

function withMasks(fields: MapYaml, masks: YamlEntry, complain: Complain): MapYaml {
  const read = blockFields(
    { kind: "map", entries: [masks], line: masks.line },
    { masks: "selectors" },
    false,
    complain,
  );
  return { ...fields, entries: [...fields.entries, ...read.entries] };
}

/** Errors: FLOW_INVALID for a file that does not exist. */
async function requireFiles(fields: MapYaml, { scope, reader }: Pick<Reading, "scope" | "reader">): Promise<void> {
  const files = valueAt(fields, "files");
  for (const file of files?.kind === "list" ? files.items : [])
    if (file.kind === "text") await reader.find(file.text, file.line, scope);
}

/**
 * Without a model, a command that needs one is skipped if it is optional: in Maestro, answers of models are advice,
 * unless the flow says otherwise. Null if the command needs no model, or there is one. Errors: FLOW_UNSUPPORTED if the
 * command is not optional.
 */
function withoutModel({ key, line }: YamlEntry, isOptional: boolean, scope: StepScope): FlowCommand | null {
  if (!isOfModels(key) || scope.hasModel || scope.isElsewhere) return null;
  if (!isOptional) throw flowUnsupported(scope.file, line, `${key}: ${NO_MODEL}`);
  return { kind: "unable", why: NO_MODEL };
}

function titleOf(key: string, command: FlowCommand): string {
  const words = commandWords(command);
  return words === "" || words === key ? key : `${key} ${words}`;
}

function withLabel(label: string | undefined, read: FlowCommand | DeferredCommand, key: string): DeferredCommand {
  return {
    kind: "deferred",
    later: read.kind === "deferred" ? read.later : read.kind,
    read: async (evaluate) => {
      const { command } = read.kind === "deferred" ? await read.read(evaluate) : { command: read };
      const title = label === undefined ? titleOf(key, command) : await fillText(label, evaluate);
      return { name: inOneLine(title), command };
    },
  };
}

/**
 * Commands with selectors and places, which Maestro's parser accepts without reading them. In a part for iOS or the web
 * they are not read here either.
 */
const READ_LATER: ReadonlySet<string> = new Set([
  "tapOn",
  "doubleTapOn",
  "longPressOn",
  "assertVisible",
  "assertNotVisible",
  "copyTextFrom",
  "scrollUntilVisible",
  "launchApp",
  "takeScreenshot",
  "startRecording",
  "assertScreenshot",
  "setLocation",
  "assertWithAI",
  "assertNoDefectsWithAI",
  "extractTextWithAI",
]);

function whereItRuns(entry: YamlEntry, scope: StepScope): FlowCommand | DeferredCommand {
  if (scope.isElsewhere && READ_LATER.has(entry.key)) return { kind: "unable", why: "it is for another platform" };
  return simpleCommand(entry, scope);
}

/** Reads a command without scripts at once, so that its mistakes are known before anything is done. */
function simpleCommand(entry: YamlEntry, scope: StepScope): FlowCommand | DeferredCommand {
  const data = dataOf(entry.value);
  const { file, root, appId } = scope;
  const given = {
    ...(NEED_APP.has(entry.key) && { appId }),
    ...(NEED_PLACE.has(entry.key) && { flow: { file, root } }),
    ...data,
  };
  if (!needsScripts(given)) return made(entry, given, scope);
  return {
    kind: "deferred",
    later: lookUp(KINDS, entry.key) ?? "nothing",
    read: async (evaluate) => ({ name: entry.key, command: made(entry, await fillData(given, evaluate), scope) }),
  };
}

/** The kinds of commands whose texts may have scripts. */
const KINDS: Readonly<Record<string, FlowCommand["kind"]>> = {
  launchApp: "launch",
  stopApp: "stop",
  killApp: "stop",
  clearState: "clear",
  tapOn: "tap",
  doubleTapOn: "tap",
  longPressOn: "tap",
  inputText: "type",
  pressKey: "press",
  swipe: "swipe",
  scrollUntilVisible: "scrollUntil",
  assertVisible: "assert",
  assertNotVisible: "assert",
  extendedWaitUntil: "assert",
  assertTrue: "truth",
  copyTextFrom: "copy",
  setClipboard: "clip",
  openLink: "open",
  takeScreenshot: "screenshot",
  startRecording: "video",
  assertScreenshot: "looks",
  waitForAnimationToEnd: "rest",
  setPermissions: "permissions",
  setOrientation: "orientation",
  setDarkMode: "darkMode",
  setLocation: "location",
  setAirplaneMode: "airplane",
  addMedia: "media",
  travel: "travel",
  assertPerformance: "performance",
  assertWithAI: "judge",
  extractTextWithAI: "extract",
};

const NEED_APP: ReadonlySet<string> = new Set([
  "launchApp",
  "stopApp",
  "killApp",
  "clearState",
  "setPermissions",
  "openLink",
  "assertPerformance",
]);

const NEED_PLACE: ReadonlySet<string> = new Set(["assertScreenshot", "addMedia"]);

function made({ key, line, value }: YamlEntry, given: unknown, { file, isOwn }: StepScope): FlowCommand {
  const simple = lookUp(SIMPLE_COMMANDS, key) ?? lookUp(OWN_COMMANDS, key);
  if (!simple) throw flowInvalid(file, line, unknownCommand(key));
  const read = simple(given);
  const isOther = key === "pressKey" && !isOwn && !isMaestroKey(given);
  if ("command" in read && isOther)
    throw flowInvalid(file, line, `pressKey: this key is not Maestro's. ${NOT_MAESTROS}`);
  if ("command" in read) return read.command;
  const refuse = read.isUnsupported === true ? flowUnsupported : flowInvalid;
  throw refuse(file, read.path.length === 0 ? line : lineAt(value, read.path), `${key}: ${read.why}`);
}

function dataOf(yaml: Yaml): Readonly<Record<string, unknown>> {
  if (yaml.kind !== "map") return {};
  const {
    label: _,
    optional: __,
    ...data
  } = Object.fromEntries(
    yaml.entries.map(({ key, value }) => [key, key === "arguments" ? argumentsOf(value) : plainOf(value)]),
  );
  return data;
}

/** Converts `arguments`. Lists and maps become texts in Java's notation: `[a, b]`, `{x=1}`. */
function argumentsOf(yaml: Yaml): unknown {
  if (yaml.kind !== "map") return typedOf(yaml);
  const entries = yaml.entries.map(({ key, value }) => [key, value.kind === "text" ? typedOf(value) : inJava(value)]);
  return Object.fromEntries(entries);
}

function inJava(yaml: Yaml): string {
  if (yaml.kind === "text") return yaml.isNull ? "null" : yaml.text;
  if (yaml.kind === "list") return `[${yaml.items.map(inJava).join(", ")}]`;
  return `{${yaml.entries.map(({ key, value }) => `${key}=${inJava(value)}`).join(", ")}}`;
}

function unknownCommand(key: string): string {
  const meant = nearest(key, Object.keys(GRAMMAR), FLOW_SYNONYMS);
  const list = `${key === "" ? "an empty line" : key}: no such command (docs/flows.md lists them)`;
  return meant === undefined ? list : `${list}; did you mean ${meant}?`;
}

function asEntry({ text, line }: { readonly text: string; readonly line: number }): YamlEntry {
  return { key: text, line, value: { kind: "text", text: "", line } };
}
