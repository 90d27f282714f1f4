import { stringify } from "yaml";
import { REDACTED } from "../../base/redaction.js";
import { lookUp } from "../../base/word-table.js";
import { inOneLine } from "../../screen/label.js";
import type { InteractionStep } from "../../trace/protocol.js";
import { type ActionExtension, extensions } from "../../trace/x-fovea.js";
import { selectorOf, touchedPlace } from "./export-selector.js";
import { isMaestroKey } from "./press-key-command.js";

export interface ExportedFlow {
  /** The flow for `fovea run`. */
  readonly yaml: string;
  /** Steps without an equivalent, which are comments in the flow, and steps that only have a place as their target. */
  readonly notes: readonly ExportNote[];
}

export interface ExportNote {
  /** The number of the step, from 1. */
  readonly step: number;
  readonly why: string;
}

/** A flow has to name an app. If the trace does not name one, no exported command needs it. */
const NO_APP = "unknown";

/** A command as YAML data: its name, or a map with its name as the key. */
type Command = string | Readonly<Record<string, unknown>>;

/**
 * Makes a flow from a trace. An element is named by its id and its words, and by an index if several elements on its
 * screen had these; an element with neither is named by its place. Redacted texts become variables.
 */
export function flowOf(steps: readonly InteractionStep[]): ExportedFlow {
  const writer = new FlowWriter();
  for (const [place, step] of steps.entries()) writer.add(step, place + 1);
  return writer.end(appOf(steps[0]));
}

function appOf(step: InteractionStep | undefined): string | null {
  return step ? (extensions.state(step.visual_state)?.package ?? null) : null;
}

class FlowWriter {
  readonly #lines: string[] = [];
  readonly #notes: ExportNote[] = [];
  readonly #variables: string[] = [];
  /** Whether the flow uses something that Maestro does not support. */
  #isOwn = false;

  add(step: InteractionStep, number: number): void {
    const commands = commandsOf(step, {
      note: (why) => this.#note(number, why),
      variable: () => this.#variable(),
    });
    const { expect } = argsOf(extensions.action(step.action));
    if (step.rationale) this.#lines.push(`# ${inOneLine(step.rationale)}`);
    for (const [place, command] of commands.entries()) {
      const isLast = place === commands.length - 1;
      this.#isOwn ||= isLast && typeof expect === "string";
      const item = isLast && typeof expect === "string" ? withExpect(command, expect) : command;
      const text = stringify([item], { lineWidth: 0 }).trimEnd();
      this.#isOwn ||= hasOwnKey(text);
      this.#lines.push(text);
    }
  }

