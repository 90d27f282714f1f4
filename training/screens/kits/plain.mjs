import icons from "../build/icons.json";
import { startPage } from "../page.mjs";

startPage({ icons: icons.train });
