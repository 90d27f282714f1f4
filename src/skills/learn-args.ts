import type { Column } from "./align.js";
import type { Slots } from "./slot-book.js";
import { plain } from "./template.js";
import { isRedacted } from "./traced-step.js";

/** The arguments of a step; a value that differs between the runs becomes a slot. */
export function argsOf(column: Column, about: string, book: Slots): Readonly<Record<string, unknown>> {
  const names = new Set(column.flatMap((step) => (step === null ? [] : Object.keys(step.args))));
  const args: Record<string, unknown> = {};
  for (const name of names) {
    const values = column.map((step) => (step === null ? null : (step.args[name] ?? null)));
    const there = values.filter((_, run) => column[run] !== null);
    const [first] = there;
    if (there.some(isRedacted))
      args[name] = slot(
        book.add(
          column.map(() => null),
          about,
          "secret",
        ),
      );
    else if (there.every((one) => JSON.stringify(one) === JSON.stringify(first)))
      args[name] = typeof first === "string" ? plain(first) : first;
    else if (there.every((one) => typeof one === "string"))
      args[name] = slot(
        book.add(
          values.map((one) => (typeof one === "string" ? one : null)),
          about,
        ),
      );
    // A flag of only some runs, such as `clear`, shows how one run reached the same result, so it is left out.
    else if (first !== null && first !== undefined) args[name] = first;
  }
  return args;
}

function slot(name: string): string {
  return `\${${name}}`;
}
