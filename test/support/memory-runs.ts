import type { GraphRun } from "../../src/graph/build/graph-run.js";
import { run, screen, step } from "./graph-screens.js";

const HOME = screen("Home", ["Mail", "Settings"]);
const MAIL = screen("Mail", ["Compose", "Search"]);
const OTHER = { ...screen("Bank", ["Transfer"]), app: "com.example.bank" };

/** Home, mail, home, mail. */
export function shortRun(id: string, at = 0): GraphRun {
  return { ...run(id, step(HOME, "Mail"), step(MAIL, "back"), step(HOME, "Mail"), step(MAIL, "Search")), at };
}

/** Home, another app, mail. */
export function bankRun(id: string): GraphRun {
  return run(id, step(HOME, "Settings"), step(OTHER, "Transfer"), step(MAIL, "back"), step(HOME, "Mail"));
}

/** Twenty steps. */
export function longRun(id: string): GraphRun {
  return run(id, ...Array.from({ length: 10 }, () => [step(HOME, "Mail"), step(MAIL, "back")]).flat());
}
