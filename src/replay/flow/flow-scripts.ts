import { lookUp } from "../../base/word-table.js";
import type { ScriptCall } from "../script/sandbox.js";
import { isSecretName, withSecretNames } from "./secrets.js";
import { fillText, type Variables } from "./template.js";

/** A variable that a flow defines, and its text, which may have scripts. */
export interface EnvEntry {
  readonly name: string;
  readonly text: string;
}

export interface FlowScriptsOptions {
  readonly variables: Variables;
  readonly platform: string;
  readonly evaluate: (call: ScriptCall, signal: AbortSignal) => Promise<string>;
}

/** A script that needs no script engine: a variable, optionally with a text that replaces a missing value. */
const PLAIN = /^\s*([A-Za-z_]\w*)\s*(?:(\|\||\?\?)\s*(?:"([^"\\]*)"|'([^'\\]*)')\s*)?$/;

/** Whether a name has a meaning in scripts without being a variable. */
function isWordOfScripts(name: string): boolean {
  return name in globalThis || OWN_WORDS.has(name);
}

const OWN_WORDS: ReadonlySet<string> = new Set(
  "output maestro http faker json relativePoint this true false null new typeof void".split(" "),
);

/** The variables and scripts of one run of a flow. */
export class FlowScripts {
  /** The last text of `copyTextFrom` or `setClipboard`, for `pasteText` and `maestro.copiedText`. */
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

  /** The value of a script as a text. */
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

  /** The text, with the values of variables with secret names replaced. */
  readonly redacted = (text: string): string => withSecretNames(text, this.#secrets);

  #keepSecret(name: string, value: string): void {
    if (isSecretName(name)) this.#secrets.set(value, name);
  }

  /** Runs a script file with its own variables. */
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

  /** Defines variables; each may use those before it. */
  async define(entries: readonly EnvEntry[], signal: AbortSignal): Promise<void> {
    for (const { name, text } of entries) {
      const value = await this.fill(text, signal);
      this.#env = { ...this.#env, [name]: value };
      this.#keepSecret(name, value);
    }
  }

  /** Defines a variable with a text that is not evaluated, even if it looks like a script. */
  set(name: string, value: string): void {
    this.#env = { ...this.#env, [name]: value };
    this.#keepSecret(name, value);
  }

  /** Begins a scope: variables defined in it are removed by `leave`. */
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

  /** The notes since the last call. */
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
