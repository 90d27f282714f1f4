/** The locations that the shell's test providers report. */
export class MockLocation {
  /** Whether the shell's user may create test providers (app-op MOCK_LOCATION). */
  isAllowed = false;
  /** The location of each provider by its name; null before it is set. */
  readonly providers = new Map<string, { readonly latitude: number; readonly longitude: number } | null>();
}
