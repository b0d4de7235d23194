import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { QuickInput } from "./quickInput.ts";

// VS Code's own dialog for files. It looks at a folder while one types, and Enter in that moment ends the look
// and nothing else: what is in the list says where it has come to.

/** What shows that the dialog has come to the folder. */
const beside = "Beside";

/** Answers the dialog for a file that is to be written. */
export async function saveAs(quickInput: QuickInput, path: string): Promise<void> {
  mkdirSync(join(dirname(path), beside), { recursive: true });
  await comeTo(quickInput, dirname(path));
  await quickInput.item(beside).waitFor();
  await quickInput.fill(path);
  await quickInput.accept();
}

/** Answers the dialog for a file that is there. */
export async function chooseFile(quickInput: QuickInput, path: string): Promise<void> {
  await comeTo(quickInput, dirname(path));
  await quickInput.pick(basename(path));
}

async function comeTo(quickInput: QuickInput, folder: string): Promise<void> {
  await quickInput.item("..").waitFor();
  await quickInput.fill(`${folder}/`);
}
