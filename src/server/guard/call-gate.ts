import { FoveaError } from "../../base/errors.js";
import { appOf, classify } from "../../guard/classify.js";
import type { Decision, Finding } from "../../guard/decision.js";
import { describeAction, describeFinding } from "../../guard/describe-decision.js";
import type { ActGate, Gate, GateQuestion } from "../../guard/gate.js";
import { type Entry, type GuardMode, type Ruling, rule } from "../../guard/modes.js";
import type { Policy } from "../../guard/policy.js";
import { subjectOf } from "../../guard/subject.js";
import { readTargets, type TargetFacts } from "../../guard/target-facts.js";
import { describeSentData } from "../../guard/what-goes.js";
import { consentSubject as digestOf } from "../consents.js";
import type { AskedAction } from "./asked-action.js";
import type { GuardLine } from "./guard-log.js";

/** What somebody agreed to, and who agreed. */
export interface Agreement {
  readonly subject: string;
  readonly by: "user" | "confirm_action";
  /** Uses up the agreement; false if it was used before. */
  readonly use: () => boolean;
}

/** The parts of a process's guard that a gate uses. */
export interface GateGuard {
  readonly entry: Entry;
  readonly mode: GuardMode;
  readonly policy: Policy;
  /** Whether the guard may stop an action. */
  readonly holds: boolean;
  /** Whether a tool's commands to the package manager need no question. */
  isCommandAllowed(tool: string): boolean;
  /** Logs one decision. */
  write(line: GuardLine): void;
}

/** The gate of one call. Every action of the call passes it. An action that somebody agreed to passes once. */
export class CallGate implements Gate {
  readonly #guard: GateGuard;
  #agreement: Agreement | null = null;
  #isAnswered = false;
  #asked: AskedAction | null = null;
  #last: GuardLine | null = null;
  #acts = 0;
  #isCommandAgreed = false;
  #isRaised = false;

  constructor(guard: GateGuard) {
    this.#guard = guard;
  }

  get readsScreen(): boolean {
    return this.#guard.holds || this.#isRaised;
  }

  get isAgreed(): boolean {
    return this.#agreement !== null;
  }

  /** The last action that needed somebody's agreement. */
  get asked(): AskedAction | null {
    return this.#asked;
  }

  /** How many actions of the call have passed. */
  get acts(): number {
    return this.#acts;
  }

  begin(): ActGate {
    const passed = new Map<string, Ruling>();
    return { pass: (question) => this.#pass(question, passed) };
  }

  /** From now on, somebody is asked about each action, whatever its class: the caller requested this. */
  raise(): void {
    this.#isRaised = true;
  }

  /** Notes that somebody agreed to a command to the package manager. */
  agreeToCommand(): void {
    this.#isCommandAgreed = true;
  }

  /** Notes that somebody agreed to an action, which passes once. */
  agree(agreement: Agreement): void {
    this.#agreement = agreement;
  }

  /** Notes that the call came with an answer: the action has to be the one that the answer is about. */
  expectAgreement(): void {
    this.#isAnswered = true;
  }

  /** Logs the outcome of the last action that needed somebody's agreement. */
  note(outcome: "asked" | "blocked" | "declined" | "void"): void {
    if (this.#last) this.#guard.write({ ...this.#last, outcome, by: outcome === "declined" ? "user" : "rule" });
    this.#last = null;
  }

  #pass(question: GateQuestion, passed: Map<string, Ruling>): void {
    this.#judge(question, passed);
    if (question.isPlanned !== true) this.#acts += 1;
  }

  #judge(question: GateQuestion, passed: Map<string, Ruling>): void {
    const { mode, policy } = this.#guard;
    // A policy, and a question that the caller requested, apply in every mode.
    const isOff = mode === "off";
    if (isOff && policy.length === 0 && !this.#isRaised && !this.#isAnswered) return;
    const { action, screen } = question;
    const targets = readTargets(action, screen);
    const target = targets[0] ?? null;
    const app = appOf(action, screen, target);
    const decision = classify(action, screen);
    const { element } = target ?? {};
    const facts = {
      package: app.package,
      id: element?.resourceId?.split("/").at(-1) ?? null,
      labels: element?.labels ?? [],
    };
    const { ruling: ruled, finding } = rule(decision.findings, facts, { mode, policy });
    const ruling = this.#isRaised && (ruled === "pass" || ruled === "note") ? "confirm" : ruled;
    if (ruling === "pass" && (decision.class === null || isOff) && !this.#isAnswered) return;
    const subject = digestOf(subjectOf(question, targets));
    if (passed.get(subject) === ruling) return;
    const line = this.#lineOf(question, decision, finding ?? decision.findings[0] ?? null);
    this.#decide({
      question,
      target,
      subject,
      ruling,
      finding,
      line: { ...line, action: describeAction(action, target, app), ...app },
    });
    if (question.isPlanned !== true) passed.set(subject, ruling);
  }

