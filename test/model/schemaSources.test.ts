import assert from "node:assert/strict";
import type { Catalog } from "../../src/model/schemas/catalog.ts";
import { textIn } from "../../src/model/json.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { Projects } from "../../src/model/schemas/projects.ts";
import { startFaults } from "../support/faults.ts";
import type { Faults } from "../support/faults.ts";
import { refusal } from "../support/loopback.ts";
import { edited } from "./desk.ts";
import type { Desk } from "./desk.ts";
import { draft, magazine, makeArticle, openDesk, unique } from "./magazine.ts";
import { must, why } from "./outcomes.ts";
import { FilesInMemory, magazineProject } from "./projectFolder.ts";

const names = (desk: Desk, ...collections: string[]) =>
  desk.connections.change(desk.connection, { collections });

const own = ({ types }: Catalog) =>
  [...types.values()]
    .map(({ name, kind, draftAndPublish, localized, titleField }) => ({
      ...{ name, kind, draftAndPublish, localized, titleField },
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

describe("A catalog that the service tells", () => {
  it("says that it is from there, and when it was read, whatever the workspace has", async () => {
    const start = Date.now();
    const desk = openDesk({ catalogs: { projects: magazineProject() } });

    const { catalog } = must(await desk.catalogs.service(desk.connection.id));

    assert.deepEqual([catalog.source, catalog.readAt >= start], ["service", true]);
  });
});

describe("A catalog of a token that may not read content types", () => {
  const readOnly = () => magazine().tokens.readOnly;

  it("is that of the Strapi project in the workspace, with the same types", async () => {
    const told = openDesk();
    const desk = openDesk({ token: readOnly(), catalogs: { projects: magazineProject() } });

    const [there, here] = [
      must(await told.catalogs.service(told.connection.id)).catalog,
      must(await desk.catalogs.service(desk.connection.id)).catalog,
    ];

    assert.equal(here.source, "workspace");
    assert.deepEqual(own(here), own(there));
    assert.deepEqual([...here.components.keys()].sort(), [...there.components.keys()].sort());
  });

  it("opens documents as the service's own does, but for the names of users", async () => {
    const id = await makeArticle({
      seo: { metaTitle: "Tea" },
      sections: [{ __component: "sections.text", heading: "Why", body: "Warm" }],
    });
    const told = openDesk();
    const desk = openDesk({ token: readOnly(), catalogs: { projects: magazineProject() } });

    const [there, here] = [await told.open(told.article(id)), await desk.open(desk.article(id))];

    assert.deepEqual(here.content, there.content);
    assert.ok(Array.isArray(here.content["sections"]) && here.content["sections"].length === 1);
  });

  it("follows the files of the workspace, and tells", async () => {
    const files = new FilesInMemory([]);
    const desk = openDesk({ token: readOnly(), catalogs: { projects: new Projects(files) } });
    const told: string[] = [];
    const before = await desk.catalogs.service(desk.connection.id);
    desk.catalogs.onDidForget((id) => told.push(id));

    const project = magazineProject();
    const [{ files: described } = { files: new Map() }] = await project.all();
    files.replace([...described.values()]);

    const after = await desk.catalogs.service(desk.connection.id);
    assert.deepEqual([why(before), told], ["ForbiddenError", [desk.connection.id]]);
    assert.equal(must(after).catalog.source, "workspace");
  });

  it("is not to be had where nothing tells: the failure names what is missing", async () => {
    const desk = openDesk({ token: readOnly() });

    const outcome = await desk.catalogs.service(desk.connection.id);

    assert.equal(why(outcome), "ForbiddenError");
  });

  it("is inferred from documents of collections that a person names", async () => {
    const desk = openDesk({ token: readOnly() });
    await names(desk, "articles", "categories", "homepage", "site-setting");

    const { catalog } = must(await desk.catalogs.service(desk.connection.id));

    assert.equal(catalog.source, "inferred");
    const titled = { titleField: "title", draftAndPublish: true, localized: true };
    assert.deepEqual(own(catalog), [
      { name: "articles", kind: "collection", ...titled },
      {
        ...{ name: "categories", kind: "collection", draftAndPublish: false },
        ...{ localized: false, titleField: "name" },
      },
      {
        ...{ name: "homepage", kind: "single", draftAndPublish: true },
        ...{ localized: true, titleField: "heading" },
      },
      {
        ...{ name: "site-setting", kind: "single", draftAndPublish: false },
        ...{ localized: false, titleField: "siteName" },
      },
    ]);
    assert.deepEqual(catalog.locales.map(({ code }) => code).sort(), ["de", "en", "fr"]);
    assert.equal(catalog.defaultLocale, "en");
  });

  it("has a collection that can't be read all the same, so that its row can say why", async () => {
    const desk = openDesk({ token: readOnly() });
    await names(desk, "tags", "novels");

    const { catalog } = must(await desk.catalogs.service(desk.connection.id));
    const view = await desk.content
      .listing({ connection: desk.connection.id, type: "novels" })
      .open();

    assert.deepEqual([...catalog.types.keys()], ["tags", "novels"]);
    assert.equal(view.failure?.code === "service" && view.failure.error.name, "NotFoundError");
  });
});

describe("A service without content-type-builder", () => {
  let way: Faults;
  beforeEach(async () => {
    way = await startFaults(magazine().url);
    way.inject(/content-type-builder/, refusal(404, "NotFoundError", "Not Found"));
  });
  afterEach(() => way.stop());

  it("can be connected to: it says so in the form that content services have", async () => {
    const desk = openDesk({ url: way.url });

    const outcome = await desk.connections.try({ url: way.url, token: magazine().tokens.full });

    assert.equal(why(outcome), undefined);
  });

  it("takes scalars of an inferred type, and what the rest is stays as it is", async () => {
    const title = unique("Inferred");
    const seo = { metaTitle: "Kept", metaDescription: "Whole" };
    const id = await makeArticle({ seo });
    const desk = openDesk({ url: way.url });
    await names(desk, "articles");
    const opened = await desk.open(desk.article(id));

    must(await desk.save(desk.article(id), edited(opened, { title, featured: true })));

    const saved = await draft(`articles/${id}`, "populate=seo");
    const { metaTitle, metaDescription } = saved?.["seo"] as typeof seo;
    assert.deepEqual([saved?.["title"], saved?.["featured"]], [title, true]);
    assert.deepEqual({ metaTitle, metaDescription }, seo);
  });

  const firstOf = async (type: string) => {
    const rows = (await draft(type, "pagination[pageSize]=1")) as unknown as JsonObject[];
    return textIn(rows[0] ?? {}, "documentId");
  };

  for (const [what, change] of Object.entries({
    "a relation": { category: null },
    "a list of relations": { tags: [] },
    "a component": { seo: { metaTitle: "Other" } },
    "a zone": { sections: [] },
    media: { cover: null },
    "an attribute that no document has": { nobody: "knows" },
  })) {
    it(`is sent no change of ${what} in an inferred type`, async () => {
      const id = await makeArticle({
        category: await firstOf("categories"),
        tags: [await firstOf("tags")],
        seo: { metaTitle: "Kept" },
        sections: [{ __component: "sections.text", heading: "Why", body: "Warm" }],
        cover: 1,
      });
      const desk = openDesk({ url: way.url });
      await names(desk, "articles");
      const opened = await desk.open(desk.article(id));

      const [failure] = await desk.save(desk.article(id), edited(opened, change));

      const [path] = Object.keys(change);
      assert.deepEqual(failure, {
        code: "not-sendable",
        problems: [{ path, why: "not-seen-whole" }],
      });
      assert.deepEqual(
        way.requests.filter(({ method }) => method !== "GET"),
        [],
      );
    });
  }
});
