import type { Finding } from "./decision.js";
import { type Level, levelFrom, type Policy, type PolicyFacts } from "./policy.js";

/** How a guard reacts to findings. `unattended` blocks the most serious and notes the others. */
export const MODES = ["off", "note", "unattended", "confirm", "block"] as const;
export type GuardMode = (typeof MODES)[number];

/** The kinds of programs from which actions come; each has its default mode. */
export const ENTRIES = ["serve", "terminal", "command", "library", "script"] as const;
export type Entry = (typeof ENTRIES)[number];

/** The table of docs/guard.md, which gives the reasons. */
export const DEFAULT_MODES: Readonly<Record<Entry, GuardMode>> = {
  serve: "confirm",
  terminal: "confirm",
  command: "unattended",
  library: "note",
  script: "note",
};

/**
 * The reaction to an action: it passes; it is noted; a person or the MCP client is asked; only a person is asked; it is
 * refused.
 */
export const RULINGS = ["pass", "note", "confirm", "person", "refuse"] as const;
export type Ruling = (typeof RULINGS)[number];

const BY_LEVEL: Readonly<Record<Level, Ruling>> = { allow: "pass", note: "note", confirm: "confirm", block: "refuse" };

const BY_MODE: Readonly<Record<GuardMode, Readonly<Record<Finding["severity"], Ruling>>>> = {
  off: { note: "pass", confirm: "pass", block: "pass" },
  note: { note: "note", confirm: "note", block: "note" },
  unattended: { note: "note", confirm: "note", block: "refuse" },
  confirm: { note: "note", confirm: "confirm", block: "person" },
  block: { note: "note", confirm: "refuse", block: "refuse" },
};

export interface Ruled {
  readonly ruling: Ruling;
  /** The finding behind the ruling; null if a policy applies to every action. */
  readonly finding: Finding | null;
}

/** The reaction of the guard to an action: the strictest ruling for any of its classes. */
export function rule(
  findings: readonly Finding[],
  facts: PolicyFacts,
  by: { readonly mode: GuardMode; readonly policy: Policy },
): Ruled {
  const ofFindings = findings.map((finding): Ruled => {
    const level = levelFrom(by.policy, finding.class, facts);
    return { finding, ruling: level === null ? BY_MODE[by.mode][finding.severity] : BY_LEVEL[level] };
  });
  const ofAll = findings.length > 0 ? null : levelFrom(by.policy, null, facts);
  const all: readonly Ruled[] = [...ofFindings, { finding: null, ruling: ofAll === null ? "pass" : BY_LEVEL[ofAll] }];
  return all.reduce((worst, one) => (rank(one) > rank(worst) ? one : worst));
}

function rank({ ruling }: Ruled): number {
  return RULINGS.indexOf(ruling);
}

/** Whether a guard with this mode and policy may stop an action. */
export function mayStop(mode: GuardMode, policy: Policy): boolean {
  return (mode !== "off" && mode !== "note") || policy.some(({ level }) => level === "confirm" || level === "block");
}
