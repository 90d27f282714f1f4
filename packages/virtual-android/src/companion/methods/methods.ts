import type { CompanionParts } from "../parts.js";
import type { Answer, Call, MethodTable } from "../wire/host.js";
import { WireError } from "../wire/wire-error.js";
import { factsOf } from "./facts.js";
import { gesture } from "./gesture.js";
import { globalAction } from "./global-action.js";
import { nodeAction } from "./node-action.js";
import { Screenshots } from "./screenshot.js";
import { snapshot } from "./snapshot.js";
import { commitText } from "./text.js";
import { waitIdle } from "./wait-idle.js";

/** The implementations of the protocol's methods. */
export function methodsOf(parts: CompanionParts): MethodTable {
  const screenshots = new Screenshots(parts);
  const attached =
    <P>(method: (params: P, call: Call) => Promise<Answer>) =>
    async (params: P, call: Call): Promise<Answer> => {
      checkAttached(parts);
      return await method(params, call);
    };
  return {
    snapshot: attached((params, call) => snapshot(parts, params, call)),
    facts: attached(async () => ({ result: factsOf(parts) })),
    waitIdle: attached((params, call) => waitIdle(parts, params, call)),
    nodeAction: attached((params, call) => nodeAction(parts, params, call)),
    gesture: attached((params, call) => gesture(parts, params, call)),
    commitText: attached((params, call) => commitText(parts, params, call)),
    globalAction: attached((params, call) => globalAction(parts, params, call)),
    screenshot: attached((params, call) => screenshots.take(params, call)),
    getClipboard: async () => getClipboard(parts),
    setClipboard: async (params, call) => setClipboard(parts, params.text, call),
    health: async () => ({ result: healthOf(parts) }),
  };
}

function checkAttached(parts: CompanionParts): void {
  if (parts.attachedAtMs() !== null) return;
  const message = "no accessibility connection: a UiAutomation may hold the device";
  throw new WireError("SUPPRESSED", message, { mayHaveHappened: false });
}

function getClipboard({ facts, screen }: CompanionParts): Answer {
  if (facts.capabilities.includes("readClipboard")) return { result: { text: screen.framework.clipboard } };
  throw new WireError("UNSUPPORTED", "from Android 10 on only the app in front reads the clipboard", {
    mayHaveHappened: false,
  });
}

function setClipboard({ screen, events }: CompanionParts, text: string, call: Call): Answer {
  call.begin();
  const { seq } = events;
  screen.framework.clipboard = text;
  return { result: { seq } };
}

function healthOf({ clock, events, trees, hung, startedAtMs, attachedAtMs }: CompanionParts): object {
  const now = clock.now();
  const attached = attachedAtMs();
  const isHung = ([, until]: readonly [number, number]) => until > now;
  return {
    state: attached === null ? "suppressed" : "running",
    uptimeMs: Math.floor(now),
    startedAtMs: Math.floor(startedAtMs),
    attachedAtMs: attached === null ? null : Math.floor(attached),
    seq: events.seq,
    quietMs: events.lastChange ? Math.floor(now - events.lastChange.atMs) : null,
    keptWindows: trees.windows,
    hungWindows: [...hung].filter(isHung).map(([window]) => window),
  };
}
