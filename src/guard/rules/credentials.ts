import type { Rule } from "../rule.js";

/** Words for a password field are a secret that leaves the caller's hands. */
export const credentials: Rule = ({ action, target }) => {
  if (action.kind !== "type" || target?.element.password !== true) return [];
  return [{ class: "credential", severity: "confirm", signals: [{ kind: "state", value: "password field" }] }];
};
