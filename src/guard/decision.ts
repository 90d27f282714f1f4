/** The classes of actions that may harm a person; docs/guard.md describes each. */
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

/** From the least serious to the most serious. */
export const SEVERITIES = ["none", "note", "confirm", "block"] as const;
export type Severity = (typeof SEVERITIES)[number];

/** The part of the screen or of the call from which a signal was read. */
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

/** One reason for a class. The value is untrusted text of the screen or text of Fovea, cut to one line. */
export interface Signal {
  readonly kind: SignalKind;
  readonly value: string;
}

/** One class of an action, with the reasons. */
export interface Finding {
  readonly class: ActionClass;
  readonly severity: Exclude<Severity, "none">;
  readonly signals: readonly Signal[];
}

/**
 * The classes of an action. `class` and `severity` are those of the most serious finding; null and "none" without
 * findings.
 */
export interface Decision {
  readonly class: ActionClass | null;
  readonly severity: Severity;
  readonly signals: readonly Signal[];
  /** At most one finding for each class. A policy that allows one class still has to decide on the others. */
  readonly findings: readonly Finding[];
}

/** The more serious of two severities. */
export function moreSerious<One extends Severity>(one: One, other: One): One {
  return SEVERITIES.indexOf(other) > SEVERITIES.indexOf(one) ? other : one;
}

/**
 * One decision from the findings of all rules: one finding for each class, the most serious first, without repeated
 * signals.
 */
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
