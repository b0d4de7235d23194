import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { QuickInput } from "./quickInput.ts";

// VS Code's own file dialog. It reads the folder while the user types. Enter during that time only stops the reading,
// so the functions wait until the list shows the folder.

/** A folder whose name in the list shows that the dialog has read its parent folder. */
const beside = "Beside";

/** Enters the path of a file to write. */
export async function saveAs(quickInput: QuickInput, path: string): Promise<void> {
  mkdirSync(join(dirname(path), beside), { recursive: true });
  await comeTo(quickInput, dirname(path));
  await quickInput.item(beside).waitFor();
  await quickInput.fill(path);
  await quickInput.accept();
}

/** Chooses an existing file. */
export async function chooseFile(quickInput: QuickInput, path: string): Promise<void> {
  await comeTo(quickInput, dirname(path));
  await quickInput.pick(basename(path));
}

/** Chooses an existing folder. */
export async function openFolder(quickInput: QuickInput, path: string): Promise<void> {
  mkdirSync(join(path, beside), { recursive: true });
  await comeTo(quickInput, path);
  await quickInput.item(beside).waitFor();
  await quickInput.accept();
}

async function comeTo(quickInput: QuickInput, folder: string): Promise<void> {
  await quickInput.item("..").waitFor();
  await quickInput.fill(`${folder}/`);
}
