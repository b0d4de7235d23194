import assert from "node:assert/strict";
import type { Address } from "../../src/model/address.ts";
import { startService } from "../support/service.ts";
import type { Service } from "../support/service.ts";
import { Database, differences } from "./database.ts";
import type { Contents } from "./database.ts";
import { Editing } from "./editing.ts";
import type { Round } from "./editing.ts";
import { nameOf } from "./telling.ts";
import { labels } from "./variants.ts";

/** How many saves go between two looks at the whole database. */
const batch = 5;

const collections = [
  ["articles", "en"],
  ["articles", "fr"],
  ["articles", "de"],
  ["pages", "en"],
  ["pages", "fr"],
  ["pages", "de"],
  ["authors", undefined],
  ["tags", undefined],
  ["categories", undefined],
] as const;

const singles = [
  ["homepage", "en"],
  ["homepage", "fr"],
  ["homepage", "de"],
  ["site-setting", undefined],
] as const;

/** What a save may move in the document that was edited. */
const movedBy = ({ name, type }: Round): string[] =>
  // Without drafts, what is saved is published anew.
  [nameOf(name), "updated_at", ...(type.draftAndPublish ? [] : ["published_at"])].sort();

/** What the service may move in the other locales' drafts, to which it copies what they all share. */
const copiedBy = ({ name }: Round): string[] =>
  // It rounds numbers beyond 2 to the power of 53 in doing so, whoever asks for the save.
  [nameOf(name), "updated_at", "archive_number"];

describe("Every document of the magazine", function () {
  this.timeout(180_000);
  let service: Service;
  let editing: Editing;
  let database: Database;
  let contents: Contents;

  before(async () => {
    service = await startService();
    editing = new Editing(service);
    database = new Database(service.database);
    contents = database.read();
  });

  after(async () => {
    database.close();
    editing.desk.close();
    await service.stop();
  });

  /** Edits each of them, and tells of all that is otherwise than it should be afterwards. */
  async function editAll(addresses: readonly Address[]): Promise<unknown[]> {
    const complaints: unknown[] = [];
    for (let from = 0; from < addresses.length; from += batch) {
      const rounds: Round[] = [];
      for (const address of addresses.slice(from, from + batch))
        rounds.push(await editing.round(address));
      const now = database.read();
      complaints.push(
        ...rounds.flatMap((round) => round.complaints),
        ...misplaced(rounds, differences(contents, now)),
      );
      contents = now;
    }
    return complaints;
  }

  /** Where what differs in the database is not what was edited. */
  function misplaced(rounds: readonly Round[], found: Record<string, string[]>): unknown[] {
    const expected = new Map(rounds.map((round) => [keyOf(round), movedBy(round)]));
    const copies = new Map(
      rounds.flatMap((round) =>
        round.copies.map((locale) => [keyOf({ ...round, locale }), copiedBy(round)] as const),
      ),
    );
    const missing = [...expected.keys()].filter((key) => !(key in found));
    const wrong = Object.entries(found).filter(([key, names]) => {
      const wanted = expected.get(key);
      if (wanted) return wanted.join() !== names.join();
      return names.some((name) => !copies.get(key)?.includes(name));
    });
    return [...missing.map((key) => [key, "nothing"]), ...wrong];
  }

  function keyOf({
    type,
    documentId,
    locale,
  }: Pick<Round, "type" | "documentId" | "locale">): string {
    const version = type.draftAndPublish ? "draft" : "published";
    return [database.tableOf(type.uid), documentId, locale ?? "-", version].join("/");
  }

  for (const [type, locale] of collections) {
    it(`can be edited in one place, and no other changes: ${type} ${locale ?? ""}`, async () => {
      const ids = await editing.idsAt(type, locale);

      const complaints = await editAll(ids.map((id) => editing.desk.at(type, id, locale)));

      assert.deepEqual(complaints, []);
      assert.ok(ids.length > 0);
    });
  }

  it("can be edited in one place, and no other changes: single types", async () => {
    const complaints = await editAll(
      singles.map(([type, locale]) => editing.desk.single(type, locale)),
    );

    assert.deepEqual(complaints, []);
  });

  it("was edited in every way there is", () => {
    const missed = labels.filter((label) => !editing.turns.has(label));

    assert.deepEqual(missed, []);
  });
});
