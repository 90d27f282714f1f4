import { seededRandom } from "../../../packages/virtual-android/src/random.js";
import { MADE } from "./made-app.js";
import { type MadePlace, startMadePlace } from "./made-place.js";
import { type MadeState, type Meaning, meaningsOf, saidIn, withControls } from "./made-state.js";
import { anyWords, type Words } from "./made-words.js";
import { makeApp, moreOf } from "./make-app.js";
import { between, pick } from "./pick.js";
import { type ShownLine, shownLines } from "./shown-text.js";
import { isInView, wantedIn } from "./wanted.js";

/** How often claims were judged true, false, and undecided. */
export interface SaidCounts {
  readonly yes: number;
  readonly no: number;
  readonly unknown: number;
}

/** The counts of true claims and of false claims. */
export interface ClaimCounts {
  readonly ofTrue: SaidCounts;
  readonly ofFalse: SaidCounts;
}

export interface VerdictTrialsWanted {
  readonly pairs: number;
  readonly firstSeed: number;
}

export interface VerdictTrials {
  /** The counts by the effect of the action. */
  readonly counts: ReadonlyMap<string, ClaimCounts>;
  /** Claims with a wrong verdict, and claims without a verdict. */
  readonly mistakes: readonly string[];
}

/** A sentence about the effect of an action, and whether it is true. */
interface Claim {
  readonly says: string;
  readonly isTrue: boolean;
}

/** An effect that the app gives to a press. */
interface Effect {
  readonly name: string;
  /** The reaction and its claims; null if the effect does not apply to the target. */
  readonly of: (around: Around) => AppReaction | null;
}

interface AppReaction {
  /** The reaction of the app right after the press or the typing. */
  readonly answer: () => void;
  /** The text to type; a tap if absent. */
  readonly text?: string;
  readonly claims: readonly Claim[];
}

interface Around {
  readonly place: MadePlace;
  readonly target: Meaning;
  /** The state that the caller was shown. */
  readonly before: MadeState;
  readonly random: () => number;
  /** Gives words that are not on the screen. */
  readonly unsaid: () => string;
}

const RELEASES = [24, 28, 30, 33, 34, 36] as const;
const PAIRS_EACH = 50;
const REST_MS = 400;
const MOST_TRIES = 80;

/** Runs pairs one after another; a seed always gives the same pair. */
export async function verdictTrials({ pairs, firstSeed }: VerdictTrialsWanted): Promise<VerdictTrials> {
  const counts = new Map<string, ClaimCounts>();
  const mistakes: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + pairs; ) {
    const block = Math.floor(seed / PAIRS_EACH);
    const apiLevel = RELEASES[(block >> 1) % RELEASES.length] ?? RELEASES[0];
    await using place = await startMadePlace({ apiLevel, usesCompanion: block % 2 === 1 });
    for (const end = Math.min(firstSeed + pairs, (block + 1) * PAIRS_EACH); seed < end; seed += 1) {
      const trial = await onePair(place, seed);
      for (const judged of trial.judged) {
        counts.set(trial.effect, counted(counts.get(trial.effect) ?? NONE, judged));
        if (judged.said !== (judged.isTrue ? "yes" : "no")) mistakes.push(mistakeOf(place, seed, trial.effect, judged));
      }
    }
  }
  return { counts, mistakes };
}

interface Judged extends Claim {
  readonly said: keyof SaidCounts;
  /** The answer's first line. */
  readonly words: string;
}

interface Pair {
  readonly effect: string;
  readonly judged: readonly Judged[];
}

const NO_CLAIMS: SaidCounts = { yes: 0, no: 0, unknown: 0 };
const NONE: ClaimCounts = { ofTrue: NO_CLAIMS, ofFalse: NO_CLAIMS };

function counted(counts: ClaimCounts, { isTrue, said }: Judged): ClaimCounts {
  const side = isTrue ? "ofTrue" : "ofFalse";
  return { ...counts, [side]: { ...counts[side], [said]: counts[side][said] + 1 } };
}

