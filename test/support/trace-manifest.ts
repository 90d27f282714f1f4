/** The manifest of a trace of a phone "A", without other facts. */
export const MANIFEST = {
  protocol_version: "0.1" as const,
  created_by: { name: "fovea", version: "0" },
  started_at: "2026-01-01T00:00:00.000Z",
  device: { serial: "A", model: null, api_level: null, release: null, boot_id: null },
  options: {},
  dropped_screenshots: [],
};
