/** Ways of one group, as powers of two, beyond which it must not be repeated. */
const MOST_WAYS = 20;
const UNBOUNDED_WAYS = 12;

const TOKEN =
  /\\(?:[pPu]\{[^{}]*\}|k<[^<>]*>|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|.)|\[(?:\\.|[^\]\\])*(?:\]|\\?$)|\((?:\?(?:[:=!]|<[=!]|<[^<>]*>|[a-z-]*:))?|\)|[*+?]|\{\d+(?:,\d*)?\}|./gisu;

/**
 * Whether a repeated group of a regular expression can match the same text in very many ways, so that the time of a
 * search may grow exponentially (`(a+)+`). What the next character decides is no choice: `(Foo|Bar)+`, `(\w+, )*`.
 * `flags` are those that it is used with. The pattern is a valid one.
 */
export function couldTakeForEver(pattern: string, flags: string): boolean {
  return new CostReader(pattern, flags).isTooMuch();
}

/** How many of a quantifier's or alternation's choices there are, as a power of two, and how often it repeats. */
interface Quantifier {
  readonly ways: number;
  readonly most: number;
}

/** A group that is open, or the whole. */
interface Open {
  /** Place of its first token. */
  readonly from: number;
  /** The choices in it. */
  ways: number;
  /** Where its alternatives begin. */
  readonly alternatives: number[];
}

class CostReader {
  readonly #tokens: readonly string[];
  readonly #flags: string;
  readonly #known = new Map<string, ReadonlySet<number>>();

  constructor(pattern: string, flags: string) {
    this.#tokens = [...pattern.matchAll(TOKEN)].map(([token]) => token);
    this.#flags = flags.replace(/[gy]/g, "");
  }

  isTooMuch(): boolean {
    const open: Open[] = [{ from: 0, ways: 0, alternatives: [0] }];
    for (const [place, token] of this.#tokens.entries()) {
      const top = open.at(-1);
      if (!top) return true;
      if (token.startsWith("(")) open.push({ from: place + 1, ways: 0, alternatives: [place + 1] });
      else if (token === "|") top.alternatives.push(place + 1);
      else if (token === ")") {
        open.pop();
        const around = open.at(-1);
        if (!around) return true;
        const { ways, most } = quantifierOf(this.#tokens[place + 1]);
        const inner = top.ways + this.#choices(top);
        if (inner > 0 && inner * most > MOST_WAYS) return true;
        around.ways += ways + (inner === 0 ? 0 : inner * Math.max(1, most));
      } else if (isQuantifier(token) && this.#tokens[place - 1] !== ")") top.ways += this.#freedom(place, top);
    }
    return false;
  }

  /** The choices between the alternatives of a group: none where their first characters tell them apart. */
  #choices({ alternatives }: Open): number {
    const starts = alternatives.map((place) => this.#start(place));
    const isDecided = starts.every((one, at) => starts.slice(at + 1).every((other) => this.#differ(one, other)));
    return isDecided ? 0 : alternatives.length - 1;
  }

  /** The single characters that what begins here begins with, up to the first that is repeated or may be absent. */
  #start(place: number): readonly string[] {
    const start: string[] = [];
    for (let at = place; this.#isSingle(at) && !isQuantifier(this.#tokens[at + 1]); at += 1)
      start.push(this.#tokens[at] ?? "");
    return start;
  }

  #differ(one: readonly string[], other: readonly string[]): boolean {
    return one.some((token, at) => at < other.length && this.#areApart(token, other[at] ?? ""));
  }

  /** The choices of the quantifier at this place: none where the character behind it decides. */
  #freedom(place: number, { from, alternatives }: Open): number {
    const { ways } = quantifierOf(this.#tokens[place]);
    const own = this.#tokens[place - 1] ?? "";
    if (ways === 0 || !this.#isSingle(place - 1)) return ways;
    const isLazy = this.#tokens[place + 1] === "?";
    const next = isLazy ? place + 2 : place + 1;
    const isRound = this.#tokens[next] === ")" && quantifierOf(this.#tokens[next + 1]).most > 1;
    const behind = isRound && alternatives.length === 1 ? from : next;
    const isDecided =
      this.#isSingle(behind) &&
      !mayBeAbsent(this.#tokens[behind + 1]) &&
      this.#areApart(own, this.#tokens[behind] ?? "");
    return isDecided ? 0 : ways;
  }

  /** Whether there is something that matches one character. */
  #isSingle(place: number): boolean {
    const token = this.#tokens[place];
    if (token === undefined || /^[()|^$]/.test(token) || isQuantifier(token)) return false;
    return !/^\\(?:[bBk1-9]|$)/.test(token) && this.#characters(token).size > 0;
  }

  #areApart(one: string, other: string): boolean {
    const others = this.#characters(other);
    return [...this.#characters(one)].every((code) => !others.has(code));
  }

  #characters(token: string): ReadonlySet<number> {
    const known = this.#known.get(token);
    if (known) return known;
    const expression = new RegExp(`^(?:${token})$`, this.#flags);
    const codes = PROBED.filter((code) => expression.test(String.fromCodePoint(code)));
    const characters = new Set(codes);
    this.#known.set(token, characters);
    return characters;
  }
}

/** All characters of the first plane but surrogates, and one beyond it: what two tokens share is among them. */
const PROBED: readonly number[] = [...Array(0x10000).keys(), 0x1f600].filter((code) => code < 0xd800 || code > 0xdfff);

function isQuantifier(token: string | undefined): boolean {
  return token !== undefined && /^(?:[*+?]|\{\d+(?:,\d*)?\})$/.test(token);
}

function mayBeAbsent(token: string | undefined): boolean {
  return token !== undefined && /^(?:[*?]|\{0+(?:,\d*)?\})$/.test(token);
}

/** Between how many ways a quantifier chooses, as a power of two, and how often it repeats: 1 for none. */
function quantifierOf(token: string | undefined): Quantifier {
  if (token === undefined || !isQuantifier(token)) return { ways: 0, most: 1 };
  if (token === "?") return { ways: 1, most: 1 };
  const [, least = "0", comma = "", most = ""] = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(token) ?? ["", "0", ","];
  if (comma === "") return { ways: 0, most: Number(least) };
  if (most === "") return { ways: UNBOUNDED_WAYS, most: Number.POSITIVE_INFINITY };
  return { ways: Math.log2(Number(most) - Number(least) + 1), most: Number(most) };
}
