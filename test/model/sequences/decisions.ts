import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../../../src/model/changes/journal/journal.ts";
import { restoreDeleted } from "../../../src/model/changes/lifecycle/restore.ts";
import { undoLastSave } from "../../../src/model/changes/saving/undo.ts";
import { must } from "../outcomes.ts";
import { valuesIn } from "./places.ts";
import type { Change, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Held, Locale, Reference } from "./reference.ts";
import { wordOf } from "./saves.ts";
import type { Faults, Stage } from "./stage.ts";
import { settled, step } from "./steps.ts";
import type { Step } from "./steps.ts";
import { counts } from "./counts.ts";

/** A publish or a delete, which follow a preview. */
export interface Decision extends Faults {
  /** Another client's change between the preview and the action. */
  readonly meanwhile: Change | undefined;
}

/** Undoes the last save of this locale. */
export const undo = (locale: Locale, faults: Faults): Step =>
  step(["undo", locale, faults], async (reference, stage) => {
    const { model, editors } = stage;
    const earlier = await stage.history();
    stage.meet(faults);
    const outcome = await undoLastSave(editors[locale].address, model);
    await stage.proxy.untilQuiet();
    stage.note(wordOf(outcome[0]));

    const [entry, ...more] = (await stage.history()).slice(earlier.length);
    assert.deepEqual(more, [], "an undo wrote more than once");
    const undone = entry && earlier.find(({ id }) => id === entry.undoes);
    const now = await stage.subject.held();
    if (entry) {
      assert.ok(undone, "what was undone is not in the journal");
      tells(entry, {
        done: contentOf(entry.after, locale),
        was: reference.held[locale],
        is: now[locale],
      });
      if (!outcome[0]) assert.equal(entry.outcome, "done");
    }
    const sides = undone && {
      before: contentOf(undone.before, locale) ?? {},
      after: contentOf(undone.after, locale) ?? {},
    };
    reference.undo(now, sides);
    if (!outcome[0]) counts.count("undone");
  });

/** Publishes after a preview, and checks that the service published the previewed content or nothing. */
export const publish = (locale: Locale, decision: Decision): Step =>
  step(["publish", locale, decision], async (reference, stage) => {
    const { lifecycle } = stage.model;
    const { address } = stage.editors[locale];
    const [before, earlier] = [await stage.subject.published(locale), await stage.history()];
    const watch = stage.meet(decision);
    const [blind, previewed] = await lifecycle.preview(address);
    if (blind) return settled(reference, stage);
    await meanwhile(reference, stage, { locale, decision });
    const outcome = await lifecycle.publish(address, previewed);
    await settled(reference, stage);
    stage.note(wordOf(outcome[0]));

    const seen = valuesIn(previewed.content);
    const now = await stage.subject.published(locale);
    const isKnown = isDeepStrictEqual(now, seen) || isDeepStrictEqual(now, before);
    if (outcome[0]) assert.ok(isKnown, "published is what nobody looked at");
    else assert.deepEqual(now, seen, "published is not what was looked at");
    const [entry] = (await stage.history()).slice(earlier.length);
    assert.equal(writesOf(watch.passages()), entry ? 1 : 0, "the journal and what was sent differ");
    if (entry) tells(entry, { done: seen, was: before, is: now });
    if (!outcome[0]) counts.count("published");
  });

/** Deletes after a preview, and checks that the service deleted all locales or nothing. */
export const remove = (decision: Decision): Step =>
  step(["delete", decision], async (reference, stage) => {
    const { lifecycle } = stage.model;
    const { address } = stage.editors.en;
    const earlier = await stage.history();
    const watch = stage.meet(decision);
    const [blind, previewed] = await lifecycle.preview(address);
    if (blind) return settled(reference, stage);
    await meanwhile(reference, stage, { locale: "en", decision });
    const { held } = reference;
    const outcome = await lifecycle.delete(address, previewed);
    await stage.proxy.untilQuiet();
    stage.note(wordOf(outcome[0]));

    const [entry] = (await stage.history()).slice(earlier.length);
    assert.equal(writesOf(watch.passages()), entry ? 1 : 0, "the journal and what was sent differ");
    if (entry) assert.deepEqual(heldIn(entry.before), held, "the journal has not what was deleted");
    const now = await stage.subject.held();
    const said = { done: true, failed: false, sent: undefined, unknown: undefined };
    reference.remove(now, entry ? said[entry.outcome] : false);
    if (!outcome[0]) assert.equal(entry?.outcome, "done");
    if (!outcome[0]) counts.count("deleted");
  });

/** Restores a document that the extension deleted. */
export const restore = (): Step =>
  step(["restore"], async (reference, stage) => {
    const { journal, connection } = stage.model;
    const entries = await journal.deleted(connection.id, "articles");
    const entry = entries.find(({ address }) => address.id === stage.subject.id);
    if (!entry || reference.held.en || reference.held.fr) return;
    const outcome = await restoreDeleted(entry, stage.model);
    stage.note(wordOf(outcome[0]));
    if (outcome[0]?.code === "service") return;
    await stage.moveTo(must(outcome).documentId);
    for (const locale of locales) reference.giveUp(locale);
    reference.learn(await stage.subject.held());
    assert.deepEqual(reference.held, heldIn(entry.before), "restored is something else");
    counts.count("restored");
  });

async function meanwhile(
  reference: Reference,
  stage: Stage,
  { locale, decision }: { readonly locale: Locale; readonly decision: Decision },
): Promise<void> {
  const { meanwhile: change } = decision;
  if (change) await stage.change(reference, locale, change);
}

/** Checks that the outcome in a journal entry is true. */
function tells(
  { outcome }: JournalEntry,
  { done, was, is }: Readonly<Record<"done" | "was" | "is", Values | undefined>>,
): void {
  if (outcome === "done") assert.deepEqual(is, done, "the journal says that it was done");
  if (outcome === "failed") assert.deepEqual(is, was, "the journal says that it failed");
}

const contentOf = (contents: JournalEntry["before"], locale: Locale): Values | undefined => {
  const { [locale]: content } = contents;
  return content && valuesIn(content);
};

const heldIn = (contents: JournalEntry["before"]): Held => ({
  en: contentOf(contents, "en"),
  fr: contentOf(contents, "fr"),
});

const writesOf = (passages: readonly { readonly method: string }[]): number =>
  passages.filter(({ method }) => method !== "GET").length;
