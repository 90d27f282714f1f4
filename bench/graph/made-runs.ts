import { seededRandom } from "../../packages/virtual-android/src/random.js";
import { targetSig } from "../../src/graph/build/action-of-step.js";
import type { GraphRun, RunStep } from "../../src/graph/build/graph-run.js";
import type { ActionSig } from "../../src/graph/graph.js";
import { factsOfScreen } from "../../src/graph/screen/facts-of-screen.js";
import { type Drawn, type MadeApp, PLAIN, type Place, type Shown, truthOf } from "./made-app.js";

export const TASKS = ["collect", "setting", "profile", "delete", "share"] as const;
export type Task = (typeof TASKS)[number];

/** A run and its true course. */
export interface MadeRun {
  readonly run: GraphRun;
  readonly task: Task;
  readonly goal: string;
  /** The true screen of each step, and whether the step was a mistake of the policy. */
  readonly truth: readonly { readonly screen: string; readonly isNoise: boolean }[];
}

export interface RunRequest {
  readonly app: MadeApp;
  readonly task: Task;
  readonly seed: number;
  /** The seed of the app's data in this run. */
  readonly data: number;
  /** How often the policy does an action that the task does not need, from 0 to 1. */
  readonly noise: number;
  /** When it began, ms since the epoch. */
  readonly at: number;
}

export interface World {
  place: Place;
  /** Where `back` leads. */
  under: Place;
  isSignedIn: boolean;
  hasAllowed: boolean;
  readonly switchedOn: Set<string>;
}

export const HOME: Place = { kind: "tab", tab: 0 };
const STEP_MS = 4_000;
const MOST_STEPS = 80;

/** A run of one task by a policy that makes mistakes and takes them back. */
export function madeRun({ app, task, seed, data, noise, at }: RunRequest): MadeRun {
  const random = seededRandom(seed, `${app.package} ${task} ${data}`);
  const world: World = {
    place: HOME,
    under: HOME,
    isSignedIn: random() < 0.5,
    hasAllowed: random() < 0.8,
    switchedOn: new Set(),
  };
  const steps: RunStep[] = [];
  const truth: { screen: string; isNoise: boolean }[] = [];
  const plan = planOf(task, app, { data, random, world });
  const act = (target: string, isNoise: boolean) => {
    const drawn = app.draw(world.place, shownOf(world, { seed: seed * 1000 + steps.length, data, random }));
    const taken = actionOn(drawn, target);
    if (!taken) return false;
    const screen = factsOfScreen(drawn.screen);
    const moment = at + steps.length * STEP_MS;
    const { action, name } = taken;
    truth.push({ screen: truthOf(world.place), isNoise });
    apply(app, world, target);
    steps.push({
      at: moment,
      screen,
      taken: { action, target: name, outcome: "ok", durationMs: 300 + random() * 200, sensitive: null },
    });
    return true;
  };
  for (const target of plan) {
    if (steps.length >= MOST_STEPS) break;
    if (world.place.kind === "permission") act("button:0", false);
    const isDialog = world.place.kind === "confirm" || world.place.kind === "share";
    if (random() < noise && !isDialog) stray(app, world, { random, data, act });
    act(target, false);
  }
  // The run also contains the screen after its last action, without an action on it.
  act("back", true);
  return { run: { id: `${app.package} ${task} ${seed}`, at, steps }, task, goal: goalOf(task, app), truth };
}

export function shownOf(
  world: World,
  { seed, data, random }: { seed: number; data: number; random: () => number },
): Shown {
  const { isSignedIn, switchedOn, place } = world;
  const hasKeyboard = place.kind === "login" && random() < 0.5;
  return {
    ...PLAIN,
    seed,
    data,
    isSignedIn,
    switchedOn,
    hasKeyboard: hasKeyboard && !switchedOn.has("password"),
    hasBadge: random() < 0.5,
  };
}

interface PlanParts {
  readonly data: number;
  readonly random: () => number;
  readonly world: World;
}

/** The targets that the task needs, in order. */
function planOf(task: Task, app: MadeApp, { data, random, world }: PlanParts): readonly string[] {
  const rows = (tab: number) => app.records(data + tab).slice(0, 9);
  const [one = "", ...others] = rows(task === "share" ? 2 : 1).toSorted(() => random() - 0.5);
  if (task === "collect") {
    const taken = [one, ...others].slice(0, 2 + Math.floor(random() * 4));
    return ["tab:1", ...taken.flatMap((row) => [`row:${row}`, "verb:0", "up"])];
  }
  if (task === "setting") return ["settings", "setting:1", "switch:1", "up", "up"];
  if (task === "profile") {
    return world.isSignedIn ? ["profile", "rename"] : ["profile", "user", "password", "submit", "rename"];
  }
  if (task === "delete") return ["tab:1", `row:${one}`, "delete", "button:0"];
  return ["tab:2", `row:${one}`, "verb:1", "button:0", "up"];
}

