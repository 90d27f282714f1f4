import { OPTIONS } from "../base/config.js";

/** The options that all commands share, one per line. */
export function optionsHelp(): string {
  const rows = OPTIONS.map((option) => {
    const value = option.type === "boolean" ? "" : ` ${option.type === "integer" ? "N" : "VALUE"}`;
    return [
      `  ${option.flag}${value}`,
      `${option.doc}${option.default === null ? "" : ` Default: ${option.default}.`}`,
    ] as const;
  });
  const widest = Math.max(...rows.map(([flag]) => flag.length));
  return `Options (also as environment variables, see docs/options.md):\n${rows.map(([flag, doc]) => `${flag.padEnd(widest)}  ${doc}`).join("\n")}`;
}
