import type { PackageState } from "../package-state.js";
import type { PhoneState } from "../phone-state.js";

/** The packages that a user has: user 0 all, others those that came with the phone. */
export function packagesOf(state: PhoneState, user: number): readonly PackageState[] {
  return user === 0 ? state.packages : state.packages.filter(({ isSystem }) => isSystem);
}

/** UserHandle.parseUserArg: who is meant by `--user` among these words; the one given in its absence. */
export function userIn(state: PhoneState, words: readonly string[], otherwise: number): number {
  const at = words.indexOf("--user");
  const word = at < 0 ? undefined : words[at + 1];
  if (word === undefined || word === "all") return otherwise;
  return word === "current" || word === "cur" ? currentUser(state) : Number(word);
}

export function currentUser({ users }: PhoneState): number {
  return users?.current ?? 0;
}

/** Whether there is such a user. */
export function isUser({ users }: PhoneState, id: number): boolean {
  return id === 0 || users?.added.some((one) => one.id === id) === true;
}
