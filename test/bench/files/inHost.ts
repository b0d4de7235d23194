// Runs inside VS Code's extension host, as tests do, and takes the steps that it receives through a socket.
import { once } from "node:events";
import { createConnection } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import { closeEditors, open } from "../../suite/editors.ts";
import { aboveOf } from "../../suite/lenses.ts";
import { until } from "../../window/until.ts";
import { measureTree } from "../tree/inTree.ts";
import { startProfile } from "./profile.ts";
import type { Step, StepDone } from "./steps.ts";

/** How long to wait after the CodeLens appears, so that all effects of a step are included, in milliseconds. */
const aftermath = 2_000;
/** The time limit of each action in the window, in milliseconds. */
const actionTimeoutMs = 60_000;

/** VS Code calls this function, and ends when its promise resolves. */
export async function run(): Promise<void> {
  const socket = createConnection(Number(process.env["CMS_BENCH_PORT"]), "127.0.0.1");
  await once(socket, "connect");
  const tell = (answer: object) => socket.write(`${JSON.stringify(answer)}\n`);
  tell({});
  for await (const line of createInterface({ input: socket })) {
    const step = JSON.parse(line) as Step;
    if (step.do === "end") break;
    tell(await timed(step).catch((error: unknown) => ({ error: String(error) })));
  }
  socket.end();
}

async function timed(step: Step): Promise<StepDone> {
  const tree = step.do === "tree" ? await measureTree(step.urls) : undefined;
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The monitor measures only between its first and its last tick.
  await pause(50);
  const profiling = step.do === "open" && step.profiled ? await startProfile() : undefined;
  const connection = await take(step);
  const ownMs = await profiling?.end();
  await pause(50);
  delay.disable();
  const length = vscode.window.activeTextEditor?.document.getText().length ?? 0;
  return { blockedMs: delay.max / 1e6, length, connection, ownMs, tree };
}

async function take(step: Step): Promise<string | undefined> {
  switch (step.do) {
    case "connect": {
      const given = { name: "Magazine", url: step.url, token: step.token };
      return vscode.commands.executeCommand<string>("cms.connection.add", given);
    }
    case "open":
      await settled(await open(step.address));
      return undefined;
    case "show":
      await open(step.address);
      return undefined;
    case "type":
      await type(front(), step.into);
      return undefined;
    case "save":
      await save(front());
      return undefined;
    default:
      await closeEditors();
      return undefined;
  }
}

function front(): vscode.TextDocument {
  const document = vscode.window.activeTextEditor?.document;
  if (!document) throw new Error("No document is in front.");
  return document;
}

async function type(document: vscode.TextDocument, name: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, placeIn(document, `"${name}": "`), "x");
  await vscode.workspace.applyEdit(edit);
  await until(
    "VS Code did not notice the edit",
    () => Promise.resolve(document.isDirty),
    actionTimeoutMs,
  );
  await settled(document);
}

/** Reads line by line, because reading the whole text would add to the measured time. */
function placeIn(document: vscode.TextDocument, key: string): vscode.Position {
  for (let line = document.lineCount - 1; line >= 0; line -= 1) {
    const at = document.lineAt(line).text.indexOf(key);
    if (at >= 0) return new vscode.Position(line, at + key.length);
  }
  throw new Error(`Nothing in the document is called ${key}`);
}

async function save(document: vscode.TextDocument): Promise<void> {
  await vscode.commands.executeCommand("workbench.action.files.save");
  // The text stays if the service stored what was sent.
  const isSaved = () => Promise.resolve(!document.isDirty);
  await until("The document was not saved", isSaved, actionTimeoutMs);
  await settled(document);
}

/** Resolves some time after the editor shows a CodeLens. */
async function settled(document: vscode.TextDocument): Promise<void> {
  const hasLens = async () => (await aboveOf(document)).length > 0;
  await until("The document has no CodeLens", hasLens, actionTimeoutMs);
  await pause(aftermath);
}
