import { type Expected, type ExpectedResult, expecting } from "../actions/conditions/expecting.js";
import type { ActResult, By } from "../actions/proof/performed.js";
import { FoveaError } from "../base/errors.js";
import { type PictureChange, renderDiff } from "../screen/diff-text.js";
import { renderHeader } from "../screen/header.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE } from "../screen/outline.js";
import { isReadable } from "../screen/readable.js";
import { renderScreen } from "../screen/screen-text.js";
import { type Condition, type ConditionWords, parseCondition } from "../screen/selector.js";
import { settledLines } from "../screen/settled.js";
import type { Session } from "../session/session.js";
import type { ToolAnswer } from "../tool-contract/tool.js";

/** Only the companion's ways are named in an answer; all other ways are usual. */
const OF_COMPANION: ReadonlySet<By> = new Set<By>(["click", "gesture", "text", "action"]);

interface Asked {
  readonly expect?: string | undefined;
  readonly answer?: "none" | undefined;
  readonly words?: ConditionWords | undefined;
}

/** Whether `answer` asks to send an action without reading its result. */
export function onlySent({ answer }: Asked): { readonly onlySends: boolean } {
  return { onlySends: answer === "none" };
}

/**
 * Performs an action, after which the condition `expect`, if given, has to become true. Errors: SELECTOR_SYNTAX before
 * anything is done, and INVALID_ARGUMENT if the result is not to be read; those of the action; EXPECTATION_FAILED with
 * what was done and the current screen.
 */
export function acted(
  session: Session,
  { expect, answer, words }: Asked,
  perform: () => Promise<ActResult>,
  signal: AbortSignal,
): Promise<ActResult | ExpectedResult> {
  if (expect !== undefined && answer !== undefined)
    throw new FoveaError(
      "INVALID_ARGUMENT",
      'give either `expect` or `answer: "none"`: without an observation nothing can be checked',
    );
  return expect === undefined ? perform() : expected(session, parseCondition(expect, words), perform, signal);
}

async function expected(
  session: Session,
  condition: Condition,
  perform: () => Promise<ActResult>,
  signal: AbortSignal,
): Promise<ExpectedResult> {
  const result = await expecting(session, condition, perform, signal);
  if (result.expected.outcome === "met") return result;
  throw expectationFailed(session, result);
}

function expectationFailed(session: Session, { expected, ...result }: ExpectedResult): FoveaError {
  const { condition, outcome, waitedMs, doubt } = expected;
  const but = outcome === "failed" ? "is not true" : "is unknown";
  const why = doubt === undefined ? "" : `: ${doubt}`;
  const message = `${result.did}; but ${condition} ${but} after ${waitedMs} ms${why} (${verdictLine(result.verdict)})`;
  return new FoveaError("EXPECTATION_FAILED", message, {
    device: session.device.serial,
    attemptedAction: result.did,
    visualContext: screenAfter(result),
  });
}

/** The answer of every action: what it did, where, and what differs on the screen now. */
export function actAnswer(result: ActResult | ExpectedResult): ToolAnswer {
  const { did, points, by, notes, settled, verdict, field: _, ...seen } = result;
  const expected = "expected" in result ? [expectedLine(result.expected)] : [];
  const at = points.map((point) => `${point.x},${point.y}`).join(" to ");
  const how = OF_COMPANION.has(by) ? ` by ${by}` : "";
  const lines = [
    `${did}${at === "" || did.endsWith(` ${at}`) ? "" : ` at ${at}`}${how}`,
    ...notes,
    ...(settled ? settledLines(settled) : []),
    verdictLine(verdict, notes),
    ...expected,
    ...(verdict.kind === "sent" ? [] : [screenAfter(seen)]),
  ];
  return { text: lines.join("\n") };
}

/** The verdict with its evidence, except for evidence that `notes` of the same answer already contain. */
export function verdictLine(
  { kind, evidence }: { readonly kind: string; readonly evidence: readonly string[] },
  notes: readonly string[] = [],
): string {
  const said = evidence.filter((one) => !notes.some((note) => note.startsWith(`! ${one}`)));
  return said.length === 0 ? kind : `${kind}: ${said.join(", ")}`;
}

function expectedLine({ condition, waitedMs, heldBefore }: Expected): string {
  const late = waitedMs > 0 ? ` after ${waitedMs} ms` : "";
  return `true: ${condition}${late}${heldBefore === true ? " (as it was before)" : ""}`;
}

/** The header, and the changes since the screen was last shown to a caller; the whole screen if it never was. */
export function screenAfter({
  before,
  after,
  picture,
}: {
  readonly before: Observation | null;
  readonly after: Observation | null;
  readonly picture: PictureChange;
}): string {
  if (!after) return "! there was no time left to read the screen afterwards: observe before the next action";
  if (!isReadable(after)) {
    return `${renderHeader(after)}\n(the elements could not be read, so it is unknown what changed; a screenshot may show it)`;
  }
  const name = after.observationId;
  if (before) return `${renderHeader(after, name)}\n${renderDiff(before, after, DEFAULT_OUTLINE, picture)}`;
  return renderScreen(after, DEFAULT_OUTLINE, name);
}

/** The answer for programs: what was done, and the whole observation after it. */
export function actJson({
  after,
  before: _before,
  picture: _picture,
  ...reported
}: ActResult | ExpectedResult): unknown {
  return { ...reported, observation: after };
}
