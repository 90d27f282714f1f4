/**
 * The files of the virtual phone, by absolute paths. A folder exists if it contains a file or was made with `mkdir`.
 */
export interface PhoneFiles {
  /** Whether the storage is full. */
  readonly isFull?: boolean;
  read(path: string): Uint8Array | undefined;
  write(path: string, bytes: Uint8Array, mode?: number): void;
  append(path: string, bytes: Uint8Array): void;
  remove(path: string): boolean;
  makeFolder(path: string): void;
  isFolder(path: string): boolean;
  list(path: string): readonly string[];
  stat(path: string): { readonly mode: number; readonly size: number; readonly mtimeSeconds: number } | undefined;
}
