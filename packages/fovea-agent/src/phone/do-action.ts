import type { Acted, Phone } from "fovea-mcp";
import type { PhoneAction } from "./phone-action.js";

/** An action that was performed, and the library's proof of its effect. */
export interface Done {
  readonly did: string;
  readonly verdict: string;
  readonly evidence: readonly string[];
}

/** Performs one action through the library, once. Errors: those of the library. */
export async function doAction(phone: Phone, action: PhoneAction, signal: AbortSignal): Promise<Done> {
  if (action.name === "wait") return await waitFor(phone, action.seconds, signal);
  const { did, verdict } = await send(phone, action, signal);
  return { did, verdict: verdict.kind, evidence: verdict.evidence };
}

async function send(
  phone: Phone,
  action: Exclude<PhoneAction, { readonly name: "wait" }>,
  signal: AbortSignal,
): Promise<Acted> {
  switch (action.name) {
    case "click":
      return await phone.tap(action.ref, { signal, ...(action.hold === true ? { holdMs: LONG_PRESS_MS } : {}) });
    case "type": {
      const { text, ref: target, clear, submit } = action;
      const given = { target, clear, submit };
      const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
      return await phone.type(text, { signal, ...fields });
    }
    case "press_key":
      return await phone.press(action.key, { signal });
    case "scroll": {
      const finger = FINGER[action.direction];
      return await phone.swipe(finger, { signal, ...(action.ref === undefined ? {} : { target: action.ref }) });
    }
    case "scroll_to":
      return await phone.scrollTo(action.text, { signal });
    case "open_app":
      return await phone.open(action.package, { signal });
  }
}

const LONG_PRESS_MS = 800;

/** The direction in which the finger moves to show the content in a direction. */
const FINGER = { down: "up", up: "down", left: "right", right: "left" } as const;

async function waitFor(phone: Phone, seconds: number, signal: AbortSignal): Promise<Done> {
  try {
    await phone.wait(undefined, { timeoutMs: Math.round(seconds * 1000), signal });
    return { did: "waited until the screen changed", verdict: "changed", evidence: [] };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || error.code !== "WAIT_TIMEOUT") throw error;
    return { did: `waited ${seconds} s, and the screen did not change`, verdict: "waited", evidence: [] };
  }
}
