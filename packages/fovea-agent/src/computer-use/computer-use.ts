import type { InstalledApp, Phone } from "fovea-mcp";
import { failureOf } from "../agent-error.js";
import type { ComputerCall, ComputerResult, ComputerUseOptions, ComputerUser } from "../public-types.js";
import { quote } from "../quote.js";
import { readAnthropic } from "./anthropic.js";
import type { BridgeAction, SeenImage } from "./bridge-action.js";
import { readGemini, safetyOfGemini } from "./gemini.js";
import { readOpenAi, safetyOfOpenAi } from "./openai.js";
import type { ReadActions } from "./read-actions.js";

/**
 * Performs the actions that computer-use models ask for, through the phone of the library: each action is checked,
 * passes the guard and gets a verdict. Points are pixels of the image that the model saw last.
 */
export class ComputerUse implements ComputerUser {
  readonly #options: ComputerUseOptions;
  #seen: SeenImage | null = null;
  /** The size in which the caller shows the image to the model; null for the full size. */
  #shown: { readonly width: number; readonly height: number } | null = null;

  constructor(options: ComputerUseOptions) {
    this.#options = options;
  }

  async look(shown?: { readonly width: number; readonly height: number }): Promise<ComputerResult["screenshot"]> {
    const { phone, signal, longestSide } = this.#options;
    const limits = signal === undefined ? {} : { signal };
    const scaled = longestSide === undefined ? {} : { longestSide };
    const { png, width, height, screen } = await phone.screenshot({ ...limits, ...scaled });
    this.#shown = shown ?? null;
    this.#seen = { ...(shown ?? { width, height }), screen };
    return { png, width, height };
  }

  async do(call: ComputerCall): Promise<ComputerResult> {
    const seen = this.#seen;
    if (seen === null) return await this.#answer("look first: the model has seen no screen", false, false);
    const read = readCall(call, seen);
    if ("mistake" in read) return await this.#answer(`nothing was done: ${read.mistake}`, false, false);
    const question = safetyOf(call);
    if (question !== null && !(await this.#agrees(question)))
      return await this.#answer(`nothing was done: a person has to agree to this: ${quote(question)}`, false, false);
    const lines: string[] = [];
    for (const action of read.actions) {
      const { words, isDone } = await this.#perform(action, seen);
      lines.push(words);
      if (!isDone) return await this.#answer(lines.join("\n"), false, question !== null);
    }
    return await this.#answer(lines.join("\n"), true, question !== null);
  }

  async #agrees(question: string): Promise<boolean> {
    return (await this.#options.askPerson?.(question)) === true;
  }

  async #answer(text: string, isDone: boolean, isAcknowledged: boolean): Promise<ComputerResult> {
    const before = this.#seen;
    const shown = this.#shown;
    const screenshot = await this.look(shown ?? undefined);
    const now = this.#seen;
    // A rotated screen has another shape: the caller scales its image again, and calls `look` with the new size.
    if (shown !== null && now !== null && before?.screen.width !== now.screen.width)
      this.#seen = { width: screenshot.width, height: screenshot.height, screen: now.screen };
    return { text, isDone, isAcknowledged, screenshot };
  }

  async #perform(action: BridgeAction, seen: SeenImage): Promise<{ readonly words: string; readonly isDone: boolean }> {
    const { phone, signal } = this.#options;
    const limits = signal === undefined ? {} : { signal };
    try {
      if (action.kind === "impossible") return { words: `not done: ${action.words}`, isDone: false };
      if (action.kind === "look") return { words: "the screen as it is now", isDone: true };
      if (action.kind === "apps")
        return { words: appLines(await phone.apps.list({ ...limits, system: true })), isDone: true };
      if (action.kind === "wait") return await waited(phone, action.seconds, limits);
      if ((action.kind === "tap" || action.kind === "swipe") && (await this.#wasTurned(seen)))
        return { words: "not done: the screen was turned since the image; look at the new one", isDone: false };
      const { did, verdict } = await send(phone, action, limits);
      const proof = verdict.evidence.length === 0 ? "" : `: ${verdict.evidence.join("; ")}`;
      return { words: quote(`${did}; ${verdict.kind}${proof}`, 600), isDone: DONE.has(verdict.kind) };
    } catch (error) {
      signal?.throwIfAborted();
      const { code, message, mayHaveHappened } = failureOf(error);
      const doubt = mayHaveHappened ? "; it may have happened anyway" : "";
      return { words: quote(`not done: ${code}: ${message}${doubt}`, 600), isDone: false };
    }
  }

  async #wasTurned({ screen }: SeenImage): Promise<boolean> {
    const { phone, signal } = this.#options;
    const { size } = await phone.observe(signal === undefined ? {} : { signal });
    return size !== null && (size.width !== screen.width || size.height !== screen.height);
  }
}

/**
 * After any other verdict the action had no effect, or an unexpected one: the model has to look at the screen first.
 */
const DONE: ReadonlySet<string> = new Set(["changed", "sent", "unknown"]);

function readCall(call: ComputerCall, seen: SeenImage): ReadActions {
  if (call.provider === "gemini") return readGemini(call.name, call.args, seen);
  return call.provider === "openai" ? readOpenAi(call.actions, seen) : readAnthropic(call.input, seen);
}

function safetyOf(call: ComputerCall): string | null {
  if (call.provider === "gemini") return safetyOfGemini(call.args);
  return call.provider === "openai" ? safetyOfOpenAi(call.safetyChecks) : null;
}

type Limits = { readonly signal?: AbortSignal };

async function send(
  phone: Phone,
  action: Extract<BridgeAction, { readonly kind: "tap" | "type" | "press" | "swipe" | "open" }>,
  limits: Limits,
) {
  switch (action.kind) {
    case "tap": {
      const hold = action.holdMs === null ? {} : { holdMs: action.holdMs };
      return await phone.tap(action.at, { ...limits, ...hold, ...(action.count === 1 ? {} : { count: action.count }) });
    }
    case "type":
      return await phone.type(action.text, { ...limits, ...(action.submit ? { submit: true } : {}) });
    case "press":
      return await phone.press(action.key, limits);
    case "swipe":
      return await phone.swipe({ from: action.from, to: action.to }, limits);
    case "open":
      return await phone.open(action.app, limits);
  }
}

/** A label is text of the app, so it is quoted. */
function appLines(apps: readonly InstalledApp[]): string {
  return apps.map(({ package: id, label }) => (label === null ? id : `${id} "${quote(label, 80)}"`)).join("\n");
}

async function waited(phone: Phone, seconds: number, limits: Limits) {
  try {
    await phone.wait(undefined, { ...limits, timeoutMs: Math.max(Math.round(seconds * 1000), 1) });
    return { words: "the screen changed", isDone: true };
  } catch (error) {
    if (failureOf(error).code !== "WAIT_TIMEOUT") throw error;
    return { words: `waited ${seconds} s, and the screen did not change`, isDone: true };
  }
}
