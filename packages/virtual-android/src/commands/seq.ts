import { defineTool, UsageError } from "../toybox/tool.js";

/** Prints a sequence of numbers. */
export const seq = defineTool({
  name: "seq",
  values: "s",
  needs: 1,
  async run(tool) {
    const numbers = tool.args.map(toNumber);
    const [first, step, last] =
      numbers.length === 1 ? [1, 1, numbers[0]] : numbers.length === 2 ? [numbers[0], 1, numbers[1]] : numbers;
    const values = countUp(first ?? 1, step ?? 1, last ?? 0);
    if (values.length > 0) await tool.write(`${values.join(tool.value("s") ?? "\n")}\n`);
    return undefined;
  },
});

function toNumber(text: string): number {
  const value = Number(text);
  if (text === "" || Number.isNaN(value)) throw new UsageError(`bad ${text}`);
  return value;
}

/** The numbers are rounded, because steps such as 0.1 do not add up exactly. */
function countUp(first: number, step: number, last: number): readonly string[] {
  const values: string[] = [];
  const count = Math.floor((last - first) / step + 1e-9);
  for (let index = 0; index <= count; index += 1) values.push(String(Number((first + index * step).toPrecision(12))));
  return values;
}