  end(appId: string | null): ExportedFlow {
    const head = { appId: appId ?? NO_APP, ...(this.#isOwn && { fovea: {} }) };
    const needed = this.#variables.map((name) => `# Needs --env ${name}=…: the trace does not hold it.`);
    const list = this.#lines.some((line) => line.startsWith("- ")) ? this.#lines : [...this.#lines, "[]"];
    const parts = [...needed, stringify(head).trimEnd(), "---", ...list];
    return { yaml: `${parts.join("\n")}\n`, notes: this.#notes };
  }

  #note(step: number, why: string): void {
    const words = inOneLine(why);
    this.#notes.push({ step, why: words });
    this.#lines.push(`# step ${step}: ${words}`);
  }

  #variable(): string {
    const name = `TEXT_${this.#variables.length + 1}`;
    this.#variables.push(name);
    return `\${${name}}`;
  }
}

/** Whether the command presses a key that Maestro does not have. */
function hasOwnKey(text: string): boolean {
  const key = /\bpressKey: (\w.*)$/m.exec(text)?.[1];
  return key !== undefined && !isMaestroKey({ key });
}

function withExpect(command: Command, expect: string): Command {
  return { ...(typeof command === "string" ? { [command]: {} } : command), expect: plainText(expect) };
}

interface Notes {
  readonly note: (why: string) => void;
  readonly variable: () => string;
}

type Exporter = (step: InteractionStep, args: Readonly<Record<string, unknown>>, notes: Notes) => readonly Command[];

function commandsOf(step: InteractionStep, notes: Notes): readonly Command[] {
  const extension = extensions.action(step.action);
  const tool = extension?.tool ?? lookUp(TOOL_OF, step.action.type) ?? step.action.type;
  const failed = extensions.step(step)?.error;
  if (failed) {
    notes.note(`${tool} failed when it was recorded (${failed.code}), and is left out`);
    return [];
  }
  const exporter = lookUp(EXPORTERS, tool);
  if (exporter) return exporter(step, argsOf(extension), notes);
  notes.note(`${tool} has no equivalent in a flow, and is left out`);
  return [];
}

/** The tools for actions in traces of other programs. */
const TOOL_OF: Readonly<Record<string, string>> = { click: "tap", type: "type_text" };

function argsOf(extension: ActionExtension | undefined): Readonly<Record<string, unknown>> {
  return extension?.args ?? {};
}

const EXPORTERS: Readonly<Record<string, Exporter>> = {
  tap: (step, args, notes) => {
    const target = targetOf(step, notes);
    if (!target) return [];
    const isLong = typeof args["hold_ms"] === "number" && args["hold_ms"] > 0;
    if (args["count"] === 3) notes.note("three taps in quick succession have no equivalent: the flow taps twice");
    const word = isLong ? "longPressOn" : Number(args["count"] ?? 1) > 1 ? "doubleTapOn" : "tapOn";
    return [{ [word]: target }];
  },
  type_text: (step, args, notes) => {
    const field = step.action.target_id ? targetOf(step, notes) : null;
    const text = step.action.text ?? (typeof args["text"] === "string" ? args["text"] : "");
    return [
      ...(field ? [{ tapOn: field }] : []),
      ...(args["clear"] === true ? ["eraseText"] : []),
      ...(text === "" ? [] : [{ inputText: text.includes(REDACTED) ? notes.variable() : plainText(text) }]),
      ...(args["submit"] === true ? [{ pressKey: "enter" }] : []),
    ];
  },
  press_key: (_step, args, notes) => {
    const key = String(args["key"] ?? "");
    if (key.includes(REDACTED)) return [{ inputText: notes.variable() }];
    if (args["long"] === true) {
      notes.note(`holding the key ${key} has no equivalent, and is left out`);
      return [];
    }
    const press = key.toLowerCase() === "back" ? "back" : { pressKey: key };
    const count = Number(args["count"] ?? 1);
    return [count > 1 ? { repeat: { times: count, commands: [press] } } : press];
  },
  swipe: (step, args, notes) => {
    if (typeof args["direction"] !== "string") return swipeBetween(step, notes);
    const from = args["target"] === undefined ? undefined : selectorOf(step);
    if (from === null)
      notes.note("the recording does not name what was swiped over: the swipe is done over the whole screen");
    return [{ swipe: { direction: args["direction"].toUpperCase(), ...(from && { from }) } }];
  },
  open_app: (_step, args, notes) => {
    if (args["activity"] !== undefined) notes.note("the activity cannot be named in a flow: the app itself is opened");
    return [{ launchApp: { appId: String(args["package"] ?? ""), stopApp: false } }];
  },
  close_app: (_step, args) => [{ stopApp: String(args["package"] ?? "") }],
  open_url: (_step, args) => [{ openLink: plainText(String(args["url"] ?? "")) }],
};

/** The element, or its place if the trace has nothing else. */
function targetOf(step: InteractionStep, notes: Notes): Readonly<Record<string, unknown>> | null {
  const selector = selectorOf(step);
  if (selector) return selector;
  const point = touchedPlace(step, 0);
  const { type } = step.action;
  notes.note(point ? `${type}: by its place alone` : `${type}: the recording names no target, so it is left out`);
  return point ? { point } : null;
}

function swipeBetween(step: InteractionStep, notes: Notes): readonly Command[] {
  const [start, end] = [touchedPlace(step, 0), touchedPlace(step, 1)];
  notes.note(
    start && end ? "swipe: by its places" : "swipe: the recording does not say where it went, so it is left out",
  );
  return start && end ? [{ swipe: { start, end } }] : [];
}

/** The text with `${` escaped, so that a flow does not evaluate it. */
export function plainText(text: string): string {
  return text.replaceAll("${", "\\${");
}
