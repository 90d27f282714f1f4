import { ProcessKilled } from "../linux/signals.js";

/**
 * A jump out of running commands. It has no stack: jumps are frequent, nobody reads their stack, and a stack takes
 * time.
 */
class Jump extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** `exit`, or an error with `set -e`: the shell ends with this status. */
export class ShellExit extends Jump {
  readonly status: number;

  constructor(status: number) {
    super("exit");
    this.status = status & 0xff;
  }
}

/** `exec` ran another program in place of the shell: nothing else is run, not even the EXIT trap. */
export class Replaced extends Jump {
  readonly status: number;

  constructor(status: number) {
    super("exec");
    this.status = status;
  }
}

/** `return` from a function or a sourced file. */
export class FunctionReturn extends Jump {
  readonly status: number;

  constructor(status: number) {
    super("return");
    this.status = status & 0xff;
  }
}

/** Endless recursion of functions: a real shell is ended by a segmentation fault. */
export class StackOverflow extends ProcessKilled {
  constructor() {
    super("SEGV");
  }
}

/** `break` and `continue` for `depth` loops; `continue` starts the next turn of the last of them. */
export class LoopJump extends Jump {
  readonly kind: "break" | "continue";
  readonly depth: number;

  constructor(kind: "break" | "continue", depth: number) {
    super(kind);
    this.kind = kind;
    this.depth = depth;
  }
}
