import assert from "node:assert/strict";
import { compare } from "../../../src/model/compare/comparisonRun.ts";
import { defaultRows } from "../../../src/model/copy/copies.ts";
import { verdictOf } from "../../../src/model/copy/copySelection.ts";
import { startFaultyProxy } from "../../support/faultyProxy.ts";
import { undoNewest } from "../undoNewest.ts";
import { Copying, outcomesOf } from "./copying.ts";
import type { CopyingOptions } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList } from "../../support/plainHttp.ts";
import { plainChange, plainDelete, plainMakeDraft } from "../../support/plainWrites.ts";

const uid = "api::page.page";

describe("Deletion since the last copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  const named = () => {
    const title = unique("Deleted");
    return { title, slug: title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-") };
  };

  /** A page in two localizations, copied to the target. */
  async function copied(options: CopyingOptions = {}) {
    const { from } = services();
    const id = await plainMakeDraft(from, "pages", named());
    await plainChange(from, `pages/${id}?status=draft&locale=fr`, named());
    const copying = new Copying(options);
    assert.deepEqual(await copying.copy({ pages: [id] }), ["done", "done"]);
    const targetId = (await copying.pairs()).counterpart("from", uid, id) ?? "";
    return { copying, id, targetId };
  }

  const verdicts = async (copying: Copying, id: string): Promise<readonly string[]> =>
    (await copying.compare({ pages: [id] })).rows.map(verdictOf);

  it("a document deleted in the target is not selected, and is created again if a person selects it", async () => {
    const { copying, id, targetId } = await copied();
    await plainDelete(services().to, `pages/${targetId}?locale=*`);

    const comparison = await copying.compare({ pages: [id] });

    assert.deepEqual(comparison.rows.map(verdictOf), ["deleted-there"]);
    assert.deepEqual(defaultRows(comparison), []);
    const rows = comparison.rows.map((row) => ({ row }));
    const plan = await copying.plan(comparison, { rows });
    assert.deepEqual(outcomesOf(await copying.run(plan)), ["done", "done"]);
    assert.deepEqual(await verdicts(copying, id), ["same"]);
  });

  it("a document deleted in the source is not selected in the other direction", async () => {
    const { copying, id, targetId } = await copied();
    await plainDelete(services().from, `pages/${id}?locale=*`);
    const collection = { connection: copying.ids.from, type: "pages" };
    const request = { ...copying.ids, target: { kind: "matching", collection } as const };
    const [, forth] = await compare(request, { pairs: await copying.pairs() }, copying.model);
    const back = new Copying({ pairs: copying.store, isReversed: true });

    const row = forth?.rows.find(({ toId }) => toId === targetId);
    assert.deepEqual([row?.kind, row?.isDeleted], ["only-there", true]);
    assert.deepEqual(await verdicts(back, targetId), ["deleted-there"]);
    assert.deepEqual(defaultRows(await back.compare({ pages: [targetId] })), []);
  });

  it("a localization deleted in the target is not created again with other changes", async () => {
    const { copying, id, targetId } = await copied();
    await plainDelete(services().to, `pages/${targetId}?locale=fr`);
    assert.deepEqual(await verdicts(copying, id), ["deleted-there"]);
    await plainChange(services().from, `pages/${id}?status=draft`, { summary: "New" });
    const french = () =>
      plainList(services().to, `pages?status=draft&locale=fr&filters[documentId][$eq]=${targetId}`);

    assert.deepEqual(await copying.copy({ pages: [id] }), ["done"]);
    assert.equal((await french()).length, 0);

    const comparison = await copying.compare({ pages: [id] });
    const rows = comparison.rows.map((row) => ({ row }));
    assert.deepEqual(outcomesOf(await copying.run(await copying.plan(comparison, { rows }))), [
      "done",
    ]);
    assert.equal((await french()).length, 1);
  });

  it("a document deleted in the target is not brought along by a relation", async () => {
    const { copying, id, targetId } = await copied();
    await plainDelete(services().to, `pages/${targetId}?locale=*`);
    const referring = await plainMakeDraft(services().from, "pages", {
      ...named(),
      parent: id,
    });

    const plan = await copying.plan(await copying.compare({ pages: [referring] }));

    assert.deepEqual(
      [plan.planned, plan.refused.map(({ document }) => document.fromId)],
      [[], [referring]],
    );
  });

  it("a document deleted by the undo of its copy is new again", async () => {
    const { copying, id } = await copied();
    await undoNewest(copying.model, copying.ids.to, copying.store);

    assert.deepEqual(await verdicts(copying, id), ["new"]);
    assert.deepEqual(await copying.copy({ pages: [id] }), ["done", "done"]);
  });

  it("a document deleted by the undo of its copy is new again, although the undo was cut while it deleted", async () => {
    const proxy = await startFaultyProxy(services().to.url);
    const { copying, id } = await copied({ urls: { to: proxy.url } });
    proxy.meet(({ method }) => (method === "DELETE" ? { kind: "answer dropped" } : undefined));
    await undoNewest(copying.model, copying.ids.to, copying.store);
    proxy.meet(() => undefined);

    const result = await verdicts(copying, id);
    await proxy.stop();
    assert.deepEqual(result, ["new"]);
  });

  it("a localization deleted by the undo of the copy that added it makes its document different", async () => {
    const { from } = services();
    const id = await plainMakeDraft(from, "pages", named());
    const first = new Copying();
    await first.copy({ pages: [id] });
    await plainChange(from, `pages/${id}?status=draft&locale=fr`, named());
    const second = new Copying({ pairs: first.store });
    await second.copy({ pages: [id] });
    await undoNewest(second.model, second.ids.to, second.store);

    assert.deepEqual(await verdicts(second, id), ["different"]);
  });
});
