import type { ScriptedAnswer } from "../../packages/fovea-agent/src/public-types.js";
import type { AccessibilityNodeState } from "../../packages/virtual-android/src/accessibility-state.js";
import type { VirtualPhone } from "../../packages/virtual-android/src/virtual-phone.js";

/** One right action: the request of a planner, and the call that performs it on the screen that is shown. */
export interface RightStep {
  readonly request: string;
  readonly call: (screen: string) => ScriptedAnswer;
}

/** A task on the virtual phone. */
export interface AgentTask {
  readonly name: string;
  /** App in front at the start. */
  readonly app: string;
  readonly task: string;
  readonly steps: readonly RightStep[];
  /** Whether the state of the phone shows that the task is done. */
  readonly isDone: (phone: VirtualPhone) => boolean;
}

const SETTINGS = "com.android.settings";
const FORM = "com.fovea.form";
const MESSAGES = "com.fovea.messages";
const NOTES = "com.fovea.notes";
const DIALOGS = "com.fovea.dialogs";
const CLOCK = "com.fovea.clock";
const BROWSER = "com.fovea.browser";
const GESTURES = "com.fovea.gestures";
const PLAYER = "com.fovea.player";
const WORLD = "com.fovea.world";

/** The ref of the first line with these words. */
function refOf(screen: string, words: string): string {
  const line = screen.split("\n").find((one) => one.includes(words) && /^\s*e\d+ /.test(one));
  return /\be\d+\b/.exec(line ?? "")?.[0] ?? "e0";
}

function call(name: string, args: Readonly<Record<string, unknown>>): ScriptedAnswer {
  return { call: { name, arguments: args } };
}

function tap(words: string): RightStep {
  return { request: `tap ${words}`, call: (screen) => call("click", { ref: refOf(screen, words) }) };
}

function hold(words: string): RightStep {
  return { request: `hold ${words}`, call: (screen) => call("click", { ref: refOf(screen, words), hold: true }) };
}

function type(field: string, text: string, more: Readonly<Record<string, boolean>> = {}): RightStep {
  return {
    request: `type "${text}" into ${field}`,
    call: (screen) => call("type", { text, ref: refOf(screen, field), ...more }),
  };
}

function press(key: string): RightStep {
  return { request: `press ${key}`, call: () => call("press_key", { key }) };
}

function open(app: string): RightStep {
  return { request: `open ${app}`, call: () => call("open_app", { package: app }) };
}

function scrollTo(text: string): RightStep {
  return { request: `scroll to ${text}`, call: () => call("scroll_to", { text }) };
}

const shows = (words: string) => (phone: VirtualPhone) => phone.hooks.find(words) !== undefined;
const inFront = (app: string) => (phone: VirtualPhone) => phone.state().focusedActivity?.packageName === app;
/** Whether the check box in the smallest view with these words and a check box is checked. */
const isChecked = (words: string) => (phone: VirtualPhone) => {
  const found = allViews(phone).filter((view) => viewsOf(view).some((one) => says(one, words)));
  const boxes = found.map((view) => viewsOf(view).filter((one) => one.isCheckable)).filter(({ length }) => length > 0);
  return boxes.sort((one, other) => one.length - other.length)[0]?.[0]?.isChecked === true;
};

function allViews(phone: VirtualPhone): readonly AccessibilityNodeState[] {
  return phone.accessibilityWindows().flatMap(({ root }) => (root === null ? [] : viewsOf(root)));
}

function viewsOf(view: AccessibilityNodeState): readonly AccessibilityNodeState[] {
  return [view, ...view.children.flatMap(viewsOf)];
}

function says({ text, contentDescription }: AccessibilityNodeState, words: string): boolean {
  return text === words || contentDescription === words;
}

