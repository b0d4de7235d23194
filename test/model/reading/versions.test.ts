import assert from "node:assert/strict";
import { versionDifferencesOf } from "../../../src/model/documents/versionDifferences.ts";
import { CheckLookups } from "../../../src/model/check/checkLookups.ts";
import { UncheckedParts } from "../../../src/model/check/uncheckedParts.ts";
import { ConcurrencyLimit } from "../../../src/model/foundation/concurrencyLimit.ts";
import type { TypedService } from "../../../src/model/schemas/catalogs.ts";
import { countRequests } from "../check/requestCount.ts";
import { ask, makeArticle, openModel, useSeededService } from "../magazine.ts";
import { must } from "../outcomes.ts";
import type { TestModel } from "../testModel.ts";

describe("Versions by documentId", () => {
  useSeededService();
  let model: TestModel;
  let service: TypedService;
  beforeEach(async () => {
    model = openModel();
    service = must(await model.catalogs.type(model.connection.id, "articles"));
  });
  afterEach(() => model.close());

  it("versions take a target that is published in another locale only for unpublished", async () => {
    const target = await makeArticle({}, "status=draft");
    await ask("PUT", `articles/${target}?locale=fr&status=published`, { title: "Thé" });
    const { locale: _, ...address } = model.article("source");
    const draft = { related: [{ documentId: target, title: "Tea" }] };
    const versions = [{ address, documentId: "source", draft, published: {} }];

    const [differences] = must(await versionDifferencesOf(versions, service));

    const reasons = differences?.missingRelations.map(({ reason }) => reason);
    assert.deepEqual(reasons, ["not-published"]);
  });

  it("versions by documentId are asked about once in an action, and all of 150", async () => {
    const last = await makeArticle();
    const ids = [...Array.from({ length: 149 }, (_, at) => `unknown${at}`), last];
    const lookups = new CheckLookups({
      service,
      catalogs: model.catalogs,
      connections: model.connections,
      limit: new ConcurrencyLimit(1),
      unchecked: new UncheckedParts(model.connection),
    });
    const { uid: target } = service.type;
    const documents = ids.map((documentId) => ({ target, documentId, locale: "en" }));

    const [, isPublished] = await lookups.published(documents);
    const { all } = await countRequests(async () => {
      await lookups.published(documents.slice(-1));
    });

    const published = documents.filter((document) => isPublished?.(document) === true);
    assert.deepEqual([published.map(({ documentId }) => documentId), all], [[last], 0]);
  });
});
