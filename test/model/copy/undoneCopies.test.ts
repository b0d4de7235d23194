import assert from "node:assert/strict";
import { singleId } from "../../../src/model/foundation/address.ts";
import { textIn } from "../../../src/model/foundation/json.ts";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import type { Service } from "../../support/service.ts";
import { Database } from "../database.ts";
import { undoNewest } from "../undoNewest.ts";
import { Copying } from "./copying.ts";
import { unique } from "../magazine.ts";
import { useTwoServices } from "../twoServices.ts";
import { plainList, plainRead } from "../../support/plainHttp.ts";
import {
  plainChange,
  plainDelete,
  plainMakeDraft,
  plainPublish,
} from "../../support/plainWrites.ts";

describe("Undo of a copy", function () {
  this.timeout(120_000);
  const services = useTwoServices();

  const make = (type = "pages", values: JsonObject = {}): Promise<string> => {
    const title = unique("Undone");
    const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    return plainMakeDraft(services().from, type, { title, slug, summary: "Copied", ...values });
  };

  const thereOf = async (copying: Copying, id: string): Promise<string> =>
    (await copying.pairs()).counterpart("from", "api::page.page", id) ?? "";

  /** The documentId of the parent of a page in the target; undefined if the page is gone. */
  async function parentThere(id: string): Promise<string | undefined> {
    const query = `pages?status=draft&filters[documentId][$eq]=${id}&populate[parent]=true`;
    const [row] = await plainList(services().to, query);
    return row && textIn(row["parent"] as JsonObject, "documentId");
  }

  it("undo of a copy deletes a localized single type that the copy created, and its relation targets", async () => {
    const { from, to } = services();
    const lead = await make("articles");
    for (const locale of ["en", "fr"])
      await plainChange(from, `homepage?status=draft&locale=${locale}`, {
        heading: locale,
        ...(locale === "en" && { leadArticle: lead }),
      });
    await plainDelete(to, "homepage?locale=*");
    const database = await Database.open(to);
    const before = await database.read();
    const copying = new Copying();
    await copying.copy({ homepage: [singleId] });

    const outcomes = await undoNewest(copying.model, copying.ids.to);

    assert.deepEqual(new Set(outcomes), new Set(["done"]));
    assert.deepEqual(await database.read(), before);
    await database.close();
  });

  it("undo of a copy deletes only the localization that the copy added to a single type", async () => {
    const { from, to } = services();
    for (const service of [from, to]) await plainDelete(service, "homepage?locale=de");
    const first = new Copying();
    await first.copy({ homepage: [singleId] });
    // An old service gives all localizations the shared values of one that is added.
    const { cover } = await plainRead(from, "homepage?status=draft&populate=cover");
    const content = { heading: "Neu", cover: (cover as JsonObject)["id"] ?? null };
    await plainChange(from, "homepage?status=draft&locale=de", content);
    const database = await Database.open(to);
    const before = await database.read();
    const copying = new Copying({ pairs: first.store });
    await copying.copy({ homepage: [singleId] });
    const [added] = await copying.model.journal.batches(copying.ids.to);

    const outcomes = await undoNewest(copying.model, copying.ids.to);

    assert.deepEqual([[...(added?.counts ?? [])], outcomes], [[["localize", 1]], ["done"]]);
    assert.deepEqual(await database.read(), before);
    await database.close();
  });

  it("undo of a copy deletes published documents completely, also those that refer to each other", async () => {
    const { from, to } = services();
    const [firstId, other] = [await make(), await make()];
    for (const [id, target] of [
      [firstId, other],
      [other, firstId],
    ] as const)
      await plainChange(from, `pages/${id}?status=draft`, { parent: target });
    for (const id of [firstId, other]) await plainPublish(from, `pages/${id}`);
    const database = await Database.open(to);
    const before = await database.read();
    const copying = new Copying();
    await copying.copy({ pages: [firstId, other] }, { publish: true, version: "draft" });

    const outcomes = await undoNewest(copying.model, copying.ids.to);

    assert.deepEqual(outcomes, ["done", "done"]);
    assert.deepEqual(await database.read(), before);
    await database.close();
  });

  it("undo of a copy keeps a published document that changed since, with its relations and their targets", async () => {
    const { from, to } = services();
    const target = await make();
    const source = await make("pages", { parent: target });
    await plainChange(from, `pages/${target}?status=draft`, { parent: source });
    const free = await make();
    for (const id of [target, source, free]) await plainPublish(from, `pages/${id}`);
    const copying = new Copying();
    await copying.copy({ pages: [source, target, free] }, { publish: true });
    const targetIds = await Promise.all([source, target, free].map((id) => thereOf(copying, id)));
    const [changed = "", referred = "", deleted = ""] = targetIds;
    await plainChange(to, `pages/${changed}?status=draft`, { summary: "Theirs" });

    const outcomes = await undoNewest(copying.model, copying.ids.to);

    assert.deepEqual(outcomes.sort(), ["done", "skipped: pointed-to", "skipped: undo-conflict"]);
    assert.deepEqual(await Promise.all([changed, referred, deleted].map(parentThere)), [
      referred,
      changed,
      undefined,
    ]);
  });

  it("undo of a copy keeps an older document that the copy published again, with the changes of the copy", async () => {
    const { from, to } = services();
    const id = await make();
    await plainPublish(from, `pages/${id}`);
    const first = new Copying();
    await first.copy({ pages: [id] }, { publish: true });
    await plainChange(from, `pages/${id}`, { summary: "Newer" });
    const second = new Copying({ pairs: first.store });
    await second.copy({ pages: [id] }, { publish: true });

    const outcomes = await undoNewest(second.model, second.ids.to);

    const targetId = await thereOf(second, id);
    const live = await plainRead(to, `pages/${targetId}`);
    const draft = await plainRead(to, `pages/${targetId}?status=draft`);
    assert.deepEqual(outcomes, ["skipped: not-undoable"]);
    assert.deepEqual([live["summary"], draft["summary"]], ["Newer", "Newer"]);
  });

  it("undo of a copy keeps a localization that the target changed since, and what the copy knows of it", async () => {
    const { from, to } = services();
    const id = await make();
    const locales = ["en", "de"];
    const change = (service: Service, document: string, locale: string, values: JsonObject) =>
      plainChange(service, `pages/${document}?status=draft&locale=${locale}`, values);
    await change(from, id, "de", { title: unique("Zurück"), slug: `de-${id}`, summary: "Kopiert" });
    const first = new Copying();
    await first.copy({ pages: [id] });
    for (const locale of locales) await change(from, id, locale, { summary: "Newer" });
    const second = new Copying({ pairs: first.store });
    await second.copy({ pages: [id] });
    await change(to, await thereOf(second, id), "de", { summary: "Theirs" });

    const outcomes = await undoNewest(second.model, second.ids.to, second.store);

    const [row] = (await second.compare({ pages: [id] })).rows;
    assert.deepEqual(outcomes.sort(), ["done", "skipped: undo-conflict"]);
    assert.deepEqual(
      row?.differences,
      locales.map((locale) => ({ kind: "attribute", name: "summary", locale, since: "to" })),
    );
  });
});
