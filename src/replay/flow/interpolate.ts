/** Variables of a flow, by name. */
export type Variables = ReadonlyMap<string, string>;

/** `${NAME}`, and `\${` for the characters themselves. */
const PLACE = /(\\?)\$\{([^}]*)\}/g;
const EXPRESSION = /^\s*([A-Za-z_]\w*)\s*(?:(\|\||\?\?)\s*(?:"([^"]*)"|'([^']*)'))?\s*$/;

/**
 * The text with the values of its variables: `${NAME}`, or with a default `${NAME || "x"}` (for an empty value, too) and
 * `${NAME ?? "x"}`. `fail` is told why it cannot be.
 */
export function interpolate(text: string, variables: Variables, fail: (why: string) => never): string {
  return text.replace(PLACE, (whole: string, slash: string, expression: string) => {
    if (slash !== "") return whole.slice(1);
    const [, name = "", operator, double, single] = EXPRESSION.exec(expression) ?? [];
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
