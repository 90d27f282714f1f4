// A checker of StrykerJS that passes a sample of the mutants, drawn by a seed. The others do not count in the score.
import { createHash } from "node:crypto";

export const strykerPlugins = [{ kind: "Checker", name: "sample", factory: create }];

create.inject = [];
function create() {
  const { MUTANTS_SAMPLE: sample = "0", MUTANTS_SEED: seed = "1" } = process.env;
  return {
    init: async () => {},
    group: async (mutants) => [mutants.map(({ id }) => id)],
    check: async (mutants) => {
      const most = Number(sample);
      const order = mutants.map(({ id }) => ({ id, key: createHash("sha256").update(`${seed} ${id}`).digest("hex") }));
      order.sort((one, other) => (one.key < other.key ? -1 : 1));
      const drawn = new Set((most === 0 ? order : order.slice(0, most)).map(({ id }) => id));
      return Object.fromEntries(
        mutants.map(({ id }) => [
          id,
          drawn.has(id) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" },
        ]),
      );
    },
  };
}