function mistakeOf({ usesCompanion, apiLevel }: MadePlace, seed: number, effect: string, judged: Judged): string {
  const by = usesCompanion ? "companion" : "dumps";
  const truth = judged.isTrue ? "true" : "false";
  return `seed ${seed}, ${by} API ${apiLevel}, ${effect}: ${judged.says} is ${truth}; said: ${judged.words}`;
}

async function onePair(place: MadePlace, seed: number): Promise<Pair> {
  const random = seededRandom(seed, "verdict trial");
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const pair = await tryPair(place, random);
    if (pair) return pair;
  }
  throw new Error(`seed ${seed} gives no pair`);
}

async function tryPair(place: MadePlace, random: () => number): Promise<Pair | null> {
  const { app } = place;
  place.hostile.phone.hooks.open(MADE);
  app.begin(makeApp(random));
  await place.pass(REST_MS);
  await using caller = await place.newCaller("stdio");
  const seen = await place.during(caller.call("observe", { full: true, details: ["bounds"] }));
  const targets = meaningsOf(app.state).filter(({ words }) => words !== null);
  if (targets.length === 0) return null;
  const target = pick(targets, random);
  const wanted = wantedIn(place, seen, { slot: target.slot, way: "role" });
  if (!wanted || wanted.alike > 1) return null;
  const said = new Set([...saidIn(app.state), ...shownLines(seen.text).flatMap(({ labels }: ShownLine) => labels)]);
  const unsaid = () => {
    const { text } = anyWords(pick(["topic", "sentence"], random), app.state.language, random, said);
    said.add(text);
    return text;
  };
  const around = { place, target, before: app.state, random, unsaid };
  const possible = EFFECTS.flatMap(({ name, of }) => {
    const reaction = of(around);
    return reaction ? [{ name, reaction }] : [];
  });
  if (possible.length === 0) return null;
  const { name, reaction } = pick(possible, random);
  app.onPress = () => reaction.answer();
  app.onEntry = () => reaction.answer();
  const act = reaction.text === undefined ? "tap" : "type_text";
  const args = reaction.text === undefined ? {} : { text: reaction.text, clear: true };
  const answer = await place.during(caller.call(act, { target: wanted.text, ...args }));
  // If the keyboard covers the field now, its text is unknown.
  if (answer.isError || (target.kind === "field" && !isInView(place, target))) return null;
  const action =
    reaction.text === undefined ? `tap ${wanted.text}` : `type ${JSON.stringify(reaction.text)} into ${wanted.text}`;
  const judged: Judged[] = [];
  for (const claim of reaction.claims) {
    const { text, isError } = await place.during(caller.call("verify", { action, expected: claim.says }));
    judged.push({ ...claim, said: saidBy(text, isError), words: text.split("\n")[0] ?? "" });
  }
  return { effect: name, judged };
}

function saidBy(text: string, isError: boolean): keyof SaidCounts {
  if (!isError && text.startsWith("true: ")) return "yes";
  return text.startsWith("EXPECTATION_FAILED: ") ? "no" : "unknown";
}

const quoted = (text: string): string => JSON.stringify(text);
const yes = (says: string): Claim => ({ says, isTrue: true });
const no = (says: string): Claim => ({ says, isTrue: false });
const isToggle = ({ kind }: Meaning) => kind === "switch" || kind === "checkbox";
const isPlain = ({ kind, isOn }: Meaning) => isOn === null && kind !== "field";

function words(text: string): Words {
  return { text, nature: "plain" };
}

