import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import { restoreDeleted } from "../../../src/model/history/restoration.ts";
import { must } from "../outcomes.ts";
import { valuesIn } from "./places.ts";
import type { Change, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Held, Reference } from "./reference.ts";
import { heldIn, tells } from "./entries.ts";
import { wordOf } from "./saves.ts";
import { deletes, discards, keyOf, ownerOf, publishes, saves } from "./sequelReference.ts";
import type { Place } from "./sequelReference.ts";
import { checkElsewhere } from "./takeovers.ts";
import type { Faults, Stage } from "./stage.ts";
import { settled, step } from "./steps.ts";
import type { Step } from "./steps.ts";
import { counts } from "./counts.ts";

/** A publish or a delete, which follow a preview. */
export interface Decision extends Faults {
  /** Another client's change between the preview and the action. */
  readonly meanwhile: Change | undefined;
}

/** Publishes after a preview, and checks that the service published the previewed content or nothing. */
export const publish = (localization: Place, decision: Decision): Step =>
  step(["publish", keyOf(localization), decision], async (reference, stage) => {
    const { publication } = stage.model;
    const address = stage.addressOf(localization);
    const before = await stage.publishedText(localization);
    const earlier = await stage.history(localization.name);
    const watch = stage.meet(decision);
    const [blind, previewed] = await publication.preview(address);
    if (blind) return settled(reference, stage);
    await meanwhile(reference, stage, { localization, decision });
    const outcome = await publication.publish(address, previewed);
    await settled(reference, stage);
    stage.note(wordOf(outcome[0]));

    const [entry] = (await stage.history(localization.name)).slice(earlier.length);
    assert.equal(writesOf(watch.passages()), entry ? 1 : 0, "the journal and what was sent differ");
    if (localization.name === "A") {
      const previewedValues = valuesIn(previewed.content);
      const now = await stage.publishedText(localization);
      checkPublished({ previewedValues, before, now, isDone: !outcome[0] });
      if (entry) tells(entry, { done: previewedValues, was: before, is: now });
    }
    checkElsewhere(reference, stage, { localization, entry, rule: publishes(localization) });
    reference.sequels.follow(publishes(localization), entry?.outcome);
    if (!outcome[0]) counts.count("published");
  });

function checkPublished({ previewedValues, before, now, isDone }: Publish): void {
  const isKnown = isDeepStrictEqual(now, previewedValues) || isDeepStrictEqual(now, before);
  if (isDone) assert.deepEqual(now, previewedValues, "published is not what was looked at");
  else assert.ok(isKnown, "published is what nobody looked at");
}

interface Publish {
  readonly previewedValues: Values;
  readonly before: Values | undefined;
  readonly now: Values | undefined;
  readonly isDone: boolean;
}

/** Discards changes after a preview, as an administrator. Another client publishes and changes the draft before. */
export const discard = (localization: Place, change: Change, decision: Decision): Step =>
  step(["discard", keyOf(localization), change, decision], async (reference, stage) => {
    const { publication } = stage.model;
    const address = stage.addressOf(localization);
    if (!(keyOf(localization) in reference.sequels.now.draft)) return;
    await makeDiscardable(reference, stage, { localization, change });
    const live = await stage.publishedText(localization);
    const earlier = await stage.history(localization.name);
    stage.meet(decision);
    const [blind, previewed] = await publication.preview(address);
    if (blind) return settled(reference, stage);
    await meanwhile(reference, stage, { localization, decision });
    const [failure] = await publication.withdraw("discard", address, previewed);
    await stage.proxy.untilQuiet();
    stage.note(wordOf(failure));

    const [entry, ...more] = (await stage.history(localization.name)).slice(earlier.length);
    assert.deepEqual(more, [], "a discard is in the journal more than once");
    if (!failure) assert.equal(entry?.outcome, "done");
    const now = await stage.subject.readDrafts();
    if (localization.name === "A") reference.discard(localization.locale, now, { live, entry });
    else reference.changesOther(now);
    checkElsewhere(reference, stage, { localization, entry, rule: discards(localization) });
    reference.sequels.follow(discards(localization), entry?.outcome);
    if (!failure) counts.count("discarded");
  });

