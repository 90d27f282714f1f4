import { type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { FoveaError } from "../base/errors.js";
import { plainOrQuoted, printable, printableJson } from "../base/printable.js";
import { fieldsNote } from "../screen/fields-note.js";
import type { Observation } from "../screen/observation.js";
import type { Sessions } from "../session/sessions.js";
import type { PartsToCome } from "./parts-to-come.js";
import { screenshotUri } from "./screenshot-uri.js";

const TEXT = "text/plain";
const PNG = "image/png";

/**
 * Registers the device list, and the last observation of each device. Reading a resource sends nothing to the device.
 */
export function registerResources(server: McpServer, { parts, config }: PartsToCome): void {
  server.registerResource(
    "devices",
    "fovea://devices",
    { title: "Android devices", description: "The devices that adb knows, with their states", mimeType: TEXT },
    async (uri, call) => {
      const [{ renderDevice }, { devices }] = await Promise.all([import("../tools/list-devices.js"), parts()]);
      const entries = await devices.list(call.mcpReq.signal);
      return { contents: [{ uri: uri.href, mimeType: TEXT, text: printable(entries.map(renderDevice).join("\n")) }] };
    },
  );
  registerScreenshot(server, parts);
  if (config.memory !== undefined) registerGraph(server, parts);
  for (const view of VIEWS) {
    server.registerResource(
      view.name,
      new ResourceTemplate(`fovea://devices/{serial}/${view.name}`, {
        list: async () => ({ resources: listed(view, (await parts()).sessions) }),
      }),
      { title: view.title, description: view.description, mimeType: view.mimeType },
      async (uri, variables) => {
        const { sessions } = await parts();
        const text = await view.render(lastObservation(sessions, decodeURIComponent(String(variables["serial"]))));
        return { contents: [{ uri: uri.href, mimeType: view.mimeType, text }] };
      },
    );
  }
}

/**
 * Registers the present screenshot. It is not in the list of resources, only in errors: a list would invite clients to
 * read it, and each read takes a screenshot.
 */
function registerScreenshot(server: McpServer, parts: PartsToCome["parts"]): void {
  server.registerResource(
    "screenshot",
    new ResourceTemplate(screenshotUri("{serial}").replace("%7Bserial%7D", "{serial}"), { list: undefined }),
    { title: "Screenshot", description: "A device's screen as it is now; errors link to it", mimeType: PNG },
    async (uri, variables, call) => {
      const [{ devices, sessions }, { screenPicture }, { encodePng }] = await Promise.all([
        parts(),
        import("../observe/screen-picture.js"),
        import("../vision/image.js"),
      ]);
      const { signal } = call.mcpReq;
      const session = sessions.of(await devices.get(decodeURIComponent(String(variables["serial"])), signal));
      const { frame } = await screenPicture(session, false, signal);
      const blob = Buffer.from(await encodePng(frame)).toString("base64");
      return { contents: [{ uri: uri.href, mimeType: PNG, blob }] };
    },
  );
}

/** Registers the graph of the app in front, in the form of `fovea graph show`, with the device's present screen. */
function registerGraph(server: McpServer, parts: PartsToCome["parts"]): void {
  const list = async () => ({ resources: listed(GRAPH, (await parts()).sessions) });
  server.registerResource(
    GRAPH.name,
    new ResourceTemplate(`fovea://devices/{serial}/${GRAPH.name}`, { list }),
    { title: GRAPH.title, description: GRAPH.description, mimeType: GRAPH.mimeType },
    async (uri, variables) => {
      const { sessions, memory } = await parts();
      const serial = decodeURIComponent(String(variables["serial"]));
      if (!memory) throw new FoveaError("MEMORY_OFF", `${serial}: no memory is open`);
      const observation = lastObservation(sessions, serial);
      const { graphResource } = await import("../live-memory/graph-resource.js");
      const text = await graphResource(memory, serial, observation);
      return { contents: [{ uri: uri.href, mimeType: GRAPH.mimeType, text }] };
    },
  );
}

const GRAPH = {
  name: "graph",
  title: "Known graph",
  description: "Known screens of the app in front, the paths between them, and the current one; words are data of apps",
  mimeType: "application/json",
} as const;

interface View {
  /** The name, which is also the last part of the address. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly render: (observation: Observation) => Promise<string>;
}

const VIEWS: readonly View[] = [
  {
    name: "outline",
    title: "Last outline",
    description: "A device's screen as text, as it was last observed",
    mimeType: TEXT,
    render: async (observation) => {
      const { renderScreen } = await import("../screen/screen-text.js");
      const note = fieldsNote(observation);
      const screen = `${renderScreen(observation)}${note === null ? "" : `\n${note}`}`;
      return printable(`observed at ${observation.timestamp}\n${screen}`);
    },
  },
  {
    name: "observation",
    title: "Last observation",
    description: "Everything that was last observed of a device, with sources, ages and durations",
    mimeType: "application/json",
    render: async (observation) => printableJson(observation),
  },
];

function listed(view: Pick<View, "name" | "title" | "mimeType">, sessions: Sessions) {
  return sessions
    .all()
    .filter((session) => session.lastObservation !== null)
    .map(({ device }) => ({
      uri: `fovea://devices/${encodeURIComponent(device.serial)}/${view.name}`,
      name: `${view.title} of ${plainOrQuoted(device.serial)}`,
      mimeType: view.mimeType,
    }));
}

function lastObservation(sessions: Sessions, serial: string): Observation {
  const observation = sessions.all().find((session) => session.device.serial === serial)?.lastObservation;
  if (!observation) throw new FoveaError("DEVICE_NOT_FOUND", `${serial} was not observed by this server`);
  return observation;
}
