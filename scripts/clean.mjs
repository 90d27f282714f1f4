// Before packing: removes compiled files, so that none of a deleted source is packed. `prepare` builds them again.
import { rmSync } from "node:fs";

rmSync("dist", { recursive: true, force: true });
