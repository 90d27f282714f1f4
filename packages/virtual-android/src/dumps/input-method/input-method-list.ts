import type { PackageState } from "../../package-state.js";
import type { PhoneState, ProcessState } from "../../phone-state.js";
import { identityHash, type Lines, linesOf, NOW, type VersionedLine } from "../text.js";

/** A process that uses an input method manager, and its name in the service's dump. */
export interface InputClient {
  readonly process: ProcessState;
  /** `ClientState{…}`. */
  readonly text: string;
}

/** The client of the focused window; null if no window has the focus or its process has ended. */
export function inputClient(state: PhoneState): InputClient | null {
  const pid = state.focusedWindow?.ownerPid;
  const process = state.processes.find((one) => one.pid === pid);
  return process ? { process, text: clientState(state.build.apiLevel, process) } : null;
}

/** ClientState.toString: with named fields from Android 10 on, as a class with prefixed fields from 15 on. */
function clientState(api: number, { pid, uid }: ProcessState): string {
  const hash = identityHash(`client ${pid}`);
  if (api <= 28) return `ClientState{${hash} uid ${uid} pid ${pid}}`;
  if (api <= 34) return `ClientState{${hash} uid=${uid} pid=${pid} displayId=0}`;
  return `ClientState{${hash} mUid=${uid} mPid=${pid} mSelfReportedDisplayId=0}`;
}

export function sessionState(method: string, { process, text }: InputClient): string {
  const session = identityHash(`session ${process.pid}`);
  return `SessionState{uid ${process.uid} pid ${process.pid} method ${identityHash(`method ${method}`)} session ${session} channel ${text} (server)}`;
}

/** All processes that draw are clients. */
export function clientLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const clients = state.processes.filter((process) => process.frames !== null);
  return [
    "  Clients:",
    ...clients.flatMap((process) => {
      const client = { process, text: clientState(api, process) };
      const seed = identityHash(`input ${process.pid}`);
      return linesOf(api, [
        [24, NOW, `  Client ${client.text}:`],
        [24, 32, `    client=com.android.internal.view.IInputMethodClient$Stub$Proxy@${seed}`],
        [24, 32, `    inputContext=com.android.internal.view.IInputContext$Stub$Proxy@${seed.slice(1)}a`],
        [33, NOW, `    client=com.android.server.inputmethod.IInputMethodClientInvoker@${seed}`],
        [
          33,
          NOW,
          `    fallbackInputConnection=com.android.internal.inputmethod.IRemoteInputConnection$Stub$Proxy@${seed.slice(1)}a`,
        ],
        [24, NOW, "    sessionRequested=false"],
        [33, NOW, "    sessionRequestedForAccessibility=false"],
        [24, NOW, `    curSession=${sessionState(state.ime.currentMethod, client)}`],
      ]);
    }),
  ];
}

/** The input methods on the phone: InputMethodInfo.dump, which contains the service and the application. */
export function methodLines(state: PhoneState): Lines {
  const api = state.build.apiLevel;
  const methods = state.ime.installedMethods ?? [state.ime.currentMethod];
  const instant = api >= 28 ? " mBindInstantServiceAllowed=false" : "";
  return [
    `  Input Methods: mMethodMapUpdateCount=2${api <= 29 ? instant : ""}`,
    ...methods.flatMap((id, index) => [`  InputMethod #${index}:`, ...linesOf(api, methodTable(state, id))]),
  ];
}

function methodTable(state: PhoneState, id: string): readonly VersionedLine[] {
  const [packageName = id, name = ""] = id.split("/");
  const owner = state.packages.find((one) => one.packageName === packageName);
  const className = name.startsWith(".") ? packageName + name : name;
  return [
    [24, 27, `    mId=${id} mSettingsActivityName=null mSupportsSwitchingToNextInputMethod=true`],
    [28, 29, `    mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true`],
    [
      30,
      NOW,
      `    mId=${id} mSettingsActivityName=null mIsVrOnly=false mSupportsSwitchingToNextInputMethod=true mInlineSuggestionsEnabled=true`,
    ],
    [24, NOW, "    mIsDefaultResId=0x7f040012"],
    [24, NOW, "    Service:"],
    [24, NOW, "      priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false"],
    [24, NOW, "      ServiceInfo:"],
    [24, NOW, `        name=${className}`],
    [24, NOW, `        packageName=${packageName}`],
    [24, NOW, "        labelRes=0x7f0e004b nonLocalizedLabel=null icon=0x0 banner=0x0"],
    [24, NOW, "        enabled=true exported=true directBootAware=true"],
    [24, NOW, "        permission=android.permission.BIND_INPUT_METHOD"],
    [24, NOW, "        flags=0x0"],
    [24, NOW, "        ApplicationInfo:"],
    ...(owner ? applicationTable(owner) : []),
  ];
}

function applicationTable(owner: PackageState): readonly VersionedLine[] {
  const { packageName, uid, apkPath, versionCode, minSdk = 24, targetSdk = 34 } = owner;
  const data = (root: string): string => `/data/${root}/0/${packageName}`;
  return [
    [24, NOW, `          packageName=${packageName}`],
    [24, NOW, "          labelRes=0x7f0e004b nonLocalizedLabel=null icon=0x7f070098 banner=0x0"],
    [24, NOW, `          processName=${packageName}`],
    [24, NOW, `          taskAffinity=${packageName}`],
    [24, NOW, `          uid=${uid} flags=0x38c8be45 privateFlags=0x60 theme=0x0`],
    [24, NOW, "          requiresSmallestWidthDp=0 compatibleWidthLimitDp=0 largestWidthLimitDp=0"],
    [24, NOW, `          sourceDir=${apkPath}`],
    [24, NOW, `          seinfo=default:targetSdkVersion=${targetSdk}`],
    [26, NOW, "          seinfoUser=:complete"],
    [24, NOW, `          dataDir=${data("user_de")}`],
    [24, NOW, `          deviceProtectedDataDir=${data("user_de")}`],
    [24, NOW, `          credentialProtectedDataDir=${data("user")}`],
    [
      24,
      NOW,
      `          enabled=true minSdkVersion=${minSdk} targetSdkVersion=${targetSdk} versionCode=${versionCode} targetSandboxVersion=1`,
    ],
    [24, NOW, "          supportsRtl=true"],
    [24, NOW, "          fullBackupContent=true"],
    [28, NOW, "          HiddenApiEnforcementPolicy=0"],
  ];
}
