import type { ReportedWindow } from "../../framework/hierarchy.js";
import type { ReportedView } from "../../ui/accessibility.js";
import type { CompanionParts } from "../parts.js";
import { everyReport } from "../screen.js";
import { shownText } from "../tree.js";
import type { Answer, Call } from "../wire/host.js";
import type { ParamsOf } from "../wire/requests.js";
import { WireError } from "../wire/wire-error.js";
import { appLoop } from "./app-loop.js";
import { checkArguments, performAction } from "./perform.js";

type Params = ParamsOf<"nodeAction">;

/** Performs an action on a node, after it read the node from the app again: the node has to show the same as before. */
export async function nodeAction(parts: CompanionParts, params: Params, call: Call): Promise<Answer> {
  checkArguments(params);
  const { screen, events } = parts;
  const { target } = params;
  if ("focus" in target && params.alongside.length > 0) {
    throw new WireError("INVALID_REQUEST", "alongside goes with a node of a tree", { mayHaveHappened: false });
  }
  const { window, view } = "focus" in target ? focused(parts, target.focus) : sent(parts, params);
  const { action } = params;
  // Actions with numbers are custom actions of apps; the apps of this phone have none.
  if (typeof action === "number") return { result: { performed: false, seq: events.seq } };
  call.begin();
  const { seq } = events;
  const { record } = window;
  const performed = await appLoop(parts, record, () => performAction(action, { screen, window, view, params }), call);
  if (performed === true) screen.framework.kernel.changed("content", record.spec.packageName);
  return { result: { performed: performed === true, seq } };
}

interface Found {
  readonly window: ReportedWindow;
  readonly view: ReportedView;
}

/**
 * The current state of a node of a tree that the client has. The nodes of `alongside` are checked first. Errors:
 * STALE_NODE, NODE_CHANGED.
 */
function sent(parts: CompanionParts, { target, mayDiffer, alongside }: Params): Found {
  if ("focus" in target) throw new Error("a focus has no tree");
  const window = parts.screen.find(target.window);
  for (const node of alongside) alike(parts, window, { target: { ...target, node }, mayDiffer: false });
  return alike(parts, window, { target, mayDiffer });
}

interface Sent {
  readonly target: { readonly window: number; readonly tree: string; readonly node: number };
  readonly mayDiffer: boolean;
}

function alike(parts: CompanionParts, window: ReportedWindow | undefined, { target, mayDiffer }: Sent): Found {
  const { screen, trees } = parts;
  const before = trees.node(target.window, target.tree, target.node);
  if (!before) throw stale("this tree is no longer kept");
  if (!window) throw stale("the window is gone");
  const view = atPath(screen.root(window.record), before.placed.path);
  if (!view) throw stale("the node is gone");
  if (!mayDiffer && isOther(before, view, parts)) {
    throw new WireError("NODE_CHANGED", "the node shows something else than in the tree", { mayHaveHappened: false });
  }
  return { window, view };
}

function stale(message: string): WireError {
  return new WireError("STALE_NODE", message, { mayHaveHappened: false });
}

/**
 * Whether a node is now a different element. Lists reuse a node for another row, so its class, id, description and text
 * have to be the same. Only the text of a field may differ, because users type into it.
 */
function isOther(before: ReportedView, now: ReportedView, { facts }: CompanionParts): boolean {
  const [a, b] = [before.node, now.node];
  if (a.className !== b.className || a.resourceId !== b.resourceId) return true;
  if (a.contentDescription !== b.contentDescription) return true;
  return now.placed.view.field === undefined && shownText(before, facts) !== shownText(now, facts);
}

/** The view with the input focus or the accessibility focus. Errors: NO_FOCUS. */
function focused({ screen }: CompanionParts, kind: "input" | "accessibility"): Found {
  const found = screen.windows().flatMap((window) => {
    const root = screen.root(window.record);
    const views = root ? [...everyReport(root)] : [];
    const path = screen.focusedPathIn(window.record);
    const isIt = (view: ReportedView) =>
      kind === "input" ? window.isActive && view.node.isFocused : view.placed.path === path;
    const view = views.find(isIt);
    return view ? [{ window, view }] : [];
  })[0];
  if (!found) throw new WireError("NO_FOCUS", `nothing has the ${kind} focus`, { mayHaveHappened: false });
  return found;
}

function atPath(root: ReportedView | undefined, path: string): ReportedView | undefined {
  return root && [...everyReport(root)].find((view) => view.placed.path === path);
}
