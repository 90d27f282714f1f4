import * as z from "zod";
import { deviceToday } from "../actions/targets/device-today.js";
import { unreadable } from "../actions/targets/refuse-screen.js";
import { markedText } from "../answers/marked-text.js";
import { modelPicture, picturePreference } from "../answers/model-picture.js";
import { pictureNote } from "../answers/picture-note.js";
import { canvasNote, missingBars } from "../answers/screen-notes.js";
import { VISION_MODES } from "../base/options/choices.js";
import { inOneGo, inTurns } from "../base/steps.js";
import { giveWay, isLarge } from "../observe/give-way.js";
import { observe as look } from "../observe/observe.js";
import type { ObserveRequest } from "../observe/observe-request.js";
import type { UiElement } from "../screen/element.js";
import { fieldsNote } from "../screen/fields-note.js";
import type { Observation } from "../screen/observation.js";
import { DEFAULT_OUTLINE, type OutlineOptions, renderOutline, shownElements } from "../screen/outline.js";
import { isReadable } from "../screen/readable.js";
import { renderScreen, type ScreenSince, screenSince } from "../screen/screen-text.js";
import { parseElement } from "../screen/selector.js";
import { OVERTAKEN } from "../session/overtaken.js";
import type { Session } from "../session/session.js";
import { deviceField } from "../tool-contract/fields.js";
import { markFields, markOptions } from "../tool-contract/mark-options.js";
import { defineTool } from "../tool-contract/tool.js";
import { USUAL_SIZE } from "../vision/picture-size.js";

const input = z.strictObject({
  device: deviceField,
  image: z.boolean().optional().describe("Add a screenshot"),
  ...markFields,
  within: z
    .string()
    .max(500)
    .optional()
    .describe("Only, e.g. e40")
    .meta({ help: "Only this element and what is in it, e.g. e40" }),
  max_chars: z
    .number()
    .int()
    .min(200)
    .max(200_000)
    .optional()
    .describe("default 10000")
    .meta({ help: "Longest outline, default 10000" }),
  system_bars: z.boolean().optional().describe("Also system bars").meta({ help: "Also status and navigation bar" }),
  details: z
    .array(z.enum(["bounds", "ids", "classes"]))
    .max(3)
    .optional()
    .describe("Per line")
    .meta({ help: "Details in each line" }),
  frame_stats: z
    .enum(["off", "read", "reset"])
    .optional()
    .describe("default read")
    .meta({ help: "Frame statistics of the app; by default only without the companion" }),
  fresh: z.boolean().optional().describe("Use no cache").meta({ help: "Read everything again; use no cache" }),
  full: z.boolean().optional().describe("All lines"),
  vision: z
    .enum(VISION_MODES)
    .optional()
    .describe("Ask detectors")
    .meta({ help: "Also what detectors find; auto: where the hierarchy is poor" }),
});

/** Whether the arguments request more than the usual outline: then the whole screen is shown. */
function asksForWhole(args: z.output<typeof input>): boolean {
  const { full, within, max_chars: maxChars, system_bars: systemBars, details = [] } = args;
  return full === true || within !== undefined || maxChars !== undefined || systemBars === true || details.length > 0;
}

/**
 * After this many answers with changes only, the whole screen is shown again: a model's client may have dropped earlier
 * answers. An outline has a few hundred tokens: once in this many answers, it costs about as much as one line in each.
 */
const MOST_ANSWERS = 20;
/**
 * After this pause, another conversation may have begun over the same connection, so the whole screen is shown again.
 * Providers cache the text of a conversation for about as long: afterwards the whole conversation is paid at the full
 * price again, and the outline is a small part of it.
 */
const LONGEST_PAUSE_MS = 5 * 60_000;

/** The changes since the caller was shown the whole screen; null if the whole screen has to be shown. */
async function differenceOf(
  session: Session,
  observation: Observation,
  asksForFrames: boolean,
): Promise<ScreenSince | null> {
  const { reported } = session;
  if (reported === null || reported.answers >= MOST_ANSWERS || !isReadable(observation)) return null;
  if (performance.now() - reported.at > LONGEST_PAUSE_MS) return null;
  const steps = screenSince(observation, { before: reported.observation, name: reported.name, asksForFrames });
  if (!isLarge(observation.viewHierarchy)) return inOneGo(steps);
  const difference = await inTurns(steps);
  // If another call of this caller was answered meanwhile, these are not the changes since that answer.
  return session.reported === reported ? difference : null;
}

