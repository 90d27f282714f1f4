import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { BACK, candidatesOf } from "../../src/explore/candidates.js";
import { chooseNext } from "../../src/explore/decide.js";
import { TryBook } from "../../src/explore/try-book.js";
import { GraphBuilder } from "../../src/graph/build/graph-builder.js";
import type { TakenAction } from "../../src/graph/build/graph-run.js";
import type { ActionSig } from "../../src/graph/graph.js";
import { GraphView } from "../../src/graph/predict/graph-view.js";
import { PathFinder } from "../../src/graph/predict/path.js";
import { factsOfScreen } from "../../src/graph/screen/facts-of-screen.js";
import type { ScreenFacts, SeenScreen } from "../../src/graph/screen/screen-facts.js";
import { partsMeant } from "../../src/live-memory/way.js";
import { type Figure, table } from "../bench.js";
import { keysOfSeen } from "./droidbot-keys.js";
import { MadeApp, type Place, truthOf } from "./made-app.js";
import { apply, HOME, shownOf, type World } from "./made-runs.js";

/** Apps that were not used to choose any rule or threshold. */
const FIRST_APP = 701;
const APPS = 8;
const DATA = 3;
const BUDGETS = [25, 50, 100, 200] as const;
const MOST = BUDGETS[BUDGETS.length - 1] ?? 0;

/** The number of kinds of screens: four tabs, six visible settings, and seven others. All records are one kind. */
const REACHABLE = 17;

/** A generated app in use: each action changes its state. */
class Phone {
  readonly #app: MadeApp;
  readonly #random: () => number;
  readonly #world: World = { place: HOME, under: HOME, isSignedIn: false, hasAllowed: false, switchedOn: new Set() };
  readonly #kinds = new Set<string>();
  /** The number of kinds of screens seen so far, after each action. */
  readonly found: number[] = [];
  #drawn: { readonly screen: SeenScreen; readonly targets: ReadonlyMap<string, string> };

  constructor(seed: number, run: number) {
    this.#app = new MadeApp(seed);
    this.#random = seededRandom(seed * 100 + run, "explored phone");
    this.#drawn = this.#draw();
  }

  get screen(): SeenScreen {
    return this.#drawn.screen;
  }

  get isSpent(): boolean {
    return this.found.length >= MOST;
  }

