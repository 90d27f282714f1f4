import type { Condition } from "../selector.js";
import type { ElementSelector } from "../selector-element.js";
import type { State } from "../selector-words.js";

/** The values in the places of a phrase. */
export interface Places {
  /** `X`, an element. */
  readonly element: ElementSelector | null;
  /** `V`, a text in quotes; `P`, a package; `A`, the class of an activity. */
  readonly text: string;
}

/** Phrases that mean the same, with a capital letter for each place, and the condition that they mean. */
export interface Row {
  readonly phrases: readonly string[];
  readonly read: (places: Places) => Condition | undefined;
}

const shown = ({ element }: Places): Condition | undefined => (element ? { kind: "exists", element } : undefined);

function not(read: Row["read"]): Row["read"] {
  return (places) => {
    const condition = read(places);
    return condition && denied(condition);
  };
}

function isIn(state: State, is: boolean): Row["read"] {
  return ({ element }) => {
    const [phrase, ...around] = element && "phrases" in element ? element.phrases : [];
    if (!phrase) return undefined;
    const inState = { ...phrase, states: [...phrase.states, { state, is }] };
    return { kind: "exists", element: { kind: "element", phrases: [inState, ...around] } };
  };
}

/** A selected radio button reports "checked", a selected tab "selected"; without a role, both count. */
function isChosen(is: boolean): Row["read"] {
  return (places) => {
    const role = roleOf(places.element);
    if (role !== null) return isIn(role === "radio" ? "checked" : "selected", is)(places);
    const [selected, checked] = [isIn("selected", true)(places), isIn("checked", true)(places)];
    const [present, dropdown] = [shown(places), asDropdown(places.element)];
    if (!(selected && checked && present && dropdown)) return undefined;
    if (is) return { kind: "or", conditions: [selected, checked] };
    // A drop-down shows its selected item, and an item has to exist to be not selected.
    return { kind: "and", conditions: [present, ...[selected, checked, dropdown].map(denied)] };
  };
}

function denied(condition: Condition): Condition {
  return { kind: "not", condition };
}

function roleOf(element: ElementSelector | null) {
  return element && "phrases" in element ? (element.phrases[0]?.role ?? null) : null;
}

function asDropdown(element: ElementSelector | null): Condition | undefined {
  const [phrase, ...around] = element && "phrases" in element ? element.phrases : [];
  if (!phrase) return undefined;
  return { kind: "exists", element: { kind: "element", phrases: [{ ...phrase, role: "dropdown" }, ...around] } };
}

const holds: Row["read"] = ({ element, text }) => {
  const [phrase, ...around] = element && "phrases" in element ? element.phrases : [];
  if (!phrase || phrase.value !== null) return undefined;
  return { kind: "exists", element: { kind: "element", phrases: [{ ...phrase, value: text }, ...around] } };
};

/**
 * The text of a field is its value, and the text of any other element is its label. An id alone does not say which:
 * then either counts, except for the label of a field. A phrase that already names a label cannot have another one.
 */
const says: Row["read"] = (places) => {
  const [phrase, ...around] = phrasesOf(places.element);
  if (!phrase) return undefined;
  if (phrase.role === "field") return holds(places);
  if (phrase.label !== null || phrase.value !== null) return undefined;
  const label = { text: places.text, isPart: false };
  const labelled: Condition = {
    kind: "exists",
    element: { kind: "element", phrases: [{ ...phrase, label }, ...around] },
  };
  if (phrase.role !== null) return labelled;
  const field: Condition = {
    kind: "exists",
    element: { kind: "element", phrases: [{ ...phrase, role: "field" }, ...around] },
  };
  const value = holds(places);
  return value && { kind: "or", conditions: [value, { kind: "and", conditions: [labelled, denied(field)] }] };
};

/** Only a field can be empty in an unambiguous sense. */
const isEmpty: Row["read"] = (places) =>
  phrasesOf(places.element)[0]?.role === "field" ? holds({ ...places, text: "" }) : undefined;

/** The element exists, and the condition does not hold for it. */
function thereAnd(read: Row["read"]): Row["read"] {
  return (places) => {
    const [present, denial] = [shown(places), not(read)(places)];
    return present && denial && { kind: "and", conditions: [present, denial] };
  };
}

function phrasesOf(element: ElementSelector | null): ElementSelector["phrases"] {
  return element?.phrases ?? [];
}

const toast: Row["read"] = ({ text }) => ({ kind: "toast", label: { text, isPart: false } });
const keyboard: Row["read"] = () => ({ kind: "keyboard" });
const changed: Row["read"] = () => ({ kind: "changed" });
const app: Row["read"] = ({ text }) => ({ kind: "app", package: text });
const activity: Row["read"] = ({ text }) => ({ kind: "activity", name: text });

