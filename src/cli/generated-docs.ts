import { OPTIONS } from "../base/config.js";
import { ERROR_CODES } from "../base/errors.js";
import { observationJsonSchema } from "../screen/observation.js";
import { screenStateJsonSchema } from "../screen/screen-state.js";
import { documentedSchema } from "../server/tool-schema.js";
import { actionJsonSchema } from "../tool-contract/declarative-action.js";
import type { AnyTool } from "../tool-contract/tool.js";
import { OPTIONAL_TOOLS, TOOLS } from "../tools/tools.js";
import { stepJsonSchema } from "../trace/protocol.js";
import { compareSection } from "./docs/compare-page.js";
import { everydaySection } from "./docs/everyday-page.js";

const NOTE = "<!-- Made by `npm run docs` from the code; change it there. -->";

/** The documents and files that are generated from the code, by file name in `docs/`. */
export function generatedDocs(): Readonly<Record<string, string>> {
  return {
    "tools.md": toolsPage(),
    "compare.md": `${NOTE}\n\n${compareSection()}\n`,
    "options.md": optionsPage(),
    "errors.md": errorsPage(),
    "../protocol/v0.1/schema.json": `${JSON.stringify(stepJsonSchema(), null, 2)}\n`,
    "action.schema.json": `${JSON.stringify(actionJsonSchema(), null, 2)}\n`,
    "screen-state.schema.json": `${JSON.stringify(screenStateJsonSchema(), null, 2)}\n`,
    "observation.schema.json": `${JSON.stringify(observationJsonSchema(), null, 2)}\n`,
  };
}

function toolsPage(): string {
  const rows = [...TOOLS, ...OPTIONAL_TOOLS].map(
    (tool) => `| [\`${tool.name}\`](#${tool.name}) | ${tool.kind} | ${tool.slim ? "yes" : ""} | ${tool.title} |`,
  );
  const table = ["| tool | kind | slim | |", "|---|---|---|---|", ...rows].join("\n");
  return `${NOTE}\n\n# Tools\n\n\`read\` tools only look; \`act\` tools change something on the device and are left out with \`--read-only\`. \`take_action\` is offered only with \`--take-action\`, and \`install_app\`, \`clear_app_data\` and \`uninstall_app\` only with \`--manage-apps\` ([apps.md](apps.md)); those of [groups](#groups) with \`--tools\`.\n\n${table}\n\n${[...TOOLS, ...OPTIONAL_TOOLS].map(toolSection).join("\n\n")}\n\n${everydaySection()}\n\n${PAPER_NAMES}\n`;
}

function toolSection(tool: AnyTool): string {
  const schema = documentedSchema(tool);
  const required = new Set(schema.required);
  const rows = Object.entries(schema.properties).map(
    ([name, field]) =>
      `| \`${name}\`${required.has(name) ? " (required)" : ""} | ${typeOf(field)} | ${field["description"] ?? ""} |`,
  );
  const fields = rows.length > 0 ? `\n\n| argument | type | |\n|---|---|---|\n${rows.join("\n")}` : "\n\nNo arguments.";
  const example = tool.example ? `\n\nFor example \`${JSON.stringify(tool.example)}\`.` : "";
  return `## ${tool.name}\n\n${tool.description}${fields}${example}`;
}

function typeOf(field: Record<string, unknown>): string {
  if (Array.isArray(field["enum"])) return field["enum"].map((value) => `\`${value}\``).join(" ");
  if (field["type"] === "array") return "list";
  const { minimum, maximum } = field;
  return minimum === undefined ? String(field["type"]) : `${field["type"]}, ${minimum}–${maximum}`;
}

/** The names in earlier designs of such servers, and ours. */
const PAPER_NAMES = `## Names in other tools

| elsewhere | here |
|---|---|
| \`get_screen_state\`, \`describe_current_state\`, \`visual_state\` | \`observe\` |
| \`find_element\`, \`find_elements\` | \`find\` |
| \`click_element\`, \`click\` | \`tap\`, \`swipe\`, \`drag\`, \`pinch\`, \`type_text\`, \`press_key\` |
| \`input\`, \`type\` | \`type_text\` |
| \`wait_for_state_change\`, \`wait_for_element\` | \`wait_for\` (without a condition; with one) |
| \`launch_app\`, \`select_application\` | \`open_app\` |
| \`scroll\` | \`swipe\` |`;

function optionsPage(): string {
  const rows = OPTIONS.map((option) => {
    const example = "example" in option ? ` For example \`${option.example}\`.` : "";
    const value = option.default === null ? "" : `\`${option.default}\``;
    return `| \`${option.flag}\` | \`${option.env}\` | \`${option.key}\` | ${value} | ${option.doc}${example} |`;
  });
  return `${NOTE}\n\n# Options\n\nFor every command and for the server. A flag outranks the environment, which outranks the configuration file; lists are separated by commas in the environment.\n\n| flag | environment | key | default | |\n|---|---|---|---|---|\n${rows.join("\n")}\n`;
}

function errorsPage(): string {
  const rows = Object.entries(ERROR_CODES).map(([code, recoveries]) => {
    return `| \`${code}\` | ${[recoveries].flat().join(" Or: ").replaceAll("|", "\\|")} |`;
  });
  return `${NOTE}\n\n# Errors\n\nEvery failure has a code, a message that says what happened on which device, and ways to recover, best first. In an observation the same codes name what is missing in \`errors[]\`.\n\n| code | ways to recover |\n|---|---|\n${rows.join("\n")}\n`;
}