  do(action: ActionSig, facts: ScreenFacts): void {
    const [part] = action.type === "back" ? [] : partsMeant(facts, action);
    const target = [...this.#drawn.targets].find(([, name]) => name === part?.name)?.[0];
    if (action.type === "back") apply(this.#app, this.#world, "back");
    else if (target !== undefined && action.type !== "scroll") apply(this.#app, this.#world, target);
    this.#drawn = this.#draw();
    this.found.push(this.#kinds.size);
  }

  #draw() {
    this.#kinds.add(kindOf(this.#world.place));
    const seed = this.found.length + 1;
    return this.#app.draw(this.#world.place, shownOf(this.#world, { seed, data: DATA, random: this.#random }));
  }
}

function kindOf(place: Place): string {
  return place.kind === "record" ? "record" : truthOf(place);
}

type Policy = (phone: Phone, random: () => number) => void;

const POLICIES: Readonly<Record<string, Policy>> = {
  "by forecast": byForecast,
  "random walk": (phone, random) => {
    while (!phone.isSpent) {
      const facts = factsOfScreen(phone.screen);
      const actions = [...candidatesOf(facts).values()];
      phone.do(actions[Math.floor(random() * actions.length)] ?? BACK, facts);
    }
  },
  state_str: (phone, random) => byKey(phone, random, (screen) => keysOfSeen(screen).state),
  structure_str: (phone, random) => byKey(phone, random, (screen) => keysOfSeen(screen).structure),
};

/** Explores as the explorer of the product does, on a phone without delays. */
function byForecast(phone: Phone): void {
  const builder = new GraphBuilder();
  const open = builder.begin({ id: "explored", at: 0 });
  const book = new TryBook();
  const failed = new Map<string, number>();
  let [at, led, before]: [number, TakenAction | null, string | null] = [0, null, null];
  let facts = factsOfScreen(phone.screen);
  const arrive = () => {
    facts = factsOfScreen(phone.screen);
    at += 1;
    return open.arrive({ at, screen: facts, ledBy: led }).id;
  };
  const act = (action: ActionSig) => {
    phone.do(action, facts);
    led = { action, target: null, outcome: "unknown", durationMs: null, sensitive: null };
    return arrive();
  };
  let id = arrive();
  while (!phone.isSpent) {
    book.see(id, candidatesOf(facts).values());
    const view = new GraphView(builder.graph(at), builder.screens);
    const ways = new PathFinder(view);
    const start = id;
    const way = (to: string) => ((failed.get(to) ?? 0) > 1 ? null : ways.find(start, to));
    const standing = { id, facts };
    const decision = chooseNext({ view, book, before, standing, way, lost: new Set() });
    if (decision.kind === "walk") {
      for (const edge of ways.find(id, decision.to)?.edges ?? []) {
        if (!phone.isSpent) id = act(edge.action);
        if (id === edge.to) continue;
        failed.set(decision.to, (failed.get(decision.to) ?? 0) + 1);
        break;
      }
      before = null;
      continue;
    }
    const action = decision.kind === "done" ? BACK : decision.chosen.action;
    const offered = book.offered(start).length;
    id = act(action);
    if (id === start) book.see(id, candidatesOf(facts).values());
    book.note(start, action, { to: id, showedMore: id === start && book.offered(start).length > offered });
    if (id !== start) before = start;
  }
}

/**
 * Does the first action, in screen order, that was never done in this state; else goes to the nearest known state with
 * such an action; else does a random action. States are recognised by one of DroidBot's keys.
 */
function byKey(phone: Phone, random: () => number, keyOf: (screen: SeenScreen) => string): void {
  const done = new Map<string, Map<string, string>>();
  const offered = new Map<string, ReadonlyMap<string, ActionSig>>();
  let way: readonly string[] = [];
  while (!phone.isSpent) {
    const key = keyOf(phone.screen);
    const facts = factsOfScreen(phone.screen);
    const actions = candidatesOf(facts);
    offered.set(key, actions);
    const known = done.get(key) ?? new Map<string, string>();
    done.set(key, known);
    const fresh = [...actions.keys()].find((one) => !known.has(one));
    if (fresh === undefined && way.length === 0) way = nearest(key, done, offered);
    const [next] = way;
    way = fresh === undefined ? way.slice(1) : [];
    const any = [...actions.keys()][Math.floor(random() * actions.size)] ?? "";
    const chosen = fresh ?? (next !== undefined && actions.has(next) ? next : any);
    phone.do(actions.get(chosen) ?? BACK, facts);
    known.set(chosen, keyOf(phone.screen));
  }
}

/** The actions of the shortest known path to a state with an action that was never done; empty if there is no path. */
function nearest(
  from: string,
  done: ReadonlyMap<string, ReadonlyMap<string, string>>,
  offered: ReadonlyMap<string, ReadonlyMap<string, ActionSig>>,
): readonly string[] {
  const seen = new Set([from]);
  let places: readonly { readonly at: string; readonly way: readonly string[] }[] = [{ at: from, way: [] }];
  while (places.length > 0) {
    const next: { readonly at: string; readonly way: readonly string[] }[] = [];
    for (const { at, way } of places) {
      const known = done.get(at) ?? new Map<string, string>();
      const isOpen = [...(offered.get(at)?.keys() ?? [])].some((one) => !known.has(one));
      if (isOpen) return way;
      for (const [action, to] of known) {
        if (seen.has(to)) continue;
        seen.add(to);
        next.push({ at: to, way: [...way, action] });
      }
    }
    places = next;
  }
  return [];
}

/** The share of the screens of generated apps that the explorer and other rules find with a number of actions. */
export function exploreBench(): { readonly text: string; readonly figures: readonly Figure[] } {
  const shares = Object.entries(POLICIES).map(([name, policy]) => ({ name, found: sharesBy(policy) }));
  const head = ["share of reachable screens after", ...BUDGETS.map((budget) => `${budget} actions`)];
  const rows = shares.map(({ name, found }) => [name, ...found]);
  const figures = shares.flatMap(({ name, found }) =>
    BUDGETS.map((budget, place) => ({
      name: `explored by ${budget} actions, ${name}`,
      value: found[place] ?? 0,
      unit: "share",
      ...(name === "by forecast" && budget === MOST && { atLeast: 0.9 }),
    })),
  );
  return { text: table([head, ...rows]), figures };
}

function sharesBy(policy: Policy): readonly number[] {
  const runs = Array.from({ length: APPS }, (_, place) => {
    const phone = new Phone(FIRST_APP + place, 1);
    policy(phone, seededRandom(FIRST_APP + place, "explorer"));
    return phone.found;
  });
  return BUDGETS.map((budget) => {
    const sum = runs.reduce((all, found) => all + (found[budget - 1] ?? 0) / REACHABLE, 0);
    return Math.round((sum / runs.length) * 1_000) / 1_000;
  });
}