function goalOf(task: Task, app: MadeApp): string {
  const goals: Readonly<Record<Task, string>> = {
    collect: `${app.verbs[0]} each of ${app.tabs[1]}`,
    setting: `open the settings of ${app.settings[1]}`,
    profile: "change my name in the profile",
    delete: `delete an item of ${app.tabs[1]}`,
    share: `${app.verbs[1]} something of ${app.tabs[2]}: copy its link`,
  };
  return goals[task];
}

const STRAYS = /^(?:row|settings|tab)/;
const STRAYS_DEEPER = /^(?:row|settings|setting|verb|orders)/;

/** An action that the task does not need; if it opened another screen, the run goes back at once. */
function stray(
  app: MadeApp,
  world: World,
  { random, data, act }: { random: () => number; data: number; act: (target: string, isNoise: boolean) => boolean },
): void {
  const before = truthOf(world.place);
  const drawn = app.draw(world.place, { ...PLAIN, seed: 1, data, isSignedIn: world.isSignedIn });
  // `back` on a tab leads to the first tab, so a change of tab elsewhere could not be undone.
  const isHome = before === truthOf(HOME);
  const targets = [...drawn.targets.keys()].filter((target) => (isHome ? STRAYS : STRAYS_DEEPER).test(target));
  const target = targets[Math.floor(random() * targets.length)];
  if (target === undefined) return;
  act(target, true);
  for (let tries = 0; tries < 3 && truthOf(world.place) !== before; tries += 1) act("back", true);
}

function actionOn({ screen, targets }: Drawn, target: string): { action: ActionSig; name: string | null } | null {
  if (target === "back") {
    const none = { role: "", idTail: "", label: "", isItem: false, ordinal: null };
    return { action: { type: "back", ...none, detail: "", slot: null }, name: null };
  }
  const name = targets.get(target);
  if (name === undefined) return null;
  const facts = factsOfScreen(screen);
  const sig = targetSig(
    facts,
    facts.parts.findIndex((part) => part.name === name),
  );
  const isField = target === "user" || target === "password";
  return { action: { type: isField ? "type" : "tap", ...sig, detail: "", slot: isField ? "text" : null }, name };
}

/** Changes the state of the app as a tap on this target, or `back`, does. */
export function apply(app: MadeApp, world: World, target: string): void {
  const { place } = world;
  const go = (next: Place) => {
    world.under = place.kind === "permission" ? world.under : place;
    world.place = next;
  };
  const [kind = "", value = ""] = target.split(/:(.*)/s);
  if (kind === "tab") world.place = { kind: "tab", tab: Number(value) };
  else if (kind === "row") {
    go({ kind: "record", record: value });
    if (!world.hasAllowed) world.place = { kind: "permission", record: value };
  } else if (kind === "settings") go({ kind: "settings" });
  else if (kind === "setting") go({ kind: "setting", setting: Number(value) });
  else if (kind === "switch" && place.kind === "setting") toggle(world.switchedOn, `${place.setting}:${value}`);
  else if (kind === "profile") go(world.isSignedIn ? { kind: "profile" } : { kind: "login" });
  else if (kind === "user" || kind === "password") world.switchedOn.add(kind);
  else if (kind === "submit") {
    world.isSignedIn = true;
    world.place = { kind: "profile" };
  } else if (kind === "delete" && place.kind === "record") go({ kind: "confirm", record: place.record });
  else if (kind === "verb" && value === "1" && place.kind === "record") go({ kind: "share", record: place.record });
  else if (kind === "button") answer(world, value);
  else if (kind === "up" || kind === "back") world.place = parentOf(app, world);
}

function toggle(set: Set<string>, value: string): void {
  if (!set.delete(value)) set.add(value);
}

/** A button of a dialog. */
function answer(world: World, value: string): void {
  const { place } = world;
  if (!("record" in place)) return;
  if (place.kind === "permission") {
    world.hasAllowed = true;
    world.place = { kind: "record", record: place.record };
  } else if (place.kind === "confirm" && value === "0") world.place = { kind: "tab", tab: 1 };
  else world.place = { kind: "record", record: place.record };
}

function parentOf(app: MadeApp, { place, under }: World): Place {
  if (place.kind === "setting") return { kind: "settings" };
  if (place.kind === "confirm" || place.kind === "share" || place.kind === "permission")
    return { kind: "record", record: place.record };
  if (place.kind === "tab") return app.tabs.length > 0 && place.tab === 0 ? place : HOME;
  return under.kind === "tab" ? under : HOME;
}
