import { linearPattern } from "../../base/linear-pattern.js";

/** Whether a relative path with slashes matches. */
export type PathMatcher = (path: string) => boolean;

/**
 * Makes a matcher from a glob in the syntax of Java's file systems, which Maestro uses (FileSystem.getPathMatcher): `*`
 * and `?` match in one folder, `**` matches across folders, `[a-z]`, `[!a]` and `{one,two}` are supported, and a name
 * that begins with a dot is not special. For an invalid glob, gives the reason as a text.
 */
export function globMatcher(glob: string): PathMatcher | string {
  const expression = expressionOf(glob);
  if (typeof expression !== "string") return expression.why;
  const pattern = linearPattern(`^(?:${expression})$`, { dotAll: true, mostSteps: MOST_STEPS });
  return typeof pattern === "string" ? pattern : (path) => pattern.matchesWhole(path);
}

const MOST_STEPS = 5_000;
const SPECIAL = /[\\^$.*+?()[\]{}|/-]/;

function expressionOf(glob: string): string | { readonly why: string } {
  let made = "";
  let isInGroup = false;
  for (let at = 0; at < glob.length; at += 1) {
    const sign = glob[at] ?? "";
    if (sign === "\\") {
      at += 1;
      if (at === glob.length) return { why: "nothing follows the last backslash" };
      made += literal(glob[at] ?? "");
    } else if (sign === "[") {
      const end = glob.indexOf("]", at + 2);
      if (end < 0) return { why: "a bracket is not closed" };
      const inside = glob.slice(at + 1, end);
      if (inside.includes("/")) return { why: "a class of characters has a slash" };
      made += classOf(inside);
      at = end;
    } else if (sign === "{") {
      if (isInGroup) return { why: "a group of words is inside another one" };
      isInGroup = true;
      made += "(?:";
    } else if (sign === "}" && isInGroup) {
      isInGroup = false;
      made += ")";
    } else if (sign === "," && isInGroup) made += "|";
    else if (sign === "*" && glob[at + 1] === "*") {
      made += ".*";
      at += 1;
    } else if (sign === "*") made += "[^\\/]*";
    else if (sign === "?") made += "[^\\/]";
    else made += literal(sign);
  }
  return isInGroup ? { why: "a group of words is not closed" } : made;
}

function literal(sign: string): string {
  return SPECIAL.test(sign) && sign !== "-" ? `\\${sign}` : sign;
}

function classOf(inside: string): string {
  const isNot = inside.startsWith("!");
  const signs = (isNot ? inside.slice(1) : inside).replace(/[\\^[\]]/g, (sign) => `\\${sign}`);
  return isNot ? `[^\\/${signs}]` : `[${signs}]`;
}
