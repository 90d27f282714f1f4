import type { Lines } from "../text.js";

/** The display adapters; no display is mirrored over Wi-Fi. */
export function adapterLines(api: number): Lines {
  const feature = api >= 31 ? "featureState=0" : "featureState=1";
  return [
    "Display Adapters: size=4",
    "  LocalDisplayAdapter",
    "  VirtualDisplayAdapter",
    "  OverlayDisplayAdapter",
    "    mCurrentOverlaySetting=",
    "    mOverlays: size=0",
    "  WifiDisplayAdapter",
    `    mCurrentStatus=WifiDisplayStatus{${feature}, scanState=0, activeDisplayState=0, activeDisplay=null, displays=[], sessionInfo=WifiDisplaySessionInfo:`,
    "        Client/Owner: Client",
    "        GroupId: ",
    "        Passphrase: ",
    "        SessionId: 0",
    "        IP Address: }",
    `    m${feature.charAt(0).toUpperCase()}${feature.slice(1)}`,
    "    mScanState=0",
    "    mActiveDisplayState=0",
    "    mActiveDisplay=null",
    "    mDisplays=[]",
    "    mAvailableDisplays=[]",
    "    mRememberedDisplays=[]",
    "    mPendingStatusChangeBroadcast=false",
    "    mSupportsProtectedBuffers=true",
  ];
}
