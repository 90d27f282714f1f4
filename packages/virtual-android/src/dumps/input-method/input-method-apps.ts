import type { ServedView } from "../../ime-state.js";
import type { PhoneState } from "../../phone-state.js";
import { configurationText } from "../configuration.js";
import { defaultView } from "../display-views.js";
import type { DumpPart } from "../dump-service.js";
import { identityHash, type Lines, linesOf, NOW, type VersionedLine } from "../text.js";
import type { InputClient } from "./input-method-list.js";

/** How long the manager waits for an app that does not answer (TransferPipe), in ms. */
const APP_TIMEOUT_MS = 5000;

/** InputMethodManager.dump inside the focused app: an app that does not respond costs five seconds. */
export function clientPart(state: PhoneState, client: InputClient): readonly DumpPart[] {
  if (client.process.isNotResponding) {
    return [{ waitMs: APP_TIMEOUT_MS }, "Failed to dump input method client: java.io.IOException: Timeout"];
  }
  return linesOf(state.build.apiLevel, clientTable(state, client.process.packageName));
}

function clientTable(state: PhoneState, packageName: string): readonly VersionedLine[] {
  const { ime, focusedWindow } = state;
  const seed = (name: string): string => identityHash(`${name} ${focusedWindow?.hash ?? ""}`);
  const simple = focusedWindow?.title.split(/[./]/).at(-1) ?? "";
  const decor = `DecorView@${seed("decor")}[${simple}]`;
  const served = ime.served ? servedText(ime.served, seed) : decor;
  const cur = `mCurId=${ime.currentMethod}`;
  return [
    [24, NOW, `Input method client state for android.view.inputmethod.InputMethodManager@${seed("manager")}:`],
    [24, NOW, `  mService=com.android.internal.view.IInputMethodManager$Stub$Proxy@${seed("service")}`],
    [24, NOW, `  mMainLooper=Looper (main, tid 2) {${seed("looper")}}`],
    [
      24,
      32,
      `  mIInputContext=ControlledInputConnectionWrapper{connection=android.view.inputmethod.BaseInputConnection@${seed("connection")} finished=false mParentInputMethodManager.mActive=true}`,
    ],
    [24, 27, `  mActive=true mHasBeenInactive=false mBindSequence=29 ${cur}`],
    [28, NOW, `  mActive=true mRestartOnNextWindowFocus=false mBindSequence=29 ${cur}`],
    [24, NOW, "  mFullscreenMode=false"],
    [24, NOW, `  mCurMethod=com.android.internal.view.IInputMethodSession$Stub$Proxy@${seed("method")}`],
    [24, NOW, `  mCurRootView=${decor}`],
    [24, NOW, `  mServedView=${served}`],
    [24, NOW, `  mNextServedView=${served}`],
    [24, 32, "  mServedConnecting=false"],
    [24, NOW, "  mCurrentTextBoxAttribute:"],
    ...editorInfo(inputTypeOf(ime), packageName, "    "),
    [24, 32, "  mServedInputConnectionWrapper=null"],
    [24, NOW, "  mCompletions=null"],
    [24, NOW, "  mCursorRect=Rect(0, 0 - 0, 0)"],
    [24, NOW, "  mCursorSelStart=0 mCursorSelEnd=0 mCursorCandStart=0 mCursorCandEnd=0"],
    [24, 28, "  mNextUserActionNotificationSequenceNumber=3 mLastSentUserActionNotificationSequenceNumber=-1"],
  ];
}

/** View.toString: class, identity, flags, position and id. */
function servedText({ className, number, bounds, entry }: ServedView, seed: (name: string) => string): string {
  const { left, top, right, bottom } = bounds;
  const id = entry === null ? "" : ` #${ID} app:id/${entry}`;
  return `${className}{${seed(`view ${number}`)} VFED..CL. .F...... ${left},${top}-${right},${bottom}${id}}`;
}

const ID = "7f0a00c9";

/**
 * InputMethodService.dump inside the keyboard. `mIsInputViewShown` and the computed insets keep their values from the
 * last time that the keyboard was shown, and `mWindowCreated` stays true: none of them says whether it is visible now.
 */
export function serviceLines(state: PhoneState, client: InputClient | null): Lines {
  const [packageName = "", name = ""] = state.ime.currentMethod.split("/");
  const className = name.startsWith(".") ? packageName + name : name;
  const hash = identityHash(`ime ${state.ime.currentMethod}`);
  return [
    `Input method service state for ${className}@${hash}:`,
    ...linesOf(state.build.apiLevel, [...windowTable(state), ...connectionTable(state, client), ...shownTable(state)]),
  ];
}

