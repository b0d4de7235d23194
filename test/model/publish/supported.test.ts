import assert from "node:assert/strict";
import { addLocalization } from "../addLocalization.ts";
import { edited } from "../testModel.ts";
import { startFaults } from "../../support/faults.ts";
import type { Faults } from "../../support/faults.ts";
import { refusal } from "../../support/loopback.ts";
import { draft, magazine, makeArticle, openModel } from "../magazine.ts";
import { must } from "../outcomes.ts";

/** A write to a document that does not exist. */
const probe = /PUT \/\w+\/\w+\/0{24}$/;

describe("Service of an older version", () => {
  let proxy: Faults;
  beforeEach(async () => {
    proxy = await startFaults(magazine().url);
    // Strapi before 5.47 ignores this parameter.
    proxy.withhold(/GET/, ["publicationFilter"]);
  });
  afterEach(() => proxy.stop());

  const puts = () =>
    proxy.requests.filter(({ method }) => method === "PUT").map(({ path }) => path);

  it("an older service gets no added locale, and the failure names the version that supports it", async () => {
    proxy.inject(probe, refusal(400, "ValidationError", "Invalid key documentId at category"));
    const model = openModel({ url: proxy.url });
    const id = await makeArticle({ kind: "essay" });

    const [failure] = await addLocalization(model.article(id), "fr", model);

    assert.deepEqual(failure, { code: "needs-version", version: "5.37.0", part: "localization" });
    assert.deepEqual([await draft(`articles/${id}`, "locale=fr"), puts().length], [undefined, 1]);
  });

  it("an older service gets no saved component, and the failure names the version that supports it", async () => {
    const model = openModel({ url: proxy.url });
    const id = await makeArticle({ seo: { metaTitle: "Tea" } });
    const opened = await model.open(model.article(id));
    proxy.inject(/PUT/, refusal(400, "ValidationError", "Invalid key id at seo"));
    const seo = { ...(opened.content["seo"] as object), metaTitle: "Milk" };

    const [failure] = await model.save(model.article(id), edited(opened, { seo }));

    assert.deepEqual(failure, { code: "needs-version", version: "5.37.0", part: "components" });
  });

  it("an older service is probed once, with requests that change nothing", async () => {
    const model = openModel({ url: proxy.url });
    const ids = [await makeArticle(), await makeArticle()];

    for (const id of ids) must(await addLocalization(model.article(id), "fr", model));

    assert.deepEqual(
      puts().filter((path) => !/0{24}$/.test(path)),
      ids.map((id) => `/${magazine().apiPrefix}/articles/${id}`),
    );
    assert.equal(puts().length, 3);
  });
});
