import { screenConfiguration } from "../dumps/configuration.js";
import { defaultView } from "../dumps/display-views.js";
import type { PhoneState } from "../phone-state.js";

/** The line that `am get-config` starts with: Configuration.resourceQualifierString of the current configuration. */
export function configText(state: PhoneState): string {
  const { apiLevel } = state.build;
  const screen = screenConfiguration(state, defaultView(state));
  const parts = [
    "en-rUS",
    "ldltr",
    `sw${screen.smallest}dp`,
    `w${screen.width}dp`,
    `h${screen.height}dp`,
    screen.layout,
    screen.isLong ? "long" : "notlong",
    "notround",
    ...(apiLevel >= 26 ? ["nowidecg", "lowdr"] : []),
    screen.isLandscape ? "land" : "port",
    screen.isNight ? "night" : "notnight",
    `${state.display.density}dpi`,
    "finger",
    "keysexposed",
    "nokeys",
    "navhidden",
    "nonav",
    `v${apiLevel}`,
  ];
  return parts.join("-");
}
