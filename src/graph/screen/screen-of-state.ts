import { ROLES } from "../../screen/element.js";
import type { GUIElement, VisualState } from "../../trace/protocol.js";
import { extensions } from "../../trace/x-fovea.js";
import type { SeenElement, SeenScreen } from "./screen-facts.js";

/**
 * The screen of a state in a trace. Traces of other programs are accepted as well; they have classes in place of roles.
 */
export function screenOfState(state: VisualState): SeenScreen {
  const reported = extensions.state(state);
  const [width, height] = state.screen_resolution;
  const elements = state.elements.map(elementOf);
  return { app: reported?.package ?? null, activity: reported?.activity ?? null, size: { width, height }, elements };
}

function elementOf(element: GUIElement): SeenElement {
  const { element_id: name, text, bbox, visible } = element;
  const more = extensions.element(element);
  const role = roleOf(element);
  return {
    name,
    parent: more?.parent ?? null,
    role,
    labels: more?.labels ?? (text ? [text] : []),
    value: more?.value ?? null,
    resourceId: more?.resource_id ?? null,
    package: more?.package ?? null,
    bounds: bbox && visible ? { left: bbox.x1, top: bbox.y1, right: bbox.x2, bottom: bbox.y2 } : null,
    actions: more ? (more.actions ?? []) : CLICKED.has(role) ? ["click"] : [],
    enabled: more?.enabled ?? true,
    checked: more?.checked ?? null,
    selected: more?.selected ?? false,
    password: more?.password ?? false,
    scrollable: more?.scrollable ?? (role === "list" || role === "scroll"),
    systemBar: more?.system_bar ?? false,
  };
}

const CLICKED: ReadonlySet<string> = new Set(["button", "checkbox", "switch", "radio", "tab", "dropdown", "field"]);

/** Names of classes and tags that show the role of an element, for traces without Fovea's roles. */
const TAGS: readonly (readonly [RegExp, string])[] = [
  [/button|\ba\b/i, "button"],
  [/edit|input|textarea|field/i, "field"],
  [/checkbox/i, "checkbox"],
  [/switch|toggle/i, "switch"],
  [/radio/i, "radio"],
  [/recycler|list|grid/i, "list"],
  [/scroll/i, "scroll"],
  [/image|img|icon/i, "image"],
  [/text|label|span|\bp\b|\bh\d\b/i, "text"],
];

function roleOf({ role, tag }: GUIElement): string {
  const given = role ?? "";
  if ((ROLES as readonly string[]).includes(given)) return given;
  const said = `${given} ${tag ?? ""}`;
  return TAGS.find(([pattern]) => pattern.test(said))?.[1] ?? "group";
}
