import type { IconName } from "../draw/icons.js";
import type { PhoneIntent } from "../intent.js";
import type { FieldModel } from "../ui/field.js";
import type { View } from "../ui/view.js";

/** What an activity says it can open. */
export interface IntentFilter {
  readonly action: string;
  readonly schemes?: readonly string[];
  /** MIME types, "text/*" for all texts. */
  readonly types?: readonly string[];
  /** The hosts of the addresses; all if absent. */
  readonly hosts?: readonly string[];
  /** android:autoVerify: the system asks these hosts whether their links belong to the app. */
  readonly isAutoVerified?: boolean;
}

/** What an activity shows; its state lives in the closures of the object. */
export interface Screen {
  /** Builds the views as they are now. Called again after every change. */
  content(): View;
  /** BACK: true if the screen handled it itself; else the activity ends. */
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
  /** Shows what lies behind it; dialogs that are activities. */
  readonly isTranslucent?: boolean;
  readonly showWhenLocked?: boolean;
  /** Shows the wallpaper behind its content. */
  readonly hasWallpaper?: boolean;
  open(host: ActivityHost, intent: PhoneIntent): Screen;
}

/** One app of the virtual phone. Created for each phone, so that its closures can keep what an app stores. */
export interface App {
  readonly packageName: string;
  readonly label: string;
  /** Its label in other languages, by their tags. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly icon: { readonly symbol: IconName; readonly color: number };
  readonly isSystem?: boolean;
  readonly versionName?: string;
  readonly versionCode?: number;
  /** False for apps that draw with a SurfaceView only: they have no HWUI frames. */
  readonly drawsFrames?: boolean;
  /** Full class names of services that accessibility settings can switch on. */
  readonly accessibilityServices?: readonly string[];
  /** Full class names of all activities in its manifest, also of those that cannot run here. */
  readonly declaredActivities?: readonly string[];
  /** SHA-256 of the certificate that it was signed with, in hex; absent for what came with the phone. */
  readonly certificate?: string;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  /** What its manifest asks for. */
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

/** A task of the overview. */
export interface RecentTask {
  readonly taskId: number;
  readonly app: App;
}

/** One of several activities that can open an intent. */
export interface Candidate {
  readonly app: App;
  readonly component: string;
}

/** What an activity can ask of the phone. */
export interface ActivityHost {
  readonly packageName: string;
  readonly apiLevel: number;
  /** The languages that the app is to speak, the first choice first: its own, then the system's. */
  locales(): readonly string[];
  /** The screen's size in dp, at the current rotation. */
  screenDp(): { readonly width: number; readonly height: number };
  now(): number;
  wallMs(): number;
  /** Runs on the app's main thread after some time, unless the activity ended. */
  after(ms: number, run: () => void): () => void;
  /** Builds the views again after a change that no touch made. */
  update(): void;
  start(intent: Partial<PhoneIntent>, onResult?: (result: string | null) => void): void;
  /** Starts an activity in its own task, as a launcher does. */
  startTask(intent: Partial<PhoneIntent>): void;
  finish(result?: string): void;
  dialog(options: DialogOptions): { close(): void };
  /** Opens a popup menu at the view with this id. */
  menu(anchorId: string, items: readonly MenuItem[]): void;
  toast(message: string, isLong?: boolean): void;
  /** Takes the focus from the text field that has it, and hides the keyboard. */
  leaveField(): void;
  /** Gives a text field the focus, as View.requestFocus; a keyboard that is shown goes along. */
  focusField(field: FieldModel): void;
  hideKeyboard(): void;
  setting(namespace: "system" | "secure" | "global", key: string): string | null;
  putSetting(namespace: "system" | "secure" | "global", key: string, value: string): void;
  grantPermission(packageName: string, name: string): void;
  /** A user refused it. */
  denyPermission(packageName: string, name: string): void;
  requestPermission(name: string, onResult: (isGranted: boolean) => void): void;
  /** Blocks the main thread: nothing changes and input waits. */
  block(ms: number): void;
  crash(): void;
  /** Everything that could open an intent. */
  candidates(intent: Partial<PhoneIntent>): readonly Candidate[];
  /** "Always": intents of this kind open with this activity from now on. */
  preferActivity(intent: PhoneIntent, component: string): void;
  installedApps(): readonly App[];
  /** The tasks besides the launcher's, most recent first. */
  recentTasks(): readonly RecentTask[];
  openTask(taskId: number): void;
  stopApp(packageName: string): void;
}
