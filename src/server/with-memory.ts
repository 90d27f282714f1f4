import { contextOf } from "../live-memory/context.js";
import { withLearnt } from "../live-memory/learnt.js";
import type { LiveMemory } from "../live-memory/live-memory.js";
import type { Session } from "../session/session.js";
import type { ToolOutcome } from "../tool-contract/tool.js";

/** Tools whose answers name the known screen that the phone shows. */
const LOOKS: ReadonlySet<string> = new Set(["observe", "wait_for"]);

/**
 * The same outcome with facts of the memory: which known screen the phone shows, and whether an action had no effect
 * again.
 */
export function withMemory<Outcome extends ToolOutcome>(
  outcome: Outcome,
  tool: string,
  { memory, session }: { readonly memory: LiveMemory; readonly session: Session },
): Outcome {
  const { serial } = session.device;
  const context = contextOf(memory, serial, session.lastObservation);
  const lines = [memory.takeAdvice(serial), LOOKS.has(tool) ? context.line : null].filter((line) => line !== null);
  const { answer, toJson } = outcome;
  const text = [withLearnt(answer.text, context.learnt), ...lines].join("\n");
  const more = { screenType: context.screenType, application: context.application, screen: context.screen };
  return { ...outcome, answer: { ...answer, text }, toJson: () => withFields(toJson(), more) };
}

/** Adds the fields only to data with a screen: an observation, or an object with one. */
function withFields(json: unknown, more: Readonly<Record<string, string | null>>): unknown {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return json;
  return "observation" in json || "observationId" in json ? { ...json, ...more } : json;
}
