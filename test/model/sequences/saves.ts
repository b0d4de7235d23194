import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Conflict } from "../../../src/model/journal/changeFailure.ts";
import type { MergeSide } from "../../../src/model/content/merge.ts";
import { magazine } from "../magazine.ts";
import type { SaveOutcome } from "./editor.ts";
import { checkSaves } from "./journalCheck.ts";
import { put, toEdit, valuesIn } from "./places.ts";
import type { Change, Edit, Values } from "./places.ts";
import { locales } from "./reference.ts";
import type { Held, Locale, Reference } from "./reference.ts";
import { keyOf, saves } from "./sequelReference.ts";
import type { Faults, Stage } from "./stage.ts";
import { checkTaking, TakingAnswer } from "./takeovers.ts";
import { counts } from "./counts.ts";
import type { Failure } from "../../../src/model/failure.ts";

/** How the user saves, and what else happens during the save. */
export interface How extends Faults {
  /** The user's choice in a conflict. */
  readonly answer: MergeSide | undefined;
  readonly agrees: boolean;
  /** The user's edit while the save is in progress. */
  readonly typing: Change | undefined;
  /** Another client's change while the question is open. */
  readonly meanwhile: Change | undefined;
}

export interface OneSave {
  readonly locale: Locale;
  readonly how: How;
  readonly isOverwrite?: boolean;
}

interface Typed {
  readonly text: string;
  readonly field: string;
  readonly oldValue: string | undefined;
  readonly value: string | undefined;
}

export const valuesInText = (text: string): Values => valuesIn(JSON.parse(text) as JsonObject);

/** The text after an edit. */
export function typedIn(text: string, change: Change, stage: Stage): Typed {
  return typedAt(text, toEdit(valuesInText(text), change, stage.word("mine")), stage);
}

/** The text with a new value at a place. */
export function typedAt(text: string, [field, value]: Edit, stage: Stage): Typed {
  const { [field]: oldValue } = valuesInText(text);
  stage.note(`typed: ${field} = ${String(value)}, was ${String(oldValue)}`);
  const content = put(JSON.parse(text) as JsonObject, field, value);
  return { text: `${JSON.stringify(content, null, 2)}\n`, field, oldValue, value };
}

/** Saves an edited text and checks the result. */
export async function saveOnce(
  reference: Reference,
  stage: Stage,
  { locale, how, isOverwrite = false }: OneSave,
): Promise<void> {
  const editor = stage.editors[locale];
  if (!editor.isOpen || !editor.isDirty) return;
  const earlier = await stage.history();
  const watch = stage.meet(how);
  reference.send(locale);
  const answer = new TakingAnswer(how.agrees, stage);
  let typed: Typed | undefined;
  const { typing } = how;
  const outcome = await editor.save({
    agrees: how.agrees,
    isOverwrite,
    ask: asker(reference, stage, { locale, how }),
    confirmTaking: answer.confirmTaking,
    typing: typing && ((text) => (typed = typedIn(text, typing, stage)).text),
  });
  await stage.proxy.untilQuiet();
  const passages = watch.passages();

  const now = await stage.subject.readDrafts();
  note(stage, locale, outcome);
  const entries = (await stage.history()).slice(earlier.length);
  const writes = { locale, before: reference.drafts, now, entries, passages };
  checkSaves({ ...writes, isSaved: outcome === "saved" });
  const localization = { name: "A", locale } as const;
  checkTaking(reference, stage, { localization, answer, entry: entries[0] });
  learnSequel(reference, stage, { locale, now });
  reference.save(locale, now, outcome);
  if (typed) reference.edit(locale, typed.field, typed);
  reference.keeps(locale, valuesInText(editor.text));
}

/** Notes the sequel that the draft has after a save, as far as it still exists. */
export function learnSequel(
  { sequels }: Reference,
  { cast }: Stage,
  { locale, now }: { readonly locale: Locale; readonly now: Held },
): void {
  const localization = { name: "A", locale } as const;
  const { [locale]: values } = now;
  if (!values || !(keyOf(localization) in sequels.now.draft)) return;
  const sequel = cast.sequelIn(values);
  if (sequel === sequels.now.draft[keyOf(localization)]) return;
  sequels.must(saves(localization, sequel));
}

/** Answers the conflict question. Another client may write while the first question is open. */
function asker(reference: Reference, stage: Stage, { locale, how }: OneSave) {
  let { meanwhile } = how;
  return async ({ now, both }: Conflict): Promise<MergeSide | undefined> => {
    stage.note(`asked about ${both.join(", ")}; answers ${String(how.answer)}`);
    counts.count("asked");
    if (meanwhile) {
      const change = meanwhile;
      meanwhile = undefined;
      await stage.change(reference, locale, change);
    }
    if (how.answer)
      reference.choose(locale, how.answer, { reported: valuesInText(now.text), paths: both });
    return how.answer;
  };
}

/** A short name of a failure. */
export const wordOf = (failure: Failure | null | undefined): string =>
  failure?.code === "service" ? failure.error.message : (failure?.code ?? "done");

function note(stage: Stage, locale: Locale, outcome: SaveOutcome): void {
  const editor = stage.editors[locale];
  stage.note(outcome === "failed" ? `failed: ${wordOf(editor.refusal)}` : outcome);
  const conflict = stage.model.documents.conflict(editor.address);
  stage.blocked[locale] =
    outcome === "blocked" ? (conflict ? valuesInText(conflict.now.text) : "untold") : undefined;
  counts.count(outcome);
}

/** Saves all unsaved changes at the end of a sequence, without faults. */
export async function saveAll(reference: Reference, stage: Stage): Promise<void> {
  await stage.setToken(magazine().tokens.full);
  for (const locale of locales) {
    if (!reference.drafts[locale] || !stage.editors[locale].isOpen) continue;
    for (let tries = 0; tries < 4; tries += 1) await saveOrChoose(reference, stage, locale);
    assert.deepEqual(reference.ownPlaces(locale), [], "what is unsaved can't be saved");
  }
}

async function saveOrChoose(reference: Reference, stage: Stage, locale: Locale): Promise<void> {
  const { isDirty, address } = stage.editors[locale];
  if (!isDirty) return;
  stage.note(`at last: save ${locale}`, "");
  const { documents } = stage.model;
  const conflict = documents.conflict(address);
  if (conflict && documents.choose(address, "mine")) {
    const { both: paths, now } = conflict;
    reference.choose(locale, "mine", { reported: valuesInText(now.text), paths });
  }
  const how = { answer: "mine", agrees: true, typing: undefined, meanwhile: undefined } as const;
  const isOverwrite = stage.blocked[locale] !== undefined;
  await saveOnce(reference, stage, { locale, how, isOverwrite });
}
