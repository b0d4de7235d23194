"use strict";
const { appendFileSync, readFileSync } = require("node:fs");
const { setTimeout: pause } = require("node:timers/promises");
const vscode = require("vscode");

/** The time that VS Code gets to finish its own start, in milliseconds. */
const calm = 1_500;

/** Writes a line for each window: how long each extension takes to activate, in milliseconds. */
exports.activate = async () => {
  await pause(calm);
  const { CMS_BENCH_FILE: file, CMS_BENCH_FIRST: first, CMS_BENCH_IDS: ids } = process.env;
  await activate(first);
  const times = {};
  for (const id of inTurn(file, ids.split(","))) times[id] = await activate(id);
  appendFileSync(file, `${JSON.stringify(times)}\n`);
};

/** Alternates the order of the extensions from window to window. */
function inTurn(file, ids) {
  const windows = readFileSync(file, "utf8").split("\n").length;
  return windows % 2 === 0 ? ids : ids.toReversed();
}

async function activate(id) {
  const extension = vscode.extensions.getExtension(id);
  if (extension.isActive) throw new Error(`${id} was active before it was asked to be.`);
  const start = performance.now();
  await extension.activate();
  return performance.now() - start;
}
