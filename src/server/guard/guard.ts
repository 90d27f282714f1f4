import { readFileSync } from "node:fs";
import { causeWords } from "../../base/cause-words.js";
import type { Config } from "../../base/config.js";
import { FoveaError } from "../../base/errors.js";
import { offersConfirmation } from "../../base/options/choices.js";
import type { Gate } from "../../guard/gate.js";
import { DEFAULT_MODES, type Entry, type GuardMode, mayStop } from "../../guard/modes.js";
import { type Policy, readAllowed, readPolicy } from "../../guard/policy.js";
import { CallGate, type GateGuard, isCommand } from "./call-gate.js";
import { type GuardLine, GuardLog } from "./guard-log.js";
import { PendingActions } from "./pending-actions.js";

type GuardOptions = Pick<Config, "guard" | "guardPolicy" | "guardAllow" | "manageApps" | "stateDir" | "redact">;

/** The guard of a process against sensitive actions: one mode and one policy while the process runs. */
export class Guard implements GateGuard {
  readonly entry: Entry;
  readonly mode: GuardMode;
  readonly policy: Policy;
  /** The calls that wait for `confirm_action`; null if that tool is not offered. */
  readonly pending: PendingActions | null;
  readonly #manageApps: Config["manageApps"];
  readonly #log: GuardLog;
  readonly #heard: ((line: GuardLine) => void) | null;

  /** `heard` also gets each decision. Errors: INVALID_ARGUMENT for a policy with mistakes, each with its line. */
  constructor(options: GuardOptions, entry: Entry, heard: ((line: GuardLine) => void) | null = null) {
    this.entry = entry;
    this.mode = options.guard ?? DEFAULT_MODES[entry];
    this.policy = policyOf(options);
    this.#manageApps = options.manageApps;
    this.pending = offersConfirmation(options) ? new PendingActions() : null;
    this.#log = new GuardLog(options.stateDir, options.redact);
    this.#heard = heard;
  }

  /** Whether the guard may stop an action. */
  get holds(): boolean {
    return mayStop(this.mode, this.policy);
  }

  /** Whether `--manage-apps allow` allows a tool's commands to the package manager without a question. */
  isCommandAllowed(tool: string): boolean {
    return this.#manageApps === "allow" && isCommand(tool);
  }

  /** Makes the gate for the actions of one call. */
  newGate(): CallGate {
    return new CallGate(this);
  }

  /** A gate for actions outside any call. */
  get lastingGate(): Gate {
    return { readsScreen: this.holds, isAgreed: false, begin: () => this.newGate().begin() };
  }

  write(line: GuardLine): void {
    const written = this.#log.write(line);
    this.#heard?.(written);
  }
}

/** The policy of the options. Errors: INVALID_ARGUMENT, for a file with the lines of its mistakes. */
export function policyOf({ guardPolicy, guardAllow }: Pick<Config, "guardPolicy" | "guardAllow">): Policy {
  const allowed = guardAllow.map((word) => {
    const rule = readAllowed(word);
    if (typeof rule === "string") throw new FoveaError("INVALID_ARGUMENT", `--guard-allow: ${rule}`);
    return rule;
  });
  return guardPolicy === undefined ? allowed : [...readPolicyFile(guardPolicy), ...allowed];
}

/** Reads a policy file. Errors: INVALID_ARGUMENT. */
export function readPolicyFile(path: string): Policy {
  const read = readPolicy(readText(path));
  if ("policy" in read) return read.policy;
  throw new FoveaError("INVALID_ARGUMENT", `${path}: ${read.mistakes.slice(0, 5).join("; ")}`);
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new FoveaError("INVALID_ARGUMENT", `--guard-policy: ${path} cannot be read: ${causeWords(cause)}`, { cause });
  }
}
