import { printable } from "../base/printable.js";
import { repeatedly } from "../base/signals.js";
import { paintStory } from "./run-story.js";
import type { Terminal } from "./terminal.js";

/** The output of a run while it is running: its story and, on a terminal, the current step of each phone. */
export interface RunView extends Disposable {
  print(text: string): void;
  /** A phone begins a step. */
  began(serial: string, step: ShownStep): void;
  /** A phone has no current step any more. */
  rests(serial: string): void;
  /** Hides the current steps while a person is asked. */
  paused<T>(work: () => Promise<T>): Promise<T>;
}

export interface ShownStep {
  readonly flow: string;
  readonly place: string;
  readonly name: string;
}

/** A view without live lines if the output is a file, a pipe or the log of a CI. */
export function openRunView(terminal: Terminal, now: () => number = () => performance.now()): RunView {
  return isLive(terminal) ? new LiveView(terminal, now) : plainView(terminal);
}

function isLive({ output, env }: Terminal): boolean {
  const isTerminal = "isTTY" in output && output.isTTY === true;
  return isTerminal && env["TERM"] !== "dumb" && (env["CI"] ?? "") === "";
}

function plainView({ output }: Terminal): RunView {
  return {
    print: (text) => void output.write(`${printable(text)}\n`),
    began: () => {},
    rests: () => {},
    paused: async (work) => await work(),
    [Symbol.dispose]: () => {},
  };
}

const REDRAW_MS = 500;
const NARROWEST = 20;
const USUAL_WIDTH = 80;
/** ECMA-48: cursor up, erase below; a private mode that switches line wrapping. */
const upAndErase = (lines: number) => `\u001b[${lines}A\u001b[J`;
const [NO_WRAP, WRAP] = ["\u001b[?7l", "\u001b[?7h"];

class LiveView implements RunView {
  readonly #output: Terminal["output"];
  readonly #hasColours: boolean;
  readonly #now: () => number;
  readonly #waiting = new Map<string, ShownStep & { readonly since: number }>();
  readonly #ticking: Disposable;
  #drawn = 0;
  #last = "";
  #isPaused = false;

  constructor({ output, env }: Terminal, now: () => number) {
    this.#output = output;
    this.#hasColours = (env["NO_COLOR"] ?? "") === "";
    this.#now = now;
    this.#ticking = repeatedly(() => this.#redraw(""), REDRAW_MS);
  }

  print(text: string): void {
    const words = printable(text);
    this.#redraw(`${this.#hasColours ? paintStory(words) : words}\n`);
  }

  began(serial: string, step: ShownStep): void {
    this.#waiting.set(serial, { ...step, since: this.#now() });
    this.#redraw("");
  }

  rests(serial: string): void {
    this.#waiting.delete(serial);
    this.#redraw("");
  }

  async paused<T>(work: () => Promise<T>): Promise<T> {
    this.#isPaused = true;
    this.#redraw("");
    try {
      return await work();
    } finally {
      this.#isPaused = false;
    }
  }

  [Symbol.dispose](): void {
    this.#ticking[Symbol.dispose]();
    this.#waiting.clear();
    this.#redraw("");
  }

  /** Removes the lines of the steps, prints the text, and writes the lines again below. */
  #redraw(text: string): void {
    const shown = this.#isPaused ? [] : [...this.#waiting];
    const lines = shown.map(([serial, step]) => this.#lineOf(serial, step));
    if (text === "" && lines.join("\n") === this.#last) return;
    this.#last = lines.join("\n");
    const erased = this.#drawn === 0 ? "" : upAndErase(this.#drawn);
    const drawn = lines.length === 0 ? "" : `${NO_WRAP}${lines.map((line) => `${line}\n`).join("")}${WRAP}`;
    this.#output.write(`${erased}${text}${drawn}`);
    this.#drawn = lines.length;
  }

  #lineOf(serial: string, { flow, place, name, since }: ShownStep & { readonly since: number }): string {
    const phone = this.#waiting.size > 1 ? `[${serial}] ` : "";
    const seconds = Math.floor((this.#now() - since) / 1_000);
    const { columns } = this.#output as { readonly columns?: unknown };
    const width = typeof columns === "number" && columns >= NARROWEST ? columns : USUAL_WIDTH;
    const line = printable(`  ${String(seconds).padStart(3)} s    ${phone}${place}  ${name}; ${flow}`).replaceAll(
      "\n",
      " ",
    );
    return [...line].slice(0, width - 1).join("");
  }
}
