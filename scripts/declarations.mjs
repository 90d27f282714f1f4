// The published declarations of the packages: the exports of each entry, with types from a file.
import { publicValues } from "./reference.mjs";

const VALUES = {
  "virtual-android": { appNames: "Names", profileNames: "Names", startVirtualPhone: "StartVirtualPhone" },
  "fovea-agent": { runAgent: "RunAgent", startScriptedModel: "StartScriptedModel" },
};
/** Classes, with the type of their options and the type of their instances. */
const CLASSES = { "fovea-agent": { ComputerUse: ["ComputerUseOptions", "ComputerUser"] } };

/** The text of the file of declarations of `fovea-mcp`, `fovea-mcp/testing`, `virtual-android` or `fovea-agent`. */
export function declarationsOf(entry, types) {
  const values = VALUES[entry] ?? Object.fromEntries(valuesOf(entry));
  const classes = CLASSES[entry] ?? {};
  const names = [...new Set([...Object.values(values), ...Object.values(classes).flat()])].sort();
  const lines = [
    `import type { ${names.join(", ")} } from "${types}";`,
    `export type * from "${types}";`,
    ...Object.entries(classes).map(([name, [options, made]]) => {
      return `export declare const ${name}: new (options: ${options}) => ${made};`;
    }),
    ...Object.entries(values).map(([name, type]) => `export declare const ${name}: ${type};`),
  ];
  return `${lines.join("\n")}\n`;
}

function valuesOf(entry) {
  const values = publicValues().filter((one) => one.entry === entry);
  if (values.length === 0) throw new Error(`no entry ${entry}`);
  return values.map(({ name, type }) => [name, type]);
}
