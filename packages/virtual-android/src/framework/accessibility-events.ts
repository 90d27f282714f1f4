import { isEmpty } from "../../../../src/base/geometry.js";
import type { ReportedView } from "../ui/accessibility.js";
import type { Placed } from "../ui/layout.js";
import { type ReportedWindow, reportedRoot, reportedWindows } from "./hierarchy.js";
import type { Kernel } from "./kernel.js";
import type { WindowManager } from "./window-manager.js";
import type { WindowRecord } from "./window-record.js";

/** An event of an app or the system for accessibility services: the used fields of AccessibilityEvent of AOSP. */
export interface AccessibilityNotice {
  readonly type:
    | "clicked"
    | "longClicked"
    | "focused"
    | "textChanged"
    | "textSelection"
    | "windowState"
    | "notification"
    | "scrolled"
    | "content"
    | "windows"
    | "display";
  readonly window: WindowRecord | null;
  readonly packageName: string | null;
  readonly className: string | null;
  /** contentChangeTypes for `content`, windowChanges for `windows`. */
  readonly changes: number;
  readonly text: string | null;
}

/**
 * ViewConfiguration.getSendRecurringAccessibilityEventsInterval: the shortest time between two content or scroll events
 * of a window.
 */
const INTERVAL_MS = 100;

/** AccessibilityEvent.WINDOWS_CHANGE_…. */
const ADDED = 0x1;
const REMOVED = 0x2;
const BOUNDS = 0x8;
const ACTIVE = 0x20;
const FOCUSED = 0x40;
/** AccessibilityEvent.CONTENT_CHANGE_TYPE_SUBTREE. */
const SUBTREE = 0x1;

const HIDDEN_ROOT = "";

interface FieldSeen {
  readonly text: string;
  readonly selection: string;
}

/** The state of a window at its last report. */
interface Seen {
  readonly window: ReportedWindow;
  readonly tree: string;
  readonly offsets: string;
  readonly focus: string;
  readonly field: FieldSeen | undefined;
  /** The time of the last content or scroll event. */
  readonly sentAt: number;
  isDue: boolean;
  /** Whether the app reported a change, visible or not. */
  isAnnounced: boolean;
}

/**
 * Compares the screen with its state before, and reports changes to services while at least one service listens. Apps
 * can be muted, because some real apps send no events.
 */
export class AccessibilityEvents {
  readonly #kernel: Kernel;
  readonly #windows: WindowManager;
  readonly #isAwake: () => boolean;
  readonly #listeners = new Set<(notice: AccessibilityNotice) => void>();
  /** Packages whose apps change without events. */
  readonly muted = new Set<string>();
  #seen = new Map<WindowRecord, Seen>();
  readonly #announced = new Set<string>();
  #isLookDue = false;
  /** Windows with a moving list, which are compared again while they move. */
  readonly #inFlight = new Set<WindowRecord>();
  #display = "";

  constructor(kernel: Kernel, windows: WindowManager, isAwake: () => boolean) {
    this.#kernel = kernel;
    this.#windows = windows;
    this.#isAwake = isAwake;
  }

  /** Calls `listener` for each event from now on; gives the function that stops this. */
  listen(listener: (notice: AccessibilityNotice) => void): () => void {
    if (this.#listeners.size === 0) this.#begin();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Something changed; `packageName`: the package whose content changed, if an app drew. */
  changed(isContent: boolean, packageName: string | undefined): void {
    if (this.#listeners.size === 0) return;
    if (isContent && packageName !== undefined) this.#announced.add(packageName);
    this.#compareSoon();
  }

  /** Sends an event that no comparison can find: a click, a toast. */
  announce(notice: AccessibilityNotice): void {
    if (notice.packageName !== null && this.muted.has(notice.packageName)) return;
    for (const listener of [...this.#listeners]) listener(notice);
  }

  /** Reports that a view of this class was clicked. */
  acted(window: WindowRecord, type: "clicked" | "longClicked", className: string): void {
    this.announce({ type, window, packageName: window.spec.packageName, className, changes: 0, text: null });
  }

  /** Sends TYPE_NOTIFICATION_STATE_CHANGED for a toast or a notification. */
  notification(className: string, packageName: string, text: string): void {
    this.announce({ type: "notification", window: null, packageName, className, changes: 0, text });
  }

  #begin(): void {
    this.#seen = new Map(this.#shown().map((window) => [window.record, this.#see(window)]));
    this.#display = this.#displayNow();
    this.#announced.clear();
  }

  #compareSoon(): void {
    if (this.#isLookDue) return;
    this.#isLookDue = true;
    this.#kernel.scheduler.after(0, () => {
      this.#isLookDue = false;
      if (this.#listeners.size > 0) this.#look();
    });
  }

  #shown(): readonly ReportedWindow[] {
    return this.#isAwake() ? reportedWindows(this.#windows) : [];
  }

  #look(): void {
    this.#lookAtDisplay();
    const shown = this.#shown();
    this.#lookAtWindows(shown);
    for (const window of shown) {
      const seen = this.#seen.get(window.record);
      if (seen) this.#lookInto(window, seen);
    }
    this.#announced.clear();
  }

  #lookAtDisplay(): void {
    const now = this.#displayNow();
    if (now === this.#display) return;
    this.#display = now;
    this.announce({ ...SYSTEM, type: "display" });
  }

  #displayNow(): string {
    const { display } = this.#kernel;
    return `${display.size.width}x${display.size.height} ${display.rotation} ${display.dpi}`;
  }

