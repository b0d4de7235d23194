// `npm run package`: builds the .vsix file that users install.
import { statSync } from "node:fs";
import { packageExtension } from "../window/vsix.ts";

const path = await packageExtension();
console.log(`${path}: ${statSync(path).size} bytes`);
