/** Where test providers of the shell say that the phone is. */
export class MockLocation {
  /** Whether the shell's user may make them (app-op MOCK_LOCATION). */
  isAllowed = false;
  /** By name; null before the first place. */
  readonly providers = new Map<string, { readonly latitude: number; readonly longitude: number } | null>();
}
