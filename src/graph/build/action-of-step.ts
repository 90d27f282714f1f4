import { lookUp } from "../../base/word-table.js";
import type { InteractionStep } from "../../trace/protocol.js";
import { extensions } from "../../trace/x-fovea.js";
import type { ActionSig } from "../graph.js";
import { maskWords } from "../screen/mask-words.js";
import type { Part, ScreenFacts } from "../screen/screen-facts.js";
import type { Outcome, TakenAction } from "./graph-run.js";

/** The action of a step in a trace, and its outcome. `sensitive`: the class that the guard noted, if it noted one. */
export function actionOfStep(step: InteractionStep, screen: ScreenFacts, sensitive: string | null): TakenAction {
  const reported = extensions.step(step);
  const place = screen.parts.findIndex(({ name }) => name === step.action.target_id);
  return {
    action: sigOf(step, screen, place),
    target: place < 0 ? null : (step.action.target_id ?? null),
    outcome: outcomeOf(reported?.verdict?.kind ?? null, reported?.error !== undefined),
    durationMs: reported?.duration_ms ?? null,
    sensitive,
  };
}

/** The outcome of each kind of verdict; for the other kinds (`sent`, `uncertain`, `unknown`) it is unknown. */
const OUTCOME_OF: Readonly<Record<string, Outcome>> = {
  changed: "ok",
  no_effect: "noEffect",
  unexpected_window: "failed",
  app_crashed: "failed",
  app_not_responding: "failed",
};

/** The outcome by the verdict. Without verdicts a trace does not show the outcomes of its actions. */
function outcomeOf(verdict: string | null, hasFailed: boolean): Outcome {
  if (hasFailed) return "failed";
  return verdict === null ? "unknown" : (lookUp(OUTCOME_OF, verdict) ?? "unknown");
}

const TYPES: Readonly<Record<string, string>> = { click: "tap", type: "type", scroll: "scroll", launch_app: "open" };

function typeOf(type: string, args: Readonly<Record<string, unknown>>): string {
  const known = lookUp(TYPES, type);
  if (known) return known;
  const name = type.startsWith("x-") ? type.slice(type.indexOf(".") + 1) : type;
  if (name === "long_press") return "long";
  if (name === "double_tap") return "double";
  if (name === "press_key") return String(args["key"]).toLowerCase() === "back" ? "back" : "key";
  return name;
}

function sigOf({ action }: InteractionStep, screen: ScreenFacts, place: number): ActionSig {
  const args = extensions.action(action)?.args ?? {};
  const type = typeOf(action.type, args);
  return {
    type,
    ...targetSig(screen, place),
    detail: detailOf(type, args),
    slot: type === "type" ? "text" : null,
  };
}

type TargetSig = Pick<ActionSig, "role" | "idTail" | "label" | "isItem" | "ordinal">;
const NO_TARGET: TargetSig = { role: "", idTail: "", label: "", isItem: false, ordinal: null };

/** The target of an action as graphs name it: by id and words, else by its number among similar parts. */
export function targetSig({ parts }: ScreenFacts, place: number): TargetSig {
  const part = parts[place];
  if (!part) return NO_TARGET;
  const { role, idTail } = part;
  const like = parts.filter((other) => other.role === role && other.idTail === idTail);
  const label = part.isField ? "" : nameAmong(part, like);
  const isNamed = label !== "" || (idTail !== "" && !part.isListed);
  return { role, idTail, label, isItem: part.isListed, ordinal: isNamed ? null : like.indexOf(part) };
}

/**
 * The words of a part without figures, which may be counts. Figures stay if similar parts have the same words ("10
 * min").
 */
function nameAmong(part: Part, like: readonly Part[]): string {
  const plain = withoutFigures(part);
  const isOnly = plain !== "" && like.every((other) => other === part || withoutFigures(other) !== plain);
  return isOnly ? plain : part.words.toLowerCase();
}

function withoutFigures({ label }: Part): string {
  return label.replace(FIGURES, " ").replace(/ +/g, " ").trim();
}

const FIGURES = /[\s(,]?[\s(]?#\)?/g;

/** The detail of an action. Web addresses are left out, since they may contain secrets. */
function detailOf(type: string, args: Readonly<Record<string, unknown>>): string {
  const given =
    type === "open"
      ? (args["package"] ?? args["app"])
      : type === "scroll" || type === "swipe"
        ? args["direction"]
        : null;
  if (type === "type") return args["submit"] === true ? "submit" : "";
  if (type === "key") return maskWords(String(args["key"]));
  return typeof given === "string" ? given.slice(0, 100) : "";
}
