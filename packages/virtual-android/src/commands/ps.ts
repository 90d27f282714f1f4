import { allProcesses, type ProcessFacts } from "../system/proc-files.js";
import { defineTool, type Tool, UsageError } from "../toybox/tool.js";

interface Column {
  readonly title: string;
  /** The width of the column; negative: left-aligned. */
  readonly width: number;
  text(process: ProcessFacts): string;
}

const nameOf = ({ argv }: ProcessFacts) => (argv[0] ?? "").split("/").pop() ?? "";
const lineOf = ({ argv }: ProcessFacts) => argv.join(" ");

const COLUMNS: Readonly<Record<string, Column>> = {
  USER: { title: "USER", width: -12, text: ({ userName }) => userName },
  UID: { title: "UID", width: 5, text: ({ uid }) => String(uid) },
  PID: { title: "PID", width: 5, text: ({ pid }) => String(pid) },
  PPID: { title: "PPID", width: 5, text: ({ parentPid }) => String(parentPid) },
  VSZ: { title: "VSZ", width: 8, text: () => "0" },
  RSS: { title: "RSS", width: 6, text: () => "0" },
  WCHAN: { title: "WCHAN", width: -10, text: () => "0" },
  ADDR: { title: "ADDR", width: 10, text: () => "0" },
  S: { title: "S", width: 1, text: () => "S" },
  NAME: { title: "NAME", width: -27, text: nameOf },
  COMM: { title: "COMMAND", width: -15, text: nameOf },
  CMD: { title: "CMD", width: -27, text: lineOf },
  ARGS: { title: "CMD", width: -27, text: lineOf },
  CMDLINE: { title: "CMDLINE", width: -27, text: lineOf },
};

const DEFAULT = ["USER", "PID", "PPID", "VSZ", "RSS", "WCHAN", "ADDR", "S", "NAME"];
const FULL = ["USER", "PID", "PPID", "CMD"];

/** Without -A, toybox's ps shows only the processes of the caller's terminal; on Android 7 it shows all. */
export const ps = defineTool({
  name: "ps",
  flags: "AaefTtwZ",
  values: "opuk",
  async run(tool) {
    const { phone, process, system } = tool.call;
    const all = allProcesses(phone.state(), system.parts.processes);
    const isAll = tool.has("A") || tool.has("e") || tool.has("p") || tool.has("u") || system.apiLevel < 26;
    const own = new Set(
      system.parts.processes.live.filter((other) => other.session === process.session).map(({ pid }) => pid),
    );
    const shown = all.filter((candidate) => (isAll || own.has(candidate.pid)) && isWanted(tool, candidate));
    const columns = columnsOf(tool);
    if (columns.some((column) => column.title !== ""))
      await tool.write(row(columns.map((column) => [column, column.title])));
    for (const candidate of shown) await tool.write(row(columns.map((column) => [column, column.text(candidate)])));
    return tool.has("p") && shown.length === 0 ? 1 : 0;
  },
});

function isWanted(tool: Tool, { pid, uid, userName }: ProcessFacts): boolean {
  const pids = tool.values("p").flatMap((text) => text.split(","));
  const users = tool.values("u").flatMap((text) => text.split(","));
  return (
    (pids.length === 0 || pids.includes(String(pid))) &&
    (users.length === 0 || users.includes(userName) || users.includes(String(uid)))
  );
}

/** The columns of `-o PID,NAME=`. `NAME=TITLE` changes the title of a column; `NAME=` removes the title. */
function columnsOf(tool: Tool): readonly Column[] {
  const wanted = tool.values("o").flatMap((text) => text.split(","));
  const names = wanted.length > 0 ? wanted : tool.has("f") ? FULL : DEFAULT;
  return names.map((text) => {
    const [name = "", title] = text.split("=");
    const column = COLUMNS[name.toUpperCase()];
    if (!column) throw new UsageError(`bad -o ${name}`);
    return title === undefined ? column : { ...column, title };
  });
}

function row(cells: readonly (readonly [Column, string])[]): string {
  const texts = cells.map(([{ width }, text], index) => {
    if (index === cells.length - 1) return text;
    return width < 0 ? text.padEnd(-width) : text.padStart(width);
  });
  return `${texts.join(" ")}\n`;
}
