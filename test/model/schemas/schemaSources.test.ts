import assert from "node:assert/strict";
import type { Catalog } from "../../../src/model/schemas/catalog.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";
import type { Desk } from "../desk.ts";
import { magazine, makeArticle, openDesk } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { FilesInMemory, magazineProject } from "./projectFolder.ts";

const names = (desk: Desk, ...collections: string[]) =>
  desk.connections.change(desk.connection, { collections });

const own = ({ types }: Catalog) =>
  [...types.values()]
    .map(({ name, kind, draftAndPublish, localized, titleField }) => ({
      ...{ name, kind, draftAndPublish, localized, titleField },
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

describe("Catalog from the service", () => {
  it('has the source "service" and the time of the read, also next to a Strapi project', async () => {
    const start = Date.now();
    const desk = openDesk({ catalogs: { projects: magazineProject() } });

    const { catalog } = must(await desk.catalogs.service(desk.connection.id));

    assert.deepEqual([catalog.source, catalog.readAt >= start], ["service", true]);
  });
});

describe("Catalog for a token that may not read content types", () => {
  const readOnly = () => magazine().tokens.readOnly;

  it("comes from the Strapi project in the workspace and has the same types", async () => {
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

  it("from a Strapi project opens the same document as the service's own catalog", async () => {
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

  it("follows changes of the workspace's files and fires onDidForget", async () => {
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

  it("fails with ForbiddenError when no other source exists", async () => {
    const desk = openDesk({ token: readOnly() });

    const outcome = await desk.catalogs.service(desk.connection.id);

    assert.equal(why(outcome), "ForbiddenError");
  });

  it("is inferred from documents of the collections that the user names", async () => {
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

  it("includes a named collection that can't be read, so that its list shows the error", async () => {
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
