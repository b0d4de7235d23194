#!/usr/bin/env node
// An executable for runTests, like VS Code's own. It loads the program, which is written in TypeScript.
import { register } from "tsx/esm/api";

register();
await import("./launchInBrowser.ts");
