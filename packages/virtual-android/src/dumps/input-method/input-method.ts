import type { PhoneState, WindowState } from "../../phone-state.js";
import type { DumpPart } from "../dump-service.js";
import { identityHash, linesOf, NOW, type VersionedLine } from "../text.js";
import { clientPart, serviceLines } from "./input-method-apps.js";
import { startInputHistory } from "./input-method-history.js";
import { clientLines, type InputClient, inputClient, methodLines, sessionState } from "./input-method-list.js";

/** `dumpsys input_method`: the manager's own state, then the states that the focused app and the input method print. */
export function dumpInputMethod(state: PhoneState): readonly DumpPart[] {
  const client = inputClient(state);
  return [
    "Current Input Method Manager state:",
    ...methodLines(state),
    ...clientLines(state),
    ...linesOf(state.build.apiLevel, managerTable(state, client)),
    ...startInputHistory(state),
    " ",
    ...(client ? clientPart(state, client) : ["No input method client."]),
    " ",
    ...serviceLines(state, client),
  ];
}

function managerTable(state: PhoneState, client: InputClient | null): readonly VersionedLine[] {
  const { ime } = state;
  const name = client?.text ?? "null";
  const bound = client !== null;
  const id = ime.currentMethod;
  return [
    [24, NOW, `  mCurMethodId=${id}`],
    [24, NOW, `  mCurClient=${name} mCurSeq=${SEQUENCE}`],
    [31, 32, "  mCurPerceptible=true"],
    [33, NOW, "  mFocusedWindowPerceptible={}"],
    [
      24,
      34,
      `  mCurFocusedWindow=${windowBinder(state.focusedWindow)} softInputMode=${SOFT_INPUT_MODE} client=${name}`,
    ],
    [35, NOW, "  mImeBindingState: "],
    [35, NOW, `    mFocusedWindow=${windowBinder(state.focusedWindow)}`],
    [35, NOW, `    mFocusedWindowSoftInputMode=${SOFT_INPUT_MODE}`],
    [35, NOW, `    mFocusedWindowClient=${name}`],
    [24, 28, `  mCurId=${id} mHaveConnect=true mBoundToMethod=${bound}`],
    [29, 29, `  mCurId=${id} mHaveConnection=true mBoundToMethod=${bound}`],
    [30, NOW, `  mCurId=${id} mHaveConnection=true mBoundToMethod=${bound} mVisibleBound=${ime.isVisible}`],
    [24, NOW, `  mCurToken=android.os.Binder@${identityHash(`ime token ${id}`)}`],
    [29, NOW, "  mCurTokenDisplayId=0"],
    [30, NOW, `  mCurHostInputToken=${client ? `android.os.BinderProxy@${identityHash(`host ${name}`)}` : "null"}`],
    [24, NOW, `  mCurIntent=Intent { act=android.view.InputMethod cmp=${id} (has extras) }`],
    [24, 31, `  mCurMethod=com.android.internal.view.IInputMethod$Stub$Proxy@${identityHash(`method ${id}`)}`],
    [32, NOW, `  mCurMethod=com.android.server.inputmethod.IInputMethodInvoker@${identityHash(`method ${id}`)}`],
    ...stateTable(state, client),
  ];
}

/** The visibility of the keyboard, the client that uses it, and the enabled input methods. */
function stateTable(state: PhoneState, client: InputClient | null): readonly VersionedLine[] {
  const { ime } = state;
  const id = ime.currentMethod;
  const enabled = state.settings.secure.get("enabled_input_methods") ?? id;
  return [
    [24, NOW, `  mEnabledSession=${client ? sessionState(id, client) : "null"}`],
    [24, 28, `  mImeWindowVis=${ime.isVisible ? "Active|Visible" : ""}`],
    ...visibilityTable(ime.isVisible),
    [24, NOW, "  mInFullscreenMode=false"],
    [24, 28, "  mCurUserActionNotificationSequenceNumber=3"],
    [24, NOW, `  mSystemReady=true mInteractive=${state.power.isInteractive}`],
    [33, 34, "  ENABLE_HIDE_IME_CAPTION_BAR=true"],
    [24, NOW, "  mSettingsObserver=SettingsObserver{mUserId=0 mRegistered=true mLastEnabled=}"],
    [34, NOW, "  mStylusIds="],
    [24, NOW, "  mSwitchingController:"],
    [24, NOW, "    mSwitchingAwareRotationList:"],
    [24, NOW, "    mSwitchingUnawareRotationList:"],
    [24, NOW, "  mSettings:"],
    [24, NOW, "    mCurrentUserId=0"],
    [24, 33, "    mCurrentProfileIds=[0]"],
    [24, 33, "    mCopyOnWrite=false"],
    [24, 33, `    mEnabledInputMethodsStrCache=${enabled}`],
    [34, NOW, `    mEnabledInputMethods=${enabled}`],
  ];
}

/** The number of client bindings since boot; the last entry of the history has this number. */
const SEQUENCE = 29;

const SOFT_INPUT_MODE = "STATE_UNSPECIFIED|ADJUST_RESIZE|IS_FORWARD_NAVIGATION";

/**
 * One line up to Android 13; from 14 on three lines of the visibility computer. On 14 the first of them is indented by
 * only one space.
 */
function visibilityTable(isShown: boolean): readonly VersionedLine[] {
  return [
    [24, 33, `  mShowRequested=${isShown} mShowExplicitlyRequested=false mShowForced=false mInputShown=${isShown}`],
    [34, 34, " mRequestedShowExplicitly=false mShowForced=false"],
    [35, NOW, "  mRequestedShowExplicitly=false mShowForced=false"],
    [34, NOW, "  mImeHiddenByDisplayPolicy=false"],
    [34, NOW, `  mInputShown=${isShown}`],
  ];
}

function windowBinder(window: WindowState | null): string {
  if (!window) return "null";
  const isLocal = window.ownerUid === 1000 && window.kind !== "application";
  return `android.os.${isLocal ? "Binder" : "BinderProxy"}@${identityHash(`client ${window.hash}`)}`;
}
