import type { CommandCost, Delay, Profile } from "./profile.js";
import { normal, seededRandom } from "./random.js";

/** The cost of one start of a program. */
export interface ProgramCost {
  readonly delayMs: number;
  readonly inBinder: boolean;
}

/** The 95th percentile of the standard normal distribution. */
const NORMAL_P95 = 1.6448536269514722;

/**
 * Draws the delays of a profile. With the same seed, the n-th delay of a rule is the same in every run; delays of other
 * rules have no influence.
 */
export class Costs {
  readonly #profile: Profile;
  readonly #seed: number;
  readonly #apiLevel: number;
  readonly #draws = new Map<string, number>();

  constructor(profile: Profile, seed: number, apiLevel: number) {
    this.#profile = profile;
    this.#seed = seed;
    this.#apiLevel = apiLevel;
  }

  get profile(): Profile {
    return this.#profile;
  }

  /** The cost of starting `argv`, by the rule with the most matching arguments. */
  ofProgram(argv: readonly string[], isScript: boolean): ProgramCost {
    const rule = this.#ruleFor(withoutTimeLimit(argv));
    if (rule) return { delayMs: this.#draw(rule.command.join(" "), rule.delayMs), inBinder: rule.inBinder ?? false };
    const start = isScript ? this.#profile.script : this.#profile.process;
    return { delayMs: this.#draw(`${isScript ? "script" : "process"} ${argv[0]}`, start.delayMs), inBinder: false };
  }

  /** The delay of the link in one direction. */
  latencyMs(): number {
    return this.#draw("link", this.#profile.link.latencyMs);
  }

  /** The cost of one call of an accessibility service to an app, for up to 50 nodes. */
  roundTripMs(): number {
    const { onDevice } = this.#profile;
    return onDevice
      ? this.#draw("round trip", this.#apiLevel >= 33 ? onDevice.roundTripMs : onDevice.oldRoundTripMs)
      : 0;
  }

  /** The cost of one screenshot of an accessibility service. */
  screenshotMs(): number {
    const { onDevice } = this.#profile;
    return onDevice ? this.#draw("service screenshot", onDevice.screenshotMs) : 0;
  }

  bootOfflineMs(): number {
    return this.#draw("boot", this.#profile.boot.offlineMs);
  }

  #ruleFor(argv: readonly string[]): CommandCost | undefined {
    let best: CommandCost | undefined;
    for (const rule of this.#profile.commands) {
      if (this.#matches(rule, argv) && rule.command.length > (best?.command.length ?? 0)) best = rule;
    }
    return best;
  }

  #matches(rule: CommandCost, argv: readonly string[]): boolean {
    if (this.#apiLevel < (rule.minApi ?? 0) || this.#apiLevel > (rule.maxApi ?? Number.POSITIVE_INFINITY)) return false;
    return rule.command.every((word, index) => word === (index === 0 ? baseName(argv[0] ?? "") : argv[index]));
  }

  #draw(key: string, delay: Delay): number {
    if ("fixed" in delay) return delay.fixed;
    const count = this.#draws.get(key) ?? 0;
    this.#draws.set(key, count + 1);
    const sigma = Math.log(delay.p95 / delay.p50) / NORMAL_P95;
    const sample = delay.p50 * Math.exp(sigma * normal(seededRandom(this.#seed, `${key}#${count}`)));
    return Math.max(delay.min, sample);
  }
}

/** `dumpsys -t 3 window` costs as much as `dumpsys window`. */
function withoutTimeLimit(argv: readonly string[]): readonly string[] {
  const [name = "", option = "", , ...rest] = argv;
  return baseName(name) === "dumpsys" && /^-[tT]$/.test(option) ? withoutTimeLimit([name, ...rest]) : argv;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
