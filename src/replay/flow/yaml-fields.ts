import type { FlowParts, FlowStep } from "./flow.js";
import type { EnvEntry } from "./flow-scripts.js";
import { flowInvalid, type Yaml } from "./read-yaml.js";

export interface FlowText {
  /** The path of the flow, for messages; paths in the flow are relative to its folder. */
  readonly file: string;
  readonly text: string;
}

/** The place of a step, and the settings that apply to it. */
export interface StepScope {
  readonly file: string;
  /** The folder of the workspace: the step may not use files outside. */
  readonly root: string;
  /** The app id in the flow's head; may have scripts. */
  readonly appId: string;
  /** Whether the flow's head has `fovea`, which allows commands that Maestro does not have. */
  readonly isOwn: boolean;
  /** Names of the flow's phones; empty for one phone. */
  readonly devices: readonly string[];
  /** The phone of a step that names none; null for the first. */
  readonly device: string | null;
  /** Whether the step is only for iOS or the web. Then everything that Maestro accepts is accepted. */
  readonly isElsewhere: boolean;
  /** Whether a model can judge screenshots. */
  readonly hasModel: boolean;
  /** The files from the first flow to this one, to find a flow that runs itself. */
  readonly chain: readonly string[];
}

/** The methods of the flow's reader that the reader of a step needs. */
export interface StepReader {
  list(yaml: Yaml, scope: StepScope): Promise<readonly FlowStep[]>;
  /** The steps of another flow. */
  flowAt(path: string, line: number, scope: StepScope): Promise<FlowParts>;
  /** Checks that a file exists. Errors: FLOW_INVALID at this line if it does not. */
  find(path: string, line: number, scope: StepScope): Promise<void>;
  /** Reads another file, a flow or a script. Errors: FLOW_INVALID at this line. */
  load(path: string, line: number, scope: StepScope): Promise<FlowText>;
}

export function complainOf(file: string) {
  return ({ line, why }: { readonly line: number; readonly why: string }): never => {
    throw flowInvalid(file, line, why);
  };
}

export type MapYaml = Extract<Yaml, { readonly kind: "map" }>;

export function valueAt({ entries }: MapYaml, key: string): Yaml | undefined {
  return entries.find((entry) => entry.key === key)?.value;
}

export function textField(fields: MapYaml, key: string): string | undefined {
  const value = valueAt(fields, key);
  return value?.kind === "text" ? value.text : undefined;
}

export function envOf(yaml: Yaml | undefined): readonly EnvEntry[] {
  if (yaml?.kind !== "map") return [];
  return yaml.entries.flatMap(({ key, value }) => (value.kind === "text" ? [{ name: key, text: value.text }] : []));
}

/** The YAML as plain data. */
export function plainOf(yaml: Yaml): unknown {
  if (yaml.kind === "text") return yaml.isNull ? null : yaml.text;
  if (yaml.kind === "list") return yaml.items.map(plainOf);
  return Object.fromEntries(yaml.entries.map(({ key, value }) => [key, plainOf(value)]));
}

/** The YAML as plain data, in which unquoted numbers and booleans are converted. */
export function typedOf(yaml: Yaml): unknown {
  if (yaml.kind === "map") return Object.fromEntries(yaml.entries.map(({ key, value }) => [key, typedOf(value)]));
  if (yaml.kind === "list") return yaml.items.map(typedOf);
  if (yaml.isNull) return null;
  if (yaml.isQuoted) return yaml.text;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(yaml.text)) return yaml.text.toLowerCase() === "true";
  const number = yaml.text.replaceAll("_", "");
  return /^[-+]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : yaml.text;
}
