/** Variables of a flow, by name. */
export type Variables = ReadonlyMap<string, string>;

/** `${NAME}`, and `\${` for the characters themselves. */
const OPENING = "${";
const EXPRESSION = /^([A-Za-z_]\w*)(?:\s*(\|\||\?\?)\s*(?:"([^"]*)"|'([^']*)'))?$/;

/**
 * The text with the values of its variables: `${NAME}`, or with a default `${NAME || "x"}` (for an empty value, too)
 * and `${NAME ?? "x"}`. `fail` is told why it cannot be.
 */
export function interpolate(text: string, variables: Variables, fail: (why: string) => never): string {
  return replacePlaces(text, (expression) => {
    const [, name = "", operator, double, single] = EXPRESSION.exec(expression.trim()) ?? [];
    if (name === "") {
      return fail(`\${${expression}} is JavaScript, which is not supported: \${NAME} and \${NAME || "default"} are`);
    }
    const value = variables.get(name);
    const isMissing = value === undefined || (operator === "||" && value === "");
    if (!isMissing) return value;
    if (operator === undefined) return fail(`the variable ${name} has no value: give it with --env ${name}=VALUE`);
    return double ?? single ?? "";
  });
}

/** One pass: what no brace closes is text. */
function replacePlaces(text: string, valueIn: (expression: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf(OPENING); at >= 0; at = text.indexOf(OPENING, from)) {
    const end = text.indexOf("}", at);
    if (end < 0) break;
    const isEscaped = at > from && text[at - 1] === "\\";
    parts.push(text.slice(from, isEscaped ? at - 1 : at));
    parts.push(isEscaped ? text.slice(at, end + 1) : valueIn(text.slice(at + OPENING.length, end)));
    from = end + 1;
  }
  return parts.join("") + text.slice(from);
}
