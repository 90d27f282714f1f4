import type { Acted, Phone, Screen } from "../../src/library/types.js";

/** A phone with three buttons, for tests of a run's files: it has the part of the library's phone that a run uses. */
export interface ButtonPhone {
  /** Opens a connection, with its own refs. After `die` no call acts or answers. */
  connect(): Phone;
  die(): void;
  revive(): void;
  /** What was pressed, in order. */
  readonly pressed: readonly string[];
}

const LABELS = ["One", "Two", "Three"] as const;

export function buttonPhone(): ButtonPhone {
  const pressed: string[] = [];
  let isDead = false;
  let connections = 0;
  const alive = () => {
    if (isDead) throw new Error("the process is gone");
  };
  const connect = () => {
    connections += 1;
    const first = connections * 10;
    const screen = () => {
      const lines = LABELS.map((label, at) => `e${first + at} button "${label}"`);
      const text = ["com.example/.Main | 540x1200", ...lines, `e${first + 9} "${pressed.length} pressed"`].join("\n");
      return { text, app: { package: "com.example", activity: ".Main" } } as Screen;
    };
    const tap = async (ref: unknown): Promise<Acted> => {
      alive();
      const label = LABELS[Number(/^e(\d+)$/.exec(String(ref))?.[1]) - first];
      if (label === undefined)
        throw Object.assign(new Error(`${ref} is gone`), { code: "REF_STALE", hint: "Observe." });
      pressed.push(label);
      const verdict = { kind: "changed" as const, evidence: ["1 changed"] };
      return { did: `tapped ${label}`, verdict, points: [], notes: [], screen: screen(), text: "" };
    };
    const observe = async () => {
      alive();
      return screen();
    };
    const phone = {
      observe,
      update: async () => ({ screen: await observe(), isChanged: true, changes: "~ changed" }),
      tap,
      [Symbol.asyncDispose]: async () => {},
    };
    return phone as unknown as Phone;
  };
  return {
    connect,
    die: () => {
      isDead = true;
    },
    revive: () => {
      isDead = false;
    },
    pressed,
  };
}
