import assert from "node:assert/strict";
import type { Address } from "../../../src/model/foundation/address.ts";
import { magazine } from "../magazine.ts";
import { Editing } from "./editing.ts";
import { Making } from "./making.ts";
import { labels } from "./variants.ts";
import { Watch } from "./watch.ts";
import { caseCount, itLong } from "../../support/longRun.ts";

/** The seed is fixed, so each run generates the same documents. CMS_SEED changes it. */
const seed = Number(process.env["CMS_SEED"] ?? 20_260_301);
const count = caseCount(8);

describe("Save of generated documents", function () {
  this.timeout(20_000 + count * 2_000);
  let editing: Editing;
  let watch: Watch;
  let addresses: readonly Address[];

  before(async () => {
    editing = new Editing(magazine());
    const making = new Making(editing, seed);
    addresses = [...(await making.documents(count)), await making.homepage()];
    watch = await Watch.over(magazine());
  });

  after(async () => {
    await watch.close();
    editing.model.close();
  });

  it("saving a generated document sends nothing without a change, and changes only the edited attribute", async () => {
    const complaints = await watch.editAll(addresses, { editing, batch: 25 });

    assert.deepEqual(complaints, []);
    assert.ok(addresses.length > count);
  });

  // 80 documents are enough for each kind.
  itLong("saving generated documents covers every kind of edit", () => {
    const missed = labels.filter((label) => !editing.turns.has(label));

    assert.deepEqual(missed, []);
  });
});
