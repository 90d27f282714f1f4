import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import type { FieldModel } from "../../../packages/virtual-android/src/ui/field.js";
import { typeText } from "../../../src/actions/verbs/type-text.js";
import { isFoveaError } from "../../../src/base/errors.js";
import { observe } from "../../../src/observe/observe.js";
import { OBSERVE_ALL } from "../../../src/observe/observe-request.js";
import type { Observation } from "../../../src/screen/observation.js";
import { parseTarget } from "../../../src/screen/selector.js";
import { never } from "../never.js";
import type { FormApp, FormAppState, FormField, Ids, Naming } from "./form-app.js";
import type { Instant, TypingPlace } from "./typing-place.js";

/**
 * - `right`: the text is in the right field, and the call reports a success.
 * - `refused`: nothing was entered, and the call reports this.
 * - `reported`: text was entered elsewhere or not at all, and the call failed or said that the result is unknown.
 * - `doubted`: the text is in the right field, but the call failed or said that the result is unknown.
 * - `lost`: not all of the text was entered, and the call reports a success.
 * - `gap`: the text is in the right field, but Enter was pressed in a field that replaced it after the last
 *   observation, and the call reports a success.
 * - `unknown`: text was entered in another field, and the call reports a success.
 */
export type Outcome = "right" | "refused" | "reported" | "doubted" | "lost" | "gap" | "unknown";

export interface Trial {
  readonly seed: number;
  readonly change: string;
  /** Whether the change was applied and concerned the field. */
  readonly isConcerned: boolean;
  readonly outcome: Outcome;
  readonly form: string;
  readonly said: string;
  readonly streams: number;
}

const NAMES = ["City", "Street", "Card number", "Phone", "Note", "Country", "Coupon", "Nickname"] as const;
const NEXT = ["Expiry date", "Security code", "Owner", "Bank", "Comment"] as const;
const BOXES = 6;
/** Longer than a window or a keyboard needs to appear. */
const REST_MS = 700;
const LOOK = { ...OBSERVE_ALL, frameStats: "off" } as const;

type Random = () => number;
const below = (random: Random, end: number) => Math.floor(random() * end);
const oneOf = <T>(random: Random, list: readonly [T, ...T[]]): T => list[below(random, list.length)] ?? list[0];

interface Wanted {
  readonly cell: FormField;
  /** The fields that may get text: the boxes after a full box take the rest of the text. */
  readonly allowed: ReadonlySet<string>;
  readonly text: string;
  readonly clear: boolean;
  readonly submit: boolean;
  readonly form: string;
}

/**
 * Types a text into a field, with one change at one instant between the focus and the end; the seed chooses them.
 */
export async function runTypingTrial(place: TypingPlace, seed: number): Promise<Trial> {
  const { form, session, time, streams } = place;
  const random = seededRandom(seed, "typing trial");
  const wanted = await anyForm(place, random);
  await time.pass(REST_MS);
  const { observation } = await time.during(observe(session, { ...LOOK, fresh: true }, never()));
  session.noteReported(observation);
  const target = parseTarget(targetFor(observation, form.state, wanted, random));
  form.entries.length = 0;
  const held = wanted.cell.model.text;
  const injector = new ChangeInjector(place, wanted, random);
  streams.length = 0;
  const { text, clear, submit } = wanted;
  const answer = await time.during(answerOf(typeText(session, { text, target, clear, submit }, never())));
  place.onInstant = () => {};
  return {
    seed,
    change: injector.isApplied ? injector.change.name : "none",
    isConcerned: injector.isApplied && !injector.change.isHarmless,
    outcome: judge(form, wanted, { ...answer, held, isUnseen: !injector.isRead }),
    form: wanted.form,
    said: answer.said,
    streams: streams.length,
  };
}

async function anyForm({ form }: TypingPlace, random: Random): Promise<Wanted> {
  const naming: Naming = oneOf(random, ["hint", "caption", "description"]);
  const ids: Ids = oneOf(random, ["own", "own", "shared", "none"]);
  const isWeb = ids === "none" && random() < 0.5;
  const isBoxes = random() < 0.15;
  const cells = isBoxes ? boxes(form) : fields(form, random);
  form.begin({ naming: isBoxes ? "description" : naming, ids, isWeb, cells, counts: random() < 0.2 });
  const cell = cells[isBoxes ? 0 : below(random, cells.length)];
  if (!cell) throw new Error("a form has fields");
  const isLong = !isBoxes && random() < 0.3;
  const text = isBoxes ? "123456" : isLong ? LONG.slice(0, 60 + below(random, 90)) : oneOf(random, SHORT);
  const allowed = new Set(isBoxes ? cells.map(({ name }) => name) : [cell.name]);
  const clear = !isBoxes && random() < 0.2;
  const submit = random() < 0.15;
  const description = `${isBoxes ? "boxes" : naming}, ids ${ids}${isWeb ? " (web)" : ""}, ${cell.model.kind}`;
  return { cell, allowed, text, clear, submit, form: description };
}

