import assert from "node:assert/strict";
import { collections, singles } from "../everyPlace.ts";
import { useSeededService } from "../magazine.ts";
import { Editing } from "./editing.ts";
import { labels } from "./variants.ts";
import { Watch } from "./watch.ts";
import { isLongRun } from "../../support/longRun.ts";

/**
 * `npm test` edits every 50th document. `npm run test:long` edits all documents, which are enough for each kind of edit.
 */
const step = isLongRun ? 1 : 50;

describe("Save of each document", function () {
  this.timeout(300_000);
  let editing: Editing;
  let watch: Watch;

  // Hooks run in their order, and the database ends with the service.
  after(async () => {
    await watch.close();
    editing.model.close();
  });
  const service = useSeededService();

  before(async () => {
    editing = new Editing(service());
    watch = await Watch.over(service());
  });

  for (const [type, locale] of collections) {
    it(`saving changes only the edited attribute of ${type} ${locale ?? ""}`, async () => {
      const all = await editing.idsAt(type, locale);
      const ids = all.filter((_, index) => index % step === 0);

      const complaints = await watch.editAll(
        ids.map((id) => editing.model.at(type, id, locale)),
        { editing, batch: 25 },
      );

      assert.deepEqual(complaints, []);
      assert.ok(ids.length > 0);
    });
  }

  it("saving changes only the edited attribute of single types", async () => {
    const complaints = await watch.editAll(
      singles.map(([type, locale]) => editing.model.single(type, locale)),
      { editing, batch: 25 },
    );

    assert.deepEqual(complaints, []);
  });

  if (step > 1) return;

  it("saving each document of the magazine covers every kind of edit", () => {
    const missed = labels.filter((label) => !editing.turns.has(label));

    assert.deepEqual(missed, []);
  });
});
