import assert from "node:assert/strict";
import type { JournalEntry } from "../../../src/model/journal/journal.ts";
import { counts } from "./counts.ts";
import type { Reference } from "./reference.ts";
import { keyOf, ownerOf, saves } from "./sequelReference.ts";
import type { Place, Rule } from "./sequelReference.ts";
import type { Stage } from "./stage.ts";
import type { OtherChange } from "../../../src/model/journal/journalEntry.ts";

/** The user's answer when a save would take the sequel of another article, and the articles of the question. */
export class TakingAnswer {
  readonly questions = new Set<string>();
  readonly #agrees: boolean;
  readonly #stage: Stage;

  constructor(agrees: boolean, stage: Stage) {
    this.#agrees = agrees;
    this.#stage = stage;
  }

  readonly confirmTaking = (changes: readonly OtherChange[]): Promise<boolean> => {
    for (const change of changes) this.questions.add(this.#stage.cast.keyOf(change));
    const owners = [...this.questions].join(", ");
    this.#stage.note(`asked to take from ${owners}; ${this.#agrees ? "agrees" : "declines"}`);
    counts.count("asked to take");
    return Promise.resolve(this.#agrees);
  };

  /** Whether the user agreed to take a sequel from its owner. */
  hasAgreed(owner: string): boolean {
    return this.#agrees && this.questions.has(owner);
  }
}

/** Checks that a save took a sequel from another article only if the user agreed, and recorded it. */
export function checkTaking(
  reference: Reference,
  stage: Stage,
  { localization, answer, entry }: SaveOfSequel,
): void {
  const { draft } = reference.sequels.now;
  const newSequel = entry && stage.cast.sequelIn(entry.after[localization.locale] ?? {});
  const [question, ...more] = answer.questions;
  assert.deepEqual(more, [], "asked about more than one article");
  if (question !== undefined) assert.ok(draft[question], `asked about ${question} without reason`);
  if (newSequel === undefined || newSequel === draft[keyOf(localization)]) return;
  const owner = ownerOf(newSequel, localization, draft);
  if (owner !== undefined)
    assert.ok(answer.hasAgreed(owner), `not agreed: ${owner} lost ${newSequel}`);
  checkElsewhere(reference, stage, { localization, entry, rule: saves(localization, newSequel) });
}

interface SaveOfSequel {
  readonly localization: Place;
  readonly answer: TakingAnswer;
  readonly entry: JournalEntry | undefined;
}

/** Checks that the journal entry of a write names what it changes in other articles. */
export function checkElsewhere(
  { sequels }: Reference,
  stage: Stage,
  { localization, entry, rule }: WriteElsewhere,
): void {
  if (!entry) return;
  const version = entry.action === "publish" ? "published" : "draft";
  const [before, after] = [sequels.now[version], rule(sequels.now)[version]];
  const others = Object.keys(before).filter((key) => key !== keyOf(localization));
  const changed = others.filter((key) => before[key] !== after[key]);
  if (changed.length > 0 && entry.outcome === "done") counts.count(`${entry.action} with others`);
  const recorded = stage.cast.changesIn(entry);
  assert.deepEqual(recorded.map(({ key }) => key).sort(), changed.sort());
  for (const change of recorded) {
    const { key } = change;
    assert.deepEqual([change.before, change.after], [before[key], after[key]], key);
  }
}

interface WriteElsewhere {
  readonly localization: Place;
  readonly entry: JournalEntry | undefined;
  readonly rule: Rule;
}
