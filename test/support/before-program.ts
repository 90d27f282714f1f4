import type { Product } from "./product.js";

/** Calls `run` at the next start of a program on the phone whose command line matches, before the program runs. */
export function beforeProgram({ device }: Product, words: RegExp, run: () => void): void {
  const { faults } = device;
  const { faultFor: strike } = faults;
  faults.faultFor = (target, text) => {
    if (target === "command" && words.test(text)) {
      faults.faultFor = strike;
      run();
    }
    return strike.call(faults, target, text);
  };
}
