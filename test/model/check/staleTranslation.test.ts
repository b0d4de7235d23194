import assert from "node:assert/strict";
import { plainAll, plainList, plainRequest } from "../../support/plainHttp.ts";
import { modelOn } from "../testModel.ts";
import type { TestModel } from "../testModel.ts";
import { makeArticle, makeTranslated, openModel, useSeededService } from "../magazine.ts";
import { allOf, check, only, shownIn, some } from "./checking.ts";
import { textIn } from "../../../src/model/foundation/json.ts";

describe("Rule stale-translation", function () {
  this.timeout(60_000);
  const rules = only("stale-translation");
  // The localizations of the seed have different ages.
  const service = useSeededService();
  let model: TestModel;

  before(() => {
    model = modelOn(service());
  });
  after(() => model.close());

  const reportedVersions = async (type: string): Promise<string[]> => {
    const { findings } = await check(model, allOf(model, type), { rules });
    return findings.map(({ address: { id, locale } }) => `${id} ${locale}`).sort();
  };

  /** The time of the last change of each draft, by documentId. */
  async function timesIn(type: string, locale: string): Promise<ReadonlyMap<string, number>> {
    const query = `status=draft&locale=${locale}&fields=updatedAt`;
    const rows = await plainAll(service(), `${type}?${query}`);
    return new Map(rows.map((row) => [row.documentId, Date.parse(textIn(row, "updatedAt"))]));
  }

  async function expectedVersions(type: string): Promise<string[]> {
    const originals = await timesIn(type, "en");
    const stale: string[] = [];
    for (const locale of ["fr", "de"]) {
      for (const [id, time] of await timesIn(type, locale)) {
        if ((originals.get(id) ?? 0) > time) stale.push(`${id} ${locale}`);
      }
    }
    return stale.sort();
  }

  it("rule stale-translation reports exactly the localizations that are older than the English text", async () => {
    for (const type of ["articles", "pages"]) {
      const stale = await reportedVersions(type);
      assert.deepEqual(stale, await expectedVersions(type));
      assert.ok(type === "pages" || stale.length > 0);
    }
  });

  it("rule stale-translation reports a translation after its original changes, until it changes, too", async () => {
    const before = await reportedVersions("pages");
    const [french] = await plainList(service(), "pages?locale=fr&status=draft&sort=position:asc");
    const { documentId: id } = french!;

    await plainRequest(service(), "PUT", `pages/${id}`, { data: { title: "Another title" } });
    const stale = await reportedVersions("pages");
    await plainRequest(service(), "PUT", `pages/${id}?locale=fr`, { data: { title: "Un titre" } });
    const current = await reportedVersions("pages");

    assert.ok(!before.includes(`${id} fr`));
    assert.ok(stale.includes(`${id} fr`));
    assert.ok(!current.includes(`${id} fr`));
  });

  it("rule stale-translation ignores a change in the default locale that changes no text", async () => {
    const before = await reportedVersions("pages");
    const [page] = (await plainList(service(), "pages?locale=fr&status=published")).filter(
      ({ documentId }) => !before.includes(`${documentId} fr`),
    );
    const { documentId: id } = page!;
    const leadArticle = (await plainList(service(), "articles?pagination[pageSize]=1"))[0]!
      .documentId;

    await plainRequest(service(), "PUT", `pages/${id}?status=draft`, { data: { leadArticle } });

    assert.deepEqual(await reportedVersions("pages"), before);
  });

  it("rule stale-translation reports nothing for localizations of one edit", async () => {
    const other = openModel();
    const id = await makeTranslated("English", "French");

    const { findings } = await check(
      other,
      { kind: "document", address: other.at("articles", id) },
      { rules },
    );

    assert.deepEqual(findings, []);
  });
});

describe("Rule missing-translation", () => {
  const rules = only("missing-translation");

  it("rule missing-translation reports a document that lacks localizations, once and only if switched on", async () => {
    const model = openModel();
    const [alone, translated] = [await makeArticle(), await makeTranslated("English", "French")];

    const target = some(model, "articles", alone, translated);
    const all = await check(model, target, { rules });
    const byDefault = await check(model, target);

    assert.deepEqual(shownIn(all.findings, alone, translated), ["warning 0 en ", "warning 1 en "]);
    assert.deepEqual(
      [alone, translated].map((id) => all.findings.find(({ address }) => address.id === id)?.data),
      [{ locales: ["fr", "de"] }, { locales: ["de"] }],
    );
    assert.ok(byDefault.findings.every(({ rule }) => rule !== "missing-translation"));
  });
});
