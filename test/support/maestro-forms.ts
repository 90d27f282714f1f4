import { CONDITION_FIELDS, GRAMMAR, HEAD_FIELDS, SELECTOR_FIELDS } from "../../src/replay/flow/grammar.js";
import { readFlow } from "../../src/replay/flow/parse-flow.js";
import { ODD_FLOWS } from "./maestro-odd.js";

/** A flow with one value in one form. */
export interface MaestroForm {
  /** The subject of the form: a command, or a field of a command, of a selector, of a condition or of the head. */
  readonly of: string;
  /** One of FORMS. */
  readonly form: string;
  readonly flow: string;
}

const HEAD = "appId: com.x\n";

/** A value in each YAML form, by the name of the form. */
export const FORMS: Readonly<Record<string, string>> = {
  empty: "",
  tilde: "~",
  null: "null",
  "empty text": '""',
  word: "a",
  words: "'a b'",
  quoted: '"5"',
  whole: "5",
  zero: "0",
  negative: "-5",
  large: "3000000000",
  fraction: "5.5",
  exponent: "1e3",
  hex: "0x10",
  octal: "010",
  underscores: "10_000",
  true: "true",
  True: "True",
  "quoted true": "'true'",
  yes: "yes",
  on: "on",
  script: `\${output.x}`,
  "in per cent": "'50%,50%'",
  "in pixels": "10,20",
  UP: "UP",
  up: "up",
  Up: "Up",
  Android: "Android",
  android: "android",
  enabled: "enabled",
  file: "other.yaml",
  date: "2024-01-01",
  colon: "'a: b'",
  block: "|-\n        a",
  folded: ">\n        a",
  tagged: "!!str 5",
  "no list": "[]",
  "list of words": "[a, b]",
  "list of numbers": "[1, 2.5]",
  "list with null": "[a, ~]",
  "list of places": "['52.3,4.9', '52.4,4.8']",
  "list of maps": "[{text: a}]",
  "list of commands": "[back]",
  "list of lists": "[[a]]",
  "no map": "{}",
  "map of text": "{text: a}",
  "map of id": "{id: a}",
  "map of platform": "{platform: Android}",
  "map of numbers": "{x: 1, y: 2.5}",
  "map with null": "{x: ~}",
  "map of lists": "{x: [a]}",
  "map of maps": "{x: {y: z}}",
  "map with a script": `{text: '\${output.x}'}`,
  "unknown field": "{text: a, foo: 1}",
  anchor: "&z a",
};

const ABOUT = { label: "text", optional: "yesNo" };

/** The further fields that a command needs besides the tested field. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  scrollUntilVisible: { element: "A" },
  setPermissions: { permissions: "{all: deny}" },
  setLocation: { latitude: "1", longitude: "2" },
  travel: { points: "['1,2']" },
  repeat: { commands: "[back]" },
  retry: { commands: "[back]" },
  runFlow: { commands: "[back]" },
  runScript: { file: "a.js" },
  evalScript: { script: "a" },
  inputText: { text: "a" },
  setClipboard: { text: "a" },
  pressKey: { key: "back" },
  openLink: { link: "a" },
  takeScreenshot: { path: "a" },
  assertScreenshot: { path: "a" },
  startRecording: { path: "a" },
  addMedia: { files: "[a.png]" },
  assertWithAI: { assertion: "a" },
  extractTextWithAI: { query: "a" },
  assertTrue: { condition: "a" },
  setOrientation: { orientation: "PORTRAIT" },
  setAirplaneMode: { value: "enabled" },
  setDarkMode: { value: "enabled" },
  swipe: { direction: "UP" },
  extendedWaitUntil: { visible: "A" },
};

/** Every command, every field of each command, and every field of other commands, in every form. */
export function maestroForms(): readonly MaestroForm[] {
  const odd = Object.entries(ODD_FLOWS).map(([name, flow]) => ({ of: `odd: ${name}`, form: "", flow }));
  return [...wordForms(), ...fieldForms(), ...selectorForms(), ...conditionForms(), ...headForms(), ...odd];
}

const OTHER_FLOW = `${HEAD}---\n- back\n`;

