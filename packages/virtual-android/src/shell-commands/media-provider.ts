import type { CommandCall } from "../command.js";
import { type MediaEntry, withoutStorageLinks } from "../framework/media-index.js";
import { complain, print } from "../shell-command.js";

/** The options of `content`, with all values of each option. */
export type ContentOptions = ReadonlyMap<string, readonly string[]>;

export function isMediaUri(uri: string): boolean {
  return /^content:\/\/media(?:\/|$)/.test(uri);
}

/**
 * `content query --uri content://media/external/file|images/media|video/media|audio/media`, and `content call --method
 * scan_file --arg PATH`, which the provider has from Android 11 on (MediaProvider.call; on 10 it needs a parcel, which
 * a command line cannot give).
 */
export async function mediaProvider(call: CommandCall, verb: string, options: ContentOptions): Promise<number> {
  const uri = options.get("--uri")?.at(-1) ?? "";
  if (verb === "query") return await query(call, uri, options);
  if (verb !== "call") return await failed(call, "java.lang.UnsupportedOperationException", `Unknown URI: ${uri}`);
  const method = options.get("--method")?.at(-1);
  if (method !== "scan_file" || call.phone.build.apiLevel < 30)
    return await failed(call, "java.lang.UnsupportedOperationException", `Unsupported call: ${method ?? "null"}`);
  const entry = scan(call, options.get("--arg")?.at(-1) ?? "");
  const where = entry ? `android.intent.extra.STREAM=${uriOf(entry)}` : "android.intent.extra.STREAM=null";
  return await print(call, `Result: Bundle[{${where}}]`);
}

/** Scans a file on an intent: MediaScannerReceiver (7 to 9), MediaReceiver and MediaService (10 and later). */
export function scanByIntent(call: CommandCall, data: string | null): void {
  const path = /^file:\/\/(\/.*)$/.exec(data ?? "")?.[1];
  if (path !== undefined) scan(call, decodeURIComponent(path));
}

function scan({ phone }: CommandCall, path: string): MediaEntry | null {
  const real = withoutStorageLinks(path);
  if (!real.startsWith("/storage/emulated/0/")) return null;
  return phone.managers?.media.scan(real, phone.files.stat(real) !== undefined && !phone.files.isFolder(real)) ?? null;
}

function collectionOf({ mimeType }: MediaEntry): "images/media" | "video/media" | "audio/media" | "file" {
  const kind = /^(image|video|audio)\//.exec(mimeType)?.[1];
  if (kind === undefined) return "file";
  return kind === "image" ? "images/media" : kind === "video" ? "video/media" : "audio/media";
}

/** The name of the first storage's volume from Android 10 on; MediaScanner of 7 to 9 uses `external`. */
function uriOf(entry: MediaEntry): string {
  return `content://media/external_primary/${collectionOf(entry)}/${entry.id}`;
}

async function query(call: CommandCall, uri: string, options: ContentOptions): Promise<number> {
  const collection = /^content:\/\/media\/external(?:_primary)?\/(file|images\/media|video\/media|audio\/media)$/.exec(
    uri,
  )?.[1];
  if (collection === undefined) return await failed(call, "java.lang.IllegalArgumentException", `Unknown URL ${uri}`);
  const path = /^\s*_data\s*=\s*'((?:[^']|'')*)'\s*$/
    .exec(options.get("--where")?.at(-1) ?? "")?.[1]
    ?.replaceAll("''", "'");
  const rows = (call.phone.managers?.media.entries ?? [])
    .filter((entry) => collection === "file" || collectionOf(entry) === collection)
    .filter((entry) => path === undefined || entry.path === path);
  if (rows.length === 0) return await print(call, "No result found.");
  const columns = options.get("--projection")?.at(-1)?.split(":") ?? ["_id", "_data", "mime_type"];
  return await print(
    call,
    ...rows.map(
      (row, index) => `Row: ${index} ${columns.map((column) => `${column}=${cell(row, column)}`).join(", ")}`,
    ),
  );
}

function cell(entry: MediaEntry, column: string): string {
  const values: Readonly<Record<string, string>> = {
    _id: String(entry.id),
    _data: entry.path,
    _display_name: entry.path.slice(entry.path.lastIndexOf("/") + 1),
    mime_type: entry.mimeType,
  };
  return values[column] ?? "NULL";
}

async function failed(call: CommandCall, className: string, message: string): Promise<number> {
  await complain(call, "Error while accessing provider:media", `${className}: ${message}`);
  return 1;
}
