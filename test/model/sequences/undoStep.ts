import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import { undoneIn } from "../../../src/model/journal/journalEntry.ts";
import { undoLastSave } from "../../../src/model/history/saveUndo.ts";
import type { UndoResult } from "../../../src/model/history/saveUndo.ts";
import type { Failure } from "../../../src/model/failure.ts";
import type { SequelChange } from "./cast.ts";
import { counts } from "./counts.ts";
import { contentOf, tells } from "./entries.ts";
import { locales } from "./reference.ts";
import type { Held, Reference } from "./reference.ts";
import { wordOf } from "./saves.ts";
import { keyOf, names, ownerOf, saves } from "./sequelReference.ts";
import type { Place, Sequels } from "./sequelReference.ts";
import type { Faults, Stage } from "./stage.ts";
import { step } from "./steps.ts";
import type { Step } from "./steps.ts";

/** Undoes the last save or discard of a localization, or of another one if this has none. */
export const undo = (preferredLocalization: Place, faults: Faults): Step =>
  step(["undo", keyOf(preferredLocalization), faults], async (reference, stage) => {
    const localization = await placeToUndo(stage, preferredLocalization);
    const earlier = await stage.history(localization.name);
    stage.meet(faults);
    const outcome = await undoLastSave(stage.addressOf(localization), stage.model);
    await stage.proxy.untilQuiet();
    stage.note(`${keyOf(localization)}: ${wordOf(outcome[0])}`);

    const [entry, ...more] = (await stage.history(localization.name)).slice(earlier.length);
    assert.deepEqual(more, [], "an undo wrote more than once");
    const undone = outcome[1]?.entry ?? earlier.find(({ id }) => id === entry?.undoes);
    if (entry) assert.ok(undone, "what was undone is not in the journal");
    if (entry && !outcome[0]) assert.equal(entry.outcome, "done");
    const now = await stage.subject.readDrafts();
    if (localization.name === "A") checkText(reference, now, { localization, entry, undone });
    else reference.changesOther(now);
    if (outcome[0]) checkFailure(reference, stage, outcome[0], { localization, undone, earlier });
    else restoreAll(reference, stage, outcome[1], { localization, undone, earlier });
    if (!outcome[0]) counts.count("undone");
  });

/** The localization with the newest change, unless the preferred one has a change, too. */
async function placeToUndo(stage: Stage, preferredLocalization: Place): Promise<Place> {
  const localizations = names.flatMap((name) => locales.map((locale): Place => ({ name, locale })));
  const changed = await Promise.all(
    localizations.map(async (localization) => {
      const [entry] = undoableEntries(
        await stage.history(localization.name),
        localization,
      ).reverse();
      return entry ? [{ localization, id: entry.id }] : [];
    }),
  );
  const newest = changed.flat().sort((a, b) => b.id.localeCompare(a.id));
  const isWanted = newest.some(
    ({ localization }) => keyOf(localization) === keyOf(preferredLocalization),
  );
  return isWanted ? preferredLocalization : (newest[0]?.localization ?? preferredLocalization);
}

function checkText(
  reference: Reference,
  now: Held,
  { localization, entry, undone }: UndoOfText,
): void {
  const { locale } = localization;
  const is = now[locale];
  if (entry)
    tells(entry, { done: contentOf(entry.after, locale), was: reference.drafts[locale], is });
  const sides = undone && {
    before: contentOf(undone.before, locale) ?? {},
    after: contentOf(undone.after, locale) ?? {},
    isDiscard: undone.action === "discard",
  };
  reference.undo(now, sides);
}

interface UndoOfText {
  readonly localization: Place;
  readonly entry: JournalEntry | undefined;
  readonly undone: JournalEntry | undefined;
}

interface FinishedUndo {
  readonly localization: Place;
  readonly undone: JournalEntry | undefined;
  readonly earlier: readonly JournalEntry[];
}