/** Notes the screen that the caller is shown now: later answers report the changes from it. */
function noteShown(
  session: Session,
  { observation, different }: { readonly observation: Observation; readonly different: ScreenSince | null },
  maxChars = DEFAULT_OUTLINE.maxChars,
): void {
  if (different) {
    const { reported } = session;
    session.noteReported(observation, different.isSame && reported ? { name: reported.name } : {});
    return;
  }
  const isCut = maxChars < DEFAULT_OUTLINE.maxChars && renderOutline(observation).length > maxChars;
  session.noteReported(observation, { answers: isCut ? Number.POSITIVE_INFINITY : 0 });
}

export const observe = defineTool({
  name: "observe",
  title: "Observe the screen",
  description: "Look at the screen: refs, roles, labels, states of elements; later what changed.",
  slim: { description: "Look at the phone's screen; gives refs", fields: ["full"] },
  kind: "read",
  destructive: false,
  idempotent: true,
  deadlineMs: 50_000,
  example: { image: true, full: true },
  input,
  run: async (args, context, signal) => {
    const within = args.within === undefined ? null : parseElement(args.within);
    const preference = markOptions(args);
    const session = await context.session(args.device, signal);
    const isPictured = args.image === true || preference !== null;
    const picture = isPictured ? picturePreference(session, USUAL_SIZE, preference) : null;
    const request: ObserveRequest = {
      ...(picture && { picture }),
      hierarchy: true,
      screenshot: isPictured ? true : "unlessLive",
      frameStats: args.frame_stats ?? "unlessLive",
      fresh: args.fresh === true ? "forced" : false,
      vision: args.vision ?? "session",
    };
    const result = await look(session, request, signal);
    const { observation } = result;
    const isOvertaken = session.wasOvertaken;
    if (within && !isReadable(observation)) throw unreadable(session, observation);
    const options = { ...DEFAULT_OUTLINE, systemBars: args.system_bars ?? false, within: null as string | null };
    if (within) {
      const { chooseElement } = await import("../actions/targets/choose-element.js");
      const screen = { observation, today: await deviceToday(session, [within], signal), isToRead: true };
      options.within = chooseElement(session, within, screen).element.ref;
    }
    const offered = new Set(shownElements(observation.elements, options));
    const isOffered = (element: UiElement) => offered.has(element);
    const asked = { size: USUAL_SIZE, preference, isOffered };
    const lastScreenshotSent = isPictured ? await modelPicture(session, result, asked, signal) : null;
    const { image, marked } = lastScreenshotSent ?? { image: undefined, marked: null };
    if (image) {
      const said = marked ? markedText(marked, observation, "") : pictureNote(image, observation);
      session.lastScreenshotSent.note({ image, said, observationId: observation.observationId });
    }
    const bars = args.system_bars === true ? missingBars(observation) : null;
    // The answer to an aborted call may never be read.
    const isWhole = signal.aborted || preference !== null || asksForWhole(args);
    const different = isWhole ? null : await differenceOf(session, observation, args.frame_stats !== undefined);
    if (!signal.aborted && !within && isReadable(observation))
      noteShown(session, { observation, different }, args.max_chars);
    await giveWay(observation.viewHierarchy);
    return { observation, image, marked, bars, within: options.within, isOvertaken, different };
  },
  render: ({ observation, image, marked, bars, within, isOvertaken, different }, args) => {
    const options: OutlineOptions = {
      maxChars: args.max_chars ?? DEFAULT_OUTLINE.maxChars,
      systemBars: args.system_bars ?? false,
      details: args.details ?? [],
      within,
    };
    const notes = [
      within === null ? canvasNote(observation) : null,
      different === null ? fieldsNote(observation) : null,
      bars && `(${bars.message})`,
      isOvertaken ? OVERTAKEN : null,
    ];
    const name = within === null && isReadable(observation) ? observation.observationId : null;
    const screen = different?.text ?? renderScreen(observation, options, name);
    const text = [screen, ...notes.filter((note) => note !== null)].join("\n");
    if (marked) return { text: `${text}\n${markedText(marked, observation, text)}`, image: marked.image };
    if (!image) return { text };
    return { text: `${text}\n${pictureNote(image, observation)}`, image };
  },
  toJson: ({ observation, bars }) => (bars ? { ...observation, errors: [...observation.errors, bars] } : observation),
});
