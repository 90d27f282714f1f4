import { FoveaError } from "../../../../src/base/errors.js";
import { nearest } from "../../../../src/base/nearest.js";
import { releaseFacts } from "../release.js";
import { installedApps } from "./apps.js";

/** The packages of the apps that can be started, by their short names, for example `settings`. */
function packagesByName(): ReadonlyMap<string, string> {
  const startable = installedApps(releaseFacts(36)).filter((app) => app.activities.some((one) => one.isLauncher));
  return new Map(
    startable.map(({ packageName }) => [packageName.slice(packageName.lastIndexOf(".") + 1), packageName]),
  );
}

export function appNames(): readonly string[] {
  return [...packagesByName().keys()].toSorted();
}

/** The package of a short name; any other text is returned as it is: a package or a component. */
export function appNamed(name: string): string {
  return packagesByName().get(name) ?? name;
}

/** The error INVALID_ARGUMENT for an app or an activity that the phone does not have, with the names of its apps. */
export function noSuchApp(name: string): FoveaError {
  const names = appNames();
  const meant = nearest(name, names);
  const list = `no app or activity "${name}"; there are ${names.join(", ")}, package ids and package/class`;
  return new FoveaError("INVALID_ARGUMENT", meant === undefined ? list : `${list}; did you mean ${meant}?`);
}