/** Checks that an undo restored the sequels of all articles, as far as nothing changed them again. */
function restoreAll(
  { sequels }: Reference,
  stage: Stage,
  { entry, report }: UndoResult,
  { localization, earlier }: FinishedUndo,
): void {
  const later = earlier.filter(({ id }) => id > entry.id);
  if (!stage.isDisturbed)
    checkNothingLeft(stage, sequels.now.draft, { localization, entries: later });
  const sequelChange = ownChange(stage, entry, localization);
  if (sequelChange && canRestore(sequelChange, sequels.now.draft))
    sequels.must(saves(localization, sequelChange.before));
  for (const change of stage.cast.changesIn(entry)) {
    const { key, before } = change;
    const isPossible = canRestore(change, sequels.now.draft);
    const isLeft = report.unrestored.some((other) => stage.cast.keyOf(other) === key);
    counts.count(isLeft ? "reported as not restored" : "undone elsewhere");
    if (!isLeft) assert.ok(isPossible, `restored ${key} over a later change`);
    if (!isLeft) sequels.must(saves(change.localization, before));
    else if (isPossible) {
      assert.ok(stage.isDisturbed, `not restored: ${key}`);
      sequels.may(saves(change.localization, before));
    }
  }
}

/** Checks that an undo that failed has a reason. It changed nothing, unless the service may have applied its write. */
function checkFailure(
  { sequels }: Reference,
  stage: Stage,
  failure: Failure,
  undo: FinishedUndo,
): void {
  const { localization, undone, earlier } = undo;
  const { draft } = sequels.now;
  const changes = undoableEntries(earlier, localization).flatMap((entry) => {
    const sequelChange = ownChange(stage, entry, localization);
    return sequelChange ? [sequelChange] : [];
  });
  switch (failure.code) {
    case "taken-target":
      counts.count("undo refused");
      assert.ok(
        changes.some(({ before }) => ownerOf(before, localization, draft) !== undefined),
        "refused because of another article, and none has the sequel",
      );
      return;
    case "undo-conflict":
      counts.count("undo refused");
      if (localization.name === "A" || failure.paths.includes("kicker")) return;
      assert.ok(
        changes.some(({ key, before, after }) => ![before, after].includes(draft[key] ?? null)),
        "refused because of a later change, and there was none",
      );
      return;
    case "nothing-to-undo":
      if (!stage.isDisturbed) checkNothingLeft(stage, draft, { localization, entries: earlier });
      return;
    default: {
      const sequelChange = undone && ownChange(stage, undone, localization);
      if (sequelChange && canRestore(sequelChange, draft))
        sequels.may(saves(localization, sequelChange.before));
    }
  }
}

/** Checks that no change in these entries can be undone. */
function checkNothingLeft(
  stage: Stage,
  draft: Sequels,
  {
    localization,
    entries,
  }: { readonly localization: Place; readonly entries: readonly JournalEntry[] },
): void {
  for (const entry of undoableEntries(entries, localization)) {
    // A write with an unknown outcome may have changed nothing.
    if (entry.outcome !== "done") continue;
    const all = [ownChange(stage, entry, localization), ...stage.cast.changesIn(entry)];
    const remainingChanges = all.filter((change) => change && canRestore(change, draft));
    assert.deepEqual(remainingChanges, [], "nothing to undo, and there was something");
  }
}

const undoableEntries = (history: readonly JournalEntry[], { locale }: Place) => {
  const undone = undoneIn(history);
  return history.filter(
    ({ id, action, undoes, after, outcome }) =>
      /^(save|discard)$/.test(action) &&
      undoes === undefined &&
      !undone.has(id) &&
      locale in after &&
      outcome !== "failed",
  );
};

function ownChange(
  { cast }: Stage,
  { before, after }: JournalEntry,
  localization: Place,
): SequelChange | undefined {
  const [was, is] = [before, after].map(({ [localization.locale]: content }) =>
    cast.sequelIn(content ?? {}),
  );
  if (was === undefined || is === undefined || was === is) return undefined;
  return { key: keyOf(localization), localization, before: was, after: is };
}

/** Whether a draft still has what a change gave it, and no other draft has what it had before. */
const canRestore = ({ key, localization, before, after }: SequelChange, draft: Sequels): boolean =>
  key in draft &&
  draft[key] === after &&
  ownerOf(before, localization, draft) === undefined &&
  (before === null || keyOf({ ...localization, name: before }) in draft);
