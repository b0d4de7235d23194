import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/model/foundation/json.ts";
import { isObject, textIn } from "../../../src/model/foundation/json.ts";
import { json } from "../../support/loopback.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { openPanel } from "../administrator.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { draft, drafts, magazine, make, makeArticle, openModel, unique } from "../magazine.ts";
import { must } from "../outcomes.ts";

/** The populate that a project's middleware sets. It overwrites the caller's populate. */
const routePopulate = { cover: true, sections: { on: { "sections.text": true } } };

/** The content without `$.readAs`, and whether an administrator read it. */
const bare = ({ $: facts = null, ...content }: JsonObject): unknown => {
  const { readAs, ...otherFacts } = isObject(facts) ? facts : {};
  return { ...content, $: otherFacts, wasManaged: readAs === "administrator" };
};

describe("Document read as administrator", function () {
  this.timeout(60_000);
  let faults: Faults;
  let model: TestModel;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    faults.reshape(/GET \/\w+\/(articles\/\w+|homepage)$/, {
      query: (query) => ({ ...query, populate: routePopulate }),
    });
    faults.reshape(/GET \/\w+\/pages\/\w+$/, {
      query: (query) => ({ ...query, populate: { sections: routePopulate.sections } }),
    });
    model = await openPanel({ url: faults.url });
  });
  afterEach(() => faults.stop());

  /** A page, which has fewer relations than an article to read. */
  async function makePage() {
    const id = await make("pages", { title: unique("Tea"), summary: "Tea" });
    return { id, address: model.at("pages", id, "en") };
  }

  it("a document read as administrator contains everything that a plain route returns", async () => {
    const plain = openModel();
    const [richest] = (await drafts("articles", "populate=*&pagination[pageSize]=20")).sort(
      (a, b) => JSON.stringify(b).length - JSON.stringify(a).length,
    );
    const id = textIn(richest ?? {}, "documentId");

    const whole = must(await model.reader.read(model.article(id)));

    const expected = must(await plain.reader.read(plain.article(id)));
    assert.deepEqual(bare(whole.content), {
      ...(bare(expected.content) as object),
      wasManaged: true,
    });
    assert.deepEqual([[...whole.unread], whole.localeVersions], [[], expected.localeVersions]);
  });

  it("a single type read as administrator contains everything", async () => {
    const plain = openModel();

    const whole = must(await model.reader.read(model.single("homepage", "en")));

    const expected = must(await plain.reader.read(plain.single("homepage", "en")));
    assert.deepEqual(bare(whole.content), {
      ...(bare(expected.content) as object),
      wasManaged: true,
    });
  });

  it("a document read as administrator can be edited in its zone, and keeps what the route hides", async () => {
    const author = await make("authors", { name: unique("Ines") });
    const tags = [
      await make("tags", { name: unique("b") }),
      await make("tags", { name: unique("a") }),
    ];
    const sections = [
      { __component: "sections.text", heading: "Why", body: "Warm" },
      { __component: "sections.quote", text: "Cold", speaker: "Ines", author },
    ];
    const id = await makeArticle({ sections, tags });
    const address = model.article(id);
    const opened = await model.open(address);
    const [text, quote] = opened.content["sections"] as JsonObject[];

    must(
      await model.save(
        address,
        edited(opened, { sections: [{ ...text, heading: "How" }, quote ?? null] }),
      ),
    );
    const again = await model.open(address);
    must(
      await model.save(
        address,
        edited(again, { tags: [...(again.content["tags"] as JsonObject[])].reverse() }),
      ),
    );

    const after = await draft(
      `articles/${id}`,
      "populate[tags]=true&populate[sections][on][sections.quote][populate]=author&populate[sections][on][sections.text]=true",
    );
    const [first, second] = after!["sections"] as JsonObject[];
    const ids = (after!["tags"] as JsonObject[]).map(({ documentId }) => documentId);
    assert.deepEqual(
      [first?.["heading"], (second!["author"] as JsonObject)["documentId"], ids],
      ["How", author, tags.toReversed()],
    );
  });

  it("a document read as administrator is saved through the content manager, not through its route", async () => {
    const { id, address } = await makePage();
    const opened = await model.open(address);
    faults.reshape(/PUT \/\w+\/pages/, { body: () => ({ data: { summary: "of the route" } }) });

    const text = edited(opened, { summary: "Coffee" });
    const { request } = must(await model.documents.preview(address, text));
    const saved = must(await model.save(address, text));

    const [after] = await drafts("pages", `filters[documentId]=${id}`);
    assert.deepEqual(
      [request?.path, request?.isAdmin, after?.["summary"], saved.deviating],
      [`/content-manager/collection-types/api::page.page/${id}`, true, "Coffee", undefined],
    );
  });

  it("a document read as administrator is saved in its own locale, also for a single type", async () => {
    const address = model.single("homepage", "en");
    const opened = await model.open(address);
    const heading = unique("Tea");
    faults.inject(/PUT \/\w+\/homepage/, json({ error: { status: 500 } }, 500));

    const saved = must(await model.save(address, edited(opened, { heading })));

    const again = must(await model.reader.read(address));
    assert.deepEqual([again.content["heading"], saved.deviating], [heading, undefined]);
  });

  it("a document is saved through its route when the administrator may not write it", async () => {
    const { id, address } = await makePage();
    const opened = await model.open(address);
    const refusal = { data: null, error: { status: 403, name: "ForbiddenError" } };
    faults.inject(/PUT \/content-manager\//, json(refusal, 403));

    must(await model.save(address, edited(opened, { summary: "Coffee" })));

    const [after] = await drafts("pages", `filters[documentId]=${id}`);
    assert.equal(after?.["summary"], "Coffee");
  });

  it("a document is saved when the administrator may not change one attribute", async () => {
    const { id, address } = await makePage();
    const opened = await model.open(address);
    const title = unique("Coffee");
    // The service ignores attributes that the administrator may not change. It reports no error.
    faults.reshape(/PUT \/content-manager\//, { body: () => ({ title }) });

    const saved = must(await model.save(address, edited(opened, { summary: "Coffee", title })));

    const after = await draft(`pages/${id}`);
    assert.deepEqual(
      [after?.["summary"], after?.["title"], saved.deviating],
      ["Coffee", title, undefined],
    );
  });

  it("a document read as administrator is deleted with its whole content in the journal", async () => {
    const quote = { __component: "sections.quote", text: "Warm", speaker: "Ines" };
    const id = await makeArticle({ sections: [quote], seo: { metaTitle: "Tea" } });
    const previewed = must(await model.publication.preview(model.article(id)));

    must(await model.publication.delete(model.article(id), previewed));

    const [entry] = await model.journal.deleted(model.connection.id);
    const { sections, seo } = entry?.before["en"] ?? {};
    assert.deepEqual([(sections as unknown[]).length, isObject(seo)], [1, true]);
  });

  it("a document becomes read-only in hidden attributes when the administrator's sign-in expires", async () => {
    const { address } = await makePage();
    must(await model.reader.read(address));
    await model.store.saveSecret(model.connection, "admin", "an-ended-token");
    model.connections.renew(model.connection.id);

    const { unread } = must(await model.reader.read(address));

    assert.equal(unread.get("sections")?.[0]?.why, "route-decides");
  });
});
