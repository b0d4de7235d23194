import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

export type Outcome = "saved" | "blocked" | "failed";

interface Save {
  /** Whether the tab has the mark of unsaved changes. */
  isDirty(): Promise<boolean>;
  /** Answers the question that stands open. */
  answer(): Promise<void>;
}

/** Waits for what comes of a save that was begun; what earlier ones said is not in sight any more. */
export async function saveOutcome(
  { dialog, notifications }: Workbench,
  save: Save,
): Promise<Outcome> {
  let words: readonly string[] = [];
  let clean = 0;
  await until(
    "Nothing came of the save.",
    async () => {
      if (await dialog.isOpen()) await save.answer();
      words = (await notifications.all()).filter((one) => isRefused(one) || isStopped(one));
      // A question may come up between two looks.
      clean = (await save.isDirty()) ? 0 : clean + 1;
      return words.length > 0 || clean > 5;
    },
    20_000,
  );
  if (words.length === 0) return "saved";
  return words.some(isStopped) ? "blocked" : "failed";
}

const isRefused = (words: string): boolean => words.startsWith("Failed to save");

/** Whether it is the notification of a save that VS Code has stopped itself. */
export const isStopped = (words: string): boolean => /You also changed|is newer/.test(words);
