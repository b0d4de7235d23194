import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/changes/journal/journal.ts";
import { undoneIn } from "../../../src/model/changes/journal/journalEntry.ts";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import type { UndoResult } from "../../../src/model/changes/saving/undo.ts";
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
export const undo = (wanted: Place, faults: Faults): Step =>
  step(["undo", keyOf(wanted), faults], async (reference, stage) => {
    const place = await placeToUndo(stage, wanted);
    const earlier = await stage.history(place.name);
    stage.meet(faults);
    const outcome = await undoLastSave(stage.addressOf(place), stage.model);
    await stage.proxy.untilQuiet();
    stage.note(`${keyOf(place)}: ${wordOf(outcome[0])}`);

    const [entry, ...more] = (await stage.history(place.name)).slice(earlier.length);
    assert.deepEqual(more, [], "an undo wrote more than once");
    const undone = outcome[1]?.entry ?? earlier.find(({ id }) => id === entry?.undoes);
    if (entry) assert.ok(undone, "what was undone is not in the journal");
    if (entry && !outcome[0]) assert.equal(entry.outcome, "done");
    const now = await stage.subject.held();
    if (place.name === "A") checkText(reference, now, { place, entry, undone });
    else reference.changesOther(now);
    if (outcome[0]) checkFailure(reference, stage, outcome[0], { place, undone, earlier });
    else restoreAll(reference, stage, outcome[1], { place, undone, earlier });
    if (!outcome[0]) counts.count("undone");
  });

/** The localization with the newest change, unless the wanted one has a change, too. */
async function placeToUndo(stage: Stage, wanted: Place): Promise<Place> {
  const places = names.flatMap((name) => locales.map((locale): Place => ({ name, locale })));
  const changed = await Promise.all(
    places.map(async (place) => {
      const [entry] = undoableEntries(await stage.history(place.name), place).reverse();
      return entry ? [{ place, id: entry.id }] : [];
    }),
  );
  const newest = changed.flat().sort((a, b) => b.id.localeCompare(a.id));
  const isWanted = newest.some(({ place }) => keyOf(place) === keyOf(wanted));
  return isWanted ? wanted : (newest[0]?.place ?? wanted);
}

function checkText(reference: Reference, now: Held, { place, entry, undone }: UndoOfText): void {
  const { locale } = place;
  const is = now[locale];
  if (entry)
    tells(entry, { done: contentOf(entry.after, locale), was: reference.held[locale], is });
  const sides = undone && {
    before: contentOf(undone.before, locale) ?? {},
    after: contentOf(undone.after, locale) ?? {},
    isDiscard: undone.action === "discard",
  };
  reference.undo(now, sides);
}

interface UndoOfText {
  readonly place: Place;
  readonly entry: JournalEntry | undefined;
  readonly undone: JournalEntry | undefined;
}

interface FinishedUndo {
  readonly place: Place;
  readonly undone: JournalEntry | undefined;
  readonly earlier: readonly JournalEntry[];
}

/** Checks that an undo restored the sequels of all articles, as far as nothing changed them again. */
function restoreAll(
  { sequels }: Reference,
  stage: Stage,
  { entry, report }: UndoResult,
  { place, earlier }: FinishedUndo,
): void {
  const later = earlier.filter(({ id }) => id > entry.id);
  if (!stage.isDisturbed) checkNothingLeft(stage, sequels.now.draft, { place, entries: later });
  const own = ownChange(stage, entry, place);
  if (own && canRestore(own, sequels.now.draft)) sequels.must(saves(place, own.before));
  for (const change of stage.cast.changesIn(entry)) {
    const { key, before } = change;
    const isPossible = canRestore(change, sequels.now.draft);
    const isLeft = report.unrestored.some((other) => stage.cast.keyOf(other) === key);
    counts.count(isLeft ? "reported as not restored" : "undone elsewhere");
    if (!isLeft) assert.ok(isPossible, `restored ${key} over a later change`);
    if (!isLeft) sequels.must(saves(change.place, before));
    else if (isPossible) {
      assert.ok(stage.isDisturbed, `not restored: ${key}`);
      sequels.may(saves(change.place, before));
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
  const { place, undone, earlier } = undo;
  const { draft } = sequels.now;
  const changes = undoableEntries(earlier, place).flatMap((entry) => {
    const own = ownChange(stage, entry, place);
    return own ? [own] : [];
  });
  switch (failure.code) {
    case "taken-target":
      counts.count("undo refused");
      assert.ok(
        changes.some(({ before }) => ownerOf(before, place, draft) !== undefined),
        "refused because of another article, and none has the sequel",
      );
      return;
    case "undo-conflict":
      counts.count("undo refused");
      if (place.name === "A" || failure.paths.includes("kicker")) return;
      assert.ok(
        changes.some(({ key, before, after }) => ![before, after].includes(draft[key] ?? null)),
        "refused because of a later change, and there was none",
      );
      return;
    case "nothing-to-undo":
      if (!stage.isDisturbed) checkNothingLeft(stage, draft, { place, entries: earlier });
      return;
    default: {
      const own = undone && ownChange(stage, undone, place);
      if (own && canRestore(own, draft)) sequels.may(saves(place, own.before));
    }
  }
}

/** Checks that no change in these entries can be undone. */
function checkNothingLeft(
  stage: Stage,
  draft: Sequels,
  { place, entries }: { readonly place: Place; readonly entries: readonly JournalEntry[] },
): void {
  for (const entry of undoableEntries(entries, place)) {
    // A write with an unknown outcome may have changed nothing.
    if (entry.outcome !== "done") continue;
    const all = [ownChange(stage, entry, place), ...stage.cast.changesIn(entry)];
    const left = all.filter((change) => change && canRestore(change, draft));
    assert.deepEqual(left, [], "nothing to undo, and there was something");
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
  place: Place,
): SequelChange | undefined {
  const [was, is] = [before, after].map(({ [place.locale]: content }) =>
    cast.sequelIn(content ?? {}),
  );
  if (was === undefined || is === undefined || was === is) return undefined;
  return { key: keyOf(place), place, before: was, after: is };
}

/** Whether a draft still has what a change gave it, and no other draft has what it had before. */
const canRestore = ({ key, place, before, after }: SequelChange, draft: Sequels): boolean =>
  key in draft &&
  draft[key] === after &&
  ownerOf(before, place, draft) === undefined &&
  (before === null || keyOf({ ...place, name: before }) in draft);
