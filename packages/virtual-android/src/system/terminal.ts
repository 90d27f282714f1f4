import { Pipe } from "../linux/pipe.js";
import type { SignalName } from "../linux/signals.js";

const NEW_LINE = 10;
const RETURN = 13;
const CTRL_C = 3;
const CTRL_D = 4;
const BACKSPACE = 8;
const KILL_LINE = 21;
const CTRL_BACKSLASH = 28;
const DELETE = 127;

/** Cooked: echo, line editing, CR/LF translation and control keys. Raw: bytes are passed unchanged. */
export type TerminalMode = "cooked" | "raw";

/**
 * A pseudo-terminal: processes use `input` and `writeFromProcess`, the host uses `output` and `writeFromHost`. adbd
 * creates one for `shell:`, `exec:` and `shell,v2,pty:` (android.md 4.2, 9.2).
 */
export class Terminal {
  readonly input = new Pipe();
  readonly output = new Pipe();
  rows = 24;
  columns = 80;
  readonly #mode: TerminalMode;
  readonly #sendSignal: (signal: SignalName) => void;
  #line: number[] = [];
  #opened = 0;

  /** `sendSignal` sends a signal to the foreground processes. */
  constructor(mode: TerminalMode, sendSignal: (signal: SignalName) => void) {
    this.#mode = mode;
    this.#sendSignal = sendSignal;
  }

  get isCooked(): boolean {
    return this.#mode === "cooked";
  }

  /** A process has opened the terminal. */
  opened(): void {
    this.#opened += 1;
  }

  /** A process has closed the terminal; after the last one the host reads the end. */
  closed(): void {
    this.#opened -= 1;
    if (this.#opened === 0) this.output.closeWriter();
  }

  /** The host has disconnected. */
  hangUp(): void {
    this.input.closeWriter();
    this.output.closeReader();
    this.#sendSignal("HUP");
  }

  async writeFromProcess(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    await this.output.write(this.isCooked ? withCarriageReturns(bytes) : bytes, signal);
  }

  async writeFromHost(bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    if (!this.isCooked) return await this.input.write(bytes, signal);
    for (const byte of bytes) await this.#type(byte === RETURN ? NEW_LINE : byte, signal);
  }

  setSize(rows: number, columns: number): void {
    this.rows = rows;
    this.columns = columns;
    this.#sendSignal("WINCH");
  }

  async #type(byte: number, signal: AbortSignal): Promise<void> {
    if (byte === CTRL_C || byte === CTRL_BACKSLASH) return await this.#interrupt(byte, signal);
    if (byte === CTRL_D) return await this.#endOfInput(signal);
    if (byte === BACKSPACE || byte === DELETE) return await this.#eraseOne(signal);
    if (byte === KILL_LINE) return await this.#eraseLine(signal);
    this.#line.push(byte);
    await this.#echo([byte], signal);
    if (byte === NEW_LINE) await this.#submit(signal);
  }

  async #interrupt(byte: number, signal: AbortSignal): Promise<void> {
    this.#line = [];
    await this.#echo([94, byte + 64], signal); // ^C
    this.#sendSignal(byte === CTRL_C ? "INT" : "QUIT");
  }

  async #endOfInput(signal: AbortSignal): Promise<void> {
    if (this.#line.length > 0) await this.#submit(signal);
    else this.input.writeEndMark();
  }

  async #eraseOne(signal: AbortSignal): Promise<void> {
    if (this.#line.pop() !== undefined) await this.#echo([BACKSPACE, 32, BACKSPACE], signal);
  }

  async #eraseLine(signal: AbortSignal): Promise<void> {
    while (this.#line.length > 0) await this.#eraseOne(signal);
  }

  async #submit(signal: AbortSignal): Promise<void> {
    const line = Uint8Array.from(this.#line);
    this.#line = [];
    await this.input.write(line, signal);
  }

  async #echo(bytes: readonly number[], signal: AbortSignal): Promise<void> {
    await this.output.write(withCarriageReturns(Uint8Array.from(bytes)), signal);
  }
}

function withCarriageReturns(bytes: Uint8Array): Uint8Array {
  let lines = 0;
  for (const byte of bytes) if (byte === NEW_LINE) lines += 1;
  if (lines === 0) return bytes;
  const translated = new Uint8Array(bytes.length + lines);
  let at = 0;
  for (const byte of bytes) {
    if (byte === NEW_LINE) translated[at++] = RETURN;
    translated[at++] = byte;
  }
  return translated;
}
