import assert from "node:assert/strict";
import { Batches } from "../../../src/model/batch/batches.ts";
import { bothVersions, changeElsewhere, draft, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import {
  articles,
  articlesWith,
  leftOf,
  outcomesOf,
  replacingIn,
  shortly,
  word,
} from "./replacer.ts";

describe("Find and Replace in many documents", () => {
  it("Find and Replace filters on the service and reads only the documents that match", async () => {
    const model = openModel();
    const otter = word();
    const [titleMatchId, inner] = [
      await makeArticle({ title: `An ${otter.toUpperCase()}` }),
      await makeArticle({
        title: "Kept",
        links: ["/tea", "/cup"].map((url) => ({ label: otter, url })),
      }),
    ];
    await makeArticle({ title: `${otter} elsewhere`, kicker: "Other" });
    const target = await articlesWith(model, otter, "title", "links.label");
    const action = await replacingIn(
      model,
      { text: otter, replacement: "x" },
      "title",
      "links.label",
    );
    const collection = { connection: model.connection.id, type: "articles" };
    model.lists.changeListQuery(collection, { filter: { kicker: "Made" } });
    const counts: number[] = [];
    const onRead = (count: number) => counts.push(count);

    const { planned } = must(await new Batches(model).preview(target, action, { onRead }));

    assert.deepEqual(planned.map(({ address }) => address.id).sort(), [titleMatchId, inner].sort());
    assert.deepEqual(counts, [2]);
  });

  it("Find and Replace searches all documents for a regular expression and omits those without a match", async () => {
    const model = openModel();
    const otter = word();
    const [id, other] = [await makeArticle({ kicker: `${otter} 12` }), await makeArticle()];
    const target = await articlesWith(model, "", "kicker");
    const query = { text: `(${otter}) \\d+`, isRegExp: true, replacement: "$1" };

    const preview = must(
      await new Batches(model).preview(target, await replacingIn(model, query, "kicker")),
    );

    // Drafts that can't be read are skipped, whatever the expression is.
    const skipped = preview.skipped.filter(({ address }) => [id, other].includes(address.id));
    assert.deepEqual([preview.planned.map(({ address }) => address.id), skipped], [[id], []]);
  });

  it("Find and Replace fails the preview when a regular expression takes too long", async () => {
    const model = openModel();
    const ids = [await makeArticle({ kicker: "a".repeat(60) }), await makeArticle()];
    const action = await replacingIn(model, { text: "(a+)+b", isRegExp: true }, "kicker");

    const outcome = await new Batches(model).preview(articles(model, ...ids), action);

    assert.deepEqual(outcome, [{ code: "slow-pattern" }, null]);
  });

  it("Find and Replace keeps another client's change of a field, and skips a document whose text changed", async () => {
    const model = openModel();
    const otter = word();
    const [elsewhere, conflictingId] = [
      await makeArticle({ kicker: otter }),
      await makeArticle({ kicker: otter }),
    ];
    const action = await replacingIn(model, { text: otter, replacement: "Heron" }, "kicker");
    const batches = new Batches(model);
    const { planned } = must(
      await batches.preview(articles(model, elsewhere, conflictingId), action),
    );
    await changeElsewhere(elsewhere, { summary: "Theirs" });
    await changeElsewhere(conflictingId, { kicker: `My ${otter}` });

    const results = await batches.run(planned, action, { group: "batch-1" });
    const again = must(await batches.preview(leftOf(results), action));

    assert.deepEqual(outcomesOf(results).sort(), ["done", "skipped: changed-meanwhile"]);
    assert.deepEqual(
      again.planned.map(({ change }) => shortly(change)),
      [[1, ["kicker"], `kicker: My ${otter} → My Heron`]],
    );
    assert.deepEqual(await bothVersions(elsewhere, "kicker", "summary"), [
      ["Heron", "Theirs"],
      [otter, null],
    ]);
    assert.equal((await draft(`articles/${conflictingId}`))?.["kicker"], `My ${otter}`);
  });
});
