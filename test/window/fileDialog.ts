import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { QuickInput } from "./quickInput.ts";

/** What shows that the dialog has come to the folder. */
const beside = "Beside";

/**
 * Answers VS Code's own dialog for a file that is to be written. It looks at the folder while one types, and
 * Enter in that moment ends the look and nothing else.
 */
export async function saveAs(quickInput: QuickInput, path: string): Promise<void> {
  const folder = dirname(path);
  mkdirSync(join(folder, beside), { recursive: true });
  await quickInput.fill(`${folder}/`);
  await quickInput.item(beside).waitFor();
  await quickInput.fill(path);
  await quickInput.accept();
}
