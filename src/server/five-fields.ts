import type { ErrorContext, FoveaError } from "../base/errors.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { renderScreen } from "../screen/screen-text.js";

/** The call that failed. */
interface FailedCall {
  readonly tool: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** The phone that the call used. */
interface Used {
  readonly device: { readonly serial: string };
  readonly lastObservation: Observation | null;
}

/** The fields of an error for programs, each in words. */
export interface ToolError {
  readonly code: string;
  readonly message: string;
  readonly visualContext: string;
  readonly attemptedAction: string;
  readonly elementDescription: string;
  readonly recoverySuggestions: readonly string[];
}

const NO_SCREEN = "no screen was read for this call";
const NO_ELEMENT = "the call names no element";
const MOST_CHARS = 1_500;

/** Arguments that describe a call, in the order of a sentence; typed texts are not among them. */
const ABOUT = ["direction", "target", "from", "to", "query", "condition", "package", "within", "percent"];
/** Arguments that name an element. */
const ELEMENT = ["target", "query", "from", "condition", "within"];

/** The same failure with all fields. Fields that it does not have are made from the call, and listed in `filledIn`. */
export function withFiveFields(error: FoveaError, call: FailedCall, used: Used | null): FoveaError {
  const { context } = error;
  const fields = {
    attemptedAction: wordsOf(call),
    elementDescription: firstText(call.inputs, ELEMENT) ?? NO_ELEMENT,
    visualContext: screenOf(used?.lastObservation ?? null),
  };
  const filled = [...FIELDS.filter((name) => context[name] === undefined)];
  const own: ErrorContext = Object.fromEntries(filled.map((name) => [name, fields[name]]));
  const device = context.device ?? used?.device.serial;
  const filledIn = [...(context.filledIn ?? []), ...filled];
  return error.with({ ...own, ...(device !== undefined && { device }), ...(filledIn.length > 0 && { filledIn }) });
}

const FIELDS = ["attemptedAction", "elementDescription", "visualContext"] as const;

/** The fields of a failure as data. A field that is unknown has a text for that. */
export function toolErrorOf(error: FoveaError): ToolError {
  const { code, message, context, recoverySuggestions } = error;
  return {
    code,
    // The message may repeat words of the caller, which may be as long as a request.
    message: cut(message, LONGEST_MESSAGE),
    visualContext: context.visualContext ?? NO_SCREEN,
    attemptedAction: context.attemptedAction ?? "nothing was attempted",
    elementDescription: context.elementDescription ?? NO_ELEMENT,
    recoverySuggestions: recoverySuggestions.map((one) => cut(one, LONGEST_MESSAGE)),
  };
}

function wordsOf({ tool, inputs }: FailedCall): string {
  const about = ABOUT.flatMap((name) => {
    const value = inputs[name];
    if (typeof value !== "string" && typeof value !== "number") return [];
    return [name === "to" ? `to ${value}` : String(value)];
  });
  return cut([tool, ...about].join(" "));
}

function firstText(inputs: FailedCall["inputs"], names: readonly string[]): string | undefined {
  const value = names.map((name) => inputs[name]).find((one) => typeof one === "string" && one !== "");
  return typeof value === "string" ? cut(value) : undefined;
}

const LONGEST = 80;
const LONGEST_MESSAGE = 4_000;

function cut(text: string, most = LONGEST): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function screenOf(seen: Observation | null): string {
  if (seen === null) return NO_SCREEN;
  return `as last read at ${seen.timestamp}:\n${renderScreen(seen, { ...DEFAULT_OUTLINE, maxChars: MOST_CHARS })}`;
}
