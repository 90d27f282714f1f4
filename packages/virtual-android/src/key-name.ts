/** A key of the device by its `input keyevent` name, without the prefix KEYCODE_, for example "BACK". */
export type KeyName = string;
