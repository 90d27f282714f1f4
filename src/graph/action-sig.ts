import type { ActionSig } from "./graph.js";

/** The key of an action: equal for equal actions, including the data of lists. */
export function actionKey({ type, role, idTail, label, ordinal, detail }: ActionSig): string {
  return [type, role, idTail, label, ordinal ?? "", detail].join("|");
}

/** The key of an action on any row of its list: equal for actions that a loop repeats. */
export function slotKey(action: ActionSig): string {
  return action.isItem ? actionKey({ ...action, label: "*", ordinal: null }) : actionKey(action);
}

/** An action in words: `tap button "send"`, `type into field @name`, `scroll down`. */
export function actionWords({ type, role, idTail, label, ordinal, detail }: ActionSig): string {
  const by =
    label !== "" ? JSON.stringify(label) : idTail !== "" ? `@${idTail}` : ordinal === null ? "" : `#${ordinal + 1}`;
  return [type, role, by, detail].filter((word) => word !== "").join(" ");
}
