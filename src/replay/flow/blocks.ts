import { lookUp } from "../../base/word-table.js";
import type { Condition } from "../../screen/selector.js";
import type { BlockCommand, FlowParts, When } from "./flow.js";
import { syntaxError } from "./proof-read.js";
import { flowInvalid, lineAt, type Yaml, type YamlEntry } from "./read-yaml.js";
import { readConditions } from "./simple-commands.js";
import { fillData, needsScripts } from "./template.js";
import { envOf, type MapYaml, plainOf, type StepReader, type StepScope, textField, valueAt } from "./yaml-fields.js";

/**
 * Reads a command that contains other commands, or controls the run; null for all other commands. Errors: FLOW_INVALID.
 */
export async function readBlock(entry: YamlEntry, scope: StepScope, reader: StepReader): Promise<BlockCommand | null> {
  const read = lookUp(BLOCKS, entry.key);
  return read && entry.value.kind === "map" ? await read({ ...entry, fields: entry.value }, scope, reader) : null;
}

type BlockEntry = Pick<YamlEntry, "key" | "line"> & { readonly fields: MapYaml };
type BlockReader = (entry: BlockEntry, scope: StepScope, reader: StepReader) => Promise<BlockCommand>;

const BLOCKS: Readonly<Record<string, BlockReader>> = {
  runFlow: async (entry, scope, reader) => {
    const inner = within(valueAt(entry.fields, "when"), scope);
    const when = whenOf(valueAt(entry.fields, "when"), "runFlow: when", inner);
    return { kind: "flow", when, parts: await partsOf(entry, inner, reader) };
  },
  retry: async (entry, scope, reader) => {
    const times = textField(entry.fields, "maxRetries") ?? null;
    if (times !== null && /^\s*-/.test(times))
      throw flowInvalid(scope.file, lineAt(entry.fields, ["maxRetries"]), "retry: maxRetries: 0 to 3 is expected");
    return { kind: "retry", times, parts: await partsOf(entry, scope, reader) };
  },
  repeat: async ({ fields }, scope, reader) => {
    const inner = within(valueAt(fields, "while"), scope);
    return {
      kind: "repeat",
      times: textField(fields, "times") ?? null,
      while: whenOf(valueAt(fields, "while"), "repeat: while", inner),
      steps: await reader.list(valueAt(fields, "commands") ?? fields, inner),
    };
  },
  evalScript: async ({ fields }) => ({ kind: "eval", script: textField(fields, "script") ?? "" }),
  runScript: async ({ fields, line }, scope, reader) => {
    const file = textField(fields, "file") ?? "";
    if (file === "") throw flowInvalid(scope.file, line, "runScript: file: it is empty");
    const { text, file: place } = await reader.load(file, line, scope);
    const inner = within(valueAt(fields, "when"), scope);
    const wrong = inner.isElsewhere ? null : syntaxError(text, true);
    if (wrong !== null) throw flowInvalid(scope.file, line, `runScript: ${place}: ${wrong}`);
    const when = whenOf(valueAt(fields, "when"), "runScript: when", inner);
    return { kind: "script", file, source: text, env: envOf(valueAt(fields, "env")), when };
  },
};

function within(when: Yaml | undefined, scope: StepScope): StepScope {
  const platform = when?.kind === "map" ? textField(when, "platform") : undefined;
  return platform === undefined || platform === "android" ? scope : { ...scope, isElsewhere: true };
}

/** The steps that `runFlow` and `retry` run: commands, or a file. */
async function partsOf({ key, line, fields }: BlockEntry, scope: StepScope, reader: StepReader): Promise<FlowParts> {
  const file = textField(fields, "file");
  const commands = valueAt(fields, "commands");
  if ((file === undefined) === (commands === undefined))
    throw flowInvalid(scope.file, line, `${key}: give either file or commands`);
  if (file === "") throw flowInvalid(scope.file, line, `${key}: file: it is empty`);
  const env = envOf(valueAt(fields, "env"));
  if (commands) return { env, onStart: [], steps: await reader.list(commands, scope), onComplete: [] };
  const flow = await reader.flowAt(file ?? "", line, scope);
  return { ...flow, env: [...env, ...flow.env] };
}

function whenOf(yaml: Yaml | undefined, what: string, scope: StepScope): When | null {
  if (yaml?.kind !== "map") return null;
  const platform = textField(yaml, "platform") ?? "android";
  return {
    isPossible: platform === "android",
    truth: textField(yaml, "true") ?? null,
    conditions: platform === "android" ? conditionsOf(yaml, what, scope) : async () => [],
  };
}

/** Reads the conditions at once if they have no scripts, so that mistakes are found before the run. */
function conditionsOf(yaml: MapYaml, what: string, { file }: StepScope): When["conditions"] {
  const data = { visible: dataAt(yaml, "visible"), notVisible: dataAt(yaml, "notVisible") };
  const made = (given: unknown): readonly Condition[] => {
    const read = readConditions(given);
    if (!("path" in read)) return read;
    throw flowInvalid(file, lineAt(yaml, read.path), `${what}: ${read.why}`);
  };
  if (needsScripts(data)) return async (evaluate) => made(await fillData(data, evaluate));
  const conditions = made(data);
  return async () => conditions;
}

function dataAt(yaml: MapYaml, key: string): unknown {
  const value = valueAt(yaml, key);
  return value === undefined ? undefined : plainOf(value);
}
