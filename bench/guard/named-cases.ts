import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { GuardedScreen } from "../../src/guard/guarded-action.js";
import { at, button, page, screenWith } from "../../test/support/build-screen.js";
import type { GuardCase } from "./case.js";
import { type NamedControl, namedControls } from "./labels.js";

/**
 * The controls that flows of real apps name, each as the only button on a screen, with these words or this id: the rest
 * of the real screen and the kind of the control are unknown. Errors: if a file has changed since it was labelled, or
 * its line does not name a control.
 */
export function namedCases(corpus: string): readonly GuardCase[] {
  const files = new Map<string, readonly string[]>();
  return namedControls().map((control): GuardCase => {
    const lines = files.get(control.file) ?? readFlow(corpus, control);
    files.set(control.file, lines);
    const named = nameIn(lines[control.line - 1] ?? "");
    if (named === null) throw new Error(`${control.file}:${control.line} names no control`);
    const screen = screenOfOne(named);
    const on = screen.elements.find(({ role }) => role === "button");
    if (!on) throw new Error(`${control.file}:${control.line} is not a button on the screen`);
    const { split, label, file, line } = control;
    return {
      split,
      origin: "named",
      language: "-",
      label,
      action: { kind: "tap", on, point: null, holdMs: 0 },
      screen,
      name: `${file.split("/").slice(0, 2).join("/")}:${line} ${JSON.stringify(named.name)}`,
    };
  });
}

function readFlow(corpus: string, { file, sha256 }: NamedControl): readonly string[] {
  const bytes = readFileSync(join(corpus, file));
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (!hash.startsWith(sha256)) throw new Error(`${file} is another file than the one that was labelled`);
  return bytes.toString("utf8").split("\n");
}

interface Named {
  readonly by: "text" | "id";
  readonly name: string;
}

/** `- tapOn: "Delete"`, `text: Delete` or `id: "delete_button"`. */
function nameIn(line: string): Named | null {
  const [, key = "", value = ""] = /^\s*-? *(tapOn|longPressOn|doubleTapOn|text|id):\s*(.+?)\s*$/.exec(line) ?? [];
  const name = value.replace(/^["']|["']$/g, "");
  return name === "" ? null : { by: key === "id" ? "id" : "text", name };
}

function screenOfOne({ by, name }: Named): GuardedScreen {
  const id = name.includes("/") ? name : `org.example.app:id/${name}`;
  const one = by === "text" ? button(name, { bounds: PLACE }) : button("", { bounds: PLACE, "resource-id": id });
  return { ...screenWith(page(one)), activeWindow: null };
}

const PLACE = at(100, 300, 500, 420);
