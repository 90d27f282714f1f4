import * as z from "zod";
import { unreadable } from "../actions/targets/refuse-screen.js";
import { FoveaError, toFoveaError } from "../base/errors.js";
import { deadline } from "../base/signals.js";
import { actionWords } from "../graph/action-sig.js";
import type { ActionSig } from "../graph/graph.js";
import type { Standing } from "../live-memory/device-run.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import { isReadable } from "../screen/readable.js";
import type { Session } from "../session/session.js";
import type { AnyTool, ToolContext } from "../tool-contract/tool.js";
import { closeApp } from "../tools/close-app.js";
import { callOfAction, goTo } from "../tools/go-to.js";
import { openApp } from "../tools/open-app.js";
import { scrollTo } from "../tools/scroll-to.js";
import { BACK, candidatesOf, unlabelledOf } from "./candidates.js";
import { chooseNext, type DecideParts, type Decision, hasWorth } from "./decide.js";
import type { Exploration, Finding } from "./exploration.js";
import type { Failures } from "./failures.js";
import { type Try, TryBook } from "./try-book.js";

/** The text for fields: a plain word without a meaning. */
const TYPED = "fovea";
/** After this many failures, a way is not tried again, and another app is not left with "back". */
const MOST_FAILED = 2;
const MOST_OPENED = 3;

export interface ExplorerParts {
  readonly session: Session;
  readonly context: ToolContext;
  readonly memory: LiveMemory;
  /** The exploration of earlier runs, or a new one. */
  readonly known: Exploration;
  /** Whether the budget is spent after this number of actions in this run. */
  readonly isSpent: (actions: number) => boolean;
  readonly failures: Failures;
  /** Saves a picture of the screen; gives its file, or the reason why there is none. */
  readonly takePicture: (screen: string, signal: AbortSignal) => Promise<PictureTaken>;
  /** Called after each action, with the exploration so far. */
  readonly onStep: (did: string, exploration: Exploration) => Promise<void>;
}

export type PictureTaken = { readonly picture: string; readonly why: null } | { picture: null; readonly why: string };

/** Explores an app, one action after another, until no action is worth a try or the budget is spent. */
export class Explorer {
  readonly #parts: ExplorerParts;
  readonly #book: TryBook;
  readonly #screens: Map<string, Exploration["screens"][number]>;
  readonly #findings: Finding[];
  readonly #failedWays = new Map<string, number>();
  readonly #lost = new Set<ActionSig>();
  readonly #revealed = new Set<ActionSig>();
  readonly #began = performance.now();
  #actions = 0;
  #before: string | null = null;
  #outside = 0;
  #opened = 0;
  #hasRestarted = false;

  constructor(parts: ExplorerParts) {
    this.#parts = parts;
    const { screens, tries, findings } = parts.known;
    this.#book = new TryBook(tries);
    this.#screens = new Map(screens.map((one) => [one.id, one]));
    this.#findings = [...findings];
  }

  /** Explores. Errors: those of the device; a failed action is only noted. A run that is aborted ends as `stopped`. */
  async run(signal: AbortSignal): Promise<Exploration> {
    try {
      await this.#parts.failures.begin(signal);
      await this.#open(signal);
      for (;;) {
        const end = await this.#step(signal);
        if (end !== null) return this.exploration(end);
      }
    } catch (error) {
      if (signal.aborted) return this.exploration("stopped");
      throw error;
    }
  }

