import assert from "node:assert/strict";
import { openForeign } from "../../vision/detectors/foreign.js";
import { describedFailure } from "../failures.js";
import type { Connect, ContractCase, Phone, PluginContract } from "../types.js";
import { loadPlugins } from "./load-plugins.js";

const CONFIG = {
  detector: "none",
  detectorModel: undefined,
  detectorLayout: "auto",
  detectorThreshold: undefined,
  omniparserUrl: "http://127.0.0.1:8000",
} as const;

/** See {@link PluginContract}. */
export const contractBy =
  (connect: Connect): PluginContract =>
  async (register, { app = "form" } = {}) => {
    const { tools, words, detectors } = await loadPlugins([], [register]).catch((error) => {
      throw describedFailure(error, "pluginContract");
    });
    const registers: ContractCase = {
      name: "it registers at least one thing, and the same things each time",
      run: async () => {
        const again = await loadPlugins([], [register]);
        const names = (all: typeof again) => [
          all.tools.map(({ name }) => name),
          [...all.words.keys()],
          Object.keys(all.detectors),
        ];
        assert.deepEqual(names(again), names({ tools, words, detectors }));
        assert.ok(tools.length + words.size + Object.keys(detectors).length > 0, "nothing was registered");
      },
    };
    const onPhone = async (work: (phone: Phone) => Promise<void>) => {
      await using phone = await connect({ virtual: { app }, plugins: [register], options: { companion: "off" } });
      await work(phone);
    };
    return [
      registers,
      ...tools.map(({ name }) => ({
        name: `the action ${name} runs its example on a virtual phone, and its result fits its schema`,
        run: async () => await onPhone(async (phone) => void (await phone.actions[name]?.(exampleOf(name, tools)))),
      })),
      ...[...words.keys()].map((name) => ({
        name: `the verifier ${name} answers about a screen, and its negation gives the opposite`,
        run: async () => {
          await onPhone(async (phone) => {
            const [holds, not] = await Promise.all([holdsOn(phone, name), holdsOn(phone, `not ${name}`)]);
            assert.notEqual(holds, not, `${name} and its opposite are both ${holds}`);
          });
        },
      })),
      ...Object.entries(detectors).map(([name, create]) => ({
        name: `the detector ${name} returns detections for a picture, and closes`,
        run: async () => {
          const detector = await openForeign(create, CONFIG);
          const rgba = Buffer.alloc(64 * 64 * 4, 0xff);
          const frame = { width: 64, height: 64, rgba, format: "rgba", sha256: "white", takenAt: 0 } as const;
          await detector.detect(frame, AbortSignal.timeout(60_000));
          await detector.close();
        },
      })),
    ];
  };

async function holdsOn(phone: Phone, condition: string): Promise<boolean> {
  try {
    await phone.verify(condition);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EXPECTATION_FAILED") return false;
    throw error;
  }
}

function exampleOf(name: string, tools: readonly { readonly name: string; readonly description: string }[]) {
  const words = tools.find((one) => one.name === name)?.description ?? "";
  return JSON.parse(words.slice(words.lastIndexOf("E.g. ") + "E.g. ".length));
}
