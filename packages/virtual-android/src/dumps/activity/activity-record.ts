import { emptyConfiguration } from "../configuration.js";
import { taskRecord, taskText } from "../tasks.js";
import { formatDuration, type Lines, when } from "../text.js";
import { activityRecord, componentOf, windowToken } from "../tokens.js";
import { ORIENTATION_NUMBERS } from "../window/displays/application-tokens.js";
import {
  type ActivityContext,
  apkPath,
  appLine,
  configurationsOf,
  idleMs,
  intentWords,
  isHome,
  isVisible,
  resourceWords,
  uidOf,
} from "./activity-facts.js";

/** ActivityRecord.dump, without indentation. `rootId` is the stack (to Android 10) or the root task. */
export function activityRecordLines(context: ActivityContext, rootId: number): Lines {
  const api = context.state.build.apiLevel;
  return [
    ...originLines(context, rootId),
    ...configurationLines(context),
    ...descriptionLines(api),
    ...stateLines(context),
    ...(api >= 30 ? windowLines(context) : []),
    ...resizeLines(context),
  ];
}

function originLines(context: ActivityContext, rootId: number): Lines {
  const { state, task, activity } = context;
  const api = state.build.apiLevel;
  const component = componentOf(activity);
  const launcher = state.packages.find(
    (one) => one.packageName === state.tasks.find(isHome)?.activities[0]?.packageName,
  );
  const from = isHome(task)
    ? "launchedFromUid=0 launchedFromPackage=null"
    : `launchedFromUid=${launcher?.uid ?? 2000} launchedFromPackage=${launcher?.packageName ?? "null"}`;
  const base = uidOf(state, activity.packageName) === 1000 ? "user_de" : "user";
  const owner = api >= 30 ? `task=${taskReference(context, rootId)}` : `task=${taskRecord(task, rootId)}`;
  return [
    `packageName=${activity.packageName} processName=${activity.packageName}`,
    `${from}${api >= 30 ? " launchedFromFeature=null" : ""} userId=${activity.userId}`,
    ...appLine(context),
    `Intent { ${intentWords(task, activity)} }`,
    `${api >= 30 ? "rootOfTask" : "frontOfTask"}=true ${owner}`,
    `taskAffinity=${isHome(task) ? "null" : task.affinity}`,
    `${api >= 29 ? "mActivityComponent" : "realActivity"}=${component}`,
    `baseDir=${apkPath(state, activity.packageName)}`,
    `dataDir=/data/${base}/0/${activity.packageName}`,
    `stateNotNeeded=${isHome(task)} componentSpecified=${!isHome(task)} mActivityType=${typeWord(api, task.kind)}`,
    `compat={${state.display.density}dpi${api >= 28 && api <= 33 ? " always-compat" : ""}} ${resourceWords(activity)}`,
  ];
}

function taskReference({ state, task }: ActivityContext, rootId: number): string {
  const api = state.build.apiLevel;
  if (api <= 33) return taskText(api, task, rootId);
  const identity = taskText(api, task, rootId);
  return `${identity.slice(0, identity.indexOf(" U=0"))}}`;
}

function typeWord(api: number, kind: "home" | "standard" | "recents"): string {
  return api <= 27 ? { standard: "0", home: "1", recents: "2" }[kind] : kind;
}

function configurationLines(context: ActivityContext): Lines {
  const api = context.state.build.apiLevel;
  const { global, own } = configurationsOf(context);
  const override = emptyConfiguration(api).replace("{0.0", "{1.0");
  if (api <= 25) return [`config=${global}`, `taskConfigOverride=${override}`];
  const pad = api >= 31 ? "  " : " ";
  const lines = ["mLastReportedConfigurations:", `${pad}mGlobalConfig=${global}`, `${pad}mOverrideConfig=${own}`];
  const empty = emptyConfiguration(api, context.task.kind);
  return [
    ...lines,
    `CurrentConfiguration=${own}`,
    ...when(api === 28 || api === 29, `OverrideConfiguration=${empty}`),
    ...when(api >= 31 && isHome(context.task), `RequestedOverrideConfiguration=${empty}`),
  ];
}

function descriptionLines(api: number): Lines {
  const primary = "primaryColor=fff5f5f5";
  if (api <= 25) return ['taskDescription: iconFilename=null label="null" color=ff0288d1'];
  if (api <= 27) {
    const colors = ["  backgroundColor=fffafafa", "  statusBarColor=ff000000", "  navigationBarColor=ff000000"];
    return [`taskDescription: iconFilename=null label="null" ${primary}`, ...colors];
  }
  const icon = `icon=null iconResource=${api >= 30 ? "/0" : "0"} iconFilename=null`;
  const head = `taskDescription: label="null" ${icon} ${primary}`;
  if (api <= 30) return [head, " backgroundColor=fffafafa", " statusBarColor=0", " navigationBarColor=0"];
  return [
    head,
    "  backgroundColor=fffafafa statusBarColor=0 navigationBarColor=0",
    " backgroundColorFloating=fffafafa",
  ];
}

