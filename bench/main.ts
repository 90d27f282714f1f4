import { actBench } from "./act.js";
import { agentBench } from "./agent.js";
import { type Bench, missedBudgets } from "./bench.js";
import { budgetsBench } from "./budgets.js";
import { byHandBench } from "./by-hand.js";
import { cacheBench } from "./cache.js";
import { detectBench } from "./detect.js";
import { fabricBench } from "./fabric.js";
import { farmBench } from "./farm.js";
import { fingerprintsBench } from "./fingerprints.js";
import { flowsBench } from "./flows.js";
import { fusionBench } from "./fusion.js";
import { graphBench } from "./graph.js";
import { guardBench } from "./guard.js";
import { libraryBench } from "./library.js";
import { linearBench } from "./linear.js";
import { memoryBench } from "./memory.js";
import { messagesBench } from "./messages.js";
import { misbehavingBench } from "./misbehaving.js";
import { mutationsBench } from "./mutations.js";
import { newcomerBench } from "./newcomer.js";
import { observeBench } from "./observe.js";
import { ocrBench } from "./ocr.js";
import { orchestraBench } from "./orchestra.js";
import { ownFlowsBench } from "./own-flows.js";
import { pictureSizeBench } from "./picture-size.js";
import { readingBench } from "./reading.js";
import { record } from "./record.js";
import { recordingBench } from "./recording.js";
import { refsBench } from "./refs.js";
import { screensBench } from "./screens.js";
import { settleBench } from "./settle.js";
import { skillsBench } from "./skills.js";
import { startBench } from "./start.js";
import { tenTasksBench } from "./ten-tasks.js";
import { tokensBench } from "./tokens.js";
import { traceBench } from "./trace.js";
import { verdictsBench } from "./verdicts.js";
import { virtualDeviceBench } from "./virtual-device.js";
import { walkBench } from "./walk.js";
import { wordsBench } from "./words.js";

const BENCHES: readonly Bench[] = [
  actBench,
  agentBench,
  budgetsBench,
  byHandBench,
  cacheBench,
  detectBench,
  fabricBench,
  farmBench,
  fingerprintsBench,
  flowsBench,
  orchestraBench,
  ownFlowsBench,
  fusionBench,
  graphBench,
  guardBench,
  libraryBench,
  linearBench,
  memoryBench,
  messagesBench,
  misbehavingBench,
  mutationsBench,
  newcomerBench,
  observeBench,
  ocrBench,
  pictureSizeBench,
  readingBench,
  recordingBench,
  refsBench,
  screensBench,
  settleBench,
  skillsBench,
  startBench,
  tenTasksBench,
  tokensBench,
  traceBench,
  verdictsBench,
  virtualDeviceBench,
  walkBench,
  wordsBench,
];

async function main(argv: readonly string[]): Promise<number> {
  const [name, ...args] = argv;
  const bench = BENCHES.find((one) => one.name === name);
  if (!bench) {
    const names = BENCHES.map((one) => `  ${one.name.padEnd(16)}${one.about}`).join("\n");
    process.stderr.write(`npm run -s bench -- NAME [--json] [--check] [--record]\n${names}\n`);
    return 2;
  }
  if (args.includes("--help")) {
    process.stdout.write(`npm run -s bench -- ${bench.name} [--json] [--check] [--record]: ${bench.about}\n`);
    return 0;
  }
  const own = args.filter((arg) => arg !== "--json" && arg !== "--check" && arg !== "--record");
  const { text, figures } = await bench.run(own);
  process.stdout.write(`${text}\n`);
  if (args.includes("--json")) {
    const named = Object.fromEntries(figures.map(({ name: figure, value, unit }) => [figure, { value, unit }]));
    process.stdout.write(`${JSON.stringify({ bench: bench.name, figures: named })}\n`);
  }
  if (args.includes("--record")) record([bench.name, ...own], figures);
  const missed = missedBudgets(figures);
  for (const words of missed) process.stderr.write(`${words}\n`);
  return args.includes("--check") && missed.length > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