  /**
   * Sends one event for each window that appeared, disappeared, moved or got the focus, as AccessibilityWindowManager
   * does.
   */
  #lookAtWindows(shown: readonly ReportedWindow[]): void {
    const before = this.#seen;
    const now = new Set(shown.map((window) => window.record));
    for (const record of before.keys()) if (!now.has(record)) this.#windowsEvent(record, REMOVED);
    this.#seen = new Map(shown.map((window) => [window.record, this.#keep(window, before.get(window.record))]));
    for (const window of shown) {
      const seen = before.get(window.record);
      if (!seen) this.#cameUp(window);
      else {
        const changes = changesOf(seen.window, window);
        if (changes !== 0) this.#windowsEvent(window.record, changes);
      }
    }
  }

  #keep(window: ReportedWindow, seen: Seen | undefined): Seen {
    return seen ? { ...seen, window } : this.#see(window);
  }

  #cameUp({ record }: ReportedWindow): void {
    this.#windowsEvent(record, ADDED);
    const { kind, packageName } = record.spec;
    if (kind === "statusBar" || kind === "navigationBar") return;
    this.announce({
      type: "windowState",
      window: record,
      packageName,
      className: CLASSES[kind] ?? null,
      changes: 0,
      text: null,
    });
  }

  #windowsEvent(window: WindowRecord, changes: number): void {
    this.announce({ ...SYSTEM, type: "windows", window, changes });
  }

  #lookInto(window: ReportedWindow, seen: Seen): void {
    const { record } = window;
    const { now } = this.#kernel.scheduler;
    if (record.spec.process.isBlocked(now)) return;
    this.#watchFlight(record, now);
    seen.isAnnounced ||= this.#announced.has(record.spec.packageName);
    if (seen.isDue) return;
    const wait = seen.sentAt + INTERVAL_MS - now;
    if (wait <= 0) {
      this.#report(window, seen);
      return;
    }
    seen.isDue = true;
    this.#kernel.scheduler.after(wait, () => this.#reportLater(record));
  }

  #reportLater(record: WindowRecord): void {
    const seen = this.#seen.get(record);
    if (!seen) return;
    seen.isDue = false;
    if (!record.spec.process.isBlocked(this.#kernel.scheduler.now)) this.#report(seen.window, seen);
  }

  /** Compares a window again later while its list moves, because that needs no further change. */
  #watchFlight(record: WindowRecord, now: number): void {
    if (this.#inFlight.has(record) || record.ui.motion(now).scrollsUntil <= now) return;
    this.#inFlight.add(record);
    this.#kernel.scheduler.after(INTERVAL_MS, () => {
      this.#inFlight.delete(record);
      this.#compareSoon();
    });
  }

  #report(window: ReportedWindow, seen: Seen): void {
    const { record } = window;
    const now = this.#see(window);
    const app = { window: record, packageName: record.spec.packageName, className: null, changes: 0, text: null };
    const isScrolled = now.offsets !== seen.offsets;
    const isContent = now.tree !== seen.tree || seen.isAnnounced;
    if (now.focus !== seen.focus && now.focus !== "") this.announce({ ...app, type: "focused" });
    if (now.field && seen.field) this.#reportEdit({ ...app, className: EDITOR }, seen.field, now.field);
    if (isScrolled) this.announce({ ...app, type: "scrolled" });
    if (isContent) this.announce({ ...app, type: "content", changes: SUBTREE });
    const sentAt = isScrolled || isContent ? this.#kernel.scheduler.now : seen.sentAt;
    this.#seen.set(record, { ...now, sentAt });
  }

  #reportEdit(app: Omit<AccessibilityNotice, "type">, before: FieldSeen, now: FieldSeen): void {
    if (now.text !== before.text) this.announce({ ...app, type: "textChanged" });
    if (now.selection !== before.selection) this.announce({ ...app, type: "textSelection" });
  }

  #see(window: ReportedWindow): Seen {
    const { record } = window;
    const { now } = this.#kernel.scheduler;
    const isBlocked = record.spec.process.isBlocked(now);
    const root = isBlocked ? undefined : reportedRoot(this.#kernel, this.#windows, record);
    const field = record.ui.focusedField;
    return {
      window,
      tree: root ? treeText(root) : HIDDEN_ROOT,
      offsets: root ? offsetsOf(root.placed, now) : "",
      focus: root ? focusOf(root) : "",
      field: field && { text: field.text, selection: `${field.selection.start}-${field.selection.end}` },
      sentAt: Number.NEGATIVE_INFINITY,
      isDue: false,
      isAnnounced: false,
    };
  }
}

const SYSTEM = { window: null, packageName: null, className: null, changes: 0, text: null } as const;
const EDITOR = "android.widget.EditText";
const CLASSES: Readonly<Record<string, string>> = {
  dialog: "android.app.AlertDialog",
  popup: "android.widget.PopupWindow$PopupBackgroundView",
  inputMethod: "android.inputmethodservice.SoftInputWindow",
  systemDialog: "android.app.AlertDialog",
};

function changesOf(before: ReportedWindow, now: ReportedWindow): number {
  const [a, b] = [before.bounds, now.bounds];
  const isMoved = a.left !== b.left || a.top !== b.top || a.right !== b.right || a.bottom !== b.bottom;
  return (isMoved ? BOUNDS : 0) | (before.isActive === now.isActive ? 0 : ACTIVE | FOCUSED);
}

function treeText(root: ReportedView): string {
  return JSON.stringify(root.node);
}

function focusOf({ node, placed, children }: ReportedView): string {
  if (node.isFocused) return placed.path;
  for (const child of children) {
    const path = focusOf(child);
    if (path !== "") return path;
  }
  return "";
}

function offsetsOf(placed: Placed, now: number): string {
  const own = placed.view.scroll && !isEmpty(placed.visible) ? `${placed.view.scroll.offsetAt(now)};` : "";
  return placed.children.reduce((all, child) => all + offsetsOf(child, now), own);
}
