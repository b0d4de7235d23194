import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

export type Outcome = "saved" | "blocked" | "failed";

interface Save {
  /** Whether the tab is marked as unsaved. */
  isDirty(): Promise<boolean>;
  /** Answers the open question. */
  answer(): Promise<void>;
}

/** Waits for the outcome of a save that was started. The notifications of earlier saves must be gone. */
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
      words = (await notifications.all()).filter((text) => isRefused(text) || isStopped(text));
      // A question may appear between two checks, so one clean check isn't enough.
      clean = (await save.isDirty()) ? 0 : clean + 1;
      return words.length > 0 || clean > 5;
    },
    20_000,
  );
  if (words.length === 0) return "saved";
  return words.some(isStopped) ? "blocked" : "failed";
}

const isRefused = (words: string): boolean => words.startsWith("Failed to save");

/** Whether this is the notification of a save that VS Code itself has stopped. */
export const isStopped = (words: string): boolean => words.includes("is newer");