const EFFECTS: readonly Effect[] = [
  { name: "nothing", of: nothing },
  { name: "text appears", of: textAppears },
  { name: "text disappears", of: textDisappears },
  { name: "dialog opens", of: dialogOpens },
  { name: "dialog closes", of: dialogCloses },
  { name: "other title", of: otherTitle },
  { name: "toggle turns", of: turns },
  { name: "toggle stays", of: stays },
  { name: "toast", of: toast },
  { name: "other app", of: otherApp },
  { name: "text is typed", of: typed },
  { name: "text is refused", of: refused },
  { name: "keyboard", of: keyboard },
];

/** The app undoes the effect of a press, including its count. */
function nothing({ place: { app }, target, before, unsaid }: Around): AppReaction | null {
  if (!isPlain(target)) return null;
  const claims = [
    yes("nothing changes"),
    no("the screen changes"),
    yes("it is still there"),
    no("it disappears"),
    no(`${quoted(unsaid())} appears`),
    no("the keyboard appears"),
  ];
  return { answer: () => app.change(before), claims };
}

function textAppears({ place: { app }, target, before, unsaid }: Around): AppReaction | null {
  if (!isPlain(target) || before.banner || before.dialog) return null;
  const [banner, other] = [unsaid(), unsaid()];
  const claims = [
    yes(`${quoted(banner)} appears`),
    yes(`the message ${quoted(banner)} is shown`),
    yes("the screen changes"),
    no("nothing changes"),
    no(`${quoted(banner)} is not shown`),
    no(`there is ${quoted(other)}`),
    yes(`no ${quoted(other)} is shown`),
    yes(`${quoted(banner)} appears and ${quoted(other)} does not appear`),
    no(`${quoted(banner)} appears and ${quoted(other)} appears`),
  ];
  return { answer: () => app.change({ ...before, banner: words(banner) }), claims };
}

function textDisappears({ place: { app }, target, before, unsaid }: Around): AppReaction | null {
  const { banner } = before;
  if (!isPlain(target) || !banner || before.dialog) return null;
  const claims = [
    yes(`${quoted(banner.text)} disappears`),
    no(`${quoted(banner.text)} is shown`),
    yes("the screen changes"),
    no(`${quoted(unsaid())} appears`),
    no("nothing happens"),
  ];
  return { answer: () => app.change({ ...before, banner: null }), claims };
}

function dialogOpens({ place: { app }, target, before, random, unsaid }: Around): AppReaction | null {
  if (!isPlain(target) || before.dialog) return null;
  const [title, message, other] = [unsaid(), unsaid(), unsaid()];
  const maker = moreOf(before, random);
  const ok = {
    slot: maker.number(),
    key: maker.number(),
    kind: "button",
    words: words(unsaid()),
    id: null,
    isOn: null,
  };
  const dialog = { title: words(title), message: words(message), controls: [{ ...ok, kind: "button" as const }] };
  const claims = [
    yes(`the dialog ${quoted(title)} opens`),
    yes(`${quoted(message)} is shown`),
    yes(`the button ${quoted(ok.words.text)} appears`),
    no(`the field ${quoted(ok.words.text)} appears`),
    no(`the dialog ${quoted(other)} opens`),
    no(`${quoted(title)} is gone`),
    yes("the screen changes"),
  ];
  return { answer: () => app.change({ ...before, dialog }), claims };
}

function dialogCloses({ place: { app }, target, before, unsaid }: Around): AppReaction | null {
  const { dialog } = before;
  if (!dialog || !isPlain(target) || isSaidBelow(before, dialog.title.text)) return null;
  const claims = [
    yes(`the dialog ${quoted(dialog.title.text)} closes`),
    no(`${quoted(dialog.title.text)} is shown`),
    no(`the dialog ${quoted(unsaid())} opens`),
    yes("the screen changes"),
  ];
  return { answer: () => app.change({ ...before, dialog: null }), claims };
}

function isSaidBelow(state: MadeState, text: string): boolean {
  return saidIn({ ...state, dialog: null }).has(text);
}