  #decide({ question, target, subject, ruling, finding, line }: Deciding): void {
    const { serial: device, call } = question;
    const goes = describeSentData(finding, question.action, { target, screen: question.screen });
    const words = `${line.action} on ${device}: ${describeFinding(finding)}${goes === null ? "" : `; ${goes}`}`;
    if (ruling === "refuse") {
      this.#guard.write({ ...line, outcome: "blocked", by: "rule" });
      throw new FoveaError("ACTION_BLOCKED", `the guard does not let this pass, so nothing was done: ${words}`, {
        device,
      });
    }
    if (question.isPlanned === true) {
      this.#last = line;
      return;
    }
    if (ruling === "confirm" || ruling === "person") {
      if (this.#takeAgreement(subject, line, ruling)) return;
      this.#last = line;
      this.#asked = { call, device, words, subject, isForPerson: ruling === "person", isRaised: this.#isRaised };
      throw new FoveaError("CONFIRMATION_REQUIRED", `nothing was done: ${words}`, { device });
    }
    if (this.#isAnswered) throw this.#void(line, "the action is no longer the one that the user was asked about");
    this.#guard.write({ ...line, outcome: ruling === "note" ? "noted" : "passed", by: "rule" });
  }

  /** Whether somebody agreed to exactly this action. Errors: CONSENT_STALE if the agreement is about another action. */
  #takeAgreement(subject: string, line: GuardLine, ruling: Ruling): boolean {
    const { tool } = line;
    if (this.#guard.isCommandAllowed(tool) || (this.#isCommandAgreed && isCommand(tool))) {
      this.#guard.write({ ...line, outcome: "confirmed", by: this.#isCommandAgreed ? "user" : "policy" });
      return true;
    }
    const agreement = this.#agreement;
    if (agreement === null) return false;
    this.#agreement = null;
    this.#isAnswered = false;
    if (agreement.by === "confirm_action" && ruling === "person") return false;
    if (agreement.subject !== subject)
      throw this.#void(line, "the screen or the target is no longer the one that the user was asked about");
    if (!agreement.use()) throw this.#void(line, "this answer was used before");
    this.#guard.write({ ...line, outcome: "confirmed", by: agreement.by });
    return true;
  }

  #void(line: GuardLine, why: string): FoveaError {
    this.#guard.write({ ...line, outcome: "void", by: "rule" });
    const hint = "Observe, and call the action again if it is still wanted: the user is asked again.";
    return new FoveaError("CONSENT_STALE", `nothing was done: ${why}`, { device: line.device, hint });
  }

  #lineOf(
    { serial, call }: GateQuestion,
    { severity }: Decision,
    finding: Finding | null,
  ): Omit<GuardLine, "action" | "package" | "activity"> {
    const about = {
      class: finding?.class ?? null,
      severity: finding?.severity ?? severity,
      signals: finding?.signals ?? [],
    };
    return { entry: this.#guard.entry, device: serial, tool: call.tool, ...about, outcome: "asked", by: "rule" };
  }
}

/** Tools that send commands to the package manager. They ask with their own questions before. */
const COMMANDS: ReadonlySet<string> = new Set(["install_app", "uninstall_app", "clear_app_data"]);

export function isCommand(tool: string): boolean {
  return COMMANDS.has(tool);
}

interface Deciding {
  readonly question: GateQuestion;
  readonly target: TargetFacts | null;
  readonly subject: string;
  readonly ruling: Ruling;
  readonly finding: Finding | null;
  readonly line: GuardLine;
}
