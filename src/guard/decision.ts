/** What an action can do to a person, worst consequences aside: see docs/guard.md for what belongs to each. */
export const ACTION_CLASSES = [
  "send",
  "call",
  "delete",
  "purchase",
  "install",
  "uninstall",
  "permission",
  "capture",
  "credential",
  "system",
  "file",
  "close",
  "privacy",
  "lock",
] as const;
export type ActionClass = (typeof ACTION_CLASSES)[number];

/** From the least to the most serious. */
export const SEVERITIES = ["none", "note", "confirm", "block"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What a signal was read from. */
export const SIGNAL_KINDS = [
  "label",
  "id",
  "role",
  "state",
  "dialog",
  "near",
  "heading",
  "window",
  "package",
  "activity",
  "price",
  "ime",
  "key",
  "gesture",
  "intent",
  "command",
] as const;
export type SignalKind = (typeof SIGNAL_KINDS)[number];

/** One thing that led to a class. The value is untrusted text of the screen, or ours, cut to a line. */
export interface Signal {
  readonly kind: SignalKind;
  readonly value: string;
}

/** One class that an action belongs to, and why. */
export interface Finding {
  readonly class: ActionClass;
  readonly severity: Exclude<Severity, "none">;
  readonly signals: readonly Signal[];
}

/** What an action is, the most serious finding first; no class and "none" where there is no finding. */
export interface Decision {
  readonly class: ActionClass | null;
  readonly severity: Severity;
  readonly signals: readonly Signal[];
  /** At most one per class. A policy that allows one class still has to look at the others. */
  readonly findings: readonly Finding[];
}

/** The more serious of two. */
export function moreSerious<One extends Severity>(one: One, other: One): One {
  return SEVERITIES.indexOf(other) > SEVERITIES.indexOf(one) ? other : one;
}

/** One decision from all that rules found: one finding per class, the most serious first, each signal once. */
export function decide(found: readonly Finding[]): Decision {
  const byClass = new Map<ActionClass, Finding>();
  for (const finding of found) {
    const known = byClass.get(finding.class);
    byClass.set(finding.class, known ? join(known, finding) : finding);
  }
  const rank = ({ severity }: Finding) => SEVERITIES.indexOf(severity);
  const findings = [...byClass.values()].toSorted(
    (a, b) => rank(b) - rank(a) || ACTION_CLASSES.indexOf(a.class) - ACTION_CLASSES.indexOf(b.class),
  );
  const [first] = findings;
  if (!first) return NOTHING_FOUND;
  return { class: first.class, severity: first.severity, signals: first.signals, findings };
}

const NOTHING_FOUND: Decision = Object.freeze({ class: null, severity: "none", signals: [], findings: [] });

function join(one: Finding, other: Finding): Finding {
  const isKnown = (signal: Signal) =>
    one.signals.some(({ kind, value }) => kind === signal.kind && value === signal.value);
  return {
    class: one.class,
    severity: moreSerious(one.severity, other.severity),
    signals: [...one.signals, ...other.signals.filter((signal) => !isKnown(signal))],
  };
}
