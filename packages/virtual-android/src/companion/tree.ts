import { createHmac } from "node:crypto";
import { INPUT_TYPES } from "../framework/keyboard.js";
import type { ReportedView } from "../ui/accessibility.js";
import { actionsOf } from "./node-actions.js";
import { Tables } from "./tables.js";

import { type Field, FLAGS, type Flag, type NodeAction } from "./vocabulary.js";

/** The facts besides the views that determine the tree. */
export interface TreeEnv {
  readonly apiLevel: number;
  readonly now: number;
  /** The key of the process, without which no other program can make valid tree names. */
  readonly key: Uint8Array;
  readonly fields: ReadonlySet<Field>;
  readonly known: ReadonlySet<Flag>;
  /** The path of the view with the accessibility focus, if the view is in this window. */
  readonly focusedPath: string | undefined;
  readonly mostNodes: number;
  readonly mostLevels: number;
}

/** A tree in the form in which it is sent, and the view of each position. */
export interface Tree {
  readonly name: string;
  readonly content: TreeContent;
  /** The nodes as JSON, as {@link piecesOf} gives them. */
  readonly pieces: readonly string[];
  readonly views: readonly ReportedView[];
  readonly depth: number;
  readonly truncated: "nodes" | "depth" | null;
}

export interface TreeContent {
  readonly nodes: readonly (readonly unknown[])[];
  readonly names: readonly string[];
  readonly actionSets: readonly (readonly NodeAction[])[];
}

/** One node that is still to be visited. */
interface Step {
  readonly view: ReportedView;
  readonly parent: number;
  readonly level: number;
  readonly order: number;
}

/** Encodes the content of a window. */
export function encodeTree(root: ReportedView, env: TreeEnv): Tree {
  const tables = new Tables();
  const nodes: (readonly unknown[])[] = [];
  const views: ReportedView[] = [];
  const stack: Step[] = [{ view: root, parent: -1, level: 1, order: 0 }];
  let depth = 0;
  let truncated: Tree["truncated"] = null;
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (nodes.length >= env.mostNodes) {
      truncated = "nodes";
      break;
    }
    const { view, level } = step;
    const place = nodes.length;
    nodes.push(nodeOf(step, tables, env));
    views.push(view);
    depth = Math.max(depth, level);
    if (level >= env.mostLevels && view.children.length > 0) truncated = "depth";
    else stack.push(...stepsBelow(view, place, level).reverse());
  }
  const content = { nodes, names: tables.names, actionSets: tables.actionSets };
  const pieces = piecesOf(nodes);
  return { name: nameOf(pieces, content, env.key), content, pieces, views, depth, truncated };
}

function stepsBelow({ children }: ReportedView, parent: number, level: number): Step[] {
  return children.map((view, i) => ({ view, parent, level: level + 1, order: i + 1 }));
}

function nameOf(pieces: readonly string[], { names, actionSets }: TreeContent, key: Uint8Array): string {
  const whole = `[${pieces.join()},${JSON.stringify([names, actionSets])}]`;
  return createHmac("sha256", key).update(whole).digest("hex").slice(0, 16);
}

function nodeOf({ view, parent, order }: Step, tables: Tables, env: TreeEnv): readonly unknown[] {
  const { node } = view;
  const { left, top, right, bottom } = node.bounds;
  const actions = env.fields.has("actions") ? tables.actions(actionsOf(view, env)) : -1;
  const words = [tables.name(node.className), tables.name(node.packageName), tables.name(node.resourceId)];
  const fixed = [parent, flagsOf(view, env), left, top, right, bottom, ...words, actions, order];
  const text = shownText(view, env);
  const description = node.contentDescription === "" ? null : node.contentDescription;
  const details = detailsOf(view, env);
  if (Object.keys(details).length > 0) return [...fixed, text, description, details];
  if (description !== null) return [...fixed, text, description];
  return text === null ? fixed : [...fixed, text];
}

/**
 * The text that may leave the device: dots in place of a password, "" in place of a text that is reported as a hint.
 */
export function shownText({ node, placed }: ReportedView, env: Pick<TreeEnv, "apiLevel">): string | null {
  const { field } = placed.view;
  if (!field) return node.text === "" ? null : node.text;
  if (field.isPassword) return "•".repeat([...field.text].length);
  return node.isShowingHint === true && env.apiLevel >= 26 ? "" : node.text;
}

function flagsOf({ node, placed }: ReportedView, env: TreeEnv): number {
  const { view, path } = placed;
  const set: Partial<Record<Flag, boolean>> = {
    checkable: node.isCheckable,
    checked: node.isChecked,
    clickable: node.isClickable,
    longClickable: node.isLongClickable,
    enabled: node.isEnabled,
    focusable: node.isFocusable,
    focused: node.isFocused,
    accessibilityFocused: path === env.focusedPath,
    scrollable: node.isScrollable,
    selected: node.isSelected,
    password: node.isPassword,
    editable: view.field !== undefined,
    visibleToUser: node.isVisibleToUser,
    multiLine: view.field?.isMultiline === true,
    importantForAccessibility: node.isImportant,
    showingHint: node.isShowingHint === true,
    masked: node.isPassword,
  };
  return FLAGS.reduce((bits, flag, bit) => bits + (set[flag] && env.known.has(flag) ? 2 ** bit : 0), 0);
}

function detailsOf({ node, placed }: ReportedView, env: TreeEnv): object {
  const { field, slider } = placed.view;
  const own: Partial<Record<Field, unknown>> = {
    hint: node.hint === "" ? undefined : node.hint,
    stateDescription: node.stateDescription || undefined,
    inputType: field && INPUT_TYPES[field.kind],
    maxTextLength: field && Number.isFinite(field.maxLength) ? field.maxLength : undefined,
    selection: field && !field.isPassword ? [field.selection.start, field.selection.end] : undefined,
    range: slider && { type: "integer", min: slider.min, max: slider.max, current: slider.value },
  };
  return Object.fromEntries(Object.entries(own).filter(([name, value]) => value !== undefined && isAsked(name, env)));
}

function isAsked(name: string, { fields }: TreeEnv): boolean {
  return [...fields].some((field) => field === name);
}

/** The number of nodes that are compared at once, before single nodes are compared. */
export const PIECE = 32;

/** The nodes as JSON, in pieces of several nodes. Nodes in equal pieces need not be compared one by one. */
export function piecesOf(nodes: TreeContent["nodes"]): readonly string[] {
  const count = Math.ceil(nodes.length / PIECE);
  return Array.from({ length: count }, (_, i) => JSON.stringify(nodes.slice(i * PIECE, (i + 1) * PIECE)));
}
