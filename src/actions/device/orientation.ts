import { askPhone } from "../../devices/phone.js";
import { panelSize } from "../../devices/states/display-states.js";
import { setting } from "../../devices/states/setting.js";
import type { Observation } from "../../screen/observation.js";
import type { Session } from "../../session/session.js";
import { changeStates, type StatesResult, type WantedState } from "./change-states.js";
import { requireFirstDisplay } from "./first-display.js";

export const ORIENTATIONS = ["portrait", "landscape", "auto"] as const;
export type Orientation = (typeof ORIENTATIONS)[number];

/** Whether the sensor turns the screen, and the rotation if it does not. Both settings exist on every release. */
const SENSOR = setting("system", "accelerometer_rotation");
const TURNED = setting("system", "user_rotation");

/**
 * Turns the screen, or lets the sensor turn it. An app that requests a fixed orientation keeps it, with a note.
 * Errors: as changeStates.
 */
export async function setOrientation(session: Session, to: Orientation, signal: AbortSignal): Promise<StatesResult> {
  const result = await changeStates(
    session,
    {
      call: { tool: "orientation", args: { to } },
      action: { kind: "device", change: "orientation", detail: to, package: null },
      did: to === "auto" ? "let the sensor turn the screen" : `turned the screen to ${to}`,
      wanted: async (limit) => await statesFor(session, to, limit),
    },
    signal,
  );
  const shown = result.after && shownOrientation(result.after);
  if (to === "auto" || shown === null || shown === to) return result;
  const app = result.after?.activeWindow?.package ?? "the app in front";
  return { ...result, notes: [...result.notes, `! the screen stays ${shown}: ${app} requires it`] };
}

async function statesFor(session: Session, to: Orientation, signal: AbortSignal): Promise<readonly WantedState[]> {
  await requireFirstDisplay(session, "only the first can be turned", signal);
  if (to === "auto") return [{ state: SENSOR, value: "1" }];
  const { width, height } = await panelSize(await askPhone(session.device, signal), signal);
  // Rotation 0 is the natural orientation of the panel: panels of tablets and cars are wider than high.
  const isNatural = width > height === (to === "landscape");
  return [
    { state: SENSOR, value: "0" },
    { state: TURNED, value: isNatural ? "0" : "1" },
  ];
}

/** The orientation of the screen; null if its size is unknown. */
export function shownOrientation({ screenSize }: Pick<Observation, "screenSize">): "portrait" | "landscape" | null {
  if (!screenSize) return null;
  return screenSize.width > screenSize.height ? "landscape" : "portrait";
}