  exploration(end: Exploration["end"]): Exploration {
    const { known } = this.#parts;
    return {
      ...known,
      actions: known.actions + this.#actions,
      ms: Math.round(known.ms + performance.now() - this.#began),
      screens: [...this.#screens.values()],
      tries: [...this.#book.all()],
      findings: [...this.#findings],
      end,
    };
  }

  async #step(signal: AbortSignal): Promise<Exploration["end"]> {
    signal.throwIfAborted();
    if (this.#parts.isSpent(this.#actions)) return "budget";
    const standing = await this.#standing(signal);
    const { app } = this.#parts.known;
    const isOurs = standing.facts.app === app || OF_SYSTEM.has(standing.facts.kind);
    if (!isOurs) return (await this.#return(standing, signal)) ? null : "lost";
    this.#outside = 0;
    if (standing.facts.app === app) this.#opened = 0;
    await this.#arrive(standing, signal);
    const decision = chooseNext(this.#decideParts(standing));
    if (decision.kind !== "done") {
      await this.#carryOut(decision, standing, signal);
      return null;
    }
    if (!this.#hasUnreached(standing)) return "complete";
    // No known path leads on from here: "back" usually does; else the app is started again.
    const back = this.#book.of(standing.id, BACK);
    if (back.times === 0) {
      await this.#try(back, standing, signal);
      return null;
    }
    if (this.#hasRestarted) return "complete";
    this.#hasRestarted = true;
    await this.#do({ tool: closeApp, args: { package: app } }, `close ${app}`, signal);
    await this.#open(signal);
    return null;
  }

  #decideParts(standing: Standing): DecideParts {
    const { memory } = this.#parts;
    const view = memory.view();
    const ways = memory.ways();
    const way = (to: string) => ((this.#failedWays.get(to) ?? 0) >= MOST_FAILED ? null : ways.find(standing.id, to));
    return { view, book: this.#book, before: this.#before, standing, way, lost: this.#lost };
  }

  #hasUnreached(standing: Standing): boolean {
    const parts = this.#decideParts(standing);
    return this.#book.screens.some((id) => id !== standing.id && hasWorth(parts, id));
  }

  /** Notes the actions of a screen; takes a picture of a new one and checks its controls. */
  async #arrive({ id, facts }: Standing, signal: AbortSignal): Promise<void> {
    this.#book.see(id, candidatesOf(facts).values());
    if (this.#screens.has(id)) return;
    this.#hasRestarted = false;
    for (const { role, idTail, row, column } of unlabelledOf(facts)) {
      const of = `${role} ${idTail === "" ? `in row ${row + 1}, column ${column + 1}` : `@${idTail}`}`;
      this.#find({ kind: "unlabelled", at: id, of, cause: "" });
    }
    this.#screens.set(id, { id, ...(await this.#parts.takePicture(id, signal)) });
  }

  async #carryOut(decision: Exclude<Decision, { kind: "done" }>, standing: Standing, signal: AbortSignal) {
    if (decision.kind === "walk") await this.#walk(decision.to, signal);
    else if (decision.kind === "reveal") await this.#reveal(decision.chosen, signal);
    else await this.#try(decision.chosen, standing, signal);
  }

  async #walk(to: string, signal: AbortSignal): Promise<void> {
    const failed = await this.#do({ tool: goTo, args: { screen: to } }, `go to ${to}`, signal);
    if (failed === null) this.#failedWays.delete(to);
    else this.#failedWays.set(to, (this.#failedWays.get(to) ?? 0) + 1);
    this.#before = null;
  }

  async #reveal({ action }: Try, signal: AbortSignal): Promise<void> {
    const words = action.label === "" ? "" : JSON.stringify(action.label);
    const target = action.idTail !== "" && !action.isItem ? `id/${action.idTail}` : words;
    if (target === "") {
      this.#lost.add(action);
      return;
    }
    const failed = await this.#do({ tool: scrollTo, args: { target } }, `scroll to ${target}`, signal);
    // If the element was found once and the action was still not visible, searching it again would never end.
    if (failed !== null || this.#revealed.has(action)) this.#lost.add(action);
    this.#revealed.add(action);
  }

  async #try({ at, action }: Try, standing: Standing, signal: AbortSignal): Promise<void> {
    const { session, failures } = this.#parts;
    const offered = this.#book.offered(at).length;
    let failed: FoveaError | null;
    try {
      failed = await this.#do(callOfAction(session, action, standing, TYPED), actionWords(action), signal);
    } catch (error) {
      if (signal.aborted || !(error instanceof FoveaError)) throw error;
      failed = error;
    }
    const after = await this.#standing(signal);
    const isStill = after.id === at;
    if (isStill) this.#book.see(at, candidatesOf(after.facts).values());
    const showedMore = isStill && this.#book.offered(at).length > offered;
    this.#book.note(at, action, failed ? { held: failed.code } : { to: after.id, showedMore });
    if (!isStill) this.#before = at;
    for (const { kind, cause } of await failures.since(signal))
      this.#find({ kind: kind === "anr" ? "notResponding" : "crash", at, of: actionWords(action), cause });
  }

  /** Returns from another app to the explored one; false if this failed too often. */
  async #return(standing: Standing, signal: AbortSignal): Promise<boolean> {
    this.#outside += 1;
    this.#before = null;
    const { app } = this.#parts.known;
    if (standing.facts.kind !== "screen") {
      // A system dialog about a crash or a hang of the app disappears when the app is stopped.
      await this.#do({ tool: closeApp, args: { package: app } }, `close ${app}`, signal);
    } else if (this.#outside <= MOST_FAILED) {
      await this.#do(callOfAction(this.#parts.session, BACK, standing), "back from another app", signal);
      return true;
    }
    await this.#open(signal);
    return this.#opened <= MOST_OPENED;
  }

  /** Opens the app. Errors: those of open_app, since nothing else can be done then. */
  async #open(signal: AbortSignal): Promise<void> {
    const { app } = this.#parts.known;
    this.#opened += 1;
    this.#before = null;
    const failed = await this.#do({ tool: openApp, args: { package: app } }, `open ${app}`, signal);
    if (failed) throw failed;
  }

  /** Performs one call and counts it; gives the error if it failed, else null. */
  async #do(
    { tool, args }: { readonly tool: AnyTool; readonly args: Readonly<Record<string, unknown>> },
    did: string,
    signal: AbortSignal,
  ): Promise<FoveaError | null> {
    const { session, context, onStep } = this.#parts;
    const own: ToolContext = { ...context, session: async () => session, progress: () => {} };
    using limit = deadline(tool.deadlineMs, tool.name, signal);
    let failed: FoveaError | null = null;
    let steps = 1;
    try {
      const outcome = await tool.perform(args, own, limit.signal);
      steps = walkSchema.safeParse(outcome.toJson()).data?.steps.length ?? 1;
    } catch (error) {
      signal.throwIfAborted();
      failed = toFoveaError(error);
    }
    this.#actions += steps;
    const words = failed ? `${did}: not done, ${failed.code}` : did;
    await onStep(words, this.exploration(null));
    return failed;
  }

  #find(finding: Finding): void {
    const isKnown = this.#findings.some(
      ({ kind, at, of }) => kind === finding.kind && at === finding.at && of === finding.of,
    );
    if (!isKnown) this.#findings.push(finding);
  }

  async #standing(signal: AbortSignal): Promise<Standing> {
    const { session, memory } = this.#parts;
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
    if (!isReadable(observation)) throw unreadable(session, observation);
    const standing = memory.seen(session.device.serial, observation);
    if (!standing) throw unreadable(session, observation);
    return standing;
  }
}

/** Questions of the system about an action of the app: they belong to the app's paths. */
const OF_SYSTEM: ReadonlySet<string> = new Set(["permission", "chooser"]);

const walkSchema = z.object({ steps: z.array(z.string()) });
