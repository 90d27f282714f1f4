import { setImmediate as nextTurn } from "node:timers/promises";
import { abortable } from "../../../../src/base/signals.js";
import { SystemError } from "../linux/errno.js";
import { SIGNAL_TEXTS, type SignalName } from "../linux/signals.js";
import { seededRandom } from "../random.js";
import type { Descriptors } from "../system/descriptors.js";
import type { ExitStatus, Process } from "../system/process.js";
import type { ProcessFiles } from "../system/process-files.js";
import type { System } from "../system/system.js";
import { FunctionReturn, LoopJump, Replaced, ShellExit } from "./control-flow.js";
import type { ExpansionContext } from "./expansion-context.js";
import type { Command, FunctionDefinition, List } from "./syntax.js";
import { ShellError, type Variables } from "./variables.js";

/** A command that runs inside the shell. */
export interface Builtin {
  readonly name: string;
  /** Whether it is a special builtin of POSIX: assignments before it persist. */
  readonly isSpecial?: boolean;
  run(call: BuiltinCall): Promise<number> | number;
}

/** A call of a builtin, with the active descriptors. */
export interface BuiltinCall {
  readonly shell: Shell;
  readonly argv: readonly string[];
  /** Writes to the standard output. */
  write(chunk: string | Uint8Array): Promise<void>;
  /** Writes `sh: NAME: message` to standard error, and gives `status`. */
  fail(message: string, status?: number): Promise<number>;
}

/** The parts of the shell that run commands; passed in, because they all need the shell. */
export interface Interpreter {
  findBuiltin(name: string): Builtin | undefined;
  /** Runs commands and sets the shell's status. */
  runList(shell: Shell, list: List): Promise<void>;
  /** Runs a list as the last commands of this process: a single program replaces the shell. */
  runLast(shell: Shell, list: List): Promise<void>;
  runCommand(shell: Shell, command: Command, isLast: boolean): Promise<void>;
  /** The output of commands without the line breaks at its end; sets the shell's substitutionStatus. */
  substitute(shell: Shell, commands: List): Promise<string>;
}

/** The options of `set -o`. */
export type ShellOption = "errexit" | "nounset" | "noglob" | "xtrace" | "pipefail" | "allexport" | "noexec" | "verbose";

/** The letter of each option in `$-`. */
export const OPTION_LETTERS: Readonly<Record<ShellOption, string>> = {
  allexport: "a",
  errexit: "e",
  noglob: "f",
  noexec: "n",
  nounset: "u",
  verbose: "v",
  xtrace: "x",
  pipefail: "",
};

/** After this number of commands a running shell lets other work of the process run. */
const COMMANDS_PER_TURN = 200;

/** The initial state of a shell. */
export interface ShellStart {
  readonly system: System;
  readonly process: Process;
  readonly interpreter: Interpreter;
  readonly name: string;
  readonly positional: readonly string[];
  readonly variables: Variables;
}

/** One running shell: its variables, options and children. A subshell is a copy in its own process. */
export class Shell implements ExpansionContext {
  readonly system: System;
  readonly process: Process;
  readonly interpreter: Interpreter;
  readonly files: ProcessFiles;
  readonly variables: Variables;
  readonly functions = new Map<string, FunctionDefinition>();
  readonly options = new Set<ShellOption>();
  /** The children that were started with `&` and not waited for, by pid. */
  readonly jobs = new Map<number, Process>();
  /** The traps by signal name or EXIT; "" ignores the signal. */
  readonly traps = new Map<string, string>();
  name: string;
  positional: readonly string[];
  status = 0;
  /** The status of the last command substitution since this was reset to null. */
  substitutionStatus: number | null = null;
  lastBackgroundPid: number | null = null;
  isInteractive = false;
  /** The file in error messages, for example `<stdin>`; null for `-c`. */
  sourceName: string | null = null;
  line = 0;
  /** Above 0, inside a condition, `set -e` has no effect. */
  conditionDepth = 0;
  loopDepth = 0;
  functionDepth = 0;
  /** `$$`: the pid of the first shell, also in its subshells. */
  pid: number;
  readonly #random: () => number;
  readonly #startedAtMs: number;
  readonly #pendingTraps: SignalName[] = [];
  #onTrap: (signal: SignalName) => void = () => {};
  #commands = 0;

  constructor(start: ShellStart) {
    this.system = start.system;
    this.process = start.process;
    this.interpreter = start.interpreter;
    this.name = start.name;
    this.positional = start.positional;
    this.variables = start.variables;
    this.pid = start.process.pid;
    this.files = start.system.filesOf(start.process);
    this.#random = seededRandom(start.system.parts.seed, `RANDOM ${start.process.pid}`);
    this.#startedAtMs = start.system.parts.clock.nowMs();
    this.process.handleSignal = (signal) => this.#trap(signal);
  }

  hasOption(name: ShellOption): boolean {
    return this.options.has(name);
  }

  parameter(name: string): string | undefined {
    if (/^\d+$/.test(name)) return name === "0" ? this.name : this.positional[Number(name) - 1];
    return this.#special(name) ?? this.variables.get(name);
  }

  /** Prints `sh: message` as mksh does. */
  async complain(message: string): Promise<void> {
    const place = this.sourceName === null || this.isInteractive ? "" : `${this.sourceName}[${this.line}]: `;
    const name = this.sourceName === this.name ? "" : `${this.name}: `;
    await this.writeError(`${name}${place}${message}\n`);
  }

  /** Prints an error that ends the shell, if it was not printed before. */
  async report(error: ShellError): Promise<void> {
    if (!error.isReported) await this.complain(error.message);
    error.isReported = true;
  }

