import * as l10n from "@vscode/l10n";
import type { CopyStage } from "../../model/copy/copyRun.ts";
import { numeral } from "./failureWords.ts";
import { wordsFor } from "./nameList.ts";

/** A number of things, of a total if that is known, such as `3 of 10`. */
export const countOf = (count: number, total: number | undefined): string =>
  total === undefined
    ? numeral(count)
    : l10n.t("{count} of {total}", { count: numeral(count), total: numeral(total) });

/** What the model calls while it works, told as steps. */
export const progressSteps = (
  say: (step: string) => void,
  untilContinued: () => Promise<void> | void = () => undefined,
) => ({
  onRead: (count: number, all?: number) => say(countOf(count, all)),
  onItem: (index: number, all: number) => {
    say(countOf(index + 1, all));
    return untilContinued();
  },
  onLink: (index: number, all: number) => {
    const [done, total] = [numeral(index + 1), numeral(all)];
    say(l10n.t("relations: {done} of {total}", { done, total }));
    return untilContinued();
  },
  onStage: (stage: CopyStage) => {
    say(
      wordsFor(stage, {
        uploading: l10n.t("uploading files"),
        writing: l10n.t("writing documents"),
        publishing: l10n.t("publishing documents"),
        ordering: l10n.t("ordering by relations"),
        comparing: l10n.t("comparing drafts and published versions"),
        repeating: l10n.t("publishing again to restore missing relations"),
        settling: l10n.t("waiting for a request of an interrupted run that may still arrive"),
      }),
    );
  },
});

/** What a run of the model calls, and the id that all journal entries of the run share. */
export type RunSteps = ReturnType<typeof progressSteps> & {
  readonly group: string;
  readonly signal: AbortSignal;
};