/** Whether Fovea accepts the flow, if all files that it names exist. */
export async function isTaken({ of, flow }: MaestroForm): Promise<boolean> {
  const text = of.startsWith("runScript") ? "" : OTHER_FLOW;
  const load = async (path: string) => ({ file: `other/${path}`, text });
  const { mistakes } = await readFlow({ file: "a.yaml", text: flow }, { load, find: async () => {} });
  return mistakes.length === 0;
}

/**
 * The signs for the verdicts of Maestro and Fovea: both accept the flow, both refuse it, or only one accepts it. A row
 * of the table (test/replay/maestro-forms.txt) has the subject of the forms, a tab, and a sign for each form.
 */
export const SIGNS = { both: "+", neither: "-", maestro: "m", fovea: "f" } as const;

/** The rows of a table, from signs in the order of the forms. */
export function rowsOf(forms: readonly MaestroForm[], signs: readonly string[]): readonly string[] {
  const rows = new Map<string, string>();
  for (const [place, { of }] of forms.entries()) rows.set(of, (rows.get(of) ?? "") + (signs[place] ?? "?"));
  return [...rows].map(([of, marks]) => `${of}\t${marks}`);
}

const COMMANDS = [...Object.keys(GRAMMAR), "openBrowser", "assert", "takePhoto", "tapon", "_sourceInfo", "runFlows"];

function wordForms(): readonly MaestroForm[] {
  return COMMANDS.flatMap((command) => [
    { of: command, form: "word alone", flow: flowOf(`- ${quoted(command)}`) },
    { of: command, form: "twice", flow: flowOf(`- {${quoted(command)}: {}, back: {}}`) },
    ...Object.entries(FORMS).map(([form, value]) => ({
      of: command,
      form,
      flow: flowOf(`- ${quoted(command)}: ${value}`),
    })),
  ]);
}

/** The tested fields of a command. Fields of all selectors, and of all commands, are tested with one command only. */
function fieldsOf(command: string): readonly string[] {
  const { fields = {}, short = null } = GRAMMAR[command] ?? {};
  if (short === "text" && "childOf" in fields && command !== "tapOn") return ["text", "foo"];
  const own = Object.keys(fields).filter((field) => command === "back" || !(field in ABOUT));
  return [...own, "foo"];
}

function fieldForms(): readonly MaestroForm[] {
  return COMMANDS.flatMap((command) =>
    fieldsOf(command).flatMap((field) =>
      formsFor(field).map(([form, value]) => {
        const { [field]: _, ...beside } = BESIDE[command] ?? {};
        const others = command === "runFlow" && field === "file" ? {} : beside;
        return { of: `${command}.${field}`, form, flow: flowOf(commandText(command, { ...others, [field]: value })) };
      }),
    ),
  );
}

function formsFor(field: string): readonly (readonly [string, string])[] {
  return Object.entries(FORMS).filter(([form]) => field !== "foo" || form === "word");
}

function selectorForms(): readonly MaestroForm[] {
  return Object.keys(SELECTOR_FIELDS).flatMap((field) =>
    formsFor(field).map(([form, value]) => ({
      of: `tapOn.below.${field}`,
      form,
      flow: flowOf(`- tapOn:\n    below:\n      ${quoted(field)}: ${value}`),
    })),
  );
}

function conditionForms(): readonly MaestroForm[] {
  return [...Object.keys(CONDITION_FIELDS), "foo"].flatMap((field) =>
    formsFor(field).map(([form, value]) => ({
      of: `runFlow.when.${field}`,
      form,
      flow: flowOf(`- runFlow:\n    commands: [back]\n    when:\n      ${quoted(field)}: ${value}`),
    })),
  );
}

function headForms(): readonly MaestroForm[] {
  return [...Object.keys(HEAD_FIELDS), "foo", "jsEngine"].flatMap((field) =>
    Object.entries(FORMS).map(([form, value]) => ({
      of: `head.${field}`,
      form,
      flow: `${field === "appId" ? "" : HEAD}${field}: ${value}\n---\n- back\n`,
    })),
  );
}

function flowOf(commands: string): string {
  return `${HEAD}---\n${commands}\n`;
}

function commandText(command: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(([field, value]) => `    ${quoted(field)}: ${value}`);
  return `- ${quoted(command)}:\n${lines.join("\n")}`;
}

function quoted(word: string): string {
  return /^\w+$/.test(word) && word !== "true" ? word : `"${word}"`;
}
