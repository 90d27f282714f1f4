/** Who decides on each use of the tools that install, empty and uninstall apps: nobody can, the user is asked, nobody is. */
export const MANAGE_APPS = ["off", "ask", "allow"] as const;
export type ManageApps = (typeof MANAGE_APPS)[number];

/** The options of those tools, part of the one table in `config.ts`. */
export const APP_OPTIONS = [
  {
    flag: "--manage-apps",
    env: "FOVEA_MANAGE_APPS",
    key: "manageApps",
    type: "string",
    default: "off",
    doc: "Offer install_app, clear_app_data and uninstall_app: off, ask (the user confirms each use in the MCP client) or allow (nobody is asked).",
    example: "ask",
  },
  {
    flag: "--apk-dir",
    env: "FOVEA_APK_DIR",
    key: "apkDirs",
    type: "list",
    default: null,
    doc: "Folders that install_app may take APKs from; without one it installs nothing. May be given several times.",
    example: "./build/outputs",
  },
] as const;
