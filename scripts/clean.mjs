// Before packing: removes all compiled files, so that those of deleted sources are not packed. `prepare` builds again.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
