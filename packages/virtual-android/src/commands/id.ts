import { defineTool, type Tool } from "../toybox/tool.js";

const GROUPS: readonly (readonly [number, string])[] = [
  [2000, "shell"],
  [1004, "input"],
  [1007, "log"],
  [1011, "adb"],
  [1015, "sdcard_rw"],
  [1028, "sdcard_r"],
  [1078, "ext_data_rw"],
  [1079, "ext_obb_rw"],
  [3001, "net_bt_admin"],
  [3002, "net_bt"],
  [3003, "inet"],
  [3006, "net_bw_stats"],
  [3009, "readproc"],
  [3011, "uhid"],
  [3012, "readtracefs"],
];

/** On a user build, all programs that adb starts run as the user shell. */
export const id = defineTool({
  name: "id",
  flags: "GgnruZ",
  async run(tool) {
    await tool.write(`${textOf(tool)}\n`);
    return undefined;
  },
});

function textOf(tool: Tool): string {
  const show = ([gid, name]: readonly [number, string]) => (tool.has("n") ? name : String(gid));
  if (tool.has("u") || tool.has("g")) return show([2000, "shell"]);
  if (tool.has("G")) return GROUPS.slice(1).map(show).join(" ");
  if (tool.has("Z")) return "u:r:shell:s0";
  const groups = GROUPS.slice(1)
    .map(([gid, name]) => `${gid}(${name})`)
    .join(",");
  return `uid=2000(shell) gid=2000(shell) groups=2000(shell),${groups} context=u:r:shell:s0`;
}
