// Before packing: removes what was compiled, so that nothing of sources that are gone is packed. `prepare` builds anew.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