function windowTable(state: PhoneState): readonly VersionedLine[] {
  const { isVisible: shown, wasShown } = state.ime;
  const view = defaultView(state);
  const configuration = configurationText(state, view, { activityType: "undefined", sequence: 8 });
  return [
    [24, 29, `  mWindowCreated=${wasShown} mWindowAdded=${wasShown}`],
    [30, NOW, `  mViewsCreated=${wasShown}`],
    [24, 28, `  mWindowVisible=${shown} mWindowWasVisible=${shown} mInShowWindow=false`],
    [29, NOW, `  mDecorViewVisible=${shown} mDecorViewWasVisible=${shown} mWindowVisible=${shown} mInShowWindow=false`],
    [24, NOW, `  Configuration=${configuration}`],
    [24, NOW, `  mToken=android.os.BinderProxy@${identityHash(`ime proxy ${state.ime.currentMethod}`)}`],
  ];
}

function connectionTable({ ime }: PhoneState, client: InputClient | null): readonly VersionedLine[] {
  const process = client?.process;
  const seed = identityHash(`binding ${process?.pid ?? 0}`);
  return [
    [
      24,
      NOW,
      `  mInputBinding=${process ? `InputBinding{android.os.BinderProxy@${seed} / uid ${process.uid} / pid ${process.pid}}` : "null"}`,
    ],
    [24, 32, `  mInputConnection=${process ? `InputConnectionWrapper{idHash=#${seed} mMissingMethods=}` : "null"}`],
    [33, NOW, `  mInputConnection=${process ? `android.inputmethodservice.RemoteInputConnection@${seed}` : "null"}`],
    [24, NOW, "  mStartedInputConnection=null"],
    [
      24,
      NOW,
      `  mInputStarted=${process !== undefined} mInputViewStarted=${ime.isVisible} mCandidatesViewStarted=false`,
    ],
    [26, NOW, `  mStartInputToken=android.os.BinderProxy@${identityHash(`start ${process?.pid ?? 0}`)}`],
    ...(process
      ? ([[24, NOW, "  mInputEditorInfo:"], ...editorInfo(inputTypeOf(ime), process.packageName, "    ")] as const)
      : ([[24, NOW, "  mInputEditorInfo: null"]] as const)),
  ];
}

function shownTable(state: PhoneState): readonly VersionedLine[] {
  const { ime, display } = state;
  const top = ime.frame?.top ?? (ime.wasShown ? display.size.height - ime.height : display.size.height);
  const shown = ime.isVisible;
  return [
    [24, NOW, `  mShowInputRequested=${shown} mLastShowInputRequested=${shown} mShowInputFlags=0x${shown ? 1 : 0}`],
    [
      24,
      NOW,
      `  mCandidatesVisibility=4 mFullscreenApplied=${ime.wasShown} mIsFullscreen=false mExtractViewHidden=false`,
    ],
    [24, NOW, "  mExtractedText: null"],
    [24, NOW, "  mExtractedToken=0"],
    [24, NOW, `  mIsInputViewShown=${ime.wasShown} mStatusIcon=0`],
    [24, NOW, "Last computed insets:"],
    [
      24,
      NOW,
      `  contentTopInsets=${top} visibleTopInsets=${top} touchableInsets=2 touchableRegion=SkRegion(${ime.wasShown ? `(0,${top},${display.size.width},${display.size.height})` : ""})`,
    ],
    [24, 28, " mShouldClearInsetOfPreviousIme=false"],
    [24, NOW, ` mSettingsObserver=SettingsObserver{mShowImeWithHardKeyboard=${hardKeyboard(state)}}`],
  ];
}

/** SettingsObserver.ShowImeWithHardKeyboardType: FALSE 1, TRUE 2. */
function hardKeyboard(state: PhoneState): number {
  return state.settings.secure.get("show_ime_with_hard_keyboard") === "1" ? 2 : 1;
}

function inputTypeOf({ isVisible, inputType = 1 }: PhoneState["ime"]): number {
  return isVisible ? inputType : 0;
}

/** EditorInfo.dump: a text field while the keyboard is shown, else a window without an editor. */
function editorInfo(inputType: number, packageName: string, prefix: string): readonly VersionedLine[] {
  return [
    [24, NOW, `${prefix}inputType=0x${inputType.toString(16)} imeOptions=0x0 privateImeOptions=null`],
    [24, NOW, `${prefix}actionLabel=null actionId=0`],
    [24, NOW, `${prefix}initialSelStart=-1 initialSelEnd=-1 initialCapsMode=0x0`],
    [24, NOW, `${prefix}hintText=null label=null`],
    [24, NOW, `${prefix}packageName=${packageName} fieldId=-1 fieldName=null`],
    [24, NOW, `${prefix}extras=null`],
    [24, NOW, `${prefix}hintLocales=null`],
    [26, NOW, `${prefix}contentMimeTypes=null`],
  ];
}
