import { basename, dirname } from "node:path";
import { FoveaError, isFoveaError, toFoveaError } from "../../base/errors.js";
import { inOneLine } from "../../screen/label.js";
import { isAppName, NO_APP } from "./app-name.js";
import type { Flow, FlowParts, FlowStep } from "./flow.js";
import { HEAD_FIELDS } from "./grammar.js";
import { oddities, proofRead } from "./proof-read.js";
import { readFlowStep } from "./read-step.js";
import { flowInvalid, lineAt, readYaml, type Yaml } from "./read-yaml.js";
import { blockFields, type Complain } from "./shape.js";
import {
  complainOf,
  envOf,
  type FlowText,
  type MapYaml,
  type StepReader,
  type StepScope,
  textField,
  valueAt,
} from "./yaml-fields.js";

export interface FlowSurroundings {
  /** The folder of the workspace, outside which no file is written; the flow's folder if absent. */
  readonly root?: string;
  /** Whether a model can judge screenshots; false if absent. */
  readonly hasModel?: boolean;
  /** Reads a flow or a script that a flow names. Errors: any; they are reported at the line that names the file. */
  readonly load: (path: string, from: string) => Promise<FlowText>;
  /** Checks that another file that a flow names exists, such as a picture. Errors: any. Absent if there are none. */
  readonly find?: (path: string, from: string) => Promise<void>;
}

/** A flow, or null if its form is invalid, and all mistakes in it and in the flows that it runs. */
export interface ReadFlow {
  readonly flow: Flow | null;
  readonly mistakes: readonly FoveaError[];
  /** The file itself and the files that it runs, as messages name them. */
  readonly files: readonly string[];
}

/**
 * Reads a flow in Maestro's format, and the flows that it runs. Errors: FLOW_INVALID with file, line and field, for
 * anything outside the supported part of the format (docs/flows.md); only the first mistake.
 */
export async function parseFlow(source: FlowText, surroundings: FlowSurroundings): Promise<Flow> {
  const { flow, mistakes } = await readFlow(source, surroundings);
  const [first, ...others] = mistakes;
  if (first && others.length > 0)
    throw new FoveaError(first.code, `${first.message} (and ${others.length} more: fovea run --check lists them)`);
  if (first || !flow) throw first ?? flowInvalid(source.file, 1, "the flow is empty");
  return flow;
}

/** The same, with all mistakes. Errors: those that are not mistakes in a flow. */
export async function readFlow(source: FlowText, surroundings: FlowSurroundings): Promise<ReadFlow> {
  const reader = new FlowReader(surroundings);
  const flow = await reader.attempt(async () => await reader.read(source, null));
  return { flow, mistakes: reader.mistakes, files: [...new Set([source.file, ...reader.files])] };
}

/** The most steps of a flow, including the flows that it runs. */
const MOST_STEPS = 10_000;
const MOST_MISTAKES = 200;

class FlowReader implements StepReader {
  readonly mistakes: FoveaError[] = [];
  readonly files: string[] = [];
  readonly #surroundings: FlowSurroundings;
  readonly #notes: string[] = [];
  #steps = 0;

  constructor(surroundings: FlowSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Reads a part; on a mistake in the flow, notes it and gives null. */
  async attempt<Value>(read: () => Promise<Value>): Promise<Value | null> {
    try {
      return await read();
    } catch (cause) {
      const error = toFoveaError(cause);
      const isMistake = error.code === "FLOW_INVALID" || error.code === "FLOW_UNSUPPORTED";
      if (!isMistake || this.mistakes.length >= MOST_MISTAKES) throw error;
      if (this.mistakes.every(({ message }) => message !== error.message)) this.mistakes.push(error);
      return null;
    }
  }

  async read({ file, text }: FlowText, within: StepScope | null): Promise<Flow> {
    const [head, body] = readYaml(text, file);
    if (!head) throw flowInvalid(file, 1, "the flow is empty");
    if (head.kind !== "map") throw flowInvalid(file, head.line, NO_HEAD);
    if (body?.kind !== "list")
      throw flowInvalid(file, body?.line ?? head.line, "the list of commands is missing after a line ---");
    this.#notes.push(...[head, body].flatMap(oddities).map(({ line, why }) => `! ${basename(file)}:${line}: ${why}`));
    for (const { line, why } of within?.isElsewhere ? [] : [head, body].flatMap(proofRead))
      await this.attempt(async () => Promise.reject(flowInvalid(file, line, why)));
    const complain = complainOf(file);
    const fields = blockFields(head, HEAD_FIELDS, true, complain);
    const appId = textField(fields, "url") ?? textField(fields, "appId");
    if (appId === undefined) throw flowInvalid(file, head.line, "appId is missing in the head of the flow");
    if (!isAppName(appId)) throw flowInvalid(file, lineAt(head, ["appId"]), `appId: ${NO_APP}`);
    const own = ownHead(head, complain);
    const devices = own?.devices ?? within?.devices ?? [];
    const scope: StepScope = {
      file,
      root: this.#surroundings.root ?? dirname(file),
      appId,
      isOwn: own !== null,
      devices,
      device: within?.device ?? null,
      isElsewhere: within?.isElsewhere ?? false,
      hasModel: this.#surroundings.hasModel ?? false,
      chain: within ? [...within.chain, within.file] : [],
    };
    const listOf = async (key: string) => {
      const list = valueAt(fields, key);
      return list ? await this.list(list, scope) : [];
    };
    const lists = {
      onStart: await listOf("onFlowStart"),
      steps: await this.list(body, scope),
      onComplete: await listOf("onFlowComplete"),
    };
    return {
      name: inOneLine(textField(fields, "name") ?? titleOf(file)),
      file,
      appId,
      devices,
      tags: tagsOf(fields),
      properties: Object.fromEntries(envOf(valueAt(fields, "properties")).map(({ name, text }) => [name, text])),
      notes: [...foreignKeys(head), ...this.#notes],
      env: envOf(valueAt(fields, "env")),
      ...lists,
    };
  }

  async list(yaml: Yaml, scope: StepScope): Promise<readonly FlowStep[]> {
    if (yaml.kind !== "list") throw flowInvalid(scope.file, yaml.line, "a list of commands is expected");
    const steps: FlowStep[] = [];
    for (const item of yaml.items) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) throw flowInvalid(scope.file, item.line, `there are more than ${MOST_STEPS} steps`);
      const step = await this.attempt(async () => await readFlowStep(item, scope, this));
      if (step) steps.push(step);
    }
    return steps;
  }

