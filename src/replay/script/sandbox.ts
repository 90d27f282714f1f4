import {
  newQuickJSWASMModuleFromVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from "quickjs-emscripten-core";
import { FAKER } from "./faker.js";
import { GUEST } from "./guest.js";

/** Limits of a script. */
export interface ScriptLimits {
  /** Processor time for one script, in ms; the time of requests does not count. */
  readonly timeMs: number;
  readonly memoryBytes: number;
}

/** One script and its variables. */
export interface ScriptCall {
  readonly source: string;
  /** The name of the script for messages. */
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly platform: string;
  /** The last copied text; null if nothing was copied. */
  readonly copiedText: string | null;
}

/** The result of a script. `value` is a text, as Maestro prints it. `limit` is not an error of the script itself. */
export type ScriptEnd =
  | { readonly value: string }
  | { readonly failed: string }
  | { readonly limit: "time" | "memory" };

export interface SandboxHooks {
  readonly limits: ScriptLimits;
  readonly log: (line: string) => void;
  /** Sends a request; gives the answer, or an error in `failed`, as JSON. */
  readonly request: (given: string) => string;
}

/** A longer text that leaves the sandbox is cut. */
const LONGEST = 1_000_000;
const STACK_BYTES = 256 * 1_024;

/**
 * JavaScript in its own WebAssembly machine. It reaches nothing of the host except the two hooks. Values in `output`
 * and changes of `maestro` stay for the next script; other names do not.
 */
export class Sandbox {
  readonly #context: QuickJSContext;
  readonly #runtime: QuickJSRuntime;
  readonly #hooks: SandboxHooks;
  #endsAt = 0;
  #isTimeUp = false;
  #prepare: QuickJSHandle;
  #show: QuickJSHandle;

  private constructor(context: QuickJSContext, hooks: SandboxHooks) {
    this.#context = context;
    this.#runtime = context.runtime;
    this.#hooks = hooks;
    this.#runtime.setMemoryLimit(hooks.limits.memoryBytes);
    this.#runtime.setMaxStackSize(STACK_BYTES);
    this.#runtime.setInterruptHandler(() => {
      this.#isTimeUp = performance.now() > this.#endsAt;
      return this.#isTimeUp;
    });
    this.#endsAt = Number.POSITIVE_INFINITY;
    const [prepare, show, parse, stringify] = this.#setUp();
    this.#prepare = prepare;
    this.#show = show;
    this.#offer(parse, stringify);
  }

  static async open(hooks: SandboxHooks): Promise<Sandbox> {
    const { default: variant } = await import("@jitl/quickjs-singlefile-mjs-release-sync");
    const machine = await newQuickJSWASMModuleFromVariant(variant);
    return new Sandbox(machine.newContext(), hooks);
  }

  run({ source, name, env, platform, copiedText }: ScriptCall): ScriptEnd {
    this.#endsAt = performance.now() + this.#hooks.limits.timeMs;
    this.#isTimeUp = false;
    const given = this.#context.newString(JSON.stringify({ env, platform, copiedText }));
    const prepared = this.#context.callFunction(this.#prepare, this.#context.undefined, given);
    given.dispose();
    if (prepared.error) return this.#failed(prepared.error);
    prepared.value.dispose();
    // The function keeps the names that a script declares local, as Maestro does.
    const ran = this.#evaluate(`(function(){ return eval(${JSON.stringify(source)}) })()`, name);
    if (ran.error) return this.#failed(ran.error);
    const shown = this.#context.callFunction(this.#show, this.#context.undefined, ran.value);
    ran.value.dispose();
    if (shown.error) return this.#failed(shown.error);
    return { value: this.#textOf(shown.value) };
  }

  #evaluate(code: string, name: string) {
    return this.#context.evalCode(code, name, { strict: true, type: "global" });
  }

  #setUp(): readonly [QuickJSHandle, QuickJSHandle, QuickJSHandle, QuickJSHandle] {
    const parts = this.#context.unwrapResult(this.#evaluate(GUEST, "guest"));
    this.#context.unwrapResult(this.#evaluate(FAKER, "faker")).dispose();
    const part = (place: number) => this.#context.getProp(parts, place);
    const found = [part(0), part(1), part(2), part(3)] as const;
    parts.dispose();
    return found;
  }

  #textOf(handle: QuickJSHandle): string {
    const text = this.#context.getString(handle);
    handle.dispose();
    return text.length > LONGEST ? text.slice(0, LONGEST) : text;
  }

  #failed(error: QuickJSHandle): ScriptEnd {
    if (this.#isTimeUp) {
      error.dispose();
      return { limit: "time" };
    }
    const words = this.#wordsOf(error);
    error.dispose();
    return /^InternalError: out of memory/.test(words) ? { limit: "memory" } : { failed: words };
  }

  #wordsOf(error: QuickJSHandle): string {
    this.#endsAt = performance.now() + this.#hooks.limits.timeMs;
    const shown = this.#context.callFunction(this.#show, this.#context.undefined, error);
    if (!shown.error) return this.#textOf(shown.value);
    shown.error.dispose();
    return "an error that cannot be printed";
  }

  /** Defines `console` and `http`. */
  #offer(parse: QuickJSHandle, stringify: QuickJSHandle): void {
    const context = this.#context;
    const log = context.newFunction("log", (...values) => {
      this.#hooks.log(
        values
          .map((value) => this.#shown(value))
          .join(" ")
          .slice(0, LONGEST),
      );
    });
    const request = context.newFunction("request", (given) => {
      const began = performance.now();
      const answer = this.#hooks.request(context.getString(given));
      this.#endsAt += performance.now() - began;
      return context.newString(answer);
    });
    const make = context.unwrapResult(this.#evaluate(OFFER, "guest"));
    const offered = context.callFunction(make, context.undefined, log, request, parse, stringify);
    context.unwrapResult(offered).dispose();
    for (const handle of [log, request, make, parse, stringify]) handle.dispose();
  }

  #shown(value: QuickJSHandle): string {
    const shown = this.#context.callFunction(this.#show, this.#context.undefined, value);
    if (!shown.error) return this.#textOf(shown.value);
    shown.error.dispose();
    return "?";
  }
}

const OFFER = `(log, request, parse, stringify) => {
  const { defineProperty } = Object;
  const console = { log, info: log, warn: log, error: log, debug: log };
  defineProperty(globalThis, "console", { value: console, writable: true, configurable: true, enumerable: false });
  const ask = (method, url, params) => {
    const { headers, body, multipartForm } = params ?? {};
    const texts = {};
    for (const key of Object.keys(headers ?? {})) texts[key] = String(headers[key]);
    const given = { method, url: String(url), headers: texts };
    if (typeof body === "string") given.body = body;
    if (multipartForm !== undefined) given.multipartForm = multipartForm;
    const { failed, ...answer } = parse(request(stringify(given)));
    if (failed !== undefined) throw new Error(failed);
    return answer;
  };
  globalThis.http = {
    get: (url, params) => ask("GET", url, params),
    post: (url, params) => ask("POST", url, params),
    put: (url, params) => ask("PUT", url, params),
    delete: (url, params) => ask("DELETE", url, params),
    request: (url, params) => ask(typeof params?.method === "string" ? params.method : "GET", url, params),
  };
}`;
