// Validates every message that the end-to-end tests exchanged with `fovea serve` over standard input and output, with
// the JSON Schema of the protocol revision in use. The tests write the messages to the folder of FOVEA_WIRE_LOG. The
// schemas are part of the official conformance suite (scripts/conformance.mjs FOLDER --install).
// Usage: node scripts/check-wire.mjs LOGS FOLDER
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

/** The type of the answer to each request; all other requests have an empty answer. */
const RESULTS = {
  initialize: "InitializeResult",
  "server/discover": "DiscoverResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "completion/complete": "CompleteResult",
};

const [logs, folder] = process.argv.slice(2);
const require = createRequire(join(folder, "node_modules/"));
const { default: Ajv } = require("ajv");
const { default: Ajv2020 } = require("ajv/dist/2020");
const { default: addFormats } = require("ajv-formats");

const revisions = schemasIn(
  readFileSync(join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js"), "utf8"),
);
const counts = new Map();
const failures = [];
const files = readdirSync(logs).filter((name) => name.endsWith(".jsonl"));
for (const name of files) checkFile(name);
for (const [what, count] of [...counts].sort()) console.log(`${what}: ${count} messages`);
for (const failure of failures.slice(0, 20)) console.error(failure);
const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(`${total} messages in ${files.length} conversations, ${failures.length} complaints`);
if (total < 100) console.error("so few messages prove nothing");
process.exit(failures.length === 0 && total >= 100 ? 0 : 1);

/** The schemas of the revisions, oldest first. The suite contains them as object literals. */
function schemasIn(source) {
  const found = [...source.matchAll(/=(\{\$schema:`[^`]+`,(?:definitions|\$defs):\{Annotations:)/g)];
  return found.map(({ index }) => {
    const text = literalAt(source, index + 1);
    const schema = runInNewContext(`(${text})`);
    const isNew = schema.$defs !== undefined;
    const ajv = isNew ? new Ajv2020({ strict: false, allErrors: true }) : new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(schema, "protocol");
    const defs = schema.$defs ?? schema.definitions;
    const at = (name) =>
      defs[name] ? ajv.getSchema(`protocol#/${isNew ? "$defs" : "definitions"}/${name}`) : undefined;
    return { at, isStateless: defs.DiscoverResult !== undefined, hasIcons: defs.Icon !== undefined };
  });
}

/** The object literal that starts here, up to its closing brace; skips braces in strings and templates. */
function literalAt(source, start) {
  let depth = 0;
  let quote = null;
  for (let at = start; at < source.length; at += 1) {
    const char = source[at];
    if (quote !== null) {
      if (char === "\\") at += 1;
      else if (char === quote) quote = null;
    } else if (char === "`" || char === '"' || char === "'") quote = char;
    else if (char === "{") depth += 1;
    else if (char === "}") {
      depth -= 1;
      if (depth === 0) return source.slice(start, at + 1);
    }
  }
  throw new Error("the suite's schemas cannot be read");
}

/** The schema that decides what is valid, by the protocol version of the handshake or of the request itself. */
function revisionOf(version) {
  if (version === "2026-07-28") return revisions.find(({ isStateless }) => isStateless);
  if (version === "2025-11-25") return revisions.find(({ isStateless, hasIcons }) => !isStateless && hasIcons);
  return revisions.filter(({ hasIcons }) => !hasIcons).at(-1);
}

function checkFile(name) {
  const lines = readFileSync(join(logs, name), "utf8").split("\n").slice(0, -1);
  const asked = new Map();
  let version;
  for (const line of lines) {
    const { from, line: text } = JSON.parse(line);
    const message = read(text);
    if (message === undefined) {
      // Tests send invalid JSON on purpose; the server must never do so.
      if (from === "server") failures.push(`${name}: no JSON from the server: ${text.slice(0, 200)}`);
      continue;
    }
    if (from === "client") {
      const own = message?.params?._meta?.["io.modelcontextprotocol/protocolVersion"];
      if (message?.id !== undefined && message.method) asked.set(message.id, { method: message.method, version: own });
      continue;
    }
    const question = asked.get(message.id);
    if (question?.method === "initialize") version = message.result?.protocolVersion ?? version;
    const spoken = question?.version ?? version ?? "2026-07-28";
    checkMessage(name, message, { question, spoken });
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function checkMessage(name, message, { question, spoken }) {
  const revision = revisionOf(spoken);
  counts.set(spoken, (counts.get(spoken) ?? 0) + 1);
  for (const [value, definition] of partsOf(message, question)) {
    const validate = definition.map((one) => revision.at(one)).find((one) => one !== undefined);
    if (!validate) failures.push(`${name}: nothing in ${spoken} says what ${definition.join(" or ")} is`);
    else if (!validate(value)) {
      const why = validate.errors.map(({ instancePath, message: words }) => `${instancePath} ${words}`);
      failures.push(`${name}: ${definition[0]} of ${spoken}: ${[...new Set(why)].slice(0, 4).join("; ")}`);
    }
  }
}

/** The message itself and its content, each with the names of its type in the revisions. */
function partsOf(message, question) {
  if (message.method !== undefined) {
    const isRequest = message.id !== undefined;
    return [
      [message, [isRequest ? "JSONRPCRequest" : "JSONRPCNotification"]],
      [message, [isRequest ? "ServerRequest" : "ServerNotification"]],
    ];
  }
  if (message.error !== undefined) return [[message, ["JSONRPCErrorResponse", "JSONRPCError"]]];
  const whole = [message, ["JSONRPCResultResponse", "JSONRPCResponse"]];
  if (message.result?.resultType === "input_required") return [whole, [message.result, ["InputRequiredResult"]]];
  return [whole, [message.result, [RESULTS[question?.method] ?? "EmptyResult"]]];
}
