import type { FileStat } from "../files/node.js";
import { TYPE_BITS, TYPE_MASK } from "../files/node.js";
import { userNameOf } from "../system/proc-files.js";
import { formatDate } from "../toybox/format-date.js";
import { permissionText } from "../toybox/permissions.js";
import { defineTool, type Tool } from "../toybox/tool.js";

/** Prints the metadata of files. */
export const stat = defineTool({
  name: "stat",
  flags: "Lft",
  values: "c",
  needs: 1,
  async run(tool) {
    for (const path of tool.args) {
      const found = await tool.attempt(
        () => (tool.has("L") ? tool.files.stat(path) : tool.files.linkStat(path)),
        (error) => `'${path}': ${error.message}`,
      );
      if (found) await tool.write(textOf(tool, path, found));
      else if (tool.status === 0) await tool.complain(`'${path}': No such file or directory`);
    }
    return undefined;
  },
});

function textOf(tool: Tool, path: string, found: FileStat): string {
  const format = tool.value("c");
  if (format === undefined) return longText(tool, path, found);
  return `${format.replace(/%(.)/g, (whole, letter: string) => fieldOf(letter, path, found) ?? whole)}\n`;
}

function fieldOf(letter: string, path: string, found: FileStat): string | undefined {
  const fields: Readonly<Record<string, string>> = {
    a: (found.mode & 0o7777).toString(8),
    A: permissionText(found.mode),
    b: String(Math.ceil(found.size / 512)),
    f: found.mode.toString(16),
    F: kindOf(found),
    g: String(found.gid),
    G: userNameOf(found.gid),
    h: "1",
    i: String(found.inode),
    n: path,
    N: path,
    s: String(found.size),
    u: String(found.uid),
    U: userNameOf(found.uid),
    X: String(found.mtimeSeconds),
    y: momentOf(found),
    Y: String(found.mtimeSeconds),
    Z: String(found.mtimeSeconds),
    "%": "%",
  };
  return fields[letter];
}

function kindOf({ mode, size }: FileStat): string {
  switch (mode & TYPE_MASK) {
    case TYPE_BITS.folder:
      return "directory";
    case TYPE_BITS.link:
      return "symbolic link";
    case TYPE_BITS.device:
      return "character device";
    default:
      return size === 0 ? "regular empty file" : "regular file";
  }
}

function momentOf({ mtimeSeconds }: FileStat): string {
  return formatDate("%Y-%m-%d %H:%M:%S.000000000 %z", mtimeSeconds * 1000);
}

function longText(tool: Tool, path: string, found: FileStat): string {
  const isLink = (found.mode & TYPE_MASK) === TYPE_BITS.link;
  const name = isLink ? `${path} -> '${tool.files.readLink(path)}'` : path;
  const owner = (number: number) => `(${String(number).padStart(5)}/${userNameOf(number).padStart(8)})`;
  const access = `(${(found.mode & 0o7777).toString(8).padStart(4, "0")}/${permissionText(found.mode)})`;
  const moment = momentOf(found);
  return [
    `  File: ${name}`,
    `  Size: ${found.size}\t Blocks: ${Math.ceil(found.size / 512)}\t IO Blocks: 512\t ${kindOf(found)}`,
    `Device: fe00h/65024d\t Inode: ${found.inode}\t Links: 1\t Device type: 0,0`,
    `Access: ${access}\tUid: ${owner(found.uid)}\tGid: ${owner(found.gid)}`,
    `Access: ${moment}`,
    `Modify: ${moment}`,
    `Change: ${moment}`,
    "",
  ].join("\n");
}
