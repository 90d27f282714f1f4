import type { ActionSig } from "./graph.js";

/** What makes two actions the same, data of lists included. */
export function actionKey({ type, role, idTail, label, ordinal, detail }: ActionSig): string {
  return [type, role, idTail, label, ordinal ?? "", detail].join("|");
}

/** The same for any row of the list: what is done again and again in a loop. */
export function slotKey(action: ActionSig): string {
  return action.isItem ? actionKey({ ...action, label: "*", ordinal: null }) : actionKey(action);
}

/** An action in words: `tap button "send"`, `type into field @name`, `scroll down`. */
export function actionWords({ type, role, idTail, label, ordinal, detail }: ActionSig): string {
  const by =
    label !== "" ? JSON.stringify(label) : idTail !== "" ? `@${idTail}` : ordinal === null ? "" : `#${ordinal + 1}`;
  return [type, role, by, detail].filter((word) => word !== "").join(" ");
}
