/** A key of the device, as `input keyevent` names it without the KEYCODE_ prefix, for example "BACK". */
export type KeyName = string;
