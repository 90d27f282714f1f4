import type { ScreenFacts } from "../screen/screen-facts.js";

/** A key that is equal for screens which differ only in the rows of their lists. */
export function equalKey({ app, activity, kind, title, tabs, parts }: ScreenFacts): string {
  const said = parts.filter(({ isListed }) => !isListed);
  const words = said.map(({ role, idTail, label, state }) => `${role} ${idTail} ${label} ${state}`);
  return [app, activity, kind, title, ...tabs, ...words].join("\n");
}
