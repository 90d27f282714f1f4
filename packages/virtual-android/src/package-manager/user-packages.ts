import type { PackageState } from "../package-state.js";
import type { PhoneState } from "../phone-state.js";

/** The packages of a user: all for user 0, only the preinstalled ones for other users. */
export function packagesOf(state: PhoneState, user: number): readonly PackageState[] {
  return user === 0 ? state.packages : state.packages.filter(({ isSystem }) => isSystem);
}

/** UserHandle.parseUserArg: the user of `--user` among these words, or `otherwise` without the option. */
export function userIn(state: PhoneState, words: readonly string[], otherwise: number): number {
  const at = words.indexOf("--user");
  const word = at < 0 ? undefined : words[at + 1];
  if (word === undefined || word === "all") return otherwise;
  return word === "current" || word === "cur" ? currentUser(state) : Number(word);
}

export function currentUser({ users }: PhoneState): number {
  return users?.current ?? 0;
}

/** Whether this user exists. */
export function isUser({ users }: PhoneState, id: number): boolean {
  return id === 0 || users?.added.some((one) => one.id === id) === true;
}