  async writeError(text: string): Promise<void> {
    await this.process.descriptors.get(2)?.write(Buffer.from(text), this.process.signal);
  }

  /** Runs between two commands: checks whether the process was killed, runs traps, and lets other work run. */
  async checkpoint(): Promise<void> {
    this.process.signal.throwIfAborted();
    this.#commands += 1;
    if (this.#commands % COMMANDS_PER_TURN === 0) await nextTurn();
    for (let signal = this.#pendingTraps.shift(); signal; signal = this.#pendingTraps.shift())
      await this.runTrap(signal);
  }

  async runTrap(name: string): Promise<void> {
    const action = this.traps.get(name);
    if (!action) return;
    const { status } = this;
    await this.interpreter.findBuiltin("eval")?.run(this.builtinCall(["eval", action]));
    this.status = status;
  }

  builtinCall(argv: readonly string[]): BuiltinCall {
    return {
      shell: this,
      argv,
      write: async (chunk) => {
        const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
        await this.process.descriptors.get(1)?.write(bytes, this.process.signal);
      },
      fail: async (message, status = 1) => {
        await this.complain(`${argv[0]}: ${message}`);
        return status;
      },
    };
  }

  /** Starts a subshell that runs `body`; the subshell owns the descriptors. */
  fork(descriptors: Descriptors, body: (child: Shell) => Promise<void>): Process {
    const options = { descriptors, env: this.variables.environment(), ignoredSignals: this.process.ignoredSignals };
    try {
      return this.system.fork(this.process, (process) => this.#copyFor(process).runToEnd(body), options);
    } catch (error) {
      if (!(error instanceof SystemError)) throw error;
      throw new ShellError(`can't fork - ${error.message.toLowerCase()}`);
    }
  }

  /** Runs `body` as the whole work of this shell, then the EXIT trap, and gives the exit status. */
  async runToEnd(body: (shell: Shell) => Promise<void>): Promise<number> {
    try {
      await body(this);
    } catch (error) {
      if (error instanceof Replaced) return error.status;
      await this.#settle(error);
    }
    await this.#runExitTrap();
    return this.status;
  }

  /** Waits for the end of a child, and gives its status; prints the signal that killed it. */
  async waitFor(child: Process): Promise<number> {
    const end = await abortable(child.ended, this.process.signal);
    if (!isShell(child) || end.signal === "KILL") await this.#reportKilled(end);
    return end.status;
  }

  /**
   * A trapped signal that arrives while `wait` waits for a child, or null after the child has ended: POSIX's `wait`.
   */
  async trapOrEnd(child: Process): Promise<SignalName | null> {
    const trapped = new Promise<SignalName>((resolve) => {
      this.#onTrap = resolve;
    });
    return await abortable(Promise.race([child.ended.then(() => null), trapped]), this.process.signal);
  }

  async substitute(commands: List): Promise<string> {
    return await this.interpreter.substitute(this, commands);
  }

  #special(name: string): string | undefined {
    switch (name) {
      case "?":
        return String(this.status);
      case "$":
        return String(this.pid);
      case "!":
        return this.lastBackgroundPid === null ? undefined : String(this.lastBackgroundPid);
      case "#":
        return String(this.positional.length);
      case "-":
        return [...this.options].map((option) => OPTION_LETTERS[option]).join("");
      case "PPID":
        return String(this.process.parentPid);
      case "BASHPID":
        return String(this.process.pid);
      case "LINENO":
        return String(this.line);
      case "RANDOM":
        return String(Math.floor(this.#random() * 32768));
      case "SECONDS":
        return String(Math.floor((this.system.parts.clock.nowMs() - this.#startedAtMs) / 1000));
      default:
        return undefined;
    }
  }

  #copyFor(process: Process): Shell {
    const { system, interpreter, name, positional } = this;
    const copy = new Shell({ system, process, interpreter, name, positional, variables: this.variables.copy() });
    for (const [key, value] of this.functions) copy.functions.set(key, value);
    for (const option of this.options) copy.options.add(option);
    for (const [signal, action] of this.traps) if (action === "") copy.traps.set(signal, action);
    const { status, pid, sourceName, line, conditionDepth, functionDepth, lastBackgroundPid } = this;
    return Object.assign(copy, { status, pid, sourceName, line, conditionDepth, functionDepth, lastBackgroundPid });
  }

  #trap(signal: SignalName): boolean {
    if (this.traps.get(signal)) {
      this.#pendingTraps.push(signal);
      this.#onTrap(signal);
    } else if (!this.isInteractive || (signal !== "INT" && signal !== "TERM")) return false;
    return true;
  }

  async #runExitTrap(): Promise<void> {
    try {
      await this.runTrap("EXIT");
    } catch (error) {
      await this.#settle(error);
    }
  }

  /** Sets the shell's status after an exception that no command caught. */
  async #settle(error: unknown): Promise<void> {
    if (error instanceof ShellExit || error instanceof FunctionReturn) this.status = error.status;
    else if (error instanceof ShellError) {
      await this.report(error);
      this.status = error.status;
    } else if (!(error instanceof LoopJump)) throw error;
  }

  async #reportKilled({ signal }: ExitStatus): Promise<void> {
    if (signal && signal !== "INT" && signal !== "PIPE") await this.writeError(`${SIGNAL_TEXTS[signal] ?? signal} \n`);
  }
}

/**
 * Whether the process is a shell. A shell handles most signals itself and exits with their status, so its parent sees
 * no killed child.
 */
function isShell(process: Process): boolean {
  return (process.argv[0] ?? "").split("/").pop() === "sh";
}