/** The phrases for results; the first that matches counts. Articles, "should" and "now" are removed before. */
export const PHRASES: readonly Row[] = [
  {
    phrases: ["toast says V", "toast shows V", "toast V appears", "toast V is shown", "toast with V appears"],
    read: toast,
  },
  {
    phrases: ["no toast says V", "no toast V appears", "toast V does not appear", "toast V is not shown"],
    read: not(toast),
  },
  {
    phrases: [
      "keyboard appears",
      "keyboard opens",
      "keyboard is shown",
      "keyboard is visible",
      "keyboard is open",
      "keyboard is there",
      "keyboard is not hidden",
      "keyboard is not closed",
      "keyboard does not disappear",
      "keyboard does not close",
    ],
    read: keyboard,
  },
  {
    phrases: [
      "keyboard disappears",
      "keyboard closes",
      "keyboard is hidden",
      "keyboard is closed",
      "keyboard is gone",
      "keyboard is not shown",
      "keyboard is not visible",
      "keyboard is not open",
      "keyboard is not there",
      "keyboard does not appear",
      "keyboard does not open",
      "keyboard is not shown any more",
      "keyboard is not visible any more",
      "there is no keyboard",
    ],
    read: not(keyboard),
  },
  { phrases: ["screen changes", "screen changed", "something changes", "anything changes"], read: changed },
  {
    phrases: ["nothing changes", "nothing happens", "screen does not change", "screen stays the same"],
    read: not(changed),
  },
  { phrases: ["app P opens", "app P is open", "app P starts", "app P is in front", "P is in front"], read: app },
  { phrases: ["app P closes", "app P is closed", "app P is not in front", "P is not in front"], read: not(app) },
  {
    phrases: ["activity A opens", "activity A is shown", "activity A is in front", "activity A starts"],
    read: activity,
  },
  { phrases: ["activity A closes", "activity A is not shown", "activity A is not in front"], read: not(activity) },
  {
    phrases: ["X is not checked", "X is unchecked", "X is off", "X is turned off", "X is switched off", "X turns off"],
    read: isIn("checked", false),
  },
  {
    phrases: ["X is checked", "X is ticked", "X is on", "X is turned on", "X is switched on", "X turns on"],
    read: isIn("checked", true),
  },
  {
    phrases: ["X is disabled", "X is not enabled", "X is greyed out", "X cannot be tapped", "X is inactive"],
    read: isIn("enabled", false),
  },
  { phrases: ["X is enabled", "X can be tapped", "X is active"], read: isIn("enabled", true) },
  { phrases: ["X is not selected", "X is unselected", "X is not selected any more"], read: isChosen(false) },
  { phrases: ["X is selected", "X is chosen"], read: isChosen(true) },
  { phrases: ["X is highlighted"], read: isIn("selected", true) },
  { phrases: ["X is not focused", "X loses the focus", "X does not have the focus"], read: isIn("focused", false) },
  { phrases: ["X is focused", "X has the focus", "X has focus", "X gets the focus"], read: isIn("focused", true) },
  {
    phrases: [
      "X has the text V",
      "X has the value V",
      "X holds V",
      "X is filled with V",
      "X is set to V",
      "V is entered in X",
      "V is in X",
    ],
    read: holds,
  },
  {
    phrases: [
      ...["is", "are"].flatMap((be) => [`there ${be} no X`, `there ${be} not X`]),
      "no X is shown",
      "no X appears",
      "X disappears",
      "X vanishes",
      "X goes away",
      "X closes",
      "X is gone",
      "X is closed",
      "X is dismissed",
      "X is removed",
      "X is deleted",
      "X is hidden",
      "X is not shown",
      "X is not visible",
      "X is not displayed",
      "X is not there",
      "X is not on the screen",
      "X is not shown any more",
      "X is not visible any more",
      "X is not there any more",
      "X is not on the screen any more",
      "X does not appear",
      "X does not open",
      "X does not show up",
      "X does not exist",
      "X does not stay",
      "screen does not show X",
    ],
    read: not(shown),
  },
  {
    phrases: [
      "there is X",
      "X appears",
      "X opens",
      "X shows up",
      "X pops up",
      "X comes up",
      "X exists",
      "X is shown",
      "X is displayed",
      "X is visible",
      "X is present",
      "X is there",
      "X stays",
      "X remains",
      "X does not disappear",
      "X is on the screen",
      "X can be seen",
      "screen shows X",
      "screen says X",
    ],
    read: shown,
  },
  { phrases: ["X is empty", "X is blank", "X holds nothing"], read: isEmpty },
  { phrases: ["X is not empty", "X is not blank"], read: thereAnd(isEmpty) },
  { phrases: ["X shows V", "X says V", "X displays V", "X reads V"], read: says },
  { phrases: ["X does not show V", "X does not say V"], read: thereAnd(says) },
];
