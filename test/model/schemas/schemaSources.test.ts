import assert from "node:assert/strict";
import type { Catalog } from "../../../src/model/schemas/catalog.ts";
import { Projects } from "../../../src/model/schemas/projects.ts";
import type { TestModel } from "../testModel.ts";
import { magazine, makeArticle, openModel } from "../magazine.ts";
import { must, why } from "../outcomes.ts";
import { FilesInMemory, magazineProject } from "./projectFolder.ts";

const names = (model: TestModel, ...collections: string[]) =>
  model.connections.change(model.connection, { collections });

const typesOf = ({ types }: Catalog) =>
  [...types.values()]
    .map(({ name, kind, draftAndPublish, localized, titleField }) => ({
      ...{ name, kind, draftAndPublish, localized, titleField },
    }))
    .sort((a, b) => a.name.localeCompare(b.name));

describe("Catalog from the service", () => {
  it('a catalog from the service has the source "service" and the time, also next to a Strapi project', async () => {
    const start = Date.now();
    const model = openModel({ catalogs: { projects: magazineProject() } });

    const { catalog } = must(await model.catalogs.service(model.connection.id));

    assert.deepEqual([catalog.source, catalog.readAt >= start], ["service", true]);
  });
});

describe("Catalog for a token that may not read content types", () => {
  const readOnly = () => magazine().tokens.readOnly;

  it("a catalog comes from the Strapi project when the token may not read types, and has the same types", async () => {
    const reported = openModel({ catalogs: {} });
    const model = openModel({ token: readOnly(), catalogs: { projects: magazineProject() } });

    const [serviceCatalog, projectCatalog] = [
      must(await reported.catalogs.service(reported.connection.id)).catalog,
      must(await model.catalogs.service(model.connection.id)).catalog,
    ];

    assert.equal(projectCatalog.source, "workspace");
    assert.deepEqual(typesOf(projectCatalog), typesOf(serviceCatalog));
    assert.deepEqual(
      [...projectCatalog.components.keys()].sort(),
      [...serviceCatalog.components.keys()].sort(),
    );
  });

  it("a catalog from a Strapi project opens the same document as the service's own", async () => {
    const id = await makeArticle({
      seo: { metaTitle: "Tea" },
      sections: [{ __component: "sections.text", heading: "Why", body: "Warm" }],
    });
    const reported = openModel({ catalogs: {} });
    const model = openModel({ token: readOnly(), catalogs: { projects: magazineProject() } });

    const [serviceSnapshot, projectSnapshot] = [
      await reported.open(reported.article(id)),
      await model.open(model.article(id)),
    ];

    assert.deepEqual(projectSnapshot.content, serviceSnapshot.content);
    assert.ok(
      Array.isArray(projectSnapshot.content["sections"]) &&
        projectSnapshot.content["sections"].length === 1,
    );
  });

  it("a catalog from a Strapi project follows changes of its files and fires onDidForget", async () => {
    const files = new FilesInMemory([]);
    const model = openModel({ token: readOnly(), catalogs: { projects: new Projects(files) } });
    const reported: string[] = [];
    const before = await model.catalogs.service(model.connection.id);
    model.catalogs.onDidForget((id) => reported.push(id));

    const project = magazineProject();
    const [{ files: described } = { files: new Map() }] = await project.all();
    files.replace([...described.values()]);

    const after = await model.catalogs.service(model.connection.id);
    assert.deepEqual([why(before), reported], ["ForbiddenError", [model.connection.id]]);
    assert.equal(must(after).catalog.source, "workspace");
  });

  it("a catalog fails with ForbiddenError when no other source exists", async () => {
    const model = openModel({ token: readOnly() });

    const outcome = await model.catalogs.service(model.connection.id);

    assert.equal(why(outcome), "ForbiddenError");
  });

  it("a catalog is inferred from documents of the collections that the user names", async () => {
    const model = openModel({ token: readOnly() });
    await names(model, "articles", "categories", "homepage", "site-setting");

    const { catalog } = must(await model.catalogs.service(model.connection.id));

    assert.equal(catalog.source, "inferred");
    const titled = { titleField: "title", draftAndPublish: true, localized: true };
    assert.deepEqual(typesOf(catalog), [
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

  it("a catalog includes a named collection that can't be read, so that its list shows the error", async () => {
    const model = openModel({ token: readOnly() });
    await names(model, "tags", "novels");

    const { catalog } = must(await model.catalogs.service(model.connection.id));
    const view = await model.lists
      .listing({ connection: model.connection.id, type: "novels" })
      .open();

    assert.deepEqual([...catalog.types.keys()], ["tags", "novels"]);
    assert.equal(view.failure?.code === "service" && view.failure.error.name, "NotFoundError");
  });
});