const SHORT = ["Paris", "4111111111111111", "hello world", "a@b.example", "5551234"] as const;
const LONG =
  "the quick brown fox jumps over the lazy dog while 27 other animals look on and say nothing of it at all ".repeat(2);

function boxes(form: FormApp): readonly FormField[] {
  const models: FieldModel[] = [];
  for (let at = 0; at < BOXES; at += 1) models.push(form.makeField({ maxLength: 1, next: () => models[at + 1] }));
  return models.map((model, at) => ({ model, view: `box${at}`, name: `Digit ${at + 1}` }));
}

function fields(form: FormApp, random: Random): readonly FormField[] {
  const start = below(random, NAMES.length);
  return Array.from({ length: 2 + below(random, 3) }, (_, at) => {
    const name = NAMES[(start + at) % NAMES.length] ?? "";
    return { model: anyField(form, random), view: `field${at}`, name };
  });
}

function anyField(form: FormApp, random: Random): FieldModel {
  const kind = below(random, 8);
  const filled = random() < 0.2 ? { text: "old" } : {};
  if (kind === 0) return form.makeField({ kind: "password", ...filled });
  if (kind === 1) return form.makeField({ kind: "multiline", ...filled });
  if (kind === 2) return form.makeField({ format: inFours });
  return form.makeField(filled);
}

/** The text in groups of four characters, like a card number. */
function inFours(text: string): string {
  return text.replace(/ /g, "").replace(/(.{4})(?=.)/g, "$1 ");
}

function targetFor(
  { elements }: Observation,
  { cells, naming }: FormAppState,
  { cell }: Wanted,
  random: Random,
): string {
  const all = elements.filter(({ role }) => role === "field");
  const inOrder = all.toSorted((a, b) => a.bounds.top - b.bounds.top || a.bounds.left - b.bounds.left);
  const ref = inOrder[cells.indexOf(cell)]?.ref;
  if (inOrder.length !== cells.length || !ref) throw new Error(`${inOrder.length} fields of ${cells.length} were seen`);
  const isNamed = naming !== "caption" && all.some(({ labels }) => labels.includes(cell.name));
  return isNamed && random() < 0.4 ? `field "${cell.name}"` : ref;
}

interface Change {
  readonly name: string;
  /** Whether the change does not affect the field. */
  readonly isHarmless: boolean;
  apply(place: TypingPlace, wanted: Wanted, random: Random): void;
}

function renamed(name: string, to: (names: readonly string[], random: Random) => readonly string[]): Change {
  const apply: Change["apply"] = ({ form }, _wanted, random) => {
    const { cells } = form.state;
    const names = to(
      cells.map((cell) => cell.name),
      random,
    );
    form.change({ cells: cells.map((cell, at) => ({ ...cell, name: names[at] ?? cell.name })) });
  };
  return { name, isHarmless: false, apply };
}

function harmless(name: string, to: (state: FormAppState) => Partial<FormAppState>): Change {
  return { name, isHarmless: true, apply: ({ form }) => form.change(to(form.state)) };
}

const CHANGES: readonly [Change, ...Change[]] = [
  renamed("fields swap", (names) => names.toReversed()),
  renamed("rows rebind", (names) => [...names.slice(1), names[0] ?? ""]),
  renamed("next step", (names) => names.map((_, at) => NEXT[at] ?? "")),
  {
    name: "focus jumps",
    isHarmless: false,
    apply: ({ form }, { cell }, random) => {
      const others = form.state.cells.filter(({ model }) => model !== cell.model);
      const other = others[below(random, others.length)];
      if (other) form.focus(other.model);
    },
  },
  { name: "focus leaves", isHarmless: false, apply: ({ form }) => form.leaveField() },
  { name: "dialog", isHarmless: false, apply: ({ form }) => form.openDialog() },
  {
    name: "views swap",
    isHarmless: false,
    apply: ({ form }) => form.change({ cells: form.state.cells.toReversed() }),
  },
  {
    name: "another in its place",
    isHarmless: false,
    apply: ({ form }, { cell }) => {
      const model = form.makeField({});
      const cells = form.state.cells.map((one) =>
        one.model === cell.model ? { ...one, model, name: "Coupon code" } : one,
      );
      form.change({ cells });
      form.focus(model);
    },
  },
  harmless("nothing", () => ({})),
  harmless("counter", ({ ticks }) => ({ ticks: ticks + 1 })),
  harmless("complaint", () => ({ complaint: "Too short" })),
  harmless("suggestions", () => ({ suggestions: ["Parma", "Paros"] })),
  harmless("banner", () => ({ banner: true })),
];