function otherTitle({ place: { app }, target, before, unsaid }: Around): AppReaction | null {
  const { title } = before;
  const isOnce = !saidIn({ ...before, title: words("") }).has(title.text);
  if (!isPlain(target) || before.dialog || !isOnce || target.words?.text === title.text) return null;
  const now = unsaid();
  const claims = [
    yes(`the page ${quoted(now)} opens`),
    yes(`${quoted(title.text)} is not shown any more`),
    no(`${quoted(title.text)} is shown`),
    no(`the page ${quoted(unsaid())} opens`),
  ];
  return { answer: () => app.change({ ...before, title: words(now) }), claims };
}

function turns({ place, target, before }: Around): AppReaction | null {
  if (!isToggle(target) || target.isOn === null) return null;
  const [is, was] = target.isOn ? ["off", "on"] : ["on", "off"];
  const claims = [
    yes(`it is ${is}`),
    no(`it is ${was}`),
    yes(`it is turned ${is}`),
    no("it disappears"),
    yes("the screen changes"),
  ];
  const turned = withControls(before, (one) => (one.slot === target.slot ? { ...one, isOn: !target.isOn } : one));
  return { answer: () => place.app.change(turned), claims };
}

/** The app turns the toggle back. */
function stays({ place: { app }, target, before }: Around): AppReaction | null {
  if (!isToggle(target) || target.isOn === null) return null;
  const [is, other] = target.isOn ? ["on", "off"] : ["off", "on"];
  const claims = [yes(`it is ${is}`), no(`it is ${other}`), no(`it is turned ${other}`), yes("nothing changes")];
  return { answer: () => app.change(before), claims };
}

/** The app shows a toast, which only the companion receives. */
function toast({ place: { app, usesCompanion }, target, before, unsaid }: Around): AppReaction | null {
  if (!isPlain(target) || !usesCompanion) return null;
  const [says, other] = [unsaid(), unsaid()];
  const claims = [
    yes(`the toast ${quoted(says)} appears`),
    no(`the toast ${quoted(other)} appears`),
    yes(`no toast says ${quoted(other)}`),
    no(`the toast ${quoted(says)} is not shown`),
  ];
  const answer = () => {
    app.change(before);
    app.toast(says);
  };
  return { answer, claims };
}

const NOTES = "com.fovea.notes";

function otherApp({ place: { hostile }, target }: Around): AppReaction | null {
  if (!isPlain(target)) return null;
  const claims = [
    yes(`the app ${NOTES} opens`),
    no(`the app ${NOTES} is not in front`),
    yes(`the app ${MADE} is not in front`),
    no(`the app ${MADE} is in front`),
    yes("the screen changes"),
  ];
  return { answer: () => hostile.phone.hooks.open(NOTES), claims };
}

const TEXTS = ["Paris", "12 Main Street", "ann@example.com", "00447"] as const;

function typed({ target, random }: Around): AppReaction | null {
  if (target.kind !== "field") return null;
  const text = pick(TEXTS, random);
  const other = `${text} ${between(2, 9, random)}`;
  const claims = [
    yes(`it has the text ${quoted(text)}`),
    no(`it has the text ${quoted(other)}`),
    yes(`${quoted(text)} is entered in it`),
    yes("it is focused"),
  ];
  return { answer: () => {}, text, claims };
}

/** The app empties the field again. */
function refused({ place: { app }, target, random }: Around): AppReaction | null {
  if (target.kind !== "field") return null;
  const text = pick(TEXTS, random);
  const claims = [no(`it has the text ${quoted(text)}`), no(`${quoted(text)} is entered in it`)];
  return { answer: () => app.fill(target.slot, ""), text, claims };
}

function keyboard({ target }: Around): AppReaction | null {
  if (target.kind !== "field") return null;
  const claims = [
    yes("the keyboard appears"),
    no("the keyboard is hidden"),
    yes("it gets the focus"),
    no("it loses the focus"),
  ];
  return { answer: () => {}, claims };
}
