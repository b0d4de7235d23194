import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Outcome } from "../../../src/model/foundation/outcome.ts";
import type { Failure } from "../../../src/model/failure.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import { edited } from "../testModel.ts";
import type { Reference } from "./reference.ts";
import { saveOnce, typedAt, wordOf } from "./saves.ts";
import type { How } from "./saves.ts";
import { keyOf, names, ownerOf, saves } from "./sequelReference.ts";
import type { Name, Place } from "./sequelReference.ts";
import type { Faults, Stage } from "./stage.ts";
import { step } from "./steps.ts";
import type { Step } from "./steps.ts";
import { checkTaking, TakingAnswer } from "./takeovers.ts";

/** Selects a sequel. The negative one is none. */
export type Which = -1 | 0 | 1 | 2;

/** The user gives the edited article another sequel, and saves. */
export const takeOver = (
  localization: Place & { readonly name: "A" },
  which: Which,
  how: How,
): Step =>
  step(["take over", keyOf(localization), which, how], async (reference, stage) => {
    const { locale } = localization;
    const editor = stage.editors[locale];
    if (!editor.isOpen && !(await editor.open())) return;
    const shownSequel = stage.cast.sequelIn(JSON.parse(editor.text) as JsonObject);
    const sequel = selected(reference, { localization, which, shownSequel });
    if (sequel === undefined) return;
    const value = sequel === null ? undefined : stage.cast.idOf(sequel);
    const { text, ...typed } = typedAt(editor.text, ["sequel", value], stage);
    reference.edit(locale, typed.field, typed);
    editor.type(text);
    await saveOnce(reference, stage, { locale, how });
  });

/** The user saves another article with another sequel, which no editor shows. */
export const takeOverElsewhere = (
  localization: Place,
  which: Which,
  { agrees, ...faults }: Faults & { readonly agrees: boolean },
): Step =>
  step(
    ["take over", keyOf(localization), which, { agrees, ...faults }],
    async (reference, stage) => {
      const earlier = await stage.history(localization.name);
      const watch = stage.meet(faults);
      const snapshot = await opened(stage, localization);
      // Right after a save, the saved version is shown, even if another client has taken the sequel since.
      const shownSequel = snapshot ? stage.cast.sequelIn(snapshot.content) : null;
      const sequel = selected(reference, { localization, which, shownSequel });
      if (sequel === undefined) return;
      const answer = new TakingAnswer(agrees, stage);
      const outcome =
        snapshot && (await saveSequel(stage, { localization, snapshot, sequel, answer }));
      await stage.proxy.untilQuiet();
      stage.note(`${String(sequel)}: ${outcome ? wordOf(outcome[0]) : "not opened"}`);

      const writes = watch.passages().filter(({ method }) => method !== "GET");
      const [entry, ...more] = (await stage.history(localization.name)).slice(earlier.length);
      assert.deepEqual(more, [], "a save is in the journal more than once");
      assert.equal(writes.length, entry ? 1 : 0, "the journal and what was sent differ");
      // An editor may still show a sequel that is gone. Then a save without it sends nothing.
      const isThere = (reference.sequels.now.draft[keyOf(localization)] ?? null) === sequel;
      if (!isThere) checkRecorded(outcome, entry);
      checkTaking(reference, stage, { localization, answer, entry });
      reference.sequels.follow(saves(localization, sequel), entry?.outcome);
      reference.changesOther(await stage.subject.readDrafts());
    },
  );

function checkRecorded(
  outcome: Outcome<unknown, Failure> | undefined,
  entry: JournalEntry | undefined,
): void {
  if (outcome && !outcome[0]) assert.equal(entry?.outcome, "done");
}

/** Opens an article as an editor does. Undefined if it can't be opened. */
async function opened(stage: Stage, localization: Place): Promise<Snapshot | undefined> {
  const { documents } = stage.model;
  const address = stage.addressOf(localization);
  const [[, stat], [, snapshot]] = await Promise.all([
    documents.stat(address),
    documents.read(address),
  ]);
  if (!stat || !snapshot) return undefined;
  documents.edits.loaded(address, snapshot.text);
  return snapshot;
}

/** Saves an open article with a sequel. */
function saveSequel(
  stage: Stage,
  { localization, snapshot, sequel, answer }: SequelSave,
): Promise<Outcome<unknown, Failure>> {
  const value = sequel === null ? null : { documentId: stage.cast.idOf(sequel) };
  const text = edited(snapshot, { sequel: value });
  const { confirmTaking } = answer;
  return stage.model.documents.write(stage.addressOf(localization), { text, confirmTaking });
}

interface SequelSave {
  readonly localization: Place;
  readonly snapshot: Snapshot;
  readonly sequel: Name | null;
  readonly answer: TakingAnswer;
}

/** Another client gives an article another sequel. */
export const theirTakeOver = (localization: Place, which: Which): Step =>
  step(["they take over", keyOf(localization), which], async (reference, stage) => {
    const shownSequel = reference.sequels.now.draft[keyOf(localization)] ?? null;
    const sequel = selected(reference, { localization, which, shownSequel });
    if (sequel === undefined) return;
    stage.note(`they: ${keyOf(localization)} sequel = ${String(sequel)}`);
    await stage.cast.change(localization, { sequel: sequel && stage.cast.idOf(sequel) });
    reference.sequels.must(saves(localization, sequel));
    reference.changesOther(await stage.subject.readDrafts());
  });

interface Selection {
  readonly localization: Place;
  readonly which: Which;
  /** The sequel that the user sees, which is not selected again. */
  readonly shownSequel: string | null;
}

/** A sequel that belongs to another article, or any other if none does; undefined if nothing can be selected. */
function selected({ sequels }: Reference, selection: Selection): Name | null | undefined {
  const { localization, which, shownSequel } = selection;
  const { draft } = sequels.now;
  if (!(keyOf(localization) in draft)) return undefined;
  if (which < 0) return shownSequel === null ? undefined : null;
  const others = names.filter(
    (name) =>
      name !== localization.name &&
      name !== shownSequel &&
      keyOf({ ...localization, name }) in draft,
  );
  const owned = others.filter((name) => ownerOf(name, localization, draft) !== undefined);
  const possible = owned.length > 0 ? owned : others;
  return possible[which % possible.length];
}
