import { type Cell, type OwnCell, PEERS, ROWS, SOURCES, type SourceName } from "./compare-data.js";

/**
 * The content of docs/compare.md without its head: the features of Fovea and other products, each cell with its source.
 */
export function compareSection(): string {
  const names = Object.keys(SOURCES).filter((name): name is SourceName => name in SOURCES);
  const letters = new Map(names.map((name, place) => [name, String.fromCharCode("a".charCodeAt(0) + place)]));
  const head = ["", "Fovea", ...PEERS];
  const rows = ROWS.map(({ feature, fovea, peers }, place) => [
    feature,
    ownText(fovea, place + 1),
    ...PEERS.map((peer) => cellText(peers[peer], letters)),
  ]);
  const table = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return [
    "# Compared with others",
    "What each product offers for Android. An empty cell was not checked: it means neither yes nor no. The letter after a value names its source, listed below. The number after a value of Fovea names the test that proves it. New releases are frequent, so note the dates.",
    table,
    `## Sources\n\n${names.map((name) => `- ${letters.get(name)}: ${SOURCES[name].what}; read ${SOURCES[name].read}.`).join("\n")}`,
    `## Tests\n\n${ROWS.flatMap(({ fovea }, place) => testLine(fovea, place + 1)).join("\n")}`,
  ].join("\n\n");
}

function ownText({ value, note, test }: OwnCell, number: number): string {
  return `${value}${note === undefined ? "" : `: ${note}`}${test ? ` (${number})` : ""}`;
}

function cellText(cell: Cell, letters: ReadonlyMap<SourceName, string>): string {
  if (cell === null) return "";
  return `${cell.value}${cell.note === undefined ? "" : `: ${cell.note}`} (${letters.get(cell.source)})`;
}

function testLine({ test }: OwnCell, number: number): readonly string[] {
  return test ? [`- ${number}: \`test/${test.file}.test.ts\`, "${test.name}"`] : [];
}
