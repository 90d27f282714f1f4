import * as z from "zod";
import { deviceToday } from "../actions/targets/device-today.js";
import { unreadable } from "../actions/targets/refuse-screen.js";
import { observe } from "../observe/observe.js";
import { OBSERVE_TREE } from "../observe/observe-request.js";
import type { UiElement } from "../screen/element.js";
import { renderHeader } from "../screen/header.js";
import { type Healing, resolveStored, storedMatches } from "../screen/heal.js";
import { matchElements, similarElements } from "../screen/match.js";
import type { Observation } from "../screen/observation.js";
import { nameElement, renderElement } from "../screen/outline.js";
import { parseElementOrQuery } from "../screen/plain-language.js";
import { answerQuery, explain } from "../screen/query/answer.js";
import { distinguish } from "../screen/query/distinguish.js";
import { isReadable } from "../screen/readable.js";
import type { ElementSelector } from "../screen/selector-element.js";
import { storedSelectorsOf } from "../screen/stored-selector.js";
import { deviceField, minConfidenceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const MOST_MATCHES = 50;
/** How many characters of a label are shown at most. */
const LONGEST_LABEL = 500;
/** The most characters of an answer: not more than those of an outline. */
const MOST_CHARS = 10_000;
/** How many containers of a match are shown at most; lines that are nested deeper are not indented further. */
const MOST_AROUND = 12;
const DEEPEST = 40;
const MOST_SIMILAR = 5;
const MOST_SCROLLABLE = 10;

/** A line of the answer; `isMatch` is false for a container of a match. */
interface FoundLine {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * The matches and their containers, without repetitions, in reading order and indented as in the outline; matches have
 * their bounds.
 */
function treeOf(
  matches: readonly UiElement[],
  elements: readonly UiElement[],
  notes: ReadonlyMap<string, string>,
): readonly FoundLine[] {
  const byRef = new Map(elements.map((one) => [one.ref, one]));
  const parentOf = ({ parent }: UiElement) => (parent === null ? undefined : byRef.get(parent));
  const wanted = new Set<UiElement>();
  for (const match of matches) {
    let around: UiElement | undefined = match;
    for (let count = 0; around && count <= MOST_AROUND; count += 1) {
      wanted.add(around);
      around = parentOf(around);
    }
  }
  const found = new Set(matches);
  const levels = new Map<string, number>();
  return elements.flatMap((element) => {
    const level = element.parent === null ? 0 : (levels.get(element.parent) ?? -1) + 1;
    levels.set(element.ref, level);
    if (!wanted.has(element)) return [];
    const isMatch = found.has(element);
    const line = renderElement(element, parentOf(element), isMatch ? ["bounds"] : [], LONGEST_LABEL);
    const text = `${"  ".repeat(Math.min(level, DEEPEST))}${line}${notes.get(element.ref) ?? ""}`;
    return [{ text, isMatch }];
  });
}

/** The first lines that fit into an answer. */
function firstThatFit(lines: readonly FoundLine[]): readonly FoundLine[] {
  let used = 0;
  const end = lines.findIndex(({ text }) => {
    used += text.length + 1;
    return used > MOST_CHARS;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function nothing(nearest: readonly string[], elements: readonly UiElement[]): string {
  const also = nearest.length > 0 ? `; similar: ${nearest.join("; ")}` : "";
  const scrollable = elements.filter((element) => element.actions.includes("scroll")).map((element) => element.ref);
  const others = scrollable.length > MOST_SCROLLABLE ? ` and ${scrollable.length - MOST_SCROLLABLE} more` : "";
  const refs = scrollable.slice(0, MOST_SCROLLABLE).join(", ");
  const more = scrollable.length > 0 ? `; ${refs}${others} can be scrolled` : "";
  return `(nothing matches among ${elements.length} elements${also}${more})`;
}

/** The matches with their reasons; if there are none, the names of similar elements. */
interface Found {
  readonly observation: Observation;
  readonly matches: readonly Match[];
  readonly similar: readonly string[];
}

interface Match {
  readonly element: UiElement;
  /** The score of a plain phrase or a stored selector, and its reasons. */
  readonly score: number | null;
  readonly reasons: readonly string[];
}

interface Sought {
  readonly observation: Observation;
  readonly today: string | null;
  readonly leastScore: number | undefined;
}

function search(selector: ElementSelector, { observation, today, leastScore }: Sought): Found {
  const { elements } = observation;
  const screen = { ...observation, today, ...(leastScore === undefined ? {} : { leastScore }) };
  if ("query" in selector) {
    const { matches, guesses } = answerQuery(selector.query, screen);
    return {
      observation,
      matches,
      similar: guesses.map((one) => `${nameElement(one.element)} (${explain(one)})`),
    };
  }
  if ("stored" in selector) {
    const { guesses } = resolveStored(selector.stored, observation);
    const inWords = ({ element, score, changed }: Healing) => ({
      element,
      score,
      reasons: changed.map((name) => `other ${name}`),
    });
    return {
      observation,
      matches: storedMatches(selector.stored, screen).map(inWords),
      similar: guesses.map(({ element }) => nameElement(element)),
    };
  }
  const matches = matchElements(selector, elements).map((element) => ({ element, score: null, reasons: [] }));
  const similar = matches.length > 0 ? [] : similarElements(selector, elements).slice(0, MOST_SIMILAR);
  return { observation, matches, similar: similar.map((element) => nameElement(element)) };
}

/**
 * Notes for the lines of elements that a phrase or a stored selector found: how certain the match is, and how several
 * matches differ.
 */
function notesOf({ observation, matches }: Found): ReadonlyMap<string, string> {
  const isScored = matches.some(({ score }) => score !== null);
  const all = matches.map(({ element }) => element);
  const apart = isScored && matches.length > 1 ? distinguish(all, observation, MOST_MATCHES) : [];
  return new Map(
    matches.flatMap(({ element, score, reasons }, place) => {
      if (score === null) return [];
      const words = [
        explain({ element, score, reasons: reasons.length > 0 ? reasons : ["nothing differs"] }),
        ...apart.slice(place, place + 1),
      ];
      return [[element.ref, ` (${words.join("; ")})`] as const];
    }),
  );
}

export const find = defineTool({
  name: "find",
  title: "Find elements",
  description: "Find elements, their bounds and what is around.",
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  example: { query: 'radio "Plus"' },
  input: z.strictObject({
    device: deviceField,
    query: z
      .string()
      .min(1)
      .max(2_000)
      .describe('e.g. button "Save", ~"sav", id/login, or plain words: delete on row Milk')
      .meta({ help: 'e.g. button "Save", ~"sav" for a part, id/login, or plain words: delete on row Milk' }),
    min_confidence: minConfidenceField,
  }),
  run: async (args, context, signal) => {
    const selector = parseElementOrQuery(args.query);
    const session = await context.session(args.device, signal);
    const { observation } = await observe(session, { ...OBSERVE_TREE, screenshot: "unlessLive" }, signal);
    if (!isReadable(observation)) throw unreadable(session, observation);
    const today = await deviceToday(session, [selector], signal);
    return search(selector, { observation, today, leastScore: args.min_confidence });
  },
  render: (found) => {
    const { elements } = found.observation;
    const header = renderHeader(found.observation);
    if (found.matches.length === 0) return { text: `${header}\n${nothing(found.similar, elements)}` };
    const some = found.matches.slice(0, MOST_MATCHES).map(({ element }) => element);
    const lines = firstThatFit(treeOf(some, elements, notesOf(found)));
    const left = found.matches.length - lines.filter(({ isMatch }) => isMatch).length;
    const more = left > 0 ? [`(${left} more)`] : [];
    return { text: [header, ...lines.map(({ text }) => text), ...more].join("\n") };
  },
  toJson: ({ observation, matches }) => {
    const stored = new Map(storedSelectorsOf(observation).map((one, place) => [observation.elements[place]?.ref, one]));
    return {
      observationId: observation.observationId,
      matches: matches.map(({ element, score, reasons }) => ({
        ...element,
        ...(score === null ? {} : { score, reasons }),
        selector: stored.get(element.ref),
      })),
    };
  },
});
