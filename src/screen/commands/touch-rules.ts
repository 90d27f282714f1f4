import { type CommandRule, countOf, TIMES, targetOf, unclear } from "./command.js";

/** More than ViewConfiguration's time for a long press on every phone. */
const HOLD_MS = 800;
const HOLD = "long[- ]?(?:press|tap|click|touch)|(?:press|tap|touch|click) and hold|hold(?: down)?|right[- ]?click";
const FOR = "(?: for (?<number>\\d+(?:\\.\\d+)?) ?(?<unit>ms|milliseconds?|s|secs?|seconds?))?";
const TOUCH = "(?:tap|click|touch|press|push|hit|select|choose|pick)(?: on)?";

/** Taps, long presses, and commands that turn an element on or off. */
export const TOUCH_RULES: readonly CommandRule[] = [
  { form: /^(?:double[- ]?(?:tap|click))(?: on)? (?<what>.+)$/i, read: tap(2) },
  { form: /^triple[- ]?(?:tap|click)(?: on)? (?<what>.+)$/i, read: tap(3) },
  { form: new RegExp(`^(?:${HOLD})(?: on)? (?<what>.+?)${FOR}$`, "i"), read: hold },
  { form: /^(?:turn on|switch on|enable|check|tick) (?<what>.+)$/i, read: set(true) },
  { form: /^(?:turn|switch) (?<what>.+) on$/i, read: set(true) },
  { form: /^(?:turn off|switch off|disable|uncheck|untick) (?<what>.+)$/i, read: set(false) },
  { form: /^(?:turn|switch) (?<what>.+) off$/i, read: set(false) },
  { form: /^(?:toggle|flip) (?<what>.+)$/i, read: set(null) },
  { form: new RegExp(`^${TOUCH} (?<what>.+?)${TIMES}$`, "i"), read: tap(1) },
];

function tap(count: number): CommandRule["read"] {
  return ({ what = "", times }, text) => {
    const taps = count * countOf(times);
    if (taps > 3 || taps < 1)
      throw unclear(`"${text.shown(text.words)}" asks for more than three taps in a row, or none`);
    return { verb: "tap", target: targetOf(what, text), count: taps, holdMs: 0 };
  };
}

function hold(...[{ what = "", number, unit }, text]: Parameters<CommandRule["read"]>) {
  const ms = number === undefined ? HOLD_MS : Number(number) * (/^m/i.test(unit ?? "") ? 1 : 1_000);
  return { verb: "tap", target: targetOf(what, text), count: 1, holdMs: Math.round(ms) } as const;
}

function set(on: boolean | null): CommandRule["read"] {
  return ({ what = "" }, text) => ({ verb: "set", name: text.shown(what), on });
}
