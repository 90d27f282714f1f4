import { readFile } from "node:fs/promises";
import { writeFileAt } from "../base/new-file.js";
import type { PagePicture } from "../replay/replay-page.js";
import { attachmentsOf } from "../replay/suite/attachments.js";
import { flowsJunitXml } from "../replay/suite/flows-junit.js";
import { runPage } from "../replay/suite/run-page.js";
import type { FlowResult } from "../replay/suite/suite.js";
import { decodePicture, encodeForModel } from "../vision/image.js";
import type { RunOptions } from "./run-options.js";

/** A page with more images would be too large to open; the others are only named. */
const MOST_PICTURES = 200;

/** Writes the reports of `--junit` and `--html`, and replaces older ones. Errors: those of open(2) and write(2). */
export async function saveRunReports(
  { junit, html, build }: Pick<RunOptions, "junit" | "html" | "build">,
  results: readonly FlowResult[],
  startedAt: string,
): Promise<void> {
  if (junit !== null) await writeFileAt(junit, Buffer.from(flowsJunitXml(results, startedAt, build)), true);
  if (html !== null)
    await writeFileAt(html, Buffer.from(runPage({ results, pictures: await picturesOf(results) })), true);
}

async function picturesOf(results: readonly FlowResult[]): Promise<ReadonlyMap<string, PagePicture>> {
  const steps = results.flatMap(({ tries }) => tries.flatMap((report) => report.steps));
  const paths = new Set(steps.flatMap(attachmentsOf).filter((path) => path.endsWith(".png")));
  const pictures = new Map<string, PagePicture>();
  for (const path of [...paths].slice(0, MOST_PICTURES)) {
    const frame = await readFile(path)
      .then(decodePicture)
      .catch(() => null); // the flow may have removed it since
    if (frame) pictures.set(path, await encodeForModel(frame));
  }
  return pictures;
}
