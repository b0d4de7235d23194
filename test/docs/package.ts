// `npm run package`: builds the .vsix that a person installs.
import { statSync } from "node:fs";
import { packageExtension } from "../window/vsix.ts";

const path = await packageExtension();
console.log(`${path}: ${statSync(path).size} bytes`);