function stateLines(context: ActivityContext): Lines {
  const { state, view, task, activity } = context;
  const api = state.build.apiLevel;
  const visible = isVisible(context);
  const stopped = activity.state === "STOPPED";
  const ago = formatDuration(-(idleMs(view, task) + 800));
  const [have, icicle] = api >= 30 ? ["mHaveState", "mIcicle"] : ["haveState", "icicle"];
  const bundle = stopped ? "Bundle[mParcelledData.dataSize=1872]" : "null";
  const seen = `visible=${visible} sleeping=${!state.power.isInteractive} idle=true mStartingWindowState=STARTING_WINDOW_SHOWN`;
  return [
    `launchFailed=false launchCount=${stopped ? 0 : 1} lastLaunchTime=${ago}`,
    `${have}=${stopped} ${icicle}=${bundle}`,
    `state=${activity.state} ${api >= 34 ? "" : `stopped=${stopped} `}delayedResume=false finishing=false`,
    `keysPaused=false inHistory=true ${api >= 30 ? "idle=true" : seen}`,
    `${api >= 30 ? "occludesParent" : "fullscreen"}=true noDisplay=false immersive=false launchMode=${isHome(task) ? 2 : 0}`,
    "frozenBeforeDestroy=false forceNewConfig=false",
    `mActivityType=${longTypeWord(api, task.kind)}`,
    ...when(api <= 28, `waitingVisible=false nowVisible=${visible} lastVisibleTime=${ago}`),
    ...when(api === 29, ` nowVisible=${visible} lastVisibleTime=${ago}`),
  ];
}

function longTypeWord(api: number, kind: "home" | "standard" | "recents"): string {
  if (api >= 28) return kind;
  return `${kind === "standard" ? "APPLICATION" : kind.toUpperCase()}_ACTIVITY_TYPE`;
}

/** The lines that AppWindowToken printed before Android 11, as Android 11 and later print them. */
function windowLines(context: ActivityContext): Lines {
  const { state, view, task, activity } = context;
  const api = state.build.apiLevel;
  const windows = view.windows.filter((window) => window.activityHash === activity.hash);
  const visible = isVisible(context);
  const drawn = windows.filter((window) => window.hasSurface).length;
  const orientation = activity.orientation.toUpperCase();
  const reported = `reportedDrawn=${visible} reportedVisible=${visible}`;
  return [
    ...when(api >= 31, "mImeInsetsFrozenUntilStartInput=false"),
    `windows=[${windows.map(windowToken).join(", ")}]`,
    "windowType=2",
    ...when(api >= 31, "mOccludesParent=true"),
    ...when(api === 30, `mOccludesParent=true mOrientation=${ORIENTATION_NUMBERS[activity.orientation]}`),
    ...when(api >= 31 && api <= 33, `mOrientation=SCREEN_ORIENTATION_${orientation}`),
    ...when(api >= 34, `overrideOrientation=SCREEN_ORIENTATION_${orientation}`),
    ...when(api >= 34, `requestedOrientation=SCREEN_ORIENTATION_${orientation}`),
    `mVisibleRequested=${visible} mVisible=${visible} mClientVisible=${visible} ${reported}`,
    ...when(activity.state === "STOPPED", "mAppStopped=true"),
    `mNumInterestingWindows=${windows.length} mNumDrawnWindows=${drawn} allDrawn=true lastAllDrawn=true)`,
    ...when(visible, "startingData=null firstWindowDrawn=true mIsExiting=false"),
    `nowVisible=${visible} lastVisibleTime=${formatDuration(-(idleMs(view, task) + 400))}`,
  ];
}

function resizeLines(context: ActivityContext): Lines {
  const api = context.state.build.apiLevel;
  return [
    "resizeMode=RESIZE_MODE_RESIZEABLE",
    ...when(api >= 26, "mLastReportedMultiWindowMode=false mLastReportedPictureInPictureMode=false"),
    ...when(api >= 31, "supportsSizeChanges=SIZE_CHANGES_UNSUPPORTED_METADATA", "configChanges=0xdf3"),
    ...when(api >= 31, "neverSandboxDisplayApis=false", "alwaysSandboxDisplayApis=false"),
    ...when(api >= 31, "areBoundsLetterboxed=false"),
    ...when(api >= 31, "mCameraCompatControlState=hidden", "mCameraCompatControlEnabled=false"),
  ];
}

/** `* Hist #0: ActivityRecord{…}`; two spaces from Android 12 on. */
export function historyHeader(context: ActivityContext, number: number): string {
  const api = context.state.build.apiLevel;
  return `* Hist ${api >= 31 ? " " : ""}#${number}: ${activityRecord(api, context.activity)}`;
}
