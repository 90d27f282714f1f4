import type { FileStat } from "../files/node.js";
import { TYPE_BITS, TYPE_MASK } from "../files/node.js";
import { SystemError } from "../linux/errno.js";
import { userNameOf } from "../system/proc-files.js";
import { formatDate } from "../toybox/format-date.js";
import { permissionText } from "../toybox/permissions.js";
import { defineTool, type Tool } from "../toybox/tool.js";

interface Entry {
  readonly name: string;
  readonly path: string;
  readonly stat: FileStat;
}

/** The output never goes to a terminal here: one name per line. */
export const ls = defineTool({
  name: "ls",
  flags: "1AaCFHLRSZcdfhiklmnpqrstux",
  long: { color: "k" },
  async run(tool) {
    const given = await givenEntries(tool);
    const folders = tool.has("d")
      ? []
      : given.filter(({ path }) => tool.files.isFolder(path) && showsInside(tool, path));
    const others = sorted(
      tool,
      given.filter((entry) => !folders.includes(entry)),
    );
    await print(tool, others, false);
    const isTitled = tool.has("R") || tool.args.length > 1;
    for (const [index, { path }] of sorted(tool, folders).entries()) {
      await listFolder(tool, path, { isTitled, isFirst: others.length + index === 0 });
    }
    return undefined;
  },
});

async function givenEntries(tool: Tool): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const path of tool.args.length > 0 ? tool.args : ["."]) {
    const entry = await tool.attempt(() => entryAt(tool, path, path));
    if (entry) entries.push(entry);
  }
  return entries;
}

function entryAt(tool: Tool, name: string, path: string): Entry {
  const stat = tool.has("L") ? tool.files.stat(path) : tool.files.linkStat(path);
  if (!stat) throw new SystemError("ENOENT", path);
  return { name, path, stat };
}

/** `ls -l LINK` shows the link itself. */
function showsInside(tool: Tool, path: string): boolean {
  const isLink = ((tool.files.linkStat(path)?.mode ?? 0) & TYPE_MASK) === TYPE_BITS.link;
  return !isLink || !tool.has("l") || path.endsWith("/");
}

/** Whether the folder's name is printed above its list, and whether other output came before. */
interface Place {
  readonly isTitled: boolean;
  readonly isFirst: boolean;
}

async function listFolder(tool: Tool, path: string, { isTitled, isFirst }: Place): Promise<void> {
  const names = await tool.attempt(() => tool.files.list(path));
  if (!names) return;
  if (isTitled) await tool.write(`${isFirst ? "" : "\n"}${path}:\n`);
  const own = tool.has("a") ? [".", ".."] : [];
  const shown = [...own, ...names.filter((name) => !name.startsWith(".") || tool.has("a") || tool.has("A"))];
  const entries: Entry[] = [];
  for (const name of shown) {
    const entry = await tool.attempt(() => entryAt(tool, name, `${path.replace(/\/$/, "")}/${name}`));
    if (entry) entries.push(entry);
  }
  await print(tool, sorted(tool, entries), true);
  if (!tool.has("R")) return;
  for (const { name, path: inner } of sorted(tool, entries)) {
    if (name !== "." && name !== ".." && tool.files.isFolder(inner))
      await listFolder(tool, inner, { isTitled: true, isFirst: false });
  }
}

function sorted(tool: Tool, entries: readonly Entry[]): readonly Entry[] {
  const byName = (a: Entry, b: Entry) => (a.name < b.name ? -1 : Number(a.name > b.name));
  const order = (a: Entry, b: Entry) => {
    if (tool.has("t")) return b.stat.mtimeSeconds - a.stat.mtimeSeconds || byName(a, b);
    return tool.has("S") ? b.stat.size - a.stat.size || byName(a, b) : byName(a, b);
  };
  const list = tool.has("f") ? [...entries] : [...entries].sort(order);
  return tool.has("r") ? list.reverse() : list;
}

async function print(tool: Tool, entries: readonly Entry[], isFolder: boolean): Promise<void> {
  if (isFolder && (tool.has("l") || tool.has("s"))) await tool.write(`total ${sum(entries.map(blocksOf))}\n`);
  const isLong = tool.has("l") || tool.has("n");
  const columns = isLong ? entries.map((entry) => longColumns(tool, entry)) : entries.map(() => []);
  const widths = columns[0]?.map((_, index) => Math.max(...columns.map((row) => row[index]?.length ?? 0))) ?? [];
  for (const [index, entry] of entries.entries()) {
    const cells = (columns[index] ?? []).map((cell, at) => aligned(cell, at, widths[at] ?? 0));
    const before = [
      ...(tool.has("i") ? [String(entry.stat.inode)] : []),
      ...(tool.has("s") ? [String(blocksOf(entry))] : []),
    ];
    await tool.write(`${[...before, ...cells, nameOf(tool, entry, isLong)].join(" ")}\n`);
  }
}

/** Right-aligns numbers (links, size), and left-aligns names. */
function aligned(cell: string, column: number, width: number): string {
  return column === 1 || column === 4 ? cell.padStart(width) : cell.padEnd(width);
}

function longColumns(tool: Tool, { stat }: Entry): readonly string[] {
  const name = (number: number) => (tool.has("n") ? String(number) : userNameOf(number));
  const links = (stat.mode & TYPE_MASK) === TYPE_BITS.folder ? "2" : "1";
  const moment = formatDate("%Y-%m-%d %H:%M", stat.mtimeSeconds * 1000);
  return [permissionText(stat.mode), links, name(stat.uid), name(stat.gid), String(stat.size), moment];
}

function nameOf(tool: Tool, { name, path, stat }: Entry, isLong: boolean): string {
  const type = stat.mode & TYPE_MASK;
  if (type === TYPE_BITS.folder && (tool.has("F") || tool.has("p"))) return `${name}/`;
  if (type === TYPE_BITS.link && isLong) return `${name} -> ${tool.files.readLink(path)}`;
  return name;
}

/** The number of 1 KiB blocks; a file takes them in units of 4. */
function blocksOf({ stat }: Entry): number {
  return Math.ceil(stat.size / 4096) * 4;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
