import { lookUp } from "../../base/word-table.js";
import type { ScriptCall } from "../script/sandbox.js";
import { isSecretName, withSecretNames } from "./secrets.js";
import { fillText, type Variables } from "./template.js";

/** A variable that a flow gives, and its text, which may have scripts. */
export interface EnvEntry {
  readonly name: string;
  readonly text: string;
}

export interface FlowScriptsOptions {
  readonly variables: Variables;
  readonly platform: string;
  readonly evaluate: (call: ScriptCall, signal: AbortSignal) => Promise<string>;
}

/** What needs no engine: a variable, also with a text in place of a missing one. */
const PLAIN = /^\s*([A-Za-z_]\w*)\s*(?:(\|\||\?\?)\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*)?$/;

/** A name that stands for something where no variable has it. */
function isWordOfScripts(name: string): boolean {
  return name in globalThis || OWN_WORDS.has(name);
}

const OWN_WORDS: ReadonlySet<string> = new Set(
  "output maestro http faker json relativePoint this true false null new typeof void".split(" "),
);

/** The variables and scripts of one run of a flow. */
export class FlowScripts {
  /** What `copyTextFrom` copied last, for `pasteText` and `maestro.copiedText`. */
  copiedText: string | null = null;
  readonly #options: FlowScriptsOptions;
  readonly #outer: (readonly (readonly [string, string])[])[] = [];
  /** Values of secret variables, with their names. */
  readonly #secrets = new Map<string, string>();
  #env: Record<string, string>;
  #notes: string[] = [];

  constructor(options: FlowScriptsOptions) {
    this.#options = options;
    this.#env = Object.fromEntries(options.variables);
    for (const [name, value] of options.variables) this.#keepSecret(name, value);
  }

  /** The text with the values of its scripts. */
  async fill(text: string, signal: AbortSignal): Promise<string> {
    return await fillText(text, async (script) => await this.evaluate(script, signal));
  }

  /** Text of a script's value. */
  async evaluate(script: string, signal: AbortSignal): Promise<string> {
    const [, name = "", operator, double, single] = PLAIN.exec(script) ?? [];
    const value = lookUp(this.#env, name);
    if (value !== undefined && (operator !== "||" || value !== "")) return value;
    if (operator !== undefined && !isWordOfScripts(name)) return double ?? single ?? "";
    const text = await this.#run(script, "inline-script", {}, signal);
    if (name !== "" && operator === undefined && text === "undefined" && name !== text)
      this.note(`! the variable ${name} has no value, and is "undefined": --env ${name}=VALUE gives it one`);
    return text;
  }

  /** The text without the values of variables whose names say that they are secret. */
  readonly redacted = (text: string): string => withSecretNames(text, this.#secrets);

  #keepSecret(name: string, value: string): void {
    if (isSecretName(name)) this.#secrets.set(value, name);
  }

  /** Runs a script file, whose variables are its own. */
  async runFile(
    { source, name, env }: { readonly source: string; readonly name: string; readonly env: readonly EnvEntry[] },
    signal: AbortSignal,
  ): Promise<void> {
    const own: Record<string, string> = {};
    for (const { name: one, text } of env) {
      own[one] = await this.fill(text, signal);
      this.#keepSecret(one, own[one]);
    }
    await this.#run(source, name, own, signal);
  }

  /** Gives variables their values, each of which may use those before it. */
  async define(entries: readonly EnvEntry[], signal: AbortSignal): Promise<void> {
    for (const { name, text } of entries) {
      const value = await this.fill(text, signal);
      this.#env = { ...this.#env, [name]: value };
      this.#keepSecret(name, value);
    }
  }

  /** Gives a variable a value that is a text as it stands: what looks like a script in it is none. */
  set(name: string, value: string): void {
    this.#env = { ...this.#env, [name]: value };
    this.#keepSecret(name, value);
  }

  /** What is defined until `leave` is forgotten then. */
  enter(): void {
    this.#outer.push(Object.entries(this.#env));
  }

  leave(): void {
    const outer = this.#outer.pop();
    if (outer) this.#env = Object.fromEntries(outer);
  }

  note(line: string): void {
    this.#notes.push(line);
  }

  /** What is worth a line since the last call. */
  takeNotes(): readonly string[] {
    const notes = this.#notes;
    this.#notes = [];
    return notes;
  }

  async #run(source: string, name: string, own: Readonly<Record<string, string>>, signal: AbortSignal) {
    const { evaluate, platform } = this.#options;
    const env = { ...this.#env, ...own };
    return await evaluate({ source, name, env, platform, copiedText: this.copiedText }, signal);
  }
}