  /** The steps of another flow. */
  async flowAt(path: string, line: number, scope: StepScope): Promise<FlowParts> {
    const source = await this.load(path, line, scope);
    if ([...scope.chain, scope.file].includes(source.file))
      throw flowInvalid(scope.file, line, `runFlow: ${path} runs itself`);
    return await this.read(source, scope);
  }

  async load(path: string, line: number, scope: StepScope): Promise<FlowText> {
    const loaded = await this.#read(path, line, scope, async () => await this.#surroundings.load(path, scope.file));
    this.files.push(loaded.file);
    return loaded;
  }

  async find(path: string, line: number, scope: StepScope): Promise<void> {
    const { find } = this.#surroundings;
    await this.#read(path, line, scope, async () => {
      if (!find) throw new Error("there are no files here");
      await find(path, scope.file);
    });
  }

  async #read<Value>(path: string, line: number, scope: StepScope, read: () => Promise<Value>): Promise<Value> {
    try {
      return await read();
    } catch (error) {
      if (isFoveaError(error) && !isFoveaError(error, "FLOW_INVALID") && !isFoveaError(error, "FLOW_UNSUPPORTED"))
        throw error;
      const why = error instanceof Error ? error.message : "";
      throw flowInvalid(scope.file, line, `${path} cannot be read: ${why}`);
    }
  }
}

const NO_HEAD = "a flow begins with a head, `appId: com.example`, and a line --- before its commands";

function tagsOf(fields: MapYaml): readonly string[] {
  const tags = valueAt(fields, "tags");
  if (tags?.kind !== "list") return [];
  return tags.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
}

/** The field `fovea` of a flow's head, which Maestro ignores. */
interface OwnHead {
  /** The names of the phones; null if there are none. */
  readonly devices: readonly string[] | null;
}

/** Reads the field `fovea`; null if the head does not have it. */
function ownHead(head: MapYaml, complain: Complain): OwnHead | null {
  const own = valueAt(head, "fovea");
  if (own === undefined) return null;
  if (own.kind !== "map") return complain({ line: own.line, why: "fovea: a map is expected: `fovea: {}`" });
  const fail: Complain = ({ line, why }) => complain({ line, why: `fovea: ${why}` });
  const devices = valueAt(blockFields(own, { devices: "texts" }, false, fail), "devices");
  if (devices?.kind !== "list") return { devices: null };
  const names = devices.items.flatMap((item) => (item.kind === "text" ? [item.text] : []));
  const isWrong = names.length < 2 || new Set(names).size < names.length || !names.every(isDeviceName);
  if (isWrong) return fail({ line: devices.line, why: "devices: two or more names are expected: [sender, receiver]" });
  return { devices: names };
}

function isDeviceName(name: string): boolean {
  return /^\w[\w -]{0,39}$/.test(name);
}

function foreignKeys({ entries }: MapYaml): readonly string[] {
  const foreign = entries
    .filter(({ key }) => key !== "fovea" && !Object.hasOwn(HEAD_FIELDS, key))
    .map(({ key }) => key);
  return foreign.length === 0 ? [] : [`! ignored in the head: ${foreign.map(inOneLine).join(", ")}`];
}

function titleOf(file: string): string {
  return basename(file).replace(/\.ya?ml$/i, "");
}
