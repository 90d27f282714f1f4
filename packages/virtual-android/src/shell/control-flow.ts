import { ProcessKilled } from "../linux/signals.js";

/** It has no stack: every script ends by one of these, nobody reads where it was made, and stacks take time. */
class Jump extends Error {
  constructor(message: string) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** `exit`, or an error under `set -e`: the shell ends with this status. */
export class ShellExit extends Jump {
  readonly status: number;

  constructor(status: number) {
    super("exit");
    this.status = status & 0xff;
  }
}

/** `exec` has run another program in the shell's place; there is nothing left to do, not even an EXIT trap. */
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

/** Functions that call each other without end: a real shell dies of a segmentation fault. */
export class StackOverflow extends ProcessKilled {
  constructor() {
    super("SEGV");
  }
}

/** `break` and `continue`: `depth` loops are left, the last of them perhaps for its next turn. */
export class LoopJump extends Jump {
  readonly kind: "break" | "continue";
  readonly depth: number;

  constructor(kind: "break" | "continue", depth: number) {
    super(kind);
    this.kind = kind;
    this.depth = depth;
  }
}
