import assert from "node:assert/strict";
import { singleId } from "../../../src/model/foundation/address.ts";
import { SchemaCache } from "../../../src/model/schemas/schemaCache.ts";
import type { Snapshot } from "../../../src/model/documents/snapshotReader.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { edited } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { draft, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";
import { TextsInMemory } from "../ports.ts";

const singleRead = /GET \/\w+\/(articles\/\w+|homepage)$/;

/** The populate that a project's middleware sets. It overwrites the caller's populate. */
const routePopulate = { cover: true, seo: true, sections: { on: { "sections.text": true } } };

const decided = ({ unread }: Snapshot): string[] =>
  [...unread].flatMap(([name, missing]) =>
    missing.some(({ why }) => why === "route-decides") ? [name] : [],
  );

/** The dynamic zone of the article: a text and a quote. */
const sections = [
  { __component: "sections.text", body: "Warm" },
  { __component: "sections.quote", text: "Cold", speaker: "Ines" },
];

describe("Route that sets its own populate", () => {
  let faults: Faults;
  let model: TestModel;
  let id: string;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    model = openModel({ url: faults.url });
    id = await makeArticle({ sections, seo: { metaTitle: "Tea" } });
  });
  afterEach(() => faults.stop());

  const probes = () =>
    faults.requests.filter(({ query }) => String(query["fields"]) === "documentId").length;

  it("a route that sets its own populate makes lists, components and zones read-only", async () => {
    faults.reshape(singleRead, { query: (query) => ({ ...query, populate: routePopulate }) });
    const address = model.article(id);

    const opened = await model.open(address);
    const [failure] = await model.save(address, edited(opened, { sections: [] }));

    assert.deepEqual(
      [decided(opened), failure?.code, model.sent("PUT")],
      [["gallery", "tags", "related", "seo", "links", "sections"], "not-sendable", []],
    );
  });

  it("a route that sets its own populate allows saving texts, and a save deletes nothing that it hides", async () => {
    faults.reshape(singleRead, { query: (query) => ({ ...query, populate: routePopulate }) });
    const address = model.article(id);
    const opened = await model.open(address);

    must(await model.save(address, edited(opened, { kicker: "Now" })));

    const after = await draft(`articles/${id}`, "populate[sections][populate]=*");
    assert.deepEqual(
      [after!["kicker"], (after!["sections"] as unknown[]).length],
      ["Now", sections.length],
    );
  });

  it("a route that sets its own populate is detected on a single type", async () => {
    faults.reshape(singleRead, { query: (query) => ({ ...query, populate: routePopulate }) });

    const opened = await model.open(model.at("homepage", singleId, "en"));

    assert.ok(decided(opened).includes("sections"));
  });

  it("a route that only fills in a missing populate is harmless", async () => {
    faults.reshape(singleRead, { query: (query) => ({ populate: routePopulate, ...query }) });

    const opened = await model.open(model.article(id));

    assert.deepEqual([[...opened.unread], probes()], [[], 1]);
  });

  it("a route that sets its own populate is probed once for each type", async () => {
    const other = await makeArticle();
    await model.open(model.article(id));

    await model.open(model.article(other));

    assert.equal(probes(), 1);
  });

  it("a route is detected by media fields when it changes only large populates", async () => {
    const [file] = (await (
      await fetch(`${magazine().url}/${magazine().apiPrefix}/upload/files`, {
        headers: { authorization: `Bearer ${magazine().tokens.full}` },
      })
    ).json()) as { id: number }[];
    const illustrated = await makeArticle({ cover: file?.id, sections });
    const isMuch = (populate: unknown) => Object.keys(populate ?? {}).length > 3;
    faults.reshape(singleRead, {
      query: (query) => (isMuch(query["populate"]) ? { ...query, populate: routePopulate } : query),
    });

    const opened = await model.open(model.article(illustrated));

    assert.ok(decided(opened).includes("sections"));
  });

  it("a route that sets its own populate is known from the schema cache in the next window", async () => {
    faults.reshape(singleRead, { query: (query) => ({ ...query, populate: routePopulate }) });
    const schemaCache = new SchemaCache(new TextsInMemory());
    const earlier = openModel({ url: faults.url, catalogs: { schemaCache } });
    await earlier.open(earlier.article(id));
    const probeCount = probes();
    const later = openModel({ url: faults.url, catalogs: { schemaCache } });

    const opened = await later.open(later.article(id));

    assert.deepEqual([decided(opened).includes("sections"), probes() - probeCount], [true, 0]);
  });

  it("a route that sets its own populate is probed again after the connection was refreshed", async () => {
    faults.reshape(singleRead, { query: (query) => ({ ...query, populate: routePopulate }) });
    await model.open(model.article(id));
    faults.heal();
    model.catalogs.forget(model.connection.id);

    const again = must(await model.reader.read(model.article(id)));

    assert.deepEqual([...again.unread], []);
  });
});
