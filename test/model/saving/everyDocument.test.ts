import assert from "node:assert/strict";
import type { Address } from "../../../src/model/address.ts";
import { startService } from "../../support/service.ts";
import type { Service } from "../../support/service.ts";
import { Editing } from "./editing.ts";
import type { Round } from "./editing.ts";
import { labels } from "./variants.ts";
import { Watch } from "./watch.ts";

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

describe("Every document of the magazine", function () {
  this.timeout(180_000);
  let service: Service;
  let editing: Editing;
  let watch: Watch;

  before(async () => {
    service = await startService();
    editing = new Editing(service);
    watch = new Watch(service.database);
  });

  after(async () => {
    watch.close();
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
      complaints.push(...watch.after(rounds));
    }
    return complaints;
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
