import type { Product } from "./product.js";

/** Runs something when a program whose words match is started on the phone next, before it does anything. */
export function beforeProgram({ device }: Product, words: RegExp, run: () => void): void {
  const { faults } = device;
  const { strike } = faults;
  faults.strike = (target, text) => {
    if (target === "command" && words.test(text)) {
      faults.strike = strike;
      run();
    }
    return strike.call(faults, target, text);
  };
}
