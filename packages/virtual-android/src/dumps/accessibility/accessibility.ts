import type { PhoneState } from "../../phone-state.js";
import { type Lines, when } from "../text.js";

/**
 * `dumpsys accessibility`: one user state; from Android 10 on with the enabled, bound, binding and crashed services.
 */
export function dumpAccessibility(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  return [
    "ACCESSIBILITY MANAGER (dumpsys accessibility)",
    "",
    ...when(api >= 30, "currentUserId=0"),
    ...(api <= 28 ? earlyState(state) : lateState(state)),
    ...when(api >= 28 && state.accessibility.isUiAutomationConnected, UI_AUTOMATION),
    ...clientList(state),
  ];
}

const UI_AUTOMATION = "Ui Automation[eventTypes=TYPES_ALL_MASK, notificationTimeout=0]";

function earlyState(state: PhoneState): Lines {
  const { build, accessibility } = state;
  const automation = accessibility.isUiAutomationConnected && build.apiLevel <= 27;
  return [
    `User state[${attributes(state)}`,
    ...when(automation, UI_AUTOMATION),
    `           services:{${boundServices(state)}}]`,
  ];
}

function lateState(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const { enabled, crashed } = state.accessibility;
  const lines = [
    ...(api === 29 ? [`User state[${attributes(state)}`] : ["User state[", `     ${attributes(state)}`]),
    ...when(api >= 34, "     button mode: 1"),
    ...when(api >= 30, "     shortcut key:{}", "     button:{}", "     button target:{null}"),
    ...when(api >= 35, "     gesture:{}", "     qs shortcut targets:{}", "     a11y tiles in QS panel:{}"),
    `     Bound services:{${boundServices(state)}}`,
    `     Enabled services:{${components(enabled)}}`,
    `     Binding services:{${components(state.accessibility.binding ?? [])}}`,
  ];
  if (api === 29) return closed(lines, "]");
  return closed([...lines, `     Crashed services:{${components(crashed)}}`], api >= 34 ? "" : "]");
}

function closed(lines: Lines, end: string): Lines {
  return lines.map((line, index) => (index === lines.length - 1 ? line + end : line));
}

/** From Android 14 on the user state ends with a list of the connected apps, inside its bracket. */
function clientList(state: PhoneState): Lines {
  if (state.build.apiLevel <= 33) return [];
  const clients = [...new Set(state.processes.map((process) => process.packageName))];
  return [
    "     Client list info:{",
    `          Client list callbacks: ${clients.length}`,
    "          Client list killed: false",
    "          Client list broadcasts count: -1",
    "          Registered clients:{",
    `${clients.map((name) => `[${name}]`).join("")}}]`,
  ];
}

/** The `attributes:{…}` of AccessibilityUserState; Android 11 and later omit one `=`. */
function attributes(state: PhoneState): string {
  const api = state.build.apiLevel;
  const { secure } = state.settings;
  const isOn = (key: string): boolean => secure.get(key) === "1";
  const words = [
    "id=0",
    ...when(api <= 29, "currentUser=true"),
    `touchExplorationEnabled=${isOn("touch_exploration_enabled")}`,
    ...when(api >= 30, "serviceHandlesDoubleTap=false", "requestMultiFingerGestures=false"),
    ...when(api >= 31, "requestTwoFingerPassthrough=false"),
    ...when(api >= 33, "sendMotionEventsEnabledfalse"),
    `displayMagnificationEnabled=${isOn("accessibility_display_magnification_enabled")}`,
    ...when(api <= 30 && api >= 26, "navBarMagnificationEnabled=false"),
    "autoclickEnabled=false",
    ...when(api >= 29, "nonInteractiveUiTimeout=0", "interactiveUiTimeout=0"),
    ...when(
      api >= 29,
      `installedServiceCount=${state.accessibility.installedCount ?? state.accessibility.enabled.length}`,
    ),
    ...when(api >= 31, "magnificationModes={0=1}", "magnificationCapabilities=3"),
    ...when(api >= 33, "audioDescriptionByDefaultEnabled=false", "magnificationFollowTypingEnabled=true"),
    ...when(api >= 34, "alwaysOnMagnificationEnabled=true"),
  ];
  return `attributes:{${words.join(", ")}}`;
}

/**
 * While a UiAutomation is connected, no service is bound, unless the UiAutomation has the flag that keeps services
 * bound.
 */
function boundServices(state: PhoneState): string {
  const { bound, isUiAutomationConnected, isUiAutomationConsiderate } = state.accessibility;
  if (isUiAutomationConnected && !isUiAutomationConsiderate) return "";
  return bound.map((component) => service(state, component)).join(", ");
}

function service(state: PhoneState, component: string): string {
  const packageName = component.split("/")[0] ?? component;
  const label = state.packages.find((one) => one.packageName === packageName)?.label ?? packageName;
  const button = state.build.apiLevel >= 26 ? ", requestA11yBtn=false" : "";
  const capabilities = `capabilities=${capabilitiesOf(state.build.apiLevel)}`;
  return `Service[label=${label}, feedbackType[FEEDBACK_GENERIC], ${capabilities}, eventTypes=TYPES_ALL_MASK, notificationTimeout=0${button}]`;
}

/** CAPABILITY_CAN_RETRIEVE_WINDOW_CONTENT and …_PERFORM_GESTURES, from Android 11 on with …_TAKE_SCREENSHOT. */
function capabilitiesOf(api: number): number {
  return 1 + 32 + (api >= 30 ? 128 : 0);
}

function components(names: readonly string[]): string {
  return names.map((name) => `{${name}}`).join(", ");
}
