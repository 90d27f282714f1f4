import type { IconName } from "../draw/icons.js";
import type { PhoneIntent } from "../intent.js";
import type { FieldModel } from "../ui/field.js";
import type { View } from "../ui/view.js";

/** An intent filter of an activity. */
export interface IntentFilter {
  readonly action: string;
  readonly schemes?: readonly string[];
  /** MIME types; "text/*" for all texts. */
  readonly types?: readonly string[];
  /** The hosts of the addresses; all hosts if absent. */
  readonly hosts?: readonly string[];
  /** android:autoVerify: the system asks these hosts whether their links belong to the app. */
  readonly isAutoVerified?: boolean;
}

/** The content of an activity; its state is in the closures of the object. */
export interface Screen {
  /** Builds the views for the current state. Called again after every change. */
  content(): View;
  /** Handles BACK; false ends the activity. */
  onBack?(): boolean;
  /** The intent was delivered to the running activity. */
  onNewIntent?(intent: PhoneIntent): void;
  /** The activity came to the front again. */
  onResume?(): void;
}

export interface ActivitySpec {
  /** Full class name. */
  readonly className: string;
  readonly isLauncher?: boolean;
  readonly isHome?: boolean;
  readonly isExported?: boolean;
  readonly filters?: readonly IntentFilter[];
  readonly orientation?: "portrait" | "landscape";
  /** FLAG_SECURE. */
  readonly isSecure?: boolean;
  /** Hides both system bars. */
  readonly isImmersive?: boolean;
  /** Shows the window behind it; for dialogs that are activities. */
  readonly isTranslucent?: boolean;
  readonly showWhenLocked?: boolean;
  /** Shows the wallpaper behind its content. */
  readonly hasWallpaper?: boolean;
  open(host: ActivityHost, intent: PhoneIntent): Screen;
}

/** One app of the virtual phone. It is created for each phone, so that its closures can keep the app's data. */
export interface App {
  readonly packageName: string;
  readonly label: string;
  /** Its label in other languages, by their tags. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly icon: { readonly symbol: IconName; readonly color: number };
  readonly isSystem?: boolean;
  readonly versionName?: string;
  readonly versionCode?: number;
  /** False for apps that draw only with a SurfaceView: they have no HWUI frames. */
  readonly drawsFrames?: boolean;
  /** The full class names of services that accessibility settings can switch on. */
  readonly accessibilityServices?: readonly string[];
  /** Full class names of all activities in its manifest, including those that cannot run here. */
  readonly declaredActivities?: readonly string[];
  /** The SHA-256 of the certificate that signed it, in hex; absent for a preinstalled app. */
  readonly certificate?: string;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  /** The permissions that its manifest requests. */
  readonly permissions?: readonly string[];
  readonly activities: readonly ActivitySpec[];
}

export interface DialogOptions {
  content(close: () => void): View;
  readonly isCancelable?: boolean;
  readonly placement?: "center" | "bottom";
  readonly onCancel?: () => void;
}

export interface MenuItem {
  readonly title: string;
  readonly onClick: () => void;
}

/** A task in the list of recent apps. */
export interface RecentTask {
  readonly taskId: number;
  readonly app: App;
}

/** An activity that can open an intent, for a choice between several. */
export interface Candidate {
  readonly app: App;
  readonly component: string;
}

/** The functions of the phone that an activity can use. */
export interface ActivityHost {
  readonly packageName: string;
  readonly apiLevel: number;
  /** The app's preferred languages, most preferred first: its own choice, then the system's. */
  locales(): readonly string[];
  /** The screen's size in dp, at the current rotation. */
  screenDp(): { readonly width: number; readonly height: number };
  now(): number;
  wallMs(): number;
  /** Runs `run` on the app's main thread after `ms`, unless the activity has ended. */
  after(ms: number, run: () => void): () => void;
  /** Builds the views again after a change without a touch. */
  update(): void;
  start(intent: Partial<PhoneIntent>, onResult?: (result: string | null) => void): void;
  /** Starts an activity in a separate task, as a launcher does. */
  startTask(intent: Partial<PhoneIntent>): void;
  finish(result?: string): void;
  dialog(options: DialogOptions): { close(): void };
  /** Opens a popup menu at the view with this id. */
  menu(anchorId: string, items: readonly MenuItem[]): void;
  toast(message: string, isLong?: boolean): void;
  /** Takes the focus from the text field that has it, and hides the keyboard. */
  leaveField(): void;
  /** Gives a text field the focus, as View.requestFocus; a visible keyboard stays visible for it. */
  focusField(field: FieldModel): void;
  hideKeyboard(): void;
  setting(namespace: "system" | "secure" | "global", key: string): string | null;
  putSetting(namespace: "system" | "secure" | "global", key: string, value: string): void;
  grantPermission(packageName: string, name: string): void;
  /** Notes that a user refused the permission. */
  denyPermission(packageName: string, name: string): void;
  requestPermission(name: string, onResult: (isGranted: boolean) => void): void;
  /** Blocks the main thread: the screen does not change, and input waits. */
  block(ms: number): void;
  crash(): void;
  /** All activities that could open an intent. */
  candidates(intent: Partial<PhoneIntent>): readonly Candidate[];
  /** "Always": from now on this activity opens intents of this kind. */
  preferActivity(intent: PhoneIntent, component: string): void;
  installedApps(): readonly App[];
  /** All tasks except the launcher's, most recent first. */
  recentTasks(): readonly RecentTask[];
  openTask(taskId: number): void;
  stopApp(packageName: string): void;
}
