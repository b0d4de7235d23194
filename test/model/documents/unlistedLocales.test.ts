import assert from "node:assert/strict";
import { readPublishedContent } from "../../../src/model/documents/versionDifferences.ts";
import { readLocalizations } from "../../../src/model/reading/documentReader.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { json } from "../../support/loopback.ts";
import type { TestModel } from "../testModel.ts";
import { ask, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

describe("Token that may not list locales", () => {
  let faults: Faults;
  let model: TestModel;
  beforeEach(async () => {
    faults = await startFaults(magazine().url);
    const error = { status: 403, name: "ForbiddenError", message: "Forbidden" };
    faults.inject(/i18n\/locales/, json({ data: null, error }, 403));
    model = openModel({ url: faults.url, catalogs: {} });
  });
  afterEach(() => faults.stop());

  it("a token without locales reads the published version of the default locale for a draft without one", async () => {
    const id = await makeArticle({ title: "Tea" });
    await ask("PUT", `articles/${id}?locale=fr&status=published`, { title: "Thé" });
    await ask("PUT", `articles/${id}?locale=en&status=published`, { title: "Tea" });
    const address = model.at("articles", id);
    const service = must(await model.catalogs.type(address.connection, "articles"));

    const published = must(await readPublishedContent(service, address));

    assert.deepEqual([service.catalog.locales, published?.["title"]], [[], "Tea"]);
  });

  it("a token without locales shows the published versions of every locale of a single type", async () => {
    for (const locale of ["en", "fr"]) {
      await ask("PUT", `homepage?status=published&locale=${locale}`, {});
    }
    const address = model.single("homepage");
    const all = must(await openModel().publication.preview(address)).published;

    const { published } = must(await model.publication.preview(address));

    assert.ok(all.length > 1);
    assert.deepEqual(published, all);
  });

  it("a token that may not list locales reads every locale of a single type", async () => {
    const address = model.single("homepage");
    const service = must(await model.catalogs.type(address.connection, "homepage"));

    const [, rows] = await readLocalizations(service, address, { status: "draft" });

    const locales = rows?.map(({ locale }) => locale);
    assert.deepEqual(locales?.toSorted(), ["de", "en", "fr"]);
  });
});
