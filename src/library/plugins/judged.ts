import { FoveaError } from "../../base/errors.js";
import { matchElements } from "../../screen/match.js";
import type { MatchSource } from "../../screen/match-source.js";
import { hasTree } from "../../screen/readable.js";
import { type NamedCondition, parseElement } from "../../screen/selector.js";
import { publicElement } from "../screen.js";
import type { JudgedScreen, VerifierFunction } from "../types.js";

interface Verifier {
  readonly source: string;
  readonly name: string;
  readonly verifier: VerifierFunction;
}

/**
 * A verifier's function as a condition. Errors of `holds`: PLUGIN_FAILED if it throws, or gives anything but true,
 * false or null.
 */
export function judged({ source, name, verifier }: Verifier): NamedCondition {
  const holds = (seen: MatchSource): boolean | null => {
    const failed = (why: string, cause?: unknown) =>
      new FoveaError("PLUGIN_FAILED", `the verifier ${name} of the plug-in ${source} ${why}`, { cause });
    if (seen.hierarchySource === "none") return null;
    const absence = { isAssumed: false };
    let said: unknown;
    try {
      said = verifier(screenFor(seen, absence));
    } catch (cause) {
      throw failed(`threw: ${cause instanceof Error ? cause.message : String(cause)}`, cause);
    }
    if (said === true || said === false || said === null) return absence.isAssumed ? null : said;
    throw failed("gave neither true, false nor null");
  };
  return { kind: "judged", name, holds };
}

/**
 * The screen for a verifier. Without a hierarchy, an element that `find` does not find may still be there: then the
 * verifier's answer is unknown.
 */
function screenFor(seen: MatchSource, absence: { isAssumed: boolean }): JudgedScreen {
  const { activeWindow, ime, elements } = seen;
  const hasHierarchy = hasTree(seen);
  return Object.freeze({
    hasHierarchy,
    elements: elements.map(publicElement),
    app: activeWindow && { package: activeWindow.package, activity: activeWindow.activity },
    isKeyboardShown: ime?.visible ?? null,
    find: (selector: string) => {
      const found = matchElements(parseElement(selector), elements, seen).map(publicElement);
      if (found.length === 0 && !hasHierarchy) absence.isAssumed = true;
      return found;
    },
  });
}
