/**
 * If one of these variables is set, LangChain sends everything that a graph does to its maker's service. Fovea sends
 * nothing without being asked.
 */
const TRACING = ["LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGCHAIN_TRACING"] as const;

export function switchOffTracing(): void {
  for (const name of TRACING) delete process.env[name];
}
