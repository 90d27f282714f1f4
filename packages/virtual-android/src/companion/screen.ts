import type { Framework } from "../framework/framework.js";
import { type ReportedWindow, reportedRoot, reportedWindows } from "../framework/hierarchy.js";
import type { WindowRecord } from "../framework/window-record.js";
import type { ReportedView } from "../ui/accessibility.js";

/** The phone's screen as the companion sees it: windows with the numbers that the framework gives them. */
export class Screen {
  readonly framework: Framework;
  /** The view with the accessibility focus. */
  accessibilityFocus: { readonly record: WindowRecord; readonly path: string } | undefined;

  constructor(framework: Framework) {
    this.framework = framework;
  }

  get now(): number {
    return this.framework.kernel.scheduler.now;
  }

  /** The window in front first; none while the screen is off. */
  windows(): readonly ReportedWindow[] {
    this.framework.kernel.scheduler.sync();
    return this.framework.power.isAwake ? reportedWindows(this.framework.windows) : [];
  }

  idOf(record: WindowRecord): number {
    return record.accessibilityId;
  }

  find(id: number): ReportedWindow | undefined {
    return this.windows().find(({ record }) => this.idOf(record) === id);
  }

  root(record: WindowRecord): ReportedView | undefined {
    return reportedRoot(this.framework.kernel, this.framework.windows, record);
  }

  /** The time until which the app of a window does not answer; undefined if it answers. */
  blockedUntil({ spec }: WindowRecord): number | undefined {
    return spec.process.isBlocked(this.now) ? spec.process.blockedUntil : undefined;
  }

  /** The path of the accessibility focus in this window. */
  focusedPathIn(record: WindowRecord): string | undefined {
    return this.accessibilityFocus?.record === record ? this.accessibilityFocus.path : undefined;
  }
}

/** A view and all its descendants, parents first. */
export function* everyReport(view: ReportedView): Generator<ReportedView> {
  yield view;
  for (const child of view.children) yield* everyReport(child);
}
