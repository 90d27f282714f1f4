import type { FlowParts, FlowStep } from "./flow.js";
import type { EnvEntry } from "./flow-scripts.js";
import { flowInvalid, type Yaml } from "./read-yaml.js";

export interface FlowText {
  /** Names it in messages, and where other files are looked for from. */
  readonly file: string;
  readonly text: string;
}

/** Where a step stands. */
export interface StepScope {
  readonly file: string;
  /** The folder of its workspace: it may not use files outside. */
  readonly root: string;
  /** The app id in the flow's head; may have scripts. */
  readonly appId: string;
  /** `fovea` in its head announces what Maestro does not know. */
  readonly isOwn: boolean;
  /** Names of the phones that the flow is for; empty for one phone. */
  readonly devices: readonly string[];
  /** Which of them a step is for that names none; null for the first. */
  readonly device: string | null;
  /** Whether it is for iOS or the web alone: what Maestro would take is taken there. */
  readonly isElsewhere: boolean;
  /** Whether there is a model that can be asked about screenshots. */
  readonly hasModel: boolean;
  /** The files that lead here, to find those that run themselves. */
  readonly chain: readonly string[];
}

/** What reading one step needs of the reader of its flow. */
export interface StepReader {
  list(yaml: Yaml, scope: StepScope): Promise<readonly FlowStep[]>;
  /** The steps of another flow. */
  flowAt(path: string, line: number, scope: StepScope): Promise<FlowParts>;
  /** Finds a file that is not a text. Errors: FLOW_INVALID at this line where it is not there. */
  find(path: string, line: number, scope: StepScope): Promise<void>;
  /** Another file, a flow or a script. Errors: FLOW_INVALID at this line. */
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

/** The same as plain data. */
export function plainOf(yaml: Yaml): unknown {
  if (yaml.kind === "text") return yaml.isNull ? null : yaml.text;
  if (yaml.kind === "list") return yaml.items.map(plainOf);
  return Object.fromEntries(yaml.entries.map(({ key, value }) => [key, plainOf(value)]));
}

/** The same, with plain numbers and truth values for what they are. */
export function typedOf(yaml: Yaml): unknown {
  if (yaml.kind === "map") return Object.fromEntries(yaml.entries.map(({ key, value }) => [key, typedOf(value)]));
  if (yaml.kind === "list") return yaml.items.map(typedOf);
  if (yaml.isNull) return null;
  if (yaml.isQuoted) return yaml.text;
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(yaml.text)) return yaml.text.toLowerCase() === "true";
  const number = yaml.text.replaceAll("_", "");
  return /^[-+]?\d+(?:\.\d+)?$/.test(number) ? Number(number) : yaml.text;
}