/** Tasks in one app and across apps. They resemble the tasks of published suites for phones, but are our own. */
export const AGENT_TASKS: readonly AgentTask[] = [
  {
    name: "region",
    app: SETTINGS,
    task: "Set the region to Sweden",
    steps: [tap('row "Region"'), scrollTo("Sweden"), tap('row "Sweden"')],
    isDone: (phone) =>
      allViews(phone).some((view) => view.isSelected && viewsOf(view).some((one) => says(one, "Sweden"))),
  },
  {
    name: "airplane mode",
    app: SETTINGS,
    task: "Switch airplane mode on",
    steps: [tap('row "Network & internet"'), tap('row "Airplane mode"')],
    isDone: isChecked("Airplane mode"),
  },
  {
    name: "rotation",
    app: SETTINGS,
    task: "Let the screen rotate by itself",
    steps: [tap('row "Display"'), tap('row "Auto-rotate screen"')],
    isDone: isChecked("Auto-rotate screen"),
  },
  {
    name: "sign up",
    app: FORM,
    task: "Create an account for Ann Lee, ann@example.com, password analytical, 34 years old",
    steps: [
      type('field "Given and family name"', "Ann Lee"),
      type('field "name@example.com"', "ann@example.com"),
      type('field "At least 8 characters"', "analytical"),
      type('field "0–150"', "34"),
      press("back"),
      tap('checkbox "I agree'),
      tap('button "Create account"'),
    ],
    isDone: shows("Welcome, Ann Lee!"),
  },
  {
    name: "plan and country",
    app: FORM,
    task: "Choose the plan Team and the country France",
    steps: [tap('radio "Team"'), tap('dropdown "Germany"'), tap('"France"')],
    isDone: shows("France"),
  },
  {
    name: "answer",
    app: MESSAGES,
    task: "Answer Dad: On my way",
    steps: [tap('row "Dad"'), type('field "Text message"', "On my way"), tap('button "Send"')],
    isDone: shows("On my way"),
  },
  {
    name: "edit a note",
    app: NOTES,
    task: "Replace what is on the shopping list by: Eggs",
    steps: [tap('row "Shopping"'), type('field "Milk', "Eggs", { clear: true }), press("back"), press("back")],
    isDone: (phone) => shows("Eggs")(phone) && shows("Notes")(phone),
  },
  {
    name: "camera permission",
    app: DIALOGS,
    task: "Let the app use the camera while it is in use",
    steps: [tap('row "Camera permission"'), tap('button "While using the app"')],
    isDone: shows("Camera: allowed"),
  },
  {
    name: "alarm",
    app: CLOCK,
    task: "Switch the alarm of 8:00 on",
    steps: [tap('switch "Alarm 8:00"')],
    isDone: isChecked("Alarm 8:00"),
  },
  {
    name: "follow a link",
    app: BROWSER,
    task: "Open the page with more information",
    steps: [tap('row "More information"')],
    isDone: shows("https://example.org/more"),
  },
  {
    name: "long press",
    app: GESTURES,
    task: "Press the button Long for long, once",
    steps: [hold('button "Long: 0"')],
    isDone: shows("Long: 1"),
  },
  {
    name: "favourite",
    app: PLAYER,
    task: "Add the song to the favourites",
    steps: [tap('button "Add to favourites"')],
    isDone: shows("Remove from favourites"),
  },
  {
    name: "tab",
    app: WORLD,
    task: "Go to the numbers",
    steps: [tap('button "Numbers"')],
    isDone: (phone) => !shows("Français: Ça va très bien, merci ♥")(phone),
  },
  {
    name: "share a note",
    app: NOTES,
    task: "Share the shopping list to Messages",
    steps: [tap('row "Shopping"'), tap('button "Share"'), tap('button "Messages"')],
    isDone: inFront(MESSAGES),
  },
  {
    name: "read there, write here",
    app: SETTINGS,
    task: "See which region is set, and write it into a new note",
    steps: [open(NOTES), tap('button "New note"'), type('field "Title"', "Germany"), press("back"), press("back")],
    isDone: (phone) => inFront(NOTES)(phone) && shows("Germany")(phone),
  },
  {
    name: "from app to app",
    app: CLOCK,
    task: "Switch the alarm of 8:00 on, then write to Dad: Up at 8",
    steps: [
      tap('switch "Alarm 8:00"'),
      open(MESSAGES),
      tap('row "Dad"'),
      type('field "Text message"', "Up at 8"),
      tap('button "Send"'),
    ],
    isDone: shows("Up at 8"),
  },
];
