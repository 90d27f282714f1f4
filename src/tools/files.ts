import { createHash } from "node:crypto";
import { basename } from "node:path";
import * as z from "zod";
import {
  type DeviceFile,
  type Folder,
  listDeviceFolder,
  MOST_FILE_BYTES,
  openDeviceFile,
  pushToDevice,
  scanFile,
} from "../actions/files/files.js";
import { requireAnyFileName, saveNewPieces } from "../answers/save-new.js";
import { unseenAnswer } from "../answers/unseen-answer.js";
import { FoveaError } from "../base/errors.js";
import { quoteWords } from "../screen/label.js";
import { deviceField } from "../tool-contract/fields.js";
import { defineTool } from "../tool-contract/tool.js";

const DEFAULT_COUNT = 100;

const devicePath = z.string().min(1).max(1_024).optional();

/** A file of the device that was saved on this host. */
export interface PulledFile {
  /** The path on this host. */
  readonly savedAs: string;
  readonly size: number;
  /** The hash in hex. */
  readonly sha256: string;
}

export const files = defineTool({
  name: "files",
  title: "Files of the device",
  description:
    "List a folder of the device, copy a file to it or from it, have galleries show a file. In /sdcard or /data/local/tmp.",
  group: "files",
  kind: "act",
  actsWith: ["push", "scan"],
  destructive: false,
  idempotent: false,
  deadlineMs: 170_000,
  example: { list: "/sdcard/Download" },
  input: z.strictObject({
    device: deviceField,
    list: devicePath.describe("e.g. /sdcard/Download").meta({ help: "A folder of the device, e.g. /sdcard/Download" }),
    count: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .describe(`default ${DEFAULT_COUNT}`)
      .meta({
        help: `Maximum number of entries of a folder; default ${DEFAULT_COUNT}`,
      }),
    pull: devicePath.describe("saved on the host").meta({ help: "A file of the device, saved in --output-dir" }),
    save_as: z.string().max(200).optional().describe("e.g. a.png").meta({
      help: "Name of the saved file; default that of the pulled one",
    }),
    push: z.string().min(1).max(4_096).optional().describe("e.g. cat.png").meta({
      help: "A file of the host, in a folder of --files-dir, e.g. cat.png",
    }),
    to: devicePath.describe("default /sdcard/Download/").meta({
      help: "Where a pushed file goes; a folder if it ends in a slash. Default /sdcard/Download/",
    }),
    replace: z.boolean().optional().describe("one that is there").meta({ help: "Replace an existing file" }),
    scan: devicePath.describe("for galleries").meta({ help: "A file to show in galleries and pickers" }),
  }),
  run: async (args, context, signal) => {
    requireOne(args);
    const session = await context.session(args.device, signal);
    if (args.push !== undefined) {
      const { push: path, to, replace: isOver = false } = args;
      const from = {
        folders: context.config.filesDirs,
        option: "--files-dir",
        what: "files",
        mostBytes: MOST_FILE_BYTES,
      };
      return await pushToDevice(session, { path, from, to, isOver }, signal);
    }
    if (args.scan !== undefined) return await scanFile(session, args.scan, signal);
    if (args.pull === undefined) return await listDeviceFolder(session, args.list ?? "", signal);
    const name = requireAnyFileName(args.save_as ?? basename(args.pull));
    return await save(await openDeviceFile(session, args.pull, signal), context.config.outputDir, name);
  },
  render: (data, { count }) => {
    if ("did" in data) return unseenAnswer(data);
    if ("savedAs" in data) return { text: `saved ${data.size} bytes as ${data.savedAs}\nSHA-256 ${data.sha256}` };
    return { text: folderText(data, count ?? DEFAULT_COUNT) };
  },
  toJson: (data) => data,
});

/** Errors: INVALID_ARGUMENT. */
function requireOne(args: Readonly<Record<string, unknown>>): void {
  const asked = ["list", "pull", "push", "scan"].filter((name) => args[name] !== undefined);
  if (asked.length !== 1)
    throw new FoveaError("INVALID_ARGUMENT", "give one of `list`, `pull`, `push` and `scan`", {
      hint: 'For example {"list":"/sdcard/Download"}.',
    });
  for (const [name, owner] of Object.entries(OWNERS))
    if (args[name] !== undefined && asked[0] !== owner)
      throw new FoveaError("INVALID_ARGUMENT", `\`${name}\` belongs to \`${owner}\``);
}

const OWNERS = { to: "push", replace: "push", save_as: "pull", count: "list" } as const;

async function save({ pieces }: DeviceFile, folder: string, name: string): Promise<PulledFile> {
  const hash = createHash("sha256");
  let size = 0;
  const counted = async function* (): AsyncGenerator<Buffer, void, void> {
    for await (const piece of pieces) {
      hash.update(piece);
      size += piece.length;
      yield piece;
    }
  };
  const savedAs = await saveNewPieces(folder, name, counted());
  return { savedAs, size, sha256: hash.digest("hex") };
}

function folderText({ path, entries, isCut }: Folder, count: number): string {
  if (entries.length === 0) return `${path} is empty, or may not be read`;
  const shown = entries.slice(0, count).map(({ name, kind, size, modifiedS }) => {
    const at = new Date(modifiedS * 1_000).toISOString().slice(0, 16).replace("T", " ");
    return `${kind} ${quoteWords(name)}${size === null ? "" : ` ${size} bytes`} ${at} UTC`;
  });
  const left = entries.length - shown.length;
  const more = left > 0 ? [`! ${isCut ? "at least " : ""}${left} more are not shown: ask with a higher count`] : [];
  return [...shown, ...more].join("\n");
}