/** Only a published document with a changed draft has changes that the user can discard. */
async function makeDiscardable(
  reference: Reference,
  stage: Stage,
  { localization, change }: { readonly localization: Place; readonly change: Change },
): Promise<void> {
  if (!(keyOf(localization) in reference.sequels.now.published)) {
    await stage.subject.publish(localization.locale);
    reference.sequels.must(publishes(localization));
  }
  await changeByOthers(reference, stage, { localization, change });
}

/** Deletes after a preview, and checks that the service deleted all locales or nothing. */
export const remove = (decision: Decision): Step =>
  step(["delete", decision], async (reference, stage) => {
    const { publication } = stage.model;
    const { address } = stage.editors.en;
    const earlier = await stage.history();
    const watch = stage.meet(decision);
    const [blind, previewed] = await publication.preview(address);
    if (blind) return settled(reference, stage);
    await meanwhile(reference, stage, { localization: { name: "A", locale: "en" }, decision });
    const { drafts } = reference;
    const outcome = await publication.delete(address, previewed);
    await stage.proxy.untilQuiet();
    stage.note(wordOf(outcome[0]));

    const [entry] = (await stage.history()).slice(earlier.length);
    assert.equal(writesOf(watch.passages()), entry ? 1 : 0, "the journal and what was sent differ");
    if (entry)
      assert.deepEqual(heldIn(entry.before), drafts, "the journal has not what was deleted");
    const now = await stage.subject.readDrafts();
    const said = { done: true, failed: false, sent: undefined, unknown: undefined };
    reference.remove(now, entry ? said[entry.outcome] : false);
    if (!now.en && !now.fr) reference.sequels.must(deletes("A", "*"));
    if (!outcome[0]) assert.equal(entry?.outcome, "done");
    if (!outcome[0]) counts.count("deleted");
  });

/** Restores a document that the extension deleted. */
export const restore = (): Step =>
  step(["restore"], async (reference, stage) => {
    const { journal, connection } = stage.model;
    const entries = await journal.deleted(connection.id, "articles");
    const entry = entries.find(({ address }) => address.id === stage.subject.id);
    if (!entry || reference.drafts.en || reference.drafts.fr) return;
    const outcome = await restoreDeleted(entry, stage.model);
    stage.note(wordOf(outcome[0]));
    if (outcome[0]?.code === "service") return;
    await stage.moveTo(must(outcome).documentId);
    for (const locale of locales) reference.giveUp(locale);
    reference.learn(await stage.subject.readDrafts());
    assert.deepEqual(reference.drafts, restoredHeld(entry, reference, stage));
    counts.count("restored");
  });

/** The deleted drafts, without the sequels that other articles have by now. */
function restoredHeld(entry: JournalEntry, { sequels }: Reference, { cast }: Stage): Held {
  const drafts: Record<string, Values | undefined> = { ...heldIn(entry.before) };
  for (const [locale, content] of Object.entries(entry.before)) {
    const localization = { name: "A", locale } as Place;
    const sequel = cast.sequelIn(content);
    const isTaken = ownerOf(sequel, localization, sequels.now.draft) !== undefined;
    sequels.must(saves(localization, isTaken ? null : sequel));
    const { sequel: deletedSequel, ...others } = drafts[locale] ?? {};
    if (isTaken && deletedSequel !== undefined) drafts[locale] = others;
  }
  return drafts as Held;
}

async function meanwhile(
  reference: Reference,
  stage: Stage,
  { localization, decision }: { readonly localization: Place; readonly decision: Decision },
): Promise<void> {
  const { meanwhile: change } = decision;
  if (change) await changeByOthers(reference, stage, { localization, change });
}

async function changeByOthers(
  reference: Reference,
  stage: Stage,
  { localization, change }: { readonly localization: Place; readonly change: Change },
): Promise<void> {
  if (localization.name === "A") await stage.change(reference, localization.locale, change);
  else await stage.cast.change(localization, { kicker: stage.word("theirs") });
}

const writesOf = (passages: readonly { readonly method: string }[]): number =>
  passages.filter(({ method }) => method !== "GET").length;
