import { type CommandRule, type SpokenCommand, targetOf, unclear } from "./command.js";
import type { MaskedText } from "./masked-text.js";

const DIRECTIONS = ["up", "down", "left", "right"] as const;
type Direction = (typeof DIRECTIONS)[number];
const OPPOSITE: Readonly<Record<Direction, Direction>> = { up: "down", down: "up", left: "right", right: "left" };

const DIRECTION = "(?<direction>up|down|left|right)";
const MANNER = "(?<manner> (?:slowly|slightly|gently|a little|a bit|a little bit|fast|quickly|far|a lot))?";
const WHERE = "(?: (?:in|on|over|within|inside|across) (?<what>.+))?";

/** Swipes, drags and pinches. To scroll down, the finger swipes up. */
export const MOVE_RULES: readonly CommandRule[] = [
  { form: /^swipe from (?<from>.+)$/i, read: ({ from = "" }, text) => between("swipeBetween", from, text) },
  ...anyWordOrder(
    "scroll",
    move((side) => OPPOSITE[side]),
  ),
  ...anyWordOrder(
    "swipe",
    move((side) => side),
  ),
  ...anyWordOrder(
    "flick|fling",
    move((side) => side, "fast"),
  ),
  { form: /^page (?<direction>up|down)$/i, read: move((side) => OPPOSITE[side]) },
  { form: /^pull(?: (?<direction>down))? to refresh$/i, read: () => DOWN },
  { form: /^(?:drag(?: and drop)?|move) (?<from>.+)$/i, read: ({ from = "" }, text) => between("drag", from, text) },
  ...pinch("zoom in|pinch out|pinch open", 200),
  ...pinch("zoom out|pinch in|pinch close|pinch closed", 50),
];

const DOWN: SpokenCommand = { verb: "swipe", direction: "down", target: null, speed: "normal" };

/** "swipe down in the list" and "swipe the list down". */
function anyWordOrder(verbs: string, read: CommandRule["read"]): readonly CommandRule[] {
  return [
    { form: new RegExp(`^(?:${verbs}) ${DIRECTION}${MANNER}${WHERE}$`, "i"), read },
    { form: new RegExp(`^(?:${verbs}) (?<what>.+) ${DIRECTION}${MANNER}$`, "i"), read },
  ];
}

function move(turn: (direction: Direction) => Direction, speed?: "fast"): CommandRule["read"] {
  return ({ direction = "", what, manner }, text) => {
    const side = DIRECTIONS.find((one) => one === direction.toLowerCase());
    if (!side) return undefined;
    const target = what === undefined ? null : targetOf(what, text);
    return { verb: "swipe", direction: turn(side), target, speed: speed ?? speedOf(manner) };
  };
}

function speedOf(manner: string | undefined): "slow" | "normal" | "fast" {
  if (manner === undefined) return "normal";
  return /fast|quick|far|lot/i.test(manner) ? "fast" : "slow";
}

function pinch(verbs: string, percent: number): readonly CommandRule[] {
  const form = new RegExp(`^(?:${verbs})(?: (?:in|on|into|over) (?<what>.+))?$`, "i");
  return [
    {
      form,
      read: ({ what }, text) => ({ verb: "pinch", target: what === undefined ? null : targetOf(what, text), percent }),
    },
  ];
}

/** "X to Y". Errors: COMMAND_UNCLEAR if no word like "to" separates X from Y, or if several could. */
function between(verb: "swipeBetween" | "drag", part: string, text: MaskedText): SpokenCommand {
  const all = (words: RegExp) => [...part.matchAll(words)];
  const separators =
    [all(/ (?:to|onto|into|on top of) /gi), all(/ (?:over|on|in) /gi)].find(({ length }) => length > 0) ?? [];
  const [separator, ...others] = separators;
  const hint = 'Write it as: drag "the first" to "the second", with names that hold such words in quotes.';
  if (!separator) throw unclear(`"${text.shown(text.words)}" names no end point`, hint);
  if (others.length > 0) throw unclear(`"${text.shown(text.words)}" can be read in several ways`, hint);
  const [from, to] = [part.slice(0, separator.index), part.slice(separator.index + separator[0].length)];
  return { verb, from: targetOf(from, text), to: targetOf(to, text) };
}
