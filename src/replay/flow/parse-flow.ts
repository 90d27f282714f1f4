import { basename } from "node:path";
import type * as z from "zod";
import { isFoveaError } from "../../base/errors.js";
import { nearest } from "../../base/nearest.js";
import { FLOW_SYNONYMS } from "../../base/synonyms.js";
import { lookUp } from "../../base/word-table.js";
import { issueWords } from "../../base/zod-words.js";
import { inOneLine } from "../../screen/label.js";
import { parseCondition } from "../../screen/selector.js";
import { HEAD_LISTS, headFields, repeatFields, runFields, whenFields } from "./block-fields.js";
import { commandWords } from "./command-words.js";
import type { Flow, FlowCommand, FlowStep, When } from "./flow.js";
import { interpolate, type Variables } from "./interpolate.js";
import { flowInvalid, lineAt, readYaml, type Yaml, type YamlEntry } from "./read-yaml.js";
import { type About, bothOf, complaint, SIMPLE_COMMANDS } from "./simple-commands.js";

export interface FlowText {
  /** Names it in messages, and where other flows are looked for from. */
  readonly file: string;
  readonly text: string;
}

export interface FlowSurroundings {
  readonly variables: Variables;
  /** Reads a flow that another one runs. Errors: any, told at the line that names it. */
  readonly load: (path: string, from: string) => Promise<FlowText>;
}

/**
 * Reads a flow in Maestro's format, and the flows that it runs. Errors: FLOW_INVALID with file, line and field, for all
 * that is not of the supported part of the format (docs/flows.md).
 */
export async function parseFlow(source: FlowText, surroundings: FlowSurroundings): Promise<Flow> {
  return await new FlowReader(surroundings).read(source, { variables: surroundings.variables, appId: null, chain: [] });
}

interface Scope {
  readonly file: string;
  readonly variables: Variables;
  readonly appId: string | null;
  /** The files that lead here, to find those that run themselves. */
  readonly chain: readonly string[];
}

/** With all that it runs, so many. */
const MOST_STEPS = 10_000;

