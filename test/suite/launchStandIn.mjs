#!/usr/bin/env node
// An executable like VS Code's own, for runTests: the program itself is TypeScript.
import { register } from "tsx/esm/api";

register();
await import("./launchInBrowser.ts");