/** A random change, of which a fixed share is harmless. */
function anyChange(random: Random): Change {
  const preference = random() < 0.35;
  const fitting = CHANGES.filter(({ isHarmless }) => isHarmless === preference);
  return fitting[below(random, fitting.length)] ?? CHANGES[0];
}

const MOST_INSTANTS = 16;

/** Applies its change at its instant. */
class ChangeInjector {
  readonly change: Change;
  isApplied = false;
  /** Whether a tree was read after the change and before the Enter. */
  isRead = false;
  readonly #place: TypingPlace;
  readonly #wanted: Wanted;
  readonly #random: Random;
  /** The instant: this number of instants after the first touch, or right before this number of characters. */
  readonly #at: { readonly instant: number } | { readonly character: number };
  #hasBegun = false;
  #instants = 0;
  #characters = 0;

  constructor(place: TypingPlace, wanted: Wanted, random: Random) {
    this.change = anyChange(random);
    const isAmid = random() < 0.6;
    this.#at = isAmid
      ? { character: random() < 0.4 ? 0 : below(random, wanted.text.length) }
      : { instant: below(random, MOST_INSTANTS) };
    this.#place = place;
    this.#wanted = wanted;
    this.#random = random;
    place.onInstant = (instant) => this.#notice(instant);
  }

  #notice({ kind, words }: Instant): void {
    if (this.isApplied) {
      const isEntered = this.#place.form.entries.some(({ what }) => what === "submit");
      if (!isEntered && /uiautomator dump| snapshot/.test(words)) this.isRead = true;
      return;
    }
    // Changes before the first touch are excluded: the reading of the target detects them.
    this.#hasBegun ||= kind === "character" || /input (?:tap|text|key)|nodeAction|gesture|commitText/.test(words);
    if (!this.#hasBegun) return;
    const isText = kind === "character" || words.endsWith(" commitText");
    if ("character" in this.#at) {
      if (isText && this.#characters++ >= (kind === "request" ? 0 : this.#at.character)) this.#apply();
    } else if (kind !== "character" && this.#instants++ >= this.#at.instant) this.#apply();
  }

  #apply(): void {
    this.isApplied = true;
    this.change.apply(this.#place, this.#wanted, this.#random);
  }
}

interface Answer {
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly said: string;
}

async function answerOf(call: ReturnType<typeof typeText>): Promise<Answer> {
  try {
    const { did, verdict, notes } = await call;
    const said = [`${did}: ${verdict.kind}: ${verdict.evidence.join(", ")}`, ...notes].join("; ");
    return { isSuccess: verdict.kind === "changed", isError: false, said };
  } catch (error) {
    if (!isFoveaError(error) || error.code === "INTERNAL") throw error;
    return { isSuccess: false, isError: true, said: `${error.code}: ${error.message}` };
  }
}

interface Judged extends Answer {
  readonly held: string;
  /** Whether no tree was read between the change and the Enter. */
  readonly isUnseen: boolean;
}

function judge({ entries, state }: FormApp, wanted: Wanted, answer: Judged): Outcome {
  const { isSuccess, held, isUnseen } = answer;
  const wrong = entries.filter(({ name }) => !wanted.allowed.has(name));
  if (wrong.length > 0 && !isSuccess) return "reported";
  if (wrong.length > 0) return isUnseen && wrong.every(({ what }) => what === "submit") ? "gap" : "unknown";
  if (entries.length === 0) return isSuccess ? "lost" : "refused";
  const own = state.cells.filter(({ name }) => wanted.allowed.has(name)).map(({ model }) => model);
  // The name may have moved to another field before or after the text was entered.
  const shown = [own, [wanted.cell.model]].map((models) => sorted(models.map(({ text }) => text).join("")));
  const whole = `${wanted.clear ? "" : held}${wanted.text}`;
  const isWhole = shown.includes(sorted(whole));
  const isSubmitted = !wanted.submit || entries.some(({ what }) => what === "submit") || wanted.cell.model.isMultiline;
  if (isWhole && isSubmitted) return isSuccess ? "right" : "doubted";
  return isSuccess ? "lost" : "reported";
}

/** The sorted characters of a text without blanks, because apps may show it in groups. */
function sorted(text: string): string {
  return [...text.replace(/\s/g, "")].toSorted().join("");
}
