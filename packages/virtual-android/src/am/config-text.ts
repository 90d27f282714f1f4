import { layoutDirection, localesOf, screenConfiguration } from "../dumps/configuration.js";
import { defaultView } from "../dumps/display-views.js";
import type { PhoneState } from "../phone-state.js";

/** The line that `am get-config` starts with: Configuration.resourceQualifierString of the current configuration. */
export function configText(state: PhoneState): string {
  const { apiLevel } = state.build;
  const screen = screenConfiguration(state, defaultView(state));
  const parts = [
    localesOf(state).map(resourceQualifier).join(","),
    layoutDirection(localesOf(state)),
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

/** Configuration.localesToResourceQualifier: `de-rDE`, with a script `b+zh+Hant+TW`. */
function resourceQualifier(tag: string): string {
  const { language, region, script } = new Intl.Locale(tag);
  const isPlain = language.length === 2 && script === undefined && (region === undefined || region.length === 2);
  if (isPlain) return region === undefined ? language : `${language}-r${region}`;
  return ["b", language, script, region].filter((part) => part !== undefined).join("+");
}