/** Commands of Maestro that nothing here does, and why where that is worth a word. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  evalScript: "it needs JavaScript, which is not supported",
  runScript: "it needs JavaScript, which is not supported",
};

class FlowReader {
  readonly #surroundings: FlowSurroundings;
  #steps = 0;

  constructor(surroundings: FlowSurroundings) {
    this.#surroundings = surroundings;
  }

  async read({ file, text }: FlowText, outer: Omit<Scope, "file">): Promise<Flow> {
    const documents = readYaml(text, file);
    const [first, second, third] = documents;
    if (!first) throw flowInvalid(file, 1, "the flow is empty");
    if (third) throw flowInvalid(file, third.line, "a flow has a head and a list of commands, and no more");
    const [head, body] = second ? [first, second] : first.kind === "list" ? [null, first] : [first, null];
    if (!body) throw flowInvalid(file, first.line, "the list of commands is missing, behind a line ---");
    const base: Scope = { ...outer, file };
    if (!head) {
      return { name: titleOf(file), file, tags: [], onStart: [], steps: await this.#list(body, base), onComplete: [] };
    }
    return await this.#withHead(head, body, base);
  }

  async #withHead(head: Yaml, body: Yaml, outer: Scope): Promise<Flow> {
    const map = mapOf(head, "the head of a flow", outer.file);
    const variables = this.#withEnv(find(map, "env"), outer);
    const scope = { ...outer, variables };
    const fields = this.#fields(headFields, head, [...HEAD_LISTS, "env"], scope);
    const inside = { ...scope, appId: fields.appId ?? outer.appId };
    const listOf = async (word: (typeof HEAD_LISTS)[number]) => {
      const entry = find(map, word);
      return entry ? await this.#list(entry.value, inside) : [];
    };
    return {
      name: inOneLine(fields.name ?? titleOf(outer.file)),
      file: outer.file,
      tags: fields.tags ?? [],
      onStart: await listOf("onFlowStart"),
      steps: await this.#list(body, inside),
      onComplete: await listOf("onFlowComplete"),
    };
  }

  /** The variables with those that are given here; these see the ones before them. */
  #withEnv(entry: YamlEntry | undefined, { file, variables }: Scope): Variables {
    if (!entry || isEmpty(entry.value)) return variables;
    const known = new Map(variables);
    for (const { key, line, value } of mapOf(entry.value, "env", file)) {
      if (value.kind !== "text") throw flowInvalid(file, line, `env.${key}: a text is expected`);
      known.set(key, this.#filled(value, { file, variables: known }));
    }
    return known;
  }

  async #list(yaml: Yaml, scope: Scope): Promise<readonly FlowStep[]> {
    if (yaml.kind !== "list") throw flowInvalid(scope.file, yaml.line, "a list of commands is expected");
    const steps: FlowStep[] = [];
    for (const item of yaml.items) {
      this.#steps += 1;
      if (this.#steps > MOST_STEPS) throw flowInvalid(scope.file, item.line, `there are more than ${MOST_STEPS} steps`);
      steps.push(await this.#step(item, scope));
    }
    return steps;
  }

  async #step(item: Yaml, scope: Scope): Promise<FlowStep> {
    const { file } = scope;
    if (item.kind === "list") throw flowInvalid(file, item.line, "a command is expected, not a list");
    const entries = item.kind === "text" ? [asEntry(item)] : item.entries;
    const [command, ...others] = entries.filter(({ key }) => key !== "expect");
    if (!command) throw flowInvalid(file, item.line, "a command is expected");
    const [other] = others;
    if (other)
      throw flowInvalid(file, other.line, `one command is expected, but here are ${command.key} and ${other.key}`);
    const expect = entries.find(({ key }) => key === "expect");
    const { about, ...read } = await this.#command(command, scope);
    const words = commandWords(read.command);
    const isSaid = words === "" || words === command.key;
    return {
      name: inOneLine(about.label ?? (isSaid ? command.key : `${command.key} ${words}`)),
      place: `${basename(file)}:${command.line}`,
      isOptional: about.optional ?? false,
      expect: expect ? this.#expected(expect, scope) : null,
      command: read.command,
    };
  }

  async #command(entry: YamlEntry, scope: Scope): Promise<{ readonly about: About; readonly command: FlowCommand }> {
    const { key, line, value } = entry;
    if (key === "runFlow") return await this.#runFlow(entry, scope);
    if (key === "repeat") return await this.#repeat(entry, scope);
    const simple = lookUp(SIMPLE_COMMANDS, key);
    if (!simple) {
      const why = lookUp(UNSUPPORTED, key) ?? unknownCommand(key);
      throw flowInvalid(scope.file, line, `${key === "" ? "an empty line" : key}: ${why}`);
    }
    const read = simple(this.#plain(value, scope), scope);
    if ("command" in read) return read;
    const at = value.kind === "text" ? line : lineAt(value, read.path);
    throw flowInvalid(scope.file, read.path.length === 0 ? line : at, `${key}: ${read.why}`);
  }

  async #runFlow({ key, value, line }: YamlEntry, outer: Scope) {
    if (value.kind === "text") {
      const file = this.#filled(value, outer);
      return { about: {}, command: this.#flowCommand(await this.#file({ file, line }, outer), ALWAYS) };
    }
    const entries = mapOf(value, key, outer.file);
    const scope = { ...outer, variables: this.#withEnv(find(entries, "env"), outer) };
    const { file, ...about } = this.#fields(runFields, value, ["when", "env", "commands"], outer, key);
    const commands = find(entries, "commands");
    if ((file === undefined) === (commands === undefined))
      throw flowInvalid(outer.file, line, "runFlow: give either file or commands");
    const when = this.#when(find(entries, "when"), scope);
    const steps =
      file === undefined ? await this.#list(commands?.value ?? value, scope) : await this.#file({ file, line }, scope);
    return { about, command: this.#flowCommand(steps, when) };
  }

  #flowCommand(steps: readonly FlowStep[], when: When): FlowCommand {
    return { kind: "flow", when, steps };
  }

  async #file({ file, line }: { readonly file: string; readonly line: number }, scope: Scope) {
    const chain = [...scope.chain, scope.file];
    const source = await this.#load(file, line, scope);
    if (chain.includes(source.file)) throw flowInvalid(scope.file, line, `runFlow: ${file} runs itself`);
    const { onStart, steps, onComplete } = await this.read(source, { ...scope, chain });
    return [...onStart, ...steps, ...onComplete];
  }

  async #load(path: string, line: number, scope: Scope): Promise<FlowText> {
    try {
      return await this.#surroundings.load(path, scope.file);
    } catch (error) {
      if (isFoveaError(error) && !isFoveaError(error, "FLOW_INVALID")) throw error;
      throw flowInvalid(
        scope.file,
        line,
        `runFlow: ${path} cannot be read: ${error instanceof Error ? error.message : ""}`,
      );
    }
  }

  async #repeat({ key, value, line }: YamlEntry, scope: Scope) {
    const entries = mapOf(value, key, scope.file);
    const { times, ...about } = this.#fields(repeatFields, value, ["while", "commands"], scope, key);
    const condition = find(entries, "while");
    const commands = find(entries, "commands");
    if (!commands) throw flowInvalid(scope.file, line, "repeat: commands is missing");
    if (times === undefined && !condition) throw flowInvalid(scope.file, line, "repeat: times or while is missing");
    const steps = await this.#list(commands.value, scope);
    const looks = condition ? this.#when(condition, scope) : null;
    return { about, command: { kind: "repeat", times: times ?? null, while: looks, steps } as const };
  }

  #when(entry: YamlEntry | undefined, scope: Scope): When {
    if (!entry) return ALWAYS;
    const fields = this.#fields(whenFields, entry.value, [], scope, entry.key);
    const { label: _, ...conditions } = fields;
    if (Object.values(conditions).every((one) => one === undefined))
      throw flowInvalid(scope.file, entry.line, `${entry.key}: visible, notVisible, platform or true is missing`);
    const isPossible = (fields.platform ?? "android") === "android" && fields.true !== false;
    return { conditions: bothOf(fields.visible, fields.notVisible), isPossible };
  }

  #expected({ line, value }: YamlEntry, scope: Scope): string {
    if (value.kind !== "text") throw flowInvalid(scope.file, line, "expect: a condition is expected, as a text");
    const words = this.#filled(value, scope);
    try {
      parseCondition(words);
      return words;
    } catch (error) {
      if (!isFoveaError(error, "SELECTOR_SYNTAX")) throw error;
      throw flowInvalid(scope.file, line, `expect: ${error.message}. ${error.hint}`);
    }
  }

  /** The fields of a map except for those that are read otherwise. */
  #fields<Schema extends z.ZodObject>(
    schema: Schema,
    yaml: Yaml,
    others: readonly string[],
    scope: Scope,
    key?: string,
  ): z.output<Schema> {
    const what = key ?? "the head of a flow";
    const entries = mapOf(yaml, what, scope.file).filter((entry) => !others.includes(entry.key));
    const parsed = schema.safeParse(this.#plain({ kind: "map", entries, line: yaml.line }, scope), {
      error: issueWords,
    });
    if (parsed.success) return parsed.data;
    const { path, why } = complaint(parsed.error);
    throw flowInvalid(scope.file, lineAt(yaml, path), key === undefined ? why : `${key}: ${why}`);
  }

  #plain(yaml: Yaml, scope: Pick<Scope, "file" | "variables">): unknown {
    if (yaml.kind === "text") return this.#filled(yaml, scope);
    if (yaml.kind === "list") return yaml.items.map((item) => this.#plain(item, scope));
    return Object.fromEntries(yaml.entries.map(({ key, value }) => [key, this.#plain(value, scope)]));
  }

  #filled(
    { text, line }: { readonly text: string; readonly line: number },
    { file, variables }: Pick<Scope, "file" | "variables">,
  ): string {
    return interpolate(text, variables, (why) => {
      throw flowInvalid(file, line, why);
    });
  }
}

function unknownCommand(key: string): string {
  const meant = nearest(key, [...Object.keys(SIMPLE_COMMANDS), "runFlow", "repeat"], FLOW_SYNONYMS);
  const list = "no such command is supported (docs/flows.md lists those that are)";
  return meant === undefined ? list : `${list}; did you mean ${meant}?`;
}

const ALWAYS: When = { conditions: [], isPossible: true };

function titleOf(file: string): string {
  return basename(file).replace(/\.ya?ml$/i, "");
}

function asEntry({ text, line }: { readonly text: string; readonly line: number }): YamlEntry {
  return { key: text, line, value: { kind: "text", text: "", line } };
}

function isEmpty(yaml: Yaml): boolean {
  return yaml.kind === "text" && yaml.text === "";
}

function mapOf(yaml: Yaml, what: string, file: string): readonly YamlEntry[] {
  if (yaml.kind === "map") return yaml.entries;
  throw flowInvalid(file, yaml.line, `${what}: a map of fields is expected`);
}

function find(entries: readonly YamlEntry[], key: string): YamlEntry | undefined {
  return entries.find((entry) => entry.key === key);
}
