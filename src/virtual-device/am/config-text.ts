import type { PhoneState } from "../phone-state.js";

/** The line that `am get-config` starts with: Configuration.resourceQualifierString of the current configuration. */
export function configText(state: PhoneState): string {
  const { build, display, settings } = state;
  const dp = (pixels: number) => Math.floor((pixels * 160) / display.density);
  const { width, height } = display.appSize;
  const isLandscape = display.size.width > display.size.height;
  const ratio = Math.max(width, height) / Math.min(width, height);
  const parts = [
    "en-rUS",
    "ldltr",
    `sw${dp(Math.min(display.size.width, display.size.height))}dp`,
    `w${dp(width)}dp`,
    `h${dp(height)}dp`,
    sizeName(dp(Math.min(width, height))),
    ratio >= 1.667 ? "long" : "notlong",
    "notround",
    ...(build.apiLevel >= 26 ? ["nowidecg", "lowdr"] : []),
    isLandscape ? "land" : "port",
    settings.secure.get("ui_night_mode") === "2" ? "night" : "notnight",
    `${display.density}dpi`,
    "finger",
    "keysexposed",
    "nokeys",
    "navhidden",
    "nonav",
    `v${build.apiLevel}`,
  ];
  return parts.join("-");
}

function sizeName(shortestDp: number): string {
  if (shortestDp >= 720) return "xlarge";
  if (shortestDp >= 480) return "large";
  return shortestDp >= 320 ? "normal" : "small";
}
